/* SPDX-License-Identifier: GPL-3.0-or-later */
/* levels.c - the levels of a task set, and how far it may go (R12 to R16). */
#include "lib/sim/locality/locality.h"
#include "lib/sim/dispatch/spark/spark.h"

/* ---- which levels there are (R12, R13) ----------------------------------------------------------------- */

/* D9: spark.locality.wait.process, .node and .rack. At other levels nothing is waited for. */
static int64_t wait_at(const struct sw_replay *r, enum spark_level level)
{
    switch (level) {
    case AT_PROCESS: return r->opt.delay.process_us;
    case AT_NODE: return r->opt.delay.waits.node;
    case AT_RACK: return r->opt.delay.waits.rack;
    default: return 0;
    }
}

/* R12: up to 2.0 what is not waited for is no level (SPARK-18967). */
static unsigned waited_for(const struct sw_replay *r, unsigned found)
{
    for (enum spark_level level = AT_PROCESS; level < AT_ANY && r->opt.spark.release < SW_SPARK_(2, 1, 0); level++)
        if (level != NO_PREF && !wait_at(r, level))
            found &= ~(1U << level);
    return found;
}

/* Where nodes come and go, of the keys that are in the maps. Else all nodes are there, and the levels are worked out
 * but once, when all tasks wait. */
static unsigned find_levels(const struct sw_replay *r, const struct spark *sp, struct spark_set *s)
{
    static const enum spark_level level_of[] = { AT_PROCESS, AT_NODE, AT_RACK };
    const struct stage *st = s->stage;
    unsigned found = 1U << AT_ANY | (levels_some_wait(r, sp, s, NO_PREF) ? 1U << NO_PREF : 0);
    for (enum spark_of of = 0; of < N_MAPS && sp->keeps_keys; of++)
        if (lists_alive(r, sp, s, of))
            found |= 1U << level_of[of];
    if (sp->keeps_keys)
        return waited_for(r, found);
    for (uint32_t t = 0; t < st->n_tasks && st->all_pref && !(found & 1U << AT_NODE); t++)
        for (uint32_t k = 0; k < replicas_n(st, t); k++)
            if (replicas_of(st, t)[k] < r->cl->n_nodes)
                found |= 1U << AT_NODE;
    return waited_for(r, found | (s->n_wishes ? 1U << AT_PROCESS : 0) | (s->n_rack ? 1U << AT_RACK : 0));
}

/* R13: levels that are nearer than this one. */
static int count_nearer(const struct spark_set *s, enum spark_level level)
{
    return __builtin_popcount(s->has_level & ((1U << level) - 1));
}

/* R12, and R13: the set's level stays, or is the nearest that is not nearer. From 3.1 on a level that comes may be
 * taken. */
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

/* R14: tasks wait for the level, as the round sees them. */
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

/* At ANY nothing is waited for. */
int64_t levels_left(const struct sw_replay *r, const struct spark_set *s)
{
    return s->level == AT_ANY ? -1 : s->timer_us + wait_at(r, s->level) - r->now_us;
}

/* R14: where levels may be worked out again, the maps lose what no task waits for. */
static bool some_wait(const struct sw_replay *r, struct spark *sp, struct spark_set *s)
{
    if (!sp->keeps_keys || s->level == NO_PREF)
        return levels_some_wait(r, sp, s, s->level);
    return lists_walk(r, sp, s, s->level == AT_PROCESS ? EXECUTORS : s->level == AT_NODE ? HOSTS : RACKS);
}

/* R14: step by step, until the level has waiting tasks and its wait is not over. */
enum spark_level levels_allowed(const struct sw_replay *r, struct spark *sp, struct spark_set *s)
{
    while (s->level != AT_ANY) {
        if (!some_wait(r, sp, s))
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
