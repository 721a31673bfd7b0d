# rule L20: setup_s of a jobs file is the job's, before its maps or, where it has none, its reduces.
# By hand, one slot of each kind: b's map takes the slot meanwhile, 0 to 4; a's are ready at 3: 4 to 9, 9 to 14; a's reduce, with slow-start
# 1 and no set-up of its own, 14 to 16. c's reduce is ready at 6: 6 to 8.
cat >jobs.csv <<'CSV'
job_id,submit_s,maps,map_s,reduces,reduce_s,setup_s
a,0,2,5,1,2,3
b,0,1,4,0,,
c,0,0,,1,2,6
CSV
options='--nodes 1 --map-slots 1 --reduce-slots 1 --heartbeat 0 --slowstart 1 --order fifo'
slot-replay $options --record attempts jobs.csv | cut -d, -f1,2,10,11,13
# A tasks file made of it says the same, and the audit finds nothing.
slot-trace --record tasks jobs.csv | slot-replay $options --record attempts >of-tasks.csv
slot-replay $options --record attempts jobs.csv | cmp - of-tasks.csv
slot-trace --record tasks jobs.csv | cut -d, -f1,7,23
slot-replay $options --record attempts jobs.csv >log.csv
slot-audit log.csv slot-replay $options jobs.csv
# slot-gen writes the column when it is asked for one.
slot-gen --jobs 2 --arrival all-at-once --setup-time 4s | cut -d, -f1,7,20
slot-gen --jobs 1 --setup-time soon
