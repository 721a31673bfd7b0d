# rule L3.1: a recorded level divides. By hand, rack=1.5, any=3: 20 s recorded at any and replayed on the node take 20 / 3, in the rack
# 20 * 1.5 / 3 = 10, at any 20 again; 10 s recorded on the node (or in the process) take 30 at any; 15 s recorded in the rack take
# 10 on the node. Without preference the recorded time stands, whatever the level was; so does a reduce's.
cat >tasks.csv <<E
job_id,submit_s,stage,kind,task_id,duration_s,hosts,locality
a,0,0,map,any-node,20,n1,any
b,0,0,map,any-rack,20,n2,any
c,0,0,map,any-any,20,n3,any
d,0,0,map,node-any,10,n3,node
e,0,0,map,process-any,10,n3,process
f,0,0,map,rack-node,15,n1,rack
g,0,0,map,any-none,20,,any
h,0,0,map,unknown-any,10,n3,
i,0,1,reduce,reduce,20,,any
E
printf 'node,rack,map_slots,reduce_slots\nn1,r1,1,1\nn2,r1,0,0\nn3,r2,0,0\n' >cluster.csv
took() { awk -F, 'NR > 1 { printf "%s %s %s %.6f\n", $1, $5, $9, $13 - $11 }'; }
replay() { slot-replay --cluster cluster.csv --heartbeat 0 --placement trace "$@"; }
check() { log=$1; shift; slot-audit "$log" slot-replay --cluster cluster.csv --heartbeat 0 --placement trace "$@"; }
replay --penalty rack=1.5,any=3 --record attempts tasks.csv | took
# With no rack level a recorded rack is any: 15 s by 3 on the node.
replay --no-rack-level --penalty any=3 --record attempts tasks.csv | took | grep -E '^[bf]'
# The audit knows the rule: the log is clean, and to a trace without the column it is not.
replay --penalty rack=1.5,any=3 --record attempts tasks.csv >log.csv
check log.csv --penalty rack=1.5,any=3 tasks.csv && echo clean
cut -d, -f1-7 tasks.csv >levels-lost.csv
check log.csv --penalty rack=1.5,any=3 levels-lost.csv 2>&1 | sed -n 1p
