/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer.c - what a pool does with the slots that it is offered (M5): its stages in turn, the nearest task that their
 * wait allows, skips. Each launch that follows from it has to be in the log. */
#include "lib/audit/allocate.h"
#include <stdlib.h>

struct answer { struct sweep *s; const struct allocator_offer *offer; };

/* ---- the queue (M5, O5) ------------------------------------------------------------------------------------ */

static int by_turn(const void *x, const void *y, void *a)
{
    const struct stage *sx = *(struct stage *const *)x, *sy = *(struct stage *const *)y;
    return audit_turn_before(a, 0, sx, sy) ? -1 : audit_turn_before(a, 0, sy, sx);
}

static size_t list_stages(struct audit *a, uint32_t pool)
{
    struct allocation *g = a->allocation;
    size_t n = 0;
    RESERVE(g->queue, a->n_waiting[0], g->cap_queue);
    for (uint32_t i = 0; i < a->n_waiting[0]; i++)
        if (a->job[a->waiting[0][i]->job].pool == pool && audit_turn_in_queue(a, a->waiting[0][i]))
            g->queue[n++] = a->waiting[0][i];
    if (n)
        qsort_r(g->queue, n, sizeof *g->queue, by_turn, a);
    return n;
}

/* ---- waits (D3, D4) ------------------------------------------------------------------------------------------ */

static enum sw_level allowed_by_wait(const struct audit *a, const struct stage *st)
{
    int64_t w1 = audit_wait_of(a, st, 0), w2 = audit_wait_of(a, st, 1),
            had_us = st->skipped_us < 0 ? 0 : a->allocation->at_us - st->skipped_us;
    if (st->stands == SW_LEVEL_ANY || had_us >= (st->stands == SW_LEVEL_NODE ? w1 : 0) + w2)
        return SW_LEVEL_ANY;
    return st->stands == SW_LEVEL_RACK || had_us >= w1 ? SW_LEVEL_RACK : SW_LEVEL_NODE;
}

static enum sw_level allowed(const struct audit *a, const struct stage *st)
{
    const int64_t *d = a->rules.wait;
    switch (a->rules.delay) {
    case DELAY_SKIPS:
        return st->skips >= d[0] + d[1] ? SW_LEVEL_ANY : st->skips >= d[0] ? SW_LEVEL_RACK : SW_LEVEL_NODE;
    case DELAY_WAIT: return allowed_by_wait(a, st);
    default: return SW_LEVEL_ANY;
    }
}

static void skip(const struct audit *a, struct stage *st)
{
    st->skips++;
    if (st->skipped_us < 0)
        st->skipped_us = a->allocation->at_us;
}

/* D1, F2: not by a task without preference, nor by one that failed. */
static void move(const struct audit *a, struct stage *st, enum sw_locality at, bool failed)
{
    if (failed || at == SW_AT_NONE)
        return;
    if (at == SW_AT_NODE || a->rules.delay == DELAY_WAIT)
        st->skips = 0;
    st->stands = (enum sw_level)at;
    st->skipped_us = -1;
}

/* ---- a launch ------------------------------------------------------------------------------------------------ */

static struct event *find_launch(const struct answer *w, const struct stage *st, uint32_t task)
{
    const struct allocation *g = w->s->a->allocation;
    for (size_t i = g->n_expected; i < g->n_launches; i++) {
        const struct row *row = row_of(w->s, &g->launch[i]);
        if (stage_of(w->s->a, row) == st && row->task == task && row->node == w->offer->node)
            return &g->launch[i];
    }
    return NULL;
}

/* F2: of two that failed at one time the log does not say which was the first. */
static uint32_t first_failed(const struct answer *w, const struct stage *st)
{
    for (uint32_t i = 0; i < st->n_failed && st->failure[i].at_us == st->failure[0].at_us; i++)
        if (find_launch(w, st, st->failure[i].task))
            return st->failure[i].task;
    return st->failure[0].task;
}

static void say_not_there(const struct answer *w, const struct stage *st, uint32_t task)
{
    struct audit *a = w->s->a;
    const struct allocation *g = a->allocation;
    const struct row *row = g->n_expected < g->n_launches ? row_of(w->s, &g->launch[g->n_expected]) : NULL;
    audit_fault(a, OF_TURNS, row, "M5",
                "%s at %s, though task %u of stage %llu of job '%s' was next for the slots of '%s' that pool '%s' was "
                "offered", row ? "launched" : "nothing is launched", S(g->at_us), task, (unsigned long long)st->number,
                a->job[st->job].id, a->cl->node[w->offer->node].name, a->pool[w->offer->pool].name);
}

/* Those that were expected stand before the others. */
static void expect(const struct answer *w, struct stage *st, uint32_t task, enum sw_locality at)
{
    struct audit *a = w->s->a;
    struct allocation *g = a->allocation;
    struct event *ev = find_launch(w, st, task), was;
    if (!ev) {
        say_not_there(w, st, task);
        g->blind = true;
        return;
    }
    move(a, st, at, st->n_failed > 0);
    was = g->launch[g->n_expected];
    g->launch[g->n_expected] = *ev;
    *ev = was;
    g->n_launched++;
    audit_launch_on_node(w->s, &g->launch[g->n_expected++], 1);
}

/* ---- the answer ---------------------------------------------------------------------------------------------- */

/* H5: through the queue from its head. False: nothing is launched. */
static bool scan(const struct answer *w)
{
    struct audit *a = w->s->a;
    size_t n = list_stages(a, w->offer->pool);
    for (size_t i = 0; i < n; i++) {
        struct stage *st = a->allocation->queue[i];
        enum sw_locality at = SW_AT_NONE;
        uint32_t task = st->n_failed ? first_failed(w, st)
                                     : audit_stage_pick(a, st, w->offer->node, allowed(a, st), &at);
        if (task != NONE) {
            expect(w, st, task, at);
            return true;
        }
        skip(a, st);
    }
    return false;
}

/* H4.2, D3.2: under skips each slot that is left is an offer, too. */
int64_t audit_answer(struct sweep *s, const struct allocator_offer *offer)
{
    const struct answer w = { s, offer };
    int64_t left = offer->slots, refused = 0;
    while (left > refused && !s->a->allocation->blind) {
        if (scan(&w))
            left--;
        else if (s->a->rules.delay == DELAY_SKIPS)
            refused++;
        else
            break;
    }
    return left;
}
