# rule K7.6
printf 'job_id,submit_s,pool,maps,map_s\na,0,A,4,100\nb,5,B,2,30\n' >jobs.csv
printf 'pool,min_maps\nA,\nB,2\n' >pools.csv
replay() { slot-replay --quiet --nodes 2 --map-slots 2 --preempt suspend:20s,never "$@" jobs.csv; }
replay --order mlq:4
replay --speculate late
replay --network node=1G
replay --failure-rate 0.1
printf 'node,map_slots,from_s,to_s\nn1,2,0,50\nn2,2,,\n' >nodes.csv
slot-replay --cluster nodes.csv --preempt suspend:20s,never jobs.csv
slot-replay --nodes 2 --preempt suspend:20s jobs.csv
echo 'rows of suspended tasks are parts: nobody takes one for a whole'
replay --pools pools.csv --heartbeat 0 --record attempts >log.csv
slot-audit log.csv slot-replay --nodes 2 --map-slots 2 --preempt suspend:20s,never --pools pools.csv --heartbeat 0 jobs.csv
slot-trace log.csv
