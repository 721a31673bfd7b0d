# rules D9, R1: --delay spark has Spark's own rounds, of the last release of 3 or that of --offers, and slots of one kind. Ten nodes of 2 slots; of
# each job 40 tasks of 4 s, four of a node each: all run where their data is, as 20 slots do two waves of 4 s for 40 tasks; j2 and j3 follow.
awk 'BEGIN { print "job_id,submit_s,stage,kind,task_id,duration_s,hosts"
    for (j = 1; j <= 3; j++) for (i = 0; i < 40; i++) printf "j%d,%d,0,task,%d,4,n%d\n", j, j, i, 1 + i % 10 }' >tasks.csv
for how in '--preset spark-3' '--delay spark:3s,3s,3s' '--delay spark:3s,3s,3s --map-slots 1 --reduce-slots 1' '--delay spark:3s,3s,3s --offers spark-2' \
    '--preset spark-2 --delay spark:3s,3s,3s'; do
    slots=--slots-per-node=2; case $how in *map*) slots= ;; esac
    # shellcheck disable=SC2086
    echo "$how: $(slot-replay --nodes 10 --order fifo --quiet $slots $how tasks.csv | awk -F, 'NR > 1 { printf "%s ends at %s, %s near; ", $1, $6, $13 }')"
done
slot-replay --nodes 10 --slots-per-node 2 --delay spark:3s,3s,3s --print-options tasks.csv | grep -E '^--(offers|delay|heartbeat)'
slot-replay --nodes 10 --slots-per-node 2 --delay spark:3s,3s,3s --offers heartbeat tasks.csv
