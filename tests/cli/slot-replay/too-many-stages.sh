# A job has 524,288 stages at most. One stage more is refused where the job is read, and in time that grows with the file.
awk 'BEGIN { print "job_id,submit_s,stage,kind,task_id,duration_s"; for (i = 0; i <= 524288; i++) print "a,0," i ",map,t" i ",1" }' >jobs.csv
slot-replay --nodes 1 --map-slots 2 jobs.csv
