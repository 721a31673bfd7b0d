#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# audit_mutants.sh N START [--yarn|--mesos|--usage|--gangs|--torque|--condor] - N logs (default 200), each with one change that a row shows. slot-audit must refuse 95 % of them.
# The workloads are those of gen-workload with that word, with SPARK=1 those of Spark's offers.
# The logs are of random workloads from number START (default 1) on. What is not refused is printed with its number,
# its change and the command. A log that still has the same rows is not counted. A workload of which slot-audit says
# that it cannot tell or does not check all is passed over.
# KEEP=FOLDER keeps those that are not refused.
#
# What is not refused may be another log that the rules allow, or one of these:
# - with --placement redraw a log does not say where the blocks were (locality);
# - that no attempt was lost or killed need not show (undo);
# - under --cores ends have a few microseconds to be at (end).
# Programs: $BIN/slot-replay, $BIN/slot-audit, $B/tests/naive/gen-workload (default: bin, build/release), or SLOT_REPLAY, SLOT_AUDIT,
# GEN_WORKLOAD.
. "$(dirname "$0")/programs.sh"
n=${1:-200} seed=${2:-1} yarn=${3:-}
audit=${SLOT_AUDIT:-$bin/slot-audit}
kinds='launch end compute ready locality twice undo revive killed-for attempt'
mutants=0 refused=0

# $(cat options) is a line of words.
# shellcheck disable=SC2046
replays() { "$slot" --quiet --attempts log.csv $(cat options) >jobs.csv 2>replay.err; }
# shellcheck disable=SC2046
audits() { "$audit" "$1" slot-replay --quiet $(cat options) >audit.out 2>&1; }

make_log()
{
    rm -rf "$work/case"
    mkdir "$work/case" && cd "$work/case" && "$gen" ${SPARK:+--spark} $yarn "$seed" . || exit 1
    [ ! -f cluster.csv ] || sed -i 's/,idle\(,[^,]*\)\{0,1\}$/,lost\1/' cluster.csv # of B20 it cannot tell
    replays || return 1
    audits log.csv
    case $? in 0) ! grep -q 'not checked' audit.out ;; 2) false ;; *) echo "number $seed: the log itself is refused: $(cat audit.out)"; exit 1 ;; esac
}

try()
{
    awk -v number="$seed" -v kind="$1" -f "$top/tests/property/audit_mutants.awk" log.csv >mutant.csv 2>rows || return
    sort log.csv >log.sorted && sort mutant.csv | cmp -s log.sorted - && return
    mutants=$((mutants + 1))
    audits mutant.csv
    if [ $? != 1 ]; then
        echo "number $seed: not refused: $1, $(cat rows): slot-audit mutant.csv slot-replay $(cat options)"
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
