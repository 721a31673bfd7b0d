# rules T2, T3, L4: tasks launched at one instant that end at one. At 0 z0 and a0, which end at 1; then a1, a's reduce and b0, all of which
# end at 2, in the order of their launch: when the reduce ends is known only when a1 has ended, and b0 comes after it.
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\nz,0,1,1,,,\na,0,2,1,1,0,0\nb,0,1,1,,,\n' >jobs.csv
run() { slot-replay --nodes 1 --map-slots 2 --reduce-slots 1 --heartbeat 0 --order fifo --record attempts "$@" jobs.csv | cut -d, -f1,4,6,11,13,14; }
run
# Where the slot is free at the node's next heartbeat, all have ended before any of them reports.
run --heartbeat 1 --out-of-band no
# What still runs is told in the order of launch, too.
run --until 1.5
# b0, a's reduce and b1 are launched at 1 on n1, in this order. At 1.5, when a's last map ends on n2, the reduce is known to end at 2,
# between the two others.
printf 'node,map_slots,reduce_slots\nn1,2,1\nn2,1,0\n' >cluster.csv
cat >jobs.csv <<E
job_id,submit_s,stage,parents,kind,task_id,duration_s,copy_s
z,0,0,,map,0,1,
a,0,0,,map,0,1,
a,0,0,,map,1,1.5,
a,0,1,0,reduce,r,0.5,0
b,0,0,,map,0,1,
b,0,0,,map,1,1,
E
slot-replay --cluster cluster.csv --heartbeat 0 --order fifo --record attempts jobs.csv | cut -d, -f1,4,7,11,13
