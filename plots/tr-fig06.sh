#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tr-fig06.sh - TR figure 6: reduce slots hoarded by a large job, and the same jobs with copy-compute splitting
# Parameters: the paper gives no numbers; job 1 has 1,000 maps and 40 reduces, jobs 2 and 3 a tenth of the maps, job 4 comes after these two
# have ended. 10 nodes with 4 map and 2 reduce slots; splitting is TR 5.2's six reducers of which two compute. The replay draws nothing that
# matters here: one seed.
# Clock: 3 s | yes | all | no longer | nothing | an example, nothing was measured
. "$(dirname "$0")/common.sh"
cluster='--nodes 10 --racks 2 --map-slots 4 --reduce-slots 2 --order hfs'

data() {
    run "printf 'job_id,pool,submit_s,maps,map_s,reduces,copy_s,reduce_s\n1,job 1,0,1000,20,40,5,60\n2,job 2,0,100,20,10,5,30\n3,job 3,0,100,20,10,5,30\n4,job 4,300,40,20,10,5,30\n' > $work/jobs.csv"
    for admit in slots cpac:6,2; do
        run "slot-replay $cluster --admit $admit --timeline $work/timeline-${admit%%:*}.csv --every 5s --attempts $work/attempts-${admit%%:*}.csv $work/jobs.csv > $work/${admit%%:*}.csv"
        label admit "${admit%%:*}" <"$work/timeline-${admit%%:*}.csv" >"$work/labelled-${admit%%:*}.csv"
    done
    join "$work"/labelled-{slots,cpac}.csv | cut -d, -f 1-5,10 >"$csv"

    held slots | rule "reduce slots of job 4 while job 1 still maps" slots 0 exact '' 'job 1 holds all of them until its last map ends'
    held cpac | rule 'the same with splitting' slots '>0' exact '' 'no more than two of a node copy for job 1'
}
# Reduces of job 4 launched before the last map of job 1 ends.
held() {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["job_id"] == 1 && $at["kind"] == "map" && $at["finish_s"] > last { last = $at["finish_s"] }
        $at["job_id"] == 4 && $at["kind"] == "reduce" { launch[++n] = $at["launch_s"] }
        END { for (i = 1; i <= n; i++) held += launch[i] < last; print held + 0 }' "$work/attempts-$1.csv"
}

panel() { # ADMIT COLUMN TITLE KEY: the jobs stacked, job 1 at the bottom; each value holds until the next time
    awk -F, -v admit="$1" -v column="$2" '
        NR > 1 && $1 == admit { n[$2, substr($3, 5)] = $column; if ($2 > end) end = $2 }
        END { for (t = 0; t <= end; t += 5) { line = t; sum = 0
                  for (j = 1; j <= 4; j++) { sum += n[t, j]; line = line "," sum }
                  print line; sub(/^[0-9]*/, t + 5, line); print line } }' "$csv" >"$work/$1-$2.csv"
    cat <<END
set title '$3'
$4
plot for [j=4:1:-1] '$work/$1-$2.csv' using 1:(column(j+1)) with filledcurves y=0 fc rgb grey(j) title sprintf('job %d', j)
END
}

draw() {
    { cat <<END
set multiplot layout 2,2 margins 0.08,0.98,0.1,0.88 spacing 0.09,0.1
set key at screen 0.5,0.99 center top horizontal Left reverse maxrows 1
set xrange [0:800]
set style fill solid 1 noborder
grey(j) = word('#0072b2 #f4b942 #cc79a7 #dff0fa', j)
set ylabel 'map slots'
set yrange [0:42]
END
      panel slots 4 'without splitting' ''
      panel cpac 4 'with splitting' 'unset key'
      cat <<END
set xlabel 'time (s)'
set ylabel 'reduces'
set yrange [0:62]
set arrow 1 from 300,graph 0 to 300,graph 1 nohead front dt (2,4) lc rgb '#000000'
set label 1 'job 4 comes' at 308,58 front
set arrow 2 from 0,20 to 800,20 nohead front dt (6,3) lw 1.2 lc rgb '#000000'
set label 2 'dotted: 20 reduce slots' at graph 0.98,0.84 right front
END
      panel slots 5 '' 'unset key'
      panel cpac 5 '' ''
      echo 'unset multiplot'; } | draw_script 1000x600
}
figure "$@"
