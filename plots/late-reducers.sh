#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# late-reducers.sh - LATE 3.2: reducers that Hadoop's rule copies when the copy phase is the slow one, on 900 nodes
# Parameters: 900 nodes (3.2) with two map and two reduce slots (2.1), two maps a node and reduces for nine tenths of the slots, so that all
# start at once; they compute for 10 s, as "tasks quickly complete the other two phases". The bytes a node's link carries is the one
# thing calibrated: of the rates drawn the rows below take 5 Mbit/s, the nearest to the published 80 %. All machines are alike.
# Clock: 9 s | no | one | links: node 5 M | the link of a node, on 80 % | as late-cases, on 900 nodes
# Null: LATE for Hadoop's rule | s/--speculate hadoop/--speculate late/
. "$(dirname "$0")/common.sh"
cluster='--nodes 900 --preset hadoop-fifo'
calibrated=5

data() {
    run "slot-gen --jobs 1 --arrival all-at-once --maps 1800 --map-time 30s --map-sigma 0.2 --reduces 1620 --copy-time 30s --reduce-time 10s --reduce-sigma 0.2 --shuffle-ratio 1 > $work/job.csv"
    for rate in 100 50 20 10 5; do
        for rule in none hadoop late; do
            run "slot-replay $cluster --network node=${rate}M --speculate $rule --runs $seeds $work/job.csv --record summary > $work/$rule-$rate.csv"
            label speculate,link_mbit_per_s "$rule,$rate" <"$work/$rule-$rate.csv" >"$work/labelled-$rule-$rate.csv"
        done
    done
    join $(ls "$work"/labelled-*.csv | sort -V) >"$work/replays.csv"
    run "slot-stats --by speculate,link_mbit_per_s --col speculated,mean_response_s $work/replays.csv > $work/means.csv"
    means_of 2 <"$work/means.csv" >"$csv"

    copied hadoop | verdict "reducers copied by Hadoop's rule" % 80 measured '' \
        'calibrated on this, by the link; by its own rule a reducer with the share c of its copying done falls 0.2 behind once 0.2 / (1 - c/3) of all have ended, 20 to 30 %: so of one wave at most 70 to 80 % are copied'
    slower hadoop | rule "response under Hadoop's rule over none" x '>=1' exact '' \
        'LATE 1: it "can even degrade performance below that obtained with speculation disabled"; copies of reducers fill the network'
    slower late | rule 'response under LATE over none' x '<=1' exact '' \
        'as 4.1 has it ("avoiding overloading the network"), though of machines that differ: the cap is of copies that live at once; each that ends makes room for the next, and as every machine is alike none of them helps'
}

# Of each seed, at the calibrated rate: the share of the reducers copied, and the response over that without copies.
copied() { column speculated "speculate=$1" link_mbit_per_s=$calibrated <"$work/replays.csv" | awk '{ print 100 * $1 / 1620 }'; }
slower() {
    paste -d, <(column mean_response_s "speculate=$1" link_mbit_per_s=$calibrated <"$work/replays.csv") \
        <(column mean_response_s speculate=none link_mbit_per_s=$calibrated <"$work/replays.csv") | awk -F, '{ print $1 / $2 }'
}

draw() {
    draw_script 960x432 <<END
set multiplot layout 1,2 margins 0.08,0.98,0.14,0.78 spacing 0.11
set logscale x
set xrange [4:125]
set xtics (5, 10, 20, 50, 100)
set xlabel 'link of a node (Mbit/s)'
set key outside top left horizontal Left reverse
set ylabel 'reducers copied (%)'
set yrange [0:100]
plot '< grep ^hadoop $csv' using 2:(100 * \$3 / 1620):(100 * \$4 / 1620):(100 * \$5 / 1620) with yerrorlines lt 1 title 'Hadoop: 0.2 below the mean', \
     '< grep ^late $csv' using 2:(100 * \$3 / 1620):(100 * \$4 / 1620):(100 * \$5 / 1620) with yerrorlines lt 2 title 'LATE: 10 %, 25, 25', \
     80 with lines lt 7 title 'published: Hadoop''s'
set ylabel 'response time of the job (s)'
set yrange [0:*]
plot '< grep ^hadoop $csv' using 2:6:7:8 with yerrorlines lt 1 title 'Hadoop: 0.2 below the mean', \
     '< grep ^late $csv' using 2:6:7:8 with yerrorlines lt 2 title 'LATE: 10 %, 25, 25', \
     '< grep ^none $csv' using 2:6:7:8 with yerrorlines lt 3 title 'no copies'
unset multiplot
END
}
figure "$@"
