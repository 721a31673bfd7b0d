#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A column hosts that was added to attempts is used (SPARK-27214 in small: data on 4 of 100 executors, Spark 2's wait). The replay of the log is right with them.
{ echo node,rack,slots; for i in $(seq 100); do echo "n$i,r1,1"; done; } >nodes.csv
awk 'BEGIN { print "job_id,submit_s,task_id,duration_s,hosts"; for (i = 0; i < 400; i++) printf "big,0,%d,2,n%d\n", i, i % 4 + 1 }' >trace.csv
slot-replay --quiet --cluster nodes.csv --no-rack-level --preset spark-2 --delay spark:3s,3s,3s --placement trace --record attempts trace.csv >log.csv
awk -F, -v OFS=, 'NR == FNR { hosts[$3] = $5; next } FNR == 1 { print $0, "hosts"; next } { print $0, hosts[$4] }' trace.csv log.csv >with.csv
slot-trace with.csv | cut -d, -f1,2,10,14,17 | head -3
slot-trace log.csv | cut -d, -f1,2,10,14,17 | head -2
slot-advise --quiet --preset spark-2 --cluster nodes.csv with.csv | sed -n 3,5p
slot-advise --quiet --preset spark-2 --cluster nodes.csv with.csv | sed -n '/^SURE/,/^LOAD/p' | head -3
# On 25 of them what distance may cost decides, and the advice says so.
awk 'BEGIN { print "job_id,submit_s,task_id,duration_s,hosts"; for (i = 0; i < 400; i++) printf "big,0,%d,2,n%d\n", i, i % 25 + 1 }' >trace.csv
slot-replay --quiet --cluster nodes.csv --no-rack-level --preset spark-2 --delay spark:3s,3s,3s --placement trace --record attempts trace.csv >log.csv
awk -F, -v OFS=, 'NR == FNR { hosts[$3] = $5; next } FNR == 1 { print $0, "hosts"; next } { print $0, hosts[$4] }' trace.csv log.csv >with.csv
slot-advise --quiet --preset spark-2 --cluster nodes.csv with.csv | sed -n 3,5p
