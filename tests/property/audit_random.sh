#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# audit_random.sh N START [OPTION...] - for each of N numbers from START on (default 200 from 1): what slot-replay logs of a small random
# workload must pass slot-replay --audit. A log that does not prints the number, the command and the message; the first such
# case stays in build/audit/case-NUMBER/. Workloads that slot-replay refuses are not counted.
# Programs: $BIN/slot-replay, $B/tests/naive/gen-workload (default: bin, build/release), or SLOT_REPLAY, GEN_WORKLOAD.
top=$(cd "$(dirname "$0")/../.." && pwd)
b=${B:-$top/build/release}
case $b in /*) ;; *) b=$top/$b ;; esac
bin=${BIN:-$top/bin}
case $bin in /*) ;; *) bin=$top/$bin ;; esac
slot=${SLOT_REPLAY:-$bin/slot-replay}
gen=${GEN_WORKLOAD:-$b/tests/naive/gen-workload}
n=${1:-200} start=${2:-1}
[ $# -lt 2 ] || shift 2
more=$* # words, in place of what the workload's own options say
passed=0 failed=0 kept=
for program in "$slot" "$gen"; do
    [ -x "$program" ] || { echo "audit_random.sh: not there: $program" >&2; exit 2; }
done
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

keep()
{
    [ -z "$kept" ] || return
    kept=${KEEP:-$top/build/audit}/case-$seed
    rm -rf "$kept"
    mkdir -p "$(dirname "$kept")" && cp -r "$dir" "$kept"
    echo "files kept in $kept"
}

# Something to copy over a network.
with_shuffle()
{
    case $more in *--network*) ;; *) return 0 ;; esac
    ! head -n 1 "$dir/trace.csv" | grep -q reduce_s || {
        awk -F, -v OFS=, 'NR == 1 { print $0, "shuffle_bytes"; next } { print $0, NR % 4 * NR % 7 * 1234567 }' "$dir/trace.csv" >"$dir/with" &&
            mv "$dir/with" "$dir/trace.csv"; }
}

# $(cat options) is a line of words.
# shellcheck disable=SC2046
replays() { (cd "$dir" && timeout 60 "$slot" --quiet --attempts log.csv $(cat options) $more >jobs.csv 2>replay.err); }
# shellcheck disable=SC2046
audits() { (cd "$dir" && timeout 60 "$slot" --quiet --audit log.csv $(cat options) $more >audit.out 2>&1) && [ ! -s "$dir/audit.out" ]; }

seed=$start
while [ "$seed" -lt $((start + n)) ]; do
    dir=$work/case
    rm -rf "$dir"
    mkdir "$dir"
    "$gen" "$seed" "$dir" && with_shuffle || exit 1
    if grep -qs ,idle "$dir/cluster.csv"; then
        : # B20, which the audit refuses
    elif ! replays; then
        :
    elif audits; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "number $seed: slot-replay --audit log.csv $(cat "$dir/options") $more"
        cat "$dir/audit.out"
        keep
    fi
    seed=$((seed + 1))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
