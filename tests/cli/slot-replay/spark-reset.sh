# rule D9 H7
# SPARK-18886: 100 one-core executors, one a host, one host a rack; 500 tasks of 5 s that prefer one host; waits 0, 3 s, 3 s.
# launch: the host takes one every 5 s, before the 3 + 3 s are over, and each launch restarts the timer: 500 x 5 = 2,500 s, all local.
# refusal: at 6 the other 99 may: they run 5 tasks each from 6 to 31, 495, and the host 5 from 0 to 25: 31 s.
awk 'BEGIN { print "job_id,submit_s,stage,kind,task_id,duration_s,hosts"; for (i = 0; i < 500; i++) print "j,0,0,task," i ",5,n1" }' >five.csv
sed 's/,5,n1$/,7,n1/' five.csv >seven.csv
for reset in launch refusal; do
    slot-replay --nodes 100 --racks 100 --slots 1 --placement trace --heartbeat 0 --delay spark:0s,3s,3s --spark-reset $reset five.csv | awk -F, 'NR == 2 { print $7, $13, $15 }'
done
# With 7 s the timer runs out before the host launches again, so both rules let the 99 in at 6: 5 waves of 7 s end at 41.
for reset in launch refusal; do
    slot-replay --nodes 100 --racks 100 --slots 1 --placement trace --heartbeat 0 --delay spark:0s,3s,3s --spark-reset $reset seven.csv | awk -F, 'NR == 2 { print $7 }'
done
