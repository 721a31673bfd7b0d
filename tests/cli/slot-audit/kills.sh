# rules K1, K3, K4, K5: one node with 4 slots; a takes them all at 0 and 1, b is submitted at 2 to a pool with a minimum of 2 and has two of a's tasks
# killed for it at 10, past 5 s: the two newest.
printf 'pool,min_maps\np,\nq,2\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,2,60\nc,1,p,4,60\nb,2,q,2,10\n' >jobs.csv
options='--nodes 1 --map-slots 4 --heartbeat 0 --pools pools.csv --preempt kill:5s,1h,tr --preempt-every 5s jobs.csv'
slot-replay --attempts log.csv $options >/dev/null
slot-audit log.csv slot-replay $options && cat log.csv
damage() {
    awk -F, -v OFS=, -v row="$1" -v name="$2" -v value="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
        NR == row { $c = value } { print }' log.csv >bad.csv
    echo "$1 $2 $3"
    slot-audit bad.csv slot-replay $options 2>&1
    echo "exit $?"
}
damage 2 finish_s 11
damage 2 finish_s 5
damage 2 killed_for ''
damage 2 killed_for x
damage 2 killed_for p
damage 4 killed_for q
damage 2 outcome done
echo '--- other timeouts, other ticks, no preemption'
slot-audit log.csv slot-replay $options --preempt kill:8s,1h,tr
slot-audit log.csv slot-replay $options --preempt-every 4s
slot-audit log.csv slot-replay $options --preempt none
