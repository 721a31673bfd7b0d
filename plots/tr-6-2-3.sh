#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tr-6-2-3.sh - TR 6.2.3: the response time of one small job, with and without a wait of 10 s
# Parameters: the time of the reduce is calibrated, 22 s, so that the job without a wait takes its 35.4 s (Hadoop's start-up is in it);
# maps of 9 s (TR 6.2.4: "as in the previous experiments"). Hadoop's clock: a heartbeat every 3 s, one map launched in each.
# Maps take no longer away from their data: alone on EC2 the job has the network to itself.
. "$(dirname "$0")/common.sh"
job='slot-gen --jobs 1 --maps 16 --reduces 1 --map-time 9s --map-sigma 0.2 --copy-time 2s --reduce-time 22s --reduce-sigma 0.1 --seed $seed'
cluster='--nodes 100 --racks 4 --map-slots 4 --reduce-slots 2 --preset naive-fair --jitter 3s'

data() {
    for delay in none wait:10s,10s; do
        each_seed "$job | slot-replay $cluster --delay $delay --seed \$seed --emit summary" >"$work/${delay%%:*}.csv"
        awk -F, -v OFS=, -v delay="${delay%%:*}" '
            NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "run,delay,response_s,node_local"; next }
            { print $1, delay, $at["mean_response_s"], $at["node_local"] }' "$work/${delay%%:*}.csv" >"$work/short-${delay%%:*}.csv"
    done
    join "$work"/short-{none,wait}.csv >"$csv"
    column response_s delay=none <"$csv" | verdict 'response time, no wait' s 35.4 measured '' 'calibrated on this'
    column response_s delay=wait <"$csv" | verdict 'response time, wait of 10 s' s 35.4 measured '' 'an idle cluster offers a slot of each node every 3 s, so the wait for data is short'
    paste -d' ' <(column response_s delay=wait <"$csv") <(column response_s delay=none <"$csv") | awk '{ print $1 - $2 }' |
        verdict 'what the wait costs' s 0 1.5 '' 'published as not significant in eight runs, whose times spread over 5 s; the band is half a heartbeat'
    column node_local delay=none <"$csv" | percent | verdict 'node-local maps, no wait' % 25 measured :50 'one map a heartbeat, of 16 that have data on at most 48 of 100 nodes'
    column node_local delay=wait <"$csv" | percent | verdict 'node-local maps, wait of 10 s' % 100 measured '' ''
}

draw() {
    draw_script 640x432 <<END
set key inside bottom left vertical Left reverse
set xlabel 'node-local maps (%)'
set ylabel 'response time (s)'
set xrange [0:109]
set yrange [0:45]
plot '< grep ,none, $csv' using (100*\$4):3 with points lt 1 title 'no wait, a point a seed', \
     '< grep ,wait, $csv' using (100*\$4):3 with points lt 2 title 'wait of 10 s, a point a seed', \
     '-' using 1:2:3:4 with yerrorbars @was title 'published: mean and range of eight runs'
25,35.4,32,37
100,35.4,32,38
e
END
}
figure "$@"
