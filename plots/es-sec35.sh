#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# es-sec35.sh - ES 3.5, 3.6 and 4.1: locality against skips, the wait they take, and how much less waiting the rack needs
# Parameters: none; formulas of three replicas; in the first panel that of ES algorithm 2 to the letter, where D skips are D + 1 looks, with points of
# the replay on 40 nodes from notebooks-data/replay-and-formulas.csv (made by
# tests/property/test_replay_formulas; docs/findings says what else it shows). The third panel is Facebook's: 620 nodes, here in 31 racks.
. "$(dirname "$0")/common.sh"

data() {
    run "slot-delay bound --nodes 40 --tasks 1,4,10,40 --skips 0:60:1 > $work/small.csv"
    awk -F, 'NR == 1 || ($2 == 1 && $3 == 3 && $6 == "uniform")' notebooks-data/replay-and-formulas.csv >"$work/replay.csv"
    run "slot-delay bound --nodes 620 --tasks 1,10 --skips 0:60:1,70:1000:10 > $work/nodes.csv"
    run "slot-delay bound --nodes 31 --tasks 1,10 --skips 0:60:1,70:1000:10 > $work/racks.csv"
    run "slot-delay skips --nodes 100 --slots-per-node 1:8:1 --tasks 20 --locality 0.80,0.9,0.95,0.99 > $work/waits.csv"
    run "slot-delay bound --nodes 620 --tasks 1,10 --skips 270 > $work/facebook.csv"
    run "slot-delay bound --nodes 10 --replication 1 --tasks 1 --skips 0:50:1 > $work/offers.csv"
    { echo panel,nodes,slots_per_node,tasks,locality_wanted,skips,locality,wait_tasks
      rows 'locality of the replay' replay "$work/replay.csv"; rows locality algorithm "$work/small.csv"
      rows offers bound "$work/offers.csv"; rows wait skips "$work/waits.csv"; rows node bound "$work/nodes.csv"; rows rack bound "$work/racks.csv"; } >"$csv"

    column fraction_of_nodes share_node_wanted=0.95 slots_per_node=8 <"$work/waits.csv" | verdict 'skips for 95 % of a job of 20 tasks, R = 3' M 0.23 rounded '' 'ES 3.5, with the bracket that the copy lost'
    column wait_tasks share_node_wanted=0.95 slots_per_node=8 <"$work/waits.csv" | percent |
        verdict 'the same as a wait, L = 8' '%' 2.8 rounded '' "of a task's length; 0.23/8 is 2.875 %, which the paper cut. Its text has D S/T once where D T/S is meant"
    column share_node_within_skips skips=10 <"$work/offers.csv" | percent | verdict 'local launch within 10 skips, data on 10 % of the nodes' % 65 rounded '' '1 - (1 - p)^D'
    column share_node_within_skips skips=40 <"$work/offers.csv" | percent | verdict 'local launch within 40 skips, data on 10 % of the nodes' % 99 rounded '' '98.5 %, rounded up'
    column share_node_within_skips tasks=1 <"$work/facebook.csv" | percent | verdict 'locality of 1 task at D = 270, M = 620' % 73 rounded '' '1 - (1 - 1/M)^(RD)'
    column share_node_within_skips tasks=10 <"$work/facebook.csv" | percent | verdict 'locality of 10 tasks at D = 270, M = 620' % '>=90' exact '' 'the paper says at least 90 %; its own formula gives 96 %'
}
# rows PANEL HOW FILE - the columns that the figure needs.
rows() {
    awk -F, -v OFS=, -v panel="$1" -v how="$2" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        how == "skips" { print panel, $at["nodes"], $at["slots_per_node"], $at["tasks"], $at["share_node_wanted"], $at["skips_bound"], "", $at["wait_tasks"]; next }
        { print panel, $at["nodes"], $at["slots_per_node"], $at["tasks"], "", $at["skips"], $at[how == "replay" ? "locality_replay" : how == "algorithm" ? "share_node_algorithm" : "share_node_within_skips"], "" }' "$3"
}

draw() {
    { cat <<END
set multiplot layout 2,2 margins 0.075,0.97,0.09,0.9 spacing 0.11,0.25
set key @above
set xlabel 'skips allowed (D); 40 nodes, N tasks'
set ylabel 'node-local tasks (%)'
set yrange [0:104]
set xrange [-0.5:30]
plot '< grep "^locality," $csv' using 6:(\$4==40?100*\$7:NaN) with lines lt 4 title 'N = 40', \
     '' using 6:(\$4==10?100*\$7:NaN) with lines lt 3 title 'N = 10', \
     '' using 6:(\$4==4?100*\$7:NaN) with lines lt 2 title 'N = 4', \
     '' using 6:(\$4==1?100*\$7:NaN) with lines lt 1 title 'N = 1', \
     '< grep "^locality of" $csv' using 6:(\$4==1||\$4==4||\$4==10||\$4==40?100*\$7:NaN) with points pt 6 lw 1.5 lc rgb sw_ink title 'replay'
set xlabel 'skips allowed (D); data on a tenth of the nodes'
set ylabel 'local launches (%)'
set xrange [0:50]
plot '< grep ^offers, $csv' using 6:(100*\$7) with lines lt 1 title '1 - (1 - p)^D', '-' using 1:2 with points @was title 'published'
10,65
40,99
e
set xlabel 'slots of a node (L); 100 nodes, 20 tasks'
set ylabel 'wait (% of a task length)'
set xrange [0.5:8.5]
set yrange [0:100]
plot for [i=1:4] '< grep "^wait," $csv' using 3:(\$5==real(word('0.99 0.95 0.9 0.8',i))?100*\$8:NaN) with linespoints lt i title word('99 95 90 80',i).' % local', \
     '-' using 1:2 with points @was title 'published'
8,2.8
e
set xlabel 'skips allowed (D1, D2); 620 nodes in 31 racks'
set ylabel 'local tasks (%)'
set logscale x
set xrange [1:1000]
set yrange [0:104]
plot '< grep "^rack," $csv' using 6:(\$4==10?100*\$7:NaN) with lines lt 4 title 'rack (D2), N = 10', \
     '' using 6:(\$4==1?100*\$7:NaN) with lines lt 3 title 'rack (D2), N = 1', \
     '< grep "^node," $csv' using 6:(\$4==10?100*\$7:NaN) with lines lt 2 title 'node (D1), N = 10', \
     '' using 6:(\$4==1?100*\$7:NaN) with lines lt 1 title 'node (D1), N = 1', \
     '-' using 1:2 with points @was title 'published', '' using 1:2:3 with labels offset 4,-0.4 notitle
270,73
270,90
e
270,73,N = 1
270,90,N = 10
e
unset multiplot
END
    } | draw_script 1100x820
}
figure "$@"
