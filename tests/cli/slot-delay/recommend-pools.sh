# Each pool at the cost of distance that is measured of it: far from its data a task of A takes 2 and 4 times as long, one of B as long as near. So A is
# to wait, and B not; jobs of all pools are told by what distance costs on average.
for pool in A B; do
    case $pool in A) at=0 costs=rack=2,any=4 ;; B) at=4000 costs=rack=1,any=1 ;; esac
    awk -v p=$pool -v at=$at 'BEGIN { print "job_id,submit_s,pool,maps,map_s,map_sigma"
        for (i = 0; i < 60; i++) printf "%s%d,%d,%s,%d,10,0.2\n", p, i, at + i * 40, p, 5 + i % 40 }' |
        slot-replay --nodes 20 --racks 4 --slots-per-node 2 --heartbeat 1s --delay none --penalty $costs --placement uniform --seed 3 --record attempts -
done | awk 'NR == 1 || !/^job_id/' >log.csv
slot-delay recommend --quiet log.csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i + 0 } { gsub(/"[^"]*"/, "") }
    /,pool / { print $at["jobs_like"] ": " $at["verdict"] }'
