#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# es-checks.sh - ES 3, TR 4: the closed formulas, slot-delay against values worked out apart from it
# Parameters: none. What each formula was worked out for stands in the quantity; the papers' own percentages are judged in es-sec35, es-sec351 and
# tr-sec43.
. "$(dirname "$0")/common.sh"

data() {
    local row slots
    echo quantity,parameters,program,apart >"$csv"
    run "slot-delay skips --nodes 1000 --slots-per-node 8 --tasks 20 --locality 95% > $work/skips.csv"
    check 'least D for 95 % locality' 'N=20 R=3' x-M 0.231 'ES 3.5' column fraction_of_nodes "$work/skips.csv"
    check 'the same as a wait' 'N=20 R=3 L=8' x-T 0.0289 'ES 3.5; the paper cuts it to 2.8 %' column wait_tasks "$work/skips.csv"
    run "slot-delay bound --nodes 10 --replication 1 --tasks 1 --skips 10,40 > $work/offers.csv"
    check 'local launch within D offers' 'p=0.1 D=10' '' 0.6513 '1 - (1-p)^D' column share_node_within_skips skips=10 "$work/offers.csv"
    check 'local launch within D offers' 'p=0.1 D=40' '' 0.9852 'as above; the paper rounds it up to 99 %' column share_node_within_skips skips=40 "$work/offers.csv"
    run "slot-delay bound --nodes 620 --tasks 1,10 --skips 270 > $work/facebook.csv"
    check 'locality of one task' 'R=3 D=270 M=620' '' 0.7295 '1 - (1 - 1/M)^(RD); ES 4.1 takes 1 - e^(-RD/M) = 0.7292 for it' column share_node_within_skips tasks=1 "$work/facebook.csv"
    check 'bound of the locality of 10 tasks' 'R=3 D=270 M=620' '' 0.9629 'the paper says 90 %, "at least"' column share_node_bound tasks=10 "$work/facebook.csv"
    run "slot-delay blocked --long-fraction 0.8 --replication 3 --slots-per-node 6 > $work/blocked.csv"
    check 'all slots near a block held by long tasks' 'phi=0.8 R=3 L=6' '' 0.018 'phi^(RL)' column probability "$work/blocked.csv"
    run "slot-delay frees --wait 15s --task-time 60s --replication 3 --slots-per-node 5 > $work/frees.csv"
    check 'a slot near a block frees within 15 s' '60 s tasks, R=3 L=5' '' 0.9866 '1 - (3/4)^15' column probability "$work/frees.csv"
    run "slot-delay bound --nodes 100 --tasks 3,10,100 --skips 1 > $work/head.csv"
    for row in 3,0.059 10,0.154 100,0.755; do
        check 'head-of-line locality' "M=100 R=3 N=${row%,*}" '' "${row#*,}" 'mean of 1 - (1 - K/M)^R' column share_node_within_skips "tasks=${row%,*}" "$work/head.csv"
    done
    run "slot-delay sticky --nodes 100 --replication 3 --slots-per-node 1,4,6,8 --jobs 5,10,15,20,30,50 > $work/sticky.csv"
    slots=1 sticky 0.488 0.271 0.187 0.143 0.097 0.059
    slots=4 sticky 0.931 0.718 0.563 0.460 0.334 0.215
    slots=6 sticky 0.982 0.850 0.711 0.603 0.457 0.305
    slots=8 sticky 0.995 0.920 0.809 0.708 0.557 0.384
}

# check QUANTITY PARAMETERS UNIT VALUE WHY COMMAND... FILE - the command's number against the value.
check() {
    local quantity=$1 parameters=$2 unit=$3 apart=$4 why=$5 file=${*: -1} program
    program=$("${@:6:$#-6}" <"$file")
    printf '%s,"%s",%s,%s\n' "$quantity" "$parameters" "$program" "$apart" >>"$csv"
    echo "$program" | rule "$quantity, $parameters" "$unit" "$apart" rounded '' "$why"
}
sticky() { # VALUE... - for 5 to 50 jobs
    local jobs
    for jobs in 5 10 15 20 30 50; do
        check 'sticky slots' "R=3 L=$slots, $jobs jobs" '' "$1" '1 - (1-f)^(RL)' column share_node_bound "jobs=$jobs" "slots_per_node=$slots" "$work/sticky.csv"
        shift
    done
}

draw() {
    draw_script 720x432 <<END
set key outside top left horizontal Left reverse
set logscale x
set format x '%g'
set xrange [0.01:1.3]
set yrange [-1.1:1.1]
set xlabel 'value worked out apart'
set ylabel 'slot-delay less it, in units of its last digit'
set datafile separator comma
unit(text) = 10. ** -(strlen(text) - strstrt(text, '.'))
plot 0 with lines lc rgb sw_ink lw 0.8 notitle, 0.5 with lines lc rgb '#000000' dt (6,3) lw 1.2 title 'rounding', -0.5 with lines lc rgb '#000000' dt (6,3) lw 1.2 notitle, \
     "< awk -F, 'NR > 1 { print \$(NF) \",\" \$(NF - 1) }' $csv" using 1:((\$2 - \$1) / unit(strcol(1))) with points lt 1 pt 6 ps 1.2 lw 1.5 title '35 values of formulas'
END
}
figure "$@"
