#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the files set, as options of slot-replay: waits of 5 s counted as Hadoop does, timeouts of the allocation file.
slot-trace --record options "$TOP/traces/mapred-site.xml" "$TOP/traces/fair-scheduler.xml"
slot-trace --record options "$TOP/traces/capacity-scheduler.xml"
slot-trace --record options "$TOP/traces/spark-defaults.conf" "$TOP/traces/spark-fairscheduler.xml"
options() { printf '<configuration>'; while read -r k v; do printf '<property><name>%s</name><value>%s</value></property>\n' "$k" "$v"; done; printf '</configuration>'; }
options <<'END' | slot-trace --record options
mapred.fairscheduler.locality.delay -1
mapred.fairscheduler.locality.delay.rack 2500
mapred.fairscheduler.assignmultiple false
mapreduce.tasktracker.outofband.heartbeat true
END
options <<'END' | slot-trace --record options
yarn.resourcemanager.scheduler.class org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler
yarn.scheduler.fair.locality.threshold.node 0.5
yarn.scheduler.fair.locality.threshold.rack 0.25
yarn.scheduler.fair.preemption true
yarn.scheduler.fair.assignmultiple true
yarn.scheduler.fair.max.assign 3
yarn.resourcemanager.nodemanagers.heartbeat-interval-ms 1000
END
options <<'END' | slot-trace --record options
yarn.scheduler.fair.locality.threshold.node 0.5
END
options <<'END' | slot-trace --record options
yarn.scheduler.fair.continuous-scheduling-enabled true
yarn.scheduler.fair.locality-delay-node-ms 500
yarn.scheduler.fair.locality-delay-rack-ms 1500
END
# node-locality-delay is 40 where only the other one is set (CapacitySchedulerConfiguration).
options <<'END' | slot-trace --record options
yarn.scheduler.capacity.rack-locality-additional-delay 10
END
# A rack-local container leaves the count; one container, or seven of which two are off-switch; 0 off-switch ones are 1
# (RegularContainerAllocator.handleNewContainerAllocation; CapacityScheduler.canAllocateMore, 3.x).
options <<'END' | slot-trace --record options
yarn.scheduler.capacity.node-locality-delay -1
yarn.scheduler.capacity.rack-locality-full-reset false
yarn.scheduler.capacity.per-node-heartbeat.multiple-assignments-enabled false
yarn.scheduler.capacity.per-node-heartbeat.maximum-container-assignments 7
END
options <<'END' | slot-trace --record options
yarn.scheduler.capacity.per-node-heartbeat.maximum-container-assignments 7
yarn.scheduler.capacity.per-node-heartbeat.maximum-offswitch-assignments 2
END
options <<'END' | slot-trace --record options
yarn.scheduler.capacity.per-node-heartbeat.maximum-container-assignments -1
yarn.scheduler.capacity.per-node-heartbeat.maximum-offswitch-assignments 0
END
# max.assign counts where dynamic.max.assign is false and assignmultiple true (FairScheduler.shouldContinueAssigning).
options <<'END' | slot-trace --record options
yarn.scheduler.fair.assignmultiple true
yarn.scheduler.fair.dynamic.max.assign false
yarn.scheduler.fair.max.assign 3
END
options <<'END' | slot-trace --record options
yarn.scheduler.fair.max.assign 3
END
# Continuous scheduling does not look at the thresholds (FSAppAttempt.assignContainer).
options <<'END' | slot-trace --record options
yarn.scheduler.fair.continuous-scheduling-enabled true
yarn.scheduler.fair.locality.threshold.node 0.5
yarn.scheduler.fair.locality.threshold.rack 0.25
END
# Starved below the whole share, not below half of it.
printf '<allocations><defaultFairSharePreemptionThreshold>1</defaultFairSharePreemptionThreshold>
<defaultFairSharePreemptionTimeout>30</defaultFairSharePreemptionTimeout></allocations>' >whole.xml
echo yarn.scheduler.fair.preemption true | options >site.xml
slot-trace --record options whole.xml site.xml
slot-gen --preset tr-zipf30 >jobs.csv
# shellcheck disable=SC2046 # several words
slot-replay --nodes 10 $(slot-trace --record options "$TOP/traces/mapred-site.xml") jobs.csv | wc -l
# Containers of 2 GB are of two increments, and so are those of 1 GB where an increment has 512 MB (FSAppAttempt.isReservable).
# With preemption none is played.
echo yarn.scheduler.fair.reservable-nodes 0.1 | options >site.xml
slot-trace --record options site.xml
slot-trace --record options --slot-memory 2G site.xml
echo yarn.scheduler.increment-allocation-mb 512 | options >half.xml
slot-trace --record options site.xml half.xml
echo yarn.scheduler.fair.preemption true | options >preempt.xml
slot-trace --record options --slot-memory 2G site.xml preempt.xml
echo yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms 1000 | options >master.xml
slot-trace --record options site.xml master.xml
for update in 500 -1 0; do
    echo "yarn.scheduler.fair.update-interval-ms $update" | options >update.xml
    slot-trace --record options site.xml update.xml
done
# YARN's thresholds: 0 is one, below it none is meant.
for node in 0 -1; do
    printf '<configuration><property><name>yarn.scheduler.fair.locality.threshold.node</name><value>%s</value></property><property><name>yarn.scheduler.fair.locality.threshold.rack</name><value>0.5</value></property></configuration>\n' $node >thresholds.xml
    slot-trace --quiet --record options thresholds.xml | grep delay
done
# Jobs weighed by their demand; dominant resources are named with the options that play them, and the default calculator is none.
options <<'END' | slot-trace --record options
mapred.fairscheduler.sizebasedweight true
END
options <<'END' | slot-trace --record options
yarn.resourcemanager.scheduler.class org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler
yarn.scheduler.fair.sizebasedweight true
END
options <<'END' | slot-trace --record options
yarn.scheduler.capacity.root.queues a
yarn.scheduler.capacity.root.a.capacity 100
yarn.scheduler.capacity.resource-calculator org.apache.hadoop.yarn.util.resource.DominantResourceCalculator
END
options <<'END' | slot-trace --record options
yarn.scheduler.capacity.resource-calculator org.apache.hadoop.yarn.util.resource.DefaultResourceCalculator
END
