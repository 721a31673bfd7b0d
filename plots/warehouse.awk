# SPDX-License-Identifier: GPL-3.0-or-later
# warehouse.awk - of a record of attempts on -v slots of each kind until -v end: the median task of each kind, and while 95 % of a kind's slots
# are busy, how often that is and how many free up in a second (ES 3.2); with -v cdf=FILE the distributions, too. A kind is under load in a second
# at whose start so many are busy. Medians are of whole tenths of a second. Maps count from 0 on and reduces from R on: numbers
# are looked up faster than words.
function median(k,    i, left) {
    for (left = n[k] / 2; left > 0; i++)
        left -= of[k + i]
    return (i - 0.5) / 10
}
function sweep(k,    t, busy) {
    load = freed = 0
    for (t = 0; t < end; t++) {
        busy += change[k + t]
        if (busy >= 0.95 * slots) {
            load++
            freed += freed_in[k + t]
        }
    }
    return (load ? freed / load : "") "," 100 * load / end
}
# Points of a tenth of a second, thinning out as times grow.
function distribution(name, k,    i, sum, next_i) {
    for (i = 0; sum < n[k]; i++) {
        sum += of[k + i]
        if (i >= next_i) { print name "," (i + 1) / 10 "," sum / n[k] >cdf; next_i = i * 1.05 }
    }
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
    print "map_median_s,reduce_median_s,map_freed_per_s,map_load_pct,reduce_freed_per_s,reduce_load_pct"
    print median(0) "," median(R) "," sweep(0) "," sweep(R)
    if (cdf) { print "of,time_s,share" >cdf; distribution("map tasks", 0); distribution("reduce tasks", R) }
}
