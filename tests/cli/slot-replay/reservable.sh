# rule Y16, as FairScheduler 3.3.6 did with containers of 2 GB: a slot, j0 with two tasks, j1 with one that comes later. At 2 the node is full,
# and j1 runs 0 of its share of a half: it is reserved. So j1 is next. Without, both run nothing at 11, and j0 came first.
printf 'job_id,submit_s,maps,map_s\nj0,0.5,2,10\nj1,1.584,1,10\n' >jobs.csv
r='slot-replay --nodes 1 --slots-per-node 1 --preset yarn-fair --record attempts'
$r --reservable 0.05 jobs.csv | cut -d, -f1,11
$r jobs.csv | cut -d, -f1,11
# Y16.1: without preference a job reserves a twentieth of the nodes, rounded up: one of two. n2 at 1.5 is for b, n1 at 2 for c.
printf 'job_id,submit_s,maps,map_s\na,0.5,4,10.1\nb,1.2,2,10\nc,1.3,1,1\n' >jobs.csv
slot-replay --nodes 2 --slots-per-node 1 --preset yarn-fair --placement trace --reservable 0.05 --record attempts jobs.csv | cut -d, -f1,7,11
slot-replay --nodes 2 --slots-per-node 1 --preset yarn-fair --placement trace --record attempts jobs.csv | cut -d, -f1,7,11
# Y16.4: x's task is reported at 3. In that heartbeat x still counts: y takes the slot, and z, which runs 2 of its share of 5/3, does not reserve
# n1. With a share of 5/2 it would, and would have n1 at 5, before w.
printf 'node,rack,slots\nn1,r1,1\nn2,r1,4\n' >nodes.csv
printf 'job_id,submit_s,task_id,duration_s,kind\nx,0,0,2.5,task\ny,0.1,0,100,task\ny,,1,100,task\ny,,2,1.5,task\nz,0.2,0,100,task\nz,,1,100,task
z,,2,100,task\nw,3.2,0,100,task\n' >tasks.csv
slot-replay --cluster nodes.csv --preset yarn-fair --per-heartbeat all --placement trace --reservable 0.05 --until 20 --record attempts tasks.csv |
    cut -d, -f1,4,7,11 | sort -t, -k4n
echo '--- where it has no place'
slot-replay --nodes 2 --slots-per-node 1 --heartbeat 0 --reservable 0.05 jobs.csv
slot-replay --nodes 2 --slots-per-node 1 --preempt yarn:5s,5s --reservable 0.05 jobs.csv
exit 0
