#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# lc-tables.sh - LC tables 5 to 8: turnaround and node locality of the original fair scheduler, the modified one and FIFO
# Parameters: presets lc-a and lc-b and what LC gives: 8 nodes on 2 servers, 4 (A) or 2 (B) map slots and 1 reduce slot, 3 pools with 3 to 6 map slots each, 3 s of delay, one
# replica. All jobs come at once; away from its data a map takes 1.3 times as long on the same server and twice on the other (assumed);
# a reduce copies and computes for 10 s each. Two things are calibrated. A map takes 100 s, so that 5 jobs of 6 maps have about the published
# turnaround under the original scheduler; the other 23 turnarounds follow. And all blocks lie on the master, where HDFS puts the one replica of a file that is written
# there: spread over the 8 nodes they give the original scheduler 88 to 98 % node locality (placement uniform in the table), and LC measured 9 to 34.
. "$(dirname "$0")/common.sh"
cluster='--nodes 8 --racks 2 --reduce-slots 1 --penalty rack=1.3,off=2'
hadoop='--heartbeat 3s --out-of-band no --per-heartbeat 1'

data() {
    run "printf 'pool,min_maps,max_maps\np1,3,6\np2,3,6\np3,3,6\n' > $work/pools.csv"
    for n in 5 10 15; do
        for maps in 6 10 18; do experiment A $maps $n 4 "--preset lc-a --maps $maps" 'original modified'; done
        experiment B 6/10/16/21/25 $n 2 '--preset lc-b' 'original modified fifo'
    done
    join "$work"/labelled-*.csv >"$work/replays.csv"
    run "slot-stats --by experiment,job_size_maps,jobs,scheduler,placement --col mean_response_s,node_local $work/replays.csv > $work/means.csv"
    means_of 5 <"$work/means.csv" | sed '1s/mean_response/turnaround/g' >"$csv"
    sed 1d "$published" | while IFS=, read -r letter maps n metric original modified fifo gain _; do judge; done
}

# experiment LETTER MAPS JOBS SLOTS WORKLOAD SCHEDULERS - each seed under each scheduler, with the blocks on the master and spread.
experiment() {
    local scheduler rules
    for scheduler in $6; do
        case $scheduler in
        original) rules="--preset hfs --delay wait:3s,3s $hadoop --pools $work/pools.csv" ;;
        modified) rules="--preset lo-cheng --pools $work/pools.csv" ;;
        fifo) rules='--preset hadoop-fifo' ;;
        esac
        each_seed "slot-gen $5 --jobs $3 | slot-trace --to tasks --seed \$seed | awk -F, -v OFS=, -v host=n1 -f plots/one-host.awk | slot-replay $cluster --map-slots $4 $rules --placement trace --seed \$seed --emit summary" |
            label experiment,job_size_maps,scheduler,placement "$1,$2,$scheduler,master" >"$work/labelled-$1-${2%%/*}-$3-$scheduler-master.csv"
        run "slot-gen $5 --jobs $3 | slot-replay $cluster --map-slots $4 $rules --replication 1 --runs $seeds --emit summary > $work/uniform.csv"
        sed '1s/seed,//; 2,$s/^\([0-9]*,\)[0-9]*,/\1/' "$work/uniform.csv" |
            label experiment,job_size_maps,scheduler,placement "$1,$2,$scheduler,uniform" >"$work/labelled-$1-${2%%/*}-$3-$scheduler-uniform.csv"
    done
}

values() { # SCHEDULER - of each seed, the metric of the row of $published that is being judged
    local name=mean_response_s
    [ "$metric" = turnaround_s ] || name=node_local
    column $name "experiment=$letter" "job_size_maps=$maps" "jobs=$n" "scheduler=$1" placement=master <"$work/replays.csv"
}
points() { awk -v x="$1" 'BEGIN { print 100 * x }'; }

judge() {
    local times="LC's times grow faster than the work does; its start-up costs are not described"
    [ $letter,$maps,$n != A,6,5 ] || times='calibrated on this'
    local gained='in A all jobs are of one size, so there is nothing to gain from putting one before another; what differs is the delay'
    [ $letter = A ] || gained='small jobs go first, which helps, but by a tenth; LC found half'
    local what="$letter, $n jobs of $maps maps" misprint=
    case $letter,$metric,$n in B,node_local*,1[05]) misprint='; LC prints the same row for 10 and 15 jobs, one of them by mistake' ;; esac
    if [ "$metric" = turnaround_s ]; then
        values original | verdict "turnaround, original, $what" s "$original" measured '' "$times"
        values modified | verdict "turnaround, modified, $what" s "$modified" measured '' 'as the original'
        [ -z "$fifo" ] || values fifo | verdict "turnaround, FIFO, $what" s "$fifo" measured '' 'FIFO knows no maximum of a pool, as LC says, and is the fastest here'
        change | verdict "turnaround, modified against original, $what" % "$gain" measured :0 "$gained"
    else
        values original | percent | verdict "node-local, original, $what" % "$(points "$original")" measured '' "a slot in 8 is on the master, and 3 s of waiting find it more often$misprint"
        values modified | percent | verdict "node-local, modified, $what" % "$(points "$modified")" measured '' "the delay adapts to what was waited, and grows short$misprint"
        [ -z "$fifo" ] || values fifo | percent | verdict "node-local, FIFO, $what" % "$(points "$fifo")" measured '' "FIFO does not wait: about a slot in 8, and whoever gets there first$misprint"
        change | verdict "node locality, modified against original, $what" % "$gain" measured 0: "of a small share, so a few points are a large change${misprint:+; and 0.32 to 0.44 is +37.5 %, not +3.8 %}"
    fi
}
change() { paste -d, <(values modified) <(values original) | awk -F, '{ print 100 * ($1 / $2 - 1) }'; }

draw() {
    draw_script 1080x864 <<END
set multiplot layout 2,2
set style fill solid 1 border lc rgb sw_edge
set key inside top left vertical Left reverse
set xtics scale 0
set bmargin 4.5
of(name) = name eq 'original' ? 1 : name eq 'modified' ? 2 : 3
nth(maps, n) = (maps eq '6' ? 0 : maps eq '10' ? 3.3 : maps eq '18' ? 6.6 : 0) + n / 5 - 1
place(maps, n, i, k) = nth(maps, n) + (i - (k + 1) / 2.) * 0.8 / k
rows(letter) = "< grep ^".letter.".*,master, $csv"
paper(letter, metric) = "< grep ^".letter.".*,".metric." $published"
titles = '"original fair scheduler" modified FIFO'
do for [letter in 'A B'] {
    k = letter eq 'A' ? 2 : 3
    set xrange [letter eq 'A' ? -0.7 : -0.6:letter eq 'A' ? 9.3 : 2.6]
    if (letter eq 'A') {
        set xtics ('5' 0, "10\n6 maps" 1, '15' 2, '5' 3.3, "10\n10 maps" 4.3, '15' 5.3, '5' 6.6, "10\n18 maps" 7.6, '15' 8.6)
    } else { set xtics ('5' 0, "10\n6 to 25 maps" 1, '15' 2) }
    set xlabel 'number of jobs (experiment '.letter.')' offset 0,-1
    do for [metric in 'turnaround_s node_locality'] {
        if (metric eq 'turnaround_s') { set ylabel 'mean turnaround (s)'; set yrange [0:8000]; c = 6; by = 1
        } else { set ylabel 'node-local maps (%)'; set yrange [0:75]; c = 9; by = 100 }
        plot for [i = 1:k] rows(letter) using (of(strcol(4)) == i ? place(strcol(2), \$3, i, k) : NaN):(by * column(c)):(0.8 / k) \
                 with boxes lt 1 dt 1 lw 1 fc rgb sw_fill[i == 3 ? 4 : i] title word(titles, i), \
             for [i = 1:k] rows(letter) using (of(strcol(4)) == i ? place(strcol(2), \$3, i, k) : NaN):(by * column(c + 1)):(0):(by * (column(c + 2) - column(c + 1))) \
                 with @interval title i == 1 ? '95 % interval' : '', \
             for [i = 1:k] paper(letter, metric) using (place(strcol(2), \$3, i, k)):(by * column(4 + i)) \
                 with points pt 2 ps 1.3 lw 5 lc rgb '#ffffff' notitle, \
             for [i = 1:k] paper(letter, metric) using (place(strcol(2), \$3, i, k)):(by * column(4 + i)) \
                 with points @was title i == 1 ? 'published' : ''
    }
}
unset multiplot
END
}
figure "$@"
