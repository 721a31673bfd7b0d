#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# presets.sh - the table of docs/studies/presets.md: every preset of slot-replay, and YARN's Fair Scheduler with waits, on
# one workload. Means over SEEDS (5) draws of it. BIN=bin: where the programs are.
set -eu
LC_ALL=C
export LC_ALL
: "${SEEDS:=5}" "${BIN:=bin}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for seed in $(seq "$SEEDS"); do
    "$BIN/slot-gen" --preset tr-bm --jobs 200 --seed "$seed" -o "$work/$seed.csv"
done

# row NAME OPTIONS...
row()
{
    name=$1
    shift
    for seed in $(seq "$SEEDS"); do
        "$BIN/slot-replay" --quiet --nodes 100 --racks 5 --map-slots 4 --reduce-slots 2 --penalty rack=1.3,any=2 \
            --seed "$seed" --record summary "$@" "$work/$seed.csv"
    done | awk -F, -v name="$name" '
        $1 == "jobs" { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { n++; mean += $at["mean_response_s"]; half += $at["p50_response_s"]; tail += $at["p95_response_s"]
          node += $at["share_node"]; rack += $at["share_rack"]; span += $at["makespan_s"] }
        END { printf "| %s | %.0f | %.0f | %.0f | %.1f | %.1f | %.0f |\n", name, mean / n, half / n, tail / n,
              100 * node / n, 100 * rack / n, span / n }'
}

echo '| preset | response, s: mean | median | p95 | node-local, % | rack | makespan, s |'
echo '|---|---|---|---|---|---|---|'
for preset in $("$BIN/slot-replay" --help-all | sed -n '/^Presets:$/,/^$/s/^  \([a-z][-a-z0-9.]*\)  .*/\1/p'); do
    case $preset in slurm | torque-*) continue ;; esac # their jobs start all at once, and have no reduces
    [ "$preset" != quincy ] || { row 'quincy, nothing killed' --preset quincy --global quincy; continue; } # minutes with kills
    row "$preset" --preset "$preset"
    [ "$preset" != yarn-fair ] || {
        row 'yarn-fair, thresholds of 0.5' --preset yarn-fair --delay yarn:0.5,0.5
        row 'yarn-fair, continuous, 5 s and 5 s' --preset yarn-fair --continuous 5ms --delay yarn-time:5s,5s
    }
done
