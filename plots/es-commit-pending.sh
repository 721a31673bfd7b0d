#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# es-commit-pending.sh - ES 3.3, TR 4.1: how long a finished task must count as running for slots not to stick
# Parameters: nothing is calibrated. The cluster and the scans of tr-fig13 (100 nodes with 4 map slots, maps of 9 s of one file) with half its
# blocks; naive fair sharing without a wait. The bound is that of ES 3.3.2, 1 - (1-f)^(RL) with R = 3 and L = 4, for a job that never leaves its slots.
# Clock: 3 s | yes | all | no longer | nothing | as TR figure 13
. "$(dirname "$0")/common.sh"
cluster='--nodes 100 --racks 4 --map-slots 4 --reduce-slots 2 --order fair --drift 0.3s'

data() {
    local jobs pending row
    for jobs in 5 10 20 50; do
        for pending in 0 0.001 0.01 0.1 3; do
            run "slot-gen --preset tr-sticky --jobs $jobs --maps 720 | slot-replay $cluster --commit-pending $pending --runs $seeds --record summary > $work/one.csv"
            label concurrent,commit_pending_s "$jobs,$pending" <"$work/one.csv" >"$work/labelled-$jobs-$pending.csv"
        done
    done
    join "$work"/labelled-*.csv >"$work/replays.csv"
    run "slot-stats --by concurrent,commit_pending_s --col share_node $work/replays.csv > $work/means.csv"
    means_of 2 <"$work/means.csv" | sorted -k1,1g -k2,2g >"$csv"
    for row in 5,93.1 10,71.8 20,46.0 50,21.5; do
        jobs=${row%,*}
        column share_node "concurrent=$jobs" commit_pending_s=0 <"$work/replays.csv" | percent |
            rule "node-local maps of $jobs jobs whose slots stick, at most the bound" % "<=${row#*,}" measured '' \
                "the bound has the slots lie at random; heartbeats deal them out so that a job begins on F/L different nodes, which gives 1 - (1 - Lf)^R = $(awk -v f=$jobs 'BEGIN { printf "%.1f", 100 * (1 - (1 - 4 / f) ^ 3) }') %, less what the last maps of a job lose"
        column share_node "concurrent=$jobs" commit_pending_s=3 <"$work/replays.csv" | percent |
            rule "node-local maps of $jobs jobs with 3 s of commit-pending, above the bound" % ">=${row#*,}" measured '' \
                'TR 4.1: "sticky slots do not occur in Hadoop due to a bug in how Hadoop counts running tasks"'
    done
}

# Without the state there is no place on the logarithmic axis, so nothing is drawn from there.
draw() {
    draw_script <<END
set key outside top left horizontal Left reverse
set logscale x
set xrange [0.00012:6]
set xtics ('none' 0.0002, 0.001, 0.01, 0.1, 3)
set yrange [0:104]
set format x '%g'
set xlabel 'a finished task counts as running for (s)'
set ylabel 'node-local maps (%)'
set arrow 1 from 0.00045,graph 0 to 0.00045,graph 1 nohead dt (2,4) lc rgb sw_ink lw 0.8
bound(jobs) = 100 * (1 - (1 - 1. / jobs) ** 12)
rows(i) = '< grep ^'.word('5 10 20 50', i).', $csv'
plot for [i = 1:4] rows(i) using (\$2 > 0 ? \$2 : NaN):(100*\$3):(100*\$4):(100*\$5) with yerrorlines lt i title word('5 10 20 50', i).' jobs', \
     for [i = 1:4] rows(i) using (\$2 > 0 ? NaN : 0.0002):(100*\$3):(100*\$4):(100*\$5) with yerrorbars lt i dt 1 notitle, \
     for [i = 1:4] rows(i) using (\$2 > 0 ? NaN : 0.0003):(bound(\$1)) with points @was title i == 1 ? 'bound of ES 3.3.2, beside each' : ''
END
}
figure "$@"
