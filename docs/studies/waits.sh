#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# waits.sh OPTION... - the cells of docs/studies/waits.md in the folder cells/, by slot-sweep with these options besides.
# JOBS, RUNS, LOADS and WAITS make a smaller study.
set -eu
: "${JOBS:=200}" "${RUNS:=10}" "${LOADS:=0.5,0.8,0.95,1.1}" "${WAITS:=0,1,3,5,10}"
mkdir -p loads
for seed in $(seq "$RUNS"); do # one workload a seed, the same for all cells of a run
    [ -e "loads/$seed.csv" ] || slot-gen --preset tr-bm --jobs "$JOBS" --seed "$seed" -o "loads/$seed.csv"
done
exec slot-sweep --out cells --set order=fair,hfs,fifo --set wait_s="$WAITS" --set load="$LOADS" --runs "$RUNS" "$@" -- \
    slot-replay --quiet --nodes 100 --racks 4 --map-slots 4 --reduce-slots 2 --penalty rack=1.3,any=2 \
    --order '{order}' --delay 'wait:{wait_s}s,{wait_s}s' --load '{load}' --seed '{seed}' --record summary 'loads/{seed}.csv'
