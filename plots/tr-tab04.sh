#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tr-tab04.sh - TR table 4: four disciplines on four axes, measured
# Parameters: nothing is calibrated; the paper has words where here are numbers. Times: preset tr-bm on its 100 nodes with splitting (cpac:6,2), ten users,
# submitted all at once for the batch and by Poisson arrivals for response times; queues of up to 100 tasks, and larger.
# Space: the loads that TR 5.4 and 7.2 speak of. Fair sharing and queues: ten jobs of 1,000 or 1,001 maps at once, each alone in its pool, a queue of either
# size ("N times more space where N is the number of entities sharing"). Shortest first: a chain of jobs of 2,000, 1,990, 1,980 maps ..., one every
# 120 s, when its predecessor has mapped the most of its input and reduced nothing ("preempted by smaller jobs, which get preempted by even smaller jobs").
# Isolation: a user with ten jobs of 80 maps beside one who floods the cluster with 300 jobs of 40 maps; his mean response time over that on half of
# the nodes for himself.
# Clock: 3 s | yes | all | no longer | nothing | reasons, no measurements
. "$(dirname "$0")/common.sh"
cluster='--racks 4 --map-slots 4 --reduce-slots 2 --admit cpac:6,2 --seed $seed'
orders='fifo hfs:lack sjf mlq:100'
columns=job_id,submit_s,pool,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,shuffle_bytes
job='--map-time 30s --map-sigma 0.3 --copy-time 10s --reduce-time 30s --seed $seed'

data() {
    local bm='slot-gen --preset tr-bm --pool-names 10 --seed $seed'
    local victim="slot-gen --jobs 10 --maps 80 --reduces 8 $job --arrival poisson:60s --prefix victim --pool-names victim"
    local both="{ $victim; slot-gen --jobs 300 --maps 40 --reduces 4 $job --arrival poisson:2s --prefix flood --pool-names flood | sed 1d; }"
    local theirs="awk -F, 'NR == 1 || /^victim/' | slot-stats --quiet"
    local n
    run "awk 'BEGIN { print \"$columns\"; for (i = 0; i < 10; i++) printf \"j%d,0,p%d,%d,30,0.3,100,10,30,0.2,%d\\n\", i, i, 1000 + i % 2, (1000 + i % 2) * 67108864 }' > $work/equal.csv"
    for n in 5 10; do
        run "awk 'BEGIN { print \"$columns\"; for (i = 0; i < $n; i++) printf \"j%d,%d,p%d,%d,30,0.3,100,10,30,0.2,%d\\n\", i, 120 * i, i, 2000 - 10 * i, (2000 - 10 * i) * 67108864 }' > $work/chain$n.csv"
    done
    each_seed "$victim | slot-replay --nodes 50 $cluster --order hfs:lack | $theirs" >"$work/private.csv"
    for order in $orders srtf; do
        each_seed "$bm --arrival all-at-once | slot-replay --nodes 100 $cluster --order $order --record summary" >"$work/batch.csv"
        each_seed "$bm | slot-replay --nodes 100 $cluster --order $order --record summary" >"$work/poisson.csv"
        each_seed "slot-replay --nodes 100 $cluster --order ${order/100/1100} --record summary $work/equal.csv" >"$work/equal-space.csv"
        for n in 5 10; do each_seed "slot-replay --nodes 100 $cluster --order $order --record summary $work/chain$n.csv" >"$work/chain$n-space.csv"; done
        each_seed "$both | slot-replay --sort --nodes 100 $cluster --order $order | $theirs" >"$work/shared.csv"
        paste -d, <(column makespan_s <"$work/batch.csv") <(column mean_response_s <"$work/poisson.csv") \
            <(gigabytes equal) <(gigabytes chain5) <(gigabytes chain10) \
            <(column mean_response_s <"$work/shared.csv") <(column mean_response_s <"$work/private.csv") |
            awk -F, -v OFS=, -v order="${order%%:*}" '{ print NR, order, $1, $2, $3, $4, $5, $6 / $7 }'
    done >"$work/rows.csv"
    { echo run,order,batch_s,mean_response_s,equal_space_gb,chain5_space_gb,chain10_space_gb,response_over_private; cat "$work/rows.csv"; } >"$csv"

    over_fifo batch_s hfs 'batch response time, fair over FIFO ("can suffer")' '>1' 'maps finish later, so reduces overlap less with them'
    over_fifo batch_s sjf 'batch response time, shortest job first over FIFO ("can suffer")' '>1' 'the largest job comes last, and nothing runs beside its reduces'
    over_fifo batch_s mlq 'batch response time, queues over FIFO ("can suffer")' '>1' 'suffers no more than FIFO here: inside a queue it is FIFO'
    over_fifo mean_response_s hfs 'average response time, fair over FIFO (FIFO "bad")' '<1' 'small jobs do not wait for large ones'
    over_fifo mean_response_s sjf 'average response time, shortest job first over FIFO ("best")' '<1' 'as above'
    over_fifo mean_response_s mlq 'average response time, queues over FIFO ("good")' '<1' 'as above'
    over mean_response_s sjf mean_response_s hfs | rule 'average response time, shortest job first over fair ("best")' x '<=1' exact '' 'as its name says'
    over_fifo equal_space_gb hfs 'intermediate space, ten equal jobs, fair over FIFO (FIFO "best")' '>1' 'ten jobs have map output at once, where FIFO has that of one or two'
    over_fifo equal_space_gb hfs 'the same ("boundedly bad": "N times more")' '<=10' 'ten share the cluster'
    over_fifo equal_space_gb mlq 'intermediate space, ten equal jobs in two queues, queues over FIFO ("boundedly bad")' '>1' 'two run at once, one of each queue'
    over_fifo chain10_space_gb sjf 'intermediate space, a chain of ten jobs, shortest job first over FIFO ("unboundedly bad")' '>1' 'each is overtaken by the next, which is a little smaller, when nearly all of its map output is there'
    over chain10_space_gb sjf chain5_space_gb sjf | rule 'the same over that of a chain of five ("arbitrarily many jobs")' x '>1' exact '' 'it grows with the chain'
    over_fifo chain10_space_gb srtf 'intermediate space, a chain of ten jobs, shortest remaining time first over FIFO ("unboundedly high", 5.4)' '>1' \
        'against 5.4: who preempts a job is smaller than what is left of it, so with output in proportion to maps all that is held adds up to no more than the output of the first, the largest'
    of response_over_private hfs | rule 'response time beside a flood over that on a private half, fair ("comparable")' x 1 measured '' 'half of the cluster is his, less what it takes to get it'
    of response_over_private fifo | rule 'the same, FIFO ("none")' x '>1' exact '' 'he waits behind all that came before'
    of response_over_private sjf | rule 'the same, shortest job first ("none")' x '>1' exact '' 'every job of the flood is shorter than his'
    of response_over_private mlq | rule 'the same, queues ("some")' x '>1' exact '' 'the flood is in his queue'
}
gigabytes() { column peak_intermediate_bytes <"$work/$1-space.csv" | awk '{ print $1 / 1e9 }'; }
of() { column "$1" "order=$2" <"$csv"; }
over() { paste -d' ' <(of "$1" "$2") <(of "$3" "$4") | awk '{ print $1 / $2 }'; } # COLUMN ORDER COLUMN ORDER
over_fifo() { # COLUMN ORDER QUANTITY EXPECTED WHY
    over "$1" "$2" "$1" fifo | rule "$3" x "$4" exact '' "$5"
}

# Everything over FIFO on the same load, but isolation, which is over the private half. Each tick has the word of the paper's table.
draw() {
    awk -F, '
        NR == 1 { next }
        { run[$1]; for (i = 3; i <= 8; i++) x[$1, $2, i] = $i }
        function put(panel, order, column, base) { for (r in run) print panel "," order "," x[r, order, column] / (base ? x[r, base, column] : 1) }
        END { print "panel,order,value"
              put(1, "hfs", 3, "fifo"); put(1, "sjf", 3, "fifo"); put(1, "mlq", 3, "fifo")
              put(2, "hfs", 4, "fifo"); put(2, "sjf", 4, "fifo"); put(2, "mlq", 4, "fifo")
              put(3, "hfs", 5, "fifo"); put(3, "sjf", 7, "fifo"); put(3, "srtf", 7, "fifo"); put(3, "mlq", 5, "fifo")
              put(4, "fifo", 8); put(4, "hfs", 8); put(4, "sjf", 8); put(4, "mlq", 8) }' "$csv" >"$work/panels.csv"
    slot-stats --by panel,order --col value "$work/panels.csv" | means_of 2 >"$work/means.csv"
    { echo 'set multiplot layout 2,2 margins 0.1,0.98,0.1,0.93 spacing 0.13,0.16
set key @above
set style fill solid 1
set xtics scale 0
set logscale y
set grid y
x(panel, order) = order eq "fifo" ? 0 : order eq "hfs" ? (panel == 4 ? 1 : 0) : order eq "sjf" ? (panel == 4 ? 2 : 1) : order eq "srtf" ? 2 : panel == 4 || panel == 3 ? 3 : 2'
      panel 1 'batch response time' 0.9:1.25 '0.9, 1, 1.1, 1.2' '"fair\n{can suffer}" 0, "shortest first\n{can suffer}" 1, "queues\n{can suffer}" 2' 2
      panel 2 'average response time' 0.35:1.2 '0.4, 0.5, 0.6, 0.8, 1' '"fair\n{boundedly bad}" 0, "shortest first\n{best}" 1, "queues\n{good}" 2' 2
      panel 3 'intermediate space' 0.7:10 '1, 2, 5, 10' '"fair\n{bounded-\nly bad}" 0, "shortest\n{unbound-\nedly bad}" 1, "shortest left\n{unbound-\nedly high}" 2, "queues\n{bounded-\nly bad}" 3' 3
      panel 4 'response beside a flood' 0.7:10 '1, 2, 5, 10' '"FIFO\n{none}" 0, "fair\n{best}" 1, "shortest first\n{none}" 2, "queues\n{some}" 3' 3
      echo 'unset multiplot'; } | sed 's/{/“/g; s/}/”/g' | draw_script 1100x720
}
panel() { # NUMBER TITLE YRANGE YTICS XTICS LAST
    local over='over FIFO'
    [ "$1" != 4 ] || over='over that on a private half'
    echo "set ylabel \"$2,\\n$over\"; set yrange [$3]; set ytics ($4); set xtics ($5); set xrange [-0.5:$6.5]"
    echo "plot 1 with lines lc rgb '#000000' dt (6,3) lw 1.2 notitle, '< grep ^$1, $work/means.csv' using (x($1, strcol(2))):3:4:5 with yerrorbars lt 1 lw 2 ps 1.2 title '$([ $1 != 1 ] || echo "mean, 95 % interval (log scales)")'"
}
figure "$@"
