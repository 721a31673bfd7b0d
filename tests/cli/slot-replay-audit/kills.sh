# rules K1, K3, K4, K5: one node with 4 slots; a takes them all at 0 and 1, b is submitted at 2 to a pool with a minimum of 2 and has two of a's tasks
# killed for it at 10, past 5 s: the two newest.
printf 'pool,min_maps\np,\nq,2\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,2,60\nc,1,p,4,60\nb,2,q,2,10\n' >jobs.csv
options='--nodes 1 --map-slots 4 --heartbeat 0 --pools pools.csv --preempt kill:5s,1h,tr --preempt-every 5s jobs.csv'
slot-replay --attempts log.csv $options >/dev/null
slot-replay --audit log.csv $options && cat log.csv
damage() {
    awk -F, -v OFS=, -v row="$1" -v name="$2" -v value="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
        NR == row { $c = value } { print }' log.csv >bad.csv
    echo "$1 $2 $3"
    slot-replay --audit bad.csv $options 2>&1
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
slot-replay --audit log.csv $options --preempt kill:8s,1h,tr
slot-replay --audit log.csv $options --preempt-every 4s
slot-replay --audit log.csv $options --preempt none
echo '--- the older of a job instead of the newer'
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,2,60\nb,2,q,1,10\n' >jobs.csv
printf 'job_id,pool,stage,task_id,attempt,kind,node,rack,locality,ready_s,launch_s,compute_s,finish_s,outcome,killed_for\n' >bad.csv
cat >>bad.csv <<'END'
a,p,0,0,0,map,n1,r1,node,0,0,,10,killed,q
b,q,0,0,0,map,n1,r1,node,2,10,,20,done,
a,p,0,0,1,map,n1,r1,node,0,20,,80,done,
a,p,0,1,0,map,n1,r1,node,0,3,,63,done,
END
slot-replay --audit bad.csv --nodes 1 --map-slots 2 --pools pools.csv --heartbeat 1s --preempt kill:5s,1h,tr --preempt-every 5s jobs.csv
echo "exit $?"
