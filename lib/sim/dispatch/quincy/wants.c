/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wants.c - whose tasks a decision for all nodes is about, and how many of them may be launched (rules Q3, Q4). */
#include "lib/base/arena.h"
#include "lib/sim/dispatch/quincy/quincy.h"
#include "lib/sim/queue/queue.h"
#include "lib/sim/task/task.h"
#include <assert.h>
#include <stdlib.h>

/* Q3: by the bytes of a task and the time since its stage was ready. With one rack no distance is off it (Q2.3). */
struct sw_price wants_price(const struct sw_replay *r, const struct stage *st)
{
    const struct sw_global_rule *rule = &r->opt.global;
    const struct job *job = st->job;
    uint64_t bytes = job->result.maps ? job->input_bytes / job->result.maps : 0; /* that a task reads (Q3) */
    struct sw_price price = rule->policy->price(rule, bytes, r->now_us - st->ready_us);
    if (r->cl->n_racks == 1)
        price.off = price.rack;
    return price;
}

/* The number in the job's record may be of an earlier decision. */
uint32_t wants_of(struct global *g, struct job *job)
{
    struct quincy_job *of = job_record(job, &g->at);
    if (of->wants < g->n_wants && g->wants[of->wants].job == job)
        return of->wants;
    RESERVE(g->wants, g->n_wants + 1, g->cap_wants);
    g->wants[g->n_wants] = (struct wants){ .job = job, .waiting = job->unlaunched[g->kind] };
    return of->wants = (uint32_t)g->n_wants++;
}

/* ---- all that wait -------------------------------------------------------------------------------- */

/* The queue is in order of priority, submission and place, so a job's stages stand together. */
static bool note_item(void *ctx, struct sw_queue_entry *at)
{
    struct global *g = ctx;
    struct stage *st = at->of;
    int class = at == &st->entry[NOPREF] ? NOPREF : PREF;
    RESERVE(g->item, g->n_items + 1, g->cap_items);
    RESERVE(g->wants, g->n_wants + 1, g->cap_wants);
    if (!g->n_wants || g->wants[g->n_wants - 1].job != st->job)
        g->wants[g->n_wants++] = (struct wants){ .job = st->job };
    g->item[g->n_items++] = (struct item){ .stage = st, .class = class, .wants = (uint32_t)g->n_wants - 1 };
    g->wants[g->n_wants - 1].waiting += st->n_unlaunched[class];
    g->waiting += st->n_unlaunched[class];
    return false;
}

static void gather_all(struct sw_replay *r, struct global *g)
{
    sw_queue_walk(&r->queues.of_kind[g->kind], note_item, g);
}

/* Stages whose job may launch nothing are left out: after an end, all but one job's. */
static void price_items(struct sw_replay *r, struct global *g)
{
    size_t n = 0;
    for (size_t i = 0; i < g->n_items; i++)
        if (g->wants[g->item[i].wants].quota) {
            g->item[n] = g->item[i];
            g->item[n].price = wants_price(r, g->item[n].stage);
            n++;
        }
    g->n_items = n;
}

/* ---- share=fair: those that may launch some ---------------------------------------------------------- */

/* Free slots go one by one to the job that is farthest below its share. */
static void hand_out(struct sw_replay *r, struct global *g)
{
    struct job *job;
    needs_refresh(r, g);
    for (struct pool *p = r->pools.first; p; p = p->next)
        p->handed = 0;
    for (uint32_t left = g->free_slots; left && (job = needs_first(r, g)); left--) {
        uint32_t j = wants_of(g, job); /* which may move wants[] */
        struct wants *w = &g->wants[j];
        w->quota++;
        for (struct pool *p = job->pool; p; p = p->parent)
            p->handed++;
        needs_hand(g, job, w->quota == w->waiting);
    }
    for (size_t j = 0; j < g->n_wants; j++)
        needs_follow(r, g, g->wants[j].job, g->kind);
}

/* Q5.1: priority, submission, trace index. */
static int wants_by_fifo(const void *a, const void *b)
{
    const struct wants *x = a, *y = b;
    return order_fifo_before(x->job, y->job) ? -1 : 1;
}

void wants_sort(struct global *g)
{
    if (g->n_wants > 1)
        qsort(g->wants, g->n_wants, sizeof *g->wants, wants_by_fifo);
}

/* Q5.1: stages of a job as O1 has them. */
static int by_tie(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    return quincy_tie(x->stage, x->class) < quincy_tie(y->stage, y->class) ? -1 : 1;
}

/* A job's stages stand together, in the order of the queue. */
void wants_add_items(struct sw_replay *r, struct global *g, uint32_t j)
{
    size_t first = g->n_items;
    for (struct stage *st = g->wants[j].job->queued_stages[g->kind]; st; st = st->next_queued_stage)
        for (int class = PREF; class <= NOPREF; class++) {
            if (!st->entry[class].leaf)
                continue;
            PUSH(g->item, g->n_items, g->cap_items,
                 (struct item){ .stage = st, .class = class, .wants = j, .price = wants_price(r, st) });
        }
    if (g->n_items - first > 1)
        qsort(g->item + first, g->n_items - first, sizeof *g->item, by_tie);
}

/* Q4.1, Q4.2. */
static struct wants *first_in_need(struct global *g)
{
    struct wants *best = NULL;
    for (size_t i = 0; i < g->n_wants; i++) {
        struct wants *w = &g->wants[i];
        if (w->quota < w->waiting && (!best || w->gap > best->gap) && needs_have_room(w->job->pool, g->kind))
            best = w;
    }
    return best;
}

/* The same by a look at all, where some of what a job runs may be taken from it: `waiting` has that, too. Among several
 * jobs the gap between share and running decides; one job alone gets all that it can use. */
void wants_hand_out(struct sw_replay *r, struct global *g)
{
    if (g->n_wants > 1)
        shares_refresh(r, g->kind);
    for (struct pool *p = r->pools.first; p; p = p->next)
        p->handed = 0;
    for (size_t i = 0; i < g->n_wants; i++) {
        struct wants *w = &g->wants[i];
        w->gap = needs_gap(w->job, g->kind) + INT64_C(1000000) * w->runs;
        for (struct pool *p = w->job->pool; p; p = p->parent)
            p->handed -= w->runs;
    }
    struct wants *w;
    for (uint32_t left = g->free_slots; left && (w = first_in_need(g)); left--) {
        w->quota++;
        w->gap -= 1000000;
        for (struct pool *p = w->job->pool; p; p = p->parent)
            p->handed++;
    }
}

#ifndef NDEBUG
/* Each job may launch as many as by a look at all. */
static void check_fair(struct sw_replay *r, struct global *g)
{
    struct global all = { .at = g->at, .kind = g->kind, .free_slots = g->free_slots };
    size_t j = 0, i = 0;
    gather_all(r, &all);
    wants_hand_out(r, &all);
    price_items(r, &all);
    assert(all.waiting > 4 * (uint64_t)g->free_slots ? g->waiting > 4 * (uint64_t)g->free_slots
                                                      : g->waiting == all.waiting);
    for (size_t k = 0; k < all.n_wants; k++) {
        const struct wants *w = &all.wants[k], *own = j < g->n_wants ? &g->wants[j] : NULL;
        if (!w->quota)
            continue;
        assert(own && own->job == w->job && own->quota == w->quota && own->waiting == w->waiting);
        j++;
    }
    for (; i < all.n_items; i++)
        assert(i < g->n_items && g->item[i].stage == all.item[i].stage && g->item[i].class == all.item[i].class);
    assert(j == g->n_wants && i == g->n_items);
    xfree(all.item);
    xfree(all.wants);
}
#else
static void check_fair(struct sw_replay *r, struct global *g) { (void)r, (void)g; }
#endif

/* ---- both ------------------------------------------------------------------------------------------- */

/* As far as it matters: whether more than four times the free slots wait (assign_all()). */
static bool count_waiting(void *ctx, struct sw_queue_entry *at)
{
    struct global *g = ctx;
    const struct stage *st = at->of;
    g->waiting += st->n_unlaunched[at == &st->entry[NOPREF] ? NOPREF : PREF];
    return g->waiting > 4 * (uint64_t)g->free_slots;
}

/* Under share=none the ranking makes items of those that may matter. */
void wants_gather(struct sw_replay *r, struct global *g)
{
    bool fair = r->opt.global.fair;
    g->n_items = g->n_wants = g->waiting = 0;
    if (fair || g->lazily)
        sw_queue_walk(&r->queues.of_kind[g->kind], count_waiting, g);
    if (fair) {
        hand_out(r, g);
        wants_sort(g);
        for (uint32_t j = 0; j < g->n_wants; j++)
            wants_add_items(r, g, j);
        check_fair(r, g);
    } else if (!g->lazily) {
        gather_all(r, g);
        for (size_t i = 0; i < g->n_wants; i++) {
            struct wants *w = &g->wants[i];
            w->quota = w->waiting < (int64_t)g->free_slots ? (uint32_t)w->waiting : g->free_slots;
        }
        price_items(r, g);
    }
}
