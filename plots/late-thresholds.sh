#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# late-thresholds.sh - LATE 4: what its three thresholds do to the sort with stragglers
# Parameters: the hundred machines with stragglers and the sort of late-cases; one threshold is moved, the others stay at 10 %, 25 and 25. Nothing is calibrated.
# The sensitivity analysis itself (5.4) is not in our copy of the paper, so the rows hold its choice against the best of each sweep.
# Clock: 3 s | no | one | links: host 1 G | nothing | as late-cases
. "$(dirname "$0")/common.sh"
cluster="--cluster $work/hosts.csv --preset hadoop-fifo --cores 1 --host-cores 3 --network node=1G --stragglers 8%,0.2"

data() {
    hosts hosts 16 8 6 4 3 2 1
    run "slot-gen --preset late-sort --maps 200 --reduces 180 > $work/sort.csv"
    for share in 0.5 1 2.5 5 10 20 40 100; do one cap "$share" "$share%,25,25"; done
    for percentile in 0 10 25 40 60 80 100; do one slow_node "$percentile" "10%,$percentile,25"; done
    for percentile in 0 5 10 25 50 75 100; do one slow_task "$percentile" "10%,25,$percentile"; done
    join "$work"/labelled-*.csv >"$work/replays.csv"
    run "slot-stats --by threshold,value --col mean_response_s,speculated $work/replays.csv > $work/means.csv"
    means_of 2 <"$work/means.csv" | sorted -k1,1 -k2,2g >"$csv"

    against_best cap 10 | rule 'response with SpeculativeCap 10 % over the best of its sweep' x 1 measured '' 'any cap above what the stragglers need does'
    against_best slow_node 25 | rule 'response with SlowNodeThreshold 25 over the best of its sweep' x 1 measured '' \
        'at 0 copies go to slow nodes too, at 100 to the one fastest only'
    against_best slow_task 25 | rule 'response with SlowTaskThreshold 25 over the best of its sweep' x 1 measured '' \
        'the cap is what limits copies, and the longest time left goes first whatever the threshold; only 0 (no copies at all) is bad'
}

one() { # THRESHOLD VALUE PARAMETERS
    run "slot-replay $cluster --speculate late:$3 --runs $seeds --record summary $work/sort.csv > $work/$1-$2.csv"
    label threshold,value "$1,$2" <"$work/$1-$2.csv" >"$work/labelled-$1-$2.csv"
}

# against_best THRESHOLD VALUE - of each seed, its response over that of the value whose mean is the least.
against_best() {
    local best
    best=$(grep "^$1," "$csv" | sort -t, -k3,3g | head -n 1 | cut -d, -f2)
    paste -d, <(column mean_response_s "threshold=$1" "value=$2" <"$work/replays.csv") \
        <(column mean_response_s "threshold=$1" "value=$best" <"$work/replays.csv") | awk -F, '{ print $1 / $2 }'
}

draw() {
    draw_script 1080x396 <<END
set multiplot layout 1,3 margins 0.07,0.99,0.15,0.84 spacing 0.065
set yrange [0:2000]
set ylabel 'response time of the sort (s)'
set key outside top left horizontal Left reverse
set xlabel 'SpeculativeCap (% of the slots, logarithmic)'
set logscale x
set xrange [0.4:125]
set xtics (0.5, 1, 2.5, 5, 10, 20, 40, 100)
set arrow 1 from 10,graph 0 to 10,graph 1 nohead lc rgb '#000000' dt (6,3) lw 1.5
plot '< grep ^cap $csv' using 2:3:4:5 with yerrorlines lt 1 title 'mean, 95 % interval', NaN with lines lc rgb '#000000' dt (6,3) lw 1.5 title 'published choice'
unset logscale x
unset key
set xrange [-5:105]
set xtics 0,25,100
unset ylabel
set arrow 1 from 25,graph 0 to 25,graph 1
set xlabel 'SlowNodeThreshold (percentile)'
plot '< grep ^slow_node $csv' using 2:3:4:5 with yerrorlines lt 1 notitle
set xlabel 'SlowTaskThreshold (percentile)'
plot '< grep ^slow_task $csv' using 2:3:4:5 with yerrorlines lt 1
unset multiplot
END
}
figure "$@"
