# Three tasks share a core for the longest time that there is, and would end after it. The audit of the ten seconds that are played ends.
printf 'job_id,submit_s,maps,map_s\na,0,3,2305843009213\n' >ages.csv
run() { slot-replay --nodes 1 --slots-per-node 3 --cores 1 --heartbeat 0 --until 10 "$@" ages.csv; }
check() { log=$1; shift; slot-audit "$log" slot-replay --nodes 1 --slots-per-node 3 --cores 1 --heartbeat 0 --until 10 "$@" ages.csv; }
run --attempts log | tail -n 1
(ulimit -t 20; check log) && echo 'nothing refused'
