#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# es-hierarchy.sh - ES 4: pools inside pools over time, FIFO and fair ones, with a weight and a minimum share
# Parameters: nothing is calibrated; the paper's own figure is not in our copy, so the rows hold the running maps against the shares that its rules give by hand.
# 100 nodes with 4 map slots, maps of 5 s. From 0 s two jobs of the FIFO pool etl; from 120 s and 240 s a job each of the fair pool ad-hoc; from 360 s a job of
# each of dept's two pools, team1 (weight 1) and team2 (weight 2); from 480 s one of prod, which has a minimum share of 160.
# Clock: 3 s | yes | all | no longer | nothing | shares by rule, nothing was measured
. "$(dirname "$0")/common.sh"

data() {
    { echo job_id,submit_s,pool,maps,map_s,map_sigma
      echo etl1,0,etl,17000,5,0.2; echo etl2,0,etl,17000,5,0.2
      echo adhoc1,120,ad-hoc,20000,5,0.2; echo adhoc2,240,ad-hoc,20000,5,0.2
      echo team1,360,team1,9000,5,0.2; echo team2,360,team2,9000,5,0.2
      echo prod,480,prod,7000,5,0.2; } >"$work/jobs.csv"
    run "printf 'pool,parent,policy,weight,min_maps\netl,,fifo,1,\nad-hoc,,fair,1,\ndept,,fair,1,\nteam1,dept,fair,1,\nteam2,dept,fair,2,\nprod,,fair,1,160\n' > $work/pools.csv"
    run "slot-replay --nodes 100 --racks 4 --map-slots 4 --reduce-slots 2 --order hfs:lack --delay wait:5s,5s --pools $work/pools.csv --runs $seeds --until 600 --every 2s --record timeline $work/jobs.csv > $work/timeline.csv"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "time_s,pool,running_maps"; next }
        $at["run"] == 1 && $at["pool"] != "dept" { print $at["time_s"] "," $at["pool"] "," $at["running_maps"] }' "$work/timeline.csv" >"$csv"

    held etl 60 118 400 'the only pool'
    held etl 180 238 200 'half; inside, its second job waits (FIFO)'
    held ad-hoc 300 358 200 'half, shared by its two jobs'
    held ad-hoc 420 478 133.3 'a third'
    held team1 420 478 44.4 'of the third of dept by weight 1 of 3'
    held team2 420 478 88.9 'and 2 of 3'
    held prod 540 598 160 'its minimum share comes before fair shares of 100'
    held etl 540 598 80 'a third of the rest'
    held team2 540 598 53.3 'two thirds of that'
}

held() { # POOL FROM TO SHARE WHY - of each seed, the mean of what it ran from FROM to TO
    awk -F, -v pool="$1" -v from="$2" -v to="$3" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["pool"] == pool && $at["time_s"] >= from && $at["time_s"] <= to { sum[$1] += $at["running_maps"]; n[$1]++ }
        END { for (run = 1; run in n; run++) print sum[run] / n[run] }' "$work/timeline.csv" |
        rule "running maps of $1, $2 to $3 s" maps "$4" measured '' "$5"
}

draw() {
    awk -F, 'NR > 1 { run[$1 "," $2] = $3; if (!($1 in seen)) { seen[$1] = 1; order[++n] = $1 } }
        END { for (i = 1; i <= n; i++) { t = order[i]; line = "," run[t ",etl"] + 0 "," run[t ",ad-hoc"] + 0 "," run[t ",team1"] + 0 "," run[t ",team2"] + 0 "," run[t ",prod"] + 0; if (last != "") print t last; print t line; last = line } }' \
        "$csv" >"$work/wide.csv"
    draw_script 960x480 <<END
set key outside top left horizontal Left reverse
set style fill solid 1 noborder
set xrange [0:598]
set yrange [0:400]
set xtics 60
set ytics 50
set xlabel 'time (s)'
set ylabel 'running maps'
set grid noytics
rows = '$work/wide.csv'
plot rows using 1:(\$2+\$3+\$4+\$5+\$6) with filledcurves y=0 fc rgb '#fbeaf3' title 'prod (minimum 160)', \
     rows using 1:(\$2+\$3+\$4+\$5) with filledcurves y=0 fc rgb sw_fill[5] title 'dept/team2 (weight 2)', \
     rows using 1:(\$2+\$3+\$4) with filledcurves y=0 fc rgb sw_fill[4] title 'dept/team1 (weight 1)', \
     rows using 1:(\$2+\$3) with filledcurves y=0 fc rgb sw_fill[2] title 'ad-hoc (fair)', \
     rows using 1:2 with filledcurves y=0 fc rgb sw_fill[1] title 'etl (FIFO)', \
     '-' using 1:2:3:(0) with vectors nohead lc rgb '#000000' dt (6,3) lw 1.5 title 'by the rules of ES 4'
120,200,120
240,200,120
360,133.3,120
360,266.7,120
360,311.1,120
480,80,118
480,160,118
480,186.7,118
480,240,118
e
END
}
figure "$@"
