#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tr-fig10.sh - TR table 2, figures 10 and 11: the multi-user macrobenchmark, gains over FIFO and locality by job size
# Parameters: nothing is calibrated. Preset tr-bm (sizes of table 2, a job every 30 s, maps of 9 to 60 s) draws a schedule a seed;
# reduces copy for 10 s and compute for 9 to 60 s, of which the paper says nothing; jobs are set up for 6 s (tr-6-2-3); copy-compute splitting is cpac:6,2, the
# example of TR 5.2; waits of 15 s and 15 s (TR 4.2). The order is the TR's, the job farthest below its share first (fair-gap). No map takes longer away from its data: the paper says that on EC2 locality changed no response times
# perceptibly. The paper drew three schedules and shows the median, "where the average gain from our scheduling techniques was neither the lowest nor the
# highest". So does this script, 100 times: of three schedules each the median by the average gain of all techniques together is judged by what is published for the
# median, and of the two others the lower and the higher gain of small jobs by the lower and the higher published. Locality is that of all 300.
# Clock: 3 s | no | one | no longer | nothing | as TR 6.2.3; maps of 9 to 60 s free 11 slots a second, and 33 can be launched
# Null: shortest job first | s/--order fair-gap/--order sjf/
# Null: waits of 2 s | s/wait:15s,15s/wait:2s,2s/
. "$(dirname "$0")/common.sh"
seeds=300
cluster='--nodes 100 --racks 4 --map-slots 4 --reduce-slots 2 --heartbeat 3s --drift 0.3s --out-of-band no --per-heartbeat 1 --commit-pending 3s'
systems='fifo fifo+ccs fair fair+ccs fair+ccs+wait'

options_of() {
    case $1 in
    fifo) echo '--order fifo' ;;
    fifo+ccs) echo '--order fifo --admit cpac:6,2' ;;
    fair) echo '--order fair-gap' ;;
    fair+ccs) echo '--order fair-gap --admit cpac:6,2' ;;
    fair+ccs+wait) echo '--order fair-gap --admit cpac:6,2 --delay wait:15s,15s' ;;
    esac
}

data() {
    for system in $systems; do
        each_seed "slot-gen --preset tr-bm --setup-time 6s --seed \$seed | slot-replay $cluster $(options_of "$system") --seed \$seed" >"$work/$system.csv"
        run "slot-stats --quiet --by run,bins --bins tr --gain-of jobs --compare $work/fifo.csv $work/$system.csv > $work/gains-$system.csv"
        run "slot-stats --quiet --by run,bins --bins tr $work/$system.csv > $work/locality-$system.csv"
        awk -F, -v OFS=, -v name="$system" '
            FNR == 1 { file++; split("", at); for (i = 1; i <= NF; i++) at[$i] = i; next }
            file == 1 { gain[$1, $2] = $at["gain"]; best[$1, $2] = $at["max_gain"]; next }
            !n++ { print "run,system,bin,mean_gain,best_gain,share_node" }
            { print $1, name, $2, gain[$1, $2], best[$1, $2], $at["share_node"] }' "$work/gains-$system.csv" "$work/locality-$system.csv" >"$work/all-$system.csv"
    done
    for system in $systems; do echo "$work/all-$system.csv"; done | xargs awk 'FNR > 1 || NR == 1' >"$work/all.csv"
    run "slot-stats --by system,bin --col mean_gain,best_gain,share_node $work/all.csv | cut -d, -f 1,2,6-8,14-16,22-24 > $csv"

    run "slot-stats --quiet --by run --gain-of jobs --compare $work/fifo.csv $work/fair+ccs+wait.csv > $work/gains.csv"
    local gains='1:4.6 "provides gains of up to 4.6x for small jobs"' averages='1: "average gains from fair sharing with copy-compute splitting"' wide='their spread is wide: 100 times three schedules'
    drawn median mean_gain fair 1-25 | verdict 'mean gain, 1 to 25 maps, fair, median schedule' x 2 measured '1: "can cut response times in half over FIFO"' \
        "$wide"
    drawn median mean_gain fair+ccs 1-25 | verdict 'mean gain, 1 to 25 maps, fair with splitting, median schedule' x 1.8-2 measured "$gains" \
        "the paper's median schedule has the smallest gain of small jobs of its three; in the middle of three it is more"
    drawn median mean_gain fair+ccs 26-50 | verdict 'mean gain, 26 to 50 maps, fair with splitting, median schedule' x 1.8-2 measured "$gains" ''
    paste -d' ' <(drawn median best_gain fair+ccs 1-25) <(drawn median best_gain fair+ccs 26-50) | awk '{ print ($1 > $2 ? $1 : $2) }' |
        verdict 'best gain, 1 to 50 maps, fair with splitting, median schedule' x 4.6 measured "$gains" 'as above'
    drawn lower mean_gain fair+ccs 1-25 | verdict 'mean gain, 1 to 25 maps, fair with splitting, lower of the other two' x 2.5 measured "$averages" ''
    drawn higher mean_gain fair+ccs 1-25 | verdict 'mean gain, 1 to 25 maps, fair with splitting, higher of the other two' x 5 measured "$averages" ''
    drawn lower best_gain fair+ccs 1-25 | verdict 'best gain, 1 to 25 maps, fair with splitting, lower of the other two' x 10 measured '' ''
    drawn higher best_gain fair+ccs 1-25 | verdict 'best gain, 1 to 25 maps, fair with splitting, higher of the other two' x 14 measured '' ''
    gains mean_gain fair+ccs 1-25 | verdict 'mean gain, 1 to 25 maps, fair with splitting, all schedules' x 2-10 measured "$averages" 'the abstract: "improve throughput and response times by factors of 2 to 10"'
    paste -d' ' <(gains mean_gain fair+ccs 1-25) <(gains mean_gain fair 1-25) | awk '{ print $1 / $2 }' |
        rule 'gain with splitting over gain without, 1 to 25 maps, fair' x '>1' exact '' 'jobs that arrive beside a large one need not wait for its maps to get reduce slots'
    paste -d' ' <(gains mean_gain fifo+ccs 1-25) <(gains mean_gain fair 1-25) | awk '{ print $1 / $2 }' |
        rule 'gain of FIFO with splitting over that of fair sharing, 1 to 25 maps' x '<1' exact '' 'under FIFO a small job still waits for the large one before it'
    paste -d' ' <(gains mean_gain fair+ccs+wait 1-25) <(gains mean_gain fair+ccs 1-25) | awk '{ print $1 / $2 }' |
        rule 'gain with waits over gain without, 1 to 25 maps' x 1 measured '' 'no perceptible change, as published: slots free up often'
    gains share_node fair 1-25 | percent | verdict 'node-local, 1 to 25 maps, no wait' % 15 measured '' 'the formula gives 22.8 % for jobs of 16 maps on 100 nodes (mean of 1 - (1 - K/M)^R), and so does one map a heartbeat; with all free slots at once it is 15.8 %. Where 15 % belongs is inferred from figure 11'
    gains share_node fair '>3200' | percent | verdict 'node-local, more than 3,200 maps, no wait' % 95 measured '' 'where 95 % belongs is inferred'
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $2 == "fair+ccs+wait" && !($1 in least && least[$1] <= $at["share_node"]) { least[$1] = $at["share_node"] }
        END { for (run in least) print 100 * least[run] }' "$work/all.csv" | verdict 'node-local, waits, the least of the nine bins' % 99-100 measured '' ''
}
# drawn WHICH COLUMN SYSTEM BIN - of every three schedules the one that is WHICH: the median by the average gain of all techniques; lower or higher,
# of the two others by the mean gain of jobs of 1 to 25 maps under fair sharing with splitting.
drawn() {
    awk -F, -v which="$1" -v want="$2" -v system_name="$3" -v bin="$4" '
        FNR == 1 { file++; split("", at); for (i = 1; i <= NF; i++) at[$i] = i; next }
        file == 1 { average[$at["run"]] = $at["gain"]; if ($at["run"] > n) n = $at["run"]; next }
        $2 == "fair+ccs" && $3 == "1-25" { small[$1] = $at["mean_gain"] }
        $2 == system_name && $3 == bin { value[$1] = $at[want] }
        END { for (run = 1; run + 2 <= n; run += 3) {
                  for (k = 0; k < 3; k++) {
                      below = 0
                      for (j = 0; j < 3; j++) below += average[run + j] < average[run + k] || (average[run + j] == average[run + k] && j < k)
                      if (below == 1) median = k
                  }
                  a = run + (median + 1) % 3; b = run + (median + 2) % 3
                  if (small[a] > small[b]) { c = a; a = b; b = c }
                  print value[which == "median" ? run + median : which == "lower" ? a : b] } }' "$work/gains.csv" "$work/all.csv"
}
gains() { column "$1" "system=$2" "bin=$3" <"$work/all.csv"; }

panel() { # SYSTEM TITLE REST-OF-PLOT
    cat <<END
set xlabel '$2; maps of a job'
plot 1 with lines lc rgb '#000000' dt (6,3) lw 1.2 notitle, \
    "< grep '^$1,' $csv" using (\$0+0.12):6:7:8 with yerrorbars lt 4 dt 1 title '$(test "$1" != fair || echo best job)', \
    "< grep '^$1,' $csv" using (\$0-0.12):3:4:5:xtic(2) with yerrorbars lt 1 dt 1 title '$(test "$1" != fair || echo mean, 95 % interval)' $3
END
}

draw() {
    { cat <<END
set multiplot layout 2,2 margins 0.08,0.98,0.12,0.88 spacing 0.11,0.27
set key @above
set xtics rotate by -35 offset -1,0
set xrange [-0.6:8.6]
set ylabel 'gain over FIFO (times)'
set logscale y
set yrange [0.4:30]
set ytics (0.5, 1, 2, 5, 10, 20)
\$mean << EOD
-0.12,1.9
-0.12,2.5
-0.12,5
0.88,1.9
EOD
\$best << EOD
0.12,4.6
0.12,10
0.12,14
EOD
\$locality << EOD
0,15
8,95
0,99
8,99
EOD
END
      panel fair 'fair sharing' ", '+' using (-0.12):(2) every ::::0 with points @was title 'published mean', NaN with points pt 1 ps 1.5 lw 2 lc rgb '#000000' title 'published best'"
      panel fair+ccs 'fair sharing, copy-compute splitting' \
          ", \$mean with points @was notitle, \$best with points pt 1 ps 1.5 lw 2 lc rgb '#000000' notitle"
      panel fifo+ccs 'FIFO, copy-compute splitting' ''
      cat <<END
set xlabel 'maps of a job'
unset logscale y
set ylabel 'node-local maps (%)'
set yrange [0:104]
set ytics 0,20,100
plot "< grep '^fair,' $csv" using 0:(100*\$9):(100*\$10):(100*\$11):xtic(2) with yerrorlines lt 1 title 'fair sharing', \
    "< grep '^fair+ccs+wait,' $csv" using 0:(100*\$9):(100*\$10):(100*\$11) with yerrorlines lt 2 title 'with waits of 15 s', \
    \$locality with points @was title 'published'
unset multiplot
END
    } | draw_script 1100x760
}
figure "$@"
