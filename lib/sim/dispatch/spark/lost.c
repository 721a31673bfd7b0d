/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lost.c - the order in which tasks come back that were lost with a node: that of a map of the set's launches
 * (R17.1). */
#include "lib/sim/dispatch/spark/spark.h"

/* Numbers of launches are keys of a map of 32 bits. */
void lost_note_launch(struct spark_set *s, uint64_t launch)
{
    PUSH(s->launch, s->n_launches, s->cap_launches, (uint32_t)launch);
}

/* R17.1: it comes back when the scheduler is told of the node. */
void lost_add(struct spark *sp, struct spark_set *s, uint32_t task, uint64_t launch)
{
    PUSH(sp->lost, sp->n_lost, sp->cap_lost,
         (struct spark_lost){ s, task, (uint32_t)launch, 0, launch == LOST_OUTPUT });
}

/* Those of the set get their turns. What a finished task had put out comes first (TSM.executorLost). */
static void set_turns(struct spark *sp, size_t from, bool old)
{
    const struct spark_set *s = sp->lost[from].set;
    struct scala_map m = { .old = old };
    for (uint32_t i = 0; i < s->n_launches; i++)
        (void)scala_add(&m, s->launch[i], s->launch[i]);
    for (size_t i = from; i < sp->n_lost; i++)
        if (sp->lost[i].set == s && !sp->lost[i].is_output)
            sp->lost[i].turn = 1 + scala_turn(&m, scala_find(&m, sp->lost[i].launch, sp->lost[i].launch));
    scala_clear(&m);
}

/* Set by set, as they occur; in a set by turn. */
void lost_sort(struct spark *sp, bool old)
{
    for (size_t i = 0; i < sp->n_lost; i++) {
        if (!i || sp->lost[i].set != sp->lost[i - 1].set)
            set_turns(sp, i, old);
        for (size_t k = i + 1; k < sp->n_lost; k++) {
            bool before = sp->lost[k].set == sp->lost[i].set && sp->lost[k].turn < sp->lost[i].turn;
            struct spark_lost other = sp->lost[i];
            if (!before)
                continue;
            sp->lost[i] = sp->lost[k];
            sp->lost[k] = other;
        }
    }
}
