# --progress tells nothing of a run that is over at once, and --quiet goes before it; every program that reads or makes many rows takes it.
printf 'job_id,submit_s,task_id,node,launch_s,finish_s,outcome\nj,0,0,n1,0,5,done\n' >log.csv
printf 'job_id,response_s\nj,5\n' >results.csv
slot-gen --progress --jobs 2 --maps 1 | wc -l
slot-trace --progress --info log.csv | sed -n 2p
slot-trace --progress --quiet --info log.csv | sed -n 2p
slot-stats --progress results.csv | wc -l
slot-delay rates --progress log.csv | wc -l
slot-replay --validate --progress log.csv | wc -l
slot-delay bound --progress --nodes 4 --slots-per-node 1 --replication 1 --tasks 1 --skips 1 | wc -l
