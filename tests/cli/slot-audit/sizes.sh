# rules Z1, Z2, Z3: CPUs and memory of a node. By hand: tasks of 2 CPUs and 3 bytes, four slots; two go at once on 5 CPUs or 8 bytes, one on 3 CPUs or 5.
printf 'job_id,submit_s,maps,map_s,task_cpus,task_memory\na,0,4,10,2,3\n' >jobs.csv
printf 'node,rack,map_slots,cpus,memory\nn1,r1,4,5,\n' >five.csv
common='slot-replay --quiet --heartbeat 0 --placement uniform'
audit() { echo "$*: $(slot-audit log.csv $common "$@" jobs.csv 2>&1)"; }
one='--nodes 1 --map-slots 4'
$common --attempts log.csv $one --node-cpus 5 jobs.csv >/dev/null
audit $one --node-cpus 5
audit $one --node-cpus 4
audit $one --node-cpus 3
audit $one --node-memory 6
audit $one --node-memory 5
audit --cluster five.csv --node-cpus 3
audit --cluster five.csv --node-memory 5
echo '--- who does not say takes a CPU and no memory'
printf 'job_id,submit_s,maps,map_s\na,0,4,10\n' >jobs.csv
$common --attempts log.csv $one jobs.csv >/dev/null
audit $one --node-cpus 4 --node-memory 1
audit $one --node-cpus 3
