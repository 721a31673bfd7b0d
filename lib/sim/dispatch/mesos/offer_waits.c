/* SPDX-License-Identifier: GPL-3.0-or-later */
/* offer_waits.c - what stages wait where pools answer offers: D3, and D4 with the accounting clock, for the stages of
 * one pool at a time (M5 of docs/model.md). Each stage's wait is its own, and an offer asks every stage in order. */
#include "lib/sim/ask.h"
#include "lib/sim/dispatch/mesos/offer_waits.h"
#include "lib/sim/observe/observe.h"
#include "lib/sim/offer/offer.h"

static struct offer_wait *wait_of(const struct offer_waits *own, const struct stage *st)
{
    return stage_record(st, &own->at);
}

/* D3; else D4 by the accounting `clock` (M5). */
static bool counts_skips(const struct sw_replay *r)
{
    return r->opt.delay.policy->clock == SW_COUNT_SKIPS;
}

/* D1, F2 */
static bool may_wait(const struct sw_replay *r, const struct stage *st)
{
    return r->opt.delay.clock != SW_DELAY_NONE && st->n_unlaunched[PREF] && !st->n_retry;
}

/* The reading of its delay clock. */
static int64_t had(const struct sw_replay *r, const struct offer_wait *w)
{
    return counts_skips(r) ? w->skips : w->skipped_us ? r->now_us - (w->skipped_us - 1) : 0;
}

/* The reading from which the stage may launch at that level. */
static int64_t reading_for(const struct sw_replay *r, const struct stage *st, enum sw_level level)
{
    return r->opt.delay.policy->allowed_at(&st->waits, st->level, level);
}

/* D3.1, D4.2: the level that its clock allows. */
static enum sw_level level_reached(const struct sw_replay *r, const struct offer_wait *w, const struct stage *st)
{
    int64_t reading = had(r, w);
    if (reading >= reading_for(r, st, SW_LEVEL_ANY))
        return SW_LEVEL_ANY;
    return reading >= reading_for(r, st, SW_LEVEL_RACK) ? SW_LEVEL_RACK : SW_LEVEL_NODE;
}

/* ---- an offer ------------------------------------------------------------------------------------ */

/* D1: what need not wait goes anywhere. */
enum sw_level offer_waits_reached(struct sw_replay *r, void *own, struct stage *st)
{
    return may_wait(r, st) ? level_reached(r, wait_of(own, st), st) : SW_LEVEL_ANY;
}

/* D3.2, D5.2: one skip more, and a clock that began with the first. */
void offer_waits_skipped(struct sw_replay *r, void *own, struct stage *st)
{
    struct offer_wait *w = wait_of(own, st);
    w->skips++;
    if (!w->skipped_us)
        w->skipped_us = 1 + r->now_us;
}

/* By the offer that is being made. */
static void end_wait(struct sw_replay *r, const struct offer_waits *k, struct stage *st)
{
    struct offer_wait *w = wait_of(k, st);
    if (k->launched_at == SW_AT_NONE)
        return;
    if (r->opt.delay.policy->launched(&st->level, (enum sw_level)k->launched_at))
        w->skips = 0;
    if (w->skipped_us)
        st->job->result.waited_us += r->now_us - (w->skipped_us - 1);
    w->skipped_us = 0;
}

void offer_waits_offered(struct sw_replay *r, void *own, const struct sight *s)
{
    struct offer_waits *k = own;
    if (s->what == SAW_OFFER)
        k->launched_at = s->entry && s->class == PREF ? s->at : SW_AT_NONE;
    else if (s->what == SAW_LAUNCH)
        end_wait(r, k, s->stage);
    else if (!s->stage->entry[PREF].leaf) /* B10: it returns with its level */
        *wait_of(k, s->stage) = (struct offer_wait){ 0 };
}

/* ---- further offers where none come by themselves (H6 c, H7) ------------------------------------- */

struct soonest { struct sw_replay *r; const struct offer_waits *own; int64_t us; };

/* H6 (c): the next instant at which its clock allows more. */
static bool visit_wait(void *ctx, struct sw_queue_entry *entry)
{
    struct soonest *k = ctx;
    const struct stage *st = entry->of;
    const struct offer_wait *w = wait_of(k->own, st);
    for (enum sw_level level = k->r->opt.no_rack_level ? SW_LEVEL_ANY : SW_LEVEL_RACK; level <= SW_LEVEL_ANY; level++) {
        int64_t due_us = w->skipped_us - 1 + reading_for(k->r, st, level);
        if (w->skipped_us && may_wait(k->r, st) && due_us > k->r->now_us)
            k->us = min_i64(k->us, due_us);
    }
    return false;
}

int64_t offer_waits_next_us(struct sw_replay *r, void *own)
{
    struct soonest k = { r, own, INT64_MAX };
    if (r->opt.delay.clock == SW_DELAY_NONE || !r->queues.of_kind[0].n
        || !r->slots.free_rank[0].count)
        return INT64_MAX;
    if (counts_skips(r))
        return r->offers.round_us + r->opt.revive_us;
    sw_queue_walk(&r->queues.of_kind[0], visit_wait, &k);
    return k.us;
}

/* ---- for observers ------------------------------------------------------------------------------- */

bool offer_waits_stands(struct sw_replay *r, void *own, struct stage *st, struct passed *passed)
{
    const struct offer_wait *w = wait_of(own, st);
    if (!may_wait(r, st))
        return false;
    passed->wait_us = w->skipped_us ? r->now_us - (w->skipped_us - 1) : 0;
    passed->level = level_reached(r, w, st);
    bool for_any = passed->level != SW_LEVEL_NODE || r->opt.no_rack_level;
    passed->needs = reading_for(r, st, for_any ? SW_LEVEL_ANY : SW_LEVEL_RACK);
    passed->had = had(r, w);
    passed->counts = counts_skips(r);
    return true;
}
