/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample.c - the timeline: what each pool has, wants and is due at one instant (S1, T4). */
#include "lib/replay/replay.h"
#include "slotwise/sw_fair.h"
#include <stdlib.h>

struct shares {
    uint32_t n, *parent;
    struct pool **pool;
    struct sw_claim *claim;
    struct sw_fair_share *share;
    struct sw_fair_tree tree;
    struct sw_fair_space space;
};

static void shares_start(struct shares *s, struct sw_replay *r)
{
    *s = (struct shares){ 0 };
    for (struct pool *p = r->pools; p; p = p->next)
        s->n++;
    s->pool = xcalloc(s->n, sizeof *s->pool);
    s->parent = xcalloc(s->n, sizeof *s->parent);
    s->claim = xcalloc(s->n, sizeof *s->claim);
    s->share = xcalloc(s->n, sizeof *s->share);
    uint32_t i = 0, looped;
    for (struct pool *p = r->pools; p; p = p->next)
        s->pool[i++] = p;
    for (i = 0; i < s->n; i++) {
        s->parent[i] = SW_FAIR_TOP;
        for (uint32_t k = 0; s->pool[i]->parent && k < s->n; k++)
            if (s->pool[k] == s->pool[i]->parent)
                s->parent[i] = k;
    }
    if (sw_fair_tree_set(&s->tree, s->parent, s->n, &looped, NULL) != SW_OK)
        abort();
}

static void shares_end(struct shares *s)
{
    sw_fair_tree_clear(&s->tree);
    sw_fair_space_clear(&s->space);
    free(s->pool);
    free(s->parent);
    free(s->claim);
    free(s->share);
}

/* Fills s->share; demand_slots < 0: by what each pool has and wants now, else that for all. */
static void compute(struct shares *s, const struct sw_replay *r, int slot, double demand_slots)
{
    for (uint32_t i = 0; i < s->n; i++) {
        const struct pool *p = s->pool[i];
        s->claim[i] = (struct sw_claim){
            .demand_slots = demand_slots < 0 ? (double)p->demand[slot] : demand_slots,
            .weight = (double)p->weight / (double)SW_WEIGHT_ONE,
            .min_slots = (double)p->min[slot], .max_slots = (double)p->max[slot] };
    }
    if (sw_fair_tree_shares(&s->tree, s->claim, (double)r->cl->total_slots[slot], SW_OVER_MIN_SCALE, &s->space, s->share,
                            NULL, NULL) != SW_OK)
        abort();
}

static void count_attempts_and_bytes(struct sw_replay *r, int64_t time_us)
{
    for (struct pool *p = r->pools; p; p = p->next)
        p->sampled_copying = 0, p->sampled_bytes = 0;
    for (const struct attempt *a = r->oldest; a; a = a->newer)
        a->stage->job->pool->sampled_copying += a->stage->kind == SW_REDUCE && (a->phase == COPYING || a->compute_us > time_us);
    for (const struct job *job = r->first_job; job; job = job->next)
        job->pool->sampled_bytes += job->held_bytes;
}

static void put_pools(struct sw_replay *r, struct shares *s, struct sw_sample *sample)
{
    for (uint32_t i = 0; i < s->n; i++) {
        const struct pool *p = s->pool[i];
        if (p->has_children)
            continue;
        struct sw_sample *out = &sample[i];
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
    struct shares s;
    shares_start(&s, r);
    struct sw_sample *sample = xcalloc(s.n, sizeof *sample);
    count_attempts_and_bytes(r, time_us);
    for (int slot = 0; slot < 2; slot++) {
        compute(&s, r, slot, -1);
        for (uint32_t i = 0; i < s.n; i++) {
            sample[i].time_us = time_us;
            sample[i].fair_share[slot] = s.share[i].share_slots;
        }
        compute(&s, r, slot, (double)r->cl->total_slots[slot]);
        for (uint32_t i = 0; i < s.n; i++)
            sample[i].steady_share[slot] = s.share[i].share_slots;
    }
    put_pools(r, &s, sample);
    free(sample);
    shares_end(&s);
}

/* Takes the samples that are due before until_us; nothing happens between now and then. */
void samples_until(struct sw_replay *r, int64_t until_us)
{
    for (; r->sink.sample && r->next_sample_us < until_us; r->next_sample_us += r->opt.every_us)
        take_sample(r, r->next_sample_us);
}
