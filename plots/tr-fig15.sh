#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tr-fig15.sh - TR figure 15: IO-rate biasing, twenty workers on a hot file for ten minutes
# Parameters: one is calibrated, the rate of a node's link, 680 Mbit/s, on what scans gain by biasing over no wait (8 %; the links "appear
# to be" of 1 Gbit/s). The rest is the paper's: a file of 2 GB, maps of 9 s (scans) and 36 s (computing), ten workers each, 10 minutes.
. "$(dirname "$0")/common.sh"
cluster='--nodes 100 --map-slots 4 --reduce-slots 0 --delay wait:0s --network node=680M --until 10m'

data() {
    run "awk 'BEGIN { print \"job_id,submit_s,pool,maps,map_s,input_bytes,input_id,after_job\"; for (w = 0; w < 20; w++) for (k = 0; k < 100; k++) printf \"%d-%d,%s,%s,16,%d,2147483648,hot,%s\n\", w, k, k ? \"\" : 0, w < 10 ? \"scan\" : \"compute\", w < 10 ? 9 : 36, k ? w \"-\" k - 1 : \"\" }' > $work/jobs.csv"
    waits all 10 10
    waits none 0 0
    waits biased 10 0
    join "$work"/counts-{all,none,biased}.csv >"$csv"
    gain scan none 8 0: 'calibrated on this'
    gain compute none 10 0: 'the paper adds less contention for processors on the nodes that serve the blocks; the replay has no such thing'
    gain scan all 15 0: 'scans no longer wait behind computing maps that hold the slots near the data for 36 s'
    gain compute all 44 0: 'computing starts at once; how much that gains depends on how many slots lie idle meanwhile'
}
waits() { # NAME WAIT-OF-SCANS WAIT-OF-COMPUTING
    run "printf 'pool,wait_node_s,wait_rack_s\nscan,$2,$2\ncompute,$3,$3\n' > $work/pools-$1.csv"
    run "slot-replay $cluster --pools $work/pools-$1.csv --runs $seeds $work/jobs.csv > $work/$1.csv"
    awk -F, -v OFS=, -v waits="$1" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "run,waits,pool,jobs"; next }
        $at["outcome"] == "done" { n[$at["run"], $at["pool"]]++; if ($at["run"] > runs) runs = $at["run"] }
        END { for (r = 1; r <= runs; r++) { print r, waits, "scan", n[r, "scan"] + 0; print r, waits, "compute", n[r, "compute"] + 0 } }' "$work/$1.csv" >"$work/counts-$1.csv"
}
gain() { # POOL OVER PUBLISHED SHAPE WHY
    paste -d' ' <(column jobs waits=biased "pool=$1" <"$csv") <(column jobs "waits=$2" "pool=$1" <"$csv") | awk '{ print 100 * ($1 / $2 - 1) }' |
        verdict "$1 jobs, biased over ${2/all/waits for all}" % "$3" measured "$4" "$5"
}

draw() {
    slot-stats --by waits,pool --col jobs "$csv" | awk -F, '{ sub(/^all,/, "untuned,"); print }' | cut -d, -f 1,2,6-8 >"$work/means.csv"
    # The published gains as jobs, from ours with the biased waits.
    awk -F, '$1 == "biased" { v = $3; p = $2 == "scan" ? 0 : 1; x = p ? 1 : 0
        print x - 0.25 "," v / (p ? 1.44 : 1.15); print x "," v / (p ? 1.10 : 1.08) }' "$work/means.csv" >"$work/published.csv"
    draw_script <<END
set key inside top right vertical Left reverse
set ylabel 'jobs done in ten minutes'
set xrange [-0.6:1.6]
set yrange [0:400]
set xtics ('scans' 0, 'computing' 1)
x(pool) = pool eq 'scan' ? 0 : 1
plot '< grep ^untuned $work/means.csv' using (x(strcol(2))-0.25):3:(0.23) with boxes lt 1 lw 1 fc rgb sw_fill[1] title 'all wait 10 s', \
     '< grep ^none $work/means.csv' using (x(strcol(2))):3:(0.23) with boxes lt 1 lw 1 fc rgb sw_fill[2] title 'none waits', \
     '< grep ^biased $work/means.csv' using (x(strcol(2))+0.25):3:(0.23) with boxes lt 1 lw 1 fc rgb sw_fill[3] title 'only scans wait 10 s', \
     '< sed 1d $work/means.csv' using (x(strcol(2)) + (strcol(1) eq 'untuned' ? -0.25 : strcol(1) eq 'biased' ? 0.25 : 0)):4:(0):(\$5-\$4) with @interval title '95 % interval', \
     '$work/published.csv' using 1:2 with points @was title 'by the published gains'
END
}
figure "$@"
