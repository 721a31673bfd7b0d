#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Allocation files of three systems and the Capacity Scheduler's properties as pools. Of YARN a slot is 1 GB and one core, the
# scarcer counts: min(10240 MB, 5 cores) = 5, min(40 GB, 64 cores) = 40, a quarter of 100 slots = 25. b1 has half of 60 %.
# Defaults hold for `default`, too, which need not be declared (Hadoop: PoolManager.getMaxJobs,
# AllocationConfiguration.getQueueMaxApps; Spark: FairSchedulableBuilder.buildDefaultPool, FIFO): it has a row, unless it
# is declared. max-parallel-apps without a queue is every queue's default (the documentation of CapacityScheduler, "can be set for all
# queues"; YARN-11022).
for f in fair-scheduler spark-fairscheduler capacity-scheduler; do slot-trace --record pools "$TOP/traces/$f.xml"; done
slot-trace --from fair-scheduler --total-slots 100 "$TOP/traces/yarn-fair-scheduler.xml"
slot-trace --record pools --slot-memory 4G --quiet "$TOP/traces/yarn-fair-scheduler.xml"
slot-trace --record pools "$TOP/traces/fair-scheduler.xml" >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,ads,3,10\nb,0,web,3,10\n' | slot-replay --nodes 2 --map-slots 2 --pools pools.csv | cut -d, -f1,6
sed 's/"lab"/"default"/' "$TOP/traces/yarn-fair-scheduler.xml" |
    slot-trace --from fair-scheduler --quiet
limits='<property><name>yarn.scheduler.capacity.max-parallel-apps</name><value>9</value></property>
<property><name>yarn.scheduler.capacity.root.b.b1.max-parallel-apps</name><value>2</value></property>'
awk -v limits="$limits" '{ sub("</configuration>", limits "&"); print }' "$TOP/traces/capacity-scheduler.xml" |
    slot-trace --from capacity-scheduler --record pools
