# rule L2: n1 in rack r1 has the only slot. Node-local tasks first (3, 4), then those without preference (2, 6), then the rack's (1), then
# any (0, 5); the lowest number among equals.
cat >tasks.csv <<E
job_id,submit_s,stage,kind,task_id,duration_s,hosts
a,0,0,map,0,1,n3
a,0,0,map,1,1,n2
a,0,0,map,2,1,
a,0,0,map,3,1,n1
a,0,0,map,4,1,n3|n1
a,0,0,map,5,1,n3
a,0,0,map,6,1,
E
printf 'node,rack,slots\nn1,r1,1\nn2,r1,0\nn3,r2,0\n' >cluster.csv
slot-replay --cluster cluster.csv --heartbeat 0 --placement trace --record attempts tasks.csv | cut -d, -f4,9,11
