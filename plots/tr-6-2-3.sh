#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tr-6-2-3.sh - TR 6.2.3: the response time of one small job, with and without a wait of 10 s
# Parameters: the job is set up for 6 s, as in all that the paper ran on EC2 (6.1, 6.2.2 to 6.2.4, 6.2.6): Hadoop's set-up and clean-up tasks are each launched at a heartbeat and reported at the
# node's next, 3 s later; the replay gives both to the time before the first map, and neither holds a slot. The time of the reduce, 16.1 s, is calibrated, so that the job
# without a wait takes its 35.4 s (start-up, shuffle and sort are in it). Maps of 9 s (TR 6.2.4: "as in the previous experiments"). Maps take no
# longer away from their data: alone on EC2 the job has the network to itself.
# Clock: 3 s | no | one | no longer | the time of the reduce, on 35.4 s | TR 6: "a recent version of Hadoop from SVN trunk", so 0.20 of early 2009: 3 s up to 300 nodes, no heartbeat at the end of a task, one map and one reduce launched in each by its fair scheduler
# Null: a wait of 4 s | s/wait:10s/wait:4s/
. "$(dirname "$0")/common.sh"
job='slot-gen --preset tr-one-job --seed $seed'
cluster='--nodes 100 --racks 4 --map-slots 4 --reduce-slots 2 --preset naive-fair --jitter 3s'

data() {
    for delay in none wait:10s,10s; do
        each_seed "$job | slot-replay $cluster --delay $delay --seed \$seed --record summary" >"$work/${delay%%:*}.csv"
        awk -F, -v OFS=, -v delay="${delay%%:*}" '
            NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "run,delay,response_s,share_node"; next }
            { print $1, delay, $at["mean_response_s"], $at["share_node"] }' "$work/${delay%%:*}.csv" >"$work/short-${delay%%:*}.csv"
    done
    join "$work"/short-{none,wait}.csv >"$csv"
    column response_s delay=none <"$csv" | verdict 'response time, no wait' s 35.4 measured '' 'calibrated on this'
    column response_s delay=wait <"$csv" | verdict 'response time, wait of 10 s' s 35.4 measured '' 'an idle cluster offers a slot of each node every 3 s, so the wait for data is short'
    paste -d' ' <(column response_s delay=wait <"$csv") <(column response_s delay=none <"$csv") | awk '{ print $1 - $2 }' |
        rule 'what the wait costs' s 0 1.5 '' '"not statistically significant" in eight runs, whose times spread over 5 s; the band is half a heartbeat'
    column share_node delay=none <"$csv" | percent | verdict 'node-local maps, no wait' % 25 measured '' 'one map a heartbeat, of 16 that have data on at most 48 of 100 nodes'
    column share_node delay=wait <"$csv" | percent | verdict 'node-local maps, wait of 10 s' % 100 measured '' ''
}

draw() {
    draw_script 640x432 <<END
set key outside top left horizontal Left reverse maxcols 2
set xlabel 'node-local maps (%)'
set ylabel 'response time (s)'
set xrange [0:104]
set yrange [28:44]
plot '< grep ,none, $csv' using (100*\$4):3 with points lt 1 title 'no wait, a point a seed', \
     '< grep ,wait, $csv' using (100*\$4-0.25*(\$0-10)):3 with points lt 2 title 'wait of 10 s (all at 100 %, spread to be seen)', \
     '-' using 1:2:3:4 with yerrorbars @was title 'published: mean and range of eight runs'
25,35.4,32,37
100,35.4,32,38
e
END
}
figure "$@"
