# rule L20: a stage is set up before its tasks can be launched: from the submission, from the end of its parents, from slow-start on.
# By hand, one slot, tasks of 5, 3 and 1 s. a: 1 s of set-up, 1 to 6; 2.5 s, 8.5 to 11.5. b waits for nothing and takes the
# slot meanwhile, 0 to 1 and 6 to 7 (its second stage has no set-up).
cat >t.csv <<'CSV'
job_id,submit_s,stage,parents,task_id,duration_s,setup_s
a,0,0,,0,5,1
a,0,1,0,0,3,2.5
b,0,0,,0,1,
b,0,1,0,0,1,0
CSV
slot-replay --nodes 1 --slots-per-node 1 --heartbeat 0 --order fifo --record attempts t.csv | cut -d, -f1,3,10,11,13
# Slow-start 0.5: one of two maps is done at 4.5; the reduces are set up for 3 s more.
cat >mr.csv <<'CSV'
job_id,submit_s,stage,parents,kind,task_id,duration_s,setup_s
m,0,0,,map,0,4,0.5
m,0,0,,map,1,9,0.5
m,0,1,0,reduce,0,2,3
CSV
slot-replay --nodes 2 --heartbeat 0 --slowstart 0.5 --record attempts mr.csv | cut -d, -f1,3,10,11,12,13
# Rows of a stage agree, and the time is none before.
printf 'job_id,submit_s,stage,task_id,duration_s,setup_s\na,0,0,0,1,2\na,0,0,1,1,3\n' >differs.csv
slot-replay --nodes 1 --slots-per-node 1 differs.csv
printf 'job_id,submit_s,stage,task_id,duration_s,setup_s\na,0,0,0,1,-2\n' >negative.csv
slot-replay --nodes 1 --slots-per-node 1 negative.csv
