#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# lc-apart.sh - LC's five mechanisms one by one: turnaround of ten jobs beside the original scheduler's
# Parameters: the cluster, jobs and clock of lc-tables, blocks on the master. Each mechanism is alone with the order of the original scheduler for the rest
# (modified-fair:classes, alloc, sort, priority of rule O25.6, waits of 3 s), 3.4 as --delay adaptive under the original's order. LC gives no numbers for a
# mechanism alone, so nothing is judged but its words.
# Clock: 0.3 s | no | all, by load | 1.3 in the rack, 2 off it | nothing here | as lc-tables
. "$(dirname "$0")/common.sh"
cluster='--nodes 8 --racks 2 --reduce-slots 1 --cores 2 --penalty rack=1.3,any=2'
hadoop='--heartbeat 300ms --drift 30ms --out-of-band no --per-heartbeat all --commit-pending 300ms --load-cap 0 --speculate hadoop'
systems='original classes alloc sort priority delay all'

rules_of() {
    case $1 in
    original) echo '--preset hfs --order hfs:lack --delay wait:3s,3s' ;;
    delay) echo '--preset hfs --order hfs:lack --delay adaptive' ;;
    all) echo '--preset lo-cheng --lc-table printed' ;;
    priority) echo '--preset lo-cheng --order modified-fair:priority --lc-table printed --delay wait:3s,3s' ;;
    *) echo "--preset lo-cheng --order modified-fair:$1 --delay wait:3s,3s" ;;
    esac
}

data() {
    local system
    run "printf 'pool,min_maps,max_maps\np1,3,6\np2,3,6\np3,3,6\n' > $work/pools.csv"
    for maps in 6 10 18; do experiment "A, $maps maps" $maps 4 "--preset lc-a --maps $maps"; done
    experiment 'B' b 2 '--preset lc-b'
    join "$work"/one-*.csv | awk -F, -v OFS=, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "experiment,system,run,change_pct"; next }
        { key = $1 "," $at["run"]; if ($2 == "original") was[key] = $at["mean_response_s"]; line[++n] = $1 "," $2 "," $at["run"]; of[n] = key; v[n] = $at["mean_response_s"] }
        END { for (i = 1; i <= n; i++) print line[i], 100 * (v[i] / was[of[i]] - 1) }' >"$work/changes.csv"
    run "slot-stats --by experiment,system --col change_pct $work/changes.csv | cut -d, -f 1,2,6-8 > $csv"
    for system in classes sort all; do
        column change_pct experiment=B "system=$system" <"$work/changes.csv" |
            rule "turnaround in B beside the original's, $(case $system in all) echo all five ;; classes) echo '3.1 alone, classes' ;; sort) echo '3.3 alone, sorting' ;; esac)" % '<0' exact '' 'LC 4.2: "job classification works very well"; 3.3 goes by most pending, so the longest first'
    done
}
experiment() { # NAME FILE SLOTS WORKLOAD
    local system
    for system in $systems; do
        each_seed "slot-gen $4 --jobs 10 --seed \$seed | slot-trace --record tasks --seed \$seed | awk -F, -v OFS=, -v host=n1 -f plots/one-host.awk | slot-replay $cluster --map-slots $3 $(rules_of "$system") $hadoop --pools $work/pools.csv --placement trace --seed \$seed --record summary" |
            label experiment,system "${1/, / },$system" >"$work/one-$2-$system.csv"
    done
}

draw() {
    draw_script 900x460 <<END
set key outside top left horizontal Left reverse maxcols 3
set ylabel 'turnaround beside the original scheduler (%)'
set xrange [-0.6:3.6]
set xtics ('A, 6 maps' 0, 'A, 10 maps' 1, 'A, 18 maps' 2, 'B, five sizes' 3) scale 0
set boxwidth 0.12 absolute
at(e) = e eq 'A 6 maps' ? 0 : e eq 'A 10 maps' ? 1 : e eq 'A 18 maps' ? 2 : 3
rows(s) = "< grep ',".s.",' $csv"
of = 'classes alloc sort priority delay all'
array names[6] = ['3.1, classes', '3.2, allocation', '3.3, sorting', '3.5, priorities', '3.4, delay', 'all five']
set yrange [*:*]
plot for [i = 1:6] rows(word(of, i)) using (at(strcol(1)) + 0.13 * (i - 3.5)):3 with boxes lt 1 dt 1 lw 1 fc rgb sw_fill[i] title names[i], \
     for [i = 1:6] rows(word(of, i)) using (at(strcol(1)) + 0.13 * (i - 3.5)):4:(0):(\$5 - \$4) with vectors nohead dt 1 lw 2 lc rgb '#000000' notitle, \
     0 with lines lc rgb sw_ink lw 0.8 notitle
END
}
figure "$@"
