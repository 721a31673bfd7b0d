# rule C3.2: the minute of Hadoop's speculation counts from the job's submission. Two slots; maps of 40, 40 and 100 s at 0: the third runs 40 to 140. At 60 it has done 20 of 100, and the mean is 2.2 / 3, so
# it lags by 0.53: copied at 60, where the other slot is idle, to 160. From its launch on the minute is over at 100: the scan of 102.
printf 'job_id,submit_s,task_id,kind,duration_s\nj,0,0,map,40\nj,,1,map,40\nj,,2,map,100\n' >trace.csv
for how in hadoop hadoop:0.2,60s,job; do
    slot-replay --quiet --nodes 2 --map-slots 1 --reduce-slots 1 --placement trace --heartbeat 0 --order fifo --speculate $how --record attempts trace.csv | cut -d, -f1,4,5,7,11,13,14
done
for bad in hadoop:0.2,60s,task hadoop:0.2,60s,job,x hadoop:2; do slot-replay --nodes 2 --slots-per-node 1 --speculate $bad trace.csv; echo "exit $?"; done
