# rules B5, D5: a preferred host that names an executor, n2/7, is its node n2; a node of that very name goes first. elsewhere/1 is nowhere.
printf 'job_id,submit_s,kind,task_id,duration_s,hosts\nj,0,task,0,5,n2/7\nj,0,task,1,5,elsewhere/1\nj,0,task,2,5,n1|n2/7|n2/8\nj,0,task,3,5,n2/\nj,0,task,4,5,/n2\n' >tasks.csv
replay() { slot-replay --placement trace --heartbeat 0 --delay wait:9s,9s,clock "$@" tasks.csv; }
replay --nodes 2 --slots-per-node 3 --record attempts | cut -d, -f4,7,9,11 | sort
echo "executors as nodes, their hosts as racks: N is then the wait for the process, R for the host"
printf 'node,rack,slots\nn1/1,n1,1\nn2/7,n2,1\nn2/8,n2,1\n' >cluster.csv
printf 'job_id,submit_s,kind,task_id,duration_s,hosts\nhold,0,task,0,30,n2/7\nj,1,task,0,5,n2/7\n' >tasks.csv
replay --cluster cluster.csv --record attempts | cut -d, -f1,7,9,11 | sort
