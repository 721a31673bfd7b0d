/* SPDX-License-Identifier: GPL-3.0-or-later */
/* live.c - the attempts that run as a column, by launch, and their scores (C2 of docs/model.md).
 *
 * A look goes through all that runs, every few seconds. The attempts lie anywhere, and their scores read two lines of
 * each. Where nodes keep their speed, a map's score rises evenly once its start-up is over, and a reduce's while it
 * computes. Begin and length say all then, and they lie here side by side. LATE takes 0.79 of the time on a million
 * tasks, and 0.77 on twelve days of sparse jobs. */
#include "lib/base/arena.h"
#include "lib/sim/life/life.h"
#include "lib/sim/mech/speculation/speculation.h"
#include <assert.h>
#include <string.h>

/* Values of takes_us that are no length. NOT_KNOWN: the attempt is asked at this look, and may be even at a later one.
 * NOT_EVEN: it is asked at every look. */
enum { NOT_KNOWN = -2, NOT_EVEN = -1 };

/* Nodes keep their speed, and no mechanism ends an attempt. */
static bool can_be_even(const struct sw_replay *r, const struct speculation *s, const struct attempt *a)
{
    return s->quiet_kept && !r->mechanisms.has.runs && !a->own_end;
}

/* A reduce is asked until it computes. */
static void look_at(const struct sw_replay *r, const struct speculation *s, struct live_one *l)
{
    const struct attempt *a = l->of;
    l->is_reduce = a->stage->kind == SW_REDUCE;
    if (!can_be_even(r, s, a))
        l->takes_us = l->is_reduce ? NOT_KNOWN : NOT_EVEN;
    else if (!l->is_reduce || (a->phase == RUNNING && a->compute_us <= r->now_us)) {
        l->takes_us = launch_takes(r, a, a->local_us);
        l->begin_us = l->is_reduce ? a->compute_us : a->launch_us + r->opt.startup_us;
    }
}

int64_t live_score(const struct sw_replay *r, const struct speculation *s, struct live_one *l)
{
    if (l->takes_us == NOT_KNOWN)
        look_at(r, s, l);
    if (l->takes_us < 0)
        return score_of(r, l->of);
    int64_t worked = r->now_us > l->begin_us ? score_share(r->now_us - l->begin_us, l->takes_us) : 0;
    int64_t score = l->is_reduce ? 2 * SW_SCORE_ONE / 3 + worked / 3 : worked;
    assert(score == score_of(r, l->of));
    return score;
}

/* Those that have ended leave holes. An attempt that moves is written to, so some holes are let be. */
void live_close_up(struct speculation *s)
{
    size_t n = 0;
    if (s->n_live - s->n_running <= s->n_live / 4)
        return;
    for (size_t i = 0; i < s->n_live; i++)
        if (s->live[i].of) {
            s->live[n] = s->live[i];
            straggler(s, s->live[n].of)->place = (uint32_t)n;
            n++;
        }
    s->n_live = n;
}

void live_add(struct speculation *s, struct attempt *a)
{
    if (s->n_live == s->cap_live) {
        live_close_up(s);
        if (s->n_live == s->cap_live)
            s->live = xrealloc(s->live, (s->cap_live = 2 * s->cap_live + 256), sizeof *s->live);
    }
    straggler(s, a)->place = (uint32_t)s->n_live;
    s->live[s->n_live++] = (struct live_one){ .of = a, .stage = a->stage, .straggling = straggling(s, a->stage),
                                              .launch_us = a->launch_us, .takes_us = NOT_KNOWN, .node = a->node,
                                              .slot_kind = a->stage->slot_kind };
    s->n_running++;
}

void live_remove(struct speculation *s, const struct attempt *a)
{
    s->live[straggler(s, a)->place].of = NULL;
    s->n_running--;
}
