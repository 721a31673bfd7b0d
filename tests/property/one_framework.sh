#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# one_framework.sh N START - for each of N numbers from START on (default 100 from 1): a small random workload (gen-workload --mesos)
# with all jobs in one pool. Under --order offers:0 it has one framework, which is offered at once what is free. So its results
# and attempts are those of --order fifo --heartbeat 0 with the same delay (rules M2.4, M5).
# Programs: $BIN/slot-replay, $B/tests/naive/gen-workload (default: bin, build/release).
top=$(cd "$(dirname "$0")/../.." && pwd)
b=${B:-$top/build/release}
case $b in /*) ;; *) b=$top/$b ;; esac
bin=${BIN:-$top/bin}
case $bin in /*) ;; *) bin=$top/$bin ;; esac
n=${1:-100} start=${2:-1}
passed=0 failed=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1

# $options is a line of words.
# shellcheck disable=SC2086
replay() { # NAME OPTION...
    name=$1
    shift
    "$bin/slot-replay" --quiet --attempts "$name.attempts" $options "$@" one.csv >"$name" 2>"$name.err"
}

seed=$start
while [ "$seed" -lt $((start + n)) ]; do
    rm -f ./*
    "$b/tests/naive/gen-workload" --mesos "$seed" . || exit 1
    awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "pool") at = i; print; next } { $at = ""; print }' trace.csv >one.csv
    options=$(sed 's/ --pools pools.csv//; s/--order [^ ]* //; s/ trace.csv$//' options)
    if replay offers --order offers:0 && replay fifo --order fifo --heartbeat 0 &&
        cmp -s offers fifo && cmp -s offers.attempts fifo.attempts; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "one_framework: number $seed: slot-replay $options: $(cat offers.err fifo.err)"
    fi
    seed=$((seed + 1))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
