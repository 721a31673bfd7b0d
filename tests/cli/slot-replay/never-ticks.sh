# rule J6: updates, checks and looks go on for as long as jobs are in the system; where nothing else is left to come the replay ends as it does without them.
try() { echo "$1"; timeout 20 slot-replay --quiet --nodes 2 $1 --pools pools.csv jobs.csv | cut -d, -f1,6; }
echo '--- a maximum of 0 for good, set while the job is in: 4 of 12 maps are done at 10, 4 more run until 20'
printf 'pool,max_maps,from_s\np,,\np,0,12\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,12,10\n' >jobs.csv
for how in '--order hfs' '--order fair-gap' '--order modified-fair' '--preempt kill:1,1' '--speculate late' '--speculate hadoop --order capacity' '--preset fair-tr' '--heartbeat 0 --global quincy --preempt kill:1,2'; do try "$how"; done
echo '--- no jobs let in any more, and deficits'
printf 'pool,max_jobs,from_s\np,1,\np,0,3\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,p,2,10\nb,1,p,2,10\n' >jobs.csv
try '--order deficit'
echo '--- nodes that are gone'
printf 'node,map_slots,reduce_slots,to_s\nn1,2,1,5\n' >gone.csv
timeout 20 slot-replay --cluster gone.csv --preset late jobs.csv
timeout 20 slot-replay --cluster gone.csv --preset lo-cheng jobs.csv
echo '--- private ones'
printf 'node,map_slots,reduce_slots,to_s\nn1,2,1,5\nn2,2,1,\n' >fewer.csv
timeout 20 slot-replay --cluster fewer.csv --order hod:2 --speculate hadoop jobs.csv
echo '--- nor do heartbeats bring anything: of 10 reduces two copy, one a node, and wait for the last maps; the others may not start there (A2), so nodes go on asking'
printf 'pool,max_maps,from_s\np,,\np,0,12\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s,reduces,reduce_s\na,0,p,12,10,10,5\n' >jobs.csv
for how in '--admit cpac:3,1' '--admit cpac:3,1 --preempt kill:1,1' '--admit cpac:3,1 --heartbeat 0 --delay wait:1,1'; do try "$how"; done
echo '--- a pool at its maximum of one slot, held by a reduce that waits for the map lost at 5: it could be copied, but for the maximum'
printf 'pool,max_share\np,1\n' >one.csv
printf 'node,slots,to_s\nn2,2,\nn1,1,5\n' >second.csv
printf 'job_id,submit_s,pool,stage,kind,task_id,duration_s,copy_s,hosts\nj,0,p,0,map,a,1,,n1\nj,0,p,0,map,b,1,,n1\nj,0,p,1,reduce,r,1,10,\n' >held.csv
timeout 20 slot-replay --cluster second.csv --heartbeat 0 --slowstart 1 --delay wait:20s --placement trace --pools one.csv --speculate late:1,0,100,1s held.csv
timeout 20 slot-replay --cluster second.csv --slowstart 1 --delay wait:20s --placement trace --pools one.csv --speculate hadoop:0,1s held.csv
echo '--- both slots of n2 are held by reduces that wait for map a, which was lost with n1 at 5. From 6 on q waits; past its hour, at 3615, one reduce is killed:'
echo '    k until 3620, a until 3630, r2 copies for 1 s and computes for 1. Without killing nobody moves'
printf 'node,slots,to_s\nn1,1,5\nn2,2,\n' >hoard.csv
printf 'job_id,submit_s,pool,stage,kind,task_id,duration_s,copy_s,hosts\nj,0,p,0,map,a,10,,n1\nj,0,p,0,map,b,1,,n2\nj,0,p,1,reduce,r,1,1,\nj,0,p,1,reduce,r2,1,1,\nk,6,q,0,map,a,5,,n2\n' >hoard-jobs.csv
for x in kill:never,1h,tr none kill:2h,never; do timeout 20 slot-replay --cluster hoard.csv --placement trace --heartbeat 0 --preempt $x hoard-jobs.csv | cut -d, -f1,6; done
