# rule D20: waits that adapt, by hand, from 8 s on. n1, n2 in r1; n3, n4 in r2; every task's one block is on n1.
#   a, b  ready at 0 with waits of 8 and 8. a at its node at 0, having waited 0; b passed by at 0, at its node at 5: on average 2.5 s for the node
#   c     ready at 6 with 2.5 and 8: in the rack at 8.5, having waited 2.5: 2.5 s for the rack
#   d     ready at 9 with 2.5 and 2.5; n2 is taken: anywhere at 14
#   e     ready at 16, n1 is free: at its node with 0: (0 + 5 + 0) / 3 = 1.666666
#   f     ready at 17 with 1.666666 and 2.5; n2 is free at 18.5, too early: in the rack at 18.666666: (2.5 + 1.666666) / 2 = 2.083333
#   g     ready at 30, n1 and n2 taken: anywhere after 1.666666 + 2.083333
{
    echo job_id,submit_s,kind,task_id,duration_s,hosts
    echo a,0,map,0,5,n1; echo b,0,map,0,10,n1; echo c,6,map,0,10,n1; echo d,9,map,0,10,n1
    echo e,16,map,0,30,n1; echo f,17,map,0,30,n1; echo g,30,map,0,1,n1
} >tasks.csv
r='slot-replay --nodes 4 --racks 2 --slots-per-node 1 --placement trace --heartbeat 0 --order fifo --delay adaptive:8s'
$r --record attempts tasks.csv | tail -n +2 | sort -t, -k11,11n | cut -d, -f1,7,9,11
$r tasks.csv | tail -n +2 | sort | cut -d, -f1,20
echo "--- 3 s unless given; a launch does not move the timer of another stage: both are ready at 0, b goes at 3 though a and x never waited"
printf 'job_id,submit_s,kind,task_id,duration_s,hosts\na,0,map,0,50,n1\nx,0,map,0,50,n2\nb,0,map,0,1,n1\n' >tasks.csv
slot-replay --nodes 3 --slots-per-node 1 --placement trace --heartbeat 0 --order fifo --delay adaptive --record attempts tasks.csv | tail -n +2 | sort | cut -d, -f1,7,9,11
