#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# many_waiting.sh N START - for each of N seeds from START on (default 1 from 1): more jobs at once than the table of places has columns
# (lib/sim/locality/dense_index.c), on a cluster so small that all are large there, through slot-replay and the naive scheduler, with tasks that fail and
# without, with times that differ and with equal ones. Job results and attempts must be the same, byte for byte.
# Programs: $BIN/slot-replay and slot-gen, $B/tests/naive/naive-replay (default: bin, build/release).
top=$(cd "$(dirname "$0")/../.." && pwd)
b=${B:-$top/build/release}
case $b in /*) ;; *) b=$top/$b ;; esac
bin=${BIN:-$top/bin}
case $bin in /*) ;; *) bin=$top/$bin ;; esac
n=${1:-1} start=${2:-1}
passed=0 failed=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1

# compare SEED OPTIONS...: with the trace in jobs.csv
compare()
{
    seed=$1
    shift
    set -- --seed "$seed" --nodes 7 --racks 2 --map-slots 2 --reduce-slots 1 --order hfs --delay wait:3s,2s "$@" jobs.csv
    "$b/tests/naive/naive-replay" --attempts naive.attempts "$@" >naive.out || exit 1
    "$bin/slot-replay" --attempts slot.attempts "$@" >slot.out || exit 1
    if cmp -s naive.out slot.out && cmp -s naive.attempts slot.attempts; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "differs: slot-replay $*"
    fi
}

seed=$start
while [ "$seed" -lt $((start + n)) ]; do
    for sigma in 0 0.5; do
        "$bin/slot-gen" --seed "$seed" --jobs 140 --maps 2 --arrival poisson:10ms --map-time 4s --map-sigma "$sigma" --pool-names 3 >jobs.csv || exit 1
        compare "$seed"
        compare "$seed" --failure-rate 0.05
    done
    seed=$((seed + 1))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
