#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# es-fig03.sh - ES figure 3: the bound that sticky slots set to locality, for replicas, slots and jobs
# Parameters: none; a formula.
. "$(dirname "$0")/common.sh"

data() {
    run "slot-delay sticky --jobs 2:50:1 --replication 1,2,3 --slots-per-node 1,2,4,6,8 > $csv"
    bound 15 6 '<80' 'R = 3, L = 6'
    bound 15 8 '<80' 'the paper says it of "even large R and L"; with its own formula, R = 3 and L = 8 it is 80.9 %, so it does not hold for L = 8'
    bound 30 6 '<50' 'R = 3, L = 6'
    bound 30 8 '<50' 'with R = 3 and L = 8 the formula gives 55.7 %'
}
bound() { # JOBS SLOTS PUBLISHED WHY
    column share_node_bound "jobs=$1" "slots_per_node=$2" replication=3 <"$csv" | percent | verdict "bound with $1 jobs, L = $2" % "$3" exact '' "$4"
}

draw() {
    columns=$(head -n 1 "$csv" | tr , '\n' | grep -n . | sed 's/\(.*\):\(.*\)/\2=\1/')
    at() { sed -n "s/^$1=//p" <<<"$columns"; }
    curve() { echo "'$csv' using (\$$(at replication)==$1 && \$$(at slots_per_node)==$2 ? \$$(at jobs) : NaN):(100*\$$(at share_node_bound)) skip 1 with lines lt $3 title 'R = $1, L = $2'"; }
    draw_script <<END
set key outside top left horizontal maxcols 3
set xlabel 'concurrent jobs'
set ylabel 'most node-local maps (%)'
set xrange [0:51]
set yrange [0:104]
plot $(curve 3 8 1), \
  $(curve 3 6 2), \
  $(curve 3 4 3), \
  $(curve 3 1 4), \
  $(curve 2 4 5), \
  $(curve 1 1 6), '-' using 1:2:(2) with xerrorbars pt 0 lw 2.5 dt 1 lc rgb '#000000' title 'published: below these'
15,80
30,50
e
END
}
figure "$@"
