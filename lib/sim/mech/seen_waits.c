/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seen_waits.c - delay rules that see the job: waits follow what a rule asks to be told of (D21 of docs/model.md). */
#include "lib/sim/life/life.h"
#include "lib/sim/queue/queue.h"

struct seen_waits {
    double *share[2];       /* of pools by number: those that the waits are by */
    uint32_t n_pools;
    bool offering;          /* the instant's offers have begun */
    bool fell;              /* and by one of them a stage is allowed more: there is another round (D21.4) */
};

/* D21.2: the rule asks to be told of these. */
static bool follows(const struct sw_replay *r, unsigned what) { return r->opt.delay.policy->follows & what; }

/* D21.4: of the job's ready stages of the kind. Before the instant's offers H6 (b) makes a round for more; during them,
 * another round. */
static void change_waits(struct sw_replay *r, struct seen_waits *w, struct job *job, int kind)
{
    bool more = false;
    for (uint32_t s = 0; s < job->n_stages; s++)
        if (job->stage[s].ready && job->stage[s].slot_kind == kind)
            more |= waits_change(r, &job->stage[s]);
    if (!more)
        return;
    if (w->offering)
        w->fell = !r->opt.heartbeat_us;
    else
        r->slots.offer_to_all = true; /* H6 (b) */
}

static void seen_waits_counted(struct sw_replay *r, void *own, struct job *job, int kind)
{
    if (follows(r, SW_FOLLOWS_RUNNING | SW_FOLLOWS_LEFT))
        change_waits(r, own, job, kind);
}

/* Shares change by what pools want, at the events of an instant: a launch leaves them. */
static bool shares_differ(struct sw_replay *r, struct seen_waits *w, int kind)
{
    bool differ = false;
    shares_compute(r, kind, -1);
    for (const struct pool *p = r->pools.first; p; p = p->next) {
        differ |= w->share[kind][p->number] != p->share[kind];
        w->share[kind][p->number] = p->share[kind];
    }
    return differ;
}

/* D21.2: shares are compared with those that the waits were by. */
static void seen_waits_before_offers(struct sw_replay *r, void *own)
{
    struct seen_waits *w = own;
    for (int kind = 0; kind < 2 && follows(r, SW_FOLLOWS_SHARE); kind++) {
        w->share[kind] = xgrow(w->share[kind], w->n_pools, r->pools.n, sizeof *w->share[kind]);
        if (kind == 1)
            w->n_pools = r->pools.n;
        if (shares_differ(r, w, kind))
            for (struct job *job = r->jobs.first_active; job; job = job->next_active)
                change_waits(r, w, job, kind);
    }
    w->offering = true;
}

static int64_t seen_waits_next_us(struct sw_replay *r, void *own)
{
    return ((const struct seen_waits *)own)->fell ? r->now_us : INT64_MAX;
}

static void seen_waits_happen(struct sw_replay *r, void *own)
{
    struct seen_waits *w = own;
    r->slots.offer_to_all |= w->fell;
    w->fell = w->offering = false;
}

static void seen_waits_reset(struct sw_replay *r UNUSED, void *own)
{
    struct seen_waits *w = own;
    w->offering = w->fell = false;
    for (int kind = 0; kind < 2; kind++)
        for (uint32_t p = 0; p < w->n_pools; p++)
            w->share[kind][p] = 0;
}

const struct mechanism seen_waits_mechanism = {
    .needs = NEEDS_POOLS | NEEDS_COUNTS, .size = sizeof(struct seen_waits), .reset = seen_waits_reset,
    .counted = seen_waits_counted, .before_offers = seen_waits_before_offers, .next_us = seen_waits_next_us,
    .happen = seen_waits_happen,
};
