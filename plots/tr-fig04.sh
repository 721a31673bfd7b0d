#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tr-fig04.sh - TR figure 4 and ES figure 2: locality against job size under naive fair sharing, on a load like Facebook's in March 2009
# Parameters: one is calibrated. 620 nodes stand in 12 racks, 52 in each (ES 3.6: 20 to 80), because the published rack locality asks for so many.
# Sizes are those of TR table 2, 3,200 jobs a day (TR 1), task times those of preset fb-warehouse, one day a seed. Hadoop launched one map a
# heartbeat, every 7 s on so many nodes. Waits of 10 s (ES 4.1) are drawn for comparison.
# Clock: 7 s | no | one | no longer | the number of racks, on 59 % | the same Hadoop in production in March 2009, on 620 nodes
# Null: FIFO | s/--order (fair|hfs:lack)/--order fifo/
. "$(dirname "$0")/common.sh"
cluster='--nodes 620 --racks 12 --map-slots 5 --reduce-slots 5 --placement hdfs --heartbeat 7s --drift 0.7s --out-of-band no --per-heartbeat 1 --commit-pending 7s'

data() {
    local trace='slot-gen --preset fb-warehouse --maps table:fb-tr --arrival daily:27s,0.9 --jobs 3200 --seed $seed'
    each_seed "$trace | slot-replay $cluster --seed \$seed --order fair | slot-stats --bins tr" >"$work/none.csv"
    each_seed "$trace | slot-replay $cluster --seed \$seed --order hfs:lack --delay wait:10s,10s | slot-stats --bins tr" >"$work/wait.csv"
    for delay in none wait; do label delay $delay <"$work/$delay.csv"; done | awk -F, -v OFS=, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print $0, "rack_or_node"; next }
        $1 != "delay" { print $0, $at["share_node"] + $at["share_rack"] }' >"$work/bins.csv"
    run "slot-stats --by delay,bin --col maps,jobs,share_node,rack_or_node $work/bins.csv > $work/means.csv"
    awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        { print $1, $2, NR == 1 ? "mean_maps" : $at["sum_maps"] / $at["sum_jobs"], $at["mean_share_node"], $at["mean_share_node_lo"], $at["mean_share_node_hi"],
                $at["mean_rack_or_node"], $at["mean_rack_or_node_lo"], $at["mean_rack_or_node_hi"] }' "$work/means.csv" >"$csv"

    column share_node delay=none bin=1-25 <"$work/bins.csv" | percent | verdict 'node-local, jobs of 1 to 25 maps' % 5 measured '' \
        'how the jobs spread within the bin is not published; log-uniform sizes here'
    column rack_or_node delay=none bin=1-25 <"$work/bins.csv" | percent | verdict 'in the rack or nearer, jobs of 1 to 25 maps' % 59 measured '' \
        'calibrated on this, by the number of racks, which is not published'
}

draw() {
    draw_script <<END
set key outside top left horizontal Left reverse maxcols 2
set logscale x
set xlabel 'maps of a job (mean of the bin)'
set ylabel 'maps (%)'
set xrange [1:10000]
set yrange [0:104]
plot '< grep ^none, $csv' using 3:(100*\$7):(100*\$8):(100*\$9) with yerrorlines lt 3 title 'in the rack or nearer, no wait', \
     '< grep ^none, $csv' using 3:(100*\$4):(100*\$5):(100*\$6) with yerrorlines lt 1 title 'node-local, no wait', \
     '< grep ^wait, $csv' using 3:(100*\$4):(100*\$5):(100*\$6) with yerrorlines lt 2 title 'node-local, waits of 10 s', \
     '< grep ^none,1-25, $csv' using 3:(5):(1):(25) with xerrorbars @was title 'published, 1 to 25 maps', '' using 3:(59):(1):(25) with xerrorbars @was notitle
END
}
figure "$@"
