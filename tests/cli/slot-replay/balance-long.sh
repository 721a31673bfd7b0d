# rule D13: long tasks are spread over the nodes. Two nodes of two slots, each its own rack, one kind of slot, all blocks on both nodes (replication 2), skips:3, a round a
# second. Job long: 3 tasks of 100 s. By hand: at 0 n1 runs no long task, the mean is 0, not more: task 0 there. Now n1 runs 1, the mean is 1/2: n1 is crowded, the
# scan for its second slot passes long by (skip 1); n2: task 1, which is local: skips 0. Now 1 and 1, the mean is 1: nobody is crowded. n2's second slot: task 2,
# which crowds n2. Without the option n1 takes tasks 0 and 1 and n2 task 2.
try() { slot-replay --nodes 2 --racks 2 --slots-per-node 2 --replication 2 --delay skips:3 --heartbeat 0 --order fifo "$@" jobs.csv; }
printf 'job_id,submit_s,maps,map_s\nlong,0,3,100\n' >jobs.csv
try --record attempts | cut -d, -f4,7,9,11
echo "balanced"
try --balance-long 50s --record attempts | cut -d, -f4,7,9,11
# A stage is long until a task of it is done. Two nodes of four slots. quick has 5 tasks, the first of 2 s, the others of 10 s, T = 20: at 0 n1 takes task 0, is crowded and refuses
# with its three other slots; n2 takes task 1, then both have one: task 2, and n2 is crowded. At 1, a round: n1 has 1, n2 2, the mean is 1.5: n1 takes task 3, then
# 2 and 2 are the mean: task 4. At 2 task 0 is done in 2 s, and what runs of quick is not long any more.
# Job then comes at 3 and is long as yet. n1 runs none that are long: its task 0. Now n1 has 1, the mean is 1/2: task 1 on n2.
cat >tasks.csv <<E
job_id,submit_s,kind,task_id,duration_s,hosts
quick,0,map,0,2,n1|n2
quick,0,map,1,10,n1|n2
quick,0,map,2,10,n1|n2
quick,0,map,3,10,n1|n2
quick,0,map,4,10,n1|n2
then,3,map,0,10,n1|n2
then,3,map,1,10,n1|n2
E
echo "quick"
slot-replay --nodes 2 --racks 2 --slots-per-node 4 --placement trace --delay skips:9 --heartbeat 0 --order fifo --balance-long 20s --record attempts tasks.csv | cut -d, -f1,4,7,9,11
echo "a launch on a crowded node is one from afar: n1 holds the blocks of j; task 0 crowds it, and the others wait 5 s; level 2 then"
printf 'job_id,submit_s,kind,task_id,duration_s,hosts\nj,0,map,0,100,n1\nj,0,map,1,100,n1\nj,0,map,2,100,n1\n' >tasks.csv
slot-replay --nodes 2 --racks 2 --slots-per-node 3 --placement trace --delay wait:5s,0,clock --heartbeat 0 --balance-long 20s --record attempts --decisions d.csv tasks.csv | cut -d, -f1,4,7,9,11
cut -d, -f1-4,7- d.csv | grep skip
slot-replay --nodes 2 --delay wait:5s --balance-long 0 jobs.csv
