# 60 tasks that ended when they began: no task is known to have run, and the number of tasks of a job is asked for.
{ echo job_id,submit_s,task_id,kind,hosts,node,locality,launch_s,finish_s,outcome
  awk 'BEGIN { for (i = 0; i < 60; i++) printf "j,0,%d,map,n1,n%d,%s,%d,%d,done\n", i, i % 2 + 1, i % 2 ? "any" : "node", i, i }'
} >log.csv
slot-delay recommend --quiet log.csv | cut -d, -f 20-21
slot-delay recommend --quiet --dialect spark log.csv
