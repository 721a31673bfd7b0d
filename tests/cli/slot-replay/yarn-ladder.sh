# rules D8, H7: F1 = F2 = 0.5 of 4 nodes: a third missed offer is more than 2. Cluster and job as in skips-ladder, n1 busy until 20. By hand:
#    0  n2, n3, n4 are missed: 3, level rack, count 0
#    1  n2: task 0 in the rack. n3, n4 missed (2)
#    2  n3 missed (3), level any; n4: task 1 anywhere
#    3  n3: task 2
#   11  n2: task 3 in the rack, closer than it might: back to level rack, count 0
#   12  n4 missed (1)
#   13  n3 (free now), n4 missed (3): level any
#   14  n3, n4: tasks 4 and 5
#   20  n1: task 6 on its node: back to level node, count 0
#   21, 22, 23  n2 missed (3): level rack
#   24  n2: task 7 in the rack; n3, n4 missed (2)
#   25  n3 missed (3), level any; n4: task 8
# A negative threshold is no waiting: see --delay none.
{
    echo job_id,submit_s,stage,kind,task_id,duration_s,hosts
    echo long,0,0,map,0,20,n1
    for task in 0 1 2 3 4 5 6 7 8; do echo j,0,0,map,$task,10,n1; done
} >tasks.csv
r="slot-replay --nodes 4 --racks 2 --slots 1 --placement trace --order fifo --heartbeat 0"
$r --delay yarn:0.5,0.5 --emit attempts tasks.csv | grep ^j, | cut -d, -f4,7,9,11
$r --delay yarn:-1,0.5 tasks.csv >off.csv
$r --delay none tasks.csv | cmp - off.csv
