# rule D11: a job's own wait_node_s, wait_rack_s. TR 4.3.2's IO-rate biasing on a hot file: every block is on n1; job io has 4 tasks of 5 s (64 MB in 5 s), cpu two
# of 25 s. Two nodes of one slot, each its own rack, order fair, io first in the trace. By hand, launches as task, node, time:
#   wait:10s,0,clock for both: io0 n1 0, io1 n1 5; at 10 io2 n1, and cpu0, which waited since 0, n2; io3 n1 15; cpu1 n1 20
#   cpu without a wait:  cpu0 goes to n2 at 0 and the rest is as before: 10 s of n2 are won and all of io's tasks stay local
cat >tasks.csv <<E
job_id,submit_s,kind,task_id,duration_s,hosts,wait_node_s,wait_rack_s
io,0,map,0,5,n1,,
io,0,map,1,5,n1,,
io,0,map,2,5,n1,,
io,0,map,3,5,n1,,
cpu,0,map,0,25,n1,0,0
cpu,0,map,1,25,n1,0,0
E
replay() { slot-replay --nodes 2 --racks 2 --slots-per-node 1 --placement trace --order fair --heartbeat 0 --delay wait:10s,0,clock "$@"; }
echo "the same for both"
cut -d, -f1-6 tasks.csv | replay --record attempts | cut -d, -f1,4,7,9,11
echo "biased"
replay --attempts log.csv tasks.csv | cut -d, -f1,6
cut -d, -f1,4,7,9,11 log.csv
echo "it goes before the pool's, each for itself: the pool says 20 and 30, the job 7 for the node: cpu0 at 37"
printf 'pool,wait_node_s,wait_rack_s\np,20,30\n' >pools.csv
printf 'job_id,submit_s,pool,kind,task_id,duration_s,hosts,wait_node_s\nlong,0,p,map,0,100,n1,\ncpu,0,p,map,0,25,n1,7\n' >own.csv
replay --pools pools.csv --record attempts own.csv | cut -d, -f1,7,11
echo "jobs files too; slot-trace carries the columns through, and writes none of its own"
printf 'job_id,submit_s,maps,map_s,wait_node_s\na,0,2,5,3\n' | slot-trace --record jobs | sed 's/.*think_s/think_s/'
printf 'job_id,submit_s,maps,map_s\na,0,2,5\n' | slot-trace --record jobs | sed 's/.*think_s/think_s/'
printf 'job_id,submit_s,maps,map_s,wait_node_s\na,0,2,5,-3\n' | replay
printf 'job_id,submit_s,task_id,duration_s,wait_node_s\na,0,0,5,3\na,0,1,5,4\n' | replay
