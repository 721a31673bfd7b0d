# SPDX-License-Identifier: GPL-3.0-or-later
# score.awk - what was said of each log beside what is true, a row of CSV a log: from worlds.csv, truth.csv, the truths
# of further waits, and what was said (said.awk).
#
# A log's gain is what the best wait on record brings, of the goal: the mean response, or the end of a chain alone.
#   is        right: a change that gains 1 % or more where more than 3 % is to gain, or "leave it" where half a per
#             cent at most is to gain; wrong: "leave it" where more than 3 % is lost by it, or a change that loses 1 %
#             or more; small: other advice; cannot-tell; failed: no answer
#   regret    the goal under the wait that is advised against that under the best, in %
#   held      intervals of 95 % that hold the true mean change, of the goal that they are of; held_2se: with two
#             standard errors of that mean added; held_5: of as many that are -5 to +5 %
#   longest, shortest    the change under the longest and the shortest wait on record

function truth_of(world, made, wait, what) { return wait == "-" ? 0 : truth[world, made, wait, what] }

BEGIN { FS = "," }
FILENAME == ARGV[1] {
    if (FNR == 1) next
    order[++n_worlds] = $1
    kind[$1] = $2
    system_of[$1] = $3
    logs[$1] = $9
    goal[$1] = $6 ~ /;/ ? "mean" : $6 ~ /^chain/ ? "end" : "mean"
    next
}
FILENAME == ARGV[2] || FILENAME == ARGV[3] {
    if ($1 == "world") next
    truth[$1, $2, $3, "mean"] = $5; truth[$1, $2, $3, "mean_se"] = $6
    truth[$1, $2, $3, "end"] = $9; truth[$1, $2, $3, "end_se"] = $10
    if (FILENAME == ARGV[2]) waits[$1, $2] = waits[$1, $2] " " $3
    next
}
{
    key = $1 SUBSEP $2
    asked[key] = 1
    advice[key] = $6
    if ($8 == "yes") advised[key] = $4
    if ($9 == "" || $3 == "own" || $4 == "-" || !(($1, $2, $4, "mean") in truth)) next
    is = truth_of($1, $2, $4, $5)
    se = 2 * truth_of($1, $2, $4, $5 "_se")
    n_intervals[key]++
    if ($9 - 0.0005 <= is && is <= $10 + 0.0005) held[key]++
    if ($9 - se - 0.0005 <= is && is <= $10 + se + 0.0005) held_wide[key]++
    if (is >= -5 && is <= 5) held_plain[key]++
}

function amount(wait) { return wait == "none" ? -1 : wait + 0 }
function judge(said, now, gain) {
    if (said == "change") return now >= 1 ? "wrong" : now <= -1 && gain > 3 ? "right" : "small"
    if (said == "leave") return gain > 3 ? "wrong" : gain <= 0.5 ? "right" : "small"
    return said
}
function one(world, made,    key, n, w, i, best, best_wait, now, said, long, short, is) {
    key = world SUBSEP made
    if (!(key in asked)) return
    n = split(waits[world, made], w, " ")
    best = 0
    best_wait = long = short = made
    for (i = 1; i <= n; i++) {
        is = truth_of(world, made, w[i], goal[world])
        if (is < best) { best = is; best_wait = w[i] }
        if (w[i] ~ /:/) continue
        if (amount(w[i]) > amount(long)) long = w[i]
        if (amount(w[i]) < amount(short)) short = w[i]
    }
    said = advice[key]
    now = said == "change" ? truth_of(world, made, advised[key], goal[world]) : 0
    if (now < best) { best = now; best_wait = advised[key] }
    printf "%s,%s,%s,%s,%s,%.3f,%s,%s,%s,%s,%s,%s,%d,%d,%d,%d,%.3f,%.3f\n", world, kind[world], system_of[world], made, \
        goal[world], (best < 0 ? -best : 0), best_wait, said, (said == "change" ? advised[key] : ""), \
        (said == "change" ? sprintf("%.3f", now) : ""), judge(said, now, -best), \
        (said == "change" || said == "leave" ? sprintf("%.3f", 100 * ((1 + now / 100) / (1 + best / 100) - 1)) : ""), \
        n_intervals[key], held[key], held_wide[key], held_plain[key], truth_of(world, made, long, goal[world]), \
        truth_of(world, made, short, goal[world])
}
END {
    print "world,kind,system,log,goal,to_gain,best,said,advised,advised_true,is,regret,intervals,held,held_2se,held_5," \
        "longest,shortest"
    for (i_world = 1; i_world <= n_worlds; i_world++) {
        n_logs = split(logs[order[i_world]], of, " ")
        for (i_log = 1; i_log <= n_logs; i_log++) one(order[i_world], of[i_log])
    }
}
