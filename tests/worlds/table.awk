# SPDX-License-Identifier: GPL-3.0-or-later
# table.awk - the rows of score.awk as a table, and their totals by kind and by system beside those of advisors that
# read no log. Files after the first are other records: of those the totals alone.
#
#   right         of the logs with more than 3 % to gain, those that were told a change that gains 1 % or more
#   wrong         see score.awk
#   good          logs whose own wait is within 0.5 % of the best, and how many of these were told "leave it"; ... of a
#                 wait: those that were not made under the shortest one

function share(a, n) { return n ? sprintf("%d of %d", a, n) : "-" }
function percentile(list, n, q,    k) { k = int(q * n + 0.999999); return n ? list[k < 1 ? 1 : k] : 0 }
function add(group, said, now, gain, is, waited,    r) {
    logs[group]++
    if (gain > 3) { to_gain[group]++; if (is == "right") right[group]++ }
    if (is == "wrong") wrong[group]++
    if (gain <= 0.5) { good[group]++; if (said == "leave") left[group]++ }
    if (gain <= 0.5 && waited) { good_wait[group]++; if (said == "leave") left_wait[group]++ }
    if (said != "change" && said != "leave") { silent[group]++; return }
    r = 100 * ((1 + now / 100) / (1 - gain / 100) - 1)
    if (r <= 2) small[group]++
    regret[group, ++n_regret[group]] = r
}
function absurd(group, now, gain,    is) {
    is = now >= 1 || (now == 0 && gain > 3) ? "wrong" : now <= -1 ? "right" : ""
    add(group, now == 0 ? "leave" : "change", now, gain, is, waits)
}
function put(group, title,    i, k, v, list, n) {
    n = n_regret[group]
    for (i = 1; i <= n; i++) {
        v = regret[group, i]
        for (k = i - 1; k > 0 && list[k] > v; k--) list[k + 1] = list[k]
        list[k + 1] = v
    }
    printf "%-26s %4d  %-9s %5d %7d  %-10s %6.1f %6.1f %7.1f  %-12s %-12s %-9s %s\n", title, logs[group], \
        share(right[group], to_gain[group]), wrong[group], silent[group], share(small[group], n), percentile(list, n, 0.5), \
        percentile(list, n, 0.9), percentile(list, n, 1), share(held[group], intervals[group]), \
        share(held_2se[group], intervals[group]), share(left[group], good[group]), share(left_wait[group], good_wait[group])
}
function header(title) {
    printf "\n%-26s %4s  %-9s %5s %7s  %-10s %6s %6s %7s  %-12s %-12s %-9s %s\n", title, "logs", "right", "wrong", "cannot", \
        "regret<=2", "median", "90 %", "most", "held", "held +2se", "good", "... of a wait"
}
function clear(    i) {
    split("", logs); split("", to_gain); split("", right); split("", wrong); split("", silent); split("", small)
    split("", good); split("", left); split("", good_wait); split("", left_wait); split("", regret); split("", n_regret)
    split("", held); split("", held_2se); split("", intervals); split("", group); split("", listed)
    n_groups = held_5 = 0
}
function totals(title,    g, i) {
    header(title)
    put("all", "all logs")
    for (i = 1; i <= 2; i++)
        for (g = 1; g <= n_groups; g++) if (group[g] ~ (i == 1 ? "^kind" : "^system")) put(group[g], group[g])
    header("advisors that read nothing")
    put("leave", "always \"leave it\"")
    put("long", "always the longest wait")
    put("short", "always the shortest wait")
    printf "always -5 to +5 %%: %s\n", share(held_5, intervals["all"])
}

BEGIN { FS = "," }
FNR == 1 {
    for (i = 1; i <= NF; i++) col[$i] = i
    if (files++) { totals(files == 2 ? "totals" : "on record"); clear() }
    if (files == 1)
        printf "%-18s %-5s %-4s %7s %-6s %-11s %-7s %7s  %-11s %6s  %s\n", "world", "log", "goal", "to gain", "best", "said", \
            "wait", "true", "is", "regret", "held"
    next
}
{
    said = $col["said"]
    gain = $col["to_gain"]
    now = said == "change" ? $col["advised_true"] : 0
    waits = $col["shortest"] != 0           # the log was not made under the shortest
    family = $col["system"]
    if (family ~ /^spark/) family = "Spark " substr(family, 7, 1)
    name[1] = "all"; name[2] = "kind " $col["kind"]; name[3] = "system " family
    for (i = 1; i <= 3; i++) {
        add(name[i], said, now, gain, $col["is"], waits)
        intervals[name[i]] += $col["intervals"]
        held[name[i]] += $col["held"]
        held_2se[name[i]] += $col["held_2se"]
        if (!(name[i] in listed)) { listed[name[i]] = 1; group[++n_groups] = name[i] }
    }
    held_5 += $col["held_5"]
    absurd("leave", 0, gain)
    absurd("long", $col["longest"], gain)
    absurd("short", $col["shortest"], gain)
    if (files == 1)
        printf "%-18s %-5s %-4s %7.1f %-6s %-11s %-7s %7s  %-11s %6s  %s\n", $1, $col["log"], $col["goal"], gain, $col["best"], \
            said, $col["advised"], (said == "change" ? sprintf("%.1f", now) : ""), ($col["is"] == "wrong" ? "WRONG" : \
            $col["is"]), ($col["regret"] == "" ? "" : sprintf("%.1f", $col["regret"])), $col["held"] " of " $col["intervals"]
}
END { totals(files == 1 ? "totals" : "on record") }
