#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# es-macro.sh - ES 5.1: the macrobenchmark, 100 jobs of table 2 every 14 s, bound by input, by computing, and both
# Parameters: nothing is calibrated. Our copy of the paper ends before its evaluation; its abstract and conclusion say what came out. The sizes are table 2's, the gap is 14 s.
# Ours: maps of 10 s that take twice as long away from their data (bound by input), of 40 s that take no longer (bound by computing), and of 10 to 40 s that take 1.5 times as long,
# half of the jobs with some reduces (mixed); 6 s to set up a job (tr-6-2-3). EC2 is taken for one rack of 100 nodes.
# A gain depends on the large jobs that a schedule happens to have, so 100 seeds. Naive fair sharing has no waits, delay scheduling 5 s for the node.
# Clock: 3 s | no | one | 2, 1 or 1.5 | nothing | ES 5: "a modified version of Hadoop 0.20", as es-small-jobs
# Null: shortest job first | s/--order fair/--order sjf/
# Null: a wait of 1 s | s/wait:5s/wait:1s/
. "$(dirname "$0")/common.sh"
seeds=100
cluster='--nodes 100 --map-slots 4 --reduce-slots 2 --no-rack-level --heartbeat 3s --drift 0.3s --out-of-band no --per-heartbeat 1 --commit-pending 3s'
loads='io cpu mixed' systems='fifo fair delay fifo+delay'

options_of() {
    case $1 in
    fifo) echo '--order fifo' ;;
    fair) echo '--order fair' ;;
    delay) echo '--order fair --delay wait:5s,0s' ;;
    fifo+delay) echo '--order fifo --delay wait:5s,0s' ;;
    esac
}
penalty_of() { case $1 in io) echo 2 ;; cpu) echo 1 ;; mixed) echo 1.5 ;; esac; }

data() {
    for load in $loads; do
        for system in $systems; do
            each_seed "slot-gen --preset es-macro-$load --seed \$seed | slot-replay $cluster --penalty any=$(penalty_of "$load") $(options_of "$system") --seed \$seed" >"$work/$load-$system.csv"
            run "slot-stats --quiet --by run,bins --bins es --gain-of jobs --compare $work/$load-fifo.csv $work/$load-$system.csv > $work/gains-$load-$system.csv"
            run "slot-stats --quiet --by run,bins --bins es $work/$load-$system.csv > $work/locality-$load-$system.csv"
            awk -F, -v OFS=, -v load="$load" -v name="$system" '
                FNR == 1 { file++; split("", at); for (i = 1; i <= NF; i++) at[$i] = i; next }
                file == 1 { gain[$1, $2] = $at["gain"]; next }
                !n++ { print "run,load,system,bin,mean_gain,share_node" }
                { print $1, load, name, $2, gain[$1, $2], $at["share_node"] }' "$work/gains-$load-$system.csv" "$work/locality-$load-$system.csv" >"$work/all-$load-$system.csv"
        done
    done
    join "$work"/all-*.csv >"$work/all.csv"
    run "slot-stats --by load,system,bin --col mean_gain,share_node $work/all.csv | cut -d, -f 1-3,7-9,15-17 > $csv"
    cumulative >"$tables/$name-cdf.csv"

    paste -d' ' <(gains io delay 1) <(gains io delay 2) <(gains io delay 3-20) | awk '{ print (38 * $1 + 16 * $2 + 14 * $3) / 68 }' |
        verdict 'mean gain over FIFO, small jobs (1 to 20 maps), bound by input, delay scheduling' x 5 measured '1: "improve response times for small jobs by 5 times"' 'the conclusion, of a multi-user workload; of jobs of one map it is 5.5'
    gains io fair 1 >"$work/fair"
    gains io delay 1 | paste -d' ' - "$work/fair" | awk '{ print $1 / $2 }' |
        rule 'gain of delay scheduling over that of naive fair sharing, 1 map, bound by input' x '>1' exact '' 'ES 3: locality is what fair sharing lacks'
    gains cpu delay 1 | paste -d' ' - <(gains cpu fair 1) | awk '{ print $1 / $2 }' |
        rule 'the same, bound by computing' x 1 measured '' 'where distance costs nothing a wait changes nothing'
    gains io fifo+delay 1 | rule 'mean gain of delay scheduling under FIFO, 1 map, bound by input' x '>1' exact '' 'ES 6: delay scheduling works under FIFO, too; the head of the queue alone waits'
    for load in io mixed; do
        paste -d' ' <(means "$load" fair) <(means "$load" delay) | awk '{ print $1 / $2 }' |
            rule "mean response, naive fair sharing over delay scheduling, $load" x '>1' exact '' 'the slot time that distance costs'
    done
}
gains() { column mean_gain "load=$1" "system=$2" "bin=$3" <"$work/all.csv"; }
means() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "response_s") c = i; next } { s[$1] += $c; n[$1]++ } END { for (k = 1; k in s; k++) print s[k] / n[k] }' "$work/$1-$2.csv"; }

# cumulative - of jobs of all seeds, small ones (1 to 20 maps) and large ones (above 500), the response time that each 2 % of them keep.
cumulative() {
    echo load,system,size,share,response_s
    for load in $loads; do
        for system in fifo fair delay; do
            awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["maps"] <= 20 { print "small", $at["response_s"] } $at["maps"] > 500 { print "large", $at["response_s"] }' "$work/$load-$system.csv" |
                sort -t, -k1,1 -k2,2g | awk -F, -v OFS=, -v load="$load" -v name="$system" '{ v[$1, ++n[$1]] = $2 }
                    END { for (s in n) for (p = 2; p <= 98; p += 2) print load, name, s, p, v[s, int(1 + (n[s] - 1) * p / 100)] }' | sort -t, -k3,3r -k4,4n
        done
    done
}

draw() {
    { echo 'set multiplot layout 3,2 margins 0.08,0.98,0.06,0.94 spacing 0.11,0.145'
      for load in $loads; do
          case $load in io) title='bound by input' ;; cpu) title='bound by computing' ;; mixed) title=mixed ;; esac
          cat <<END
set key @above
unset logscale x
set xlabel 'maps of a job; $title'
set xrange [-0.6:8.6]
set logscale y
set yrange [0.4:40]
set ytics (0.5, 1, 2, 5, 10, 20)
set xtics rotate by -25 autofreq
set ylabel 'gain over FIFO (times)'
plot 1 with lines lc rgb sw_ink lw 0.8 notitle, \
    "< grep '^$load,fair,' $csv" using (\$0-0.12):4:5:6:xtic(3) with yerrorbars lt 4 dt 1 title 'naive fair sharing', \
    "< grep '^$load,delay,' $csv" using (\$0+0.12):4:5:6 with yerrorbars lt 1 dt 1 title 'delay scheduling', \
    '+' using (0.12):($(test $load = io && echo 5 || echo NaN)) every ::::0 with points @was title '$(test $load != io || echo published)'
unset logscale y
set xlabel 'response time (s); $title'
set xrange [10:3000]
set xtics norotate (10, 30, 100, 300, 1000, 3000)
set logscale x
set yrange [0:104]
set ytics 0,25,100
set ylabel 'share of the jobs (%)'
plot for [i = 1:3] "< grep '^$load,".word('fifo fair delay', i).",small' $tables/$name-cdf.csv" using 5:4 with lines lt i title word('FIFO fair delay', i).', to 20 maps', \
     for [i = 1:3] "< grep '^$load,".word('fifo fair delay', i).",large' $tables/$name-cdf.csv" using 5:4 with lines lt i lw 1 title word('FIFO fair delay', i).', above 500'
END
      done
      echo 'unset multiplot'
    } | draw_script 1100x1300
}
figure "$@"
