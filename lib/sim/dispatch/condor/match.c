/* SPDX-License-Identifier: GPL-3.0-or-later */
/* match.c - a pool's next task (P4), and of the slots that were free when the cycle began the best for it (P7). */
#include "lib/base/memory.h"
#include "lib/base/bits.h"
#include "lib/base/minmax.h"
#include "lib/sim/life/life.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/dispatch/condor/negotiate.h"
#include <stdlib.h>
#include <string.h>

/* ---- the next task ----------------------------------------------------------------------------------- */

/* P4: something is queued, and it may run more (P1). */
bool match_has_next(const struct pool *p)
{
    return p->queue[0].n && !pools_are_full(p, 0);
}

struct next { struct stage *stage; uint32_t task; int class; };

/* The lowest number of the class; NONE: there is none. */
static uint32_t lowest(struct stage *st, int class)
{
    return st->n_unlaunched[class] ? unlaunched_first(st, class) : NONE;
}

/* P4: of the first stage in the pool's own queue a failed task, else the one with the lowest number. */
static struct next find_next(const struct pool *p)
{
    struct stage *st = sw_queue_first(&p->queue[0])->of;
    if (st->n_retry)
        return (struct next){ st, st->reruns->retry[0], NOPREF };
    uint32_t pref = lowest(st, PREF), nopref = lowest(st, NOPREF);
    return (struct next){ st, pref < nopref ? pref : nopref, pref < nopref ? PREF : NOPREF };
}

/* The pool launches it in that slot. What observers see is of the pool's own queue. */
static void launch_next(struct sw_replay *r, struct negotiate *g, struct pool *p, const struct next *it,
                        const struct slot *at)
{
    g->negotiating = p;
    enum sw_locality how_near = choose_distance(r, it->stage, it->task, at->node);
    if (it->stage->n_retry)
        unlaunched_retry_pop(it->stage);
    OBSERVERS_SEE(r, SAW_OFFER, .node = at->node, .entry = &it->stage->entry[it->class], .task = it->task,
                  .class = it->class, .at = how_near);
    g->number = at->number;
    launch(r, it->stage, at->node, it->task, it->class, how_near);
    OBSERVERS_SEE(r, SAW_LAUNCH, .stage = it->stage, .node = at->node);
    g->negotiating = NULL;
}

/* P3: the claim goes on with the pool's next task. */
void match_launch(struct sw_replay *r, struct negotiate *g, struct pool *p, uint32_t node, uint32_t number)
{
    struct next it = find_next(p);
    launch_next(r, g, p, &it, &(struct slot){ node, number });
}

/* ---- free slots -------------------------------------------------------------------------------------- */

/* P7: slots go by number, then by node. */
static int compare_slots(const struct slot *x, const struct slot *y)
{
    return ORDER(x->number, y->number) ?: ORDER(x->node, y->node);
}

/* By number, and those of one number by node, as they come. They are counted: sorting by comparisons took two thirds of
 * the instructions on sparse days. */
static void sort_by_number(struct negotiate *g)
{
    if (!g->all.n)
        return;
    struct slot *by_node = g->slots + g->all.n;
    uint32_t n = 0;
    memset(g->n_of_number, 0, g->most_slots * sizeof *g->n_of_number);
    for (size_t i = 0; i < g->all.n; i++)
        g->n_of_number[g->all.at[i].number]++;
    for (uint32_t number = 0; number < g->most_slots; number++) {
        uint32_t first = n;
        n += g->n_of_number[number];
        g->n_of_number[number] = first;
    }
    memcpy(by_node, g->all.at, g->all.n * sizeof *by_node);
    for (size_t i = 0; i < g->all.n; i++)
        g->all.at[g->n_of_number[by_node[i].number]++] = by_node[i];
}

/* There is a claim to the slot. */
static bool is_taken(const struct negotiate *g, const struct slot *s)
{
    return *negotiate_since(g, s->node, s->number) >= 0;
}

/* The lowest that no claim has, as many as are free. */
static void gather_node(struct sw_replay *r, struct negotiate *g, uint32_t node, struct slot_list *to)
{
    uint32_t n = r->slots.node[node].free[0];
    for (uint32_t number = 0; n > 0; number++)
        if (!is_taken(g, &(struct slot){ node, number })) {
            to->at[to->n++] = (struct slot){ node, number };
            n--;
        }
}

/* P7: the slots that are free when the cycle begins, in all and by rack, each by number and then by node. */
void match_gather(struct sw_replay *r, struct negotiate *g)
{
    uint32_t n_racks = r->cl->n_racks;
    struct slot *room;
    g->all = (struct slot_list){ .at = g->slots };
    for (uint32_t i = 0; (i = bits_next(&r->slots.free_rank[0], i)) != NONE; i++)
        gather_node(r, g, i, &g->all);
    sort_by_number(g);
    g->n_free = (int64_t)g->all.n;
    for (uint32_t k = 0; k < n_racks; k++)
        g->rack[k].n = g->rack[k].next = 0;
    for (size_t i = 0; i < g->all.n; i++)
        g->rack[r->cl->node[g->all.at[i].node].rack].n++;
    room = g->all.at + g->all.n;
    for (uint32_t k = 0; k < n_racks; k++) {
        g->rack[k].at = room;
        room += g->rack[k].n;
        g->rack[k].n = 0;
    }
    for (size_t i = 0; i < g->all.n; i++) {
        struct slot_list *to = &g->rack[r->cl->node[g->all.at[i].node].rack];
        to->at[to->n++] = g->all.at[i];
    }
}

/* P7: of those that are not taken yet. */
static const struct slot *first_left(const struct negotiate *g, struct slot_list *list)
{
    while (list->next < list->n && is_taken(g, &list->at[list->next]))
        list->next++;
    return list->next < list->n ? &list->at[list->next] : NULL;
}

/* ---- the best of them -------------------------------------------------------------------------------- */

/* P7: on a node of the task's data. */
static bool best_at_data(const struct sw_replay *r, struct negotiate *g, const struct next *it, struct slot *best)
{
    bool found = false;
    for (uint32_t k = 0, n = replicas_n(it->stage, it->task); k < n; k++) {
        struct slot s = { replicas_of(it->stage, it->task)[k], 0 };
        if (!r->slots.node[s.node].free[0])
            continue;
        while (is_taken(g, &s))
            s.number++;
        if (!found || compare_slots(&s, best) < 0)
            *best = s;
        found = true;
    }
    return found;
}

/* P7: in a rack of its data. */
static bool best_in_rack(const struct sw_replay *r, struct negotiate *g, const struct next *it, struct slot *best)
{
    bool found = false;
    for (uint32_t k = 0, n = r->opt.no_rack_level ? 0 : replicas_n(it->stage, it->task); k < n; k++) {
        const struct slot *s
            = first_left(g, &g->rack[r->cl->node[replicas_of(it->stage, it->task)[k]].rack]);
        if (!s || (found && compare_slots(s, best) >= 0))
            continue;
        *best = *s;
        found = true;
    }
    return found;
}

/* There is one. */
void match_best(struct sw_replay *r, struct negotiate *g, struct pool *p)
{
    struct next it = find_next(p);
    struct slot best;
    bool near = it.stage->replicas.host && replicas_n(it.stage, it.task) > 0;
    if (!near || (!best_at_data(r, g, &it, &best) && !best_in_rack(r, g, &it, &best)))
        best = *first_left(g, &g->all);
    g->n_free--;
    launch_next(r, g, p, &it, &best);
}

/* ---- making and freeing --------------------------------------------------------------------------------- */

/* Room for all slots twice: in all, and by rack. */
void match_start(struct sw_replay *r, struct negotiate *g)
{
    g->slots = xcalloc(2 * g->first[r->cl->n_nodes] + 1, sizeof *g->slots);
    g->rack = xcalloc(r->cl->n_racks + (size_t)1, sizeof *g->rack);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        if (g->first[i + 1] - g->first[i] > g->most_slots)
            g->most_slots = g->first[i + 1] - g->first[i];
    g->n_of_number = xcalloc(g->most_slots + 1, sizeof *g->n_of_number);
}
