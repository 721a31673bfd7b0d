#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# small-tasks.sh - the table of docs/studies/small-tasks.md (TR 7.1: "Make tasks small"): one large job whose work is cut into tasks of several
# lengths holds a cluster, and small jobs come to it. Each task takes a second to start.
set -eu
PATH=$(cd "${BIN:-$(dirname "$0")/../../bin}" && pwd):$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo '| tasks of the large job | small jobs: mean response | with kill:30s,30s | large job alone | with the small ones |'
echo '|---|---|---|---|---|'
for t in 5 10 30 60 300 1800; do
    awk -v t=$t 'BEGIN { print "job_id,submit_s,pool,maps,map_s,map_sigma"
                         printf "large,0,large,%d,%g,0.3\n", 400 * 5400 / t, t
                         for (i = 1; i <= 30; i++) printf "s%d,%d,small,20,10,0.3\n", i, 600 + 120 * i }' >"$work/jobs.csv"
    head -n 2 "$work/jobs.csv" >"$work/large.csv"
    play() { slot-replay --quiet --nodes 100 --racks 4 --map-slots 4 --startup 1s --delay none "$@"; }
    of() { awk -F, -v which="$1" 'NR > 1 && ($2 == "large") == (which == "large") { s += $7; n++ } END { printf "%.0f s", s / n }'; }
    play --order hfs "$work/jobs.csv" >"$work/fair.csv"
    echo "| $t s | $(of small <"$work/fair.csv") | $(play --order hfs --preempt kill:30s,30s "$work/jobs.csv" | of small) | $(play --order hfs "$work/large.csv" | of large) | $(of large <"$work/fair.csv") |"
done
