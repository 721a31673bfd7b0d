# rules D1, D3, D4, D9: the ladders of tests/naive/README.md: nodes n1, n2 in rack r1, n3 in r2; b's nine maps have their only block on n1, which a
# holds. Logs made with one wait and audited with a longer one.
cat >jobs.csv <<'END'
job_id,submit_s,kind,task_id,duration_s,hosts
a,0,map,t0,20,n1
a,0,map,t1,13,n2
END
for t in 0 1 2 3 4 5 6 7 8; do echo "b,0,map,t$t,2,n1"; done >>jobs.csv
printf 'node,rack,map_slots,reduce_slots\nn1,r1,1,0\nn2,r1,1,0\nn3,r2,1,0\n' >cluster.csv
options='--cluster cluster.csv --placement trace --heartbeat 0 --order fifo jobs.csv'
try() {
    slot-replay --attempts log.csv --delay "$1" $3 $options >/dev/null
    slot-replay --audit log.csv --delay "$1" $3 $options
    echo "$1 as $2 $3: $(slot-replay --audit log.csv --delay "$2" $3 $options 2>&1)"
}
try none wait:5s,3s
try wait:5s,3s wait:6s,3s
try wait:5s,3s wait:5s,4s
try wait:5s,3s,clock wait:8s,1s,clock
try wait:5s,3s wait:4s,3s
try none spark:0s,3s,3s
try spark:0s,3s,3s spark:0s,4s,3s '--spark-reset launch'
try spark:0s,3s,3s spark:0s,4s,3s '--spark-reset refusal'
try spark:0s,3s,3s spark:0s,3s,9s '--spark-reset launch'
try none skips:20
try skips:3,2 skips:300,2
try yarn:0.5,0.5 yarn:-1,1
# A pool's own wait goes before the rule's; the log was made without.
sed 's/^job_id/job_id,pool/; s/^\([ab]\)/\1,p/' jobs.csv >pooled.csv
printf 'pool,wait_node_s,wait_rack_s\np,8,\n' >pools.csv
slot-replay --attempts log.csv --delay wait:5s,3s ${options%jobs.csv}pooled.csv >/dev/null
slot-replay --audit log.csv --delay wait:5s,3s --pools pools.csv ${options%jobs.csv}pooled.csv
# Rows by hand: rack-local launches keep their level, one anywhere does not follow at once.
slot-replay --attempts log.csv --delay wait:5s,3s $options >/dev/null
cut -d, -f4,7,9,11 log.csv
awk -F, -v OFS=, '$1 == "b" && $4 == "t4" { $7 = "n3"; $8 = "r2"; $9 = "any"; $11 = 14; $13 = 16 } { print }' log.csv >bad.csv
slot-replay --audit bad.csv --delay wait:5s,3s $options
# A task without preference never waits, whatever the rule.
printf 'job_id,submit_s,kind,task_id,duration_s,hosts\na,0,map,t0,5,n1\nb,0,map,t0,5,\n' >jobs.csv
slot-replay --attempts log.csv --delay wait:5s $options >/dev/null
awk -F, -v OFS=, '$1 == "b" { $11 += 5; $13 += 5 } { print }' log.csv >bad.csv
slot-replay --audit bad.csv --delay wait:5s $options
echo "exit $?"
