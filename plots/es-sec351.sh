#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# es-sec351.sh - ES 3.5.1: the chance that long tasks hold every slot near a block, by formula and in the replay, and spread out
# Parameters: none is calibrated. For the replay 100 nodes have two slots; short tasks hold them all when a job of long tasks (1,000 s) comes and
# takes its share phi, the slots that free next, in the order of chance; nodes, and pairs of nodes, that it holds whole are counted (R L = 2 and
# 4). Spread out: --balance-long 100s.
# Clock: none | - | all | no longer | nothing | a formula
. "$(dirname "$0")/common.sh"

data() {
    run "slot-delay blocked --long-fraction 0:1:0.02 --slots-per-node 4,6,8 > $work/large.csv"
    run "slot-delay blocked --long-fraction 0:1:0.02 --slots-per-node 2 --replication 1,2 > $work/small.csv"
    for share in 0.2 0.4 0.6 0.8 0.9; do
        blocked $share chance ''
        blocked $share balanced '--balance-long 100s'
    done >"$work/replay.csv"
    { echo source,replication,slots_per_node,long_fraction,probability,probability_lo,probability_hi
      awk -F, -v OFS=, 'FNR > 1 { print "formula", $2, $1, $3, $4, "", "" }' "$work"/{small,large}.csv
      cat "$work/replay.csv"; } >"$csv"
    column probability source=formula replication=3 slots_per_node=6 long_fraction=0.8 <"$csv" | percent |
        verdict 'blocked with phi = 0.8, R = 3, L = 6' % '<2' exact '' 'phi^(RL)'
}
blocked() { # PHI NAME OPTIONS: the share of nodes and of pairs of nodes that the long job holds whole
    local maps rest
    maps=$(awk -v f="$1" 'BEGIN { print 200 * f }') rest=$(awk -v f="$1" 'BEGIN { print 1 - f }')
    run "printf 'pool,weight\ns,$rest\ng,$1\n' > $work/pools.csv"
    run "printf 'job_id,pool,submit_s,maps,map_s,map_sigma\ns,s,0,4000,3,0.5\ng,g,10,$maps,1000,0\n' | slot-replay --nodes 100 --slots-per-node 2 --replication 100 --order hfs --pools $work/pools.csv --heartbeat 0 --delay wait:1000s --until 30 --runs $seeds --record attempts $3 > $work/attempts.csv"
    awk -F, -v seeds="$seeds" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["job_id"] == "g" { on[$at["run"], $at["node"]]++ }
        END { for (i in on) if (on[i] == 2) { split(i, k, SUBSEP); whole[k[1]]++ }
              print "replication,probability"
              for (r = 1; r <= seeds; r++) { print 1 "," whole[r] / 100; print 2 "," whole[r] * (whole[r] - 1) / 9900 } }' "$work/attempts.csv" |
        slot-stats --by replication --col probability |
        awk -F, -v OFS=, -v source="$2" -v share="$1" 'NR > 1 { print source, $1, 2, share, $5, $6, $7 }'
}

draw() {
    local formula="'< grep ^formula $csv' using"
    draw_script <<END
set key outside top left horizontal Left reverse maxcols 4
set xlabel 'share of the slots that long tasks hold (phi)'
set ylabel 'blocks whose every slot is held (%)'
set yrange [0:104]
set xrange [0:1.01]
plot $formula (\$2==1&&\$3==2?\$4:NaN):(100*\$5) with lines lt 1 title 'R L = 2 (formula)', \
     $formula (\$2==2&&\$3==2?\$4:NaN):(100*\$5) with lines lt 2 title 'R L = 4', \
     $formula (\$2==3&&\$3==4?\$4:NaN):(100*\$5) with lines lt 3 title 'R L = 12', \
     $formula (\$2==3&&\$3==6?\$4:NaN):(100*\$5) with lines lt 4 title 'R L = 18', \
     '< grep ^chance $csv' using 4:(100*\$5):(100*\$6):(100*\$7) with yerrorbars pt 6 lw 1.5 dt 1 lc rgb sw_ink title 'replay', \
     '< grep ^balanced $csv' using 4:(100*\$5):(100*\$6):(100*\$7) with yerrorbars pt 4 lw 1.5 dt 1 lc rgb '#009e73' title 'replay, spread out', \
     '-' using 1:2 with points @was title 'published: below 2 %'
0.8,2
e
END
}
figure "$@"
