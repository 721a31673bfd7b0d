/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pick.c - which task of a set goes to an executor (R11), and which tasks a round sees (R5). */
#include "lib/sim/locality/locality.h"
#include "lib/sim/mech/spark/spark.h"
#include <string.h>

/* ---- what a round sees ------------------------------------------------------------------------------- */

bool pick_is_visible(const struct spark *sp, const struct spark_set *s, uint32_t task)
{
    for (uint32_t i = s->n_back; spark_hides(sp, s) && i-- > 0 && s->back[i].step == sp->step;)
        if (s->back[i].task == task)
            return false;
    return true;
}

uint32_t pick_waiting(const struct spark *sp, const struct spark_set *s)
{
    uint32_t n = s->stage->n_unlaunched[PREF] + s->stage->n_unlaunched[NOPREF];
    for (uint32_t i = s->n_back; spark_hides(sp, s) && i-- > 0 && s->back[i].step == sp->step;)
        n--;
    return n;
}

/* ---- preferences --------------------------------------------------------------------------------------- */

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

/* The last to come back, of those at this level. */
static uint32_t pick_back(const struct sw_replay *r, const struct spark *sp, const struct spark_set *s, uint32_t node,
                          enum spark_level at)
{
    for (uint32_t i = s->n_back; i-- > 0;)
        if (!(sp->of_one && s->back[i].step == sp->step) && pick_prefers(r, s, s->back[i].task, node, at))
            return s->back[i].task;
    return NONE;
}

static uint32_t pick_executor(const struct spark_set *s, uint32_t node)
{
    uint32_t lo = 0, hi = s->n_wishes;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (s->at_node[mid].node < node)
            lo = mid + 1;
        else
            hi = mid;
    }
    for (; lo < s->n_wishes && s->at_node[lo].node == node; lo++)
        if (!bit_get(s->stage->launched, s->at_node[lo].task))
            return s->at_node[lo].task;
    return NONE;
}

/* The lowest task at this level. */
static uint32_t pick_lowest(struct sw_replay *r, struct spark_set *s, uint32_t node, enum spark_level at)
{
    struct stage *st = s->stage;
    uint32_t rack = r->slots.rack_of[node];
    if (at == NO_PREF)
        return st->n_unlaunched[NOPREF] ? unlaunched_first(st, NOPREF) : NONE;
    if (!st->n_unlaunched[PREF])
        return NONE;
    switch (at) {
    case AT_PROCESS: return s->n_executor ? pick_executor(s, node) : NONE;
    case AT_NODE: return choose_local(r, st, r->cl->node[node].home);
    case AT_RACK:
        if (rack >= r->cl->n_racks || !s->n_rack)
            return NONE;
        if (r->cl->n_racks == 1 && s->n_rack == st->n_unlaunched[PREF])
            return unlaunched_first(st, PREF);
        return choose_at_place(st, choose_racks(r, st), rack);
    default: return unlaunched_first(st, PREF);
    }
}

/* The same among those that the round sees, of a set of which it does not see all. */
static uint32_t pick_visible(const struct sw_replay *r, const struct spark *sp, const struct spark_set *s,
                             uint32_t node, enum spark_level at)
{
    for (uint32_t t = 0; t < s->stage->n_tasks; t++)
        if (!bit_get(s->stage->launched, t) && pick_is_visible(sp, s, t) && pick_prefers(r, s, t, node, at))
            return t;
    return NONE;
}

uint32_t pick(struct sw_replay *r, struct spark *sp, struct spark_set *s, uint32_t node, enum spark_level allowed,
              enum spark_level *at)
{
    uint32_t task = NONE;
    if (!s->stage->launched) /* released: all are launched */
        return NONE;
    for (*at = AT_PROCESS; *at <= allowed; (*at)++) {
        if (s->n_back && (task = pick_back(r, sp, s, node, *at)) != NONE)
            return task;
        task = spark_hides(sp, s) ? pick_visible(r, sp, s, node, *at) : pick_lowest(r, s, node, *at);
        if (task != NONE)
            return task;
    }
    return NONE;
}
