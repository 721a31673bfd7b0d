#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# reasons.sh N START [--quota|--gangs|--torque] - rule S14 on N random workloads from number START on. Of each job that ended, without copies, kills and
# failures, the seconds that its tasks were ready and not launched, by the rows of its attempts, are the seconds of its reasons, by --waits. Where nodes are offered at
# once (--heartbeat 0) and nobody waits for data (--delay none) no task waits beside a free slot without a reason: none is held by `offer` or `data`.
# Programs: $BIN/slot-replay and $B/tests/naive/gen-workload (default: bin, build/release).
. "$(dirname "$0")/programs.sh"
n=${1:-200} seed=${2:-1}
passed=0 failed=0 jobs=0
mkdir "$work/case" && cd "$work/case" || exit 1

# compare AT_ONCE: of attempts.csv and waits.csv
compare() {
    awk -F, -v at_once="$1" '
        FNR == 1 { file++; for (i = 1; i <= NF; i++) c[file, $i] = i; next }
        file == 1 { if ($c[1, "outcome"] == "done") whole[$c[1, "job_id"]]; next }
        file == 2 { if ($c[2, "outcome"] != "done" || $c[2, "attempt"] != 0) odd[$c[2, "job_id"]]; lasted[$c[2, "job_id"]] += $c[2, "launch_s"] - $c[2, "ready_s"]; next }
        { if ($c[3, "reason"] == "not-admitted") { odd[$c[3, "job_id"]]; next }
          said[$c[3, "job_id"]] += $c[3, "task_s"]
          if (at_once && ($c[3, "reason"] == "offer" || $c[3, "reason"] == "data")) { print "job " $c[3, "job_id"] " waited " $c[3, "wait_s"] " s beside a free slot: " $c[3, "reason"]; bad = 1 } }
        END {
            for (j in lasted) if (j in whole && !(j in odd)) { n++; d = lasted[j] - said[j]; if (d > 0.001 || d < -0.001) { print "job " j ": tasks were ready for " lasted[j] " s, reasons are told for " said[j] + 0; bad = 1 } }
            print n + 0 >"n"; exit bad }' out.csv attempts.csv waits.csv
}

# play OPTIONS: one replay, and what its tables say; 2: it is refused
play() {
    # shellcheck disable=SC2086 # options are words
    (ulimit -t 20 && exec "$slot" --quiet --attempts attempts.csv --waits waits.csv $1) >out.csv 2>err || return 2
    case "$1 " in *"--heartbeat 0 "*"--delay none "* | *"--delay none "*"--heartbeat 0 "*) at_once=1 ;; *) at_once= ;; esac
    compare "$at_once"
}

for seed in $(seq "$seed" $((seed + n - 1))); do
    rm -f ./*
    "$gen" ${3:-} "$seed" . || exit 1
    read -r options <options
    for how in 's/^//' 's/--heartbeat [^ ]*/--heartbeat 0/; s/--delay [^ ]*/--delay none/; s/--\(per-heartbeat\|commit-pending\|out-of-band\) [^ ]*//g'; do
        tried=$(echo "$options" | sed "$how")
        play "$tried"
        case $? in
        0) passed=$((passed + 1)) ;;
        1) failed=$((failed + 1)); echo "number $seed: slot-replay $tried" ;;
        *) continue ;;
        esac
        read -r more <n
        jobs=$((jobs + more))
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$jobs" -ge "$n" ]
