# SPDX-License-Identifier: GPL-3.0-or-later
# Spark's offers (R6, R10, R11, R14): a log passes, and one with a row that cannot be does not. Two executors on m1, one on m2.
# a holds e1 for 10 s. b prefers e1: 3 s for the executor, then 4 s for its host, so e2 takes it at 3 and not before.
printf 'node,rack,slots,host\ne1,r1,1,m1\ne2,r1,1,m1\ne3,r1,1,m2\n' >nodes.csv
printf 'job_id,submit_s,stage,kind,task_id,duration_s,hosts\na,0,0,task,0,10,e1\nb,0,0,task,0,5,e1\n' >tasks.csv
replay() { slot-replay --quiet --cluster nodes.csv --order fifo --placement trace "$@" tasks.csv; }
# change WHAT: an awk rule on the rows
change() { awk -F, -v OFS=, "$1 1" log.csv >bad.csv; }
for offers in spark-2 spark-3; do
    set -- --offers $offers --delay spark:3s,4s,2s
    replay --attempts log.csv "$@" | cut -d, -f 1,5,6
    replay --audit log.csv "$@"
    change '$1 == "b" { $11 = 2; $13 = 7 }'; replay --audit bad.csv "$@"
    change '$1 == "b" { $11 = 3.5; $13 = 8.5 }'; replay --audit bad.csv "$@"
    change '$1 == "b" { $9 = "rack" }'; replay --audit bad.csv "$@"
    change '$1 == "b" { $7 = "e3"; $9 = "rack"; $11 = 6; $13 = 11 }'; replay --audit bad.csv "$@"
done
# Without waits no slot stays free beside a task, and of two the lower number goes first.
printf 'job_id,submit_s,stage,kind,task_id,duration_s,hosts\na,0,0,task,0,10,m1\na,0,0,task,1,10,m1\na,0,0,task,2,10,m1\na,0,0,task,3,10,m1\n' >tasks.csv
set -- --offers spark-3 --delay spark:0,0,0
replay --attempts log.csv "$@" | cut -d, -f 1,5,6
change '$4 == 3 { $11 = 11; $13 = 21 }'; replay --audit bad.csv "$@"
change '$4 == 3 { $4 = "x" } $4 == 0 { $4 = 3 } $4 == "x" { $4 = 0 }'; replay --audit bad.csv "$@"
