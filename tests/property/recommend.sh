#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# recommend - what slot-delay recommend says of a log, beside brute force. A workload is replayed without a wait, and its attempts
# are the log; then the workload itself is replayed under 20 waits from none to some 200 s, with 10 seeds each, and under the
# recommended wait. The mean response of that is at most 3 % above the best. Where distance costs nothing no wait is recommended,
# and 20 tasks tell nothing.
#
#   BIN=bin    where the programs are
LC_ALL=C
cd "$(dirname "$0")/../.." || exit 1
PATH=$(CDPATH= cd -- "${BIN:-bin}" && pwd):$PATH
export LC_ALL PATH
work=$(mktemp -d "${TMPDIR:-/tmp}/slotwise-recommend.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
passed=0 failed=0

counted() { # STATUS WHAT
    if [ "$1" = 0 ]; then passed=$((passed + 1)); return; fi
    failed=$((failed + 1))
    echo "$2"
}

# said NAME: a field of the row of all jobs; a comma within quotes is no separator
said() {
    sed -n '1p;2{s/"[^"]*"/text/g;p}' "$work/advice.csv" |
        awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at[name] }'
}

# log WORKLOAD CLUSTER-AND-POLICY ORDER x [OPTIONS]: the attempts without a wait, and what is recommended by them
log() {
    slot-gen $1 >"$work/jobs.csv" && slot-replay --quiet $2 --order "$3" --record attempts "$work/jobs.csv" >"$work/log.csv" &&
        slot-delay recommend --quiet --order "$3" $5 "$work/log.csv" >"$work/advice.csv"
    counted $? "$1 $2: recommend fails"
}

mean() { # WAIT REPLAY-OPTIONS: over 10 seeds that recommend has not seen
    slot-replay --quiet $2 --delay "wait:$1" --seed 1001 --runs 10 --record summary "$work/jobs.csv" |
        awk -F, 'NR > 1 { sum += $6; n++ } END { print sum / n }'
}

near_the_best() { # WORKLOAD CLUSTER-AND-POLICY ORDER VERDICT [OPTIONS]
    log "$@"
    verdict=$(said verdict) wait="$(said wait_node_s)s,$(said wait_rack_s)s"
    [ "$verdict" = "$4" ]
    counted $? "$1 $2: $verdict, not $4"
    for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do
        mean "$(awk -v i=$i 'BEGIN { w = i ? 0.25 * 1.43 ^ (i - 1) : 0; printf "%.3fs,%.3fs", w, w }')" "$2 --order $3"
    done >"$work/grid"
    best=$(sort -n "$work/grid" | head -n 1) none=$(head -n 1 "$work/grid")
    [ "$verdict" = cannot-tell ] && wait=0s,0s
    got=$(mean "$wait" "$2 --order $3")
    awk -v got="$got" -v best="$best" 'BEGIN { exit !(got <= 1.03 * best) }'
    counted $? "$1 $2: $verdict $wait takes $got s, the best wait $best s, none $none s"
}

says() { # WORKLOAD CLUSTER-AND-POLICY ORDER VERDICT [OPTIONS]
    log "$@"
    [ "$(said verdict)" = "$4" ]
    counted $? "$1 $2: $(said verdict), not $4"
}

small='--nodes 30 --racks 3 --map-slots 3 --reduce-slots 1'
near_the_best '--jobs 200 --maps loguniform:1-60 --map-time 20s --arrival poisson:5s' "$small --penalty rack=1.3,any=2" fair wait
near_the_best '--jobs 300 --maps 4 --map-time 20s --arrival poisson:2s' "$small --penalty rack=1.3,any=3" fair wait
near_the_best '--jobs 200 --maps loguniform:1-200 --map-time lognormal:30s,0.5 --map-sigma 0.4 --arrival poisson:20s' \
    "$small --penalty rack=1.5,any=2" hfs wait
near_the_best '--jobs 300 --maps 2 --map-time 3s --arrival poisson:1s' "$small --penalty rack=1.05,any=1.1" fifo do-not-wait '--remote-cost 0.3s'
near_the_best '--jobs 150 --maps loguniform:1-60 --reduces 2 --reduce-time 20s --map-time 10s --arrival poisson:8s' \
    "--nodes 60 --racks 4 --map-slots 2 --reduce-slots 1 --penalty rack=1.4,any=2" fair wait
# Distance costs nothing. Tasks of a stage that differ by 5 % tell that, and in two logs of three those that differ by 30 %. In the log
# of seed 1 the hosts cannot be drawn so that the replay meets its locality: 37 % of the tasks are near for 49.
for seed in 1 2 3; do
    says "--jobs 200 --maps loguniform:1-60 --map-time lognormal:20s,0.3 --map-sigma 0.05 --seed $seed" "$small" fair do-not-wait
    says "--jobs 200 --maps loguniform:1-60 --map-time lognormal:20s,0.3 --map-sigma 0.3 --seed $seed" "$small" fair \
        "$([ $seed = 1 ] && echo cannot-tell || echo do-not-wait)"
done
# Data is everywhere: no wait brings a task nearer, whatever distance costs.
says '--jobs 100 --maps 30 --map-time 20s' '--nodes 3 --map-slots 3 --reduce-slots 1' fair do-not-wait
says '--jobs 20 --maps 1 --map-time 20s' "$small --penalty rack=1.3,any=2" fair cannot-tell
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
