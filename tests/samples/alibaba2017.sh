#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# alibaba2017.sh - reads Alibaba's batch_task table of 2017 and compares with awk over the raw lines. Run only where the
# samples are.
. "$(dirname "$0")/lib"
file=$samples/alibaba2017/batch_task.csv.gz
table() { gzip -dc "$file" | tr -d '\r' | tail -n +2; }

look "$file"
# jobs instances terminated failed running waiting
expected=$(table | awk -F, '{ job[$3]; n += $5; of[$6] += $5 } END { print length(job), n, of["Terminated"], of["Failed"], of["Running"], of["Waiting"] }')
is "instances" "$expected" "$(of jobs) $(of tasks) $(of recorded_done) $(of recorded_failed) $(of recorded_running) $(of tasks_never_run)"
# As the field notes have it.
is "jobs and instances of the field notes" "12951 11909321" "$(of jobs) $(of tasks)"
is "locality" "none in this format" "$(of locality)"
# From the earliest start of a job to the latest.
expected=$(table | awk -F, '!($3 in s) || $1 < s[$3] { s[$3] = $1 + 0 } END { for (j in s) { v = s[j]; if (!n++) lo = hi = v; lo = v < lo ? v : lo; hi = v > hi ? v : hi } print hi - lo }')
is "span" "$expected" "$(of span_s)"
is "ends before it starts" "negative_span=$(table | awk -F, '$2 != 0 && $2 < $1 { n++ } END { print n }')" "$(damage "$file")"
# Of 5,000 lines: Terminated instances whose end is known and not before the start, the sum of end - start.
gzip -dc "$file" | head -n 5001 >"$work/part.csv"
table() { tr -d '\r' <"$work/part.csv" | tail -n +2; }
expected=$(table | awk -F, '$6 == "Terminated" && $2 != 0 && $2 >= $1 { n += $5; sum += ($2 - $1) * $5 } END { printf "%d %.0f", n, sum }')
# A task that is Terminated without such an end has its job's mean instead; leave those out by their (job, task).
table | awk -F, '$6 == "Terminated" && !($2 != 0 && $2 >= $1) { print $3 "," $4 }' | sort -u >"$work/untimed"
slot-trace --quiet "$work/part.csv" | awk -F, -v untimed="$work/untimed" 'BEGIN { while ((getline line <untimed) > 0) skip[line] }
    $22 == "done" && !($1 "," $7 in skip) { n++; sum += $11 } END { printf "%d %.0f\n", n, sum }' >"$work/sum"
is "times" "$expected" "$(cat "$work/sum")"
finish
