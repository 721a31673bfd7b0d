#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# audit_random.sh N START [--yarn|--mesos|--usage|--gangs|--torque|--condor|--queues|--sizes|--hosts] [OPTION...] - for each of N numbers from START on (default 200 from 1): what slot-replay logs of a small random
# workload must pass slot-audit, as it is and once more with copies, failures, stragglers, preemption and cpac drawn
# in. With --yarn the workloads are those of gen-workload --yarn, with --mesos those of an allocator, with --gangs those of section 17, with --torque those of its G10 and G11, with SPARK=1 are those of Spark's offers. A log that does not prints the number, the command and the message; the first such case stays
# in build/audit/case-NUMBER/. Workloads that slot-replay refuses are not counted.
# Programs: $BIN/slot-replay, $B/tests/naive/gen-workload (default: bin, build/release), or SLOT_REPLAY, SLOT_AUDIT, GEN_WORKLOAD.
. "$(dirname "$0")/programs.sh"
n=${1:-200} start=${2:-1}
[ $# -lt 2 ] || shift 2
yarn=
case ${1:-} in --yarn | --mesos | --usage | --gangs | --torque | --condor | --queues | --sizes | --hosts) yarn=$1; shift ;; esac
more=$* # words, in place of what the workload's own options say
audit=${SLOT_AUDIT:-$bin/slot-audit}
passed=0 failed=0 open=0 kept=

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
    head -n 1 "$dir/trace.csv" | grep -q shuffle_bytes || ! head -n 1 "$dir/trace.csv" | grep -q reduce_s || {
        awk -F, -v OFS=, 'NR == 1 { print $0, "shuffle_bytes"; next } { print $0, NR % 4 * NR % 7 * 1234567 }' "$dir/trace.csv" >"$dir/with" &&
            mv "$dir/with" "$dir/trace.csv"; }
}

# $(cat options) is a line of words.
# shellcheck disable=SC2046
replays() { (cd "$dir" && timeout 60 "$slot" --quiet --attempts log.csv $(cat options) $more >jobs.csv 2>replay.err); }
# shellcheck disable=SC2046
audits()
{
    (cd "$dir" && timeout 60 "$audit" log.csv slot-replay --quiet $(cat options) $more >audit.out 2>&1)
    case $? in 0) [ ! -s "$dir/audit.out" ] ;; 2) grep -q ': cannot tell ' "$dir/audit.out" && open=$((open + 1)) ;; *) false ;; esac
}

# add OPTION WORD...: one of the words, which the number and the option choose; `-` for none
add()
{
    option=$1
    shift
    shift $(($(echo "$seed $option" | cksum | cut -d ' ' -f 1) % $#))
    [ "$1" = - ] || also="$also$option $1 "
}

# The line of options goes last: what it says of the same option stays.
draw_options()
{
    also=
    add --stragglers - 30%,0.3 50%,0.2,3s,9s 40%,0.5,1.5s,20s
    add --speed-sigma - - - 0.4
    add --preempt - - kill:1s,2s kill:3s,2s,half kill:2s,1h
    add --preempt-every 1s 2.5s
    [ "$yarn" = --queues ] || draw_trouble # V8
    echo "$also$(cat "$dir/options")"
}

draw_trouble()
{
    add --speculate - hadoop:0,0s hadoop:0.1,1s hadoop:0.2,3s late:50%,25,25,1s late:10%,25,50,0s late:100%,10,40,2s late:30%,50,75,3s
    add --speculate-every 1s 3s 0.5 2.333333
    add --failure-rate - - 0.05 0.2 0.4
    add --max-attempts 1 2 3 4
    add --admit - - - cpac:3,1 cpac:4,2,1 cpac:2,2
}

try()
{
    if ! replays; then
        :
    elif audits; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "number $seed: slot-audit log.csv slot-replay $(cat "$dir/options") $more"
        cat "$dir/audit.out"
        keep
    fi
}

seed=$start
while [ "$seed" -lt $((start + n)) ]; do
    dir=$work/case
    rm -rf "$dir"
    mkdir "$dir"
    "$gen" ${SPARK:+--spark} $yarn "$seed" "$dir" && with_shuffle || exit 1
    [ ! -f "$dir/cluster.csv" ] || sed -i "s/,idle\(,[^,]*\)\{0,1\}\$/,lost\1/" "$dir/cluster.csv" # the audit refuses B20
    case $more in *--order*) sed -i 's/--lc-table [^ ]*//' "$dir/options" ;; esac # else refused with the other order
    try
    draw_options >"$dir/more"
    mv "$dir/more" "$dir/options"
    try
    seed=$((seed + 1))
done
echo "$open of them: cannot tell"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
