# A job's own columns that both records have pass from jobs to tasks and back: replication, sizes, nodes, waits. One that is of neither stays behind.
printf 'job_id,submit_s,maps,map_s,replication,job_nodes,task_cpus,task_memory,wait_node_s,colour\na,0,2,5,2,3,4,1000,7,red\nb,1,1,9,,,,,,\n' >jobs.csv
slot-trace --record tasks jobs.csv >tasks.csv
cut -d, -f 1,10,11,23- tasks.csv
slot-trace --record jobs tasks.csv | cut -d, -f 1,7,22-
# So a replay draws the same blocks and takes the same room: two replicas of a's blocks, of which one node is full with a task.
printf 'node,slots,cpus,memory\nn1,9,4,\nn2,9,9,1500\nn3,9,9,\n' >cluster.csv
for of in jobs tasks; do slot-replay --cluster cluster.csv --heartbeat 0 --order fifo --record attempts $of.csv | cut -d, -f 1,4,7,9,11,13; done
# Rows of a job say the same of it, or nothing.
for what in job_cpus,5,6 job_nodes,2, job_nodes,,2 limit_s,60,50 partition,long,short qos,high,low; do
    name=${what%%,*} values=${what#*,}
    printf "job_id,submit_s,task_id,duration_s,$name\na,0,x,5,${values%,*}\na,0,y,5,${values#*,}\n" | slot-trace --record jobs >/dev/null; echo "$what: $?"
done
# A number of replicas is checked in either, and rows of a job have the same.
printf 'job_id,submit_s,task_id,duration_s,replication\na,0,x,5,256\n' | slot-trace --record jobs
printf 'job_id,submit_s,task_id,duration_s,replication\na,0,x,5,2\na,0,y,5,3\n' | slot-trace --record jobs >/dev/null
