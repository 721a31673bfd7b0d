#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What several cells say in the same words is told once; --quiet has none of it.
slot-gen --jobs 3 --maps 2 --map-time 3s --seed 1 >jobs.csv
sweep() {
    slot-sweep --set p=1,2 "$@" -- slot-replay --nodes 3 --over-min keep --penalty 'any={p}' --record summary jobs.csv
}
sweep --out o 2>err >rows
sed 's|[0-9a-f]\{16\}|ID|' err
sweep --out q --quiet | cmp - rows && echo quiet
