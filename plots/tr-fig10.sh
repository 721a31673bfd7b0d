#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tr-fig10.sh - TR table 2, figures 10 and 11: the multi-user macrobenchmark, gains over FIFO and locality by job size
# Parameters: nothing is calibrated. Preset tr-bm (sizes of table 2, a job every 30 s, maps of 9 to 60 s) draws a schedule a seed;
# reduces copy for 10 s and compute for 9 to 60 s, of which the paper says nothing; copy-compute splitting is cpac:6,2, the example of TR 5.2; waits of 15 s and 15 s (TR 4.2). No map takes longer away from its data: the paper says that on EC2
# locality changed no response times perceptibly.
. "$(dirname "$0")/common.sh"
cluster='--nodes 100 --racks 4 --map-slots 4 --reduce-slots 2 --commit-pending 3s'
systems='fifo fifo+ccs fair fair+ccs fair+ccs+wait'

options_of() {
    case $1 in
    fifo) echo '--order fifo' ;;
    fifo+ccs) echo '--order fifo --admit cpac:6,2' ;;
    fair) echo '--order fair' ;;
    fair+ccs) echo '--order fair --admit cpac:6,2' ;;
    fair+ccs+wait) echo '--order fair --admit cpac:6,2 --delay wait:15s,15s' ;;
    esac
}

data() {
    for system in $systems; do
        each_seed "slot-gen --preset tr-bm --seed \$seed | slot-replay $cluster $(options_of "$system") --seed \$seed" >"$work/$system.csv"
        run "slot-stats --quiet --by run,bins --bins tr --gain-of jobs --compare $work/fifo.csv $work/$system.csv > $work/gains-$system.csv"
        run "slot-stats --quiet --by run,bins --bins tr $work/$system.csv > $work/locality-$system.csv"
        awk -F, -v OFS=, -v name="$system" '
            FNR == 1 { file++; split("", at); for (i = 1; i <= NF; i++) at[$i] = i; next }
            file == 1 { gain[$1, $2] = $at["gain"]; best[$1, $2] = $at["max_gain"]; next }
            !n++ { print "run,system,bin,mean_gain,best_gain,node_local" }
            { print $1, name, $2, gain[$1, $2], best[$1, $2], $at["node_local"] }' "$work/gains-$system.csv" "$work/locality-$system.csv" >"$work/all-$system.csv"
    done
    for system in $systems; do echo "$work/all-$system.csv"; done | xargs awk 'FNR > 1 || NR == 1' >"$work/all.csv"
    run "slot-stats --by system,bin --col mean_gain,best_gain,node_local $work/all.csv | cut -d, -f 1,2,6-8,14-16,22-24 > $csv"

    for size in 16:29 40:5 80:4 160:4 320:3 600:2 1200:1 2400:1 6400:1; do
        slot-gen --preset tr-bm | column maps | grep -cx "${size%:*}" | rule "jobs of ${size%:*} maps in the benchmark (table 2)" '' "${size#*:}" exact '' 'preset tr-bm'
    done
    gains mean_gain fair 1-25 | verdict 'mean gain, 1 to 25 maps, fair' x 2 measured 1: \
        "the paper's are of one schedule, called the median, though its gain for the smallest jobs is below those of the two others (5 and 2.5); our schedules spread as widely"
    gains mean_gain fair+ccs 1-25 | verdict 'mean gain, 1 to 25 maps, fair with splitting' x 1.8-5 measured 1: 'the range of the three schedules'
    gains mean_gain fair+ccs 26-50 | verdict 'mean gain, 26 to 50 maps, fair with splitting' x 1.8-2 measured 1: 'published for the median schedule only'
    gains best_gain fair+ccs 1-25 | verdict 'best gain, 1 to 25 maps, fair with splitting' x 4.6-14 measured 1: 'the range of the three schedules'
    paste -d' ' <(gains mean_gain fair+ccs 1-25) <(gains mean_gain fair 1-25) | awk '{ print $1 / $2 }' |
        verdict 'gain with splitting over gain without, 1 to 25 maps, fair' x '>1' exact 1: 'jobs that arrive beside a large one need not wait for its maps to get reduce slots'
    paste -d' ' <(gains mean_gain fifo+ccs 1-25) <(gains mean_gain fair 1-25) | awk '{ print $1 / $2 }' |
        verdict 'gain of FIFO with splitting over that of fair sharing, 1 to 25 maps' x '<1' exact :1 'under FIFO a small job still waits for the large one before it'
    paste -d' ' <(gains mean_gain fair+ccs+wait 1-25) <(gains mean_gain fair+ccs 1-25) | awk '{ print $1 / $2 }' |
        verdict 'gain with waits over gain without, 1 to 25 maps' x 1 measured '' 'no perceptible change, as published: slots free up often'
    gains node_local fair 1-25 | percent | verdict 'node-local, 1 to 25 maps, no wait' % 15 measured '' 'jobs of 16 maps on 100 nodes; where 15 % belongs is inferred from figure 11'
    gains node_local fair '>3200' | percent | verdict 'node-local, more than 3,200 maps, no wait' % 95 measured '' 'where 95 % belongs is inferred'
    gains node_local fair+ccs+wait 1-25 | percent | verdict 'node-local, 1 to 25 maps, waits' % 99-100 measured '' ''
    gains node_local fair+ccs+wait '>3200' | percent | verdict 'node-local, more than 3,200 maps, waits' % 99-100 measured '' ''
}
gains() { column "$1" "system=$2" "bin=$3" <"$work/all.csv"; }

panel() { # SYSTEM TITLE REST-OF-PLOT
    cat <<END
set title '$2'
plot "< grep '^$1,' $csv" using 0:6:(0.8) with boxes lt 1 lw 1 fc rgb sw_fill[4] title 'best job', \
    "< grep '^$1,' $csv" using 0:3:(0.5) with boxes lt 1 lw 1 fc rgb sw_fill[1] title 'mean', \
    "< grep '^$1,' $csv" using 0:4:(0):(\$5-\$4):xtic(2) with @interval title 'its 95 % interval' $3
END
}

draw() {
    { cat <<END
set multiplot layout 2,2
set key inside top right vertical Left reverse
set xtics rotate by -35 offset -1,0
set xrange [-0.6:8.6]
set ylabel 'gain over FIFO (times)'
set yrange [0:18]
set ytics 0,4,16
\$mean << EOD
0,1.9
0,2.5
0,5
1,1.9
EOD
\$best << EOD
0,4.6
0,10
0,14
EOD
\$locality << EOD
0,15
8,95
0,99
8,99
EOD
END
      panel fair '(a) fair sharing' ", '+' using (0):(2) every ::::0 with points @was title 'published, small jobs'"
      panel fair+ccs '(b) fair sharing, copy-compute splitting' \
          ", \$mean with points @was title 'published means', \$best with points pt 1 ps 1.5 lw 2 lc rgb '#000000' title 'published best'"
      panel fifo+ccs '(c) FIFO, copy-compute splitting' ''
      cat <<END
set title '(d) locality'
set key inside bottom right
set ylabel 'node-local maps (%)'
set xlabel 'maps of a job'
set yrange [0:109]
set ytics 0,20,100
plot "< grep '^fair,' $csv" using 0:(100*\$9):(100*\$10):(100*\$11):xtic(2) with yerrorlines lt 1 title 'fair sharing', \
    "< grep '^fair+ccs+wait,' $csv" using 0:(100*\$9):(100*\$10):(100*\$11) with yerrorlines lt 2 title 'with waits of 15 s', \
    \$locality with points @was title 'published'
unset multiplot
END
    } | draw_script 1000x640
}
figure "$@"
