#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tr-tab04.sh - TR table 4: four disciplines on four axes, measured
# Parameters: nothing is calibrated; the paper has words where here are numbers. Preset tr-bm on its 100 nodes with splitting (cpac:6,2), ten users:
# submitted all at once for the batch, by Poisson arrivals for response times and space. Isolation: a user with ten jobs of 80 maps beside one
# who floods the cluster with 300 jobs of 40 maps; his mean response time over that on half of the nodes for himself. Queues: up to 100 tasks, and larger.
. "$(dirname "$0")/common.sh"
cluster='--racks 4 --map-slots 4 --reduce-slots 2 --admit cpac:6,2 --seed $seed'
orders='fifo hfs sjf mlq:100'
job='--map-time 30s --map-sigma 0.3 --copy-time 10s --reduce-time 30s --seed $seed'

data() {
    local bm='slot-gen --preset tr-bm --pools 10 --seed $seed'
    local victim="slot-gen --jobs 10 --maps 80 --reduces 8 $job --arrival poisson:60s --prefix victim --pools victim"
    local both="{ $victim; slot-gen --jobs 300 --maps 40 --reduces 4 $job --arrival poisson:2s --prefix flood --pools flood | sed 1d; }"
    local theirs="awk -F, 'NR == 1 || /^victim/' | slot-stats --quiet"
    each_seed "$victim | slot-replay --nodes 50 $cluster --order hfs | $theirs" >"$work/private.csv"
    for order in $orders; do
        each_seed "$bm --arrival all-at-once | slot-replay --nodes 100 $cluster --order $order --emit summary" >"$work/batch.csv"
        each_seed "$bm | slot-replay --nodes 100 $cluster --order $order --emit summary" >"$work/poisson.csv"
        each_seed "$both | slot-replay --sort --nodes 100 $cluster --order $order | $theirs" >"$work/shared.csv"
        paste -d, <(column makespan_s <"$work/batch.csv") <(column mean_response_s <"$work/poisson.csv") <(column peak_intermediate_bytes <"$work/poisson.csv") \
            <(column mean_response_s <"$work/shared.csv") <(column mean_response_s <"$work/private.csv") |
            awk -F, -v OFS=, -v order="${order%%:*}" '{ print NR, order, $1, $2, $3 / 1e9, $4 / $5 }'
    done >"$work/rows.csv"
    { echo run,order,batch_s,mean_response_s,peak_space_gb,response_over_private; cat "$work/rows.csv"; } >"$csv"

    over_fifo batch_s hfs 'batch response time, fair over FIFO ("can suffer")' '>1' 'maps finish later, so reduces overlap less with them'
    over_fifo batch_s sjf 'batch response time, shortest job first over FIFO ("can suffer")' '>1' 'the largest job comes last, and nothing runs beside its reduces'
    over_fifo batch_s mlq 'batch response time, queues over FIFO ("can suffer")' '>1' 'suffers no more than FIFO here: inside a queue it is FIFO'
    over_fifo mean_response_s hfs 'average response time, fair over FIFO (FIFO "bad")' '<1' 'small jobs do not wait for large ones'
    over_fifo mean_response_s sjf 'average response time, shortest job first over FIFO ("best")' '<1' 'as above'
    over_fifo mean_response_s mlq 'average response time, queues over FIFO ("good")' '<1' 'as above'
    paste -d' ' <(of mean_response_s sjf) <(of mean_response_s hfs) | awk '{ print $1 / $2 }' |
        verdict 'average response time, shortest job first over fair ("best")' x '<=1' exact '' 'as its name says'
    local ahead='the paper reasons that FIFO runs jobs one after the other; with map and reduce slots apart the maps of later jobs run ahead while reduces are short, and their output waits'
    over_fifo peak_space_gb hfs 'intermediate space, fair over FIFO (FIFO "best")' '>1' "$ahead"
    over_fifo peak_space_gb sjf 'intermediate space, shortest job first over FIFO ("unboundedly bad")' '>1' "$ahead; the bad case needs large jobs overtaken again and again, which these fifty do not do"
    over_fifo peak_space_gb mlq 'intermediate space, queues over FIFO ("boundedly bad")' '>1' "$ahead"
    of response_over_private hfs | verdict 'response time beside a flood over that on a private half, fair ("best")' x '<=1' exact '' 'half of the cluster is his, less what it takes to get it'
    of response_over_private fifo | verdict 'the same, FIFO ("none")' x '>1' exact '' 'he waits behind all that came before'
    of response_over_private sjf | verdict 'the same, shortest job first ("none")' x '>1' exact '' 'every job of the flood is shorter than his'
    of response_over_private mlq | verdict 'the same, queues ("some")' x '>1' exact '' 'the flood is in his queue'
}
of() { column "$1" "order=$2" <"$csv"; }
over_fifo() { # COLUMN ORDER QUANTITY PUBLISHED WHY
    paste -d' ' <(of "$1" "$2") <(of "$1" fifo) | awk '{ print $1 / $2 }' | verdict "$3" x "$4" exact '' "$5"
}

draw() {
    slot-stats --by order --col batch_s,mean_response_s,peak_space_gb,response_over_private "$csv" | cut -d, -f 1,5-7,13-15,21-23,29-31 >"$work/means.csv"
    { echo 'set multiplot layout 1,4
unset key
set xrange [-0.6:3.6]
set yrange [0:*]
set xtics rotate by -40 ("FIFO" 0, "fair" 1, "shortest first" 2, "queues" 3)'
      panel 2 1 'batch response time (s)'; panel 5 1 'mean response time (s)'; panel 8 1 'peak intermediate space (GB)'; panel 11 1 'response / on a private half'
      echo 'unset multiplot'; } | draw_script 1200x400
}
panel() { # FIRST-COLUMN UNIT LABEL
    echo "set ylabel '$3'"
    echo "plot '$work/means.csv' using 0:$1:(0.7) skip 1 with boxes lt 1 lw 1 fc rgb sw_fill[2], '' using 0:$(($1 + 1)):(0):(\$$(($1 + 2))-\$$(($1 + 1))) skip 1 with @interval"
}
figure "$@"
