# rule O8: minimum shares 6, 6, 3 on 8 slots add up to 15: cut to 3.2, 3.2, 1.6, in whole slots 3 3 1, with a warning. In order of running/min with
# ties to the earlier: a b c (at its minimum) a b a b, then by running/weight d, who has no minimum and none running. --over-min keep leaves them
# as Hadoop's code does: 0 0 0 a b c; 1/6 a b; tie at 1/3 a b c: nothing for d.
printf 'pool,min_maps\na,6\nb,6\nc,3\nd,\n' >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,a,30,10\nb,0,b,30,10\nc,0,c,30,10\nd,0,d,30,10\n' >jobs.csv
for word in scale keep; do
    slot-replay --nodes 1 --map-slots 8 --heartbeat 0 --pools pools.csv --over-min $word --until 10s --record attempts jobs.csv |
        awk -F, 'NR > 1 && $11 == 0 { printf " %s", $1 } END { print "" }'
done
# Checks of preemption: z's minimum takes both slots, p has no share and c below it keeps 1. c0 ends at 3.5, when z has had a slot from 1 on: its
# four tasks end at 11, 13.5, 21 and 23.5.
printf 'pool,parent,min_share\nz,,2\np,,\nc,p,1\n' >nested.csv
printf 'job_id,submit_s,pool,maps,map_s\nc0,0,c,1,3.5\nz0,1,z,4,10\n' | slot-replay --nodes 1 --slots-per-node 2 --pools nested.csv --heartbeat 0 --over-min keep --preempt kill:100,100 --preempt-every 1 - | cut -d, -f1,6
