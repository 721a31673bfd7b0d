#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# extreme.sh N START [--yarn|--mesos|--usage|--gangs|--torque|--condor|--queues] - small random workloads (gen-workload's) in which one
# value in 20 is as large or as small as files may have: times up to 2^61 us, 2^64 - 1 bytes, weights of 10^9. slot-replay
# ends with results or one message, and slot-audit refuses nothing of its log. Sums that run over are what the sanitizers see.
# A replay that has not ended after LIMIT seconds of processor (2) is left: time passes in steps of a heartbeat, and ages have many.
# With SPARK=1 the workloads are those of Spark's offers. Programs as in same_log.sh.
. "$(dirname "$0")/programs.sh"
n=${1:-40} start=${2:-1}
passed=0 failed=0 ended=0
mkdir "$work/case" && cd "$work/case" || exit 1

# extremes SEED <CSV
extremes()
{
    awk -F, -v OFS=, -v seed="$1" '
        function one_of(words,   at, n) { n = split(words, at, " "); return at[1 + int(n * rand())] }
        BEGIN { srand(seed) }
        NR == 1 { for (i = 1; i <= NF; i++) name[i] = $i; print; next }
        {
            for (i = 1; i <= NF; i++) {
                if (rand() > 0.05 || name[i] == "submit_s" || (name[i] == "max_jobs" && $i == "")) continue
                if (name[i] ~ /_s$/) $i = one_of("2305843009213 2000000000000 1000000000000 86400000 0.000001 0")
                else if (name[i] ~ /bytes$/) $i = one_of("18446744073709551615 9223372036854775807 1000000000000000 1 0")
                else if (name[i] ~ /^(weight|speed|capacity|max_capacity|user_limit)$/) $i = one_of("1000000000 1 0.000001")
                else if (name[i] ~ /^(min_share|max_share|max_jobs)$/) $i = one_of("9223372036854775807 4294967295 1 0")
            }
            print
        }'
}

# One message: the last line is, and those before it are warnings.
said_why()
{
    awk '!/^slot-replay: /{ bad = 1 } { warned = /^slot-replay: warning: / } !warned { n++ } END { exit bad || n != 1 || warned }' err
}

seed=$start
while [ "$seed" -lt $((start + n)) ]; do
    rm -f ./*
    "$gen" ${SPARK:+--spark} ${3:-} "$seed" . || exit 1
    for file in *.csv; do
        extremes "$seed" <"$file" >changed && mv changed "$file"
    done
    read -r options <options
    (ulimit -t "${LIMIT:-2}" && exec "$slot" --attempts log $options) >out 2>err
    status=$?
    bad=
    case $status in
        0) ended=$((ended + 1))
            (ulimit -t 60 && exec "${SLOT_AUDIT:-$bin/slot-audit}" log slot-replay $options) >audited 2>&1
            case $? in 0 | 2) ;; *) bad="slot-audit: $(tail -n 1 audited)" ;; esac ;; # 2: it cannot tell
        1) said_why || bad="$(tail -n 1 err)" ;;
        137 | 152 | 158) ;; # SIGKILL, SIGXCPU
        *) bad="exit $status" ;;
    esac
    if [ -z "$bad" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "number $seed: $bad: slot-replay $options"
        [ -z "${KEEP:-}" ] || { rm -rf "$KEEP/extreme-$seed" && mkdir -p "$KEEP" && cp -r . "$KEEP/extreme-$seed"; }
    fi
    seed=$((seed + 1))
done
[ "$n" -lt 20 ] || [ "$ended" -gt 0 ] || { echo 'extreme.sh: none ended with results'; failed=$((failed + 1)); }
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
