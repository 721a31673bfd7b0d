/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mechanism.c - which mechanisms a replay has, and their lists by callback. */
#include "lib/base/arena.h"
#include "lib/sim/ask.h"
#include "lib/sim/dispatcher.h"
#include "lib/sim/mechanism.h"
#include "lib/sim/observer.h"
#include <assert.h>
#include <string.h>

#define MECHANISM_ENLIST(result, name, ...) \
    if (m->name) { \
        r->mechanisms.on.name[r->mechanisms.has.name].call = m->name; \
        r->mechanisms.on.name[r->mechanisms.has.name++].own = own; \
    }

/* The mechanism is in the list of each callback that it has. */
static void enlist(struct sw_replay *r, const struct mechanism *m, void *own)
{
    MECHANISM_CALLBACKS(MECHANISM_ENLIST)
    if (!m->event)
        return;
    assert(!r->mechanisms.on_event[m->event_kind].call);
    r->mechanisms.on_event[m->event_kind].call = m->event;
    r->mechanisms.on_event[m->event_kind].own = own;
}

static bool has_records(const struct mechanism *m)
{
    return m->job_size || m->stage_size || m->attempt_size || m->pool_size;
}

/* Records are aligned to words of 8 bytes. */
static uint32_t in_words(size_t size)
{
    return (uint32_t)((size + 7) / 8 * 8);
}

/* Says where the mechanism's records lie among those of all. */
static void place_records(struct mechanisms *all, const struct mechanism *m, struct records *at)
{
    if (!has_records(m))
        return;
    *at = (struct records){ .of_job = all->job_size, .of_stage = all->stage_size, .of_attempt = all->attempt_size,
                            .of_pool = all->pool_size };
    all->job_size += in_words(m->job_size);
    all->stage_size += in_words(m->stage_size);
    all->attempt_size += in_words(m->attempt_size);
    all->pool_size += in_words(m->pool_size);
}

void *mechanisms_enter(struct sw_replay *r, const struct mechanism *m)
{
    struct mechanisms *ms = &r->mechanisms;
    assert(ms->n < MECHANISMS_MOST);
    void *own = m->size ? xcalloc(1, m->size) : NULL;
    ms->at[ms->n].of = m;
    ms->at[ms->n++].own = own;
    place_records(ms, m, own);
    enlist(r, m, own);
    return own;
}

void mechanisms_enter_dispatcher(struct sw_replay *r, const struct dispatcher *d)
{
    r->dispatch.of = d;
    r->dispatch.own = mechanisms_enter(r, &d->told);
}

/* When all have been entered it is known where records lie. */
void mechanisms_choose(struct sw_replay *r, mechanisms_choice *choose)
{
    struct mechanisms *ms = &r->mechanisms;
    ms->choose = choose;
    choose(r);
    r->observers = (struct observers){ .of_offers = ms->has.offered || ms->has.saw, .n = ms->has.saw };
    for (uint32_t i = 0; i < ms->n; i++)
        if (has_records(ms->at[i].of)) {
            struct records *at = ms->at[i].own;
            at->job_size = ms->job_size;
            at->stage_size = ms->stage_size;
        }
}

void mechanisms_reset(struct sw_replay *r)
{
    for (uint32_t i = 0; i < r->mechanisms.n; i++) {
        const struct mechanism *m = r->mechanisms.at[i].of;
        size_t kept = has_records(m) ? sizeof(struct records) : 0;
        if (m->needs & NEEDS_ZEROS)
            memset((char *)r->mechanisms.at[i].own + kept, 0, m->size - kept);
    }
    MECHANISMS_TELL(r, reset);
}

unsigned mechanisms_need(const struct sw_replay *r)
{
    unsigned needs = 0;
    for (uint32_t i = 0; i < r->mechanisms.n; i++)
        needs |= r->mechanisms.at[i].of->needs;
    return needs;
}

void *mechanisms_own(const struct sw_replay *r, const struct mechanism *of)
{
    for (uint32_t i = 0; i < r->mechanisms.n; i++)
        if (r->mechanisms.at[i].of == of)
            return r->mechanisms.at[i].own;
    return NULL;
}

/* ---- what they say --------------------------------------------------------------------------------------- */

/* Mechanisms that are asked do not change the replay. */
static struct sw_replay *as_asked(const struct sw_replay *r)
{
    return (struct sw_replay *)r;
}

bool mechanisms_wait(const struct sw_replay *r, int kind)
{
    return MECHANISMS_ANY(as_asked(r), spare, NONE, kind);
}

int64_t mechanisms_cap(const struct sw_replay *r, const struct node *nd, int kind)
{
    return MECHANISMS_LEAST(as_asked(r), slots_cap, INT64_MAX, nd, kind);
}

bool mechanisms_admit(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return MECHANISMS_ALL(as_asked(r), admits, st, node);
}

bool mechanisms_fit(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return MECHANISMS_ALL(as_asked(r), fits, st, node);
}

bool mechanisms_crowd(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return MECHANISMS_ANY(as_asked(r), crowds, st, node);
}
