#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# rumen.sh - reads every published Rumen trace and compares with rumen.counts, which count-rumen made with jq alone. Run
# only where the samples are.
. "$(dirname "$0")/lib"

read_counts() {
    echo "$(of jobs) $(of maps) $(of reduces) $(of users) $(of span_s | awk '{ printf "%.0f", $1 * 1000 }') $(of recorded_done)" \
         "$(of recorded_failed) $(of recorded_killed) $(of done_maps_node) $(of done_maps_rack) $(of done_maps_any) $(of done_maps_none)" \
         "$(of tasks_never_run) $(of attempts_untimed)"
}

while read -r file expected; do
    path=$samples/rumen/$file
    [ -e "$path" ] || path=$samples/sls/$file
    look "$path"
    is "$file" "$expected" "$(read_counts)"
    is "$file: locality told of each done map" 0 "$(of done_maps_unknown)"
    slot-trace "$path" >"$work/rows.csv" 2>"$work/err"
    slot-trace "$work/rows.csv" >"$work/again.csv"
    cmp -s "$work/rows.csv" "$work/again.csv"
    is "$file: its rows read back as they are" 0 $?
done <"$top/tests/samples/rumen.counts"
is "every trace is in rumen.counts" "$(ls "$samples"/rumen/*trace* | wc -l)" "$(grep -vc 2jobs "$top/tests/samples/rumen.counts")"

# zcat 19-jobs.topology.json.gz | jq '[.children[].children[]] | length' gives 1545, jq '.children | length' 41.
big=$samples/rumen/19-jobs.trace.json.gz
slot-trace --topology "$samples/rumen/19-jobs.topology.json.gz" --cluster-out "$work/cluster.csv" --map-slots 3 --reduce-slots 1 "$big" >"$work/tasks.csv" 2>"$work/err"
is "nodes" 1545 "$(tail -n +2 "$work/cluster.csv" | wc -l)"
is "racks" 41 "$(tail -n +2 "$work/cluster.csv" | cut -d, -f2 | sort -u | wc -l)"
is "slots as given" 1545 "$(grep -c ',3,1$' "$work/cluster.csv")"
is "no backslash is left" 0 "$(cat "$work/cluster.csv" "$work/tasks.csv" | grep -c '\\')"
is "every attempt has its rack" 0 "$(awk -F, 'NR > 1 && $17 != "" && $18 == ""' "$work/tasks.csv" | wc -l)"
# jq '[.children[].children[]] | length' and '.children | length' of the other topology: 547 and 41.
slot-trace --quiet --topology "$samples/rumen/dispatch-topology-output.json.gz" --cluster-out "$work/c2.csv" "$samples/rumen/dispatch-trace-output.json.gz" >/dev/null
is "nodes of the small topology" 547 "$(tail -n +2 "$work/c2.csv" | wc -l)"

# The trace replays on its own cluster: every task once.
slot-replay --cluster "$work/cluster.csv" --placement trace --order fair --record summary "$work/tasks.csv" >"$work/summary.csv"
is "replayed" "19,11829" "$(tail -n 1 "$work/summary.csv" | cut -d, -f1,2)"

# Three of the four jobs were made from the raw history beside them, by Rumen. Done attempts must agree in everything but the
# pool (that history names no queue) and set-up (Rumen does not tell when the job's master began).
for file in dispatch-trace-output.json.gz dispatch-sample-v20-jt-log.gz; do
    slot-trace --quiet "$samples/rumen/$file" | awk -F, '$22 == "done"' | cut -d, -f1,2,4-22 | sort >"$work/$file.rows"
done
is "Rumen and the history it was made from" "$(cksum <"$work/dispatch-trace-output.json.gz.rows")" "$(cksum <"$work/dispatch-sample-v20-jt-log.gz.rows")"
verdict() { slot-trace --check --topology "$samples/rumen/dispatch-topology-output.json.gz" "$samples/rumen/$1" 2>/dev/null | tail -n 1; }
is "one verdict in both formats" "verdict,3,usable with care" "$(verdict dispatch-trace-output.json.gz)"
is "and of the history" "verdict,3,usable with care" "$(verdict dispatch-sample-v20-jt-log.gz)"
is "rows compared" 203 "$(wc -l <"$work/dispatch-trace-output.json.gz.rows")"

# Speculation is not marked; the field notes count 139 map tasks with overlapping attempts, and jq over reduceTasks 36.
look "$big"
is "attempts at once" 175 "$(of tasks_with_attempts_at_once)"

# Renamed, nothing else changes, and no old name is left.
slot-trace --quiet --anonymize secret --topology "$samples/rumen/19-jobs.topology.json.gz" "$big" >"$work/renamed.csv"
look "$work/tasks.csv" && cp "$work/info" "$work/before"
look "$work/renamed.csv"
is "renamed: counts and times" "$(cksum <"$work/before")" "$(cksum <"$work/info")"
is "renamed: names left" 0 "$(tail -n +2 "$work/renamed.csv" | grep -cE 'job_|geek|megatron|192\.30')"

# Damage: six attempts without a start and three that end before they start (field notes: 6 with a time missing, 3 negative); those
# launched before their job was submitted by jq: [.[] | .submitTime as $s | (.mapTasks + .reduceTasks)[].attempts[] |
# select(.startTime > 0 and .startTime < $s)] | length; one job announces a reduce that is not listed. The topology knows every host.
damage_with_racks() { slot-trace --check --topology "$samples/rumen/19-jobs.topology.json.gz" "$1" 2>/dev/null | awk -F, 'NR > 1 && $2 > 0 && $1 != "verdict" { printf "%s%s=%s", sep, $1, $2; sep = " " }'; }
is "damage" "end_without_start=6 negative_span=3 task_before_stage=57 count_disagrees=1" "$(damage_with_racks "$big")"
gzip -dc "$big" | head -c 5000000 >"$work/cut.json"
slot-trace --check "$work/cut.json" >"$work/check" 2>"$work/err"
is "cut short" 1 "$(sed -n 's/^cut_short,\([0-9]*\),.*/\1/p' "$work/check")"
finish
