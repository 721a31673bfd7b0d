#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# advise.sh - what slot-advise says of logs whose right answer was found by hand beforehand (a planner's walk through
# replays under 0 to 30 s; docs/decisions/advise.md). Run only where the samples are. sparklint's is a log of Spark 1.5, where a wait
# of 0 drops the level, so 1 ms is its line for no wait.
. "$(dirname "$0")/lib"

# answer FILE: the advice, and the lines to paste
answer() { slot-advise --quiet --dialect spark "$1" | sed -n '1s/^# \([a-z-]*\): .*/\1/p; /^spark/p' | tr '\n' ' '; }
page() { slot-advise --quiet "$@" >"$work/page"; awk -v lines="$(wc -l <"$work/page")" 'length > 100 { wide++ } END { print (lines <= 60), wide + 0 }' "$work/page"; }

is sparklint "change spark.locality.wait.process 1ms spark.locality.wait.node 1ms spark.locality.wait.rack 1ms " \
    "$(answer "$samples/spark/sparklint_event_log_0")"
is 407508 "leave spark.locality.wait.process 3s spark.locality.wait.node 3s spark.locality.wait.rack 3s " \
    "$(answer "$samples/spark/application_1472176676028_407508_1")"
is 4nodes "leave spark.locality.wait.process 0s spark.locality.wait.node 0s spark.locality.wait.rack 0s " \
    "$(answer "$samples/spark/eventlog_4nodes_8cores_dynamic_alloc.zstd")"
is 19-jobs "leave" "$(slot-advise --quiet --rows "$samples/rumen/19-jobs.trace.json.gz" | awk -F, 'NR == 2 { print $4 }')"
is "20 tasks" "cannot-tell " "$(answer "$samples/spark/application_1516285256255_0012")"
# recommend, which will go, gives the same lines but for what jobs are called.
lines_of() { "$@" | sed 's/ Who gains most: .*//'; }
for log in sparklint_event_log_0 application_1472176676028_407508_1 eventlog_4nodes_8cores_dynamic_alloc.zstd; do
    is "$log: recommend" "$(lines_of slot-advise --quiet --dialect spark "$samples/spark/$log")" \
        "$(lines_of slot-delay recommend --quiet --dialect spark "$samples/spark/$log")"
done
is "19-jobs: recommend" "$(slot-advise --quiet --dialect hadoop1 "$samples/rumen/19-jobs.trace.json.gz")" \
    "$(slot-delay recommend --quiet --dialect hadoop1 "$samples/rumen/19-jobs.trace.json.gz")"
for log in "$samples"/spark/* "$samples"/spark4/* "$samples/rumen/19-jobs.trace.json.gz"; do
    is "${log##*/}: lines, columns" "1 0" "$(page "$log")"
done
finish
