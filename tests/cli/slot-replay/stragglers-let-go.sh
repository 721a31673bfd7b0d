# rules B13, B20: all nodes go at half their speed from 8 to 20. By hand: tasks of 10 s begin at 0. n1's row ended at 5 as idle; its slot stays, with the
# speed it had: 0 to 10, 10 to 20. n2: 8 s done at 8, 2 left take 4: 0 to 12; the next does 4 until 20, and ends at 26. n3 keeps its second slot from 3 on because it is
# taken and work waits; that its row goes on at another speed from 8 on changes nothing: two tasks at 0 and two at 12.
printf 'node,rack,slots,from_s,to_s,leaves\nn1,r1,1,0,5,idle\nn2,r1,1,0,,\nn3,r1,2,0,3,idle\nn3,r1,1,3,,\n' >cluster.csv
printf 'job_id,submit_s,kind,task_id,duration_s\n' >tasks.csv
for i in 0 1 2 3 4 5 6 7; do echo "a,0,map,$i,10"; done >>tasks.csv
slot-replay --cluster cluster.csv --heartbeat 0 --order fifo --stragglers 1,0.5,8s,20s --record attempts tasks.csv | cut -d, -f7,11,13
