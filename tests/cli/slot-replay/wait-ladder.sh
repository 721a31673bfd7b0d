# rules D4, D6, D7, H6, L2: ES 4.1's ladder, W1 = 5 s, W2 = 7 s. Racks n1 n2 | n3 n4, one slot a node; job long holds n1 until 31, and all of j's
# blocks lie on n1; j's tasks take 10 s. By hand:
#    0  n2, n3, n4 pass j by: its wait runs
#    5  wait = W1: task 0 on n2, in the rack. Level 1, wait 0. n3, n4 pass it by
#   12  wait = W2 at level 1: task 1 on n3, anywhere. Level 2; n4: task 2 at once, the level is kept
#   15  n2 again: task 3, closer than it might: back to level 1
#   22  n3, n4 pass it by: the wait runs
#   25  n2 again: wait 3; level 1 will do: task 4. A second is over since the last round (H7): n3, n4 pass it by
#   31  n1 again: wait 6, task 5 on its node: back to level 0; n3, n4 pass it by
#   36  wait = W1: task 6 on n2, which is free since 35, level 1; n3, n4 pass it by
#   41  n1 again: wait 5, task 7 on its node
# waited_s = 5 + 7 + 0 + 0 + 3 + 6 + 5 + 5 = 31. Columns: task, node, locality, launch, finish.
cat >tasks.csv <<E
job_id,submit_s,stage,kind,task_id,duration_s,hosts
long,0,0,map,0,31,n1
j,0,0,map,0,10,n1
j,0,0,map,1,10,n1
j,0,0,map,2,10,n1
j,0,0,map,3,10,n1
j,0,0,map,4,10,n1
j,0,0,map,5,10,n1
j,0,0,map,6,10,n1
j,0,0,map,7,10,n1
E
slot-replay --nodes 4 --racks 2 --slots-per-node 1 --placement trace --order fifo --delay wait:5s,7s --heartbeat 0 --attempts a.csv tasks.csv |
    cut -d, -f1,13-16,20
grep ^j, a.csv | cut -d, -f4,7,9,11,13
