/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample.c - the timeline: what each pool has, wants and is due at one instant (S1, T4). */
#include "lib/replay/replay.h"
#include <stdlib.h>

static void count_attempts_and_bytes(struct sw_replay *r, int64_t time_us)
{
    for (struct pool *p = r->pools; p; p = p->next)
        p->sampled_copying = 0, p->sampled_bytes = 0;
    for (const struct attempt *a = r->oldest; a; a = a->newer)
        a->job->at_pool->sampled_copying += a->stage->kind == SW_REDUCE && (a->phase == COPYING || a->phase == FETCHING || a->compute_us > time_us);
    for (const struct job *job = r->first_job; job; job = job->next)
        job->at_pool->sampled_bytes += job->held_bytes;
}

static void put_pools(struct sw_replay *r, struct sw_sample *sample)
{
    for (const struct pool *p = r->pools; p; p = p->next) {
        struct sw_sample *out = &sample[p->number];
        if (p->has_children)
            continue;
        out->pool = p->name;
        out->copying = p->sampled_copying;
        out->intermediate_bytes = p->sampled_bytes;
        for (int slot = 0; slot < 2; slot++) {
            out->running[slot] = p->running[slot];
            out->pending[slot] = p->demand[slot] - p->running[slot];
        }
        r->sink.sample(r->sink.ctx, out);
    }
}

static void take_sample(struct sw_replay *r, int64_t time_us)
{
    struct sw_sample *sample = xcalloc(r->n_pools, sizeof *sample);
    count_attempts_and_bytes(r, time_us);
    for (int slot = 0; slot < 2; slot++) {
        shares_compute(r, slot, (double)r->slots_now[slot]);
        for (const struct pool *p = r->pools; p; p = p->next)
            sample[p->number].steady_share[slot] = p->share[slot];
        shares_compute(r, slot, -1);
        for (const struct pool *p = r->pools; p; p = p->next) {
            sample[p->number].time_us = time_us;
            sample[p->number].fair_share[slot] = p->share[slot];
        }
    }
    put_pools(r, sample);
    free(sample);
}

/* Takes the samples that are due before until_us; nothing happens between now and then. */
void samples_until(struct sw_replay *r, int64_t until_us)
{
    for (; r->sink.sample && r->n_pools && r->next_sample_us < until_us; r->next_sample_us += r->opt.every_us)
        take_sample(r, r->next_sample_us);
}
