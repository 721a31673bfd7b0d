#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# es-fig01.sh - ES figure 1 and 3.2: how long maps, reduces and jobs take in a load like Facebook's, and how often slots free up
# Parameters: preset fb-warehouse's distributions were calibrated, once, on the seven numbers of ES 3.2 themselves (over three days); here a
# day a seed is replayed, so these rows show that the calibration holds, not more. 620 nodes with 5 slots of each kind in 31 racks; hfs, wait of 5 s.
# What they cannot show the same section's other cluster can: Yahoo!'s 3,000 nodes with medians of 26 s (map), 76 s (reduce) and 78 s (job). There the same jobs have their
# times of maps and reduces in the proportions 26/19 and 76/231; 5 slots of each kind and 75 racks are ours; five seeds.
# Clock: 3 s | yes | all | no longer | all times, on the seven numbers of ES 3.2 | the preset was calibrated with this clock, and another would move its times only
. "$(dirname "$0")/common.sh"
cluster='--nodes 620 --racks 31 --map-slots 5 --reduce-slots 5 --order hfs:lack --delay wait:5s --quiet'

data() {
    for seed in $(seq $seeds); do
        slot-gen --preset fb-warehouse --jobs 7500 --seed "$seed" >"$work/trace.csv"
        slot-replay $cluster --seed "$seed" --attempts /dev/fd/3 "$work/trace.csv" 3>&1 >"$work/jobs.csv" |
            awk -F, -v slots=3100 -v end=86400 -v cdf="$([ "$seed" = 1 ] && echo "$work/tasks.csv")" -f plots/warehouse.awk >"$work/one.csv"
        job_median=$(slot-stats --quiet --col response_s --quantiles 0.5 "$work/jobs.csv" | column p50_response_s)
        small=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { n++; small += $at["maps"] < 271 && $at["reduces"] < 30 } END { print 100 * small / n }' "$work/trace.csv")
        awk -v run="$seed" -v rest="$job_median,$small" 'NR == 1 { if (run == 1) print "run," $0 ",job_median_s,small_jobs_pct"; next } { print run "," $0 "," rest }' "$work/one.csv"
        [ "$seed" != 1 ] || slot-stats --cdf response_s --points 300 "$work/jobs.csv" >"$work/cdf.csv"
    done >"$work/runs.csv"
    for seed in 1 2 3 4 5; do
        slot-gen --preset fb-warehouse --jobs 7500 --seed "$seed" | awk -F, -v OFS=, "$yahoo" >"$work/trace.csv"
        slot-replay ${cluster/--nodes 620 --racks 31/--nodes 3000 --racks 75} --seed "$seed" --attempts /dev/fd/3 "$work/trace.csv" 3>&1 >"$work/jobs.csv" |
            awk -F, -v slots=15000 -v end=86400 -f plots/warehouse.awk | cut -d, -f 1,2 >"$work/one.csv"
        job_median=$(slot-stats --quiet --col response_s --quantiles 0.5 "$work/jobs.csv" | column p50_response_s)
        awk -v run="$seed" -v job="$job_median" 'NR == 1 { if (run == 1) print $0 ",job_median_s"; next } { print $0 "," job }' "$work/one.csv"
    done >"$work/yahoo.csv"
    cat >>"$commands" <<END
slot-gen --preset fb-warehouse --jobs 7500 --seed 1 > trace.csv   # and 2 to $seeds
slot-replay $cluster --seed 1 --attempts /dev/fd/3 trace.csv 3>&1 >jobs.csv | awk -F, -v slots=3100 -v end=86400 -f plots/warehouse.awk
slot-stats --cdf response_s --points 300 jobs.csv
slot-gen --preset fb-warehouse --jobs 7500 --seed 1 | awk -F, -v OFS=, '$yahoo' > yahoo.csv   # and 2 to 5
slot-replay ${cluster/--nodes 620 --racks 31/--nodes 3000 --racks 75} --seed 1 --attempts /dev/fd/3 yahoo.csv 3>&1 >jobs.csv | awk -F, -v slots=15000 -v end=86400 -f plots/warehouse.awk
END
    { cat "$work/tasks.csv"; sed '1d; s/^/jobs,/' "$work/cdf.csv"; } >"$csv"

    measured map_median_s 'median map task' s 19
    measured reduce_median_s 'median reduce task' s 231
    measured job_median_s 'median job' s 84
    measured map_freed_per_s 'map slots freed a second while 95 % are busy' slots/s 27.1
    measured reduce_freed_per_s 'reduce slots freed a second while 95 % are busy' slots/s 3.0
    measured map_load_pct 'time in which 95 % of the map slots are busy' % 21
    measured reduce_load_pct 'time in which 95 % of the reduce slots are busy' % 4
    column small_jobs_pct <"$work/runs.csv" | rule 'jobs with fewer than 271 maps and 30 reduces' % 83 measured '' \
        'not calibrated on: it follows from the sizes of ES table 2 and the share of reduces'
    of_yahoo job_median_s "median job, Yahoo!" 78 'ES 3.2, of 3,000 nodes; not calibrated on: what was fitted on Facebook, with these medians of tasks'
    of_yahoo reduce_median_s "median reduce task, Yahoo!" 76 'as above; a reduce here lasts from its launch, and most of that is waiting for the maps of its job'
}
yahoo='NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print; next } { $at["map_s"] *= 26 / 19; $at["copy_s"] *= 76 / 231; $at["reduce_s"] *= 76 / 231; print }'
of_yahoo() { column "$1" <"$work/yahoo.csv" | rule "$2" s "$3" measured '' "$4"; }
measured() { column "$1" <"$work/runs.csv" | verdict "$2" "$3" "$4" measured '' 'calibrated on this'; }

# The eight published numbers, beside the distributions that three of them are medians of.
draw() {
    awk -F, 'NR > 1 { gsub(/"/, "", $1); printf "%d,%s,%s,%s,%s\n", 8 - n++, $1, $7 / $3, $8 / $3, $9 / $3 }' "$verdicts" >"$work/over.csv"
    draw_script 1200x432 <<END
set multiplot layout 1,2 margins 0.065,0.98,0.14,0.82 spacing 0.37
set key @above
set logscale x
set xrange [0.5:20000]
set yrange [0:1]
set xlabel 'time (s)'
set ylabel 'share that takes no longer'
plot '< grep "^map tasks" $csv' using 2:3 with lines lt 1 title 'map tasks', \
     '< grep "^reduce tasks" $csv' using 2:3 with lines lt 2 title 'reduce tasks', \
     '< grep "^jobs" $csv' using 2:3 with lines lt 3 title 'jobs', \
     '-' using 1:2 with points @was title 'published medians'
19,0.5
231,0.5
84,0.5
e
unset logscale x
unset ylabel
set xlabel 'ours over the published number'
set xrange [0.6:1.4]
set yrange [0.4:8.6]
set ytics () scale 0
set arrow 1 from 1,graph 0 to 1,graph 1 nohead lc rgb '#000000' dt (6,3) lw 1.2
plot '$work/over.csv' using 3:1:4:5:ytic(2) with xerrorbars lt 1 dt 1 ps 1.2 title 'mean, 95 % interval over $seeds seeds', NaN with lines lc rgb '#000000' dt (6,3) lw 1.2 title 'as published'
unset multiplot
END
}
figure "$@"
