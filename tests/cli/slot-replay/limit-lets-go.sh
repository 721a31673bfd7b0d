# rules H6, O6, O13, A7, H8, D1, D6: with --heartbeat 0 all free nodes are asked when a limit holds a stage back no longer, for the node whose slot has freed may refuse. By hand.
cluster() { printf 'node,rack,map_slots,reduce_slots,disk_bytes\n'; printf '%s\n' "$@"; }
replay() { slot-replay --quiet --heartbeat 0 --attempts a.csv "$@" | tail -n +2 | cut -d, -f1,6,20,21 && tail -n +2 a.csv | cut -d, -f1,4,7,9,11,13; }

# Each node has room for one map of a. 0: map 0 on n1, which is all that a may run. 10: it ends, n1 has no room left, n2 takes map 1 at once.
# a has no block anywhere, so no wait of any rule is in it: the same under all of them.
cluster n1,r1,1,0,100 n2,r1,1,0,100 >cluster.csv
printf 'job_id,submit_s,pool,maps,map_s,reduces,shuffle_bytes\na,0,p,2,10,0,200\n' >jobs.csv
printf 'pool,max_maps,capacity,user_limit\np,1,0.5,1\nq,,0.5,\n' >pools.csv
for delay in none wait:1s wait:1s,1s,clock adaptive:1s yarn:1,1 skips:3; do
    echo "--- a pool's maximum, $delay"
    replay --cluster cluster.csv --placement trace --pools pools.csv --order hfs --delay $delay jobs.csv
done
echo "--- a job's limit"
replay --cluster cluster.csv --placement trace --order deficit:500ms,1,0,1 jobs.csv
echo "--- a user's limit: none of the slot that is p's, so one task is let through"
sed 's/^p,1,0.5,1/p,,0.5,0/' pools.csv >users.csv
replay --cluster cluster.csv --placement trace --pools users.csv --order capacity jobs.csv

# Two slots a node, no cap on b. 0: a's map 0 and b's on n1, 3 tasks for 4 slots letting it have ⌈2 · 3/4⌉ = 2. 10: map 0 ends; 2 tasks for 4 slots leave n1 one,
# which b has until 40, and n2 one, for map 1.
echo "--- a cap by load"
cluster n1,r1,2,0, n2,r1,2,0, >two.csv
printf 'job_id,submit_s,pool,maps,map_s,reduces\na,0,p,2,10,0\nb,0,q,1,40,0\n' >load.csv
replay --cluster two.csv --placement trace --pools pools.csv --order hfs --load-cap 0 load.csv

# The block of map 1 lies on n2, which is free. 10: n1 passes a by, n2 has the block: nobody waits 30 s for what is there.
echo "--- a wait"
printf 'job_id,submit_s,pool,stage,kind,task_id,duration_s,hosts\na,0,p,0,map,0,10,n1\na,0,p,0,map,1,10,n2\n' >tasks.csv
cluster n1,r1,1,0, n2,r1,1,0, >free.csv
replay --cluster free.csv --placement trace --pools pools.csv --order hfs --delay wait:30s tasks.csv

# Nodes are asked in cluster order (H6 b). b, whose pool is first by name (O1.1), holds n1 until 5, so a begins on n2; at 10 n1 comes first.
echo "--- in cluster order"
printf 'job_id,submit_s,pool,maps,map_s,reduces\nb,0,o,1,5,0\na,0,p,2,10,0\n' >jobs.csv
sed 's/^q/o/' pools.csv >others.csv
replay --cluster free.csv --placement trace --pools others.csv --order hfs jobs.csv
