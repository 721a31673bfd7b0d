# rules D13, B8: the mean is that of the nodes that have slots. n3's three are taken by long tasks of a when they are given up at 1. b comes at 2, long as
# yet, with both blocks on n1: task 0 there. n1 now runs 1 long task and the mean of n1 and n2 is 1/2, whatever still runs on n3: n1 is crowded.
# Skips 1 and 2 at 2, on n1's other slot and on n2's; the third a second later on n1, and then n2 takes task 1. (Counted with n3's three the mean would be 2.)
printf 'node,rack,slots,from_s,to_s\nn3,r3,3,0,1\nn1,r1,2,0,\nn2,r2,1,0,\nn3,r3,0,1,\n' >cluster.csv
printf 'job_id,submit_s,kind,task_id,duration_s,hosts\na,0,map,0,50,\na,0,map,1,50,\na,0,map,2,50,\nb,2,map,0,50,n1\nb,2,map,1,50,n1\n' >tasks.csv
slot-replay --cluster cluster.csv --placement trace --delay skips:3 --heartbeat 0 --order fifo --balance-long 20s --until 10s --record attempts tasks.csv | cut -d, -f1,4,7,9,11
