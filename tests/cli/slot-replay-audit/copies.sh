# rules C1 C3 C4 C5 C6: the case of tests/cli/slot-replay/speculate.sh, 8 maps of 100 s on 4 nodes of 2 slots, n3 at a fifth of the speed: its two would take
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
slot-replay --audit log.csv --speculate hadoop $options && cut -d, -f1,4,5,7,11,13,14 log.csv
check() {
    echo "$1: $(slot-replay --audit "$2" --speculate $3 $options 2>&1)"
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
echo '--- who is slow, where and when'
awk -F, -v OFS=, '$1 == "b" { $7 = "n2" } $4 "/" $5 == "5/1" { $7 = "n1" } { print }' log.csv >bad.csv; check 'before a task that waits' bad.csv hadoop
for rule in none hadoop:0.9 hadoop:0.2,99s hadoop:0.2,101s hadoop:0,0s late:25%,25,25 late:10%,25,25 late:100%,25,0; do
    check "as $rule" log.csv $rule
done
check "looks every 40 s" log.csv "hadoop --speculate-every 40s"
check "looks every 101 s" log.csv "hadoop --speculate-every 101s"
slot-replay --attempts one.csv --speculate late $options >/dev/null
check "one at a time, as half of the slots" one.csv late:50%,25,25
slot-replay --attempts none.csv $options >/dev/null
check "none, as hadoop" none.csv hadoop
check "none, as late" none.csv late
echo '--- a pool at its maximum'
printf 'pool,max_maps\ndefault,2\n' >pools.csv
printf 'job_id,submit_s,maps,map_s\na,0,3,100\n' >jobs.csv
printf 'node,map_slots,reduce_slots,speed\nn1,1,1,1\nn2,1,1,0.1\nn3,1,1,1\n' >cluster.csv
options='--cluster cluster.csv --heartbeat 0 --placement trace --order hfs jobs.csv'
slot-replay --attempts log.csv --speculate hadoop $options >/dev/null
cut -d, -f1,4,5,7,11,13,14 log.csv
check "its own" log.csv hadoop
check "with a maximum of 2" log.csv "hadoop --pools pools.csv"
echo '--- late: the node that had done little, and the one that hurts the most (tests/cli/slot-replay/speculate-nodes.sh, speculate-late.sh)'
printf 'node,map_slots,reduce_slots,speed\nn1,1,0,1\nn2,1,0,0.5\nn3,1,0,0.1\n' >cluster.csv
printf 'job_id,submit_s,maps,map_s\nw,0,3,10\na,100,3,200\nb,300,1,1000\n' >jobs.csv
options='--cluster cluster.csv --heartbeat 0 --placement trace jobs.csv'
slot-replay --attempts log.csv --speculate late:100%,25,25 $options >/dev/null
check "its own" log.csv late:100%,25,25
check "with the 75th percentile" log.csv late:100%,75,25
slot-replay --attempts log.csv --speculate late:100%,75,25 $options >/dev/null
check "the 75th with the 25th" log.csv late:100%,25,25
printf 'node,map_slots,reduce_slots,speed,from_s\nnA,1,0,0.2,\nnB,1,0,0.5,1290\nnC,1,0,1,\n' >cluster.csv
cat > jobs.csv <<'T'
job_id,submit_s,stage,kind,task_id,duration_s,hosts
a,0,0,map,A,300,nA
a,0,0,map,c1,337.5,nC
a,0,0,map,c2,337.5,nC
a,0,0,map,c3,337.5,nC
a,0,0,map,c4,337.5,nC
a,0,0,map,B,300,nB
T
options='--cluster cluster.csv --heartbeat 0 --placement trace --delay wait:1h jobs.csv'
slot-replay --attempts log.csv --speculate late:34%,25,50 $options >/dev/null
check "its own" log.csv late:34%,25,50
cut -d, -f4,5,7,9,11,13,14 log.csv
rule=late:34%,25,50
echo '--- late: two on n3 that would end at 500, two on n4 that would at 400; one copy at a time'
printf 'node,map_slots,reduce_slots,speed\nn1,2,1,1\nn2,2,1,1\nn3,2,1,0.2\nn4,2,1,0.25\n' >cluster.csv
printf 'job_id,submit_s,maps,map_s\na,0,8,100\n' >jobs.csv
options='--cluster cluster.csv --heartbeat 0 --placement trace jobs.csv'
rule=late:10%,25,50
slot-replay --attempts log.csv --speculate $rule $options >/dev/null
check "its own" log.csv $rule
cut -d, -f4,5,7,11,13,14 log.csv
awk -F, -v OFS=, '$4 "/" $5 == "6/1" { next } $4 "/" $5 == "4/1" { $4 = 6 } $4 "/" $5 == "6/0" { $13 = 200; $14 = "superseded" } $4 "/" $5 == "4/0" { $13 = 500; $14 = "done" } { print }' log.csv >bad.csv
check "the sooner done first" bad.csv $rule
