# Two pools, a stage of ten node-local tasks of 10 s and ten elsewhere each: of pool a those take 20 s, twice as long, of pool b 10 s.
{
    echo job_id,submit_s,pool,task_id,kind,node,locality,launch_s,finish_s,outcome
    awk 'BEGIN { for (p = 0; p < 2; p++) for (i = 0; i < 20; i++) {
        far = i > 9; at = 100 * p + 20 * i
        printf "j%d,%d,%s,%d,map,n%d,%s,%d,%d,done\n", p, 100 * p, p ? "b" : "a", i, i % 2 + 1, far ? "any" : "node", at,
            at + (far && !p ? 20 : 10) } }'
} >log.csv
slot-delay rates --by pool log.csv
slot-delay rates --by user log.csv
