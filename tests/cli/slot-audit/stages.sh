# rules J1, J3, J5, L6: jobs that follow others, stages that wait for others, pools with a limit of jobs.
cat >jobs.csv <<'END'
job_id,submit_s,after_job,think_s,pool,stage,parents,kind,task_id,duration_s,hosts
a,0,,,p,0,,task,t0,4,n1
a,0,,,p,0,,task,t1,4,n2
a,0,,,p,1,0,task,t0,3,
b,,a,2,p,0,,task,t0,1,n3
c,0,,,q,0,,task,t0,5,n1|n2
d,1,,,q,0,,task,t0,5,n2
e,2,,,q,0,,task,t0,5,
END
printf 'pool,max_jobs\np,\nq,1\n' >pools.csv
options='--nodes 3 --slots-per-node 1 --placement trace --heartbeat 0 --pools pools.csv jobs.csv'
slot-replay --attempts log.csv $options >/dev/null
slot-audit log.csv slot-replay $options && cat log.csv
damage() {
    awk -F, -v OFS=, -v task="$1" -v name="$2" -v value="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
        ($1 "/" $3 "/" $4) == task { $c = value } { print }' log.csv >bad.csv
    echo "$1 $2 $3"
    slot-audit bad.csv slot-replay $options 2>&1
    echo "exit $?"
}
damage a/0/t1 ready_s 0.000001
damage a/1/t0 ready_s 3
damage b/0/t0 ready_s 7
damage d/0/t0 ready_s 1
damage d/0/t0 ready_s 3
damage d/0/t0 ready_s 0
