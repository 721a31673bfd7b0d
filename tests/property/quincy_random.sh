#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# quincy_random.sh N START - small random workloads (those of same_log.sh) under --global quincy, in turn with and without fair
# shares, with dearer data, a pause between decisions, kills and failures. The naive scheduler follows the log: each decision comes when
# Q1 says, costs no more than another (Q2, Q3, Q5), gives each job what Q4 gives it, and leads to the same rows. No row breaks a rule
# (slot-audit), and no job is left over. N numbers from START on (default 100 from 1).
# Where an attempt takes no time an instant has several decisions, and a log does not say which launch is of which. Nor does it say in
# which order several of an instant came, one of which is killed. Such logs are not followed.
# Programs: $BIN/slot-replay, $BIN/slot-audit, $B/tests/naive/naive-replay and gen-workload (default: bin, build/release), or SLOT_REPLAY,
# SLOT_AUDIT, NAIVE_REPLAY, GEN_WORKLOAD.
. "$(dirname "$0")/programs.sh"
n=${1:-100} start=${2:-1}
passed=0 failed=0 followed=0

policy_of()
{
    case $(($1 % 10)) in
    0) echo "--global quincy" ;;
    1) echo "--global quincy:share=none" ;;
    2) echo "--global quincy:rack=4,any=40,share=none --revive 700ms" ;;
    3) echo "--global quincy:every=2s" ;;
    4) echo "--global quincy:every=1.5s,share=none,wait=0.1" ;;
    5) echo "--global quincy --preempt kill:3s,5s --preempt-every 2s --until 300" ;; # checks go on where a pool may run nothing
    6) echo "--global quincy:share=none --failure-rate 0.2" ;;
    7) echo "--global quincy:preempt=yes" ;;
    8) echo "--global quincy:preempt=yes,rack=20,any=100,run=0.1,every=700ms --failure-rate 0.1" ;;
    9) echo "--global quincy:preempt=yes,share=none,any=9,run=0.3" ;;
    esac
}

# What quincy takes the place of is left out; what goes with it stays.
options_of()
{
    sed -E 's/--(order|lc-table|delay|heartbeat|preempt|preempt-every|admit|speculate|speculate-every|load-cap|revive|disk|evict) [^ ]+//g; s/--placement redraw/--placement uniform/' "$1/options"
    echo "--heartbeat 0 $(policy_of "$2")"
}

# One launch at an instant, or none of several that is killed: by the order of launch, which the log does not say.
is_followed()
{
    case $options in *preempt=yes*) awk -F, '$11 == $13 { exit 1 }' log.csv; return ;; esac # the log says whom the flow kills
    awk -F, '$11 == $13 { open = 1 } { n[$1, $11]++ } $14 == "killed" { killed[$1, $11] = 1 }
        END { for (k in killed) if (n[k] > 1) open = 1; exit open }' log.csv
}

# The options are words of a line.
# shellcheck disable=SC2086
follows()
{
    followed=$((followed + 1))
    timeout 60 "$naive" --follow log.csv --attempts naive.csv $options >naive.out 2>audit.out || return
    for record in log:naive.csv jobs:naive.out; do
        sort "${record%:*}.csv" >sorted && sort "${record#*:}" | diff sorted - >audit.out || return
    done
}

# The options are words of a line.
# shellcheck disable=SC2086
check()
{
    timeout 60 "$slot" --quiet --attempts log.csv $options >jobs.csv 2>replay.err || return
    if ! grep -qs ,idle cluster.csv; then # B20, of which slot-audit cannot tell
        timeout 60 "${SLOT_AUDIT:-$bin/slot-audit}" log.csv slot-replay --quiet $options >audit.out 2>&1 && [ ! -s audit.out ] || return
    fi
    ! is_followed || follows || return
    case $options in *--until*) return 0 ;; esac
    ! grep -q ',running$' jobs.csv
}

# A workload that cannot be run, as with a pool that may run nothing, says so and is not counted.
# Nor rows that leave idle (B20), nor limits on what nodes hold, which quincy does (A10).
without_room()
{
    awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "disk_bytes") c = i } NR > 1 && c { $c = "" } { print }' "$dir/cluster.csv" |
        sed 's/,idle\(,\{0,1\}\)$/,lost\1/' >"$dir/with" && mv "$dir/with" "$dir/cluster.csv"
}

is_refused() { grep -qE 'can never run|the cluster has none' "$dir/replay.err"; }

seed=$start
while [ "$seed" -lt $((start + n)) ]; do
    dir=$work/case
    rm -rf "$dir"
    mkdir "$dir"
    "$gen" "$seed" "$dir" || exit 1
    [ ! -f "$dir/cluster.csv" ] || without_room
    options=$(options_of "$dir" "$seed" | tr '\n' ' ')
    if cd "$dir" && check; then
        passed=$((passed + 1))
    elif is_refused || grep -qs ,idle "$dir/cluster.csv"; then
        : # B20
    else
        failed=$((failed + 1))
        echo "number $seed: slot-audit log.csv slot-replay $options"
        cat "$dir/replay.err" "$dir/audit.out" 2>/dev/null
    fi
    seed=$((seed + 1))
done
echo "$followed of them followed"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
