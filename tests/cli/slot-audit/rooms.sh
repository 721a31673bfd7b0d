# rules A6, A8: TR 5.4's deadlock of tests/cli/slot-replay/disk-deadlock.sh: two nodes with room for 500 bytes, two jobs of eight maps of 100;
# b gives way at 30 and is back at 45. When its maps were deleted no row says, so that a log may be right and cannot be told to be.
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s,shuffle_bytes\na,0,8,10,1,5,800\nb,5,8,10,1,5,800\n' >jobs.csv
base='--nodes 2 --map-slots 2 --reduce-slots 1 --heartbeat 0 --order fair jobs.csv'
options="--disk 500 $base"
check() { slot-audit "$1" slot-replay $options 2>&1; echo "$2: exit $?"; }
slot-replay --attempts log.csv $options >/dev/null
check log.csv 'its own'
damage() {
    awk -F, -v OFS=, -v row="$1" -v name="$2" -v value="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
        NR == row { $c = value } { print }' log.csv >bad.csv
    check bad.csv "$*"
}
damage 12 outcome done
damage 11 outcome evicted
damage 14 finish_s 46
grep -v '^b,.*,1,reduce' log.csv >bad.csv
check bad.csv "b's reduce does not run again"
options="--disk 500 --evict none $base"
check log.csv 'no job gives way'
options=$base
check log.csv 'no node lacks room'
echo '--- one job alone has room: nothing is deleted, and all is told'
head -n 2 jobs.csv >one.csv
options='--disk 500 --nodes 2 --map-slots 2 --reduce-slots 1 --heartbeat 0 one.csv'
slot-replay --attempts log.csv $options >/dev/null
check log.csv 'its own'
