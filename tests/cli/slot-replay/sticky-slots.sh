# ES 3.3.2, TR 4.1: 10 jobs of equal share on 100 nodes of one slot, --order fair, heartbeat 0, spread task times. Until the first job runs out of
# tasks no node ever changes its job. Of all blocks 1 - C(90,3)/C(100,3) = 27.35 % have a replica on the 10 nodes of their job; 10,000 blocks give a
# standard error of 0.45 %. With tasks that count as running while their commit is pending (rule L7) jobs do leave their slots.
awk 'BEGIN { print "job_id,submit_s,maps,map_s,map_sigma"; for (i = 0; i < 10; i++) print "j" i ",0,1000,10,0.5" }' >jobs.csv
stick() {
    slot-replay --nodes 100 --map-slots 1 --order fair --heartbeat 0 --record attempts "$@" jobs.csv | awk -F, '
        NR > 1 { launch[NR] = $11; job[NR] = $1; node[NR] = $7; n++; local += $9 == "node"; if ($11 > last[$1]) last[$1] = $11 }
        END {
            for (j in last) if (end == "" || last[j] < end) end = last[j]
            for (i = 2; i <= NR; i++) if (launch[i] < end) {
                if (!(node[i] in owner)) owner[node[i]] = job[i]
                left += owner[node[i]] != job[i]
            }
            off = local / n - 0.2735
            print n " maps, launches away from the first job of a slot:", left ? "some" : "none"
            print "locality", (off > 3 * 0.0045 ? "above" : off < -3 * 0.0045 ? "below" : "as") " the formula"
        }'
}
stick
stick --seed 2
stick --commit-pending 3s
