# rules B8, B10: n1 is there from 0 to 15 and from 30 on. Six maps of 10 s, blocks everywhere. 0: tasks 0 and 1; 10: 2 and 3; at 15 n1 goes, and task 2 with
# it, 5 s wasted; 20: n2 takes task 2 again, its attempt 1; 30: n1 is back, 4 and 5.
printf 'node,slots,from_s,to_s\nn1,1,,15\nn1,1,30,\nn2,1,,\n' >cluster.csv
printf 'job_id,submit_s,maps,map_s\nj,0,6,10\n' >jobs.csv
slot-replay --cluster cluster.csv --heartbeat 0 --attempts a.csv jobs.csv | cut -d, -f1,6,10,12,13,19,21
cut -d, -f4,5,7,11,13,14 a.csv
# rule B8: one that gives up a slot while both are taken keeps the task until it ends: at 5 two slots become one; 10: one task, 20, 30.
printf 'node,slots,from_s,to_s\nn1,2,,5\nn1,1,5,\n' >fewer.csv
printf 'job_id,submit_s,maps,map_s\nj,0,4,10\n' >four.csv
slot-replay --cluster fewer.csv --heartbeat 0 --record attempts four.csv | cut -d, -f4,5,11,13,14
