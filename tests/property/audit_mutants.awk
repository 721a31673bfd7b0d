# SPDX-License-Identifier: GPL-3.0-or-later
# audit_mutants.awk - a log of attempts with one change: awk -v number=N -v kind=KIND -f audit_mutants.awk log.csv
# The number says where and by how much. What was changed goes to stderr. Exit status 3: nothing can be changed so.
function below(n) { state = state * 16807 % 2147483647; return int(state / 2147483647 * n) }
function parts(i, c) { split(row[i], f, ","); return f[c] }
function set(i, c, value,    k, n, text) {
    n = split(row[i], f, ",")
    f[c] = value
    for (k = 1; k <= n; k++) text = text (k > 1 ? "," : "") f[k]
    row[i] = text
}
function add(i, c, by) { if (parts(i, c) != "") set(i, c, sprintf("%.6f", parts(i, c) + by)) }
# One of the rows that suit the kind of change, or 0.
function pick(    i, n) {
    n = 0
    for (i = 2; i <= NR; i++) if (suits(i)) chosen[n++] = i
    return n ? chosen[below(n)] : 0
}
function suits(i) {
    if (kind == "revive") return parts(i, OUTCOME) !~ /^(done|running)$/
    if (kind == "killed-for") return parts(i, OUTCOME) == "killed"
    if (kind == "compute") return parts(i, COMPUTE) != ""
    if (kind == "undo") return parts(i, OUTCOME) == "done"
    if (kind == "end") return parts(i, FINISH) != ""
    if (kind == "locality") return parts(i, LOCALITY) != "none"
    return 1
}
function change(i) {
    if (kind == "launch") add(i, LAUNCH, delta)
    else if (kind == "end") add(i, FINISH, below(2) ? delta : -delta)
    else if (kind == "compute") add(i, COMPUTE, below(2) ? delta : -delta)
    else if (kind == "ready") add(i, READY, below(2) ? delta : -delta)
    else if (kind == "locality") set(i, LOCALITY, parts(i, LOCALITY) == "node" ? "any" : "node")
    else if (kind == "twice") row[i] = row[i] "\n" row[i]
    else if (kind == "undo") set(i, OUTCOME, parts(i, KIND) == "reduce" ? "killed" : "lost")
    else if (kind == "revive") set(i, OUTCOME, "done")
    else if (kind == "killed-for") set(i, KILLED_FOR, parts(i, KILLED_FOR) == "" ? parts(i, POOL) : "")
    else if (kind == "attempt") set(i, ATTEMPT, parts(i, ATTEMPT) + 1)
}
BEGIN {
    JOB = 1; POOL = 2; STAGE = 3; TASK = 4; ATTEMPT = 5; KIND = 6; NODE = 7; RACK = 8; LOCALITY = 9; READY = 10
    LAUNCH = 11; COMPUTE = 12; FINISH = 13; OUTCOME = 14; KILLED_FOR = 15
    state = number % 2147483646 + 1
    for (k = 0; k < 10; k++) below(2)
    split("0.000001 0.1 1 7", deltas, " ")
    delta = deltas[1 + below(4)]
}
{ row[NR] = $0 }
END {
    i = pick()
    if (!i) exit 3
    print "line " i " by " delta > "/dev/stderr"
    change(i)
    for (i = 1; i <= NR; i++) if (row[i] != "") print row[i]
}
