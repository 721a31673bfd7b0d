# Combinations that make no sense, in the order of the man page's CAVEATS: what contradicts is a usage error, what another option leaves without effect a warning.
printf 'job_id,submit_s,maps,map_s\na,0,2,1\n' >jobs.csv
try() { echo "$*"; slot-replay --nodes 2 -o out.csv "$@" jobs.csv 2>&1 | sed 's/^slot-replay: /  /'; }
echo "contradictions"
try --cluster c.csv --nodes 2
try --slots-per-node 2 --map-slots 1
try --admit cpac:2,1 --slots-per-node 2
try --placement redraw --failure-rate 0.1
try --record timeline --timeline t.csv
try --explain a --record summary
try --explain a --runs 2
try --record decisions --decisions d.csv
try --decisions -
try --decisions jobs.csv
echo "without effect"
try --balance-long 5s
try --revive 2s
try --revive 2s --heartbeat 0 --delay wait:5s,5s,clock
try --replication 2 --placement trace
try --delay wait:5s --placement trace
try --penalty rack=2 --no-rack-level
try --per-heartbeat 1 --heartbeat 0
try --out-of-band no --heartbeat 0
try --speculate-every 5s
try --max-attempts 2
try --every 5s
try --timing
try --alone --record attempts
try --preempt-every 5s
try --preempt kill:never,never
try --preempt kill:5s,5s --order fifo
try --over-min keep
try --block-size 64M
printf 'pool,min_share_timeout_s,wait_node_s\ndefault,5,5\n' >pools.csv
try --pools pools.csv
try --pools pools.csv --order fifo
try --quiet --pools pools.csv --order fifo
echo "with what they need they are silent"
try --delay spark:1s,1s,1s --revive 2s --heartbeat 0 --slots-per-node 1
try --block-size 64M --network node=1G
try --balance-long 5s --delay skips:3 --out-of-band no --per-heartbeat 1 --penalty rack=2
try --record timeline --every 5s --pools pools.csv --over-min keep --delay wait:5s --preempt kill:never,never --preempt-every 5s
try --record summary --timing --alone --speculate late --speculate-every 5s --failure-rate 0.1 --max-attempts 3
echo "rules R15, R16: a preset's offers stay when its waits are changed; a file of tasks of which one is preferred by n1, and revivals"
printf 'job_id,submit_s,task_id,duration_s,hosts\nj,0,0,5,n1\nj,0,1,5,n1\nj,0,2,5,n1\nj,0,3,5,n1\n' >tasks.csv
for preset in spark-2 spark-3; do
    slot-replay --nodes 2 --racks 2 --preset $preset --delay spark:0,3s,3s --placement trace --slots-per-node 1 --record attempts tasks.csv | cut -d, -f4,7,11
done
