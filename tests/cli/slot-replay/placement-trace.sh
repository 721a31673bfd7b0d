# rules B4, B5, L1: which tasks have a preference. One rack, so a preferred task away from its node is 'rack'. Under 'trace': hosts as named (unknown
# ones ignored with a warning, the empty ones and the reduces have none). Under 'uniform' with one replica on one of two nodes: stage 0 has no
# parents and is placed, stage 1 of kind task has one and is not.
cat >trace.csv <<E
job_id,submit_s,stage,kind,task_id,duration_s,hosts
a,0,0,map,here,1,n1
a,0,0,map,there,1,n2|n1
a,0,0,map,away,1,n2
a,0,0,map,unknown,1,n99|n2
a,0,0,map,gone,1,n98
a,0,0,map,empty,1,
a,0,1,reduce,r,1,n1
E
printf 'node,slots\nn1,1\nn2,0\n' >cluster.csv
slot-replay --cluster cluster.csv --heartbeat 0 --placement trace --attempts a.csv trace.csv | cut -d, -f1,13-16
cut -d, -f4,6,7,9 a.csv
cat >dag.csv <<E
job_id,submit_s,stage,parents,kind,task_id,duration_s,hosts
d,0,0,,task,0,1,n2
d,0,1,0,task,1,1,n2
E
slot-replay --cluster cluster.csv --heartbeat 0 --placement uniform --replication 2 --record attempts dag.csv | cut -d, -f3,4,9
slot-replay --cluster cluster.csv --heartbeat 0 --placement trace --record attempts dag.csv | cut -d, -f3,4,9
# B5: a trace that names hosts is placed by them, also from a pipe, packed, several times over, and in a cell; other placements
# have to be asked for. They were drawn over without a word.
slot-replay --cluster cluster.csv --heartbeat 0 --placement trace --record attempts dag.csv >by-trace.csv
run() { slot-replay --cluster cluster.csv --heartbeat 0 --record attempts "$@" 2>&1; }
run dag.csv | cmp - by-trace.csv
run <dag.csv | cmp - by-trace.csv
cat dag.csv | run | cmp - by-trace.csv
gzip -c dag.csv | run - | cmp - by-trace.csv
cat dag.csv | run --stamp | grep -v '^#' | cmp - by-trace.csv
run --format jsonl dag.csv | grep -c '"locality":"rack"'
cat dag.csv | run --runs 2 | cut -d, -f1,5,11
slot-sweep --quiet --out cells --set load=1 -- slot-replay --cluster cluster.csv --heartbeat 0 --load '{load}' --record attempts dag.csv | cut -d, -f2- |
    cmp - by-trace.csv
slot-audit by-trace.csv slot-replay --cluster cluster.csv --heartbeat 0 dag.csv
slot-replay --cluster cluster.csv --placement hdfs dag.csv 2>&1 >/dev/null
sed '2,$s/,[^,]*$/,/' dag.csv >empty.csv
slot-replay --nodes 2 --print-options empty.csv | grep placement
slot-replay --nodes 2 --print-options dag.csv | grep placement
slot-replay --nodes 2 --print-options | grep placement
