# rules A6, A7, A8, A9, A10: logs of full disks. TR 5.4's deadlock of tests/cli/slot-replay/disk-deadlock.sh: two nodes with room for 500 bytes, two jobs of eight maps of 100; b gives way at 30 and is
# back at 45. Line, column and value of each damage before what the audit says.
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s,shuffle_bytes\na,0,8,10,1,5,800\nb,5,8,10,1,5,800\n' >jobs.csv
base='--nodes 2 --map-slots 2 --reduce-slots 1 --heartbeat 0 --order fair jobs.csv'
options="--disk 500 $base"
slot-replay --attempts log.csv $options >/dev/null
slot-replay --audit log.csv $options && cut -d, -f1,4-7,11-14 log.csv
damage() {
    awk -F, -v OFS=, -v row="$1" -v name="$2" -v value="$3" -v name2="$4" -v value2="$5" '
        NR == 1 { for (i = 1; i <= NF; i++) { if ($i == name) c = i; if ($i == name2) d = i } }
        NR == row { $c = value; if (d) $d = value2 } { print }' log.csv >bad.csv
    echo "$*"
    slot-replay --audit bad.csv $options 2>&1
    echo "exit $?"
}
damage 12 outcome done
damage 12 finish_s 25
damage 11 outcome evicted
damage 14 outcome evicted
echo "b's maps do not run again"
grep -v '^b,.*,1,map' log.csv >bad.csv
slot-replay --audit bad.csv $options
echo "b is back before a has ended: its first map at 40"
awk -F, -v OFS=, 'NR == 15 { $11 = 40; $13 = 50 } { print }' log.csv >bad.csv
slot-replay --audit bad.csv $options
echo "and comes back too late"
awk -F, -v OFS=, 'NR >= 15 { $11 += 10; if ($12 != "") $12 += 10; $13 += 10 } { print }' log.csv >bad.csv
slot-replay --audit bad.csv $options
echo '--- other options'
for other in "--disk 500 --evict least-progress" "--disk 500 --evict most-space" "--disk 500 --evict none" "--disk 300" "--disk 600" "--disk 800" ""; do
    echo "$other: $(slot-replay --audit log.csv $other $base 2>&1)"
done
slot-replay --attempts log.csv --disk 500 --evict most-space $base >/dev/null
echo "most-space as latest: $(slot-replay --audit log.csv $options 2>&1)"
slot-replay --attempts log.csv $base >/dev/null
echo "no limit as --disk 500: $(slot-replay --audit log.csv $options 2>&1)"
echo '--- of maps alone the log says only that they ran again'
printf 'job_id,submit_s,maps,map_s,shuffle_bytes\na,0,8,10,800\nb,5,8,10,800\n' >jobs.csv
slot-replay --attempts log.csv $options >/dev/null
slot-replay --audit log.csv $options && cut -d, -f1,4-7,11-14 log.csv | grep b,
damage 11 node n1
damage 12 launch_s 25 finish_s 35
damage 13 launch_s 30 finish_s 40
echo "two nodes have one room each (A6)"
printf 'node,rack,map_slots,reduce_slots,disk_bytes\nn1,r1,2,1,900\nn2,r1,2,1,100\n' >cluster.csv
slot-replay --audit log.csv --cluster cluster.csv --heartbeat 0 --order fair jobs.csv
