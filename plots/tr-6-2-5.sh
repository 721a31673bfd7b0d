#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tr-6-2-5.sh - TR 6.2.5: copy-compute splitting in one job of 14,624 maps and 5,000 reduces on 450 nodes
# Parameters: two are calibrated on the two published times, so nothing is predicted: a reduce computes for 144 s, and 13 nodes of a rack share 1.75 Gbit/s, an eighth of
# theirs (TR 4: "bandwidth per node at an aggregation switch can be 10x lower"). A node's link is 1 Gbit/s; maps of 20 s (TR 3.2: 15 to 30 s); all
# of the 1.8 TB is copied (identity map); splitting is cpac:12,4, as TR 5.2's six for two. Hadoop's clock: one map and one reduce a heartbeat, every 5 s on so many nodes.
# Clock: 5 s | no | one | links: node 1 G, rack 1.75 G | the time of a reduce and the link of a rack, on 12.9 and 11.8 min | as TR 6.2.3; on 450 nodes a second for each 100, rounded up
# Null: no splitting | s/cpac:[0-9,]+/slots/
. "$(dirname "$0")/common.sh"
cluster='--nodes 450 --racks 34 --map-slots 6 --reduce-slots 4 --order fifo --network node=1G,rack=1.75G --heartbeat 5s --drift 0.5s --out-of-band no --per-heartbeat 1 --commit-pending 5s'

data() {
    run "printf 'job_id,submit_s,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_bytes,shuffle_bytes\nj,0,14624,20,0.1,5000,5,144,0.1,1871872000000,1871872000000\n' > $work/job.csv"
    for admit in slots cpac:12,4; do
        run "slot-replay $cluster --admit $admit --runs $seeds --record summary $work/job.csv > $work/${admit%%:*}.csv"
    done
    for admit in slots cpac; do label admit $admit <"$work/$admit.csv"; done | awk -F, -v OFS=, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "run,admit,job_min,gain_pct"; next }
        $1 != "admit" { t = $at["makespan_s"] / 60; if ($1 == "slots") slots[$2] = t; print $2, $1, t, 100 * (slots[$2] / t - 1) }' >"$work/runs.csv"
    column job_min admit=slots <"$work/runs.csv" | verdict 'the job, standard' min 12.9 measured '' 'calibrated on this'
    column job_min admit=cpac <"$work/runs.csv" | verdict 'the job, with splitting' min 11.8 measured '' 'calibrated on this; the second and third wave copy while the wave before computes'
    column gain_pct admit=cpac <"$work/runs.csv" | verdict 'gain' % 9 measured '0: "a 9 % gain"' \
        'calibrated on this; copies cost no processor time in the replay, the paper'\''s did'
    { echo admit,time_s,running_maps,copying_reduces,copied_reduces; timeline slots; timeline cpac:12,4; } >"$csv"
}
# timeline ADMIT - of seed 1. Reduces that have copied compute or, beyond four on a node, wait to.
timeline() {
    run "slot-replay $cluster --admit $1 --timeline $work/timeline.csv --every 5s $work/job.csv > $work/one.csv"
    awk -F, -v OFS=, -v admit="${1%%:*}" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { print admit, $at["time_s"], $at["running_maps"], $at["copying_reduces"], $at["running_reduces"] - $at["copying_reduces"] }' "$work/timeline.csv"
}

panel() { # ADMIT TITLE PUBLISHED-END
    cat <<END
set xlabel 'time (s), $2'
set arrow 1 from $3,graph 0 to $3,graph 1 nohead dt (6,3) lw 1.5 lc rgb '#000000'
plot '< grep ^$1, $csv' using 2:3 with steps lt 1 title 'maps', '' using 2:4 with steps lt 3 title 'reduces copying', \
     '' using 2:(\$5>1800?1800:\$5) with steps lt 2 title 'computing'$([ $1 = slots ] || echo ", '' using 2:(\$5>1800?\$5-1800:NaN) with steps lt 4 title 'copied, waiting'"), NaN with lines lc rgb '#000000' dt (6,3) lw 1.5 title 'published end'
END
}

draw() {
    { cat <<END
set multiplot layout 1,2 margins 0.09,0.98,0.17,0.78 spacing 0.11
set key @above
set ylabel 'tasks running'
set xrange [0:900]
set yrange [0:3000]
END
      panel slots 'standard, seed 1' 774
      panel cpac 'with splitting, seed 1' 708
      echo 'unset multiplot'; } | draw_script 1000x400
}
figure "$@"
