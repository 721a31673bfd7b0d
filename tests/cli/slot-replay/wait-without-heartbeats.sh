# rule H7: without heartbeats a wait of 5 s ends though no slot frees. Node n1 runs a's task for 99 s, n2 has two slots. At 1 b's first task goes to n2, its data is there. The second, with its data
# on n1, is skipped in that heartbeat, but b has launched in it, so its flag is set at 2, in the round after (D4.4), and 5 s are over at 7, as with a heartbeat of 1 s. Under clock at 6. It was 99.
printf 'node,rack,slots\nn1,r1,1\nn2,r2,2\n' >nodes.csv
printf 'job_id,submit_s,task_id,duration_s,hosts\na,0,0,99,n1\nb,1,0,200,n2\nb,,1,1,n1\n' >trace.csv
for how in '' ,shipped ,all ,clock; do
    echo "--- wait:5s,0$how"
    slot-replay --quiet --cluster nodes.csv --placement trace --order fifo --heartbeat 0 --delay "wait:5s,0$how" --record attempts trace.csv | cut -d, -f1,4,7,9,11
done
# T3: the round goes in cluster order, through nodes without a free slot, too. n1 has one slot from 5 on and runs two tasks; a's ends at 10, which frees none (B8.2) and submits b. So n1's heartbeat
# counts before n2's, which skips b, whose data is on n1: b waits from 10 to 12. Were it after n2's, b's flag would be cleared, and set again at 11 (H7): to 13.
echo "--- a node that runs more than it has slots"
printf 'node,rack,slots,from_s,to_s\nn1,r1,2,,5\nn1,r1,1,5,\nn2,r1,1,,\n' >nodes.csv
printf 'job_id,submit_s,after_job,think_s,task_id,duration_s,hosts\na,0,,,0,10,n1\nh,0,,,0,30,n1\nb,,a,0,0,10,n1\n' >trace.csv
slot-replay --quiet --cluster nodes.csv --placement trace --order fifo --heartbeat 0 --delay wait:2s,2s,all --record attempts trace.csv | cut -d, -f1,4,7,9,11
