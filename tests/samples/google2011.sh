#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# google2011.sh - reads the sample of Google's task_events and compares with awk over the raw lines. Run only where the
# samples are.
. "$(dirname "$0")/lib"
file=$samples/google2011/task_events_part-00000_jobs_mod10_3.csv.gz

# jobs tasks users scheduled finished killed-while-running evicted failed never-scheduled, from the events alone.
expected=$(gzip -dc "$file" | awk -F, '{ t = $3 "," $4; job[$3]; task[t]; user[$7]; e[$6]++ }
    $6 == 1 { ran[t]; live[t] = 1 }
    $6 == 5 && live[t] { killed++ }
    $6 >= 2 && $6 <= 6 { live[t] = 0 }
    END { for (t in task) if (!(t in ran)) waiting++
          print length(job), length(task), length(user), e[1], e[4], killed + 0, e[2], e[3], waiting }')
look "$file"
got="$(of jobs) $(of tasks) $(of users) $(($(of recorded_rows) - $(of tasks_never_run))) $(of recorded_done) $(of recorded_killed)"
is "events" "$expected" "$got $(of recorded_evicted) $(of recorded_failed) $(of tasks_never_run)"
# As the samples' README has it: 480 jobs, 12,080 tasks.
is "jobs and tasks of the README" "480 12080" "$(of jobs) $(of tasks)"
is "locality" "none in this format" "$(of locality)"

# Finished attempts that began inside the trace: the sum of their times.
expected=$(gzip -dc "$file" | awk -F, '{ t = $3 "," $4 } $6 == 1 { at[t] = $1 } $6 == 4 && at[t] > 0 { n++; sum += $1 - at[t] } END { printf "%d %.6f", n, sum / 1e6 }')
is "finished times" "$expected" "$(slot-trace --quiet "$file" | awk -F, '$22 == "done" && $20 != "" { n++; sum += $11 } END { printf "%d %.6f", n, sum }')"
# Lines with missing info: awk -F, '$2 != ""'.
is "damage" "field_missing=$(gzip -dc "$file" | awk -F, '$2 != "" { n++ } END { print n }')" "$(damage "$file")"

# Cut into two files it is the same trace.
gzip -dc "$file" | head -n 20000 >"$work/part-00000.csv"
gzip -dc "$file" | tail -n +20001 >"$work/part-00001.csv"
slot-trace --quiet "$file" >"$work/whole"
slot-trace --quiet "$work/part-00000.csv" "$work/part-00001.csv" >"$work/parts"
cmp -s "$work/whole" "$work/parts"
is "in two parts" 0 $?
finish
