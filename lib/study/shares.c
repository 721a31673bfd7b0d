/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shares.c - see shares.h. Samples of the replay come pool by pool; when the time moves on the moment is settled. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/options/options.h"
#include "lib/cluster/cluster.h"
#include "lib/study/shares.h"

/* ---- pools ------------------------------------------------------------------------------------------- */

/* Pools may change with the time (O30). */
static const struct sw_pool_list *list_at(const struct sw_shares *h, int64_t at_us)
{
    const struct sw_pool_list *list = h->s->ask.pools;
    while (list->next && list->next->from_us <= at_us)
        list = list->next;
    return list;
}

static uint32_t find_spec(const struct sw_pool_list *list, const char *name)
{
    for (uint32_t i = 0; i < list->n; i++)
        if (strcmp(list->at[i].name, name) == 0)
            return i;
    return SW_NO_POOL;
}

static struct share *find_share(struct sw_shares *h, const char *name)
{
    for (size_t i = 0; i < h->n; i++)
        if (strcmp(h->at[i].name, name) == 0)
            return &h->at[i];
    /* Pools beyond that are counted and not followed. */
    if (h->n == SHARES_POOLS || strlen(name) >= sizeof h->at->name) {
        h->n_more++;
        return NULL;
    }
    struct share *p = &h->at[h->n++];
    *p = (struct share){ .place = find_spec(h->s->ask.pools, name),
                         /* Of each pool a row of as many numbers as there may be pools. */
                         .taken_s = h->taken_s + (h->n - 1) * SHARES_POOLS };
    strcpy(p->name, name);
    return p;
}

/* ---- one moment ----------------------------------------------------------------------------------------- */

enum rules { RULES_ALL, RULES_NO_MINIMUMS, RULES_NO_WEIGHTS, N_RULES };

static struct sw_claim claim_of(const struct sw_shares *h, const struct share *p, int kind, enum rules rules)
{
    /* No demand, weight 1, no minimum and no maximum: what a pool has that the file does not name. */
    struct sw_claim claim = { 0, 1, 0, INFINITY };
    if (p->here)
        claim.demand_slots = (double)(p->now.running[kind] + p->now.pending[kind]);
    if (p->place == SW_NO_POOL)
        return claim;
    const struct sw_pool_spec *spec = &list_at(h, h->at_us)->at[p->place];
    if (rules != RULES_NO_WEIGHTS)
        claim.weight = (double)spec->weight / 1e6;
    if (rules != RULES_NO_MINIMUMS)
        claim.min_slots = (double)spec->min[kind];
    if (spec->max[kind] < SW_NO_LIMIT)
        claim.max_slots = (double)spec->max[kind];
    return claim;
}

static int set_tree(struct sw_shares *h)
{
    uint32_t parent[SHARES_POOLS], looped;
    for (size_t i = 0; i < h->n; i++) {
        uint32_t place = h->at[i].place, up = place == SW_NO_POOL ? SW_NO_POOL : h->s->ask.pools->at[place].parent;
        /* Only pools that were seen count. Without its parent among them one stands at the top. */
        parent[i] = SW_FAIR_TOP;
        for (size_t k = 0; k < h->n && up != SW_NO_POOL; k++)
            if (h->at[k].place == up)
                parent[i] = (uint32_t)k;
    }
    return sw_fair_tree_set(&h->tree, parent, h->n, &looped, &h->err);
}

static bool is_leaf(const struct sw_shares *h, size_t i)
{
    return h->tree.n_children[i] == 0;
}

/* What minimums give to some they take from others; each that has more by its own is charged in proportion. */
static void charge(struct sw_shares *h, const struct sw_fair_share *with, const struct sw_fair_share *without,
                   double held_s)
{
    double given = 0;
    for (size_t i = 0; i < h->n; i++)
        if (is_leaf(h, i))
            given += fmax(0, with[i].share_slots - without[i].share_slots);
    for (size_t i = 0; i < h->n; i++) {
        double lost_s = (without[i].share_slots - with[i].share_slots) * held_s;
        if (!is_leaf(h, i))
            continue;
        h->at[i].to_minimums_s += fmax(0, lost_s);
        h->at[i].by_minimums_s += fmax(0, -lost_s);
        for (size_t k = 0; k < h->n && lost_s > 0 && given > 0; k++)
            if (is_leaf(h, k))
                h->at[i].taken_s[k] += lost_s * fmax(0, with[k].share_slots - without[k].share_slots) / given;
    }
}

/* equal: the shares if all weights were 1. */
static void look_at(struct sw_shares *h, const struct sw_fair_share *with, const struct sw_fair_share *equal, int kind,
                    double held_s)
{
    for (size_t i = 0; i < h->n; i++) {
        struct share *p = &h->at[i];
        if (!p->here || !is_leaf(h, i))
            continue;
        double share = with[i].share_slots, running = (double)p->now.running[kind];
        double lost_s = (equal[i].share_slots - share) * held_s;
        bool wants = p->now.pending[kind] > 0;
        p->had_s += running * held_s;
        p->to_weights_s += fmax(0, lost_s);
        /* Time counts once, by the maps or by the one kind there is. */
        p->wanting_us += wants && kind == 0 ? held_s * (double)SW_US_PER_S : 0;
        p->below_us += wants && kind == 0 && running < share / 2 ? held_s * (double)SW_US_PER_S : 0;
    }
}

static void settle_moment(struct sw_shares *h)
{
    struct sw_fair_share share[N_RULES][SHARES_POOLS];
    struct sw_claim claim[SHARES_POOLS];
    const struct sw_cluster *cl = h->s->ask.log->cl;
    /* The moment stands for the time to the next. */
    double held_s = (double)h->every_us / (double)SW_US_PER_S;
    /* A callback cannot fail, so replay_shares() looks at this. */
    if (h->n == 0 || h->failed)
        return;
    h->failed = set_tree(h) != SW_OK;
    for (int kind = 0; kind < (cl->one_kind ? 1 : 2) && !h->failed; kind++) {
        double slots = (double)nodes_slots_at(cl, kind, h->at_us);
        for (int rules = 0; rules < N_RULES && !h->failed; rules++) {
            for (size_t i = 0; i < h->n; i++)
                claim[i] = claim_of(h, &h->at[i], kind, (enum rules)rules);
            h->failed = sw_fair_tree_shares(&h->tree, claim, slots, SW_OVER_MIN_SCALE, &h->space, share[rules], NULL,
                                            &h->err) != SW_OK;
        }
        if (h->failed)
            break;
        charge(h, share[RULES_ALL], share[RULES_NO_MINIMUMS], held_s);
        look_at(h, share[RULES_ALL], share[RULES_NO_WEIGHTS], kind, held_s);
    }
    for (size_t i = 0; i < h->n; i++)
        h->at[i].here = false;
}

static void take_sample(void *context, const struct sw_sample *sample)
{
    struct sw_shares *h = context;
    if (sample->time_us != h->at_us)
        settle_moment(h);
    h->at_us = sample->time_us;
    struct share *p = find_share(h, sample->pool);
    if (!p)
        return;
    p->now = *sample;
    p->here = true;
}

/* ---- the replay ------------------------------------------------------------------------------------------ */

static int replay_shares(struct sw_shares *h, struct sw_err *err)
{
    const struct sw_study_ask *ask = &h->s->ask;
    struct sw_options opt = *h->s->opt;
    struct sw_replay_sink sink = { .ctx = h, .sample = take_sample };
    struct sw_replay *r = NULL;
    struct sw_trace *t;
    opt.every_us = h->every_us;
    if (sw_log_trace(&t, ask->log, NULL, err) != SW_OK)
        return SW_FAIL;
    int status = sw_replay_new(&r, ask->log->cl, ask->pools, &opt, &sink, err);
    if (status == SW_OK)
        status = sw_replay_run(r, t, err);
    sw_replay_free(r);
    sw_trace_free(t);
    /* The last moment has no later sample that would settle it. */
    settle_moment(h);
    if (status == SW_OK && h->failed) {
        *err = h->err;
        status = SW_FAIL;
    }
    return status;
}

int shares_run(const struct sw_study *s, struct sw_shares **out, struct sw_err *err)
{
    enum { MOMENTS = 1000 };
    struct sw_shares *h = *out = calloc(1, sizeof *h);
    if (!h || !(h->taken_s = calloc((size_t)SHARES_POOLS * SHARES_POOLS, sizeof *h->taken_s)))
        return sw_err_memory(err);
    h->s = s;
    h->at_us = -1;
    h->every_us = (int64_t)(s->back.makespan_s * (double)SW_US_PER_S) / MOMENTS;
    h->every_us = h->every_us < SW_US_PER_S ? SW_US_PER_S : h->every_us;
    return replay_shares(h, err);
}

void shares_free(struct sw_shares *h)
{
    if (!h)
        return;
    sw_fair_tree_clear(&h->tree);
    sw_fair_space_clear(&h->space);
    free(h->taken_s);
    free(h);
}

static double loss(const struct share *p)
{
    return fmax(p->to_minimums_s, p->to_weights_s);
}

void shares_sort(const struct sw_shares *h, size_t order[])
{
    for (size_t i = 0; i < h->n; i++) {
        /* By insertion: they are few. */
        size_t at = i;
        for (; at > 0 && loss(&h->at[order[at - 1]]) < loss(&h->at[i]); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}
