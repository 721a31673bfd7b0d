# SPDX-License-Identifier: GPL-3.0-or-later
# Spark's offers (R11): a log passes, and one with a row that cannot be does not. Two executors on m1, one on m2.
# a holds e1 for 10 s. b prefers e1: 3 s for the executor, then 4 s for its host, so e2 takes it at 3 and not before.
printf 'node,rack,slots,host\ne1,r1,1,m1\ne2,r1,1,m1\ne3,r1,1,m2\n' >nodes.csv
printf 'job_id,submit_s,stage,kind,task_id,duration_s,hosts\na,0,0,task,0,10,e1\nb,0,0,task,0,5,e1\n' >tasks.csv
replay() { slot-replay --quiet --cluster nodes.csv --order fifo --placement trace "$@" tasks.csv; }
check() { log=$1; shift; slot-audit "$log" slot-replay --quiet --cluster nodes.csv --order fifo --placement trace "$@" tasks.csv; }
# change WHAT: an awk rule on the rows
change() { awk -F, -v OFS=, "$1 1" log.csv >bad.csv; }
for offers in spark-2 spark-3; do
    set -- --offers $offers --delay spark:3s,4s,2s
    replay --attempts log.csv "$@" | cut -d, -f 1,5,6
    check log.csv "$@"
    change '$1 == "b" { $9 = "rack" }'; check bad.csv "$@"
    change '$1 == "b" { $7 = "e3" }'; check bad.csv "$@"
done
