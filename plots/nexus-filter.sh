#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# nexus-filter.sh - Nexus, Mesos: what a wait shorter than the filter does
# Parameters: nothing is calibrated. Left, a framework has one map, whose data's node is busy for long, and the other node is idle: ten such
# frameworks one after the other, submitted 0, 0.1, ... 0.9 s after a round. Right, 40 frameworks share 100 nodes of one slot, 72 % busy: jobs
# of 10 maps of 30 s (sigma 0.5), three replicas, a job every 4 s. Rounds each second; the wait is for the node, then anywhere.
# Clock: none | - | all | none | nothing | an allocator's rounds of 1 s; the filter is what refuse_seconds is in Mesos
. "$(dirname "$0")/common.sh"

# A framework each: its map's data is on n1, which `hot` holds.
one_each() {
    echo 'job_id,submit_s,pool,task_id,duration_s,hosts,kind'
    echo 'hot,0,hot,t,100000,n1,map'
    for i in 0 1 2 3 4 5 6 7 8 9; do echo "job$i,$((100 * (i + 1))).$i,f$i,t,10,n1,map"; done
}

idle() { # FILTER WAIT
    run "slot-replay --quiet --nodes 2 --slots-per-node 1 --order offers:1s,${1}s --delay wait:${2}s,0,clock --placement trace --until 2000 $work/one-each.csv > $work/jobs.csv"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "waited_s") at = i; next } $1 != "hot" { print $at }' "$work/jobs.csv"
}

# Rounds come at whole seconds, and a declined node is back filter + 1 s after a round (M6.1). For a map that comes u after a
# round, u = 0, 0.1 ... 0.9, these are the multiples k of that, of which the first with k - u >= wait launches it.
by_hand() { # FILTER WAIT FILE - the mean of FILE, less this sum
    awk -v f="$1" -v w="$2" '{ sum += $1 } END { for (i = 0; i < 10 && w; i++) { k = 0; do k += f + 1; while (10 * k - i < 10 * w); sum -= k - i / 10 } printf "%.6f\n", sum / NR }' "$3"
}

data() {
    local filter wait seed
    one_each >"$work/one-each.csv"
    echo 'cluster,filter_s,wait_s,value,value_lo,value_hi' >"$csv"
    for filter in 0 5 10; do
        for wait in 0 1 2 3 4 5 6 7 8 9 10 11 12; do
            idle $filter $wait >"$work/waited"
            awk -v f=$filter -v w=$wait '{ sum += $1 } END { printf "idle,%s,%s,%.4g,,\n", f, w, sum / NR }' "$work/waited" >>"$csv"
            by_hand $filter $wait "$work/waited"
        done >"$work/differs"
        rule "waited on the idle cluster, filter $filter s, waits of 0 to 12 s: beyond the sum by hand" s 0 exact '' \
            "a declined node is offered again $((filter + 1)) s after the round" <"$work/differs"
    done
    for filter in 0 5 10; do
        for wait in 0 1 2 3 4 5 6 8 10 12; do
            each_seed "slot-gen --jobs 400 --arrival poisson:4s --maps 10 --map-time 30s --map-sigma 0.5 --pool-names 40 --seed \$seed | slot-replay --quiet --nodes 100 --no-rack-level --slots-per-node 1 --order offers:1s,${filter}s --delay wait:${wait}s,0,clock --seed \$seed --record summary" >"$work/busy.csv"
            slot-stats --quiet --col share_node "$work/busy.csv" | awk -F, -v f=$filter -v w=$wait '
                NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
                { printf "busy,%s,%s,%.4g,%.4g,%.4g\n", f, w, $at["mean_share_node"], $at["mean_share_node_lo"], $at["mean_share_node_hi"] }' >>"$csv"
        done
    done
}

draw() {
    draw_script 900x400 <<END
set multiplot layout 1,2 margins 0.085,0.98,0.16,0.84 spacing 0.12
set key top left Left reverse
set xrange [-0.3:12.3]
set xlabel 'wait of the framework (s)'
set ylabel 'idle cluster: waited until launched (s)'
set yrange [0:24]
plot for [f in '0 5 10'] '< grep ^idle,'.f.', $csv' using 3:4 with linespoints title 'filter of '.f.' s', x with lines dt (2,4) lc rgb '#000000' title 'the wait'
set ylabel 'busy cluster: node-local maps (%)'
set yrange [0:100]
unset key
plot for [f in '0 5 10'] '< grep ^busy,'.f.', $csv' using 3:(100*\$4):(100*\$5):(100*\$6) with yerrorlines title 'filter of '.f.' s'
unset multiplot
END
}
figure "$@"
