# rules H1, H2, H4, B8, B9, B10, B11: nodes that make no heartbeat, have no free slot, are away, change their speed or are lost.
damage() {
    awk -F, -v OFS=, -v row="$1" -v name="$2" -v value="$3" -v name2="$4" -v value2="$5" '
        NR == 1 { for (i = 1; i <= NF; i++) { if ($i == name) c = i; if ($i == name2) d = i } }
        NR == row { $c = value; if (d) $d = value2 } { print }' log.csv >bad.csv
    echo "$*"
    slot-audit bad.csv slot-replay $options 2>&1
    echo "exit $?"
}
echo '--- heartbeats at 0 (n1), 1.5 (n2)'
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s\na,0,5,4,1,2\n' >jobs.csv
for band in yes no; do
    options="--nodes 2 --map-slots 1 --reduce-slots 1 --replication 2 --seed 4 --out-of-band $band jobs.csv"
    slot-replay --attempts log.csv $options >/dev/null
    slot-audit log.csv slot-replay $options && cut -d, -f3,4,7,11-13 log.csv
    damage 2 launch_s 1 finish_s 5
    damage 4 launch_s 3 finish_s 7
    damage 6 launch_s 6 finish_s 10
    damage 3 node n1
done
echo '--- a slot that is not reported yet'
options='--nodes 2 --map-slots 1 --reduce-slots 1 --replication 2 --seed 4 jobs.csv'
slot-replay --attempts bad.csv $options >/dev/null
slot-audit bad.csv slot-replay --out-of-band no $options
echo "exit $?"
echo '--- n1 is lost from 15 to 40, n2 is twice as fast from 5 on'
printf 'node,rack,map_slots,reduce_slots,speed,from_s,to_s\nn1,r1,1,0,1,,15\nn1,r1,1,0,1,40,\nn2,r1,1,1,1,0,5\nn2,r1,1,1,2,5,\n' >cluster.csv
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\na,0,4,10,1,8,5\n' >jobs.csv
options='--cluster cluster.csv --heartbeat 0 --slowstart 0.5 jobs.csv'
slot-replay --attempts log.csv $options >/dev/null
slot-audit log.csv slot-replay $options && cut -d, -f3-5,7,11-14 log.csv
damage 2 finish_s 10
damage 5 finish_s 14
damage 5 outcome done finish_s 20
damage 3 finish_s 15 outcome lost
damage 6 node n1 finish_s 25
damage 8 compute_s 20
damage 8 compute_s ''
sed '/^a,default,0,0,1/d' log.csv >bad.csv
slot-audit bad.csv slot-replay $options
echo "exit $?"
# A log made on other nodes: all of n1's rows are too long for it.
printf 'node,rack,map_slots,reduce_slots,from_s,to_s\nn1,r1,1,0,,15\nn2,r1,1,1,,\n' >other.csv
slot-audit log.csv slot-replay --cluster other.csv --heartbeat 0 --slowstart 0.5 jobs.csv
echo "exit $?"
