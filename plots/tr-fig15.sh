#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tr-fig15.sh - TR figure 15: IO-rate biasing, twenty workers on a hot file for ten minutes
# Parameters: one is calibrated, the rate at which a node serves and reads blocks of others, 465 Mbit/s, on what scans gain by biasing over no wait. The rest is the
# paper's: a file of 2 GB, maps of 9 s (scans) and 36 s (computing), ten workers each, 10 minutes. Jobs are set up for 6 s (tr-6-2-3); times spread by 0.2, as in
# tr-fig13: maps of exactly one length would end together. 200 seeds, as jobs are counted in tens.
# Clock: 3 s | no | one | links: node 465 M | the link of a node, on 8 % | as TR 6.2.3
# Null: FIFO | s/--delay wait:0s/--order fifo --delay wait:0s/
. "$(dirname "$0")/common.sh"
seeds=200
cluster='--nodes 100 --map-slots 4 --reduce-slots 0 --delay wait:0s --network node=465M --heartbeat 3s --drift 0.3s --out-of-band no --per-heartbeat 1 --commit-pending 3s --until 10m'

data() {
    run "awk 'BEGIN { print \"job_id,submit_s,pool,maps,map_s,map_sigma,input_bytes,input_id,after_job,setup_s\"; for (w = 0; w < 20; w++) for (k = 0; k < 100; k++) printf \"%d-%d,%s,%s,16,%d,0.2,2147483648,hot,%s,6\n\", w, k, k ? \"\" : 0, w < 10 ? \"scan\" : \"compute\", w < 10 ? 9 : 36, k ? w \"-\" k - 1 : \"\" }' > $work/jobs.csv"
    waits all 10 10
    waits none 0 0
    waits biased 10 0
    join "$work"/counts-{all,none,biased}.csv >"$csv"
    gain scan none 8 'calibrated on this'
    gain compute none 10 'the paper adds less contention for processors on the nodes that serve the blocks; the replay has no such thing'
    gain scan all 15 'scans no longer wait behind computing maps that hold the slots near the data for 36 s'
    gain compute all 44 'computing starts at once; how much that gains depends on how many slots lie idle meanwhile'
}
waits() { # NAME WAIT-OF-SCANS WAIT-OF-COMPUTING
    run "printf 'pool,wait_node_s,wait_rack_s\nscan,$2,$2\ncompute,$3,$3\n' > $work/pools-$1.csv"
    run "slot-replay $cluster --pools $work/pools-$1.csv --runs $seeds $work/jobs.csv > $work/$1.csv"
    awk -F, -v OFS=, -v waits="$1" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "run,waits,pool,jobs"; next }
        $at["outcome"] == "done" { n[$at["run"], $at["pool"]]++; if ($at["run"] > runs) runs = $at["run"] }
        END { for (r = 1; r <= runs; r++) { print r, waits, "scan", n[r, "scan"] + 0; print r, waits, "compute", n[r, "compute"] + 0 } }' "$work/$1.csv" >"$work/counts-$1.csv"
}
gain() { # POOL OVER PUBLISHED WHY
    paste -d' ' <(column jobs waits=biased "pool=$1" <"$csv") <(column jobs "waits=$2" "pool=$1" <"$csv") | awk '{ print 100 * ($1 / $2 - 1) }' |
        verdict "$1 jobs, biased over ${2/all/waits for all}" % "$3" measured '0: "the best performance"' "$4"
}

draw() {
    slot-stats --by waits,pool --col jobs "$csv" | awk -F, '{ sub(/^all,/, "untuned,"); print }' | cut -d, -f 1,2,6-8 >"$work/means.csv"
    awk -F, -v OFS=, '$1 ~ /^[0-9]/ { n[$1, $2, $3] = $4; if ($1 > runs) runs = $1 }
        END { print "over,pool,gain"; for (r = 1; r <= runs; r++) { split("scan,compute", pool, ","); split("none,all", over, ",")
              for (p = 1; p <= 2; p++) for (o = 1; o <= 2; o++) print over[o], pool[p], 100 * (n[r, "biased", pool[p]] / n[r, over[o], pool[p]] - 1) } }' "$csv" >"$work/gains.csv"
    slot-stats --by over,pool --col gain "$work/gains.csv" | means_of 2 >"$work/gain-means.csv"
    draw_script 1000x432 <<END
set multiplot layout 1,2 margins 0.08,0.98,0.12,0.8 spacing 0.11
set key @above
set ylabel 'jobs done in ten minutes'
set xrange [-0.6:1.6]
set yrange [0:*]
set xtics ('scans' 0, 'computing' 1)
x(pool) = pool eq 'scan' ? 0 : 1
plot '< grep ^untuned $work/means.csv' using (x(strcol(2))-0.25):3:(0.23) with boxes lt 1 lw 1 fc rgb sw_fill[1] title 'all wait 10 s', \
     '< grep ^none $work/means.csv' using (x(strcol(2))):3:(0.23) with boxes lt 1 lw 1 fc rgb sw_fill[2] title 'none waits', \
     '< grep ^biased $work/means.csv' using (x(strcol(2))+0.25):3:(0.23) with boxes lt 1 lw 1 fc rgb sw_fill[4] title 'only scans wait', \
     '< sed 1d $work/means.csv' using (x(strcol(2)) + (strcol(1) eq 'untuned' ? -0.25 : strcol(1) eq 'biased' ? 0.25 : 0)):4:(0):(\$5-\$4) with vectors nohead dt 1 lw 2.5 lc rgb '#000000' notitle
set ylabel 'gained by biasing (%)'
set xtics ("scans,\nover none" 0, "computing,\nover none" 1, "scans,\nover all" 2, "computing,\nover all" 3)
set xrange [-0.5:3.5]
at(over, pool) = (over eq 'all' ? 2 : 0) + (pool eq 'compute')
set yrange [0:50]
plot 0 with lines lc rgb sw_ink lw 0.8 notitle, '< sed 1d $work/gain-means.csv' using (at(strcol(1), strcol(2))):3:4:5 with yerrorbars lt 1 dt 1 ps 1.2 title 'mean, 95 % interval', \
     '-' using 1:2 with points @was title 'published'
0,8
1,10
2,15
3,44
e
unset multiplot
END
}
figure "$@"
