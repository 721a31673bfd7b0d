# rules D1, D2, L2: tasks without preference do not wait and leave the waits as they were: j's block lies on n1, which long holds; its two tasks without
# preference go at 0 into both slots of n2; from 3 on, when one of them has ended, j is passed by, and its map with a block goes 15 s
# later in the rack, waited_s 15. With --delay none it goes at 3.
printf 'job_id,submit_s,stage,kind,task_id,duration_s,hosts\nlong,0,0,map,0,60,n1\nj,0,0,map,0,10,n1\nj,0,0,map,1,10,\nj,0,0,map,2,3,\n' >tasks.csv
printf 'node,slots\nn1,1\nn2,2\n' >cluster.csv
for delay in wait:15s none; do
    slot-replay --cluster cluster.csv --placement trace --order fifo --heartbeat 0 --delay $delay --attempts a.csv tasks.csv | cut -d, -f1,20
    grep ^j, a.csv | cut -d, -f4,7,9,11
done
