# SPDX-License-Identifier: GPL-3.0-or-later
# fresh.awk - worlds that nobody chose, as rows of worlds.csv: the kinds are those of the table, all else is drawn. A set
# of them is held back: no bound of lib/study was chosen by looking at it.
#
#   awk -v seed=1 -f fresh.awk

function draw() { x = x * 16807 % 2147483647; return x / 2147483647 }
function one_of(list,    word, n) { n = split(list, word, " "); return word[1 + int(n * draw())] }
function between(least, most) { return least + int((most - least + 1) * draw()) }
# Even on logarithms, two digits.
function about(least, most,    v, unit) {
    v = least * exp(draw() * log(most / least))
    unit = 10 ^ (int(log(v) / log(10) + 100) - 101)
    return int(v / unit + 0.5) * unit
}
function tail() { return one_of("- - - ~0.1 ~0.5 ~0.8") }
function time(s, shape) { return s "s" (shape == "-" ? "" : shape) }

# A cluster of so many slots at least; of one rack or several. Then `slots`, `hosts`, `racks`.
function cluster(least, most, racks_too) {
    hosts = between(least, most)
    cores = one_of("1 2 2 3 4 4 6")
    slots = hosts * cores
    racks = racks_too ? one_of("0 0 2 3 5") : 0
    if (racks > hosts / 2) racks = 0
    return hosts "x" cores "/" racks
}
function price(least,    any, rack) {
    any = 1 + one_of(least " 0.05 0.15 0.3 0.5 0.5 0.8 1 1 1.5 2.5 4")
    if (any - 1 < least) any = 1 + least
    rack = racks > 0 ? 1 + (any - 1) * one_of("0.3 0.5 0.7") : 1
    return rack "/" any
}
function copies() { return one_of("1 1 2 2 3") }
function lies(    p) {
    p = draw()
    return p < 0.55 ? "even:" copies() : p < 0.7 ? "hot:" between(2, int(hosts / 2) + 1) ":" one_of("1 2") \
        : p < 0.9 ? "mix:" one_of("0.2 0.3 0.4 0.5 0.7") ":" between(1, 3) ":1" : "zipf:" one_of("1 2")
}
function sizes() { return one_of("4 8 12 16 20 24 30 40 1-20 2-40 1-60") }
function mean_size(size,    part) {
    return split(size, part, "-") < 2 ? size : (part[2] + 1 - part[1]) / log((part[2] + 1) / part[1])
}
# Jobs by chance, by the clock, or in bursts, that keep a share of the slots busy.
function arrivals(how, n, size, next_stage, s, load, shape, data,    gap) {
    gap = (mean_size(size) + next_stage) * s / slots / load
    gap = int(gap * 1000 + 1) "ms"
    if (how == "bursts") { burst = between(2, 6); gap = burst * (gap + 0) "ms/" burst }
    return (how == "batch" ? how : how "=" gap) " " n "x" size (next_stage ? "+" next_stage : "") " " time(s, shape) data
}
function shuffle(size) { return int(mean_size(size) * one_of("0 0.1 0.2 0.3") + 0.5) }
function count(size, tasks,    n) { n = int(tasks / mean_size(size)); return n < 10 ? 10 : n > 45 ? 45 : n }
function open(how, s, load, shape, data,    size) {
    size = sizes()
    return arrivals(how, count(size, 420), size, shuffle(size), s, load, shape, data)
}
function chain(s, threads, shape, data,    size, n, think) {
    size = sizes()
    think = about(0.1, 1.5) "s"
    n = int(count(size, 360) / (threads > 2 ? threads / 2 : 1)) 
    if (n * threads < 12) n = int(12 / threads) + 1
    return (threads > 1 ? "users=" threads "/" think : "chain=" think) " " n "x" size "+" between(1, 6) " " time(s, shape) data
}
function busy() { return one_of("0.3 0.45 0.6 0.7 0.8 0.9 1") }
function put(kind, release, form, where, jobs, data, cost, logs, waits, told) {
    printf "s%d-%s-%d,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,drawn\n", seed, kind, ++n[kind], kind, release, form, where, jobs, data, \
        cost, logs, waits, told
}
function spark() { return "spark-" one_of("3.5.1 3.5.1 3.5.1 3.5.1 3.2.4 3.0.3 2.4.8") }
function spark_logs() { return "0 " one_of("1 3 3 3 3 5 10") }
function waits(s) { return s < 0.7 ? "0 0.1 0.3 1 3 10" : s > 15 ? "0 1 3 10 30 60" : "" }
function world(kind, release, where, s, jobs, data, cost) {
    put(kind, release, "event", where, jobs, data, cost, spark_logs(), waits(s))
}

function spark_world(kind,    w, s, l, e, part) {
    s = about(0.3, 8)
    if (kind == "batch") {
        w = cluster(4, 24, 1)
        world(kind, spark(), w, s, open(one_of("poisson poisson poisson bursts batch"), s, busy(), tail()), "even:" copies(), \
              price(0) (s < 2 && draw() < 0.3 ? "+" between(50, 300) "ms" : ""))
    } else if (kind == "out") {
        w = cluster(4, 16, 1)
        w = w " out=" between(1, 2 * hosts)
        world(kind, spark(), w, s, draw() < 0.5 ? chain(s, 1, tail()) : open("poisson", s, busy(), tail()), \
              draw() < 0.5 ? "even:" copies() : "gone:" one_of("0.1 0.3 0.5 0.7") ":" one_of("1 2"), price(0))
    } else if (kind == "hot") {
        w = cluster(5, 20, 0)
        world(kind, spark(), w, s, draw() < 0.4 ? chain(s, 1, tail()) : open(one_of("poisson every"), s, busy(), tail()), \
              one_of("hot:" between(1, int(hosts / 3)) ":1 mix:" one_of("0.3 0.5 0.7 0.8") ":" between(1, 3) ":1 zipf:" \
              one_of("1 2")), price(0))
    } else if (kind == "tails") {
        w = cluster(8, 20, 1)
        world(kind, spark(), w, s, open(one_of("poisson batch"), s, busy(), one_of("^1.3 ^1.6 ^2 ~1 ~1.3")), "even:" copies(), \
              price(0))
    } else if (kind == "chain") {
        w = cluster(4, 16, 1)
        world(kind, spark(), w, s, chain(s, one_of("1 1 1 2 3"), tail()), lies(), price(0))
    } else if (kind == "session") {
        w = cluster(6, 14, 0)
        s = about(0.5, 3)
        l = lies()
        e = draw()
        world(kind, spark(), w, s, e < 0.4 ? chain(s, between(3, 6), tail()) : e < 0.6 ? open("every", s, busy(), tail()) \
              : chain(s, 1, tail(), " @even:2") "; " open("poisson", about(0.4, 2), 0.3, tail(), " @" l), l, price(0))
    } else if (kind == "fair") {
        w = cluster(6, 16, 0)
        s = about(0.5, 4)
        world(kind, one_of("spark-3.5.1/fair spark-3.5.1/fair spark-2.4.8/fair"), w, s, "a: " (draw() < 0.5 ? chain(s, 1, \
              tail()) : open("poisson", s, 0.4, tail())) "; b: " open("poisson", about(0.5, 2), 0.35, tail()), lies(), price(0))
    } else if (kind == "stream") {
        w = cluster(5, 10, 0)
        s = about(0.4, 2)
        e = between(4, 10)
        put(kind, spark(), "event", w, "stream=" e "s " between(20, 36) "x" int(1 + e * slots * one_of("0.3 0.5 0.7") / s \
            / 1.5) " " time(s, "-"), lies(), price(0), "0 3", "0 0.3 1 2 3 5")
    } else if (kind == "dynamic") {
        w = cluster(7, 10, 0)
        world(kind, spark(), w " dyn=2-" hosts "/" between(5, 10) " per=" between(2, 4), s, draw() < 0.5 ? chain(s, 1, tail()) \
              : open("poisson", s, 0.4, tail()), "even:2", price(0))
    } else if (kind == "cache") {
        w = cluster(5, 10, 0)
        s = about(0.3, 1)
        l = between(24, 60)
        put(kind, spark(), "event", w, draw() < 0.6 ? "users=" between(1, 3) "/0.4s 10x" l " " s "s" : arrivals("poisson", 24, \
            int(l / 3), 0, s, busy(), "-"), "cached:" l ":" one_of("0.1 0.2 0.4") ":" between(1, 2), price(0.5), "0 3", \
            "0 0.3 1 3 10 3:0:0")
    } else {
        w = cluster(6, 14, 0)
        e = one_of("late lost slow cpus per")
        w = w " " (e == "late" ? "late=" int(hosts / 2) "@" between(10, 30) : e == "lost" ? "lost=2@" between(10, 30) \
            : e == "slow" ? "slow=" int(hosts / 3) "@" one_of("0.5 0.7") : e == "cpus" && cores % 2 == 0 ? "cpus=2" : "per=2")
        world(kind, spark(), w, s, open("poisson", s, 0.6, tail()), lies(), price(0))
    }
}

function hadoop_world(release,    s, form, told, w, size) {
    s = between(8, 20)
    hosts = between(8, 16)
    cores = between(2, 3)
    slots = hosts * cores
    racks = between(2, 3)
    w = hosts "x" cores (release == "hfs" ? "+1" : "") "/" racks
    form = draw() < 0.25 ? "attempts" : release == "hfs" ? "text" : "avro"
    told = "--preset " (release == "yarn-time" ? "yarn-fair" : release) (form == "attempts" ? " --cluster CLUSTER" : release \
        == "hfs" ? " --map-slots " cores " --reduce-slots 1" : " --slots-per-node " cores)
    size = one_of("4 8 12 16 24 1-30")
    put("hadoop", release, form, w, arrivals(one_of("poisson poisson bursts"), count(size, 260), size, release == "hfs" ? 1 : 0, \
        s, busy(), "-"), one_of("even:1 even:2 even:3 hot:3:2"), price(0), release == "hfs" ? "none " one_of("3 5 10") \
        : release == "yarn-fair" ? "none " one_of("0.25 0.5") : release == "yarn-time" ? "0 " one_of("3 5") : "0 " 2 * hosts, \
        release == "capacity" ? "0 " int(hosts / 4) " " int(hosts / 2) " " hosts " " 2 * hosts : "", told)
}

BEGIN {
    x = 1 + seed * 104729 % 2147483646
    for (i = 0; i < 20; i++) draw()
    print "world,kind,system,form,cluster,jobs,data,price,logs,waits,told,what"
    k = split("batch 14 out 6 hot 8 tails 4 chain 8 session 8 fair 5 stream 4 dynamic 2 cache 4 slots 4", kind, " ")
    for (i = 1; i < k; i += 2)
        for (j = 0; j < kind[i + 1]; j++) spark_world(kind[i])
    for (j = 0; j < 13; j++) hadoop_world(j < 5 ? "hfs" : j < 9 ? "yarn-fair" : j < 11 ? "yarn-time" : "capacity")
}
