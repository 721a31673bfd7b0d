# rules B1, J1, J4, L1, L4, L6, L8, H5, S6: rows that are wrong by themselves. Line, column and value of the damage before what the audit says.
# The log: two jobs on 4 nodes in 2 racks.
printf 'job_id,submit_s,pool,maps,map_s,reduces,copy_s,reduce_s\na,0,p,6,10,2,3,5\nb,1,q,5,7,1,1,4\n' >jobs.csv
options='--nodes 4 --racks 2 --map-slots 1 --reduce-slots 1 --replication 1 --order fair jobs.csv'
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
damage 2 job_id c
damage 3 job_id a
damage 4 stage 2
damage 5 task_id 6
damage 5 task_id x
damage 6 node n5
damage 7 node n1
damage 8 rack r2
damage 9 rack east
damage 10 locality node
damage 10 locality none
damage 11 locality far
damage 12 pool p
damage 11 pool r
damage 12 kind map
damage 12 kind task
damage 13 launch_s 5
damage 13 launch_s soon
damage 13 launch_s -1
damage 13 launch_s ''
damage 14 compute_s 10
damage 14 finish_s 8
damage 14 finish_s ''
damage 15 outcome running
damage 15 outcome failed
damage 15 outcome lost
damage 15 outcome killed
damage 15 outcome dead
damage 15 killed_for q
damage 2 compute_s 5
