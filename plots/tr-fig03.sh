#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tr-fig03.sh - TR figure 3: 100 slots poured into four pools, in four panels
# Parameters: none; the minimum shares and demands are the paper's.
. "$(dirname "$0")/common.sh"

data() {
    run "printf 'pool,demand,min_share\n1,46,50\n2,18,10\n3,28,25\n4,16,15\n' > $work/pools.csv"
    run "slot-fair --phases --total-slots 100 $work/pools.csv > $csv"
    for pool in '1 46' '2 14' '3 25' '4 15'; do
        column fair_share phase=3 "pool=${pool% *}" <"$csv" |
            verdict "share of pool ${pool% *}" slots "${pool#* }" exact '' 'TR appendix A, computed by lib/fair'
    done
}

draw() { draw_as buckets --overlay "$work/pools.csv" --ylabel 'slots' --xlabel 'pool (published in the end: 46, 14, 25, 15)' --size 960x360 "$csv"; }
figure "$@"
