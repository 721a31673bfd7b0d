# rule S9: no-task, when the last ready task was launched and a stage is not ready. Job a: 4 maps on 4 slots, slow-start 0.5: its reduce waits for 2 maps.
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s\na,0,4,3,1,5\n' >jobs.csv
slot-replay --nodes 2 --slowstart 0.5 --heartbeat 0 --record decisions jobs.csv | grep no-task
# Stages: 2 waits for 0 and 1, 3 for 2. At 0 both tasks of 0 and 1 are launched; at 2 that of 0 is done and 2 waits for 1 alone, but nothing is launched then;
# at 4 stage 2 is launched and 3 waits for it.
cat >tasks.csv <<E
job_id,submit_s,stage,parents,task_id,duration_s
s,0,0,,0,2
s,0,1,,0,4
s,0,2,0|1,0,1
s,0,3,2,0,1
E
slot-replay --nodes 2 --slots-per-node 1 --heartbeat 0 --record decisions tasks.csv | grep no-task
