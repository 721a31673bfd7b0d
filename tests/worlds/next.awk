# SPDX-License-Identifier: GPL-3.0-or-later
# next.awk - what of a day depends on its own schedule, from the attempts and results of a run: the executors that dynamic allocation starts and stops (a line `moves ...`), and the batches of a stream that begin when
# the one before has ended (a line `late ...`). world.sh runs the day again with these, until a run leads to what it
# was made with. The schedule up to a move does not depend on it, so each round makes one move more right at least.
#
#   awk -v dyn=MIN-MAX/IDLE -f next.awk triggers.csv cluster.csv results.csv attempts.csv
#
# Dynamic allocation is Spark's ExecutorAllocationManager (3.x): a look each 100 ms; with tasks waiting for 1 s the
# target rises by 1, 2, 4 ... a second, to no more than there are tasks for; an executor that has been idle for IDLE
# goes unless that leaves fewer than the target or MIN. It comes 2 s after it was asked for.

function column(name,    i) { for (i = 1; i <= NF; i++) if ($i == name) return i; return 0 }
# The look that sees it: one at the very instant does not.
function ticks(s) { return int(s * 10 + 0.000001) + 1 }

BEGIN { FS = ","; START_S = 2 }
FNR == 1 { files++ }
files == 1 { if (NF > 1) { triggers[n_triggers++] = $1; trigger[$1] = $2 } next }
files == 2 { if (FNR == 1) slots_at = column("slots"); else { slots = $slots_at; total++ } next }
FNR == 1 && files == 3 { finish = column("finish_s"); next }
files == 3 { ended[$1] = $finish; next }
FNR == 1 {
    node = column("node"); number = column("attempt")
    ready = column("ready_s"); launch = column("launch_s"); finish = column("finish_s")
    next
}
dyn != "" {
    # What was lost waits again from then on, though its stage was ready before.
    key = $1 SUBSEP $3 SUBSEP $4
    waits[ticks($number > 0 ? ended_at[key] : $ready)]++
    ended_at[key] = $finish
    waits[ticks($launch)]--
    split($node, part, "/")
    e = part[2]
    runs[e, ticks($launch)]++
    runs[e, ticks($finish)]--
    if (!((e, ticks($finish)) in idle_since) || idle_since[e, ticks($finish)] < $finish)
        idle_since[e, ticks($finish)] = $finish
    if (ticks($finish) > last) last = ticks($finish)
}

function stop_idle(t,    e, n) {
    for (e = 1; e <= total; e++)
        if (up[e] && !running[e] && t / 10 >= since[e] + idle && n_up - 1 >= min && n_up + n_asked - 1 >= target) {
            moves = moves (moves == "" ? "" : " ") sprintf("gone:%d:%.3f", e, t / 10)
            up[e] = 0
            gone[e] = 1
            n_up--
        }
}
function start(t,    e, n) {
    n = target - n_up - n_asked
    for (e = 1; e <= total && n > 0; e++)
        if (!up[e] && !asked[e] && !gone[e]) {
            asked[e] = t + 10 * START_S
            moves = moves (moves == "" ? "" : " ") sprintf("up:%d:%.3f", e, asked[e] / 10)
            n_asked++
            n--
        }
}
# Those that have come, what runs, and who waits.
function take_in(t,    e) {
    waiting += waits[t]
    for (e = 1; e <= total; e++) {
        if (asked[e] == t && t > 0) { up[e] = 1; asked[e] = 0; since[e] = t / 10; n_up++; n_asked-- }
        if ((e, t) in runs) {
            running[e] += runs[e, t]
            busy += runs[e, t]
            if ((e, t) in idle_since) since[e] = idle_since[e, t]
        }
    }
}
function manage(    t, e, need, add, add_at, part) {
    split(dyn, part, /[-\/]/)
    min = part[1]
    max = part[2]
    idle = part[3]
    for (e = 1; e <= min; e++) up[e] = 1
    n_up = target = min
    n_asked = 0
    add = 1
    add_at = -1
    for (t = 0; t <= last; t++) {
        take_in(t)
        need = int((waiting + busy + slots - 1) / slots)
        if (target > (need > min ? need : min)) target = need > min ? need : min
        if (waiting <= 0) { add_at = -1; add = 1 }
        else if (add_at < 0) add_at = t + 10
        else if (t >= add_at) {
            target += add
            if (target > need) target = need
            if (target > max) target = max
            add = target == need ? 1 : 2 * add
            add_at = t + 10
            start(t)
        }
        stop_idle(t)
    }
    print "moves", moves
}

END {
    if (dyn != "") manage()
    for (i = 1; i < n_triggers; i++)
        if (ended[triggers[i - 1]] > trigger[triggers[i]]) late = late " " triggers[i]
    if (n_triggers) print "late" late
}
