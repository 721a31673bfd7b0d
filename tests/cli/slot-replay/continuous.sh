# rule Y15, by hand. Rounds each second, tasks without preference, one a round and node. At 1 n3 has two free slots and n1 is the first with
# one: n3, n1. At 2 n2 and n3 have one: n2, and n3 not before 3. All nodes of a round would have launched three at 1, or the fourth at 2.
printf 'node,rack,slots\nn1,r1,1\nn2,r1,1\nn3,r1,2\n' >nodes.csv
printf 'job_id,submit_s,maps,map_s\na,0.5,4,30\n' >jobs.csv
r='slot-replay --cluster nodes.csv --heartbeat 100 --out-of-band no --per-heartbeat 1'
$r --continuous 1s --attempts log.csv jobs.csv >rows.csv
cut -d, -f5,7,11 log.csv
# Y5: n1 is full, and its heartbeats at 0, 4, 8 and 12 tell b of its wait: the first at 4, past 3 s at 8 the rack. n2 comes at 10.1: the round of 10.5.
printf 'node,rack,slots,from_s\nn1,r1,1,\nn2,r1,1,10.1\n' >nodes.csv
printf 'job_id,submit_s,task_id,duration_s,hosts,kind\na,0,0,30,n1,map\nb,1,0,5,n1,map\n' >tasks.csv
slot-replay --cluster nodes.csv --heartbeat 4 --out-of-band no --order fifo --placement trace --delay yarn-time:3,1 --continuous 0.7 --record attempts \
    tasks.csv | cut -d, -f1,7,11
# Y15.1: the map of 0 s ends at 0, in the round at 0 there was nothing to offer, and the reduce waits for the next.
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s\na,0,1,0,1,5\n' >zero.csv
slot-replay --nodes 1 --slots-per-node 2 --heartbeat 100 --out-of-band no --continuous 1s --record attempts zero.csv | cut -d, -f1,6,11
# Y5, Y18.1: n1 is full from 2.1 on and reaches b at 3, c from the update at 4.2 on, so at 5: c may use the rack at 8.001, not 3 s behind b's step.
printf 'node,rack,slots,from_s\nn1,r1,1,\nn2,r1,2,8\n' >nodes.csv
printf 'job_id,submit_s,task_id,duration_s,hosts,kind\na,0,0,30,n1,map\nb,0.1,0,5,n1,map\nc,2.2,0,5,n1,map\n' >tasks.csv
slot-replay --cluster nodes.csv --heartbeat 1 --out-of-band no --order hfs --placement trace --delay yarn-time:3,100 --update 2.1s --continuous 0.7 \
    --record attempts tasks.csv | cut -d, -f1,7,11
echo '--- where it has no place'
slot-replay --nodes 2 --slots-per-node 1 --heartbeat 0 --continuous 5ms jobs.csv
slot-replay --nodes 2 --map-slots 1 --continuous 5ms jobs.csv
slot-replay --nodes 2 --slots-per-node 1 --delay wait:5s --continuous 5ms jobs.csv
slot-replay --nodes 2 --slots-per-node 1 --order hod:1 --continuous 5ms jobs.csv
exit 0
