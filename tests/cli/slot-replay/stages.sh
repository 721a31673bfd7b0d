# rule L6: stages 0 (two tasks of 10 s and 4 s) and 1 (6 s) start at once, 2 when both are done, at 10; 3 waits for 1 alone, at 6; the job is done
# when all tasks are, at 15. ready_s is when the parents were done.
cat >tasks.csv <<E
job_id,submit_s,stage,parents,kind,task_id,duration_s
d,0,0,,task,0,10
d,0,0,,task,1,4
d,0,1,,task,0,6
d,0,2,0|1,task,0,5
d,0,3,1,task,0,1
E
slot-replay --nodes 4 --slots-per-node 1 --heartbeat 0 --attempts a.csv tasks.csv | cut -d, -f1,6,10,16,21
cut -d, -f3,4,10,11,13 a.csv
