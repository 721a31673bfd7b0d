# rules E2 E3 E4 E5 E6 E7 E8 E9 H4: what Hadoop 1's JobTracker does otherwise. Nodes n1 to n4 with a map and a reduce slot, heartbeats of 3 s at 0.75 (n1), 0 (n2), 1.5 (n3)
# and 2.25 (n4); the launches of most cases are those of FairScheduler and JobInProgress 1.2.1 in virtual time (tests/real/hadoop1).
printf 'node,rack,map_slots,reduce_slots\nn1,r1,1,1\nn2,r1,1,1\nn3,r2,1,1\nn4,r2,1,1\n' >four.csv
hadoop='--preset hadoop-1.2.1 --update 0 --load-cap 1 --heartbeat 3s --commit-pending 0 --placement trace --slowstart 1 --cluster four.csv'
replay() { slot-replay --quiet $hadoop --record attempts "$@" tasks.csv | awk -F, 'NR > 1 { print $11, $7, $1, $6, $4, $9, ($14 == "done" ? "" : $14) }' | sort -n; }

echo '--- E2: a map of 4 s on n2 ends at 4 and is reported at 6: n2 launches the reduce then. Known at its end, n3 has it at 4.5'
printf 'job_id,submit_s,stage,kind,task_id,duration_s,copy_s,hosts\na,0,0,map,0,4,,n2\na,0,1,reduce,0,5,0,\n' >tasks.csv
replay; replay --offers heartbeat
echo '--- E3: while maps 3 and 4, which have no hosts, wait, all go anywhere; they go last, and leave the job at any'
printf 'job_id,submit_s,stage,kind,task_id,duration_s,hosts\na,0,0,map,0,30,n1\na,0,0,map,1,30,n1\na,0,0,map,2,30,n1\na,0,0,map,3,30,\na,0,0,map,4,30,\n' >tasks.csv
replay --delay wait:20s,20s,shipped; echo; replay --delay wait:20s,20s,shipped --offers heartbeat | head -3
echo '--- E4, E8: of a two are killed at 30 for b, whose minimum is 2 and whose timeout is 10 s; they come back first and anywhere at 60, when b ends'
printf 'job_id,submit_s,pool,stage,kind,task_id,duration_s,hosts\na,0,a,0,map,0,60,n1\na,0,a,0,map,1,60,n2\na,0,a,0,map,2,60,n3\na,0,a,0,map,3,60,n4\nb,6,b,0,map,0,30,n2\nb,6,b,0,map,1,30,n3\n' >tasks.csv
printf 'pool,min_maps\na,\nb,2\n' >pools.csv
replay --pools pools.csv --delay wait:20s,20s,shipped --preempt kill:10s,400s
echo '--- E8.1: with updates a begins at 0.5, so the two newest are those of n2 (3) and n4 (2.25): the orders of 30 go with the beats of 30 and 32.25, and the slots are free at 33 and 35.25'
replay --pools pools.csv --delay wait:20s,20s,shipped --preempt kill:10s,400s --update 500ms
echo '--- E7: submitted at 0.6, ready at 1, so n3 has the first at 1.5; without updates n1 at 0.75'
printf 'job_id,submit_s,stage,kind,task_id,duration_s\na,0.6,0,map,0,10\n' >tasks.csv
replay --update 500ms; replay
echo '--- E9: b waits for n1 in vain; with a timeout of 10 s in the file, and no preemption, not from 10 on'
printf 'job_id,submit_s,pool,stage,kind,task_id,duration_s,hosts\na,0,a,0,map,0,100,n1\nb,40,a,0,map,0,10,n1\n' >tasks.csv
printf 'pool,min_share_timeout_s\na,10\n' >timeouts.csv; printf 'pool,min_maps\na,1\n' >none.csv
replay --pools timeouts.csv --delay wait:60s,60s,shipped; replay --pools none.csv --delay wait:60s,60s,shipped
echo '--- E5: a, of at most 1, counts as 1: 1 + 3 tasks for 8 slots leave each node one of its two; all 11 would leave it both'
printf 'node,rack,map_slots,reduce_slots\nn1,r1,2,1\nn2,r1,2,1\nn3,r2,2,1\nn4,r2,2,1\n' >four.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,a,8,10\nb,0,b,3,10\n' >jobs.csv
printf 'pool,max_maps\na,1\nb,\n' >pools.csv
for mode in hadoop-1 heartbeat; do
    slot-replay --quiet $hadoop --load-cap 0 --pools pools.csv --offers $mode --delay none --record attempts --until 3 jobs.csv | awk -F, 'NR > 1 { n[$7]++ } END { for (i = 1; i <= 4; i++) printf "%d ", n["n" i]; print "" }'
done
echo '--- E6: order fifo takes maps first, up to one off their rack, and then one reduce; H4: --per-heartbeat one is one of either kind'
printf 'node,rack,map_slots,reduce_slots\nn1,r1,3,3\nn2,r2,3,3\n' >two.csv
printf 'job_id,submit_s,stage,kind,task_id,duration_s,copy_s,hosts\na,0,0,map,0,10,,n1\na,0,0,map,1,10,,n1\na,0,0,map,2,10,,n1\na,0,0,map,3,10,,n1\na,0,0,map,4,10,,n1\na,0,1,reduce,0,5,0,\na,0,1,reduce,1,5,0,\n' >tasks.csv
for more in '' '--per-heartbeat one'; do slot-replay --quiet --preset hadoop-0.20 --load-cap 1 --slowstart 0 --placement trace --cluster two.csv --record attempts $more tasks.csv | awk -F, 'NR > 1 { print $11, $7, $6, $4 }' | sort -n | head -7; echo; done
