#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tr-sec43.sh - TR 4.2 and 4.3.1: what a wait brings, the chance of a local slot and the gain in response time
# Parameters: none; formulas.
. "$(dirname "$0")/common.sh"

data() {
    run "slot-delay gain --remote-cost 2,5,10,20 --gap 5 --wait 0:30:0.5 > $csv"
    run "slot-delay frees --wait 15s --task-time 60s --slots-per-node 5 > $work/frees.csv"
    column probability <"$work/frees.csv" | percent | verdict 'a slot near the block frees within 15 s, tasks of 60 s, 5 slots, 3 replicas' % 98.6 rounded '' '1 - (3/4)^15 is 98.66 %, which the paper cut'
    run "slot-delay gain --remote-cost 2 --gap 1 --wait 2 > $work/gain.csv"
    column gain_s <"$work/gain.csv" | verdict 'share of the greatest gain after a wait of two gaps, 1 - e^(-w/t)' '' 0.86 rounded '' 'gain (1 - e^(-w/t)) (D - t), here with D - t = 1'
}

draw() {
    slot-delay frees --wait 0:30:0.5 --task-time 60s --slots-per-node 5 >"$work/frees-by-wait.csv"
    draw_script 1000x432 <<END
set multiplot layout 1,2 margins 0.085,0.98,0.14,0.8 spacing 0.11
set key @above
set xlabel 'longest wait (s), tasks of 60 s, 5 slots, 3 replicas'
set ylabel 'a slot near the block frees (%)'
set yrange [0:104]
plot '$work/frees-by-wait.csv' using 4:(100*\$5) skip 1 with lines lt 1 title 'formula', '-' using 1:2 with points @was title 'published'
15,98.6
e
set xlabel 'longest wait w (s), a local offer every t = 5 s'
set ylabel 'gain in response time (s)'
set yrange [-4:16]
plot 0 with lines lc rgb sw_ink lw 0.8 notitle, \
     for [i = 1:4] '$csv' using (\$1 == int(word('2 5 10 20', i)) ? \$3 : NaN):4 skip 1 with lines lt i title 'D = '.word('2 5 10 20', i).' s', \
     '-' using (10):(0.86 * (\$1 - 5)) with points @was title 'published'
2
5
10
20
e
unset multiplot
END
}
figure "$@"
