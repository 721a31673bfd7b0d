# Rules R1 and R2: what does not go with Spark's offers is a usage error, wherever it stands.
printf 'job_id,submit_s,stage,parents,kind,task_id,duration_s,hosts\na/1,0,0,,task,0,10,n1\n' >trace.csv
printf 'node,rack,slots,host\nx1,,1,n1\nx2,,1,n1\n' >hosts.csv
printf 'node,rack,slots,host\nx1,r1,1,n1\nx2,r2,1,n1\n' >two-racks.csv
printf 'node,map_slots,reduce_slots\nn1,1,1\n' >kinds.csv
printf 'node,slots,disk_bytes\nn1,1,5000000\n' >disk.csv
mode='--offers spark-3 --delay spark:3s,3s,3s --order fifo --placement trace'
try() {
    echo "$*"
    slot-replay "$@" trace.csv 2>&1 >out.csv | sed 's/^slot-replay: /  /; /^try/d'
}
try --nodes 2 --slots-per-node 1 $mode
try --cluster hosts.csv $mode --heartbeat 0
try --cluster hosts.csv --placement trace
try --cluster two-racks.csv $mode
try --cluster kinds.csv $mode
try --cluster disk.csv $mode
one='--nodes 2 --slots-per-node 1'
try $one $mode --order fair
try $one $mode --delay none
for more in '--heartbeat 3s' '--per-heartbeat 1' '--out-of-band yes' '--offers heartbeat' '--load-cap 0.5' '--commit-pending 1s' \
    '--preempt kill:1s,1s' '--speculate late' '--balance-long 5s' '--disk 1G' '--global quincy' '--placement redraw' '--network node=1G'; do
    try $one $mode $more
done
for release in spark-4 spark spark-5 spark-3. spark-3.1.2.4 spark-3,old spark-3, 3.5; do
    try $one --offers $release
done
echo "of a preset the offers are what --global takes the place of"
try $one --preset spark-3 --global quincy --placement trace
