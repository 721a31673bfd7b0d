#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# out_of_memory - whichever allocation of a program fails, the program says so in one line, ends with status 1 and
# leaves neither a part of its output nor a temporary file.
#
#   B=build/release    out_of_memory.so, which make builds; BIN=$B/bin, where the programs are
#   EVERY=1            every allocation; else some 40 of each case, and the first 20
LC_ALL=C
cd "$(dirname "$0")/../.." || exit 1
: "${B:=build/release}"
: "${BIN:=$B/bin}"
top=$PWD
bin=$(CDPATH= cd -- "$BIN" && pwd) || exit 1
case $B in /*) preload=$B ;; *) preload=$top/$B ;; esac
preload=$preload/tests/property/out_of_memory.so
[ -e "$preload" ] || { echo "$preload: not built"; exit 1; }
scratch=$(mktemp -d "${TMPDIR:-/tmp}/slotwise-memory.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT
export PATH="$bin:$PATH" TMPDIR="$scratch/tmp"
passed=0 failed=0

# What lies in the two folders. Starting programs takes longer than they do, so that the shell does what it can.
left_behind() {
    for file in "$scratch"/run/* "$scratch"/run/.[!.]* "$scratch"/tmp/* "$scratch"/tmp/.[!.]*; do
        [ ! -e "$file" ] || printf '%s ' "$file"
    done
}

# One run in an empty folder. The allocation AT failed when the count reaches it.
attempt() { # AT PROGRAM ARGUMENT...
    at=$1
    shift
    if [ ! -d "$scratch/run" ] || [ -n "$(left_behind)" ]; then
        rm -rf "$scratch/run" "$scratch/tmp"
        mkdir "$scratch/run" "$scratch/tmp"
    fi
    if [ "$1" = slot-sweep ]; then # what stands behind its command is the command's
        shift
        set -- slot-sweep --quiet -o out.csv "$@"
    else
        set -- "$@" --quiet -o out.csv
    fi
    (cd "$scratch/run" && exec env OUT_OF_MEMORY_AT="$at" OUT_OF_MEMORY_COUNT="$scratch/count" LD_PRELOAD="$preload" "$@") \
        >"$scratch/out" 2>"$scratch/err"
    status=$?
}

# Some allocations can be done without (a larger buffer, a cache), and then the output is complete.
judge() {
    if [ "$status" = 0 ]; then
        diff -r "$scratch/run" "$scratch/complete" >"$scratch/diff" || { echo 'status 0, but the output differs'; return 1; }
    else
        [ "$status" = 1 ] || { echo "status $status"; return 1; }
        { read -r line && ! read -r line; } <"$scratch/err" || { echo 'not one message'; return 1; }
    fi
    for file in "$scratch"/complete/*; do # a file that was complete before the allocation may stay
        [ ! -e "$scratch/run/${file##*/}" ] || ! cmp -s "$file" "$scratch/run/${file##*/}" || rm "$scratch/run/${file##*/}"
    done
    left=$(left_behind)
    [ -z "$left" ] || { echo "left behind: $left"; return 1; }
}

try() { # NAME PROGRAM ARGUMENT...
    name=$1
    shift
    attempt 0 "$@"
    [ "$status" = 0 ] || { failed=$((failed + 1)); echo "$name: fails with memory, too"; return; }
    total=$(cat "$scratch/count")
    rm -rf "$scratch/complete"
    cp -r "$scratch/run" "$scratch/complete"
    said=0 n=1
    while [ "$n" -le "$total" ]; do
        attempt "$n" "$@"
        if why=$(judge); then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "$name: allocation $n of $total: $why"
            head -n 3 "$scratch/err"
        fi
        [ "$status" = 0 ] || said=$((said + 1))
        if [ -n "$EVERY" ] || [ "$n" -lt 20 ]; then n=$((n + 1)); else n=$((n + 1 + total / 40)); fi
    done
    # Almost all are needed. A program that never failed was not under test.
    [ "$said" -gt 20 ] || [ "$said" -gt $((total / 2)) ] || { failed=$((failed + 1)); echo "$name: failed only $said times"; }
}

unset OUT_OF_MEMORY_AT
. tests/property/inputs.sh
awk 'BEGIN { print "pool,parent,shares,usage"; for (i = 0; i < 40; i++) print "p" i "," (i % 5 ? "p" i - i % 5 : "") "," i % 7 "," i * i % 11 }' >"$scratch/shares.csv"

# ---- cases -----------------------------------------------------------------------------------------------

# shellcheck disable=SC2086 # words
{
    try replay slot-replay $base --order hfs --delay wait:5s --preempt kill:5s,20s "$scratch/jobs.csv"
    try mechanisms slot-replay $base --order hfs --delay skips:20 --speculate late --failure-rate 0.05 --network node=1G,rack=2G \
        --disk 40G --alone --speed-sigma 0.3 --stragglers 0.2,0.3,10s,60s --record summary --runs 2 "$scratch/jobs.csv"
    try observers slot-replay $base --order mlq:4,9 --delay yarn:0.2,0.4 --attempts attempts.gz --record decisions "$scratch/jobs.csv"
    try attempts slot-trace --info "$scratch/log.csv"
    try recommend slot-delay recommend --runs 2 "$scratch/log.csv"
    try pretty slot-stats --pretty --by pool "$scratch/done.csv"
    try quincy slot-replay --cluster "$scratch/cluster.csv" --global quincy --heartbeat 0 "$scratch/jobs.csv"
    try offers slot-replay --nodes 6 --slots-per-node 3 --order offers --delay wait:2s,2s,clock --failure-rate 0.05 "$scratch/jobs.csv"
    try gangs slot-replay $gangs "$scratch/gangs.csv"
    try torque slot-replay --nodes 6 --slots-per-node 3 --preset torque-shipped --max-starve 20s,7s "$scratch/gangs.csv"
    try audit-gangs slot-audit "$scratch/gangs-log.csv" slot-replay $gangs "$scratch/gangs.csv"
    try queues slot-replay $queues "$scratch/gangs.csv"
    try negotiate slot-replay --nodes 6 --slots-per-node 3 --order negotiate:30s,5s,1m,1h --failure-rate 0.05 "$scratch/jobs.csv"
    try usage slot-replay $base --order usage:30s,5s,0.5,entry --delay wait:5s "$scratch/jobs.csv"
    try fair-tree slot-fair --rule fair-tree "$scratch/shares.csv"
    try hod slot-replay --cluster "$scratch/cluster.csv" --order hod:2 --delay none "$scratch/jobs.csv"
    try audit slot-audit "$scratch/log.csv" slot-replay $base --order hfs --delay wait:5s "$scratch/jobs.csv"
    try trace slot-trace "$top/traces/tr-bm.csv" --record tasks
    try jhist slot-trace "$top/traces/jhist"
    try spark slot-trace "$scratch/spark"
    try validate-spark slot-replay --validate "$scratch/spark"
    try rumen slot-trace "$top/traces/rumen.json"
    try validate slot-replay --validate --order fifo "$top/traces/jhist"
    try as-recorded slot-replay --as-recorded "$top/traces/jhist"
    try decisions slot-replay $base --order hfs --delay wait:5s --decisions decisions.csv --timeline t.csv "$scratch/jobs.csv"
    try gen slot-gen --preset tr-bm --jobs 200
    try sls slot-trace "$top/traces/sls.json"
    try swf slot-trace "$top/traces/sample.swf"
    try sacct slot-trace "$top/traces/sample.sacct"
    try yarn-apps slot-trace "$top/traces/yarn-apps.json"
    try google slot-trace "$top/traces/google2011.csv"
    try alibaba slot-trace "$top/traces/alibaba2018.csv"
    try swim slot-trace "$top/traces/swim-sample.tsv"
    try config slot-trace --record pools "$top/traces/fair-scheduler.xml"
    printf '<allocations><pool name="a"/><pool name="b"><weight>2</weight></pool></allocations>' >"$scratch/empty.xml"
    try empty-elements slot-trace --record pools "$scratch/empty.xml"
    try to-sls slot-trace --record sls "$scratch/log.csv"
    try hosts slot-replay $base "$top/traces/recorded-tasks.csv"
    try shares slot-fair --total-slots 100 --explain "$top/traces/fair-scheduler.xml"
    try moment slot-fair --at 30s $base "$scratch/jobs.csv"
    try lint slot-delay lint "$scratch/spark.conf"
    try advise slot-advise -j 1 --runs 2 "$top/traces/jhist"
    try advise-at-once slot-advise -j 3 --runs 2 "$scratch/spark"
    try advise-gangs slot-advise -j 1 --runs 2 --width slots --order fifo --cluster "$scratch/racks.csv" "$scratch/gangs-log.csv"
    try stats slot-stats --by pool --col response_s --quantiles 0.5 "$scratch/done.csv"
    try compare slot-stats --compare "$scratch/done.csv" --worst 3 "$scratch/done.jsonl"
    try plot slot-plot cdf -x response_s --by pool "$scratch/done.csv"
    try gantt slot-plot gantt "$scratch/log.csv"
    try plan slot-sweep --out cells --set wait=0,1 --plan -- slot-replay --nodes 9 --delay 'wait:{wait}s' "$scratch/jobs.csv"
    try slotwise slotwise fair --total-slots 100 "$scratch/fair.csv"
}
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
