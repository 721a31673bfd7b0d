#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tr-fig08.sh - TR figures 8 and 9: 30 Zipf jobs on 10 nodes, batch time and slowdowns under five schedulers
# Parameters: the mean gap between submissions is calibrated on FIFO's slowdowns: 10 s (30, 10 and 5 s give maxima of 35, 53 and 58 on
# average, so shorter gaps gain little). Preset tr-zipf30 otherwise (maps and reduces of 10 s, 5 s of copying). Splitting is cpac:3,1, three
# reducers for one slot as in TR 5.2's example of six for two; killing comes 30 s after starving (15 s gives the same, 60 s a quarter more mean slowdown).
# Slowdown is against the job alone on the cluster with splitting. The order is the TR's, the job farthest below its share first (fair-gap). Each job is a pool. Figure 9 shows averages over the schedules, so what is judged is the ratio of two
# averages, with its interval by the jackknife; 200 schedules, so that the interval is narrower than the band.
# Clock: 3 s | yes | all | no longer | the gap between jobs, on 90 | the paper's own simulator, of which it says nothing
# Null: shortest job first | s/--order fair-gap/--order sjf/
. "$(dirname "$0")/common.sh"
seeds=200
cluster='--nodes 10 --map-slots 1 --reduce-slots 1'
systems='fifo fifo+ccs fair fair+kill fair+ccs'

options_of() {
    case $1 in
    fifo) echo '--order fifo' ;;
    fifo+ccs) echo '--order fifo --admit cpac:3,1' ;;
    fair) echo '--order fair-gap' ;;
    fair+kill) echo '--order fair-gap --preempt kill:30s,30s,tr' ;;
    fair+ccs) echo '--order fair-gap --admit cpac:3,1' ;;
    esac
}

data() {
    local trace='slot-gen --preset tr-zipf30 --arrival poisson:10s --pool-names 30 --seed $seed'
    each_seed "$trace | slot-replay $cluster --seed \$seed --alone $(options_of fair+ccs)" >"$work/alone.csv"
    for system in $systems; do
        each_seed "$trace | slot-replay $cluster --seed \$seed $(options_of "$system")" >"$work/$system.csv"
        awk -F, -v OFS=, -v name="$system" '
            FNR == 1 { file++; for (i = 1; i <= NF; i++) at[$i] = i; next }
            file == 1 { alone[$1, $at["job_id"]] = $at["alone_s"]; next }
            { x = $at["response_s"] / alone[$1, $at["job_id"]]; n[$1]++; sum[$1] += x
              if (x > max[$1]) max[$1] = x
              if ($at["finish_s"] > end[$1]) end[$1] = $at["finish_s"] }
            END { print "run,system,batch_s,mean_slowdown,max_slowdown"
                  for (run = 1; run in n; run++) print run, name, end[run], sum[run] / n[run], max[run] }' "$work/alone.csv" "$work/$system.csv" >"$work/runs-$system.csv"
    done
    for system in $systems; do echo "$work/runs-$system.csv"; done | xargs awk 'FNR > 1 || NR == 1' >"$csv"

    local halves=':1 "fair sharing, preemption and copy-compute splitting each cut slowdown"'
    per max_slowdown fifo | verdict 'greatest slowdown under FIFO' x 90 measured '' \
        "calibrated on this, by the gap; the paper's submission intervals and task times are not published; a job of one map behind one of 400 is what counts"
    of_averages max_slowdown fair fifo | verdict 'greatest slowdown, fair over FIFO' x 0.5 measured "$halves" 'a small job still waits for reduce slots that others hoard'
    of_averages mean_slowdown fair fifo | verdict 'mean slowdown, fair over FIFO' x 0.5 measured "$halves" 'as above'
    of_averages max_slowdown fair+kill fair | verdict 'greatest slowdown, killing over fair' x 0.5 measured "$halves" 'the worst job is one that had to wait for the first look and its timeout'
    of_averages mean_slowdown fair+kill fair | verdict 'mean slowdown, killing over fair' x 0.5 measured "$halves" 'hoarded reduce slots are taken back after 30 s'
    of_averages max_slowdown fair+ccs fair | verdict 'greatest slowdown, splitting over fair' x 0.5 measured "$halves" 'with 30 jobs at a time three reducers a node can still be all taken, as the paper says of CPAC'
    of_averages mean_slowdown fair+ccs fair | verdict 'mean slowdown, splitting over fair' x 0.5 measured "$halves" 'hoarders leave two of three reducers to others'
    least fair fair+kill | rule 'schedules in which FIFO ends first, no splitting' % 100 measured '' '"FIFO'\''s batch response time is always best": maps and reduces of different jobs overlap under FIFO'
    ratio batch_s fair+ccs fifo+ccs | awk '{ print $1 < 1 ? 0 : 100 }' |
        rule 'schedules in which FIFO ends first, both with splitting' % 100 measured '' '"even with copy-compute splitting": as above'
}
per() { column "$1" "system=$2" <"$csv"; }
ratio() { paste -d' ' <(per "$1" "$2") <(per "$1" "$3") | awk '{ print $1 / $2 }'; }
# of_averages COLUMN SYSTEM SYSTEM - the ratio of two means as the jackknife's values: n times that of all schedules less n - 1 times that of all but
# one. Their mean is the ratio, their interval its interval.
of_averages() {
    paste -d' ' <(per "$1" "$2") <(per "$1" "$3") | awk '{ x[NR] = $1; y[NR] = $2; a += $1; b += $2 }
        END { for (i = 1; i <= NR; i++) print NR * a / b - (NR - 1) * (a - x[i]) / (b - y[i]) }'
}
least() { paste -d' ' <(per batch_s fifo) <(per batch_s "$1") <(per batch_s "$2") | awk '{ print $1 <= $2 && $1 <= $3 ? 100 : 0 }'; }

draw() {
    slot-stats --by system --col batch_s,mean_slowdown,max_slowdown "$csv" | cut -d, -f 1,5-7,13-15,21-23 >"$work/means.csv"
    { echo what,of,value
      for what in max mean; do
          of_averages ${what}_slowdown fair fifo | sed "s/^/$what,fair,/"
          of_averages ${what}_slowdown fair+kill fair | sed "s/^/$what,kill,/"
          of_averages ${what}_slowdown fair+ccs fair | sed "s/^/$what,ccs,/"
      done; } >"$work/ratios.csv"
    slot-stats --by what,of --col value "$work/ratios.csv" | means_of 2 >"$work/ratio-means.csv"
    draw_script 1200x432 <<END
set multiplot layout 1,3 margins 0.08,0.99,0.26,0.86 spacing 0.09
set key outside top left horizontal Left reverse
set xtics rotate by 30 right ('FIFO' 0, 'FIFO, splitting' 1, 'fair' 2, 'fair, killing' 3, 'fair, splitting' 4)
set xrange [-0.6:4.6]
set ylabel 'time until all jobs are done (s)'
set yrange [0:*]
plot '$work/means.csv' using 0:2:(0.6) skip 1 with boxes lt 1 lw 1 fc rgb sw_fill[4] title 'mean of $seeds schedules', \
     '' using 0:3:(0):(\$4-\$3) skip 1 with @interval title '95 % interval'
set ylabel 'slowdown (times the job alone)'
set logscale y
set yrange [1:150]
set ytics (1, 2, 5, 10, 20, 50, 100)
plot '$work/means.csv' using (\$0-0.1):8:9:10 skip 1 with yerrorbars lt 1 dt 1 title 'greatest', \
     '' using (\$0+0.1):5:6:7 skip 1 with yerrorbars lt 2 dt 1 title 'mean', '-' using 1:2 with points @was title 'published'
-0.1,90
e
unset logscale y
set ylabel 'ratio of two averages'
set yrange [0:1.1]
set ytics 0.25
set xrange [-0.5:2.5]
set xtics norotate center ("fair\n/ FIFO" 0, "killing\n/ fair" 1, "splitting\n/ fair" 2)
x(of) = of eq 'fair' ? 0 : of eq 'kill' ? 1 : 2
plot 0.5 with lines lc rgb '#000000' dt (6,3) lw 1.2 title 'published: half', \
     '< grep ^max $work/ratio-means.csv' using (x(strcol(2))-0.1):3:4:5 with yerrorbars lt 1 dt 1 notitle, \
     '< grep ^mean $work/ratio-means.csv' using (x(strcol(2))+0.1):3:4:5 with yerrorbars lt 2 dt 1 notitle
unset multiplot
END
}
figure "$@"
