# rules C1 C5 C6: the case of tests/cli/slot-replay/speculate.sh, 8 maps of 100 s on 4 nodes of 2 slots, n3 at a fifth of the speed: its two would take
# 500 s and are copied on n1 at 100, where the copies end at 200. A second job's map of 10 s, there from 100 on, goes before them: so one copy is on n2.
cat > cluster.csv <<'C'
node,map_slots,reduce_slots,speed
n1,2,1,1
n2,2,1,1
n3,2,1,0.2
n4,2,1,1
C
printf 'job_id,submit_s,maps,map_s\na,0,8,100\nb,100,1,10\n' >jobs.csv
options='--cluster cluster.csv --heartbeat 0 --placement trace --order fifo jobs.csv'
slot-replay --attempts log.csv --speculate hadoop $options >/dev/null
slot-audit log.csv slot-replay --speculate hadoop $options && cut -d, -f1,4,5,7,11,13,14 log.csv
check() {
    echo "$1: $(slot-audit "$2" slot-replay --speculate $3 $options 2>&1)"
}
# damage TASK/ATTEMPT COLUMN VALUE...
damage() {
    awk -F, -v OFS=, -v damage="$*" '
        BEGIN { n = split(damage, d, " ") }
        NR == 1 { for (i = 1; i <= NF; i++) for (k = 2; k < n; k += 2) if ($i == d[k]) at[k] = i }
        $1 "/" $4 "/" $5 == d[1] { for (k = 2; k < n; k += 2) $at[k] = d[k + 1] } { print }' log.csv >bad.csv
    check "$*" bad.csv "${rule:-hadoop}"
}
echo '--- what two attempts of a task are'
damage a/4/1 node n3 finish_s 600
damage a/4/0 outcome done finish_s 500
damage a/4/0 outcome done
damage a/4/0 finish_s 300
damage a/4/0 outcome running finish_s ''
damage a/4/1 outcome superseded
damage a/4/1 launch_s 59 finish_s 159
damage a/4/1 launch_s 101 finish_s 201
damage a/0/0 outcome superseded
damage a/4/1 attempt 2
awk -F, -v OFS=, '{ print } $4 "/" $5 == "4/1" { $5 = 2; $7 = "n4"; $11 = 150; $13 = 200; $14 = "superseded"; print }' log.csv >bad.csv; check 'a third' bad.csv hadoop
grep -v '^a,[^,]*,0,4,1,' log.csv >bad.csv; check 'without the copy' bad.csv hadoop
awk -F, -v OFS=, '$4 "/" $5 == "4/1" { $11 = 99; $13 = 199 } $4 "/" $5 == "4/0" { $13 = 199 } { print }' log.csv >bad.csv; check 'with slots for two' bad.csv hadoop
echo '--- none, and other looks'
check "as none" log.csv none
check "as hadoop:0.2,101s" log.csv hadoop:0.2,101s
check "looks every 101 s" log.csv "hadoop --speculate-every 101s"
echo '--- a pool at its maximum'
printf 'pool,max_maps\ndefault,2\n' >pools.csv
printf 'job_id,submit_s,maps,map_s\na,0,3,100\n' >jobs.csv
printf 'node,map_slots,reduce_slots,speed\nn1,1,1,1\nn2,1,1,0.1\nn3,1,1,1\n' >cluster.csv
options='--cluster cluster.csv --heartbeat 0 --placement trace --order hfs jobs.csv'
slot-replay --attempts log.csv --speculate hadoop $options >/dev/null
cut -d, -f1,4,5,7,11,13,14 log.csv
check "its own" log.csv hadoop
check "with a maximum of 2" log.csv "hadoop --pools pools.csv"
