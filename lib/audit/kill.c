/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kill.c - what the log shows of preemption (K1, K3, K4). */
#include "lib/audit/audit.h"

/* K1: -1 where the pool's row has no timeout; the rule's then counts. */
static int64_t or_else(int64_t own_us, int64_t rule_us) { return own_us >= 0 ? own_us : rule_us; }

/* The shortest of the timeouts that count for a pool, at some time (O31). */
static int64_t least_timeout(const struct audit *a, const struct pool *pool)
{
    size_t place = (size_t)(pool - a->pool);
    const struct sw_pool_list *list = a->pools && place < a->pools->n ? a->pools : NULL;
    int64_t least_us = min_i64(or_else(pool->min_timeout_us, a->opt->preempt.min_us),
                               or_else(pool->fair_timeout_us, a->opt->preempt.fair_us));
    for (; list; list = list->next) {
        least_us = min_i64(least_us, or_else(list->at[place].min_timeout_us, a->opt->preempt.min_us));
        least_us = min_i64(least_us, or_else(list->at[place].fair_timeout_us, a->opt->preempt.fair_us));
    }
    return least_us;
}

/* K1, K3: at a check, for a pool that can have been starved for as long as the shorter of its timeouts. */
void audit_kill_times(struct audit *a, const struct row *row)
{
    /* The pool that it was killed for. Few are killed, so these stand beside the rows, by line. */
    const size_t killed = FIRST_NOT(i, 0, a->n_killed, a->killed[i].line < row->line);
    const struct pool *pool = &a->pool[a->killed[killed].pool];
    int64_t least_us = least_timeout(a, pool);
    /* Of other rules that kill the times are not known (rules.c). */
    if (!a->rules.checks_kills)
        return;
    if (pool == &a->pool[job_of(a, row)->pool])
        audit_fault(a, OF_TIMES, row, "K4", "killed for its own pool '%s'", pool->name);
    if (row->finish_us % a->opt->preempt_every_us)
        audit_fault(a, OF_TIMES, row, "K1", "killed at %s, which is no multiple of %s", S(row->finish_us),
                    S(a->opt->preempt_every_us));
    /* K2.2: the first submission to the pool sets its clocks, so it starves no sooner than a timeout after that. */
    if (pool->first_submit_us >= row->finish_us || row->finish_us - pool->first_submit_us <= least_us)
        audit_fault(a, OF_TIMES, row, "K3",
                    "killed at %s for pool '%s', which cannot have been starved for %s s by then", S(row->finish_us),
                    pool->name, S(least_us));
}
