# rule H4: of two kinds the one with fewer occupied slots goes first, maps at a tie. 3 map and 2 reduce slots: map, reduce, map, reduce, map.
# Ends at one instant are applied in the order of launch (rule T2), so the rows show it. With --per-heartbeat 1: one of each.
printf 'job_id,submit_s,maps,map_s,reduces,reduce_s\nm,0,4,10,,\nr,0,0,,3,10\n' >jobs.csv
for n in all 1; do
    slot-replay --nodes 1 --map-slots 3 --reduce-slots 2 --heartbeat 1h --per-heartbeat $n --until 10s --record attempts jobs.csv | tail -n +2 | cut -d, -f1,4,6,11
    echo
done
