# rules D3, H7, L2: the same with skip counts, D1 = 2, D2 = 3, and n1 busy until 20. By hand:
#    0  n2, n3, n4 pass j by: 3 skips
#    1  nobody took the slots: offered again (--revive). n2: 3 >= D1, task 0 in the rack. n3, n4: 5 skips
#    2  n3, n4: 5 >= D1 + D2, tasks 1 and 2 anywhere
#   11  n2: task 3. Launches away from the node leave the count as it was
#   12  n3, n4: tasks 4 and 5
#   20  n1: task 6 on its node: the count starts again
#   21  n2 skips (1)
#   22  n3 and n4 are free, and a second after 21 n2 is offered again: n2, n3, n4 skip (4)
#   23  offered again: n2: 4 >= D1, task 7 in the rack; n3 skips (5); n4: task 8 anywhere
# waited_s = 1 (task 0) + 1 (task 1) + 0 0 0 0 0 + 2 (task 7) + 0 = 4.
{
    echo job_id,submit_s,stage,kind,task_id,duration_s,hosts
    echo long,0,0,map,0,20,n1
    for task in 0 1 2 3 4 5 6 7 8; do echo j,0,0,map,$task,10,n1; done
} >tasks.csv
slot-replay --nodes 4 --racks 2 --slots-per-node 1 --placement trace --order fifo --delay skips:2,3 --heartbeat 0 --attempts a.csv tasks.csv |
    cut -d, -f1,13-16,20
grep ^j, a.csv | cut -d, -f4,7,9,11,13
