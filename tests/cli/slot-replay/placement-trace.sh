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
slot-replay --cluster cluster.csv --heartbeat 0 --replication 2 --emit attempts dag.csv | cut -d, -f3,4,9
slot-replay --cluster cluster.csv --heartbeat 0 --placement trace --emit attempts dag.csv | cut -d, -f3,4,9
