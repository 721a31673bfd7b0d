# SPDX-License-Identifier: GPL-3.0-or-later
# release-rate.awk - how many slots of a kind free up in a second, from an attempts log sorted by nobody in particular:
#     awk -F, -v kind=map -v slots=3000 -f plots/release-rate.awk attempts.csv
# Gives `scope,time_s,releases,per_s,mean_task_s`: over the whole log, and while at least 95 % of the slots are busy (ES 4.1
# measures it so: 27 map slots a second at Facebook). No busy row: the slots were never that busy.
FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
$at["kind"] == kind && $at["finish_s"] != "" {
    launch = $at["launch_s"] + 0; finish = $at["finish_s"] + 0
    n++; length_sum += finish - launch
    # Counted in seconds of the clock: how many run is known at each whole second.
    first = first == "" || launch < first ? launch : first
    last = finish > last ? finish : last
    change[ceil(launch)]++; change[ceil(finish)]--; ended[ceil(finish)]++
}
function ceil(x,   whole) { whole = int(x); return whole < x ? whole + 1 : whole }
END {
    if (n == 0) exit
    for (s = ceil(first); s <= ceil(last); s++) {
        if (running >= 0.95 * slots) { busy_s++; busy_ended += ended[s] }
        running += change[s]
    }
    print "scope,time_s,releases,per_s,mean_task_s"
    printf "whole,%.6g,%d,%.6g,%.6g\n", last - first, n, n / (last > first ? last - first : 1), length_sum / n
    if (busy_s) printf "busy,%d,%d,%.6g,%.6g\n", busy_s, busy_ended, busy_ended / busy_s, length_sum / n
}
