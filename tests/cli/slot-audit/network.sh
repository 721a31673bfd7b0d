# rules N5, N7 in a log: no read is faster than the work beside the data or than an idle link, no copy phase shorter than L4 says; what takes longer may.
# n1 has the block and no slot: 60 MB over 96M bits a second (12 MB/s) take 5 s; the map works 1 s. The job's other map is beside its block.
printf 'node,map_slots,reduce_slots\nn1,0,0\nn2,1,0\nn3,1,0\nn4,0,1\n' >cluster.csv
cat >trace.csv <<T
job_id,submit_s,stage,kind,task_id,duration_s,copy_s,input_bytes,hosts
j,0,0,map,far,1,,60000000,n1
j,0,0,map,near,4,,60000000,n3
j,0,1,reduce,r,2,2,40000000,
T
options='--cluster cluster.csv --heartbeat 0 --placement trace --network node=96M'
slot-replay --attempts log.csv $options trace.csv >/dev/null
cat log.csv
audit() { slot-audit "$1" slot-replay --quiet $options trace.csv; echo "exit $?"; }
audit log.csv
damage() { echo "$1:"; sed "$2" log.csv >bad.csv; cmp -s log.csv bad.csv && echo 'nothing damaged'; audit bad.csv; }
damage 'read too fast for the link' '/,far,/s/,5,done/,4.999999,done/'
damage 'read too fast for the work' '/,far,/s/,5,done/,0.5,done/'
damage 'near, too slow' '/,near,/s/,4,done/,4.5,done/'
damage 'near, too fast' '/,near,/s/,4,done/,3.5,done/'
slot-replay --record attempts $options --network node=8M trace.csv >slow.csv
echo 'on slower links, as if others shared them:'; audit slow.csv
# Copies: all maps are done at 5, the reduce may compute from 5 + 2/2 on, and its computing takes 2 s.
damage 'copied too soon' '/,r,/s/,[0-9.]*,[0-9.]*,done/,5.9,7.9,done/'
damage 'copied later' '/,r,/s/,[0-9.]*,[0-9.]*,done/,9,11,done/'
damage 'computes too short' '/,r,/s/,[0-9.]*,[0-9.]*,done/,9,10,done/'
# Without --network every time is known. What it leaves out it says.
echo 'without --network:'
slot-audit log.csv slot-replay --cluster cluster.csv --heartbeat 0 --placement trace trace.csv; echo "exit $?"
slot-audit log.csv slot-replay $options trace.csv
slot-replay --attempts log.csv $options --admit cpac:2,1 trace.csv >/dev/null
slot-audit log.csv slot-replay $options --admit cpac:2,1 trace.csv
echo "cpac over a network: the end of copying gives a heartbeat (rules A4, H6), of which the log does not tell: the second reducer of j starts on n2 when the first has copied"
printf 'node,rack,map_slots,reduce_slots\nn1,r1,1,0\nn2,r1,0,2\n' >two.csv
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s,shuffle_bytes\nj,0,1,1,2,0.5,5,4000000\n' >j.csv
way="--cluster two.csv --heartbeat 0 --admit cpac:2,1 --network node=8M"
slot-replay $way --record attempts j.csv | tee log.csv | cut -d, -f4,6,7,11-13
slot-audit log.csv slot-replay $way j.csv && echo "nothing found"
echo "one with nothing to copy has copied at its launch: its node makes a second heartbeat at that instant, and launches one more of --per-heartbeat 1 (rules A4, H4)"
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s,shuffle_bytes\nj,0,0,,2,0,5,4000000\n' >j.csv
way="--nodes 1 --map-slots 1 --reduce-slots 1 --heartbeat 3s --per-heartbeat 1 --admit cpac:3,2 --network node=8M"
slot-replay $way --record attempts j.csv | tee log.csv | cut -d, -f4,6,7,11-13
slot-audit log.csv slot-replay $way j.csv && echo "nothing found"
# a is done by its first attempt at 10, before its copy; its output goes with n1 at 20, while the reduce copies. That it ran again, after the copy's row, shows it.
printf 'node,map_slots,reduce_slots,speed,to_s\nn1,1,0,1,20\nn2,1,0,0.25,\nn3,1,1,1,\n' >leaves.csv
printf 'job_id,submit_s,stage,kind,task_id,duration_s,copy_s,hosts\nj,0,0,map,a,10,,n1\nj,0,0,map,b,1,,n2\nj,0,0,map,c,40,,n3\nj,0,1,reduce,r,1,1,\n' >again.csv
options='--quiet --cluster leaves.csv --placement trace --heartbeat 0 --admit cpac:1,1 --network node=10MB --speculate hadoop:0,1s --speculate-every 1s'
slot-replay $options --record attempts again.csv >log.csv
grep ,a, log.csv
slot-audit log.csv slot-replay $options again.csv && echo 'output lost, its copy between: clean'
# A4: r0 and r1 have copied all at once, so the nodes are asked again at 0; which launch was in which round a log does not say.
printf 'job_id,submit_s,stage,kind,task_id,duration_s,copy_s\nj,0,0,reduce,r0,1,0\nj,0,0,reduce,r1,1,0\nj,0,0,reduce,r2,1,0\n' >once.csv
options='--quiet --nodes 2 --heartbeat 0 --admit cpac:2,1 --network node=10MB'
slot-replay $options --record attempts once.csv >log.csv
cut -d, -f4,7,11 log.csv
slot-audit log.csv slot-replay $options once.csv && echo 'copied at once: clean'
