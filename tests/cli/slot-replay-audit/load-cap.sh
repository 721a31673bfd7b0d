# rule H8: a log made with another load cap is found out, and so is a launch moved by hand to a node that has its part.
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s\na,0,6,10,2,5\nb,3,9,7,0,\n' >jobs.csv
nodes='--nodes 4 --map-slots 4 --reduce-slots 2'
check() {
    log=$1; shift
    slot-replay --attempts "$log" "$@" >/dev/null && slot-replay --audit "$log" "$@"
    echo "exit $?"
}
for x in 0 0.1 0.3; do
    check $x.csv $nodes --heartbeat 0 --load-cap $x jobs.csv
    check log.csv $nodes --load-cap $x --delay wait:3s --replication 1 jobs.csv
done
check none.csv $nodes --heartbeat 0 jobs.csv
echo '--- without a cap, as if with one; with one of 0, as if with one of 0.3, or none'
slot-replay --audit none.csv $nodes --heartbeat 0 --load-cap 0 jobs.csv
slot-replay --attempts beats.csv $nodes --load-cap 0 jobs.csv >/dev/null
slot-replay --audit beats.csv $nodes --load-cap 0.3 jobs.csv
slot-replay --audit beats.csv $nodes jobs.csv
echo '--- 6 maps on 16 slots are 2 a node: the first of n2 is moved to n1'
printf 'job_id,submit_s,maps,map_s\na,0,6,10\n' >six.csv
slot-replay --attempts log.csv $nodes --replication 4 --heartbeat 0 --load-cap 0 six.csv >/dev/null
awk -F, -v OFS=, '$4 == 2 { $7 = "n1" } { print }' log.csv >bad.csv
slot-replay --audit bad.csv $nodes --replication 4 --heartbeat 0 --load-cap 0 six.csv
