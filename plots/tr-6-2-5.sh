#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tr-6-2-5.sh - TR 6.2.5: copy-compute splitting in one job of 14,624 maps and 5,000 reduces on 450 nodes
# Parameters: the time a reduce computes is calibrated, 143 s, on the 12.9 min without splitting. Copies share links of 1 Gbit/s a node and
# 1.3 Gbit/s a rack (13 nodes; TR 4: "bandwidth per node at an aggregation switch can be 10x lower"); maps of 20 s (TR 3.2: 15 to 30 s); all
# of the 1.8 TB is copied (identity map); splitting is cpac:12,4, as TR 5.2's six for two.
. "$(dirname "$0")/common.sh"
cluster='--nodes 450 --racks 34 --map-slots 6 --reduce-slots 4 --order fifo --network node=1G,rack=1.3G'

data() {
    run "printf 'job_id,submit_s,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_bytes,shuffle_bytes\nj,0,14624,20,0.1,5000,5,143,0.1,1871872000000,1871872000000\n' > $work/job.csv"
    for admit in slots cpac:12,4; do
        run "slot-replay $cluster --admit $admit --runs $seeds --emit summary $work/job.csv > $work/${admit%%:*}.csv"
    done
    for admit in slots cpac; do label admit $admit <"$work/$admit.csv"; done | awk -F, -v OFS=, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "run,admit,job_min,gain_pct"; next }
        $1 != "admit" { t = $at["makespan_s"] / 60; if ($1 == "slots") slots[$2] = t; print $2, $1, t, 100 * (slots[$2] / t - 1) }' >"$csv"
    column job_min admit=slots <"$csv" | verdict 'the job, standard' min 12.9 measured '' 'calibrated on this'
    column job_min admit=cpac <"$csv" | verdict 'the job, with splitting' min 11.8 measured '' 'the second and third wave copy while the wave before computes'
    column gain_pct admit=cpac <"$csv" | verdict 'gain' % 9 measured 0: \
        "copies cost no processor time in the replay; the paper's did, and it expects more gain with cheaper copies"
    timeline slots slots
    timeline cpac cpac:12,4
}
timeline() { run "slot-replay $cluster --admit $2 --timeline $work/timeline-$1.csv --every 5s $work/job.csv > $work/one-$1.csv"; }

draw() {
    draw_script 960x360 <<END
set multiplot layout 1,2
set key outside top left horizontal
set xlabel 'time (s)'
set ylabel 'tasks running'
set xrange [0:850]
set yrange [0:6000]
$(for admit in slots cpac; do
    reduces=$(head -n 1 "$work/timeline-$admit.csv" | tr , '\n' | grep -n '^running_reduces$' | cut -d: -f1)
    copying=$(head -n 1 "$work/timeline-$admit.csv" | tr , '\n' | grep -n '^copying_reduces$' | cut -d: -f1)
    published=$([ $admit = slots ] && echo 774 || echo 708)
    echo "set title '$([ $admit = slots ] && echo standard || echo 'with splitting')'"
    echo "set arrow 1 from $published,0 to $published,5000 nohead dt 1 lw 2 lc rgb '#000000'; set label 1 'published end' at $published,5300 center"
    echo "plot '$work/timeline-$admit.csv' using 1:3 skip 1 with lines lt 1 title 'maps', '' using 1:(\$$reduces-\$$copying) skip 1 with lines lt 2 title 'computing', '' using 1:$copying skip 1 with lines lt 3 title 'copying'"
done)
unset multiplot
END
}
figure "$@"
