# By hand: 20 slots, and two pools that want all of them. a has a minimum of 15, so b has 5 until a's work W is done on 15
# slots, after W / 15. Without the minimum each would have 10: it takes 5 W / 15 from b. Weights of 3 and 1 share the slots
# as the minimum did. Task times differ, so that ends do not come in waves.
{
    echo 'job_id,pool,submit_s,stage,task_id,duration_s,hosts,node,rack,locality,launch_s,finish_s,outcome'
    awk 'BEGIN { for (j = 0; j < 2; j++) for (k = 0; k < 180; k++) {
        n = j ? 16 + k % 5 : 1 + k % 15
        took = 250 + k * 37 % 101
        printf "%s,%s,0,0,%d,%d,n%d,n%d,r1,node,%d,%d,done\n", j ? "b1" : "a1", j ? "b" : "a", k, took, n, n, at[n], at[n] + took
        at[n] += took } }'
} >log
awk -F, '$2 == "a" { w += $6 } END { printf "by hand: %.2f slot-hours\n", w / 3 / 3600 }' log
shares() { slot-advise --preset hfs --delay none --pools pools --map-slots 1 --reduce-slots 1 log | sed -n '/^6 SHARES/,/^$/p'; }
printf 'pool,weight,min_maps\na,1,15\nb,1,0\n' >pools; shares
printf 'pool,weight\na,1\nb,1\n' >pools; shares
printf 'pool,weight\na,3\nb,1\n' >pools; shares
