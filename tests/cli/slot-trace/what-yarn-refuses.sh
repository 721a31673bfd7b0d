#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What YARN 3.3.6 refuses, or reads and does not heed: AllocationFileQueueParser.loadQueue and parse, FairSchedulerConfiguration.parseOldStyleResource,
# CapacitySchedulerQueueManager.parseQueue, UserGroupMappingPlacementRule.initialize. Lint and slot-trace say the same.
allocations() { printf '<allocations>%s</allocations>' "$1" >allocations.xml; slot-delay lint allocations.xml; slot-trace --quiet --record pools allocations.xml; }
for limit in 987 '8192 mb' '4 vcores' '8192 mb, 4 vcores' '8192 mb 4 vcores' 'vcores=4,memory-mb=8192'; do
    allocations "<queue name=\"a\"><maxResources>$limit</maxResources></queue>"
done
allocations '<queue name="root"><queue name="a"/></queue><queue name="b"/>'
allocations '<queue name="a.b"/>'
allocations '<queue name="a"><weight>2.0f</weight></queue><queue name="a"><maxResources>8192 mb,8 vcores</maxResources></queue>'
allocations '<queue name="a"><maxAMShare>400</maxAMShare><fairSharePreemptionThreshold>1114</fairSharePreemptionThreshold><weight>0</weight></queue>'
allocations '<queue name="a"><maxAMShare>0.5</maxAMShare><queue name="b"/></queue>'
allocations '<queue name="root"><queuePlacementPolicy/><defaultMinSharePreemptionTimeout>5</defaultMinSharePreemptionTimeout></queue>'
allocations '<xi:include href="queues.xml"/><queue name="a"/>'

properties() {
    { printf '<configuration>'; while read -r k v; do printf '<property><name>%s</name><value>%s</value></property>' "$k" "$v"; done; printf '</configuration>'; } >site.xml
    slot-delay lint site.xml
    slot-trace --quiet --record options site.xml
}
queues() { sed 's/^/yarn.scheduler.capacity./' | properties; }
printf 'root.queues a,b\nroot.a.capacity 100\n' | queues
printf 'root.queues a,b\nroot.a.capacity 100\nroot.b.capacity 0\nroot.c.capacity 20\nroot.c.state RUNNING\nroot.a.d.capacity 7\n' | queues
printf 'root.a.capacity 100\n' | queues
printf 'root.queues a\nroot.a.capacity 100\nqueue-mappings u:joe:zz, g:staff:a,u:%%user:%%user,u:ann:root.a\n' | queues
printf 'root.queues a,b\nroot.a.capacity 50\nroot.b.capacity 50\nroot.a.queues x\nroot.b.queues x\nroot.a.x.capacity 100\nroot.b.x.capacity 100\n' | queues
printf 'root.queues a\nroot.a.capacity 100\nper-node-heartbeat.maximum-offswitch-assignments 0\n' | queues
printf 'mapred.capacity-scheduler.queue.default.capacity 60\nmapred.capacity-scheduler.queue.web.capacity 40\n' | properties
printf 'yarn.resourcemanager.scheduler.monitor.enable true\nyarn.resourcemanager.monitor.capacity.preemption.natural_termination_factr 1\n' | properties
for observe in true false; do
    printf 'yarn.resourcemanager.scheduler.monitor.enable true\nyarn.scheduler.capacity.root.queues a\nyarn.scheduler.capacity.root.a.capacity 100
yarn.resourcemanager.monitor.capacity.preemption.observe_only %s\n' "$observe" | properties
done
printf '<configuration>\n<xi:include href="queues.xml"/>\n</configuration>' >include.xml
slot-delay lint include.xml
exit 0
