#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# cores-effect.sh - what tasks that share their node's cores do to LC's gains, LATE's and copy-compute splitting's
# Parameters: each experiment is that of its own script (lc-tables, late-cases, tr-6-2-5, tr-fig10) with --cores as the table says and without. LC's maps take 104 s with shared
# cores and 177 s without, so that the geometric mean of the 18 turnarounds of A is the published one both times. Of the one job of TR 6.2.5 there are 5 seeds, else 20. Nothing is judged here: docs/decisions/cores.md draws on it.
. "$(dirname "$0")/common.sh"
lc='--heartbeat 300ms --out-of-band no --per-heartbeat all --commit-pending 300ms --load-cap 0 --speculate hadoop'
late='--nodes 200 --preset hadoop-fifo --network node=100M --speed-sigma 0.28'
splitting='--nodes 450 --racks 34 --map-slots 6 --reduce-slots 4 --order fifo --network node=1G,rack=1.75G --heartbeat 5s --out-of-band no --per-heartbeat 1 --commit-pending 5s'
macro='--nodes 100 --racks 4 --map-slots 4 --reduce-slots 2 --heartbeat 3s --out-of-band no --per-heartbeat 1 --commit-pending 3s --order fair'

data() {
    local cores n maps
    run "printf 'pool,min_maps,max_maps\np1,3,6\np2,3,6\np3,3,6\n' > $work/pools.csv"
    for cores in none 2; do
        for n in 5 10 15; do
            for maps in 6 10 18; do lc_gain "LC A" "$maps maps $n jobs" $cores $n 4 "--preset lc-a --maps $maps"; done
            lc_gain "LC B" "6 to 25 maps $n jobs" $cores $n 2 '--preset lc-b'
        done
    done
    run "slot-gen --preset late-sort > $work/sort.csv"
    for cores in none 1; do
        for stragglers in 0% 4%; do
            over LATE "Hadoop over LATE $stragglers stragglers" $cores "$late --stragglers $stragglers,0.2" "$work/sort.csv" '--speculate hadoop' '--speculate late'
        done
    done
    run "printf 'job_id,submit_s,maps,map_s,map_sigma,reduces,copy_s,reduce_s,reduce_sigma,input_bytes,shuffle_bytes\nj,0,14624,20,0.1,5000,5,144,0.1,1871872000000,1871872000000\n' > $work/job.csv"
    for cores in none 8 4; do over 'TR 6.2.5' 'standard over splitting' $cores "$splitting" "$work/job.csv" '--admit slots' '--admit cpac:12,4' 5; done
    for cores in none 4; do
        for admit in slots cpac:6,2; do
            each_seed "slot-gen --preset tr-bm --setup-time 6s --seed \$seed | slot-replay $macro $(cores_of $cores) --admit $admit --seed \$seed --record summary" >"$work/macro-${admit%%:*}.csv"
        done
        ratio slots cpac macro | row 'TR 6.1' 'fair over fair with splitting' $cores
    done
    join "$work"/row-*.csv | sorted -s -t, -k1,1 -k2,2V -k3,3V >"$work/rows.csv"
    run "slot-stats --by experiment,case,cores --col value $work/rows.csv > $work/means.csv"
    means_of 3 <"$work/means.csv" >"$csv"
}
cores_of() { [ "$1" = none ] || echo "--cores $1"; }
# row EXPERIMENT CASE CORES - values of the seeds on standard input, as rows
row() { awk -v OFS=, -v head="$1,$2,$3" 'BEGIN { print "experiment,case,cores,value" } { print head, $1 }' >"$work/row-${1// /-}-${2// /-}-$3.csv"; }
ratio() { paste -d' ' <(column mean_response_s <"$work/$3-$1.csv") <(column mean_response_s <"$work/$3-$2.csv") | awk '{ print $1 / $2 }'; }

lc_gain() { # EXPERIMENT CASE CORES JOBS SLOTS WORKLOAD: the modified scheduler against the original one, in percent
    local rules scheduler
    for scheduler in original modified; do
        [ $scheduler = original ] && rules='--preset hfs --order hfs:lack --delay wait:3s,3s' || rules='--preset lo-cheng --lc-table printed'
        each_seed "slot-gen $6 --arrival all-at-once --map-time $([ "$3" = none ] && echo 177s || echo 104s) --jobs $4 --seed \$seed | slot-trace --record tasks --seed \$seed | awk -F, -v OFS=, -v host=n1 -f plots/one-host.awk | slot-replay --nodes 8 --racks 2 --reduce-slots 1 $(cores_of "$3") --penalty rack=1.3,any=2 --map-slots $5 $rules $lc --pools $work/pools.csv --placement trace --seed \$seed --record summary" >"$work/lc-$scheduler.csv"
    done
    ratio modified original lc | awk '{ print 100 * ($1 - 1) }' | row "$1" "$2" "$3"
}

over() { # EXPERIMENT CASE CORES OPTIONS TRACE OF OVER [SEEDS]: the response with OF over that with OVER
    run "slot-replay $4 $(cores_of "$3") $6 --runs ${8:-$seeds} --record summary $5 > $work/over-of.csv"
    run "slot-replay $4 $(cores_of "$3") $7 --runs ${8:-$seeds} --record summary $5 > $work/over-by.csv"
    ratio of by over | row "$1" "$2" "$3"
}

# LC's gains beside the published ones; of the others the ratio of two responses.
draw() {
    awk -F, -v OFS=, '/^A,|^B,/ && $4 == "turnaround_s" { n[$1, $2] = $2; print $1, ($1 == "A" ? ($2 == 6 ? 0 : $2 == 10 ? 3.3 : 6.6) : 9.9) + $3 / 5 - 1, $8 }' notebooks-data/published/lc-tables.csv >"$work/published.csv"
    awk -F, -v OFS=, '/^LC/ { split($2, w, " "); n = w[length(w) - 1]; at = $1 == "LC B" ? 9.9 : w[1] == 6 ? 0 : w[1] == 10 ? 3.3 : 6.6; print "gain", at + n / 5 - 1, $3, $4, $5, $6; next }
        NR > 1 { at = $2 ~ /0%/ ? 0 : $2 ~ /4%/ ? 1 : $1 == "TR 6.2.5" ? 2 : 3; print "over", at, $3, $4, $5, $6 }' "$csv" >"$work/drawn.csv"
    draw_script 1100x432 <<END
set multiplot layout 1,2 margins 0.075,0.98,0.2,0.8 spacing 0.1
set key @above
set xtics scale 0
rows(what, shared) = "< awk -F, '\$1 == \"".what."\" && (\$3 ".(shared ? "!=" : "==")." \"none\")' $work/drawn.csv"
set ylabel 'modified against original (%)'
set xrange [-0.6:12.5]
set yrange [-80:20]
set xtics ('5' 0, "10\n6 maps" 1, '15' 2, '5' 3.3, "10\n10 maps" 4.3, '15' 5.3, '5' 6.6, "10\n18 maps" 7.6, '15' 8.6, '5' 9.9, "10\n6 to 25" 10.9, '15' 11.9)
set xlabel 'LC: number of jobs' offset 0,-1
plot 0 with lines lc rgb sw_ink lw 0.8 notitle, rows('gain', 0) using (\$2-0.15):4:5:6 with yerrorbars lt 1 dt 1 title 'no shared cores', \
     rows('gain', 1) using (\$2+0.15):4:5:6 with yerrorbars lt 2 dt 1 title 'cores shared', '$work/published.csv' using 2:3 with points @was title 'published'
set ylabel 'response, ratio of two'
set xrange [-0.6:3.6]
set yrange [0.9:1.9]
set xlabel ''
set xtics ("LATE,\nHadoop's\n/ LATE's" 0, "the same,\nstragglers" 1, "TR 6.2.5,\nstandard /\nsplitting" 2, "TR 6.1,\nfair /\nsplitting" 3)
plot 1 with lines lc rgb sw_ink lw 0.8 notitle, rows('over', 0) using (\$2-0.1):4:5:6 with yerrorbars lt 1 dt 1 notitle, rows('over', 1) using (\$2+0.1):4:5:6 with yerrorbars lt 2 dt 1 notitle
unset multiplot
END
}
figure "$@"
