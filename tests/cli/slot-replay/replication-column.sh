# rule B2.1: a job's own number of replicas (ES 3.5.1, TR 4.3.2: hot files have more).
# Ten nodes of four slots, 40 maps at once, each slot offered once, no wait: with a replica on each of ten nodes all maps are node-local, and 255
# are cut to ten. b and c read a's file: their first replicas are a's, so what was node-local for a's blocks can be so for theirs.
jobs() { printf 'job_id,submit_s,maps,map_s,input_id,replication\na,0,40,10,f,%s\n' "$1"; }
for r in '' 1 2 10 255; do
    jobs "$r" | slot-replay --nodes 10 --racks 2 --map-slots 4 --order fifo --delay none --heartbeat 0 --placement uniform | sed -n "2s/^/$r: /p" | cut -d, -f1,13,14,15
done
echo '--replication is for the others'
jobs '' | slot-replay --nodes 10 --racks 2 --map-slots 4 --order fifo --delay none --heartbeat 0 --placement uniform --replication 10 | sed 1d | cut -d, -f1,13

echo 'where blocks lie: of five nodes one has a slot, each in turn. All 20 blocks have R replicas, so the five add up to 20 R; more replicas are more on each node'
for r in 1 2 3 4 5; do
    for i in 1 2 3 4 5; do
        awk -v i=$i 'BEGIN { print "node,rack,map_slots"; for (k = 1; k <= 5; k++) print "n" k ",r1," (k == i) }' >nodes.csv
        printf 'job_id,submit_s,maps,map_s,input_id,replication\na%s,0,20,1,f,%s\n' $r $r |
            slot-replay --cluster nodes.csv --order fifo --delay none --heartbeat 0 --placement uniform | sed 1d | cut -d, -f13
    done | awk -v r=$r '{ sum += $1; s = s " " $1 } END { print r ":" s ", " sum }'
done

echo 'refused'
for r in 0 256 x -1; do jobs $r | slot-replay --nodes 10; done 2>&1 | grep -v '^job_id'
echo 'kept'
jobs 7 | slot-trace
