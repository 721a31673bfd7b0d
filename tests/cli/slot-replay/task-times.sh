# rule L3: startup + local * penalty / speed, here 1 s + 10 s * penalty / 2 with rack=1.5, any=3: node 6, rack 8.5, any 16, none 6.
# rule T1: 3 us * 1.5 / 2 = 2.25 us is 2 us, and 3 us * 3 / 2 = 4.5 us is 5 us: whole microseconds.
cat >tasks.csv <<E
job_id,submit_s,stage,kind,task_id,duration_s,hosts
a,0,0,map,node,10,n1
b,0,0,map,rack,10,n2
c,0,0,map,any,10,n3
d,0,0,map,none,10,
e,0,0,map,rack,0.000003,n2
f,0,0,map,any,0.000003,n3
E
printf 'node,rack,slots,speed\nn1,r1,1,2\nn2,r1,0,1\nn3,r2,0,1\n' >cluster.csv
slot-replay --cluster cluster.csv --heartbeat 0 --placement trace --penalty rack=1.5,any=3 --startup 1s --record attempts tasks.csv |
    awk -F, 'NR > 1 { printf "%s %s %.6f\n", $1, $9, $13 - $11 }'
