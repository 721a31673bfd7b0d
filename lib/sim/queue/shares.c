/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shares.c - fair shares of pools and of the jobs in them, by lib/fair (docs/model.md S1, K4).
 *
 * Updates and checks ask again and again. Shares are computed again only when something that they are made of has
 * changed: the preset fair-tr takes 0.32 of the time on twelve days of sparse jobs. Nor are they when a job that wants
 * more than it gets wants one task more or less: quincy takes 0.7 of the time on a million tasks. Where they are, only
 * those pools are divided again of which the share, or what their jobs want, has changed (shares_divided()). */
#include "lib/base/arena.h"
#include "lib/base/minmax.h"
#include "lib/sim/queue/queue.h"
#include "lib/sim/task/task.h"
#include "slotwise/sw_fair.h"
#include <math.h>
#include <stdlib.h>

/* What shares are made of. */
struct basis { uint64_t claims, slots; const struct sw_pool_list *pools; uint32_t n_pools; };
/* A pool's share when its jobs last got theirs; stands: what they want has not changed since. */
struct divided { double share; uint64_t when; bool stands, skip; };
struct shares {
    struct basis of[2];        /* the last, by kind of slot */
    struct divided *divided[2]; /* of pools */
    const struct sw_pool_list *of_pools[2]; /* in effect then */
    uint64_t n_computed[2], n_divided;
    uint32_t n, cap_jobs;      /* n: pools there is room for */
    struct pool **pool;        /* n_pools by number: those that shares are computed of */
    uint32_t n_pools;
    bool nested;               /* one of them is below another */
    uint32_t *place, *parent;  /* place: of pools by number, in pool[]; parent: places */
    struct sw_claim *claim, *job_claim;
    struct sw_fair_share *share, *job_share;
    struct sw_quota_claim *quota_claim; /* under order quota */
    struct sw_quota_share *quota_share;
    struct wanting jobs;
    struct sw_fair_tree tree;
    struct sw_fair_space space;
};

static void clear_tree(void *shares)
{
    struct shares *s = shares;
    sw_fair_tree_clear(&s->tree);
    sw_fair_space_clear(&s->space);
}

static struct shares *shares_new(void)
{
    struct shares *s = xcalloc(1, sizeof *s);
    memory_at_end(clear_tree, s);
    return s;
}

/* A pool without a row is made at its first use. */
static struct shares *shares_for(struct sw_replay *r)
{
    struct shares *s = r->pools.shares ? r->pools.shares : (r->pools.shares = shares_new());
    r->pools.counts_told = true;
    uint32_t n = r->pools.n <= s->n ? s->n : r->pools.n + s->n;
    if (s->n == n)
        return s;
    s->pool = xrealloc(s->pool, n, sizeof(struct pool *));
    s->place = xgrow(s->place, s->n, n, sizeof *s->place);
    s->parent = xrealloc(s->parent, n, sizeof *s->parent);
    s->claim = xrealloc(s->claim, n, sizeof *s->claim);
    s->share = xrealloc(s->share, n, sizeof *s->share);
    if (r->opt.order.policy->by_quota) {
        s->quota_claim = xrealloc(s->quota_claim, n, sizeof *s->quota_claim);
        s->quota_share = xrealloc(s->quota_share, n, sizeof *s->quota_share);
    }
    for (int kind = 0; kind < 2; kind++)
        s->divided[kind] = xgrow(s->divided[kind], s->n, n, sizeof *s->divided[kind]);
    s->n = n;
    return s;
}

static void add_pool(struct shares *s, struct pool *p)
{
    s->nested |= !!p->parent;
    s->place[p->number] = s->n_pools;
    s->pool[s->n_pools++] = p;
}

static bool holds(const struct shares *s, const struct pool *p)
{
    return s->place[p->number] < s->n_pools && s->pool[s->place[p->number]] == p;
}

/* All of them, or those that want or have something, with the pools above: nobody's share depends on others. One
 * above may have no share where one below keeps its minimum (--over-min keep), and so want nothing before that does. */
static struct shares *shares_of(struct sw_replay *r, bool all)
{
    struct shares *s = shares_for(r);
    s->n_pools = 0;
    s->nested = false;
    for (struct pool *p = r->pools.first; p && all; p = p->next) {
        bits_put(&r->pools.busy, p->number, true); /* it may get a share now */
        add_pool(s, p);
    }
    for (struct pool *p = all ? NULL : busy_next(r, 0); p; p = busy_next(r, p->number + 1))
        add_pool(s, p);
    for (uint32_t i = 0; i < s->n_pools && s->nested; i++)
        if (s->pool[i]->parent && !holds(s, s->pool[i]->parent))
            add_pool(s, s->pool[i]->parent);
    return s;
}

static void set_tree(struct shares *s)
{
    uint32_t looped;
    for (uint32_t i = 0; i < s->n_pools; i++)
        s->parent[i] = s->pool[i]->parent ? s->place[s->pool[i]->parent->number] : SW_FAIR_TOP;
    if (sw_fair_tree_set(&s->tree, s->parent, s->n_pools, &looped, NULL) != SW_OK)
        memory_out(); /* it fails for no other reason: sw_pools_read() has refused loops */
}

/* K2: a share that is whole but for rounding is whole. */
static double settled(double slots)
{
    double whole = (double)(int64_t)(slots + 0.5); /* round() without a call: no share is below 0 */
    return fabs(slots - whole) < 1e-6 ? whole : slots;
}

static enum sw_over_min over_min(const struct sw_replay *r)
{
    return r->opt.keep_minimums ? SW_OVER_MIN_KEEP : SW_OVER_MIN_SCALE;
}

/* Whether there is enough for all, in pools that stand side by side: then each gets what it wants, up to its maximum.
 * With gets_all(), below, fair-tr takes 0.6 of the instructions on twelve days of sparse jobs. */
static bool all_fit(const struct sw_replay *r, const struct shares *s, int kind)
{
    int64_t left = (int64_t)r->slots.now[kind];
    for (uint32_t i = 0; i < s->n_pools && left >= 0; i++)
        left -= min_i64(s->pool[i]->demand[kind], s->pool[i]->max[kind]);
    return left >= 0 && !s->nested;
}

static struct sw_claim claim_of(const struct pool *p, int kind, double demand_slots)
{
    return (struct sw_claim){ .demand_slots = demand_slots, .weight = (double)p->weight / (double)SW_WEIGHT_ONE,
                              .min_slots = (double)p->min[kind], .max_slots = (double)p->max[kind] };
}

static void settle(struct shares *s, int kind)
{
    for (uint32_t i = 0; i < s->n_pools; i++)
        s->pool[i]->share[kind] = settled(s->share[i].share_slots);
}

/* S1: what a pool asks for; demand_slots < 0: what it has running and pending. */
static double asked(const struct sw_replay *r, const struct pool *p, int kind, double demand_slots)
{
    return demand_slots < 0 ? (double)p->demand[kind] : p->known_us <= r->now_us ? demand_slots : 0;
}

static double or_none(int64_t most)
{
    return most < SW_NO_LIMIT ? (double)most : INFINITY;
}

/* X1, X2: of all pools, since one that wants nothing may keep its quota to itself. */
static void compute_quota(struct sw_replay *r, struct shares *s, int kind, double demand_slots)
{
    for (uint32_t i = 0; i < s->n_pools; i++) {
        const struct pool *p = s->pool[i];
        s->quota_claim[i] = (struct sw_quota_claim){
            .demand_slots = asked(r, p, kind, demand_slots), .quota_slots = (double)p->min[kind],
            .weight = (double)p->weight / (double)SW_WEIGHT_ONE, .limit_slots = or_none(p->max[kind]),
            .lending_limit = or_none(p->lending), .borrowing_limit = INFINITY, /* it is part of the maximum */
            .priority = (int32_t)p->priority, .usage = p->used[kind],
            .usage_weight = r->opt.order.usage_weight };
    }
    set_tree(s);
    if (sw_fair_quota_shares(&s->tree, s->quota_claim, (double)r->slots.now[kind], false, &s->space, s->quota_share,
                             NULL)
        != SW_OK)
        memory_out();
    for (uint32_t i = 0; i < s->n_pools; i++)
        s->pool[i]->share[kind] = settled(s->quota_share[i].share_slots);
}

void shares_compute(struct sw_replay *r, int kind, double demand_slots)
{
    bool by_demand = demand_slots < 0;
    struct shares *s = shares_of(r, !by_demand || r->opt.order.policy->by_quota);
    double slots = (double)r->slots.now[kind];
    s->of[kind].n_pools = 0; /* those of the last basis are overwritten */
    if (r->opt.order.policy->by_quota) {
        compute_quota(r, s, kind, demand_slots);
        return;
    }
    if (by_demand && all_fit(r, s, kind)) {
        for (uint32_t i = 0; i < s->n_pools; i++)
            s->pool[i]->share[kind] = (double)min_i64(s->pool[i]->demand[kind], s->pool[i]->max[kind]);
        return;
    }
    for (uint32_t i = 0; i < s->n_pools; i++)
        s->claim[i] = claim_of(s->pool[i], kind, asked(r, s->pool[i], kind, demand_slots));
    if (s->nested)
        set_tree(s);
    if ((s->nested ? sw_fair_tree_shares(&s->tree, s->claim, slots, over_min(r), &s->space, s->share, NULL, NULL)
                   : sw_fair_shares(s->claim, s->n_pools, slots, over_min(r), &s->space, s->share, NULL, NULL))
        != SW_OK)
        memory_out();
    settle(s, kind);
}

/* Y11 */
void shares_of_yarn(struct sw_replay *r)
{
    struct shares *s = shares_of(r, true);
    s->of[0].n_pools = 0;
    for (uint32_t i = 0; i < s->n_pools; i++)
        s->claim[i] = claim_of(s->pool[i], 0, (double)s->pool[i]->tasks_owed);
    set_tree(s);
    if (sw_fair_yarn_shares(&s->tree, s->claim, false, (double)r->slots.now[0], &s->space, s->share, NULL) != SW_OK)
        memory_out();
    settle(s, 0);
}

/* ---- jobs --------------------------------------------------------------------------------------- */

/* Whether the pool has all that its jobs want. Under O25 a pool's own jobs may be counted in another. */
static bool gets_all(const struct job *job, int kind)
{
    const struct pool *p = job->pool;
    return p == job->at_pool && p->share[kind] >= (double)p->demand[kind];
}

/* The number of those whose pool is to be divided; the rest have what they want, if they want anything. */
static uint32_t gather(struct sw_replay *r, struct shares *s, int kind)
{
    s->jobs.n = 0;
    for (struct job *job = r->jobs.first_active; job; job = job->next_active) {
        if (s->divided[kind][job->pool->number].skip)
            continue;
        int64_t want = job->running[kind] + job->unlaunched[kind];
        job_shares(job)->share[kind] = want > 0 ? (double)want : 0;
        if (want > 0 && !gets_all(job, kind))
            wanting_add(&s->jobs, job);
    }
    wanting_sort(r, &s->jobs);
    if (s->jobs.cap > s->cap_jobs) {
        s->cap_jobs = s->jobs.cap;
        s->job_claim = xrealloc(s->job_claim, s->cap_jobs, sizeof *s->job_claim);
        s->job_share = xrealloc(s->job_share, s->cap_jobs, sizeof *s->job_share);
    }
    return s->jobs.n;
}

static void divide_fairly(struct shares *s, int kind, struct job **job, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        s->job_claim[i] = (struct sw_claim){ .demand_slots = (double)(job[i]->running[kind] + job[i]->unlaunched[kind]),
                                             .weight = order_job_weight(job[i]), .max_slots = (double)SW_NO_LIMIT };
    if (sw_fair_shares(s->job_claim, n, job[0]->pool->share[kind], SW_OVER_MIN_SCALE, &s->space, s->job_share, NULL,
                       NULL)
        != SW_OK)
        memory_out();
    for (uint32_t i = 0; i < n; i++)
        job_shares(job[i])->share[kind] = settled(s->job_share[i].share_slots);
}

/* In a fifo pool the first jobs get all they want. */
static void divide_in_turn(int kind, struct job **job, uint32_t n)
{
    double left = job[0]->pool->share[kind];
    for (uint32_t i = 0; i < n; i++) {
        double want = (double)(job[i]->running[kind] + job[i]->unlaunched[kind]);
        job_shares(job[i])->share[kind] = want < left ? want : left;
        left -= job_shares(job[i])->share[kind];
    }
}

/* Pools whose jobs' shares are what they were are left out. */
static void choose_pools(struct shares *s, int kind)
{
    for (uint32_t i = 0; i < s->n_pools; i++) {
        const struct pool *p = s->pool[i];
        struct divided *d = &s->divided[kind][p->number];
        d->skip = d->stands && d->share == p->share[kind];
        if (!d->skip)
            *d = (struct divided){ p->share[kind], s->n_divided, true, false };
    }
}

static void forget(struct shares *s, int kind)
{
    for (uint32_t p = 0; p < s->n; p++)
        s->divided[kind][p].stands = false;
}

static void divide_all(struct sw_replay *r, int kind)
{
    struct shares *s = shares_for(r);
    s->n_divided++;
    choose_pools(s, kind);
    uint32_t n = gather(r, s, kind), end;
    struct job **job = s->jobs.job;
    for (uint32_t i = 0; i < n; i = end) {
        for (end = i; end < n && job[end]->pool == job[i]->pool; end++)
            ;
        if (job[i]->pool->fifo)
            divide_in_turn(kind, job + i, end - i);
        else
            divide_fairly(s, kind, job + i, end - i);
    }
}

/* Who has all it can use would get more with more to do, or leave some to others. Who has less by more than rounding
 * does not count but as one that has less: neither the level nor a share depends on how much less. */
static bool has_less(double share, int64_t demand, int64_t change)
{
    return share + 1e-3 < (double)min_i64(demand, demand - change);
}

static bool pool_has_less(const struct pool *p, int kind, int64_t change)
{
    double gets = fmax(p->share[kind], (double)p->min[kind]); /* under minimums that are scaled down, the minimum */
    return has_less(gets, p->max[kind], 0) && has_less(gets, p->demand[kind], change);
}

/* A change of what the job wants, after the counts. In a tree of pools each pool above would have to have less, too. */
void shares_note(struct sw_replay *r, const struct job *job, int kind, int64_t change)
{
    const struct pool *p = job->pool;
    bool stands = r->pools.counted && p == job->at_pool && !p->parent && !p->has_children
        && pool_has_less(p, kind, change)
        && has_less(r->queues.keeps_shares ? job_shares(job)->share[kind] : 0,
                    job->running[kind] + job->unlaunched[kind], change);
    if (!stands)
        shares_changed(r, job, kind);
}

void shares_changed(struct sw_replay *r, const struct job *job, int kind)
{
    struct shares *s = r->pools.shares;
    r->queues.claims[kind]++;
    if (s && job->pool->number < s->n)
        s->divided[kind][job->pool->number].stands = false;
}

void shares_forget(struct sw_replay *r)
{
    for (int kind = 0; kind < 2; kind++) {
        r->queues.claims[kind]++;
        if (r->pools.shares)
            forget(r->pools.shares, kind);
    }
}

void shares_start(struct sw_replay *r)
{
    shares_for(r);
}

uint64_t shares_divided(const struct sw_replay *r, const struct pool *p, int kind)
{
    return r->pools.shares->divided[kind][p->number].when;
}

static struct basis basis_now(const struct sw_replay *r, int kind)
{
    return (struct basis){ r->queues.claims[kind], r->slots.now[kind], r->pools.now, r->pools.n };
}

static bool is_same(const struct basis *a, const struct basis *b)
{
    return a->claims == b->claims && a->slots == b->slots && a->pools == b->pools && a->n_pools == b->n_pools;
}

#ifndef NDEBUG
/* Of all pools and jobs, with the place of each in it. */
static double sum_of_shares(const struct sw_replay *r, int kind)
{
    double sum = 0, place = 1;
    for (const struct pool *p = r->pools.first; p; p = p->next)
        sum += p->share[kind] * (place += 1);
    for (const struct job *job = r->jobs.first_active; job; job = job->next_active)
        sum += job_shares(job)->share[kind] * (place += 1);
    return sum;
}

static void check_same(struct sw_replay *r, int kind)
{
    double before = sum_of_shares(r, kind);
    struct basis of = r->pools.shares->of[kind];
    shares_compute(r, kind, -1);
    forget(r->pools.shares, kind);
    divide_all(r, kind);
    r->pools.shares->of[kind] = of;
    assert(sum_of_shares(r, kind) == before);
}
#else
static void check_same(struct sw_replay *r, int kind) { (void)r, (void)kind; }
#endif

uint64_t shares_refresh(struct sw_replay *r, int kind)
{
    struct basis now = basis_now(r, kind);
    struct shares *s = shares_for(r);
    if (is_same(&now, &s->of[kind])) {
        check_same(r, kind);
        return s->n_computed[kind];
    }
    shares_compute(r, kind, -1);
    if (s->of_pools[kind] != now.pools)
        forget(s, kind);
    s->of_pools[kind] = now.pools;
    divide_all(r, kind);
    s->of[kind] = now;
    check_same(r, kind);
    return ++s->n_computed[kind];
}
