# Each row of a log of attempts has its own pool and hosts, also where the row before has others.
cat >log <<'X'
job_id,pool,stage,task_id,attempt,kind,node,rack,locality,ready_s,launch_s,compute_s,finish_s,outcome,killed_for,hosts
a,p,0,0,0,map,n1,r,node,0,0,,1,done,,n1 n2
b,q,0,0,0,map,n2,r,node,0,0,,1,done,,n2 n3
c,q,0,0,0,map,n3,r,node,1,1,,2,done,,n2 n3
d,p,0,0,0,map,n1,r,node,1,1,,2,done,,n1
X
slot-trace --quiet --record tasks log | cut -d, -f1,3,14
