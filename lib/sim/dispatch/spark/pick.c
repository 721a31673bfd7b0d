/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pick.c - which task of a set goes to an executor (R11), and which tasks a round sees (R5). */
#include "lib/sim/locality/locality.h"
#include "lib/sim/dispatch/spark/spark.h"

/* ---- what a round sees ------------------------------------------------------------------------------- */

/* R5: without those that the scheduler has not been told of. What came back last is the last. */
uint32_t pick_waiting(const struct spark *sp, const struct spark_set *s)
{
    uint32_t n = s->stage->n_unlaunched[PREF] + s->stage->n_unlaunched[NOPREF];
    for (uint32_t i = s->n_back; i-- > 0 && s->back[i].number > sp->told;)
        n--;
    return n;
}

/* ---- preferences --------------------------------------------------------------------------------------- */

/* R11: the task would go to the executor at this level. */
bool pick_prefers(const struct sw_replay *r, const struct spark_set *s, uint32_t task, uint32_t node,
                  enum spark_level at)
{
    const struct stage *st = s->stage;
    bool pref = unlaunched_is_of_class(st, task, PREF);
    uint32_t n = pref ? replicas_n(st, task) : 0, rack = r->slots.rack_of[node];
    const uint32_t *host = n ? replicas_of(st, task) : NULL;
    switch (at) {
    case AT_PROCESS: return s->n_wishes && wishes_has_executor(s, task, node);
    case AT_NODE:
        for (uint32_t k = 0; k < n; k++)
            if (host[k] == r->cl->node[node].home)
                return true;
        return false;
    case NO_PREF: return !pref;
    case AT_RACK:
        for (uint32_t k = 0; k < n && rack < r->cl->n_racks; k++)
            if (r->slots.rack_of[host[k]] == rack)
                return true;
        return false;
    default: return true;
    }
}

/* ---- the first task ------------------------------------------------------------------------------------ */

/* Most executors have no data of a small set. These bits say so of most of them, in place of a search among its
 * replicas: with five tasks of three replicas, of four in five. */
void pick_begin(struct spark_set *s)
{
    const struct stage *st = s->stage;
    s->near = st->at_node.is_few ? 0 : UINT64_MAX;
    for (uint32_t i = 0; st->at_node.is_few && i < st->n_tasks * st->replicas.per_task; i++)
        s->near |= UINT64_C(1) << st->replicas.host[i] % 64;
}

/* R17: on top of the list of all tasks. */
void pick_again(struct spark_set *s, uint32_t task)
{
    PUSH(s->again, s->n_again, s->cap_again, task);
}

/* It is unlaunched, and the round sees it. */
static bool waits(const struct spark *sp, const struct spark_set *s, uint32_t task)
{
    return !bit_get(s->stage->launched, task) && spark_sees(sp, s, task);
}

/* The top of the list of all tasks (R4), which leaves it; NONE: none waits. */
static uint32_t pick_any(const struct spark *sp, struct spark_set *s)
{
    while (s->n_again)
        if (waits(sp, s, s->again[--s->n_again]))
            return s->again[s->n_again];
    while (s->next < s->stage->n_tasks)
        if (waits(sp, s, s->next++))
            return s->next - 1;
    return NONE;
}

/* The last to come back, of those at this level. */
static uint32_t pick_back(const struct sw_replay *r, const struct spark *sp, const struct spark_set *s, uint32_t node,
                          enum spark_level at)
{
    for (uint32_t i = s->n_back; i-- > 0;)
        if (s->back[i].number <= sp->told && pick_prefers(r, s, s->back[i].task, node, at))
            return s->back[i].task;
    return NONE;
}

/* The first by number that prefers the executor. */
static uint32_t pick_executor(const struct spark_set *s, uint32_t node)
{
    for (size_t i = FIRST_NOT(k, 0, s->n_wishes, s->at_node[k].node < node);
         i < s->n_wishes && s->at_node[i].node == node; i++)
        if (!bit_get(s->stage->launched, s->at_node[i].task))
            return s->at_node[i].task;
    return NONE;
}

/* R11.1: NONE without a rack, or without a task that prefers one. */
static uint32_t pick_in_rack(const struct sw_replay *r, struct spark *sp, struct spark_set *s, uint32_t rack)
{
    return rack < r->cl->n_racks && s->n_rack ? lists_in_rack(r, sp, s, rack) : NONE;
}

/* The first task at the nearest level that has one. */
static uint32_t pick_first(struct sw_replay *r, struct spark *sp, struct spark_set *s, uint32_t node,
                           enum spark_level allowed, enum spark_level *at)
{
    struct stage *st = s->stage;
    uint32_t task, home = r->cl->node[node].home;
    bool pref = st->n_unlaunched[PREF] > 0;
    if (pref && s->n_executor && (task = pick_executor(s, node)) != NONE) {
        *at = AT_PROCESS;
        return task;
    }
    if (pref && allowed >= AT_NODE && s->near >> home % 64 & 1 && (task = choose_local(r, st, home)) != NONE) {
        *at = AT_NODE;
        return task;
    }
    if (allowed >= NO_PREF && st->n_unlaunched[NOPREF]) {
        *at = NO_PREF;
        return unlaunched_first(st, NOPREF);
    }
    if (pref && allowed >= AT_RACK && (task = pick_in_rack(r, sp, s, r->slots.rack_of[node])) != NONE) {
        *at = AT_RACK;
        return task;
    }
    *at = AT_ANY;
    return allowed == AT_ANY ? pick_any(sp, s) : NONE;
}

/* The same among those that the round sees, of a set of which it does not see all. */
static uint32_t pick_visible(const struct sw_replay *r, struct spark *sp, struct spark_set *s, uint32_t node,
                             enum spark_level at)
{
    if (at == AT_RACK)
        return pick_in_rack(r, sp, s, r->slots.rack_of[node]);
    for (uint32_t t = 0; t < s->stage->n_tasks; t++)
        if (!bit_get(s->stage->launched, t) && spark_sees(sp, s, t) && pick_prefers(r, s, t, node, at))
            return t;
    return NONE;
}

/* Where tasks came back. */
static uint32_t pick_by_level(struct sw_replay *r, struct spark *sp, struct spark_set *s, uint32_t node,
                              enum spark_level allowed, enum spark_level *at)
{
    for (*at = AT_PROCESS; *at <= allowed; (*at)++) {
        enum spark_level found;
        if (*at == AT_ANY)
            return pick_any(sp, s);
        uint32_t task = pick_back(r, sp, s, node, *at);
        if (task == NONE)
            task = spark_hides(sp, s) ? pick_visible(r, sp, s, node, *at) : pick_first(r, sp, s, node, *at, &found);
        if (task != NONE)
            return task;
    }
    return NONE;
}

/* R11. */
uint32_t pick(struct sw_replay *r, struct spark *sp, struct spark_set *s, uint32_t node, enum spark_level allowed,
              enum spark_level *at)
{
    if (!s->stage->launched) /* released: all are launched */
        return NONE;
    return unlikely(s->n_back) ? pick_by_level(r, sp, s, node, allowed, at) : pick_first(r, sp, s, node, allowed, at);
}
