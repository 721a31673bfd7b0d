#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# slurm.sh - reads published accounting logs of Slurm and compares with awk over the raw lines. Run only where the samples are.
. "$(dirname "$0")/lib"
dir=$samples/slurm
file=$dir/xdmod-pozidriv.sacct.gz
seconds='function s(t) { gsub(/[-T:]/, " ", t); return mktime(t) }'
table() { gzip -dc "$file"; }

# 26 columns without a header: 5 partition (4), account (6), submit (11), eligible (12), start (13), end (14), state (17), nodes (18),
# cores (19), list of nodes (25).
look "$file"
expected=$(table | TZ=UTC awk -F'|' "$seconds"' $25 ~ /^None/ { idle++; next }
    { n++; a[$6]; u[$9]; w = s($14) - s($13); t += w; c += w * $19; if ($18 > 1) { wide++; wc += w * $19 } if ($12 > $11) later++
      o[$17 ~ /^CANC/ ? "k" : $17]++ }
    END { printf "%d %d %d %d %d %.1f %d %.4f %d %d %d %d", n, idle, length(a), length(u), t, c / 3600, wide, wc / c, later,
          o["COMPLETED"], o["k"], o["PREEMPTED"] }')
is "jobs, never started, pools, users, slot s, core h, on several nodes, their share, later, done, killed, evicted" "$expected" \
    "$(of jobs) $(of jobs_not_started) $(of pools) $(of users) $(of map_slot_s) $(of core_h) $(of multi_node_jobs) $(of multi_node_core_h_share) $(of jobs_eligible_later) $(of recorded_done) $(of recorded_killed) $(of recorded_evicted)"
is "rows" 11704 "$(($(of jobs) + $(of jobs_not_started)))"
is "no damage" "" "$(damage "$file")"

# The clock: on a node the first start after an end, of a job that was waiting by then.
expected=$(table | TZ=UTC awk -F'|' "$seconds"' $25 !~ /^None/ && $25 !~ /[[,]/ { b = $12 > $11 ? $12 : $11
    print $25, s($13), 1, s(b); print $25, s($14), 0, 0 }' | sort -k1,1 -k2,2n -k3,3n | awk '$1 != node { node = $1; end = "" }
    $3 == 0 { end = $2 } $3 == 1 { if (end != "" && $4 <= end) print $2 - end; end = "" }' | sort -n |
    awk '{ g[NR] = $1 } END { printf "%d %g %g", NR, g[int(NR * 0.5 + 0.999999)], g[int(NR * 0.9 + 0.999999)] }')
is "starts after an end, their gap" "$expected" "$(of clock_starts) $(of clock_gap_p50_s) $(of clock_gap_p90_s)"

# Partition black: calla has 30 nodes to itself, and taifl, balsh and savwa have 58; what ran there besides.
slot-trace --quiet --only partition=black --info "$file" >"$work/info"
expected=$(table | awk -F'|' '$4 == "black" && $25 !~ /^None/ { list = $25; n[$6 == "calla" ? 1 : 2]++; if (list ~ /[[,]/) next
    on[$6 == "calla" ? 1 : 2, list] } END { for (k in on) { split(k, p, SUBSEP); c[p[1]]++; both += p[1] == 1 && ((2, p[2]) in on) }
    printf "%d on %d, %d on %d, %d on both", n[1], c[1], n[2], c[2], both }')
is "the field notes' parts" "5763 on 30, 4419 on 58, 0 on both" "$expected"
is "parts" "5763 jobs on 30 nodes: calla; 4419 jobs on 58 nodes: balsh taifl savwa" "$(of part_1); $(of part_2)"
is "apart" "taifl and calla: 0 of 4343 tasks of the first ran on the 30 of 88 nodes that the second used" "$(of apart_1)"
# calla: never more than 16 of its 30 nodes. Of taifl, while a job of it waits: at most 53 at once, 35 on average.
is "ceilings" "16 53 35.1" "$(of at_once_pool_calla | sed 's/ .*//; s/"//') $(of at_once_pool_taifl | sed 's/.* to \([0-9]*\), \([0-9.]*\) on.*/\1 \2/')"
slot-trace --quiet --only partition=black "$file" >"$work/black.csv"
for order in fifo hfs; do
    is "$order says that calla did not compete" 1 "$(slot-replay --nodes 46 --slots-per-node 1 --heartbeat 0 --order $order "$work/black.csv" 2>&1 >"$work/$order.csv" |
        grep -c '0 of 4343 tasks of taifl ran on the 30 of 88 nodes that calla used')"
done

# A header, commas, seconds since 1970: JobID NCPUS NNodes Submit Start End ElapsedRaw State.
file=$dir/cirrus-2024_Q1_CPU-sacct-subset.csv.gz
look "$file"
expected=$(table | awk -F, 'NR > 1 { if ($5 !~ /^[0-9]+$/) { idle++; next }
    n++; t += $6 - $5; c += ($6 - $5) * $2; if ($3 > 1) { wide++; wc += ($6 - $5) * $2 } }
    END { printf "%d %d %d %.1f %d %.4f", n, idle, t, c / 3600, wide, wc / c }')
is "jobs, never started, slot s, core h, on several nodes, their share" "$expected" \
    "$(of jobs) $(of jobs_not_started) $(of map_slot_s) $(of core_h) $(of multi_node_jobs) $(of multi_node_core_h_share)"

# XDMoD's and UB's own awkward logs: jobs, steps, never started.
for f in xdmod-unit-accounting-logs-with-job-arrays.sacct:6:0:0 xdmod-unit-utf8-multibyte-chars.sacct:1:0:0 \
         xdmod-unit-non-ended-job-state.sacct:1:0:1 ubccr-sacct_simple.log:4:0:0 ubccr-sacct_dump2110.log:1:2:0 \
         jobcomp-filetxt-22.05.txt:10:0:0; do
    look "$dir/${f%%:*}"
    is "${f%%:*}" "${f#*:}" "$(of jobs):$(of records_of_steps):$(of jobs_not_started)"
done
is "of jobcomp: cores" "120 108 96 84 72 60 48 36 24 12" "$(slot-trace --quiet "$dir/jobcomp-filetxt-22.05.txt" | awk -F, 'NR > 1 { print $24 }' | sort -rn | tr '\n' ' ' | sed 's/ $//')"
finish
