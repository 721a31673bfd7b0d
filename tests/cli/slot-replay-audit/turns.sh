# rules O2, O3, O4, O6, O9, H4, H5, H6, L2: a log that is sound in itself, but not of these options: whose turn it was, which task, how many.
printf 'job_id,submit_s,pool,priority,maps,map_s,reduces,reduce_s\na,0,p,,12,10,0,\nb,0,p,,7,10,0,\nc,0,q,,3,10,0,\nd,2,q,high,3,10,0,\n' >jobs.csv
printf 'pool,weight,min_maps,max_maps\np,1,,\nq,2,,\n' >even.csv
printf 'pool,weight,min_maps,max_maps\np,1,,3\nq,2,,\n' >most.csv
printf 'pool,weight,min_maps,max_maps\np,1,3,\nq,2,,\n' >least.csv
common='--nodes 4 --map-slots 1 --replication 4 --heartbeat 0'
for order in fifo fair hfs sjf srtf; do
    slot-replay --attempts $order.csv $common --order $order --pools even.csv jobs.csv >/dev/null
    for other in fifo fair hfs sjf srtf; do
        echo "$order as $other: $(slot-replay --audit $order.csv $common --order $other --pools even.csv jobs.csv 2>&1)"
    done
done
echo "with a maximum: $(slot-replay --audit hfs.csv $common --order hfs --pools most.csv jobs.csv 2>&1)"
echo "with a minimum: $(slot-replay --audit hfs.csv $common --order hfs --pools least.csv jobs.csv 2>&1)"

echo '--- as many as there are slots, against one a heartbeat'
printf 'job_id,submit_s,maps,map_s\na,0,8,10\n' >jobs.csv
slot-replay --attempts all.csv --nodes 2 --map-slots 4 jobs.csv >/dev/null
slot-replay --audit all.csv --nodes 2 --map-slots 4 --per-heartbeat 1 jobs.csv
slot-replay --attempts one.csv --nodes 2 --map-slots 4 --per-heartbeat 1 jobs.csv >/dev/null
slot-replay --audit one.csv --nodes 2 --map-slots 4 jobs.csv
slot-replay --attempts sooner.csv --nodes 2 --map-slots 4 --heartbeat 0 jobs.csv >/dev/null

echo '--- a heartbeat that launched nothing, and nothing that called for one'
awk -F, -v OFS=, 'NR == 9 { $11 += 3; $13 += 3 } { print }' all.csv >bad.csv
slot-replay --audit bad.csv --nodes 2 --map-slots 4 jobs.csv
awk -F, -v OFS=, 'NR == 9 { $11 += 3; $13 += 3 } { print }' sooner.csv >bad.csv
slot-replay --audit bad.csv --nodes 2 --map-slots 4 --heartbeat 0 jobs.csv
printf 'job_id,submit_s,maps,map_s\na,0,1,10\n' >one-map.csv
slot-replay --attempts one-map.log --nodes 1 --map-slots 1 --heartbeat 0 one-map.csv >/dev/null
awk -F, -v OFS=, 'NR == 2 { $11 += 3; $13 += 3 } { print }' one-map.log >bad.csv
slot-replay --audit bad.csv --nodes 1 --map-slots 1 --heartbeat 0 one-map.csv

echo '--- the task that was closest'
printf 'job_id,submit_s,task_id,duration_s,hosts\na,0,t0,10,n2\na,0,t1,10,n1\na,0,t2,10,n1\na,0,t3,10,\n' >tasks.csv
options='--nodes 2 --racks 2 --slots 1 --placement trace --heartbeat 0 tasks.csv'
slot-replay --attempts log.csv $options >/dev/null
slot-replay --audit log.csv $options && cut -d, -f4,7,9,11 log.csv
swap() {
    awk -F, -v OFS=, -v x="$1" -v y="$2" 'NR > 1 { if ($4 == x) $4 = y; else if ($4 == y) $4 = x } { print }' log.csv >bad.csv
    echo "$1 for $2"
    slot-replay --audit bad.csv $options
}
swap t1 t2
sed 's/t2,0,task,n1,r1,node,0,10/t3,0,task,n1,r1,none,0,10/; t; s/t3,0,task,n2,r2,none,0,10/t2,0,task,n2,r2,any,0,10/' log.csv >bad.csv
slot-replay --audit bad.csv $options
echo "exit $?"
