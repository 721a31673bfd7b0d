#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# gpu.sh - reads the Philly table and compares with awk over the raw lines. Run only where the samples are.
. "$(dirname "$0")/lib"
file=$samples/gpu/philly-sia.csv.gz
look "$file"
expected=$(gzip -dc "$file" | awk -F, 'NR > 1 && NF == 5 { n++; g += $3; s += $2 * $3; c[$5]; if ($3 > 1) { w++; ws += $2 * $3 } }
    END { printf "%d %d %d %.1f %d %.4f", n, g, length(c), s / 3600, w, ws / s }')
is "jobs GPUs clusters, GPU h, on several, their share" "$expected" "$(of jobs) $(of tasks) $(of pools) $(of gpu_h) $(of multi_gpu_jobs) $(of multi_gpu_h_share)"
expected=$(gzip -dc "$file" | TZ=UTC awk -F, 'NR > 1 && NF == 5 { t = $1; gsub(/[-:]/, " ", t); s = mktime(t); if (!n++ || s < lo) lo = s; if (s > hi) hi = s } END { print hi - lo }')
is "span" "$expected" "$(of span_s)"
finish
