/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs.c - section 17: jobs that start all at once, reservations, the wait for few racks, and jobs
 * that starve (G1 to G8, G11). */
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

/* A blocked job's: w slots of these nodes in [from, to). */
struct reservation { int64_t from_us, to_us, width; bool *on; };

struct cycle { struct reservation *at; int n; bool *taken, *chosen, *shut, again; };

/* ---- when slots are expected to be free (G5.1) ------------------------------------------------------- */

static int64_t estimate(const struct job *j)
{
    int64_t us = j->limit_us == UNSET ? 365 * 86400 * SW_US_PER_S : j->limit_us; /* G5.2 */
    return us > 0 ? us : 1;
}

/* G5.1: "beyond the last time that a file can have is never". */
static int64_t after(int64_t at, int64_t us) { return at > SW_TIME_MAX - us ? NEVER : at + us; }

static int64_t expected_end(const struct run *r, const struct attempt *a)
{
    int64_t end = after(a->launch_us, estimate(&r->job[a->job])), grace = r->job[a->job].grace_us;
    if (grace != UNSET && grace < end) end = grace; /* G14.7 */
    return end > r->now_us ? end : r->now_us + SW_US_PER_S;
}

static int64_t free_at(const struct run *r, const struct cycle *c, int node, int64_t at)
{
    int64_t slots = r->node[node].slots[0];
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        if (a->node == node && gang_runs(r, a) && expected_end(r, a) > at) slots -= r->job[a->job].width;
    }
    for (int i = 0; i < c->n; i++)
        if (c->at[i].on[node] && c->at[i].from_us <= at && at < c->at[i].to_us)
            slots -= c->at[i].width;
    return slots;
}

/* G13.2: "the nodes of that, which jobs of others do not get in this cycle". */
static bool is_closed(const struct run *r, const struct cycle *c, int node)
{
    for (int p = 0; p < r->n_partitions; p++)
        if (c->shut[p] && r->partition[p].has[node]) return true;
    return false;
}

/* From `at` on for so long: it becomes less where a reservation begins. */
static bool serves(const struct run *r, const struct cycle *c, int node, const struct job *j, int64_t at)
{
    if (!in_partition(r, j, node) || is_closed(r, c, node) || free_at(r, c, node, at) < j->width) return false;
    for (int i = 0; i < c->n; i++)
        if (c->at[i].from_us > at && c->at[i].from_us < at + estimate(j)
            && free_at(r, c, node, c->at[i].from_us) < j->width) return false;
    return true;
}

/* G6: "with --no-rack-level all nodes are one rack". */
static bool in_rack_of(const struct run *r, int node, int of)
{
    return r->o.no_rack_level || !strcmp(r->node[node].rack, r->node[of].rack);
}

/* Those of these nodes that are in the racks that have most of them: N racks, or all. */
static int in_racks(const struct run *r, const bool *on, bool few)
{
    bool *left = naive_alloc((size_t)r->n_nodes, sizeof *left);
    int n = 0;
    memcpy(left, on, (size_t)r->n_nodes * sizeof *left);
    for (int k = 0; k < r->n_nodes && (!few || k < r->o.switches); k++) {
        int best = 0, most = -1;
        for (int i = 0; i < r->n_nodes; i++) {
            int has = 0;
            for (int o = 0; o < r->n_nodes; o++) has += left[o] && in_rack_of(r, o, i);
            if (has > most) best = i, most = has;
        }
        n += most;
        for (int o = 0; o < r->n_nodes; o++) left[o] &= !in_rack_of(r, o, best);
    }
    free(left);
    return n;
}

static bool starts_at(const struct run *r, const struct cycle *c, const struct stage *s, int64_t at, bool few)
{
    bool *on = naive_alloc((size_t)r->n_nodes, sizeof *on);
    for (int i = 0; i < r->n_nodes; i++) on[i] = serves(r, c, i, &r->job[s->job], at);
    bool starts = in_racks(r, on, few) >= s->n_tasks;
    free(on);
    return starts;
}

/* The next time after `after` at which slots come free, as expected; NEVER. */
static int64_t next_free(const struct run *r, const struct cycle *c, int64_t after)
{
    int64_t least = NEVER;
    for (int i = 0; i < r->n_attempts; i++) {
        int64_t end = expected_end(r, &r->attempt[i]);
        if (!r->attempt[i].freed && end > after && end < least) least = end;
    }
    for (int i = 0; i < c->n; i++)
        if (c->at[i].to_us > after && c->at[i].to_us < least) least = c->at[i].to_us;
    return least;
}

/* At or after `from`; NEVER. */
static int64_t earliest(const struct run *r, const struct cycle *c, const struct stage *s, int64_t from, bool few)
{
    int64_t at = from;
    while (at != NEVER && !starts_at(r, c, s, at, few)) at = next_free(r, c, at);
    return at;
}

/* ---- the wait for few racks (G8) ----------------------------------------------------------------------- */

/* G8.4: "a job that no N racks could hold, were all of them free, does not wait". */
static bool waits_for_racks(const struct run *r, const struct stage *s)
{
    const struct job *j = &r->job[s->job];
    bool *on = naive_alloc((size_t)r->n_nodes, sizeof *on);
    for (int i = 0; i < r->n_nodes; i++) on[i] = r->node[i].row[0].slots[0] >= j->width && in_partition(r, j, i);
    bool fits = r->o.switches_us > 0 && s->n_tasks > 1 && in_racks(r, on, true) >= s->n_tasks;
    free(on);
    return fits;
}

/* UNSET: it has not begun. */
static int64_t wait_ends(const struct run *r, const struct stage *s)
{
    if (!r->o.since_first) return s->ready_us + r->o.switches_us;
    return s->passed_us == UNSET ? UNSET : s->passed_us + r->o.switches_us;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* G5: when it can start. *few: it is then still waiting for few racks. */
static int64_t start_of(const struct run *r, const struct cycle *c, const struct stage *s, bool *few)
{
    int64_t anywhere = earliest(r, c, s, r->now_us, false), ends, in_few, at;
    *few = false;
    if (!waits_for_racks(r, s)) return anywhere;
    ends = wait_ends(r, s);
    if (ends == UNSET) ends = after(anywhere, r->o.switches_us);
    in_few = earliest(r, c, s, r->now_us, true);
    at = least(in_few, earliest(r, c, s, most(r->now_us, ends), false));
    *few = at < ends;
    return at;
}

/* ---- which nodes (G5.3, G6) ------------------------------------------------------------------------------ */

/* What is free on each node that has the slots; 0: it has not, or is taken. A rack is known by a node of it. */
static int left_in_rack(const struct run *r, const int64_t *slots, int of)
{
    int n = 0;
    for (int i = 0; i < r->n_nodes; i++) n += in_rack_of(r, i, of) && slots[i] > 0;
    return n;
}

/* G6.2 */
static int next_rack(const struct run *r, const int64_t *slots, int missing)
{
    int best = 0;
    for (int i = 1; i < r->n_nodes; i++) {
        int a = left_in_rack(r, slots, i), b = left_in_rack(r, slots, best);
        bool has = a >= missing, best_has = b >= missing;
        if (has != best_has ? has : has ? a < b : a > b) best = i;
    }
    return best;
}

static void choose_by_rack(const struct run *r, struct cycle *c, int64_t *slots, int missing)
{
    while (missing > 0) {
        int rack = next_rack(r, slots, missing);
        for (int i = 0; i < r->n_nodes && missing > 0; i++)
            if (in_rack_of(r, i, rack) && slots[i] > 0) {
                c->chosen[i] = true;
                slots[i] = 0;
                missing--;
            }
    }
}

struct run_of_nodes { int first, n; int64_t slots; };

/* G6.3 */
static struct run_of_nodes next_run(const struct run *r, const int64_t *slots, int missing)
{
    struct run_of_nodes best = { 0, 0, 0 };
    for (int i = 0; i < r->n_nodes; i++) {
        struct run_of_nodes run = { i, 0, 0 };
        for (; i < r->n_nodes && slots[i] > 0; i++) run.n++, run.slots += slots[i];
        bool has = run.n >= missing, best_has = best.n >= missing;
        if (run.n > 0 && (best.n == 0 || (has ? !best_has || run.slots < best.slots : run.slots > best.slots)))
            best = run;
    }
    return best;
}

static void choose_by_run(const struct run *r, struct cycle *c, int64_t *slots, int missing)
{
    while (missing > 0) {
        struct run_of_nodes run = next_run(r, slots, missing);
        int only = run.first;
        for (int i = run.first; i < run.first + run.n; i++)
            if (slots[i] < slots[only]) only = i;
        if (missing == 1) run = (struct run_of_nodes){ only, 1, 0 };
        for (int i = run.first; i < run.first + run.n && missing > 0; i++, missing--) {
            c->chosen[i] = true;
            slots[i] = 0;
        }
    }
}

/* Uses slots up. */
static void choose(const struct run *r, struct cycle *c, int64_t *slots, int n)
{
    bool racks = false;
    memset(c->chosen, 0, (size_t)r->n_nodes * sizeof *c->chosen);
    for (int i = 1; i < r->n_nodes; i++) racks |= !in_rack_of(r, i, 0);
    if (racks) choose_by_rack(r, c, slots, n);
    else choose_by_run(r, c, slots, n);
}

static int64_t *slots_then(const struct run *r, const struct cycle *c, const struct job *j, int64_t at)
{
    int64_t *slots = naive_alloc((size_t)r->n_nodes, sizeof *slots);
    for (int i = 0; i < r->n_nodes; i++) slots[i] = serves(r, c, i, j, at) ? free_at(r, c, i, at) : 0;
    return slots;
}

/* G5.3: what is free now goes last. G8.1 */
static void choose_later(const struct run *r, struct cycle *c, const struct stage *s, int64_t at, bool few)
{
    const struct job *j = &r->job[s->job];
    int64_t *slots = slots_then(r, c, j, at);
    bool *first = naive_alloc((size_t)r->n_nodes, sizeof *first); /* in the racks that go first, as few as have n */
    int n = 0, has = 0;
    while (few && has < s->n_tasks) {
        int rack = next_rack(r, slots, s->n_tasks - has);
        for (int i = 0; i < r->n_nodes; i++)
            if (in_rack_of(r, i, rack) && slots[i] > 0) first[i] = true, slots[i] = 0, has++;
    }
    memset(c->chosen, 0, (size_t)r->n_nodes * sizeof *c->chosen);
    for (int now = 0; now < 2; now++)
        for (int i = 0; i < r->n_nodes && n < s->n_tasks; i++) {
            if ((few && !first[i]) || !serves(r, c, i, j, at)) continue;
            if (serves(r, c, i, j, r->now_us) != (now == 1)) continue;
            c->chosen[i] = true;
            n++;
        }
    free(first);
    free(slots);
}

/* ---- whole nodes (G5.4 to G5.7) ---------------------------------------------------------------------- */

/* Of what runs alone. */
static int64_t unused_at(const struct run *r, int node, int64_t at)
{
    struct cycle none = { .n = 0 };
    return free_at(r, &none, node, at);
}

/* "ends after s and begins at s + e or before" with `meets`; else "begins before" it */
static bool is_reserved(const struct cycle *c, int node, int64_t from, int64_t to, bool meets)
{
    for (int i = 0; i < c->n; i++)
        if (c->at[i].on[node] && c->at[i].to_us > from && (c->at[i].from_us < to || (meets && c->at[i].from_us == to)))
            return true;
    return false;
}

/* "r, the first time after s from which a node that was reserved is not" */
static int64_t next_unreserved(const struct run *r, const struct cycle *c, int64_t s)
{
    int64_t first = NEVER;
    for (int i = 0; i < c->n; i++)
        for (int node = 0; node < r->n_nodes; node++)
            if (c->at[i].on[node] && c->at[i].to_us > s && c->at[i].to_us < first
                && !is_reserved(c, node, c->at[i].to_us, c->at[i].to_us, true)) first = c->at[i].to_us;
    return first;
}

/* Whether n of the nodes of the try at s have the slots at t; in few racks, if the job waits for them. */
static bool has_then(const struct run *r, const struct cycle *c, const struct stage *st, int64_t s, int64_t t,
                     int64_t *slots)
{
    const struct job *j = &r->job[st->job];
    bool waits = waits_for_racks(r, st) && (wait_ends(r, st) == UNSET || wait_ends(r, st) > r->now_us);
    bool *on = naive_alloc((size_t)r->n_nodes, sizeof *on);
    for (int i = 0; i < r->n_nodes; i++) {
        slots[i] = is_reserved(c, i, s, s + estimate(j), true) ? 0 : unused_at(r, i, t);
        if (slots[i] < j->width || !in_partition(r, j, i)) slots[i] = 0;
        on[i] = slots[i] > 0;
    }
    bool has = in_racks(r, on, waits) >= st->n_tasks;
    free(on);
    return has;
}

/* "jobs on these nodes" */
static int64_t next_end(const struct run *r, const struct cycle *c, const struct stage *st, int64_t s, int64_t after_us)
{
    int64_t next = NEVER;
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        if (gang_runs(r, a) && expected_end(r, a) > after_us && in_partition(r, &r->job[st->job], a->node)
            && !is_reserved(c, a->node, s, s + estimate(&r->job[st->job]), true))
            next = least(next, expected_end(r, a));
    }
    return next;
}

/* The time t that a try finds, and its nodes in c->chosen; NEVER. */
static int64_t try_at(const struct run *r, struct cycle *c, const struct stage *st, int64_t s)
{
    int64_t *slots = naive_alloc((size_t)r->n_nodes, sizeof *slots), t = r->now_us, window = 30 * SW_US_PER_S;
    int64_t next = next_end(r, c, st, s, t), b = next == NEVER ? NEVER : (next / window + 1) * window;
    while (t != NEVER && !has_then(r, c, st, s, t, slots)) {
        while (next != NEVER && next > b + window) window *= 2;
        if (next == NEVER) t = NEVER;
        for (; next != NEVER && next <= b + window; next = next_end(r, c, st, s, t)) t = next;
    }
    if (t != NEVER) choose(r, c, slots, st->n_tasks);
    free(slots);
    return t;
}

/* When the job can start, or from when it is reserved c->chosen; NEVER. */
static int64_t start_by_tries(const struct run *r, struct cycle *c, const struct stage *st)
{
    for (int64_t s = r->now_us; s != NEVER; ) {
        int64_t t = try_at(r, c, st, s), u = t == NEVER ? t : most(s, t), next = next_unreserved(r, c, s);
        bool overlaps = false;
        for (int i = 0; t != NEVER && i < r->n_nodes; i++)
            overlaps |= c->chosen[i] && is_reserved(c, i, u, u + estimate(&r->job[st->job]), false);
        if (u == r->now_us) return u;
        if (t == NEVER || next < u) s = next;
        else if (overlaps) s = u;
        else return u;
    }
    return NEVER;
}

/* ---- a cycle (G3, G4) ------------------------------------------------------------------------------------ */

/* G7 */
static enum sw_locality level_of(const struct run *r, const struct cycle *c, const struct stage *s)
{
    int first = 0;
    if (s->n_tasks == 1) return SW_AT_NODE;
    while (!c->chosen[first]) first++;
    for (int i = first; i < r->n_nodes; i++)
        if (c->chosen[i] && (r->o.no_rack_level || !in_rack_of(r, i, first))) return SW_AT_ANY;
    return SW_AT_RACK;
}

/* G7: "all end with the last of them". */
static void launch(struct run *r, struct cycle *c, struct stage *s)
{
    enum sw_locality at = level_of(r, c, s);
    int from = r->n_attempts, task = 0;
    int64_t last = 0;
    for (int i = 0; i < r->n_nodes; i++)
        if (c->chosen[i]) attempt_launch(r, i, s, task++, at);
    for (int i = from; i < r->n_attempts; i++) last = most(last, r->attempt[i].due_us);
    for (int i = from; i < r->n_attempts; i++) r->attempt[i].due_us = last;
    if (s->passed_us != UNSET) r->job[s->job].waited_us += least(r->now_us, wait_ends(r, s)) - s->passed_us; /* G8.3 */
}

static bool beyond_maximum(const struct run *r, const struct stage *s) /* G3.3 */
{
    const struct job *j = &r->job[s->job];
    for (int p = j->pool; p >= 0 && r->o.order->looks_at_pools; p = r->pool[p].parent)
        if (r->pool[p].held[0] /* U11.2 */
            || (pool_maximum(r, p, 0) != NO_LIMIT
                && pool_running(r, p, 0) + s->n_tasks * j->width > pool_maximum(r, p, 0))) return true;
    return false;
}

/* Now, but for its wait. */
static bool could_start_anywhere(const struct run *r, const struct cycle *c, const struct stage *s)
{
    const struct job *j = &r->job[s->job];
    int n = 0;
    if (!r->o.whole_reserved) return earliest(r, c, s, r->now_us, false) == r->now_us;
    for (int i = 0; i < r->n_nodes; i++)
        n += !is_reserved(c, i, r->now_us, r->now_us + estimate(j), true) && unused_at(r, i, r->now_us) >= j->width
            && in_partition(r, j, i);
    return n >= s->n_tasks;
}

static void reserve(const struct run *r, struct cycle *c, const struct stage *s, int64_t at, bool few)
{
    const struct job *j = &r->job[s->job];
    if (at == NEVER) memset(c->chosen, 0, (size_t)r->n_nodes * sizeof *c->chosen);
    else if (!r->o.whole_reserved) choose_later(r, c, s, at, few);
    c->at = naive_grow(c->at, (size_t)c->n + 1, sizeof *c->at);
    c->at[c->n++] = (struct reservation){ at, after(at, estimate(j)), j->width, c->chosen };
    c->chosen = naive_alloc((size_t)r->n_nodes, sizeof *c->chosen);
}

/* G14.4 */
static void choose_for_pass(const struct run *r, int64_t *slots, int n, bool *chosen)
{
    struct cycle c = { .chosen = chosen };
    choose(r, &c, slots, n);
}

/* G14: others are preempted; true: some were ended at once. */
static bool preempt_for(struct run *r, struct cycle *c, const struct stage *s)
{
    const struct job *j = &r->job[s->job];
    bool *tried = naive_alloc((size_t)r->n_nodes, sizeof *tried);
    for (int i = 0; i < r->n_nodes; i++)
        tried[i] = in_partition(r, j, i) && !is_closed(r, c, i)
            && !is_reserved(c, i, r->now_us, r->now_us + estimate(j), true);
    bool ended = r->o.gang_kills.by && preempt_gangs_for(r, s->job, tried, choose_for_pass);
    free(tried);
    return ended;
}

/* False: the cycle is over. */
static bool take(struct run *r, struct cycle *c, struct stage *s)
{
    bool few = false, whole = r->o.whole_reserved;
    if (r->job[s->job].returns_us > r->now_us) return true; /* G14.8 */
    if (beyond_maximum(r, s) || (r->n_partitions && c->shut[r->job[s->job].partition])) return true; /* G13.2 */
    int64_t at = whole ? start_by_tries(r, c, s) : start_of(r, c, s, &few);
    if (at == r->now_us && !quota_lends(r, s)) return true; /* X6.1 */
    if (at == r->now_us) {
        int64_t *slots = slots_then(r, c, &r->job[s->job], at);
        if (!whole) choose(r, c, slots, s->n_tasks);
        free(slots);
        launch(r, c, s);
        return true;
    }
    if (preempt_for(r, c, s)) return c->again = true, false; /* G14.9 */
    if (r->o.gang_kills.by && whole) { /* G14.10 */
        r->beside = s->job;
        at = start_by_tries(r, c, s);
        r->beside = UNSET;
    }
    if (waits_for_racks(r, s) && s->passed_us == UNSET && could_start_anywhere(r, c, s))
        s->passed_us = r->now_us; /* G8.2, G8.3 */
    if (r->o.reservations == UNSET && r->n_partitions) return c->shut[r->job[s->job].partition] = true; /* G13.2 */
    if (r->o.reservations == UNSET) return false;
    if (c->n < r->o.reservations) reserve(r, c, s, at, few);
    return true;
}

static struct stage *next_stage(struct run *r, const struct cycle *c)
{
    int n = r->o.order->list(r, 0, r->list);
    for (int i = 0; i < n; i++)
        if (!c->taken[r->list[i]->job]) return r->list[i];
    return NULL;
}

/* ---- jobs that starve (G11) ------------------------------------------------------------------------------ */

/* The one that the cycle takes alone: submitted first of those that wait, if it has waited longer than T. */
static struct stage *starving(struct run *r)
{
    struct stage *first = NULL;
    int n = r->o.starve_us == UNSET ? 0 : r->o.order->list(r, 0, r->list);
    for (int i = 0; i < n; i++)
        if (!first || earlier(&r->job[r->list[i]->job], &r->job[first->job])) first = r->list[i];
    return first && r->now_us - r->job[first->job].submit_us > r->o.starve_us ? first : NULL;
}

/* G11.2 */
static int64_t next_iteration(const struct run *r, int64_t after_us)
{
    if (r->o.starve_us == UNSET || r->cycle_us == UNSET || r->cycle_us + r->o.iteration_us <= after_us) return NEVER;
    for (int j = 0; j < r->n_jobs; j++)
        if (job_waiting(r, j, 0)) return r->cycle_us + r->o.iteration_us;
    return NEVER;
}

/* True: another comes at this instant. */
static bool cycle(struct run *r)
{
    struct cycle c = { .taken = naive_alloc((size_t)r->n_jobs, sizeof(bool)),
                       .chosen = naive_alloc((size_t)r->n_nodes, sizeof(bool)),
                       .shut = naive_alloc((size_t)r->n_partitions + 1, sizeof(bool)) };
    struct stage *s = starving(r);
    r->cycle_us = r->now_us;
    if (s) take(r, &c, s);
    while (!s && (s = next_stage(r, &c))) {
        c.taken[s->job] = true;
        if (!take(r, &c, s)) break;
        s = NULL;
    }
    for (int i = 0; i < c.n; i++) free(c.at[i].on);
    free(c.at);
    free(c.shut);
    free(c.taken);
    free(c.chosen);
    return c.again;
}

/* G3: first: of the instant's; expired: a wait of G8 ended at it. */
void gangs_cycle(struct run *r, bool first, bool expired)
{
    preempt_gangs_end(r);
    bool due = r->work_came || (first && expired);
    for (int i = 0; i < r->n_nodes; i++) {
        due |= r->node[i].asks;
        r->node[i].asks = false;
    }
    r->work_came = false;
    while (due) {
        due = cycle(r);
        for (int i = 0; due && i < r->n_nodes; i++) r->node[i].asks = false;
        if (due) r->work_came = false;
    }
}

/* The next end of a wait after an instant, or the next cycle that comes by time. */
int64_t gangs_next(const struct run *r, int64_t after_us)
{
    int64_t next = least(next_iteration(r, after_us), preempt_gangs_next(r, after_us));
    for (int j = 0; j < r->n_jobs; j++)
        for (int i = 0; i < r->job[j].n_stages; i++) {
            const struct stage *s = &r->job[j].stage[i];
            if (!job_waiting(r, j, 0) || !stage_waiting(s) || !waits_for_racks(r, s)) continue;
            int64_t ends = wait_ends(r, s);
            if (ends > after_us && ends < next) next = ends;
        }
    return next;
}

/* ---- options (G2) ------------------------------------------------------------------------------------------ */

int set_width(struct options *o, const char *arg, struct sw_err *err)
{
    static const char *const words[] = { "none", "slots", "nodes", NULL };
    size_t word;
    if (sw_opt_word("--width", arg, words, &word, err)) return SW_FAIL;
    o->width = (int)word;
    return SW_OK;
}

int set_backfill(struct options *o, const char *arg, struct sw_err *err)
{
    uint64_t n = 1;
    o->reservations = UNSET;
    o->whole_reserved = !strncmp(arg, "slurm", 5);
    if (!strcmp(arg, "none")) return SW_OK;
    if (!strcmp(arg, "skip")) o->reservations = 0;
    else if (!strcmp(arg, "conservative")) o->reservations = NO_LIMIT;
    else if (!strncmp(arg, "easy:", 5)) {
        if (sw_opt_count("--backfill", arg + 5, 1, 1000000, &n, err)) return SW_FAIL;
        o->reservations = (int64_t)n;
    } else if (!strncmp(arg, "slurm:", 6)) {
        if (sw_opt_count("--backfill", arg + 6, 1, 1000000, &n, err)) return SW_FAIL;
        o->reservations = (int64_t)n;
    } else if (!strcmp(arg, "slurm")) o->reservations = 500;
    else if (!strcmp(arg, "easy")) o->reservations = 1;
    else return sw_err_usage(err, "--backfill: unknown: '%s'", arg);
    return SW_OK;
}

/* N@T[,first] */
int set_switches(struct options *o, const char *arg, struct sw_err *err)
{
    char time[64] = "", *at;
    const char *comma = strchr(arg, ',');
    o->since_first = comma && !strcmp(comma, ",first");
    o->switches = (int)strtol(arg, &at, 10);
    if (*at != '@' || o->switches < 1 || (comma && !o->since_first) || strlen(arg) > 50)
        return sw_err_usage(err, "--switches: not N@TIME: '%s'", arg);
    memcpy(time, at + 1, comma ? (size_t)(comma - at - 1) : strlen(at + 1));
    return sw_opt_duration("--switches", time, &o->switches_us, err);
}

/* TIME[,ITERATION] */
int set_max_starve(struct options *o, const char *arg, struct sw_err *err)
{
    char time[64] = "";
    const char *comma = strchr(arg, ',');
    o->iteration_us = 600 * SW_US_PER_S;
    if (strlen(arg) > 60) return sw_err_usage(err, "--max-starve: too long");
    memcpy(time, arg, comma ? (size_t)(comma - arg) : strlen(arg));
    if (comma && (sw_opt_duration("--max-starve", comma + 1, &o->iteration_us, err) || !o->iteration_us))
        return sw_err_usage(err, "--max-starve: not TIME,ITERATION: '%s'", arg);
    return sw_opt_duration("--max-starve", time, &o->starve_us, err);
}

int check_gangs(struct options *o, struct sw_err *err)
{
    const struct order_rule *const orders[] = { &order_fifo, &order_fair, &order_hfs, &order_hfs_lack,
                                                &order_hfs_yarn, &order_sjf, &order_srtf, &order_cput,
                                                &order_usage, &order_multifactor, &order_quota, &order_windows,
                                                &order_quota_usage };
    bool known = false;
    if (!o->width)
        return o->order == &order_cput || o->order == &order_multifactor
            ? sw_err_usage(err, "--order: cput is for --width") : SW_OK; /* G10, G12 */
    if (o->partitions && (o->order != &order_multifactor || (o->reservations > 0 && !o->whole_reserved))) /* G13.3 */
        return sw_err_usage(err, "--partitions: another option does not go with it");
    for (int i = 0; i < 13; i++) known |= o->order == orders[i];
    if (!known || o->delay != &delay_none || o->offers != BY_HEARTBEAT || o->kills || o->cpac || o->speculate
        || o->failure_rate > 0 || o->commit_us || o->cores || o->host_cores || o->disk != NO_LIMIT
        || o->load_cap != UNSET)
        return sw_err_usage(err, "--width: another option does not go with it");
    if (o->starve_us != UNSET && (o->order->looks_at_pools || o->reservations > 0 || o->switches_us)) /* G11.3 */
        return sw_err_usage(err, "--max-starve: another option does not go with it");
    o->heartbeat_us = 0;
    return SW_OK;
}

/* Of a job whose row is read (G1). */
void gangs_check(const struct run *r, struct job *j)
{
    const struct stage *s = &j->stage[0];
    int64_t n = 0, widest = 0, processors = most(j->cpus, s->n_tasks);
    if (!r->o.width) return;
    if (j->limit_us != UNSET && __builtin_mul_overflow(j->limit_us, processors, &j->asked_us))
        j->asked_us = INT64_MAX; /* G10.1 */
    for (int i = 0; i < r->n_nodes; i++) widest = most(widest, r->node[i].row[0].slots[0]);
    if (r->o.width == 2) j->width = widest;
    for (int i = 0; i < r->n_nodes; i++) {
        n += r->node[i].row[0].slots[0] >= j->width && in_partition(r, j, i);
        if (r->o.width == 2 && r->node[i].row[0].slots[0] != widest) naive_fail("nodes differ in slots");
    }
    if (n < s->n_tasks) naive_fail("job '%s' asks for more nodes than there are", j->id);
    for (int p = j->pool; p >= 0 && r->o.order->looks_at_pools; p = r->pool[p].parent)
        if (pool_maximum(r, p, 0) != NO_LIMIT && s->n_tasks * j->width > pool_maximum(r, p, 0))
            naive_fail("job '%s' is beyond its pool's maximum", j->id);
}
