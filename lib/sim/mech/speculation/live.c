/* SPDX-License-Identifier: GPL-3.0-or-later */
/* live.c - the stages of which something runs, each with its attempts as a column, by launch, and their scores (C2 of
 * docs/model.md).
 *
 * A look goes through what runs, every few seconds. The attempts lie anywhere, and their scores read two lines of
 * each. Where nodes keep their speed, a map's score rises evenly once its start-up is over, and a reduce's while it
 * computes. Begin and length say all then, and they lie here side by side. So does the copying time of a reduce that
 * waits for maps.
 *
 * Columns are by stage, so that a look passes by all attempts of a stage at once. A stage has no straggler before its
 * oldest attempt is past the lag (C1.1), nor while it is quiet (quiet.c). Invariant: next_us of a stage is at most the
 * first such time, and s->next_us at most the least of them. */
#include "lib/base/arena.h"
#include "lib/base/minmax.h"
#include "lib/sim/life/life.h"
#include "lib/sim/mech/speculation/speculation.h"

/* A reduce is asked until it computes, but while it waits for maps and no output can be lost. */
static void note_evenness(const struct sw_replay *r, const struct speculation *s, const struct watch *w,
                          struct live_one *l)
{
    const struct attempt *a = l->of;
    if (!s->even || r->mechanisms.has.runs || a->own_end) /* nodes change their speed, or a mechanism ends an attempt */
        l->takes_us = w->is_reduce ? LIVE_NOT_KNOWN : LIVE_NOT_EVEN;
    else if (!w->is_reduce || (a->phase == RUNNING && a->compute_us <= r->now_us)) {
        l->takes_us = launch_takes(r, a, a->local_us);
        l->begin_us = w->is_reduce ? a->compute_us : a->launch_us + r->opt.startup_us;
        if (l->takes_us > SCORED_MOST_US)
            l->takes_us = LIVE_NOT_EVEN;
        else if (!l->takes_us) /* C2.1: 10^6 once it has begun */
            l->takes_us = 1;
    } else if (a->phase == SHUFFLING && !r->mechanisms.has.fits && a->shuffle_us > 0
               && a->shuffle_us <= SCORED_MOST_US) {
        l->takes_us = LIVE_COPIES;
        l->begin_us = a->shuffle_us;
    } else {
        l->takes_us = LIVE_NOT_KNOWN;
    }
}

int64_t live_ask(const struct sw_replay *r, const struct speculation *s, const struct watch *w, struct live_one *l)
{
    if (l->takes_us != LIVE_NOT_EVEN)
        note_evenness(r, s, w, l);
    return score_of(r, l->of);
}

struct live_one *live_entry(const struct speculation *s, const struct attempt *a)
{
    const struct straggler *of = straggler(s, a);
    return &of->watch->live[of->place];
}

/* ---- columns ----------------------------------------------------------------------------------------- */

/* Those that have ended leave holes. An attempt that moves is written to, so some holes are let be. */
void live_close_up(struct speculation *s, struct watch *w)
{
    uint32_t n = 0;
    if (w->n_live - w->n_running <= w->n_live / 4)
        return;
    for (uint32_t i = 0; i < w->n_live; i++) {
        if (!w->live[i].of)
            continue;
        if (n < i) {
            w->live[n] = w->live[i];
            straggler(s, w->live[n].of)->place = n;
        }
        n++;
    }
    w->n_live = n;
}

/* The record of a stage that is watched. One that another stage gave back keeps its columns. */
static struct watch *watch_of(struct speculation *s, struct stage *st)
{
    struct straggling *of = straggling(s, st);
    if (of->watch)
        return of->watch;
    struct watch *w = s->spare;
    if (w)
        s->spare = w->next_spare;
    else
        w = xcalloc(1, sizeof *w);
    *w = (struct watch){ .stage = st, .is_reduce = st->kind == SW_REDUCE, .is_even = true,
                         .live = w->live, .cap_live = w->cap_live,
                         .ran = { .us = w->ran.us, .cap = w->ran.cap } };
    return of->watch = w;
}

/* Nothing of the stage runs. The last of watched[] takes its place. */
static void stop_watching(struct speculation *s, struct watch *w)
{
    struct watched *at = &s->watched[w->place - 1];
    *at = s->watched[--s->n_watched];
    at->of->place = w->place;
    w->place = w->n_live = w->n_running = 0;
}

/* An attempt is launched: it stands behind all others of its stage. */
struct watch *live_add(const struct sw_replay *r, struct speculation *s, struct attempt *a)
{
    struct watch *w = watch_of(s, a->stage);
    if (!w->place) {
        PUSH(s->watched, s->n_watched, s->cap_watched, (struct watched){ INT64_MAX, w });
        w->place = (uint32_t)s->n_watched;
    }
    if (w->n_live == w->cap_live) {
        live_close_up(s, w);
        RESERVE(w->live, w->n_live + 1, w->cap_live);
    }
    *straggler(s, a) = (struct straggler){ w, w->n_live };
    struct live_one *l = &w->live[w->n_live++];
    *l = (struct live_one){ .of = a, .launch_us = a->launch_us, .takes_us = LIVE_NOT_KNOWN, .node = a->node };
    if (a->sibling)
        l->has_copy = live_entry(s, a->sibling)->has_copy = true;
    if (!w->is_reduce) /* all that its score needs is known */
        note_evenness(r, s, w, l);
    w->is_even &= l->takes_us >= 0;
    w->n_running++;
    return w;
}

/* A hole counts for no node. */
void live_remove(const struct sw_replay *r, struct speculation *s, const struct attempt *a)
{
    struct watch *w = straggler(s, a)->watch;
    struct live_one *l = live_entry(s, a);
    if (a->sibling)
        live_entry(s, a->sibling)->has_copy = false;
    l->of = NULL;
    l->node = r->cl->n_nodes;
    l->takes_us = 1;
    if (!--w->n_running)
        stop_watching(s, w);
}

/* The next look may find something in it, if its oldest attempt is past the lag by then. */
void live_look_soon(const struct sw_replay *r, struct speculation *s, const struct watch *w)
{
    int64_t *next_us = &s->watched[w->place - 1].next_us;
    *next_us = min_i64(*next_us, live_old_at(r, w, w->live[0].launch_us));
    s->next_us = min_i64(s->next_us, *next_us);
}

/* The stage is over. Its record waits for another one. */
void live_release(struct speculation *s, struct stage *st)
{
    struct watch *w = straggling(s, st)->watch;
    if (!w)
        return;
    if (w->place)
        stop_watching(s, w);
    w->next_spare = s->spare;
    s->spare = w;
    straggling(s, st)->watch = NULL;
}

/* A new run: nothing is watched. */
void live_reset(struct speculation *s)
{
    while (s->n_watched)
        stop_watching(s, s->watched[0].of);
    s->next_us = INT64_MAX;
}
