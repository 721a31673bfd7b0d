# rule T3: nodes that beat at one instant do so in cluster order, whatever order their tasks end in: n2's map ends first in the order of launch
# (its block lies there), yet n1 takes c's task 0.
cat >tasks.csv <<E
job_id,submit_s,stage,kind,task_id,duration_s,hosts
a,0,0,map,0,10,n2
b,1,0,map,0,9,n1
c,2,0,map,0,5,
c,2,0,map,1,5,
E
slot-replay --nodes 2 --slots-per-node 1 --order fifo --placement trace --delay wait:1h --heartbeat 0 --record attempts tasks.csv | cut -d, -f1,4,7,11
