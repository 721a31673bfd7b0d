# rule Y16, as FairScheduler 3.3.6 did with containers of 2 GB: a slot, j0 with two tasks, j1 with one that comes later. At 2 the node is full,
# and j1 runs 0 of its share of a half: it is reserved. So j1 is next. Without, both run nothing at 11, and j0 came first.
printf 'job_id,submit_s,maps,map_s\nj0,0.5,2,10\nj1,1.584,1,10\n' >jobs.csv
r='slot-replay --nodes 1 --slots 1 --preset yarn-fair --emit attempts'
$r --reservable 0.05 jobs.csv | cut -d, -f1,11
$r jobs.csv | cut -d, -f1,11
# Y16.1: without preference a job reserves a twentieth of the nodes, rounded up: one of two. n2 at 1.5 is for b, n1 at 2 for c.
printf 'job_id,submit_s,maps,map_s\na,0.5,4,10.1\nb,1.2,2,10\nc,1.3,1,1\n' >jobs.csv
slot-replay --nodes 2 --slots 1 --preset yarn-fair --placement trace --reservable 0.05 --emit attempts jobs.csv | cut -d, -f1,7,11
slot-replay --nodes 2 --slots 1 --preset yarn-fair --placement trace --emit attempts jobs.csv | cut -d, -f1,7,11
echo '--- where it has no place'
slot-replay --nodes 2 --slots 1 --heartbeat 0 --reservable 0.05 jobs.csv
slot-replay --nodes 2 --slots 1 --preempt yarn:5s,5s --reservable 0.05 jobs.csv
exit 0
