# rules D8, H7, Y1, Y6: F1 = F2 = 0.5 of 4 nodes: a third opportunity is more than 2, and the one that opens a level may
# use it. Cluster and job as in skips-ladder, n1 busy until 20. The count after each offer; by hand:
#    0  n2: 1, the first at level node; n3: 2; n4: 3, level rack, count 0, but n4 is not in the rack
#    1  n2: 1, task 0 in the rack; n3: 2; n4: 3, level any, count 0: task 1
#    2  n3: 1, task 2
#   11  n2: 2, task 3 in the rack, closer than it might: back to level rack, the count stays; n4: 3, level any, 0: task 4
#   12  n3: 1, task 5
#   20  n1: 2, task 6 on its node: back to level node
#   21  n2: 3, level rack, 0: task 7; n4: 1
#   22  n3: 2; n4: 3, level any: task 8
# A negative threshold is no waiting: see --delay none.
{
    echo job_id,submit_s,stage,kind,task_id,duration_s,hosts
    echo long,0,0,map,0,20,n1
    for task in 0 1 2 3 4 5 6 7 8; do echo j,0,0,map,$task,10,n1; done
} >tasks.csv
r="slot-replay --nodes 4 --racks 2 --slots-per-node 1 --placement trace --order fifo --heartbeat 0"
$r --delay yarn:0.5,0.5 --record attempts tasks.csv | grep ^j, | cut -d, -f4,7,9,11
$r --delay yarn:-1,0.5 tasks.csv >off.csv
$r --delay none tasks.csv | cmp - off.csv
