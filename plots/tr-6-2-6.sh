#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tr-6-2-6.sh - TR 6.2.6: a batch of five large jobs, FIFO against fair sharing
# Parameters: preset tr-batch's task times are calibrated once, on FIFO's 22.1 min: maps of 31 s, 53 s of copying, reduces of 200 s.
# Fair sharing's time is then a prediction. The rest is the paper's: 100 GB and 190 reduces a job.
. "$(dirname "$0")/common.sh"

data() {
    for order in fifo fair; do
        each_seed "slot-gen --preset tr-batch --seed \$seed | slot-replay --nodes 100 --racks 4 --map-slots 4 --reduce-slots 2 --seed \$seed --order $order --emit summary" >"$work/$order.csv"
    done
    for order in fifo fair; do label order $order <"$work/$order.csv"; done | awk -F, -v OFS=, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "run", "order", "makespan_min", "advantage_pct"; next }
        $1 != "order" { t = $at["makespan_s"] / 60; if ($1 == "fifo") fifo[$2] = t
                        print $2, $1, t, 100 * (t / fifo[$2] - 1) }' >"$csv"
    column makespan_min order=fifo <"$csv" | verdict 'five jobs, FIFO' min 22.1 measured '' 'calibrated on this'
    column makespan_min order=fair <"$csv" | verdict 'five jobs, fair sharing' min 26.2 measured '' \
        'all jobs map together and then reduce together, so that maps and reduces overlap less'
    column advantage_pct order=fair <"$csv" | verdict "FIFO's advantage" % 19 measured 0: 'as above'
}

draw() {
    slot-stats --by order --col makespan_min $csv >"$work/means.csv"
    draw_script 480x432 <<END
set ylabel 'time until all five jobs are done (min)'
set yrange [0:37]
set ytics 0,5,30
set xrange [-0.6:1.6]
set xtics ('FIFO' 0, 'fair sharing' 1)
set key inside top left vertical
plot '$work/means.csv' using 0:5:(0.6) skip 1 with boxes lt 1 lw 1 fc rgb sw_fill[2] title 'replay, mean of $seeds seeds', \
     '' using 0:6:(0):(\$7-\$6) skip 1 with @interval title 'its 95 % interval', \
     '-' using 1:2 with points @was title 'published, mean of three runs'
0,22.1
1,26.2
e
END
}
figure "$@"
