#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# es-fig04.sh - ES figure 4 and TR figure 2: a tree of pools and what its jobs are given
# Parameters: none. Pools 1 and 3 have minimum shares of 60 and 10 (TR figure 2), of 100 slots; the demands are ours: pool 3 has no jobs, pool 1
# and the two jobs of pool 2 want more than they get.
. "$(dirname "$0")/common.sh"

data() {
    run "printf 'pool,parent,demand,min_share\npool 1,,150,60\npool 2,,90,\npool 3,,0,10\njob 1,pool 1,150,\njob 2,pool 2,60,\njob 3,pool 2,30,\n' > $work/pools.csv"
    run "slot-fair --total-slots 100 $work/pools.csv > $csv"
    column fair_share 'pool=pool_1' < <(tr ' ' _ <"$csv") | rule 'pool 1' slots '>=60' exact '' 'its minimum (TR figure 2)'
    column fair_share 'pool=pool_2' < <(tr ' ' _ <"$csv") | rule 'pool 2' slots 40 exact '' 'all that pool 1 leaves: the 10 slots of pool 3, which has no jobs, are among them'
    column fair_share 'pool=pool_3' < <(tr ' ' _ <"$csv") | rule 'pool 3' slots 0 exact '' 'no jobs'
}

draw() {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { x["pool 1"] = 1; x["pool 2"] = 3.6; x["pool 3"] = 6.2; x["job 1"] = 1; x["job 2"] = 2.7; x["job 3"] = 4.5
          y = $1 ~ /^pool/ ? 2 : 1
          up = $2 == "" ? "3.6,3" : x[$2] ",2"
          printf "%s,%s,%s,%s slots%s,%s\n", x[$1], y, $1, $at["fair_share"], $at["min_share"] != "" ? " (minimum " $at["min_share"] ")" : "", up }' "$csv" >"$work/tree.csv"
    draw_script 720x400 <<END
unset border; unset tics; unset grid; unset key
set xrange [-0.3:7.5]
set yrange [0.5:3.4]
set label 1 'cluster: 100 slots' at 3.6,3 center front
plot '$work/tree.csv' using 5:6:(\$1-\$5):(\$2-\$6) with vectors nohead lw 1.5 lc rgb sw_ink, \
     '' using 1:2:(\$2==2?1.05:0.8):(0.24) with boxxyerror lt 1 lw 1 fc rgb '#ffffff', \
     '-' using 1:2:(0.9):(0.2) with boxxyerror lt 1 lw 1 fc rgb '#ffffff', \
     '$work/tree.csv' using 1:(\$2+0.08):3 with labels, '' using 1:(\$2-0.1):4 with labels font ',11'
3.6,3
e
END
}
figure "$@"
