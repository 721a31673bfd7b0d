# What does not go with an allocator's offers is a usage error, by rules M1, M8.
printf 'job_id,submit_s,maps,map_s\na,0,1,1\n' >jobs.csv
printf 'node,slots,disk_bytes\nn1,1,5000000\n' >disk.csv
try() {
    echo "$*"
    slot-replay "$@" jobs.csv 2>&1 >out.csv | sed 's/^slot-replay: /  /; /^try/d'
}
one='--nodes 2 --slots-per-node 1 --order'
for rule in offers: offers:x offers:1,2,3 offers:-1 offers:1,soon offers:0,5 ofers; do try $one $rule; done
try --nodes 2 --order offers
for delay in wait:5s wait:5s,5s,shipped spark:1,1,1 yarn:0.5,0.5 adaptive capacity:40; do try $one offers --delay $delay; done
try $one offers --heartbeat 3
try $one offers --out-of-band yes
try $one offers --per-heartbeat 1
try $one offers --load-cap 0.5
try $one offers --commit-pending 3s
try $one offers --preempt kill:5s,5s
try $one offers --speculate late
try $one offers --delay skips:3 --balance-long 9
try $one offers --disk 1M
try --cluster disk.csv --order offers
try $one offers --global quincy
try $one offers --network node=1G
try $one offers --give-back yes
try $one offers --offers spark-3
try $one offers --placement redraw
echo '--- what goes with it'
for more in '' '--delay skips:2,3' '--delay wait:5s,5s,clock --failure-rate 0.1' '--delay none --cores 2 --heartbeat 0' '--order offers:0'; do
    slot-replay $one offers $more --record summary jobs.csv | tail -n 1 | cut -d, -f1,2
done
