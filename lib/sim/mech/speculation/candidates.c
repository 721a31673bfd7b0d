/* SPDX-License-Identifier: GPL-3.0-or-later */
/* candidates.c - the candidates for a backup, and which one a slot goes to (C3 to C5 of docs/model.md).
 *
 * The list is put in the rule's order when the first offer is made, as at the cap there are none. From then on each
 * stage has a chain through its candidates, and the most urgent that may is the least of the chains' heads. */
#include "lib/base/arena.h"
#include "lib/sim/ask.h"
#include "lib/sim/life/life.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/mech/speculation/speculation.h"
#include "lib/sim/task/task.h"
#include <stdlib.h>

/* A new look finds others. */
void candidates_forget(struct candidates *list)
{
    list->first = list->n = list->n_in_order = list->left = list->n_chains = 0;
    list->is_in_order = false;
}

/* The attempt's column keeps its number, by which it leaves the list. */
void candidates_add(struct speculation *s, struct watch *w, const struct rated *of)
{
    struct candidates *list = &s->list[w->stage->slot_kind];
    struct live_one *l = of->of;
    RESERVE(list->at, list->n + 1, list->cap);
    l->candidate = (uint32_t)list->n & (UINT32_MAX >> 1);
    list->at[list->n++] = (struct candidate){ l->of, w, of->progress, l->node, NO_CANDIDATE };
    list->left = list->n;
}

/* The number in its column may be that of another, or of an earlier look. */
void candidates_drop(struct speculation *s, const struct attempt *a)
{
    struct candidates *list = &s->list[a->stage->slot_kind];
    uint32_t number = live_entry(s, a)->candidate;
    if (number >= list->n || list->at[number].of != a)
        return;
    list->at[number].of = NULL;
    list->left--;
}

/* ---- the rule's order ------------------------------------------------------------------------------------ */

static inline struct candidate *nth_in_order(const struct candidates *list, size_t i)
{
    return &list->at[list->in_order[i]];
}

struct sorting { const struct candidate *at; const struct sw_speculate *by; };

/* C3.3: jobs in fifo order. */
static int by_job_then_launch(const void *a, const void *b, void *of)
{
    const struct sorting *s = of;
    const struct candidate *x = &s->at[*(const uint32_t *)a], *y = &s->at[*(const uint32_t *)b];
    const struct job *j = x->watch->stage->job, *k = y->watch->stage->job;
    if (j != k)
        return order_fifo_before(j, k) ? -1 : 1;
    return x->of->serial < y->of->serial ? -1 : 1;
}

/* C4.4: longest time left first, ties by launch. */
static int by_urgency(const void *a, const void *b, void *of)
{
    const struct sorting *s = of;
    const struct candidate *x = &s->at[*(const uint32_t *)a], *y = &s->at[*(const uint32_t *)b];
    return s->by->before(&y->progress, &x->progress) - s->by->before(&x->progress, &y->progress)
           ?: ORDER(x->of->serial, y->of->serial);
}

/* Those that are left, in the rule's order. */
void candidates_put_in_order(struct candidates *list, const struct sw_speculate *policy)
{
    size_t n = 0;
    list->is_in_order = true;
    RESERVE(list->in_order, list->n, list->cap_in_order);
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i].of)
            list->in_order[n++] = (uint32_t)i;
    list->n_in_order = n;
    struct sorting by = { list->at, policy };
    if (n > 1)
        qsort_r(list->in_order, n, sizeof *list->in_order, policy->by_job ? by_job_then_launch : by_urgency, &by);
}

/* The chain of the stage among this look's. */
static struct stage_chain *chain_of(struct candidates *list, struct watch *w)
{
    if (!w->chain) {
        PUSH(list->chain, list->n_chains, list->cap_chains, (struct stage_chain){ w, NO_CANDIDATE });
        w->chain = list->n_chains;
    }
    return &list->chain[w->chain - 1];
}

/* From the last candidate to the first, so that each chain is in the rule's order. */
static void make_chains(struct candidates *list)
{
    list->n_chains = 0;
    for (size_t i = 0; i < list->n_in_order; i++)
        nth_in_order(list, i)->watch->chain = 0;
    for (size_t i = list->n_in_order; i-- > 0; ) {
        struct candidate *c = nth_in_order(list, i);
        struct stage_chain *chain = chain_of(list, c->watch);
        c->next = chain->first;
        chain->first = (uint32_t)i;
    }
}

/* ---- which one may, on a node -------------------------------------------------------------------------- */

/* C5.2: the stage's pool and group may run more, and the node may run it. */
static bool stage_may(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    const struct job *job = st->job;
    if (r->opt.order.policy->uses_pools && pools_are_full(job->at_pool, st->slot_kind))
        return false;
    if (job_group(job) && job_group(job)->is_blocked[st->slot_kind]) /* O13 */
        return false;
    return stage_may_start(r, st, node);
}

/* What a stage may not once it may not for another of its tasks in the same offer. */
static bool may_be_copied(struct sw_replay *r, const struct speculation *s, const struct candidate *c, uint32_t node)
{
    if (!c->of || c->node == node || c->watch->refused_at == s->offers)
        return false;
    if (stage_may(r, c->watch->stage, node))
        return true;
    c->watch->refused_at = s->offers;
    return false;
}

/* Of the first job in which some may, the closest to the node (C3). */
static struct attempt *first_by_job(struct sw_replay *r, struct speculation *s, uint32_t node, struct candidates *list)
{
    static const int distance[] = { [SW_AT_NODE] = 0, [SW_AT_NONE] = 1, [SW_AT_RACK] = 2, [SW_AT_ANY] = 3 };
    struct attempt *best = NULL;
    int best_distance = 4;
    s->offers++;
    while (list->first < list->n_in_order && !nth_in_order(list, list->first)->of)
        list->first++;
    for (size_t i = list->first; i < list->n_in_order; i++) {
        const struct candidate *c = nth_in_order(list, i);
        struct attempt *a = c->of;
        if (!may_be_copied(r, s, c, node))
            continue;
        if (best && a->job != best->job)
            break;
        int d = distance[choose_distance(r, a->stage, a->task, node)];
        if (d < best_distance) {
            best = a;
            best_distance = d;
        }
    }
    return best;
}

/* From i on along the chain, the first that has not left. */
static uint32_t next_left(const struct candidates *list, uint32_t i)
{
    while (i != NO_CANDIDATE && !nth_in_order(list, i)->of)
        i = nth_in_order(list, i)->next;
    return i;
}

/* The first by urgency (C4). A stage none of whose candidates is left may be gone; its chain is dropped unseen. */
static struct attempt *first_by_urgency(struct sw_replay *r, uint32_t node, struct candidates *list)
{
    uint32_t best = NO_CANDIDATE;
    for (size_t c = 0; c < list->n_chains; c++) {
        struct stage_chain *chain = &list->chain[c];
        uint32_t i = chain->first = next_left(list, chain->first);
        if (i == NO_CANDIDATE) {
            *chain = list->chain[--list->n_chains];
            c--;
            continue;
        }
        if (i >= best || !stage_may(r, chain->watch->stage, node))
            continue;
        while (i != NO_CANDIDATE && nth_in_order(list, i)->node == node)
            i = next_left(list, nth_in_order(list, i)->next);
        best = i < best ? i : best;
    }
    return best == NO_CANDIDATE ? NULL : nth_in_order(list, best)->of;
}

struct attempt *candidates_choose(struct sw_replay *r, struct speculation *s, uint32_t node, int kind)
{
    struct candidates *list = &s->list[kind];
    const struct sw_speculate *policy = r->opt.speculate.policy;
    if (policy->by_job)
        return first_by_job(r, s, node, list);
    if (!list->is_in_order) {
        candidates_put_in_order(list, policy);
        make_chains(list);
    }
    return first_by_urgency(r, node, list);
}
