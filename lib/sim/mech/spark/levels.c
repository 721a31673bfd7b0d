/* SPDX-License-Identifier: GPL-3.0-or-later */
/* levels.c - the levels of a task set, and how far it may go (R12 to R16). */
#include "lib/sim/locality/locality.h"
#include "lib/sim/mech/spark/spark.h"

/* ---- which levels there are (R12, R13) ----------------------------------------------------------------- */

static unsigned levels_of_hosts(const struct sw_replay *r, const struct spark *sp, const struct spark_set *s,
                                unsigned wanted)
{
    const struct stage *st = s->stage;
    unsigned found = 0;
    for (uint32_t t = 0; t < st->n_tasks && found != wanted; t++) {
        const uint32_t *host = replicas_n(st, t) ? replicas_of(st, t) : NULL;
        for (uint32_t k = 0; k < replicas_n(st, t); k++) {
            uint32_t rack = r->slots.rack_of[host[k]];
            if (sp->up_host[host[k]])
                found |= 1U << AT_NODE;
            if (rack < r->cl->n_racks && sp->up_rack[rack])
                found |= 1U << AT_RACK;
        }
    }
    return found;
}

/* Of all its tasks, but for NO_PREF, which is of those that wait. */
static unsigned find_levels(const struct sw_replay *r, const struct spark *sp, const struct spark_set *s)
{
    const struct stage *st = s->stage;
    unsigned found = 1U << AT_ANY;
    for (uint32_t i = 0; i < s->n_wishes && !(found & 1U << AT_PROCESS); i++)
        if (r->slots.node[s->wish[i].node].up)
            found |= 1U << AT_PROCESS;
    if (st->n_unlaunched[NOPREF])
        found |= 1U << NO_PREF;
    if (!st->all_pref || !st->replicas.host) /* without blocks; all are launched and none comes back */
        return found;
    return found | levels_of_hosts(r, sp, s, 1U << AT_NODE | (r->opt.no_rack_level ? 0 : 1U << AT_RACK));
}

static int count_nearer(const struct spark_set *s, enum spark_level level)
{
    return __builtin_popcount(s->has_level & ((1U << level) - 1));
}

void levels_work_out(const struct sw_replay *r, const struct spark *sp, struct spark_set *s)
{
    if (s->stage->n_done == s->stage->n_tasks)
        return;
    unsigned had = s->has_level;
    int nearer = count_nearer(s, s->level);
    bool is_first = !s->levels_known;
    s->levels_known = true;
    s->has_level = (uint8_t)find_levels(r, sp, s);
    s->level = spark_level_from(s, is_first ? AT_PROCESS : s->level);
    if (is_first || !sp->shifts || count_nearer(s, s->level) <= nearer)
        return;
    unsigned new_ones = s->has_level & ~had;
    if (new_ones)
        s->level = (enum spark_level)__builtin_ctz(new_ones);
}

/* ---- how far it may go (R14) ------------------------------------------------------------------------------ */

/* Counted one by one, as the round does not see all of them. */
static bool some_visible_wait(const struct sw_replay *r, const struct spark *sp, const struct spark_set *s,
                              enum spark_level level)
{
    const struct stage *st = s->stage;
    for (uint32_t t = 0; t < st->n_tasks; t++) {
        uint32_t n = 0;
        if (bit_get(st->launched, t) || !spark_sees(sp, s, t))
            continue;
        if (level == AT_PROCESS)
            wishes_of_task(s, t, &n);
        if (level == AT_PROCESS ? n > 0
            : level == AT_RACK  ? wishes_has_rack(r, sp, st, t)
                                : unlaunched_is_of_class(st, t, level == NO_PREF ? NOPREF : PREF))
            return true;
    }
    return false;
}

bool levels_some_wait(const struct sw_replay *r, const struct spark *sp, const struct spark_set *s,
                      enum spark_level level)
{
    if (spark_hides(sp, s))
        return some_visible_wait(r, sp, s, level);
    switch (level) {
    case AT_PROCESS: return s->n_executor;
    case AT_NODE: return s->stage->n_unlaunched[PREF];
    case NO_PREF: return s->stage->n_unlaunched[NOPREF];
    default: return s->n_rack;
    }
}

static int64_t wait_at(const struct sw_replay *r, enum spark_level level)
{
    switch (level) {
    case AT_PROCESS: return r->opt.delay.process_us;
    case AT_NODE: return r->opt.delay.waits.node;
    case AT_RACK: return r->opt.delay.waits.rack;
    default: return 0;
    }
}

int64_t levels_left(const struct sw_replay *r, const struct spark_set *s)
{
    return s->level == AT_ANY ? -1 : s->timer_us + wait_at(r, s->level) - r->now_us;
}

enum spark_level levels_allowed(const struct sw_replay *r, const struct spark *sp, struct spark_set *s)
{
    while (s->level != AT_ANY) {
        if (!levels_some_wait(r, sp, s, s->level))
            s->timer_us = r->now_us;
        else if (r->now_us - s->timer_us >= wait_at(r, s->level))
            s->timer_us += wait_at(r, s->level);
        else
            break;
        s->level = spark_level_from(s, s->level + 1);
    }
    return s->level;
}

/* R15: launched_as is PROCESS for a task without preference. */
void levels_start(const struct sw_replay *r, struct spark_set *s, enum spark_level launched_as)
{
    s->timer_us = r->now_us;
    s->level = spark_level_from(s, launched_as);
}
