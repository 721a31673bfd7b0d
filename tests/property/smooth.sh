#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# smooth.sh - rule H1.1: no preset keeps jobs that begin in one instant in step with the nodes. Ten jobs of 288 maps of 60 s in pools of
# their own run on 99, 100 and 101 nodes; the share of maps on their data at 100 is within 4 points of the mean of the two others (ES 3.3.2's
# formula moves by 0.1 from 99 to 101). With even heartbeats that mean and 100's are 49 points apart, which must show.
# Programs: $BIN/slot-gen and $BIN/slot-replay (default: bin).
. "$(dirname "$0")/programs.sh"
passed=0 failed=0

# bend PRESET OPTIONS: by how many points 100 nodes are off the line through 99 and 101
bend() {
    slots=--map-slots
    case $1 in yarn* | capacity | spark* | mesos | condor) slots=--slots-per-node ;; esac
    for nodes in 99 100 101; do
        "$bin/slot-gen" --preset tr-sticky --arrival all-at-once --jobs 10 --maps 288 --map-time 60s --map-sigma 0 --pool-names 10 |
            "$slot" --quiet --nodes $nodes --racks 4 $slots 4 --preset "$@" --penalty any=2,rack=1.5 --runs 3 --record summary |
            awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "share_node") c = i; next } { s += $c } END { print 100 * s / (NR - 1) }'
    done | awk '{ of[NR] = $1 } END { b = of[2] - (of[1] + of[3]) / 2; printf "%.1f\n", NR != 3 ? 999 : b < 0 ? -b : b }'
}

for preset in $("$slot" --preset '?' 2>&1 | sed -n 's/.*one of \(.*\))/\1/p' | tr -d ,); do
    case $preset in slurm | torque*) continue ;; esac # jobs that start all at once
    by=$(bend "$preset")
    if [ "${by%.*}" -lt 4 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "$preset: 100 nodes are off by $by points"; fi
done
by=$(bend naive-fair --drift none --commit-pending 0)
[ "${by%.*}" -ge 40 ] || { failed=$((failed + 1)); echo "even heartbeats: off by $by points, where 49 are known"; }
echo "$passed passed, $failed failed"
[ "$passed" -gt 20 ] && [ "$failed" -eq 0 ]
