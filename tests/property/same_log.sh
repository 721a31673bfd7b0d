#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# same_log.sh N START [--yarn|--mesos|--usage|--gangs|--torque|--condor|--queues|--hadoop|--quota|--network|--sizes|--hosts|--suspend] - for each of N numbers from START on (default 200 from 1): a small random workload
# (gen-workload's, with its --yarn, --mesos, --usage, --gangs, --torque, --condor, --queues, --hadoop, --quota, --network, --sizes, --hosts or --suspend where given) goes through
# slot-replay and through the naive scheduler, and job results, attempts, links and exit status must be the same, byte for byte.
# With FOR=SECONDS in the environment it ends after so many, too. A difference prints the number and the command; the first differing case stays in build/naive/case-NUMBER/.
# With SPARK=1 the workloads are those of Spark's offers (gen-workload --spark).
# Programs: $BIN/slot-replay, $B/tests/naive/naive-replay and gen-workload (default: bin, build/release), or SLOT_REPLAY,
# NAIVE_REPLAY, GEN_WORKLOAD.
# Starting programs takes longer than the workloads do, so what the shell can do itself it does.
. "$(dirname "$0")/programs.sh"
keep_in=${KEEP:-$top/build/naive}
case $keep_in in /*) ;; *) keep_in=$PWD/$keep_in ;; esac
n=${1:-200} start=${2:-1}
passed=0 refused=0 failed=0 kept=
mkdir "$work/case" && cd "$work/case" || exit 1

# run PROGRAM NAME: NAME.out, NAME.attempts, NAME.err
run()
{
    case $options in *--network*) set -- "$@" --links "$2.links" ;; esac
    (ulimit -t 60 && exec "$1" --attempts "$2.attempts" ${3:+"$3" "$4"} $options) >"$2.out" 2>"$2.err" # seconds: it may hang
}

# Where both fail, what was written before the failure is not compared.
same()
{
    [ "$of_naive" = "$of_slot" ] || return 1
    [ "$of_naive" = 1 ] && return 0
    [ "$of_naive" = 0 ] || return 1
    cmp -s naive.out slot.out && cmp -s naive.attempts slot.attempts && { [ ! -e slot.links ] || cmp -s naive.links slot.links; }
}

keep()
{
    kept=$keep_in/case-$1
    rm -rf "$kept"
    mkdir -p "${kept%/*}" && cp -r . "$kept"
    echo "files kept in $kept"
}

seed=$start
ends=$(($(date +%s) + ${FOR:-1000000000}))
while [ "$seed" -lt $((start + n)) ] && { [ -z "${FOR:-}" ] || [ "$(date +%s)" -lt "$ends" ]; }; do
    rm -f ./*
    "$gen" ${SPARK:+--spark} ${3:-} "$seed" . || exit 1
    read -r options <options
    run "$naive" naive
    of_naive=$?
    run "$slot" slot
    of_slot=$?
    if same; then
        # A workload that both programs refuse shows no more than that.
        [ "$of_slot" = 0 ] && passed=$((passed + 1)) || refused=$((refused + 1))
    else
        failed=$((failed + 1))
        echo "number $seed: exit $of_naive and $of_slot: slot-replay $options"
        [ -n "$kept" ] || keep "$seed"
    fi
    seed=$((seed + 1))
done
[ "$refused" -eq 0 ] || echo "$refused refused by both, which is no pass"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
