#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# audit_mutants.sh N START [--yarn|--mesos|--usage|--gangs|--torque|--condor|--queues] - N logs (default 200), each with one change. slot-replay --audit must refuse 95 % of them.
# The workloads are those of gen-workload with that word, with SPARK=1 those of Spark's offers. With --condor workloads are
# passed over in which an attempt takes no time: what comes after one is not checked. Those of --mesos with interval 0 are
# counted although the audit says what it does not check.
# The logs are of random workloads from number START (default 1) on. What is not refused is printed with its number,
# its change and the command. A log that still has the same rows is not counted. A workload of which the audit says
# that it does not check all is passed over.
# KEEP=FOLDER keeps those that are not refused.
#
# What is not refused may be another log that the rules allow, or one of these:
# - under a delay rule a log does not say when a wait began: a stage may have waited longer (later, launch, node);
# - with --placement redraw a log does not say where the blocks were (locality, swap-tasks);
# - where tasks take no time an instant has several rounds, which are followed and not checked (node, swap-jobs);
# - which of two nodes came first in an instant is not checked where the order changes in between (swap-tasks);
# - that no attempt was lost or killed shows only by a free slot that should have been used (drop);
# - with --until what is missing may have been to come (drop, later);
# - under --cores ends have a few microseconds to be at (end, later, earlier);
# - under offers what follows a job that no row tells of, or an instant of several rounds, is not checked (any).
# Programs: $BIN/slot-replay, $B/tests/naive/gen-workload (default: bin, build/release), or SLOT_REPLAY, GEN_WORKLOAD.
. "$(dirname "$0")/programs.sh"
n=${1:-200} seed=${2:-1} yarn=${3:-}
kinds="launch later earlier end compute ready node swap-nodes locality drop drop-ended drop-killed twice undo revive
    killed-for attempt swap-tasks swap-jobs job-later"
mutants=0 refused=0
offers='whose turn it was under this --order and in which order nodes were offered and tasks of a stage launched'
gangs='a cycle behind its sixteenth reservation' # no workload has as many jobs

# $(cat options) is a line of words.
# shellcheck disable=SC2046
replays() { "$slot" --quiet --attempts log.csv $(cat options) >jobs.csv 2>replay.err; }
# shellcheck disable=SC2046
audits() { "$slot" --audit "$1" $(cat options) >audit.out 2>&1; }

make_log()
{
    rm -rf "$work/case"
    mkdir "$work/case" && cd "$work/case" && "$gen" ${SPARK:+--spark} $yarn "$seed" . || exit 1
    [ ! -f cluster.csv ] || sed -i 's/,idle\(,[^,]*\)\{0,1\}$/,lost\1/' cluster.csv # the audit refuses B20
    replays || return 1
    [ "$yarn" != --condor ] || awk -F, 'NR > 1 && $11 == $13 { exit 1 }' log.csv || return 1
    audits log.csv || { echo "number $seed: the log itself is refused: $(cat audit.out)"; exit 1; }
    ! grep 'not checked' audit.out | grep -qvE "not checked: (which of several task sets an executor goes to \(--offers\)|$offers|$gangs)\$"
}

try()
{
    awk -v number="$seed" -v kind="$1" -f "$top/tests/property/audit_mutants.awk" log.csv >mutant.csv 2>rows || return
    sort log.csv >log.sorted && sort mutant.csv | cmp -s log.sorted - && return
    mutants=$((mutants + 1))
    if audits mutant.csv; then
        echo "number $seed: not refused: $1, $(cat rows): slot-replay --audit mutant.csv $(cat options)"
        [ -z "$KEEP" ] || { mkdir -p "$KEEP" && rm -rf "$KEEP/$seed-$1" && cp -r . "$KEEP/$seed-$1"; }
    else
        refused=$((refused + 1))
    fi
}

while [ "$mutants" -lt "$n" ]; do
    if make_log; then
        for kind in $kinds; do
            [ "$mutants" -ge "$n" ] || try "$kind"
        done
    fi
    seed=$((seed + 1))
done
echo "$refused of $mutants mutants refused"
[ $((refused * 100)) -ge $((mutants * 95)) ] && failed=0 || failed=$((mutants - refused))
echo "$refused passed, $failed failed"
[ "$failed" -eq 0 ]
