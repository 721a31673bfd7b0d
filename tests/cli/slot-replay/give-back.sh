# rules Y9, Y10: a pool that may run 4 of 40 slots. While a's maps are refused by their wait its reduces take all four, and
# nothing of it could ever run; with --give-back they make room. Without, the run ends in an error. S9: rows `kill`.
printf 'pool,capacity,max_capacity\np,0.1,0.1\nq,0.9,\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s,reduces,copy_s,reduce_s\na,0,p,20,10,8,1,5\nb,0,q,200,10,0,,\n' >jobs.csv
r='slot-replay --nodes 20 --racks 4 --slots-per-node 2 --preset capacity --pools pools.csv --replication 1'
$r --give-back no jobs.csv | cut -d, -f1,18-
$r --attempts log.csv --decisions rows.csv jobs.csv | cut -d, -f1,20-
echo "$(grep -c ,killed, log.csv) killed, $(grep -c 'a,kill,.*given back' rows.csv) given back"
grep -m 1 'given back' rows.csv
echo '--- what the audit says of it'
slot-audit log.csv slot-replay --nodes 20 --racks 4 --slots-per-node 2 --preset capacity --pools pools.csv --replication 1 jobs.csv
awk -F, -v OFS=, '$14 == "killed" && !n++ { $13 += 0.5 } { print }' log.csv >bad.csv
slot-audit bad.csv slot-replay --quiet --nodes 20 --racks 4 --slots-per-node 2 --preset capacity --pools pools.csv --replication 1 jobs.csv
echo '--- where it has no place'
slot-replay --nodes 2 --give-back yes --pools pools.csv jobs.csv >rows.csv
slot-replay --nodes 2 --slots-per-node 2 --give-back yes --order hod:1 jobs.csv
slot-replay --nodes 2 --slots-per-node 2 --give-back yes --heartbeat 0 --global quincy jobs.csv
slot-replay --nodes 2 --slots-per-node 2 --delay capacity:40 --placement redraw jobs.csv
slot-replay --nodes 2 --slots-per-node 2 --heartbeat 0 --off-switch 1 --per-heartbeat half jobs.csv >rows.csv
slot-replay --nodes 2 --slots-per-node 2 --off-switch 0 jobs.csv
exit 0
