# rules S9.7, S11, K7: the reason of a kill is that of the rule which made it: the flow of Quincy, YARN's two schedulers, --preempt suspend.
printf 'job_id,submit_s,kind,task_id,duration_s,hosts\na,0,task,0,30,n1\na,0,task,1,30,n1\nb,5,task,0,10,n2\nb,5,task,1,10,n2\n' |
    slot-replay --placement trace --heartbeat 0 --global quincy:preempt=yes --nodes 2 --racks 2 --slots-per-node 1 --record decisions | grep ,kill,
printf 'job_id,submit_s,pool,maps,map_s\nja,0,a,300,300\njb,60,b,100,300\n' >jobs.csv
for n in $(seq 50); do echo "n$n,r1,2"; done | sed '1inode,rack,slots' >nodes.csv
first_kill() { slot-replay --quiet --cluster nodes.csv --placement trace --until 150 --pools pools.csv --record decisions "$@" jobs.csv | grep -m 1 ,kill,; }
printf 'pool,weight\na,1\nb,1\n' >pools.csv
first_kill --preset yarn-fair --preempt yarn:never,30s
printf 'pool,capacity\na,0.5\nb,0.5\n' >pools.csv
first_kill --preset capacity --preempt capacity
# Two of a's tasks are suspended at 30, for b's minimum, and go on at 60.
printf 'pool,min_maps\nA,\nB,2\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,A,4,100\nb,5,B,2,30\n' >jobs.csv
suspend() { slot-replay --quiet --nodes 2 --map-slots 2 --pools pools.csv --heartbeat 0 --preempt suspend:20s,never "$@" jobs.csv; }
suspend --record decisions | awk -F, '$1 >= 30 && $3 == "a"'
suspend --explain a
