#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# yarn.resourcemanager.scheduler.class decides which keys and which file count; the others are told (read in ResourceManager.createScheduler, 3.3.6).
p() { echo "<property><name>$1</name><value>$2</value></property>"; }
echo '<allocations><queue name="q"><weight>2</weight></queue></allocations>' >fair-scheduler.xml
for class in fair.FairScheduler capacity.CapacityScheduler fifo.FifoScheduler my.Own; do
    echo "--- $class"
    echo "--- $class" >&2
    { echo '<configuration>'; p yarn.resourcemanager.scheduler.class "org.apache.hadoop.yarn.server.resourcemanager.scheduler.$class"
      p yarn.scheduler.fair.locality.threshold.node 0.5; p yarn.scheduler.fair.locality.threshold.rack 0.5; p yarn.scheduler.fair.preemption true
      p yarn.scheduler.capacity.node-locality-delay 7; p yarn.scheduler.capacity.root.queues a; p yarn.scheduler.capacity.root.a.capacity 100
      echo '</configuration>'; } >yarn-site.xml
    slot-trace --record options yarn-site.xml fair-scheduler.xml
    slot-trace --record pools yarn-site.xml fair-scheduler.xml 2>/dev/null
    slot-advise lint yarn-site.xml fair-scheduler.xml 2>/dev/null
done
