# Orders beside parts, clusters and pools with which they make no sense (rules O20, O25): usage errors.
printf 'job_id,submit_s,maps,map_s\na,0,1,1\n' >jobs.csv
try() { slot-replay "$@" jobs.csv 2>&1 >/dev/null | sed -n 1p; slot-replay "$@" jobs.csv >/dev/null 2>&1; [ $? = 2 ] || echo "not a usage error"; }
two='--nodes 6 --racks 3'
try $two --order hod
try $two --order hod:
try $two --order hod:0
try $two --order hod:2.5
try $two --order hod:2,per-node
try $two --order hod:2,
try $two --order hdo:2
try $two --order hod:7
try $two --order hod:2,per-rack
try $two --order hod:2 --delay wait:5s
try $two --order hod:2 --delay adaptive
try $two --order hod:2 --delay spark:3s,3s,3s
try $two --order hod:2 --preempt kill:5s,5s
try $two --order hod:2 --placement redraw
try $two --order fifo:2
try $two --order modified-fair:500ms
try --nodes 6 --slots-per-node 3 --order modified-fair
try --nodes 6 --slots-per-node 3 --preset lo-cheng
try --nodes 6 --slots-per-node 3 --alone=lo-cheng
try $two --order modified-fair --preempt kill:5s,5s
try $two --lc-table printed
try $two --order modified-fair --lc-table pritned
try $two --delay adaptive:soon
printf 'pool,nodes\np,9\n' >pools.csv
try $two --order hod:2 --pools pools.csv
printf 'pool,nodes\np,2\n' >pools.csv
try $two --order hod:3,per-rack --pools pools.csv
printf 'pool,parent\np,\nq,p\n' >pools.csv
try $two --order modified-fair --pools pools.csv
printf 'pool,nodes\np,0\n' >pools.csv
slot-replay $two --pools pools.csv jobs.csv 2>&1
echo "--- what does make sense: cpac with both, adaptive with any order, modified-fair with any delay"
for options in '--order hod:2 --admit cpac:2,1' '--order modified-fair --admit cpac:2,1 --delay skips:3' '--order srtf --delay adaptive' '--order hod:2 --delay none --out-of-band no --per-heartbeat 1'; do
    slot-replay $two $options --record summary jobs.csv | tail -n 1 | cut -d, -f1,2
done
