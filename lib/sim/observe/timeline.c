/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timeline.c - the timeline: what each pool has, wants and is due at one instant (S1, T4). */
#include "lib/base/arena.h"
#include "lib/sim/queue/queue.h"

enum { MOST_ALIKE = 1000000 }; /* rows of a pool that do not differ; of more the first and the last are put */

/* Steady shares of pools, and what they are made of. */
struct steady {
    double *share;
    uint64_t slots;
    const struct sw_pool_list *pools;
    uint32_t n, n_known;       /* n 0: there are none yet */
};
struct timeline { int64_t next_us; struct steady steady[2]; };

/* Reduces that still shuffle (L4), and what finished maps hold (S4), of each pool. */
static void count_attempts_and_bytes(struct sw_replay *r, struct sw_sample *sample, int64_t time_us)
{
    for (uint32_t i = 0; i < r->pools.n; i++) {
        sample[i].time_us = time_us;
        sample[i].shuffling = 0;
        sample[i].intermediate_bytes = 0;
    }
    for (const struct attempt *a = r->attempts.oldest; a; a = a->newer)
        sample[a->job->at_pool->number].shuffling += a->stage->kind == SW_REDUCE
                                                     && (a->phase == SHUFFLING || a->phase == SHUFFLE_ENDS
                                                         || a->compute_us > time_us);
    for (const struct job *job = r->jobs.first; job; job = job->next)
        sample[job->at_pool->number].intermediate_bytes += job->held_bytes;
}

/* S1: pools that take jobs. */
static void put_pools(struct sw_replay *r, struct sw_sample *sample)
{
    for (const struct pool *p = r->pools.first; p; p = p->next) {
        struct sw_sample *out = &sample[p->number];
        if (p->has_children)
            continue;
        out->pool = p->name;
        for (int kind = 0; kind < 2; kind++) {
            out->running[kind] = p->running[kind];
            out->pending[kind] = p->demand[kind] - p->running[kind];
        }
        r->sink.sample(r->sink.ctx, out);
    }
}

/* S1: a pool is known from its first row on, or from its first job. */
static uint32_t n_known(const struct sw_replay *r)
{
    uint32_t n = 0;
    for (const struct pool *p = r->pools.first; p; p = p->next)
        n += p->known_us <= r->now_us;
    return n;
}

/* A pool that is known stays so during a run. Steady shares are worked out where slots, pools or their rows change. */
static void take_steady(struct sw_replay *r, struct steady *s, int kind)
{
    uint32_t known = n_known(r);
    if (s->n == r->pools.n && s->n_known == known && s->slots == r->slots.now[kind] && s->pools == r->pools.now)
        return;
    s->share = xrealloc(s->share, r->pools.n, sizeof *s->share);
    shares_compute(r, kind, (double)r->slots.now[kind]);
    for (const struct pool *p = r->pools.first; p; p = p->next)
        s->share[p->number] = p->share[kind];
    s->n = r->pools.n;
    s->n_known = known;
    s->slots = r->slots.now[kind];
    s->pools = r->pools.now;
}

/* S1: by the cluster alone, and by demand now. */
static void take_shares(struct sw_replay *r, struct timeline *t, struct sw_sample *sample)
{
    for (int kind = 0; kind < 2; kind++) {
        take_steady(r, &t->steady[kind], kind);
        for (uint32_t p = 0; p < r->pools.n; p++)
            sample[p].steady_share[kind] = t->steady[kind].share[p];
        shares_compute(r, kind, -1);
        for (const struct pool *p = r->pools.first; p; p = p->next)
            sample[p->number].fair_share[kind] = p->share[kind];
    }
}

/* Takes the samples up to that time. Nothing happens between now and then, so shares are worked out once: 0.86 of the
 * instructions on twelve days of sparse jobs. */
static void timeline_time_passes(struct sw_replay *r, void *own, int64_t until_us)
{
    struct timeline *t = own;
    if (!r->sink.sample || !r->pools.n || t->next_us >= until_us)
        return;
    struct sw_sample *sample = xcalloc(r->pools.n, sizeof *sample);
    take_shares(r, t, sample);
    if ((until_us - t->next_us) / r->opt.every_us > MOST_ALIKE) { /* else a wrong year in a log fills the disk */
        count_attempts_and_bytes(r, sample, t->next_us);
        put_pools(r, sample);
        t->next_us += (until_us - 1 - t->next_us) / r->opt.every_us * r->opt.every_us;
    }
    for (; t->next_us < until_us; t->next_us += r->opt.every_us) {
        count_attempts_and_bytes(r, sample, t->next_us);
        put_pools(r, sample);
    }
    xfree(sample);
}

static void timeline_reset(struct sw_replay *r UNUSED, void *own)
{
    struct timeline *t = own;
    t->next_us = 0;
    t->steady[0].n = t->steady[1].n = 0;
}

const struct mechanism timeline_observer = {
    .needs = NEEDS_LAUNCHES | NEEDS_POOLS, .size = sizeof(struct timeline), .reset = timeline_reset,
    .time_passes = timeline_time_passes,
};
