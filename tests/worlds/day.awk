# SPDX-License-Identifier: GPL-3.0-or-later
# day.awk - a day of a world of worlds.csv, as naive-replay and slot-replay take it: tasks.csv, cluster.csv, pools.csv
# (where there are pools) and options (all but --delay) in the folder `out`.
#
#   awk -v world=NAME -v day=N -v out=DIR [-v moves='up:3:12.5 gone:1:20' -v late='s-4 s-7'] -f day.awk worlds.csv
#
# What makes a world is the same on all days: how many jobs, how many tasks each has, the times around which they come,
# the hosts that are hot. Each day draws anew when they come, how long tasks take, and where their data lies. `moves`
# are executors that come and go, `late` the batches of a stream that begin when the one before has ended (next.awk).
# The generator is Park and Miller's, whose numbers doubles hold; all times are whole milliseconds.

function draw() { x = x * 16807 % 2147483647; return x / 2147483647 }
function below(n) { return int(n * draw()) }
function exponential() { return -log(draw()) }
function normal(    u) { u = sqrt(-2 * log(draw())); return u * cos(6.283185307179586 * draw()) }
function stream(purpose,    i) {
    x = 1 + (number * 7919 + purpose * 104729) % 2147483646
    for (i = 0; i < 20; i++) draw()
}
# The structure of the world, or the day's chance: two streams, kept beside each other.
function fixed() { if (!in_fixed) { x_day = x; x = x_fixed; in_fixed = 1 } }
function chance() { if (in_fixed) { x_fixed = x; x = x_day; in_fixed = 0 } }

function fail(text) { print "day.awk: " world ": " text >"/dev/stderr"; failed = 1; exit 1 }
# 500ms, 2s, 1.5: seconds
function seconds(text) { return text ~ /ms$/ ? text / 1000 : text + 0 }
function ms(s) { return int(s * 1000 + 0.5) / 1000 }
function value(words, key, otherwise,    n, word, i, pair) {
    n = split(words, word, " ")
    for (i = 1; i <= n; i++)
        if (split(word[i], pair, "=") == 2 && pair[1] == key) return pair[2]
    return otherwise
}

# ---- the cluster: HOSTSxSLOTS[+REDUCE_SLOTS]/RACKS and words --------------------------------------------------------

function rack_of(i, n) { return n_racks > 0 ? "r" int(i * n_racks / n) + 1 : "" }
function put_node(name, rack, slots, speed, from, to, host) {
    if (spark) printf "%s,%s,%d,%s,%s,%s,%s\n", name, rack, slots, speed, from, to, host >file
    else printf "%s,%s,%s,%s\n", name, rack, slots, speed >file
}

function read_cluster(text,    word, part, i) {
    split(text, word, " ")
    split(word[1], part, /[x\/]/)
    n_hosts = part[1]
    slots = part[2]
    n_racks = part[3] + 0
    split(slots, part, "+")
    maps_at_once = part[1]
    reduces_at_once = part[2] + 0
    out_hosts = value(text, "out", 0)      # hosts with data and without an executor
    per_host = value(text, "per", 1)       # executors of a host
    for (i = 0; i < n_hosts; i++) host[i] = sprintf("h%02d", i + 1)
    for (i = 0; i < out_hosts; i++) host[n_hosts + i] = sprintf("x%02d", i + 1)
}

# slow=4@0.5, late=5@20 (the last come then), lost=2@60 (the first go then).
function write_cluster(text,    i, e, part, slow, late_n, lost, from, to, n, move, m) {
    file = out "/cluster.csv"
    print spark ? "node,rack,slots,speed,from_s,to_s,host" : one_kind ? "node,rack,slots,speed" \
        : "node,rack,map_slots,reduce_slots,speed" >file
    split(value(text, "slow", "0@1"), slow, "@")
    split(value(text, "late", "0@0"), late_n, "@")
    split(value(text, "lost", "0@0"), lost, "@")
    dynamic = value(text, "dyn", "")       # dyn=MIN-MAX/IDLE
    split(dynamic, part, /[-\/]/)
    n = split(moves, move, " ")
    for (e = 0; e < n_hosts * per_host; e++) {
        i = e % n_hosts
        from[e] = i >= n_hosts - late_n[1] ? late_n[2] : ""
        to[e] = i < lost[1] ? lost[2] : ""
        if (dynamic != "" && e >= part[1]) from[e] = NEVER
    }
    for (m = 1; m <= n; m++) {
        split(move[m], part, ":")
        if (part[1] == "up") from[part[2] - 1] = part[3]
        else to[part[2] - 1] = part[3]
    }
    for (e = 0; e < n_hosts * per_host; e++) {
        i = e % n_hosts
        put_node(spark ? host[i] "/" e + 1 : host[i], rack_of(i, n_hosts), one_kind ? maps_at_once \
                 : maps_at_once "," reduces_at_once, i >= n_hosts - slow[1] ? slow[2] : "", from[e], to[e], host[i])
    }
    # Their racks are known, and none of them is ever there.
    if (spark && n_racks > 0)
        for (i = 0; i < out_hosts; i++)
            put_node(host[n_hosts + i], rack_of(i, out_hosts), maps_at_once, "", NEVER, "", host[n_hosts + i])
    close(file)
}

# ---- where data lies: RULE:ARGUMENTS --------------------------------------------------------------------------------

function several(n, from, r,    list, k, h, seen, i) {
    list = ""
    for (k = 0; k < r && k < n; k++) {
        do h = host[from + below(n)]; while (index("|" list "|", "|" h "|"))
        list = list (k ? "|" : "") h
    }
    return list
}
# Host i is drawn in proportion to 1/i.
function skewed(r,    list, k, h, u, i, sum) {
    for (i = 1; i <= n_hosts; i++) sum += 1 / i
    for (k = 0; k < r; k++) {
        do {
            u = draw() * sum
            for (i = 1; i < n_hosts && (u -= 1 / i) > 0; i++);
            h = host[i - 1]
        } while (index("|" list "|", "|" h "|"))
        list = list (k ? "|" : "") h
    }
    return list
}
function wish(rule, task,    part, kind) {
    split(rule, part, ":")
    kind = part[1]
    if (kind == "none") return ""
    if (kind == "even") return several(n_hosts + out_hosts, 0, part[2])
    if (kind == "hot") return several(part[2], 0, part[3])                       # on so many hosts, replicas
    if (kind == "mix") return draw() < part[2] ? several(part[3], 0, part[4]) : several(n_hosts, 0, part[4])
    if (kind == "zipf") return skewed(part[2])
    if (kind == "gone") return draw() < part[2] ? several(out_hosts, n_hosts, part[3]) : several(n_hosts, 0, part[3])
    if (kind == "some") return draw() < part[2] ? several(n_hosts, 0, part[3]) : ""  # the others have no preference
    if (kind == "cached") return partition_on[task % part[2]]
    fail("no such data: '" rule "'")
}
# A cached RDD of n partitions, a share of them on the first executors.
function cache(rule,    part, i, n, h) {
    split(rule, part, ":")
    n = n_hosts * per_host
    file = out "/cache.csv"
    for (i = 0; i < part[2]; i++) {
        h = draw() < part[3] ? below(part[4]) : below(n)
        partition_on[i] = host[h % n_hosts] "/" h + 1
        print i "," partition_on[i] >file
    }
    close(file)
}

# ---- jobs -----------------------------------------------------------------------------------------------------------

# 2s, 2s~0.5 (log-normal, the sigma 0.25 unless given), 2s^1.5 (Pareto, at most 50 times the mean)
function time_of(text,    part, mean, t) {
    mean = seconds(text)
    if (split(text, part, "^") == 2) {
        t = mean * (part[2] - 1) / part[2] * draw() ^ (-1 / part[2])
        if (t > 50 * mean) t = 50 * mean
    } else {
        split(text, part, "~")
        t = mean * exp((part[2] == "" ? 0.25 : part[2]) * normal() - (part[2] == "" ? 0.25 : part[2]) ^ 2 / 2)
    }
    t = ms(t)
    return t > 0.01 ? t : 0.01
}
# 20, or 1-100: between these, the logarithm even
function size_of(text,    part) {
    if (split(text, part, "-") < 2) return text + 0
    fixed()
    n = int(exp(log(part[1]) + draw() * (log(part[2] + 1) - log(part[1]))))
    chance()
    return n > part[2] ? part[2] : n
}

function task_row(job, at, stage, parents, kind, t, d, copy, hosts, after, think) {
    return sprintf("%s,%s,%s,%d,%s,%s,%d,%.3f,%s,%s,%s,%s\n", job, at, pool, stage, parents, kind, t, d, copy, hosts,
                   after, think)
}
# The rows of a job; `at` is empty where it comes after another.
function job_rows(job, tasks, stages, secs, data, at, after, think,    rows, n, stage, s, t, from, part) {
    rows = ""
    part[2] = 0
    if (split(data, part, ":") > 4 && part[1] == "cached") from = below(part[2])  # each query reads others
    for (t = 0; t < tasks; t++) {
        rows = rows task_row(job, at, 0, "", spark ? "task" : "map", from + t, time_of(secs), "", wish(data, from + t),
                             after, think)
        at = after = think = ""
    }
    n = split(stages, stage, "+")
    for (s = 1; s <= n; s++)
        for (t = 0; t < stage[s]; t++)
            rows = rows task_row(job, "", s, s - 1, spark ? "task" : "reduce", t, time_of(secs), spark ? "" \
                                 : ms(0.5 * seconds(secs)), "", "", "")
    return rows
}
# Rows that are read together, in order of `at`.
function unit(at, rows) { unit_at[n_units] = at; unit_rows[n_units++] = rows }

# HOW COUNTxTASKS[+STAGE...] SECONDS [@DATA], with POOL: before it
function read_class(text,    word, how, arg, part, count, sizes, stages, data, i, k, at, id, rows, gap, threads) {
    gsub(/^ +| +$/, "", text)
    pool = "default"
    if (match(text, /^[a-z]+: /)) {
        pool = substr(text, 1, RLENGTH - 2)
        text = substr(text, RLENGTH + 1)
    }
    split(text, word, " ")
    split(word[1], part, "=")
    how = part[1]
    arg = part[2]
    split(word[2], part, "x")
    count = part[1]
    sizes = part[2]
    stages = ""
    if (i = index(sizes, "+")) { stages = substr(sizes, i + 1); sizes = substr(sizes, 1, i - 1) }
    data = word[4] ~ /^@/ ? substr(word[4], 2) : all_data
    if (data ~ /^cached/) cache(data)
    id = substr("abcdefgh", ++n_classes, 1) "-"
    pool_of[n_pools++] = pool
    if (how == "chain" || how == "users") {
        threads = how == "users" ? arg + 0 : 1
        split(arg, part, "/")
        gap = how == "users" ? part[2] : arg
        for (k = 0; k < threads; k++) {
            fixed(); at = ms(k == 0 ? 0 : k * seconds(gap) + draw()); chance()
            rows = ""
            for (i = 0; i < count; i++)
                rows = rows job_rows(id k "." i, size_of(sizes), stages, word[3], data, i ? "" : at, i ? id k "." i - 1 \
                                     : "", i ? ms(seconds(gap) * exp(0.3 * normal())) : "")
            unit(at, rows)
        }
        return
    }
    at = gap = 0
    rows = ""
    for (i = 0; i < count; i++) {
        fixed()
        if (how == "batch") at = 0
        else if (how == "poisson") at += i ? seconds(arg) * exponential() : 0
        else if (how == "every" || how == "stream") at = i * seconds(arg)
        else if (how == "bursts") { split(arg, part, "/"); at = int(i / part[2]) * seconds(part[1]) }
        else fail("no such arrivals: '" how "'")
        chance()
        # Jobs that come by chance come up to a mean gap later; a batch or a burst is submitted within half a second.
        gap = ms(at + draw() * (how == "poisson" ? seconds(arg) : how == "batch" || how == "bursts" ? 0.5 : 0.02))
        if (how == "stream") print id i "," gap >(out "/triggers.csv")
        if (index(" " late " ", " " id i " ")) {
            unit_rows[n_units - 1] = unit_rows[n_units - 1] job_rows(id i, size_of(sizes), stages, word[3], data, "", \
                                                                    id i - 1, 0)
            continue
        }
        unit(gap, job_rows(id i, size_of(sizes), stages, word[3], data, gap, "", ""))
    }
}

function write_tasks(    i, k, at, rows) {
    file = out "/tasks.csv"
    print "job_id,submit_s,pool,stage,parents,kind,task_id,duration_s,copy_s,hosts,after_job,think_s" >file
    for (i = 1; i < n_units; i++) {
        at = unit_at[i]
        rows = unit_rows[i]
        for (k = i - 1; k >= 0 && unit_at[k] > at; k--) { unit_at[k + 1] = unit_at[k]; unit_rows[k + 1] = unit_rows[k] }
        unit_at[k + 1] = at
        unit_rows[k + 1] = rows
    }
    for (i = 0; i < n_units; i++) printf "%s", unit_rows[i] >file
    close(file)
}

# ---- the system -----------------------------------------------------------------------------------------------------

# Spark's pools are fifo inside; `fair-inside` is its default pool since 3.4, fair without a file. Capacities are even.
function write_pools(    i, seen, n) {
    for (i = 0; i < n_pools; i++) n += !seen[pool_of[i]]++
    if (system_of !~ /\/fair/ && system_of != "capacity" || (system_of == "capacity" && n < 2)) return ""
    file = out "/pools.csv"
    print system_of == "capacity" ? "pool,capacity" : "pool,policy" >file
    for (i = 0; i < n_pools; i++)
        if (seen[pool_of[i]]) {
            print pool_of[i] "," (system_of == "capacity" ? 1 / n : system_of ~ /fair-inside/ ? "fair" : "fifo") >file
            seen[pool_of[i]] = 0
        }
    close(file)
    return " --pools " out "/pools.csv"
}

function options(price,    text, part, cost) {
    split(price, cost, "+")
    split(cost[1], part, "/")
    text = "--cluster " out "/cluster.csv --placement trace --seed " number " --penalty rack=" part[1] ",any=" part[2]
    if (cost[2] != "") text = text " --startup " cost[2]
    if (spark)
        text = text " --order " (system_of ~ /\/fair/ ? "hfs" : "fifo") " --offers spark-" (system_of ~ /^spark-3\.[1-9]/ \
               ? 3 : 2)
    else if (system_of == "hfs")
        text = text " --order hfs --heartbeat 3s --out-of-band no --per-heartbeat 1 --commit-pending 3s"
    else if (system_of == "capacity")
        text = text " --order capacity --heartbeat 1s --out-of-band no --per-heartbeat 100 --off-switch 1 --give-back yes"
    else
        text = text " --order hfs --heartbeat 1s --out-of-band no --per-heartbeat 1 --give-back yes"
    return text write_pools()
}

BEGIN { FS = ","; NEVER = 1000000; n_units = 0 }
$1 == world {
    found = 1
    for (i = 1; i <= length(world); i++)
        number = (number * 31 + index("abcdefghijklmnopqrstuvwxyz0123456789-", substr(world, i, 1))) % 1000003
    stream(0)
    x_fixed = x
    number += day
    stream(1)
    system_of = $3
    spark = system_of ~ /^spark/
    one_kind = system_of != "hfs"
    all_data = $7
    read_cluster($5)
    n = split($6, class, ";")
    printf "" >(out "/triggers.csv")
    for (c = 1; c <= n; c++) read_class(class[c])
    close(out "/triggers.csv")
    write_cluster($5)
    write_tasks()
    print options($8) >(out "/options")
}
END { if (!failed && !found) { print "day.awk: no world '" world "'" >"/dev/stderr"; exit 1 } exit failed }
