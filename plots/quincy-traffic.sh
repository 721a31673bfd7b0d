#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# quincy-traffic.sh - Quincy, SOSP'09: bytes that cross the network, and the time of the same work, beside naive fair sharing and delay scheduling
# Parameters: nothing is calibrated. The jobs are ours, as the paper's are not stored: those of docs/studies/elsewhere.md, 20 of 180 tasks of a gigabyte over one file,
# on 100 nodes of one task (ES 7 has Quincy run one task a node) in 5 racks, links of 1 Gbit/s and 6 from rack to rack.
. "$(dirname "$0")/common.sh"
seeds=5
cluster='--nodes 100 --racks 5 --slots-per-node 1 --network node=1G,rack=6G'
systems='naive flow none quincy delay'

options_of() {
    case $1 in
    naive) echo '--preset naive-fair --heartbeat 0 --commit-pending 0' ;;
    flow) echo '--preset quincy --global quincy' ;;
    none) echo '--preset quincy --global quincy:share=none' ;;
    quincy) echo '--preset quincy' ;;
    delay) echo '--preset hfs --heartbeat 0 --commit-pending 0 --delay wait:5s' ;;
    esac
}

data() {
    run "slot-gen --preset tr-sticky --arrival all-at-once --jobs 20 --maps 180 --map-time 20s | sed 's/,[0-9]*,,,dataset/,193273528320,,,dataset/' > $work/jobs.csv"
    for system in $systems; do
        run "slot-replay --quiet $cluster $(options_of "$system") --runs $seeds --record summary $work/jobs.csv > $work/$system.csv"
        awk -F, -v OFS=, -v name="$system" '
            NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "system", "moved", "makespan_s", "killed"; next }
            { print name, 1 - $at["share_node"], $at["makespan_s"], $at["killed"] }' "$work/$system.csv" >"$work/row-$system.csv"
    done
    join "$work"/row-*.csv >"$work/replays.csv"
    run "slot-stats --by system --col moved,makespan_s,killed $work/replays.csv > $work/means.csv"
    means_of 1 <"$work/means.csv" >"$csv"
}

draw() {
    draw_script 1080x420 <<END
set multiplot layout 1,2 margins 0.07,0.985,0.2,0.8 spacing 0.1
set style fill solid 1
set boxwidth 0.75 absolute
set xtics ("naive\nfair" 0, "Quincy,\nno kills" 1, "no kills,\nunfair" 2, 'Quincy' 3, "delay\n5 s" 4) scale 0
set xrange [-0.6:4.6]
set yrange [0:*]
at(name) = name eq 'naive' ? 0 : name eq 'flow' ? 1 : name eq 'none' ? 2 : name eq 'quincy' ? 3 : 4
of(column) = real(system(sprintf("awk -F, '\$1 == \"naive\" { print \$%d }' $csv", column)))
set key @above
set ylabel 'bytes that cross the network (%)'
plot '< sed 1d $csv' using (at(strcol(1))):(100 * \$2) with boxes lc rgb sw_fill[1] notitle, \
     '' using (at(strcol(1))):(100 * \$3):(0):(100 * (\$4 - \$3)) with vectors nohead dt 1 lw 2.5 lc rgb '#000000' title '95 % interval over $seeds seeds', \
     '+' using (2.55):(100 * of(2) / 3.9):(0.9):(0) every ::0::0 with vectors nohead lc rgb '#d55e00' lw 3 dt (6,3) title 'published: up to 3.9 times less'
set ylabel 'time of the same work (s)'
plot '< sed 1d $csv' using (at(strcol(1))):5 with boxes lc rgb sw_fill[1] notitle, \
     '' using (at(strcol(1))):6:(0):(\$7 - \$6) with vectors nohead dt 1 lw 2.5 lc rgb '#000000' notitle, \
     '+' using (2.55):(of(5) / 1.4):(0.9):(0) every ::0::0 with vectors nohead lc rgb '#d55e00' lw 3 dt (6,3) title 'published: throughput up by up to 40 %'
unset multiplot
END
}
figure "$@"
