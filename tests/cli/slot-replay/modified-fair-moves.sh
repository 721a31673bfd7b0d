# rules O25, O6, H6, H7: what a maximum held back is offered the idle nodes when a look moves its job, not only when something ends. Four nodes of one map slot; pool k runs one map at most.
#   0    z's map, a's first (a has more pending than b); k is at its maximum, two nodes stay idle
#   0.5  z, of one map, is the small job
#   1.2  z ends; k is still at its maximum
#   1.5  of those in b has the fewest maps: it moves to the shared pool, which has no maximum, and launches both
#   6.5  b ends, a is the one with the fewest maps, and likewise
printf 'job_id,submit_s,pool,maps,map_s\nz,0,r,1,1.2\na,0,k,5,20\nb,0,k,2,5\n' >jobs.csv
printf 'pool,max_maps\nr,\nk,1\n' >pools.csv
for delay in none 'skips:0 --revive 0.2'; do
    echo "$delay"
    slot-replay --nodes 4 --map-slots 1 --reduce-slots 1 --order modified-fair --pools pools.csv --heartbeat 0 --until 19 --delay $delay --record attempts jobs.csv | cut -d, -f1,4,11,13
done
