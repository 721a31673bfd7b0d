# rules F3, L20, B20: a's first task fails before 10, and with it a, whose other stage would be set up until 20. So from then on nothing keeps n2, whose
# row ended at 3 as idle: it is gone when b comes at 12 and starts one task on n1. While a lives (no failures) n2 is kept and takes b's other task.
printf 'node,rack,slots,from_s,to_s,leaves\nn1,r1,1,0,,\nn2,r1,1,0,3,idle\n' >cluster.csv
printf 'job_id,submit_s,stage,kind,task_id,duration_s,setup_s\na,0,0,task,t0,10,\na,0,1,task,t0,1,20\nb,12,0,task,t0,1,\nb,12,0,task,t1,1,\n' >tasks.csv
for rate in 1 0; do
    slot-replay --cluster cluster.csv --heartbeat 0 --order fifo --failure-rate $rate --max-attempts 1 --quiet --record attempts tasks.csv |
        awk -F, '$11 == 12 { printf " %s %s", $1, $7 } END { print "" }'
done
