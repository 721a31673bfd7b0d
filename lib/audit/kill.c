/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kill.c - what the log shows of preemption (K1, K3, K4). */
#include "lib/audit/audit.h"

static int64_t or_else(int64_t own_us, int64_t rule_us) { return own_us >= 0 ? own_us : rule_us; }

/* Few are killed: their pools stand beside the rows. */
uint32_t audit_kill_for(const struct audit *a, const struct row *row)
{
    size_t low = 0, high = a->n_killed;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (a->killed[mid].line < row->line)
            low = mid + 1;
        else
            high = mid;
    }
    return a->killed[low].pool;
}

/* The shortest of the timeouts that count for a pool, at some time (O31). */
static int64_t least_timeout(const struct audit *a, const struct pool *pool)
{
    size_t place = (size_t)(pool - a->pool);
    const struct sw_pool_list *list = a->pools && place < a->pools->n ? a->pools : NULL;
    int64_t least_us = min_i64(or_else(pool->min_timeout_us, a->rules.min_timeout_us),
                               or_else(pool->fair_timeout_us, a->rules.fair_timeout_us));
    for (; list; list = list->next) {
        least_us = min_i64(least_us, or_else(list->at[place].min_timeout_us, a->rules.min_timeout_us));
        least_us = min_i64(least_us, or_else(list->at[place].fair_timeout_us, a->rules.fair_timeout_us));
    }
    return least_us;
}

/* D12: whether a check since its first submission can have found the pool starved. */
bool audit_kill_may_starve(const struct audit *a, const struct pool *pool, int64_t now_us)
{
    int64_t every_us = a->rules.preempt_every_us;
    if (a->rules.preempt != PREEMPT_KILL)
        return a->rules.preempt > PREEMPT_KILL;
    return pool->first_submit_us < now_us
           && now_us / every_us * every_us - pool->first_submit_us > least_timeout(a, pool);
}

/* K1, K3: at a check, for a pool that can have been starved for as long as the shorter of its timeouts. */
void audit_kill_times(struct audit *a, const struct row *row)
{
    uint32_t killed_for = audit_kill_for(a, row);
    const struct pool *pool = &a->pool[killed_for];
    int64_t least_us = least_timeout(a, pool);
    if (a->rules.preempt > PREEMPT_KILL)
        return;
    if (killed_for == job_of(a, row)->pool)
        audit_fault(a, OF_TIMES, row, "K4", "killed for its own pool '%s'", pool->name);
    if (row->finish_us % a->rules.preempt_every_us)
        audit_fault(a, OF_TIMES, row, "K1", "killed at %s, which is no multiple of %s", S(row->finish_us),
                    S(a->rules.preempt_every_us));
    if (pool->first_submit_us >= row->finish_us || row->finish_us - pool->first_submit_us <= least_us)
        audit_fault(a, OF_TIMES, row, "K3",
                    "killed at %s for pool '%s', which cannot have been starved for %s s by then", S(row->finish_us),
                    pool->name, S(least_us));
}

/* J5: of a job that has no row the log does not say whether it was admitted. */
static bool has_unseen(const struct audit *a, uint32_t pool)
{
    for (uint32_t j = 0; j < a->n_jobs; j++)
        if (a->job[j].pool == pool && a->job[j].submit_us <= a->now_us && a->job[j].admit_us == NEVER)
            return true;
    return false;
}

/* K4: of a job the newest go first; and the pool that it is for wants a slot of the kind. Before any is killed at
 * this time. */
void audit_kill(struct audit *a, const struct row *row)
{
    const struct job *job = job_of(a, row);
    uint32_t killed_for = audit_kill_for(a, row);
    const struct pool *pool = &a->pool[killed_for];
    int kind = stage_of(a, row)->slot_kind;
    if (a->rules.preempt > PREEMPT_KILL)
        return;
    if (pool->waiting[kind] <= 0 && !has_unseen(a, killed_for))
        audit_fault(a, OF_TURNS, row, "K3", "killed at %s for pool '%s', in which no task waits", S(row->finish_us),
                    pool->name);
    for (uint32_t i = 0; i < job->n_rows; i++) {
        const struct row *other = &a->row[a->by_task[job->first_row + i]];
        if (stage_of(a, other)->slot_kind == kind && other->launch_us > row->launch_us
            && other->launch_us < row->finish_us && other->finish_us > row->finish_us)
            audit_fault(a, OF_TURNS, row, "K4",
                        "killed at %s though the job's attempt of line %llu is newer and goes on", S(row->finish_us),
                        (unsigned long long)other->line);
    }
}
