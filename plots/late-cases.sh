#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# late-cases.sh - LATE: a sort on 200 virtual machines of unlike speed, and with stragglers: no copies, Hadoop's, LATE's
# Parameters: our copy of the paper ends before its evaluation, so nothing is calibrated on a result. Two map and two reduce slots a node are
# its 2.1; one sort of two maps a node, with reduces for nine tenths of the reduce slots ("chosen small enough so that they can all start
# running right away", 3.2); a map, a reduce's copying and its computing take a minute each, so that the minute before a task is judged is not
# the whole of its life. Speeds are log-normal with sigma 0.28: between the 5th and the 95th percentile 2.5-fold, as measured in 3.1.
# Stragglers are 4 % of the nodes at a fifth of their speed (5x slower: the example of 4.1). A small machine has a tenth of its host's gigabit.
. "$(dirname "$0")/common.sh"
cluster='--nodes 200 --preset hadoop-fifo --network node=100M --speed-sigma 0.28'

data() {
    run "slot-gen --preset late-sort > $work/sort.csv"
    for stragglers in 0% 4%; do
        for rule in none hadoop late; do
            run "slot-replay $cluster --stragglers $stragglers,0.2 --speculate $rule --runs $seeds --emit summary $work/sort.csv > $work/$rule-$stragglers.csv"
            label stragglers,speculate "$stragglers,$rule" <"$work/$rule-$stragglers.csv" >"$work/labelled-$stragglers-$rule.csv"
        done
    done
    join "$work"/labelled-*.csv >"$work/replays.csv"
    run "slot-stats --by stragglers,speculate --col mean_response_s,tasks,speculated,wasted_s $work/replays.csv > $work/means.csv"
    means_of 2 <"$work/means.csv" >"$csv"

    for stragglers in 0% 4%; do
        case $stragglers in
        0%) case=heterogeneous why='the factor is that of the abstract, for large clusters on EC2; here Hadoop copies 13 % of the tasks and LATE 17 %, and both gain about a twentieth over no copies' ;;
        *) case='with stragglers' why='LATE is fastest and no copies slowest, by far; but Hadoop'\''s rule, too, finds most tasks of nodes that are 5x slower' ;;
        esac
        gain hadoop | verdict "response, Hadoop's rule over LATE, $case" x 2 measured 1: "$why"
    done
}

# gain RULE: of each seed, the response under this rule over that under LATE.
gain() {
    paste -d, <(column mean_response_s "stragglers=$stragglers" "speculate=$1" <"$work/replays.csv") \
        <(column mean_response_s "stragglers=$stragglers" speculate=late <"$work/replays.csv") | awk -F, '{ print $1 / $2 }'
}

draw() {
    draw_script <<END
set key top left inside vertical Left reverse width 2
set ylabel 'response time of the sort (s)'
set yrange [0:1600]
set xtics ('speeds differ, sigma 0.28' 1, 'and 4 %% of the nodes 5x slower' 5) scale 0
set xrange [-0.7:6.7]
set boxwidth 0.9 absolute
of(rule) = rule eq 'none' ? 0 : rule eq 'hadoop' ? 1 : 2
at(share, rule) = (share eq '4%' ? 4 : 0) + of(rule)
title_of(i) = word('none hadoop late', i) eq 'none' ? 'no copies' : i == 2 ? 'Hadoop: 0.2 below the mean' : 'LATE: 10 %, 25, 25'
rows = '< sed 1d $csv'
half(share) = real(system("awk -F, '\$1 == \"".share."\" && \$2 == \"hadoop\" { print \$3 / 2 }' $csv"))
plot for [i = 1:3] rows using (of(strcol(2)) == i - 1 ? at(strcol(1), strcol(2)) : NaN):3 with boxes lt 1 dt 1 lw 1 fc rgb sw_fill[i == 3 ? 4 : i] title title_of(i), \
     rows using (at(strcol(1), strcol(2))):4:(0):(\$5 - \$4) with @interval title '95 % interval over $seeds seeds; above: share of tasks copied', \
     rows using (at(strcol(1), strcol(2))):5:(sprintf('%.0f %%', 100 * \$9 / \$6)) with labels offset 0,0.7 tc rgb sw_ink notitle, \
     for [share in '0% 4%'] '+' using (at(share, 'late') - 0.45):(half(share)):(0.9):(0) every ::0::0 with vectors nohead lc rgb '#000000' lw 3 dt (6,3) \
         title share eq '0%' ? 'published: half of Hadoop''s' : ''
END
}
figure "$@"
