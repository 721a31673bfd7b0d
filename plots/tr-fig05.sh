#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tr-fig05.sh - TR figure 5: sticky slots in a cluster of 100 nodes with one slot each, by formula and in the replay
# Parameters: none is calibrated. The jobs are preset tr-sticky's scans of one file of 1,440 blocks, submitted within half a minute; the task
# length does not enter the formula. Hadoop's commit-pending state, which hides sticky slots (TR 4.1), is drawn for comparison: 3 s, a
# heartbeat.
# Clock: 3 s | yes | all | no longer | nothing | the cluster of a formula: a slot is offered when it frees, else none would stick
# Null: FIFO | s/--order fair/--order fifo/
. "$(dirname "$0")/common.sh"
cluster='--nodes 100 --racks 4 --map-slots 1 --reduce-slots 1 --order fair --drift 0.3s'

data() {
    run "slot-delay sticky --nodes 100 --slots-per-node 1 --jobs 5:50:1 > $work/formula.csv"
    for jobs in 5 10 15 20 30 50; do
        for pending in 0 3; do
            run "slot-gen --preset tr-sticky --jobs $jobs | slot-replay $cluster --commit-pending $pending --runs $seeds --record summary > $work/$jobs-$pending.csv"
            label concurrent,commit_pending_s "$jobs,$pending" <"$work/$jobs-$pending.csv" >"$work/labelled-$jobs-$pending.csv"
        done
    done
    join $(ls "$work"/labelled-*.csv | sort -V) >"$work/replays.csv"
    run "slot-stats --by commit_pending_s,concurrent --col share_node $work/replays.csv > $work/means.csv"
    { echo source,jobs,share_node,share_node_lo,share_node_hi
      awk -F, 'NR > 1 { print "formula," $4 "," $6 ",," }' "$work/formula.csv"
      awk -F, 'NR > 1 { print ($1 ? "commit-pending " $1 " s" : "replay") "," $2 "," $6 "," $7 "," $8 }' "$work/means.csv"; } >"$csv"

    column share_node concurrent=5 commit_pending_s=0 <"$work/replays.csv" | percent |
        verdict 'node-local maps of 5 jobs, replayed' % '<50' exact '' \
            'the replay knows nothing of the formula; a little above the bound of 48.8 % because the first launches, before the slots stick, choose freely'
}

draw() {
    draw_script <<END
set key outside top left horizontal Left reverse maxcols 2
set xlabel 'concurrent jobs'
set ylabel 'node-local maps (%)'
set yrange [0:104]
set xrange [0:52]
plot '< grep ^formula $csv' using 2:(100*\$3) with lines lt 1 title 'formula of ES 3.3.2, R = 3, L = 1', \
     '< grep ^replay $csv' using 2:(100*\$3):(100*\$4):(100*\$5) with yerrorbars lt 2 lw 1.5 title 'replay, $seeds seeds', \
     '< grep ^commit $csv' using 2:(100*\$3) with linespoints lt 3 title 'with commit-pending', \
     '-' using 1:2:(3) with xerrorbars pt 0 lw 1.2 dt 1 lc rgb '#000000' title 'published: below this at 5 jobs'
5,50
e
END
}
figure "$@"
