# rule J1: b comes 5 s after a has ended at 10, c 0 s after b; d has a time of its own, e follows d. Two submits at 50: d by its place before f.
cat >jobs.csv <<E
job_id,submit_s,maps,map_s,after_job,think_s
a,0,1,10,,
b,,1,10,a,5
c,,1,10,b,
d,50,1,10,,
e,,1,10,d,0.5
f,50,1,10,,
E
slot-replay --nodes 1 --map-slots 1 --order fifo --heartbeat 0 jobs.csv | cut -d, -f1,4-7
# rule J3: --load 2 halves the submit times from the first row's and the think times: 100, 200 and think 10 become 100, 150 and 5.
cat >late.csv <<E
job_id,submit_s,maps,map_s,after_job,think_s
a,100,1,10,,
b,,1,10,a,10
c,200,1,10,,
E
slot-replay --nodes 1 --map-slots 1 --heartbeat 0 --load 2 late.csv | cut -d, -f1,4,6
