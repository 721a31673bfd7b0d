# rules O8, A1: under cpac minimum shares are scaled to the reducers that a node takes, not to its reduce slots. By hand, for one node of 2 reduce slots
# and minimum shares of 3 and 3: of 8 and of 6 reducers they fit, so a and b are served in turn up to 3 each, and c gets what is left, 2 and none.
# (Scaled to 2 slots, 1 and 1, it would be a b, then by running/weight c a b c a b.) On 4 reducers they are cut to 2 and 2, with a warning.
printf 'pool,min_reduces\na,3\nb,3\nc,\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s,reduces,copy_s,reduce_s\na,0,a,0,,30,100,1\nb,0,b,0,,30,100,1\nc,0,c,0,,30,100,1\n' >jobs.csv
for n in 8 6 4; do
    slot-replay --nodes 1 --map-slots 4 --reduce-slots 2 --heartbeat 0 --pools pools.csv --admit cpac:$n,$n --until 10s --record attempts jobs.csv |
        awk -F, 'NR > 1 && $11 == 0 { printf " %s", $1 } END { print "" }'
done
