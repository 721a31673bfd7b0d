# rules S9 S10 S11 O4: who was served instead. Three nodes, each its own rack. Pool etl, minimum 4, runs one task of 100 s on n1; web, minimum 2, has one, whose
# block is on n1. At 4.1 etl gets three more, for n2: it runs 1 of the 4 that it is entitled to, web 0 of the 1: web goes first, is passed by on n2, and etl, 3 below, is served.
# On n3 both are passed by; e2's first row of that sort. At 5 the wait of a is over for its rack, which has no other node: n3 passes it by at level 1.
# 5.1: n2 again: web is passed by at level 1, and etl (running 1, 2 more) is 2 below the 3 that it can use of its minimum.
printf 'pool,min_share\netl,4\nweb,2\n' >pools.csv
cat >tasks.csv <<E
job_id,submit_s,pool,task_id,duration_s,hosts
e1,0,etl,0,100,n1
a,0,web,0,10,n1
e2,4.1,etl,0,1,n2
e2,4.1,etl,1,1,n2
e2,4.1,etl,2,1,n2
E
slot-replay --nodes 3 --racks 3 --slots-per-node 1 --placement trace --pools pools.csv --over-min keep --delay wait:5s --heartbeat 0 --until 5.5 --record decisions tasks.csv
