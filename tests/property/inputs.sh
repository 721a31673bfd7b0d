# SPDX-License-Identifier: GPL-3.0-or-later
# inputs.sh - for out_of_memory.sh and torture.sh: an input of each kind in $scratch, small. $base: a cluster with pools.
# shellcheck shell=sh disable=SC2034,SC2154 # what the two use and set

slot-gen --preset tr-bm --jobs 12 --pool-names 3 >"$scratch/jobs.csv"
event() { printf '{"Event":"SparkListener%s",%s}\n' "$1" "$2"; }
{
    event LogStart '"Spark Version":"3.1.0"'
    event ApplicationStart '"App ID":"app","Timestamp":1000000,"User":"u"'
    event ExecutorAdded '"Timestamp":1000100,"Executor ID":"1","Executor Info":{"Host":"h1","Total Cores":1}'
    event JobStart '"Job ID":0,"Submission Time":1001000,"Stage IDs":[0]'
    stage='"Stage Info":{"Stage ID":0,"Stage Attempt ID":0,"Number of Tasks":1,"Submission Time":1001200,"Parent IDs":[]'
    event StageSubmitted "$stage}"
    task='"Stage ID":0,"Stage Attempt ID":0,"Task Info":{"Task ID":0,"Index":0,"Attempt":0,"Launch Time":1001300,"Executor ID":"1","Host":"h1","Locality":"NODE_LOCAL"'
    event TaskStart "$task,\"Finish Time\":0}"
    event TaskEnd "$task,\"Finish Time\":1003300,\"Failed\":false},\"Task End Reason\":{\"Reason\":\"Success\"},\"Task Metrics\":{\"Input Metrics\":{\"Bytes Read\":7}}"
    event StageCompleted "$stage,\"Completion Time\":1003300}"
    event JobEnd '"Job ID":0,"Completion Time":1003300'
    event ApplicationEnd '"Timestamp":1004000'
} >"$scratch/spark"
printf 'node,rack,map_slots,reduce_slots,from_s,to_s\n' >"$scratch/cluster.csv"
for i in 1 2 3 4 5 6 7 8; do
    echo "n$i,r$((i % 2)),4,2,0,"
done >>"$scratch/cluster.csv"
echo 'n9,r1,4,2,30,900' >>"$scratch/cluster.csv"
printf 'pool,parent,weight,min_maps,min_share_timeout_s,fair_share_timeout_s\ntop,,2,4,,\np1,top,1,2,5,20\np2,top,1,0,5,20\np3,,1,3,5,20\n' >"$scratch/pools.csv"
base="--cluster $scratch/cluster.csv --pools $scratch/pools.csv"
awk 'BEGIN { print "job_id,submit_s,maps,map_s,job_cpus,limit_s"; for (i = 0; i < 30; i++) print "j" i "," i * 3 "," 1 + i * 7 % 5 "," 10 + i * 13 % 50 "," (1 + i * 7 % 5) * (1 + i % 3) "," 20 + i * 11 % 60 }' >"$scratch/gangs.csv"
gangs='--nodes 6 --racks 2 --slots-per-node 3 --width slots --order fifo --backfill easy:3 --switches 1@9s'
slot-replay --quiet $gangs --attempts "$scratch/gangs-log.csv" "$scratch/gangs.csv" >"$scratch/none"
queues='--nodes 4 --slots-per-node 2 --heartbeat 0 --order fair --admission *=2,run=20s:long,wait=4m,short=25s;long=1'
slot-replay --quiet $queues --attempts "$scratch/queues-log.csv" "$scratch/gangs.csv" >"$scratch/none"
awk 'BEGIN { print "node,rack,slots"; for (i = 1; i <= 6; i++) print "n" i ",r" i % 2 ",3" }' >"$scratch/racks.csv"
printf 'pool,weight,demand\na,1,5\nb,2,9\n' >"$scratch/fair.csv"
printf 'spark.locality.wait 3s\nspark.locality.wait 5s\n' >"$scratch/spark.conf"
slot-replay --quiet $base --format jsonl -o "$scratch/done.jsonl" "$scratch/jobs.csv"
# shellcheck disable=SC2086 # words
slot-replay --quiet $base --order hfs --delay wait:5s --attempts "$scratch/log.csv" -o "$scratch/done.csv" "$scratch/jobs.csv"
