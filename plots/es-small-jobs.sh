#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# es-small-jobs.sh - ES: node locality of small jobs against the wait W1, on a cluster that is just full
# Parameters: nothing is calibrated. The private cluster of 100 nodes, 6 map slots and 4 racks, blocks placed on two racks; as many jobs of 3, 10 or
# 100 maps of 9 s as fill the 600 slots, each followed by another at once (tr-fig12 has all jobs at once, where somebody always has data on the
# node that asks); W2 = W1; Hadoop's clock of the time: a heartbeat every 3 s, one map each, 3 s of commit-pending. The model is ES 3.5's
# mean of 1 - (1 - K/M)^R without a wait (slot-delay bound --nodes 100 --tasks 3,10,100 --skips 1).
# Clock: 3 s | no | one | no longer | nothing | ES 5: "a modified version of Hadoop 0.20"
# Null: FIFO | s/--order fair/--order fifo/
. "$(dirname "$0")/common.sh"
cluster='--nodes 100 --racks 4 --map-slots 6 --reduce-slots 4 --placement hdfs --order fair --heartbeat 3s --drift 0.3s --out-of-band no --per-heartbeat 1 --commit-pending 3s'

data() {
    local maps wait row
    for maps in 3 10 100; do
        for wait in 0 0.25 0.5 1 2 5 10 15; do
            run "slot-gen --preset tr-small-jobs --maps $maps --jobs $((6000 / maps)) --arrival closed:$((600 / maps)),0s | slot-replay $cluster --delay wait:${wait}s,${wait}s --runs $seeds --record summary > $work/one.csv"
            label maps,w1_s "$maps,$wait" <"$work/one.csv" >"$work/labelled-$maps-$wait.csv"
        done
    done
    join "$work"/labelled-*.csv | awk -F, -v OFS=, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print $0, "rack_or_node"; next } { print $0, $at["share_node"] + $at["share_rack"] }' >"$work/replays.csv"
    run "slot-stats --by maps,w1_s --col share_node,rack_or_node,makespan_s $work/replays.csv > $work/means.csv"
    means_of 2 <"$work/means.csv" | sorted -k1,1g -k2,2g >"$csv"

    for row in 3,5.9 10,15.4 100,75.5; do
        maps=${row%,*}
        column share_node maps=$maps w1_s=0 <"$work/replays.csv" | percent |
            rule "node-local, $maps maps, no wait, against the model" % ${row#*,} measured '' \
                'the model offers slots at random; here a job takes the slots of the job that it follows, which finds fewer blocks'
        column share_node maps=$maps w1_s=15 <"$work/replays.csv" | percent |
            rule "node-local, $maps maps, W1 = 15 s" % '>=75' measured '' 'TR 6.2.1: "raised data locality to at least 75 %"'
        column rack_or_node maps=$maps w1_s=15 <"$work/replays.csv" | percent |
            rule "in the rack or nearer, $maps maps, W1 = 15 s" % '>=94' measured '' 'TR 6.2.1: "and rack locality to at least 94 %"'
    done
}

# No wait has no place on the logarithmic axis, so nothing is drawn from there.
draw() {
    draw_script <<END
set key outside top left horizontal Left reverse maxcols 3
set logscale x
set xrange [0.09:19]
set xtics ('none' 0.12, 0.25, 0.5, 1, 2, 5, 10, 15)
set yrange [0:104]
set xlabel 'wait for the node, W1 (s)'
set ylabel 'node-local maps (%)'
set arrow 1 from 0.175,graph 0 to 0.175,graph 1 nohead dt (2,4) lc rgb sw_ink lw 0.8
x(w) = w == 0 ? 0.12 : w
rows(i) = '< grep ^'.word('3 10 100', i).', $csv'
mark(i) = int(word('6 4 8', i))
plot for [i = 1:3] rows(i) using (\$2 > 0 ? \$2 : NaN):(100*\$3):(100*\$4):(100*\$5) with yerrorlines lt i title word('3 10 100', i).' maps', \
     for [i = 1:3] rows(i) using (\$2 > 0 ? NaN : 0.12):(100*\$3):(100*\$4):(100*\$5) with yerrorbars lt i dt 1 notitle, \
     for [i = 1:3] '$published' using (\$1 == int(word('3 10 100', i)) ? x(\$2) : NaN):3 skip 1 with points lc rgb '#000000' pt mark(i) ps 1.7 lw 2 title 'published, '.word('3 10 100', i).' maps'
END
}
figure "$@"
