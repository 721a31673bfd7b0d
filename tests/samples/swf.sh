#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# swf.sh - reads the sample of the Standard Workload Format and compares with awk over the raw lines. Run only where the
# samples are.
. "$(dirname "$0")/lib"
file=$samples/swf/hpc2n.swf
table() { grep '^ *[0-9]' "$file"; }

look "$file"
# jobs, processors, users, span, and processor seconds: the run time, where it is -1 the CPU time (all 25 have one).
expected=$(table | awk '{ n++; p += $5; user[$12]; run = $4 >= 0 ? $4 : $6; s += run * $5; if (n == 1) first = $2; last = $2 }
    END { printf "%d %d %d %d %.0f", n, p, length(user), last - first, s }')
is "jobs" "$expected" "$(of jobs) $(of maps) $(of users) $(of span_s) $(of map_slot_s | awk '{ printf "%.0f", $1 }')"
is "jobs of the README" 3170 "$(of jobs)"
is "locality" "none in this format" "$(of locality)"
is "run time unknown" "start_without_end=$(table | awk '$4 < 0 { n++ } END { print n }')" "$(damage "$file")"
finish
