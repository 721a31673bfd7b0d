#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# options_read_back.sh N START - for each of N numbers from START on (default 60 from 1): a small random workload with random options
# (gen-workload's, in turn its plain ones, --spark, --yarn, --mesos, --usage, --gangs, --torque, --condor and --queues). What --print-options prints for them, read back by --options, makes
# the same results and attempts, prints the same again, and warns of nothing new.
top=$(cd "$(dirname "$0")/../.." && pwd)
b=${B:-$top/build/release}
case $b in /*) ;; *) b=$top/$b ;; esac
bin=${BIN:-$top/bin}
case $bin in /*) ;; *) bin=$top/$bin ;; esac
n=${1:-60} start=${2:-1}
passed=0 failed=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 1

same() {
    trace=${options##* }
    "$bin/slot-replay" $options --print-options >options.printed 2>none &&
        "$bin/slot-replay" --attempts b.attempts --options options.printed "$trace" >b 2>b.err &&
        "$bin/slot-replay" --options options.printed --print-options 2>none | cmp -s - options.printed &&
        cmp -s a b && cmp -s a.attempts b.attempts && ! grep -vxFf a.err b.err
}

seed=$start
while [ "$seed" -lt $((start + n)) ]; do
    for mode in '' --spark --yarn --mesos --usage --gangs --torque --condor --queues; do
        rm -f ./*
        "$b/tests/naive/gen-workload" $mode "$seed" . >none || exit 1
        read -r options <options
        # what fails has nothing to be compared with
        "$bin/slot-replay" --attempts a.attempts $options >a 2>a.err || continue
        if same; then passed=$((passed + 1)); continue; fi
        failed=$((failed + 1))
        echo "options_read_back: number $seed $mode: $options"
    done
    seed=$((seed + 1))
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
