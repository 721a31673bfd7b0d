/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reload.c - rows of the pools file that take effect while the replay runs, as Hadoop reads its allocations anew (O30, O31). */
#include "lib/replay/replay.h"

static void expect_next(struct sw_replay *r)
{
    if (!r->pools_now->next)
        return;
    r->n_changes++;
    heap_push(&r->events, (struct event){ r->pools_now->next->from_us, (uint64_t)EV_POOLS << 56, NULL });
}

static int64_t wanted(const struct pool *p, int slot)
{
    return p->demand[slot] < p->max[slot] ? p->demand[slot] : p->max[slot];
}

/* The pool above sees the demand cut to the maximum. */
static void set(struct pool *p, const struct sw_pool_spec *spec)
{
    int64_t before[2] = { wanted(p, 0), wanted(p, 1) };
    pool_declare(p, spec);
    for (int slot = 0; slot < 2; slot++)
        pools_count(p->parent, slot, 0, wanted(p, slot) - before[slot]);
}

/* Declared pools are the first, in the order of the list. */
static void set_all(struct sw_replay *r)
{
    struct pool *p = r->pools;
    for (uint32_t i = 0; i < r->pools_now->n; i++, p = p->next)
        set(p, &r->pools_now->at[i]);
}

/* ---- waits: what a stage has waited so far counts against the new ones ----------------------------- */

static void change_waits(struct sw_replay *r, struct stage *st)
{
    const struct sw_delay *part = r->opt.delay.part;
    const struct sw_waits was = st->waits;
    struct sw_item *item = &st->item[PREF];
    stage_set_waits(r, st);
    if (!item->leaf || st->job->pool->starved[st->slot])
        return;
    sw_list_look(item);
    enum sw_level rack = r->opt.no_rack_level && !part->climbs ? SW_LEVEL_ANY : SW_LEVEL_RACK;
    item->state.due_any += part->due(&st->waits, st->level, SW_LEVEL_ANY) - part->due(&was, st->level, SW_LEVEL_ANY);
    item->state.due_rack += part->due(&st->waits, st->level, rack) - part->due(&was, st->level, rack);
    sw_list_put(item);
}

static void change_all_waits(struct sw_replay *r)
{
    for (struct job *job = r->first_job; job; job = job->next)
        for (uint32_t s = 0; s < job->n_stages; s++)
            if (job->stage[s].ready && r->opt.delay.part->meter == SW_PER_GAP)
                change_waits(r, &job->stage[s]);
}

/* ---- places in the lists of order ------------------------------------------------------------------- */

static void place_all(struct sw_replay *r)
{
    for (struct pool *p = r->pools; p && r->opt.order.part->uses_pools; p = p->next)
        for (int slot = 0; slot < 2 && !p->has_children; slot++)
            pools_place(r, p, slot);
}

static void pool_updates_reset(struct sw_replay *r, void *own)
{
    (void)own;
    set_all(r);
    limits_resize(r);
    expect_next(r);
}

static int pool_updates_event(struct sw_replay *r, void *own, const struct event *ev)
{
    (void)own;
    (void)ev;
    r->n_changes--;
    r->pools_now = r->pools_now->next;
    set_all(r);
    limits_resize(r);
    place_all(r);
    change_all_waits(r);
    jobs_let_in(r);
    r->acc[0].idle = r->acc[1].idle = false;
    r->call_all = true; /* H6 (b) */
    expect_next(r);
    return SW_OK;
}

static bool pool_updates_wanted(const struct sw_replay *r)
{
    return r->pools_declared && r->pools_declared->next;
}

const struct mechanism pool_updates_mechanism = { .name = "pool updates", .wanted = pool_updates_wanted, .reset = pool_updates_reset,
    .event_kind = EV_POOLS, .event = pool_updates_event };
