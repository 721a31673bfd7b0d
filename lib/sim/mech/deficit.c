/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deficit.c - updates of the order `deficit` (O10): the jobs in the system and their demand, in the order that
 * lib/sched/order/deficit.c expects.
 *
 * An update works out again only what has changed: what a job misses, when its share or its running tasks have;
 * weights and shares, when others want something; keys, while something waits. On twelve days of sparse jobs the order
 * takes 0.59 of the instructions so, hadoop-0.19-fair 0.47; with a thousand waiting 0.92. */
#include "lib/base/arena.h"
#include "lib/sim/event/event.h"
#include "lib/sim/queue/queue.h"
#include "lib/sim/task/task.h"

struct deficits {
    struct wanting jobs;                /* those that want something */
    uint32_t cap, cap_active;
    struct sw_deficit_claim *claim;     /* cap, of each of these */
    const struct sw_deficit_claim **claims;
    uint32_t n_active;
    /* how much its deficit grew; its minimum before */
    struct before { struct job *job; int64_t gain, min; } *before;
    /* at the last update: whether there was demand; whether there was a minimum, then or before */
    bool had[2], minimums[2];
    /* What weights and shares were last made of, and how long the weights stand. */
    struct basis { uint32_t n_wanting; uint64_t slots; int64_t until_us; } of[2];
};

static const int64_t MOST = INT64_C(1) << 61; /* slot microseconds: deficits stop growing there */

static void deficit_reset(struct sw_replay *r, void *own)
{
    struct deficits *d = own;
    d->had[0] = d->had[1] = d->minimums[0] = d->minimums[1] = false;
    d->of[0] = d->of[1] = (struct basis){ 0 };
    r->queues.deficits_from[0] = r->queues.deficits_from[1] = 0;
}

/* ---- step 1, and keys ------------------------------------------------------------------------------------------- */

/* O10.5: it has demand. */
static bool wants(const struct job *job, int kind)
{
    return job->running[kind] + job->unlaunched[kind] > 0;
}

/* Products of whole numbers, as long as they stay below the limit of deficits. */
static void add_deficit(const struct sw_replay *r, struct job_shares *s, int kind, int64_t running, int64_t n_updates)
{
    struct sw_deficit *state = &s->deficit[kind];
    struct missed *m = &s->missed[kind];
    int64_t all, deficit;
    /* What one update adds is the same while share and running tasks are. */
    if (m->running != running || m->share != state->share) {
        struct sw_deficit one = { .share = state->share };
        sw_deficit_add(&one, running, r->opt.order.update_us, 1);
        *m = (struct missed){ state->share, running, one.deficit };
    }
    if (m->each >= MOST || m->each <= -MOST || __builtin_mul_overflow(m->each, n_updates, &all)
        || __builtin_add_overflow(state->deficit, all, &deficit) || deficit > MOST || deficit < -MOST)
        sw_deficit_add(state, running, r->opt.order.update_us, n_updates);
    else
        state->deficit = deficit;
}

/* Step 1, of so many updates. The gain of most jobs, if most have the same: of the others one is cancelled by one.
 * Where nothing waits, no key is to be moved. */
static int64_t add_missed(struct sw_replay *r, struct deficits *d, int kind, int64_t n_updates)
{
    int64_t gain_of_most = 0, ahead = 0;
    bool keys = r->queues.n_waiting[kind] > 0;
    d->n_active = 0;
    for (struct job *job = r->jobs.first_active; job; job = job->next_active) {
        struct job_shares *s = job_shares(job);
        int64_t before = s->deficit[kind].deficit;
        if (s->updated)
            add_deficit(r, s, kind, job->running[kind], n_updates);
        if (!keys)
            continue;
        int64_t gain = s->deficit[kind].deficit - before;
        PUSH(d->before, d->n_active, d->cap_active, (struct before){ job, gain, s->deficit[kind].min });
        if (!ahead)
            gain_of_most = gain;
        ahead += gain == gain_of_most ? 1 : -1;
    }
    return gain_of_most;
}

/* Deficits are compared with one another only. So keys count them from a number that grows as most of them do, and only
 * the others move: of a thousand jobs that wait, the dozens that run something. */
static void move_keys(struct sw_replay *r, const struct deficits *d, int kind, int64_t gain)
{
    int64_t *from = &r->queues.deficits_from[kind];
    gain = *from + gain > MOST || *from + gain < -MOST ? 0 : gain;
    *from += gain;
    for (uint32_t i = 0; i < d->n_active; i++) {
        const struct before *b = &d->before[i];
        if (b->gain != gain || (d->minimums[kind] && b->min != job_shares(b->job)->deficit[kind].min))
            keys_follow(r, b->job, kind);
    }
}

/* ---- steps 2 to 4 ------------------------------------------------------------------------------------------------ */

/* Until when all weights stay as they are. Many jobs in a row weigh the same. */
static int64_t set_claims(struct sw_replay *r, struct deficits *d, int kind)
{
    const struct sw_order_rule *rule = &r->opt.order;
    const struct job *like = NULL;
    int64_t until_us = INT64_MAX, weight = 0;
    bool like_young = false;
    for (uint32_t i = 0; i < d->jobs.n; i++) {
        const struct job *job = d->jobs.job[i];
        int64_t age_us = r->now_us - job->submit_us;
        bool young = age_us < rule->age_us;
        if (young)
            until_us = min_i64(until_us, r->now_us + (rule->age_us - age_us));
        if (!like || job->weight != like->weight || job->priority != like->priority || young != like_young)
            weight = sw_deficit_weight(rule, job->weight, job->priority, age_us);
        like = job;
        like_young = young;
        d->claim[i] = (struct sw_deficit_claim){ .weight = weight, .demand = job->running[kind] + job->unlaunched[kind],
                                                 .state = &job_shares(job)->deficit[kind] };
    }
    return until_us;
}

static bool has_minimums(const struct sw_replay *r, int kind)
{
    const struct pool *p = r->pools.first;
    while (p && p->declared && p->min[kind] <= 0)
        p = p->next;
    return p && p->declared;
}

/* Whether deficits decided who has a slot of them. */
static bool divide_minimums(struct deficits *d, int kind)
{
    bool by_deficits = false;
    for (uint32_t i = 0, end; i < d->jobs.n; i = end) {
        const struct pool *p = d->jobs.job[i]->pool;
        for (end = i; end < d->jobs.n && d->jobs.job[end]->pool == p; end++)
            ;
        if (p->min[kind] > 0)
            by_deficits |= sw_deficit_minimums(d->claim + i, end - i, p->min[kind], d->claims);
    }
    return by_deficits;
}

/* O10.5: the jobs of this update are those that run or want something. The others have no minimum and no share. */
static void gather_wanting(struct sw_replay *r, struct deficits *d, int kind)
{
    d->jobs.n = 0;
    for (struct job *job = r->jobs.first_active; job; job = job->next_active) {
        struct job_shares *s = job_shares(job);
        s->deficit[kind].min = s->deficit[kind].share = 0;
        s->wanted[kind] = wants(job, kind);
        if (s->wanted[kind])
            wanting_add(&d->jobs, job);
    }
    /* As many claims as there are records of jobs. */
    if (d->jobs.cap <= d->cap)
        return;
    d->cap = d->jobs.cap;
    d->claim = xrealloc(d->claim, d->cap, sizeof *d->claim);
    d->claims = xrealloc(d->claims, d->cap, sizeof *d->claims);
}

/* Without minimums, shares go by who wants something, and by weights. */
static bool shares_stand(const struct sw_replay *r, const struct deficits *d, int kind)
{
    const struct basis *of = &d->of[kind];
    uint32_t n_wanting = 0;
    if (r->now_us >= of->until_us || r->slots.now[kind] != of->slots)
        return false;
    for (const struct job *job = r->jobs.first_active; job; job = job->next_active) {
        bool wanting = wants(job, kind);
        if (wanting != job_shares(job)->wanted[kind])
            return false;
        n_wanting += wanting;
    }
    return n_wanting == of->n_wanting;
}

/* Whether deficits decided who has a slot of a minimum. */
static bool divide_slots(struct sw_replay *r, struct deficits *d, int kind, bool minimums)
{
    bool by_deficits = false;
    gather_wanting(r, d, kind);
    if (minimums) /* else the order makes no difference */
        wanting_sort(r, &d->jobs);
    d->of[kind] = (struct basis){ d->jobs.n, r->slots.now[kind], set_claims(r, d, kind) };
    if (minimums)
        by_deficits = divide_minimums(d, kind);
    if (d->jobs.n)
        sw_deficit_shares(d->claim, d->jobs.n, (int64_t)r->slots.now[kind], d->claims);
    return by_deficits;
}

/* The time until which the following updates would find the same shares, if nothing else happens. */
static int64_t update(struct sw_replay *r, struct deficits *d, int kind)
{
    int64_t gain = add_missed(r, d, kind, 1);
    bool minimums = has_minimums(r, kind), by_deficits = false;
    if (minimums || d->minimums[kind] || !shares_stand(r, d, kind))
        by_deficits = divide_slots(r, d, kind, minimums);
    d->minimums[kind] |= minimums;
    move_keys(r, d, kind, gain);
    d->minimums[kind] = minimums;
    return by_deficits ? 0 : d->of[kind].until_us;
}

/* ---- the mechanism ----------------------------------------------------------------------------------------------- */

/* Deficits stay as they are where no job wants a slot, and none did before. */
static void deficit_event(struct sw_replay *r, void *own, const struct event *ev UNUSED)
{
    struct deficits *d = own;
    int64_t until_us = INT64_MAX;
    for (int kind = 0; kind < 2; kind++) {
        bool any = r->queues.runnable[kind] > 0;
        if (r->cl->total_slots[kind] && (any || d->had[kind]))
            until_us = min_i64(until_us, update(r, d, kind));
        d->had[kind] = any;
    }
    for (struct job *job = r->jobs.last_active; job && !job_shares(job)->updated; job = job->prev_active)
        job_shares(job)->updated = true; /* those that came since */
    ticks_again(r, EV_UPDATE, r->opt.order.update_us);
    ticks_settled(r, until_us);
}

static void deficit_updates_repeat(struct sw_replay *r, void *own, int64_t n)
{
    struct deficits *d = own;
    for (int kind = 0; kind < 2; kind++)
        if (d->had[kind])
            move_keys(r, d, kind, add_missed(r, d, kind, n));
}

const struct mechanism deficit_mechanism = {
    .needs = NEEDS_SHARES, .size = sizeof(struct deficits), .reset = deficit_reset, .event_kind = EV_UPDATE,
    .settles_us = ticks_update_settles_us, .event = deficit_event, .updates_repeat = deficit_updates_repeat,
    .job_submitted = ticks_expect_update,
};
