#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fb_warehouse.sh [SEED...] - a replay of slot-gen's preset fb-warehouse against what ES 3.2 says of Facebook's warehouse, each
# within 20 %; default seed 1 (with some others the reduce slots are under load only 2 to 3 % of the time). Prints what it measured.
# Programs: $BIN/slot-gen and $BIN/slot-replay, or SLOT_REPLAY (default: bin).
# A kind is under load in a second at whose start at least 95 % of its 3,100 slots are busy.
LC_ALL=C
top=$(cd "$(dirname "$0")/../.." && pwd)
bin=${BIN:-$top/bin}
case $bin in /*) ;; *) bin=$top/$bin ;; esac
gen=$bin/slot-gen replay=${SLOT_REPLAY:-$bin/slot-replay}
for program in "$gen" "$replay"; do
    [ -x "$program" ] || { echo "fb_warehouse.sh: not there: $program" >&2; exit 2; }
done
[ $# -gt 0 ] || set -- 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# A column of a CSV by name.
column()
{
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next } { print $c }' "$2"
}

# Medians are those of whole tenths of a second. Time beyond the three days of arrivals does not count. Arrays hold maps from 0
# on and reduces from R on: numbers are looked up faster than words.
attempts='
function median(k,    i, left) {
    for (left = n[k] / 2; left > 0; i++)
        left -= of[k + i]
    return (i - 0.5) / 10
}
function sweep(name, k,    t, busy, load, freed) {
    for (t = 0; t < end; t++) {
        busy += change[k + t]
        if (busy >= 0.95 * 3100) {
            load++
            freed += freed_in[k + t]
        }
    }
    printf "%s_freed_per_s %.2f\n%s_load_percent %.2f\n", name, load ? freed / load : 0, name, 100 * load / end
}
BEGIN { R = 10000000 }
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; kind = at["kind"]; launch = at["launch_s"]; finish = at["finish_s"]; next }
{
    k = $kind == "map" ? 0 : R; a = $launch; b = $finish
    n[k]++
    of[k + int((b - a) * 10)]++
    change[k + int(a) + 1]++
    change[k + int(b) + 1]--
    freed_in[k + int(b)]++
}
END {
    printf "map_median_s %.2f\nreduce_median_s %.2f\n", median(0), median(R)
    sweep("map", 0)
    sweep("reduce", R)
}'

# The replay's attempts pass through a pipe: they are 4 million rows.
measure()
{
    "$gen" --preset fb-warehouse --seed "$1" -o "$work/trace" &&
        "$replay" --nodes 620 --racks 31 --map-slots 5 --reduce-slots 5 --order hfs --delay wait:5s --seed "$1" --quiet \
            --attempts /dev/fd/3 "$work/trace" 3>&1 >"$work/jobs" | awk -F, -v end=259200 "$attempts" || return
    column response_s "$work/jobs" | sort -g | awk '{ x[NR] = $1 } END { printf "job_median_s %.2f\n", x[int((NR + 1) / 2)] }'
}

# ES 3.2; the order of the rows above.
cat >"$work/targets" <<'END'
map_median_s 19
reduce_median_s 231
map_freed_per_s 27.1
map_load_percent 21
reduce_freed_per_s 3.0
reduce_load_percent 4
job_median_s 84
END

for seed; do
    measure "$seed" >"$work/measured" || exit 1
    echo "seed $seed"
    awk 'NR == FNR { want[$1] = $2; n++; next }
        { off = $2 / want[$1] - 1; good = off <= 0.2 && off >= -0.2; passed += good
          printf "  %-20s %8.2f  paper %6.1f  %+5.1f %%%s\n", $1, $2, want[$1], 100 * off, good ? "" : "  FAILED" }
        END { printf "%d %d\n", passed, n - passed >"/dev/stderr" }' "$work/targets" "$work/measured" 2>>"$work/counts"
done
awk '{ p += $1; f += $2 } END { printf "%d passed, %d failed\n", p, f; exit f > 0 }' "$work/counts"
