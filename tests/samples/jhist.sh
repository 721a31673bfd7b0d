#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# jhist.sh - reads every published job history. What is expected was counted with grep, as said beside it. Run only where
# the samples are.
. "$(dirname "$0")/lib"
folder=$samples/jhist

# maps reduces done failed killed running, from
#   grep -c '"TASK_STARTED".*"MAP"', likewise REDUCE; grep -c '_ATTEMPT_FINISHED"', '_ATTEMPT_FAILED"', '_ATTEMPT_KILLED"';
#   running: grep -c '_ATTEMPT_STARTED"' less these three. (The schema, line 2, is left out by tail -n +3.)
while read -r file expected; do
    look "$folder"/$file*
    is "$file" "$expected" "$(of maps) $(of reduces) $(of recorded_done) $(of recorded_failed) $(of recorded_killed) $(of recorded_running)"
    text=$(tail -n +3 "$folder"/$file*)
    count() { echo "$text" | grep -c "$1"; }
    started=$(count '"type":"[A-Z]*_ATTEMPT_STARTED"') done=$(count '"type":"[A-Z]*_ATTEMPT_FINISHED"')
    failed_=$(count '"type":"[A-Z]*_ATTEMPT_FAILED"') killed=$(count '"type":"[A-Z]*_ATTEMPT_KILLED"')
    is "$file: grep agrees" "$expected" \
        "$(count '"TASK_STARTED".*"MAP"') $(count '"TASK_STARTED".*"REDUCE"') $done $failed_ $killed $((started - done - failed_ - killed))"
done <<'END'
job_0.23.9-FAILED 2 1 0 7 1 0
job_1329348432655_0001 10 1 11 0 0 0
job_1410289045532_259974 1 0 0 0 0 1
job_1526555215992_0001 1 1 2 0 0 0
END

# Hadoop 1: grep -c '^Task .*TASK_TYPE="MAP" START_TIME' and REDUCE; times by hand: FINISH_TIME - START_TIME of the map attempt 1386370583978
# - 1386370582498, of the reduce FINISH_TIME - SHUFFLE_FINISHED 1386370592528 - 1386370592353.
old=$folder/job_201311192236_3583_1386370578196_user1_Sleep+job
look "$old"
is "Hadoop 1" "1 1 2" "$(of maps) $(of reduces) $(of recorded_done)"
is "Hadoop 1: times" "1.48 0.175" "$(slot-trace "$old" | awk -F, 'NR > 1 { printf "%s%s", sep, $11; sep = " " }')"
is "set-up and clean-up are left out" 0 "$(slot-trace "$old" | grep -c 'm_00000[12]')"

# The queue event overrides (grep JOB_QUEUE_CHANGED), the locality is told with and without its type.
is "queue" root.someQueueName "$(slot-trace "$folder"/job_1410* 2>/dev/null | awk -F, 'NR == 2 { print $3 }')"
is "locality" node "$(slot-trace "$folder"/job_1526* | awk -F, 'NR == 2 { print $19 }')"
is "split without hosts: no preference, not off-rack" none "$(slot-trace "$folder"/job_1410* 2>/dev/null | awk -F, 'NR == 2 { print $19 }')"
is "a repeated host of a split is one" localhost "$(slot-trace "$folder"/job_0.23* | awk -F, 'NR == 2 { print $14 }')"

# The shared file stops after an attempt's start.
is "unfinished" "cut_short=1 start_without_end=1" "$(damage "$folder"/job_1410*)"
is "whole" "" "$(damage "$folder"/job_1526*)"

# All of them from the folder, in order of submission; without --sort the order is an error.
look "$folder"
is "folder" "5 15 4 15 7 1 1" "$(of jobs) $(of maps) $(of reduces) $(of recorded_done) $(of recorded_failed) $(of recorded_killed) $(of recorded_running)"
slot-trace "$folder" >/dev/null 2>"$work/err"
is "folder out of order" 1 $?
is "and how to help it" 1 "$(grep -c -- '--sort' "$work/err")"
finish
