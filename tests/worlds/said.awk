# SPDX-License-Identifier: GPL-3.0-or-later
# said.awk - rows of slot-advise --rows as the score wants them: world, log, role, wait in the words of worlds.csv ("-":
# the system has no such wait), goal, advice, change (%), advised, least and most of the change (%).
#
#   awk -v world=NAME -v made=WAIT -v of= -v cluster= -v data= -f said.awk rows.csv

# A line of CSV, fields with quotes included.
function fields(line,    n, at) {
    n = 0
    while (line != "") {
        if (line ~ /^"/) { match(line, /^"[^"]*"/); field[++n] = substr(line, 2, RLENGTH - 2) }
        else { match(line, /^[^,]*/); field[++n] = substr(line, 1, RLENGTH) }
        line = substr(line, RLENGTH + 1)
        if (line == ",") { field[++n] = ""; line = "" }
        else line = substr(line, 2)
    }
    return n
}
function get(name) { return name in col ? field[col[name]] : "" }
function seconds(text) { return text ~ /ms$/ ? text / 1000 : text + 0 }

function word_of(rule,    part, arg, n, i, p, k, r) {
    if (split(rule, part, ":") < 2) return rule == "none" && of != "capacity" && of !~ /^spark/ ? "none" : "-"
    n = split(part[2], arg, ",")
    for (i = 1; i <= n; i++) if (arg[i] ~ /^[0-9.]+(ms|s)?$/) arg[i] = seconds(arg[i])
    if (of ~ /^spark/ && part[1] == "spark") {
        p = data ~ /^cached/ ? arg[1] : arg[2]          # no task prefers an executor
        k = arg[2]
        r = cluster ~ /\/0/ ? arg[2] : arg[3]           # no rack is known
        return p == k && k == r ? k : p ":" k ":" r
    }
    if (of == "yarn-fair" && part[1] == "yarn")
        return arg[1] < 0 ? "none" : arg[1] == arg[2] ? arg[1] : arg[1] ":" arg[2]
    if (of == "yarn-time" && part[1] == "yarn-time" || of == "hfs" && part[1] == "wait")
        return arg[1] == arg[2] ? arg[1] : arg[1] ":" arg[2]
    if (of == "capacity" && part[1] == "capacity") return n > 1 ? arg[1] ":" arg[2] : arg[1]
    return "-"
}
function interval() {
    return get("change_lo") == "" ? "," : 100 * get("change_lo") "," 100 * get("change_hi")
}
# What its changes are of: a column says it, or release 0.1.0's rule (docs/man/slot-advise.1).
function goal_of() { return get("goal") != "" ? get("goal") : of ~ /^spark/ ? "end" : "mean" }

NR == 1 { n = fields($0); for (i = 1; i <= n; i++) col[field[i]] = i; next }
{
    fields($0)
    if (get("role") == "recorded") next
    rows++
    own = get("role") == "own"
    print world "," made "," get("role") "," (own ? made : word_of(get("wait"))) "," goal_of() "," get("advice") "," \
        100 * get("change") "," get("advised") "," interval()
}
END { if (!rows) print world "," made ",own," made ",end,failed,0,no,," }
