# rule O11: queues by number of tasks; running/weight between them, ties by the earliest job that waits. 9 slots at one instant.
run() { { echo job_id,submit_s,priority,pool,maps,map_s,reduces,reduce_s; cat; } >jobs.csv
    slot-replay --nodes 1 --map-slots 9 --reduce-slots 2 --heartbeat 0 --order "$@" --until 0 --record attempts jobs.csv | awk -F, 'NR > 1 { printf " %s", $1 } END { print "" }'; }
# l (30 tasks), m (5), s (2) with weights 1, 2, 4. All 0: l, m, s by place. l 1, m 1/2, s 1/4: s, through. m 1/2: m. m 1, l 1: l is earlier. l 2, m 1: m; m 3/2: m. 2 2: l
abc() { printf 'l,0,,,30,9,,\nm,0,,,5,9,,\ns,0,,,2,9,,\n'; }
abc | run 'mlq:2,5;4,2,1'
# weights 1 each: l m s, s 1, l 1, m 1: l m s (through), l m, l
abc | run mlq:2,5
# two queues: up to 5 tasks m and s, in fifo order: l m, l m, ... m's fifth is not reached
abc | run mlq:5
# weight 0 last: m and s first, 7 tasks, then l
abc | run 'mlq:5;1,0'
# inside a queue priorities, then submission; pools are not looked at, nor their maxima. Reduces count as tasks: r has 6 and is a large job.
printf 'pool,max_maps\np,1\n' >pools.csv
printf 'x,0,low,p,5,9,,\ny,0,high,p,5,9,,\n' | run mlq:5 --pools pools.csv
printf 'r,0,,,5,9,1,9\ny,0,,,5,9,,\n' | run 'mlq:5;1,0'
