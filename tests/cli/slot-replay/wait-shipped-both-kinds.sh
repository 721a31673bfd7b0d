# rule D5, shipped: a node's heartbeat counts while it has a free slot of any kind, also where its first two came free at one instant.
# H = 10 s; with seed 4 x asks at 0, 10 ... and y at 5, 15 ... (rule H1). x has a map and a reduce slot, y a map slot only. j1's reduce and j2
# take both slots of x at 10 and end both at 30. j3 takes its map slot at 40; the reduce slot stays free. j4 (W1 = 12 s), whose block is on
# x, is passed by on y from 45 on, and each heartbeat of x clears the mark: +5 s a pass. By hand:
#   45 marked, 50 +5, 55 marked, 60 +5, 65 marked, 70 +5 = 15: launched on y at 75
cat >tasks.csv <<E
job_id,submit_s,kind,stage,task_id,duration_s,copy_s,hosts
j1,0,map,0,m0,1,,y
j1,0,reduce,1,r0,20,0,
j2,7,map,0,m0,20,,x
j3,31,map,0,m0,100,,x
j4,41,map,0,m0,5,,x
E
cat >cluster.csv <<E
node,rack,map_slots,reduce_slots
x,r,1,1
y,r,1,0
E
slot-replay --cluster cluster.csv --placement trace --order fair --delay wait:12,0,shipped --no-rack-level --heartbeat 10 --slowstart 1 \
    --penalty rack=1,any=1 --seed 4 --record attempts tasks.csv | awk -F, '{ print $1, $7, $9, $11, $13, $14 }'
