# rules A6, A7, A8 beside all else: 40 jobs of 1 to 20 maps on 8 nodes whose disks hold 2000 bytes each, less than half of what is there at once without a limit. Each replay has to end with all jobs done (or failed, where
# attempts fail), to evict somebody, to stay within the room by the sum worked out here from the attempts, the ends of jobs and the rows of evictions alone, and to pass the audit.
awk 'BEGIN { print "job_id,submit_s,pool,priority,maps,map_s,map_sigma,reduces,copy_s,reduce_s,shuffle_bytes"
    for (i = 0; i < 40; i++) printf "j%d,%d,%s,%s,%d,%d,0.4,%d,2,%d,%d\n", i, 5 * i, substr("pqr", 1 + i % 3, 1), i % 5 ? "normal" : "high", 1 + i * 7 % 20, 4 + i % 9, i * 3 % 5, 3 + i % 6, (1 + i * 7 % 20) * (250 + 130 * (i * 3 % 4)) + i }' >jobs.csv
printf 'pool,weight,min_maps,capacity,nodes\np,1,3,0.5,3\nq,2,,0.3,3\nr,1,2,0.2,2\n' >pools.csv

# Most bytes on a node at once; what ends goes before what begins at that time.
most_on_a_node() {
    awk -F, 'FILENAME == "jobs.csv" { if (FNR > 1) { maps[$1] = $5; bytes[$1] = $11 } next }
        FILENAME == "results.csv" { end[$1] = $6; next }
        FILENAME == "evictions.csv" { at[$2, ++n[$2]] = $1; next }
        $6 == "map" { M = maps[$1]; S = bytes[$1]; b = int(S * ($4 + 1) / M) - int(S * $4 / M); to = $14 == "done" ? end[$1] : $13
            for (k = n[$1]; k > 0 && $14 == "done"; k--) if (at[$1, k] >= $13 + 0) to = at[$1, k]
            print $7, $11, 1, b; print $7, to, 0, b }' jobs.csv results.csv evictions.csv attempts.csv | sort -k1,1 -k2,2n -k3,3n |
        awk '$1 != node { node = $1; used = 0 } { used += $3 ? $4 : -$4; if (used > most) most = used } END { print most }'
}
try() {
    slot-replay --nodes 8 --racks 2 --map-slots 4 --reduce-slots 2 --disk 2000 --quiet --attempts attempts.csv --decisions decisions.csv "$@" jobs.csv >results.csv || return
    awk -F, '/,evict,/ { print $1 "," $3 }' decisions.csv >evictions.csv
    most=$(most_on_a_node)
    echo "$*: $(cut -d, -f21 results.csv | sed 1d | sort | uniq -c | tr -s ' ' | tr '\n' ' ')$([ -s evictions.csv ] && echo "and evictions"), $([ "$most" -le 2000 ] && echo within 2000 || echo "$most")"
    slot-audit attempts.csv slot-replay --nodes 8 --racks 2 --map-slots 4 --reduce-slots 2 --disk 2000 --quiet "$@" jobs.csv 2>fault || [ $? = 2 ] || cat fault
}
try --heartbeat 0 --order fair
try --order fair --delay wait:5s
try --order fair --evict least-progress --out-of-band no
try --order fair --evict most-space --per-heartbeat 1
try --pools pools.csv --preempt kill:10s,20s --delay skips:3 --heartbeat 0
try --pools pools.csv --preempt kill:10s,20s --delay yarn:0.3,0.5
try --order fair --admit cpac:4,2 --slowstart 0
try --order fair --failure-rate 0.1 --max-attempts 8
try --order fair --speculate late:50%,25,25,2s --stragglers 30%,0.3 --speculate-every 1s
try --order fair --network node=100K
try --order srtf --delay adaptive --heartbeat 0
try --pools pools.csv --order capacity --commit-pending 3s
try --pools pools.csv --order deficit --heartbeat 0
try --preset lo-cheng
try --preset hadoop-fifo
echo "nodes that come and go take output with them; no row breaks a rule"
printf 'node,rack,map_slots,reduce_slots,disk_bytes,from_s,to_s\n' >cluster.csv
for i in 1 2 3 4 5 6 7 8; do
    printf 'n%d,r%d,4,2,2000,0,%d\nn%d,r%d,4,2,,%d,\n' $i $((i % 2)) $((60 * i)) $i $((i % 2)) $((60 * i + 20)) >>cluster.csv
done
for order in fair hfs:lack; do
    slot-replay --cluster cluster.csv --order $order --attempts attempts.csv --decisions decisions.csv jobs.csv | sed 1d | cut -d, -f21 | sort | uniq -c
    grep -c ,evict, decisions.csv
    slot-audit attempts.csv slot-replay --cluster cluster.csv --order $order jobs.csv 2>fault || [ $? = 2 ] || cat fault
done
