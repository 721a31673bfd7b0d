# Logs as slot-replay writes them break no rule: presets, several runs, jobs that follow others, an id that comes again, what --until cuts off. --audit
# says nothing then; axes that it does not know it names.
check() {
    log=$1; shift
    slot-replay --attempts "$log" "$@" >/dev/null && slot-audit "$log" slot-replay "$@"
    echo "exit $?: $(($(wc -l <"$log") - 1)) rows"
}
printf 'job_id,submit_s,maps,map_s,map_sigma,reduces,copy_s,reduce_s\na,0,40,8,0.5,6,3,9\nb,5,20,6,,,,\nc,6,30,2,0.3,2,1,1\n' >jobs.csv
printf 'job_id,submit_s,maps,map_s\na,0,2,1\nb,50,1,1\na,100,3,2\nc,200,1,1\na,300,1,0\n' >again.csv
for preset in hadoop-fifo hadoop-0.19-fair naive-fair fair-tr hfs; do
    check log.csv --nodes 6 --racks 2 --preset $preset jobs.csv
done
check log.csv --nodes 6 --racks 2 --runs 3 --seed 5 --jitter 2s --load 1.5 --placement hdfs --delay wait:3s --penalty rack=1.2,any=1.5 jobs.csv
check log.csv --nodes 6 --until 30 --startup 1s --commit-pending 2s jobs.csv
check log.csv --nodes 2 --map-slots 1 again.csv
check log.csv --nodes 4 "$TOP/traces/closed-loop.csv"
check log.csv --quiet --nodes 4 --slots-per-node 2 --placement trace --delay spark:0,1s,1s --heartbeat 0 "$TOP/traces/dag-tasks.csv"
check log.csv --nodes 4 --order fair-gap jobs.csv
slot-replay --record attempts --nodes 4 jobs.csv | slot-audit - slot-replay --nodes 4 jobs.csv
echo "exit $?"
echo '--- another seed, another trace, a run too many'
slot-replay --attempts log.csv --nodes 6 --racks 3 --runs 2 jobs.csv >/dev/null
slot-audit log.csv slot-replay --nodes 6 --racks 3 --runs 2 --seed 2 jobs.csv
slot-replay --attempts log.csv --nodes 6 --racks 3 jobs.csv >/dev/null
slot-audit log.csv slot-replay --nodes 6 --racks 3 --seed 2 jobs.csv
slot-audit log.csv slot-replay --nodes 2 --map-slots 1 again.csv
echo "exit $?"
