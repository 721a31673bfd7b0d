#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# hadoop-deficits.sh - HADOOP-3746: long and short jobs over time under FIFO and under the deficits of Hadoop 0.19
# Parameters: nothing is calibrated; the issue gives no numbers, its words are what is judged. 100 nodes with two map slots; one job of 6,000 maps
# of 20 s at the start and one of 8,000 at 300 s, a short one of 40 maps every 40 s from 600 s to 1,160 s, and at 1,200 s one of 6,000 in a pool with a minimum share of 120 of
# the 200 slots. Preset hadoop-0.19-fair against hadoop-fifo, both with a heartbeat when a task ends and
# without the state "commit pending", so that what counts as running is what holds a slot.
# Clock: 3 s | yes | one | no longer | nothing | Hadoop 0.19; the words are of full slots, so ends of tasks are reported at once
. "$(dirname "$0")/common.sh"
cluster='--nodes 100 --racks 4 --map-slots 2 --reduce-slots 2 --out-of-band yes --commit-pending 0'

data() {
    { echo job_id,submit_s,pool,maps,map_s,map_sigma
      echo long1,0,long 1,6000,20,0.2
      echo long2,300,long 2,8000,20,0.2
      for k in $(seq 0 14); do echo "short$k,$((600 + 40 * k)),short,40,20,0.2"; done
      echo etl,1200,etl,6000,20,0.2; } >"$work/jobs.csv"
    run "printf 'pool,min_maps\nlong 1,0\nlong 2,0\nshort,0\netl,120\n' > $work/pools.csv"
    for preset in hadoop-fifo hadoop-0.19-fair; do
        [ $preset = hadoop-fifo ] && pools= || pools="--pools $work/pools.csv"
        run "slot-replay $cluster --preset $preset $pools --runs $seeds --timeline $work/$preset-timeline.csv $work/jobs.csv > $work/$preset.csv"
        label preset $preset <"$work/$preset-timeline.csv" >"$work/labelled-$preset.csv"
    done
    join "$work"/labelled-*.csv | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "preset,time_s,long1,long2,short,etl"; next }
        $at["run"] == 1 { key = $1 "," $at["time_s"]; if (!(key in seen)) { order[++n] = key; seen[key] = 1 }
                          running[key, $at["pool"]] = $at["running_maps"] }
        END { for (i = 1; i <= n; i++) { k = order[i]; print k "," running[k, "long 1"] + 0 "," running[k, "long 2"] + 0 "," running[k, "short"] + 0 "," running[k, "etl"] + 0 } }' >"$csv"

    held 'long 1' 100 290 | rule 'slots of the only job in the system' % 100 measured '' '"when there is a single job running, that job receives all the capacity"'
    held 'long 1' 400 590 | rule 'slots of each of two jobs' % 50 measured '' '"an ideal scheduler that gives each job 1/Nth of the available capacity"; over time: at a moment the job with the larger deficit takes every slot that frees, until the next update turns it round'
    held etl 1450 1740 | rule 'slots of a job whose pool has a minimum share of 60 %, beside another' % '>=60' measured '' '"the scheduler will ensure that each pool gets at least its minimum allocation"'
    paste -d, <(response hadoop-0.19-fair short) <(response hadoop-fifo short) | awk -F, '{ print $1 / $2 }' |
        rule 'response of the short jobs over that under FIFO' x '<1' exact '' '"this lets short jobs finish in reasonable amounts of time"'
    paste -d, <(response hadoop-0.19-fair 'long 1') <(response hadoop-fifo 'long 1') | awk -F, '{ print $1 / $2 }' |
        rule 'response of the long job before them over that under FIFO' x '<=2' exact '' '"while not starving long jobs": it shares with one more long job most of the time, so half the speed'
}

# held POOL FROM TO - of each seed, the mean share of the slots that the pool holds from FROM to TO under deficits.
held() {
    awk -F, -v pool="$1" -v from="$2" -v to="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["pool"] == pool && $at["time_s"] >= from && $at["time_s"] <= to { sum[$1] += $at["running_maps"]; n[$1]++ }
        END { for (run = 1; run in n; run++) print 100 * sum[run] / n[run] / 200 }' "$work/hadoop-0.19-fair-timeline.csv"
}

# response PRESET POOL - of each seed, the mean response of the pool's jobs.
response() {
    awk -F, -v pool="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["pool"] == pool { sum[$1] += $at["response_s"]; n[$1]++ } END { for (run = 1; run in n; run++) print sum[run] / n[run] }' "$work/$1.csv"
}

draw() {
    # each value holds until the next sample
    awk -F, 'NR > 1 { rest = $0; sub(/^[^,]*,[^,]*,/, "", rest); if ($1 == preset) print $1 "," $2 "," last; print; preset = $1; last = rest }' "$csv" >"$work/steps.csv"
    draw_script 960x648 <<END
set multiplot layout 2,1 margins 0.09,0.97,0.1,0.9 spacing 0.1
set key outside top left horizontal Left reverse
set style fill solid 1 noborder
set xrange [0:2100]
set xtics 250
set yrange [0:200]
set ytics 50
sum(last) = \$3 + (last > 1 ? \$4 : 0) + (last > 2 ? \$5 : 0) + (last > 3 ? \$6 : 0)
do for [preset in 'hadoop-fifo hadoop-0.19-fair'] {
    set ylabel preset eq 'hadoop-fifo' ? 'running maps, FIFO' : 'running maps, deficits'
    set xlabel preset eq 'hadoop-fifo' ? '' : 'time (s), a sample every 10 s'
    rows = '< grep ^'.preset.', $work/steps.csv'
    if (preset eq 'hadoop-0.19-fair') { unset key }
    plot rows using 2:(sum(4)) with filledcurves y=0 fc rgb sw_fill[4] title 'pool with a minimum of 120', \
         rows using 2:(sum(3)) with filledcurves y=0 fc rgb sw_fill[5] title '15 short jobs', \
         rows using 2:(sum(2)) with filledcurves y=0 fc rgb sw_fill[2] title 'second long job', \
         rows using 2:(sum(1)) with filledcurves y=0 fc rgb sw_fill[1] title 'first long job'
}
unset multiplot
END
}
figure "$@"
