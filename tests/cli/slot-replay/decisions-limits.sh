# rules S9, O11, O12, O13: why a job did not run: its user's limit, its own cap, its pool's part of the cluster, its queue's turn.
run() { slot-replay --nodes 1 --map-slots 4 --reduce-slots 1 --heartbeat 0 --until 0 --decisions rows.csv "$@" jobs.csv >/dev/null; grep -v ',launch,' rows.csv | cut -d, -f3- | sed 1d; }
printf 'job_id,submit_s,pool,user,maps,map_s\na,0,p,u,6,10\nb,0,p,u,9,10\nc,0,p,v,9,10\n' >jobs.csv
printf 'pool,capacity,max_capacity,user_limit\np,1,,0.25\n' >pools.csv
run --order capacity --pools pools.csv
printf 'pool,capacity,max_capacity,user_limit\np,1,0.5,\n' >pools.csv
run --order capacity --pools pools.csv
run --order deficit:1s,1,0,1
# a (6 tasks) is a small job, the others are not: 0 0, a; 1/2 0, b; 1/2 1, a; 1 1, a, which came first; then no slot is left
run --order 'mlq:6;2,1'
