/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preempt_kill.c - K1..K5: pools that starve, and whose tasks are killed for them (TR 3.2, ES 4); D12: whose stages do
 * not wait. */
#include <math.h>
#include <stdlib.h>
#include "tests/naive/naive.h"

enum { BY_MIN, BY_SHARE }; /* K2's first and second clock */

static int64_t least_of(int64_t a, int64_t b) { return a < b ? a : b; }

/* K1: "a pool's own timeouts go before Tmin and Tfair". */
static int64_t timeout_of(const struct run *r, int pool, int clock)
{
    int64_t own_us = r->pool[pool].timeout_us[clock];
    return own_us == UNSET ? r->o.timeout_us[clock] : own_us;
}

/* K7.2: what is suspended is "not in the demand of K2 and K3". */
static int64_t demand_of(const struct run *r, int pool, int kind)
{
    int64_t demand = 0;
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].state >= SUBMITTED && r->job[j].pool == pool)
            demand += job_running(r, j, kind) + job_waiting(r, j, kind);
    return least_of(demand, pool_maximum(r, pool, kind));
}

/* K2: "not below" sets the clock. */
static void set_clocks(struct run *r, int pool, int kind, double share)
{
    int64_t running = pool_running(r, pool, kind), demand = demand_of(r, pool, kind);
    if (running >= least_of(pool_minimum(r, pool, kind), demand)) r->pool[pool].clock_us[BY_MIN][kind] = r->now_us;
    if (running >= least_of((int64_t)floor(r->o.tr ? share : share / 2), demand))
        r->pool[pool].clock_us[BY_SHARE][kind] = r->now_us;
}

static bool past(const struct run *r, int pool, int kind, int clock)
{
    return r->now_us - r->pool[pool].clock_us[clock][kind] > timeout_of(r, pool, clock);
}

/* K3: each timeout brings its own part, the greater of the two. */
static int64_t due_tasks(const struct run *r, int pool, int kind, double share)
{
    int64_t running = pool_running(r, pool, kind), demand = demand_of(r, pool, kind), due = 0, part;
    if (past(r, pool, kind, BY_MIN) && (part = least_of(pool_minimum(r, pool, kind), demand) - running) > due)
        due = part;
    if (past(r, pool, kind, BY_SHARE) && (part = least_of((int64_t)floor(share), demand) - running) > due) due = part;
    return due;
}

/* K4.1: a pool that runs "more than its share" may lose one; K4.3: "would still have no less". */
static bool can_spare(const struct run *r, int pool, int kind, const double *pools)
{
    int64_t running = pool_running(r, pool, kind) - orders_in_pool(r, pool, kind); /* E8.2 */
    return r->o.tr ? (double)(running - 1) >= pools[pool] : (double)running > pools[pool];
}

/* K4: "pools above the starved pool are not asked"; "no attempt of its own jobs is killed for it". */
static bool may_lose(const struct run *r, const struct attempt *a, int kind, int starved, const double *pools,
                     const double *jobs)
{
    if (a->phase == OVER || r->job[a->job].pool == starved) return false;
    if (!hadoop_has_status(r, a) || a->order_us != NEVER) return false; /* E8 */
    if (r->job[a->job].stage[a->stage].slot_kind != kind) return false;
    if (r->o.tr && (double)(job_running(r, a->job, kind) - 1) < jobs[a->job]) return false;
    for (int p = r->job[a->job].pool; p >= 0; p = r->pool[p].parent)
        if (!pool_above(r, p, starved) && !can_spare(r, p, kind, pools)) return false;
    return true;
}

/* K5: its slot is free at once and its node makes a heartbeat at that instant. */
void kill_attempt(struct run *r, int attempt, int pool)
{
    struct attempt *a = &r->attempt[attempt];
    bool computed = a->phase == COMPUTES;
    attempt_stop(r, attempt, SW_KILLED);
    a->killed_for = pool;
    r->job[a->job].killed++;
    r->node[a->node].asks = true;
    if (computed) cpac_one_computes_less(r, a->node);
}

static void kill_newest(struct run *r, int pool, int kind, int64_t due, const double *pools, const double *jobs)
{
    for (int i = r->n_attempts - 1; i >= 0 && due > 0; i--)
        if (may_lose(r, &r->attempt[i], kind, pool, pools, jobs)) {
            if (r->o.hadoop && r->o.update_us) hadoop_order(r, i, pool);
            else if (r->o.suspends && r->attempt[i].phase == WORKS) suspend_attempt(r, i, pool); /* K7.1 */
            else kill_attempt(r, i, pool);
            due--;
        }
}

/* D12: "may launch anywhere" while its pool starves; Y1: "D12 does not hold". */
bool starves(const struct run *r, const struct stage *s)
{
    if (hadoop_timed_out(r, r->job[s->job].pool)) return true;
    return !r->o.delay->offered && r->pool[r->job[s->job].pool].starves[s->slot_kind];
}

/* D12: "anew at the level at which they stood ...: wait 0, unmarked, no skips, the timer at that instant". */
static void wait_again(struct run *r, int pool, int kind)
{
    for (int j = 0; j < r->n_jobs; j++)
        for (int i = 0; i < r->job[j].n_stages && r->job[j].pool == pool && !r->o.delay->offered; i++) {
            struct stage *s = &r->job[j].stage[i];
            if (s->slot_kind != kind) continue;
            s->wait_us = s->skips = 0;
            s->marked = false;
            s->clock_us = UNSET;
            s->timer_us = r->now_us;
            adaptive_set_waits(r, s); /* D20 */
        }
}

/* E7.2: "at one of its timeouts or past it". */
static bool starves_by(const struct run *r, int pool, int kind, int clock)
{
    int64_t since_us = r->now_us - r->pool[pool].clock_us[clock][kind];
    return past(r, pool, kind, clock) || (r->o.update_us && since_us == timeout_of(r, pool, clock));
}

/* D12: from a check that finds it past a timeout to one that finds it past none. */
static void set_starving(struct run *r, int pool, int kind)
{
    bool *is = &r->pool[pool].starves[kind], was = *is;
    *is = starves_by(r, pool, kind, BY_MIN) || starves_by(r, pool, kind, BY_SHARE);
    if (was && !*is) wait_again(r, pool, kind);
    if (!was && *is) r->work_came = true; /* "heartbeats as in H6 (b)" */
}

static void check_kind(struct run *r, int kind, double *pools, double *jobs, int64_t *due)
{
    pool_shares(r, kind, pools);
    job_shares(r, kind, pools, jobs);
    for (int p = 0; p < r->n_pools; p++) {
        due[p] = 0;
        if (pool_has_children(r, p)) continue; /* K1: the pools that take jobs */
        if (!r->o.update_us) {
            set_clocks(r, p, kind, pools[p]);
            set_starving(r, p, kind);
        }
        due[p] = due_tasks(r, p, kind, pools[p]) - orders_for_pool(r, p, kind); /* E8.2 */
    }
    for (int p = 0; p < r->n_pools; p++) kill_newest(r, p, kind, due[p], pools, jobs);
}

void kill_check(struct run *r)
{
    double *pools = naive_alloc((size_t)r->n_pools, sizeof *pools),
        *jobs = naive_alloc((size_t)r->n_jobs, sizeof *jobs);
    int64_t *due = naive_alloc((size_t)r->n_pools, sizeof *due);
    for (int kind = 0; kind < r->n_kinds; kind++) check_kind(r, kind, pools, jobs, due);
    free(pools);
    free(jobs);
    free(due);
}

/* E7.2: "an update sets the clocks of K2 as a check does". */
void kill_update(struct run *r)
{
    double *pools = naive_alloc((size_t)r->n_pools, sizeof *pools);
    for (int kind = 0; kind < r->n_kinds; kind++) {
        pool_shares(r, kind, pools);
        for (int p = 0; p < r->n_pools; p++) {
            if (pool_has_children(r, p)) continue;
            set_clocks(r, p, kind, pools[p]);
            set_starving(r, p, kind);
        }
    }
    free(pools);
}

static bool waits_beside(const struct run *r, int pool, int job, int kind)
{
    for (int j = 0; j < r->n_jobs; j++)
        if (j != job && r->job[j].pool == pool && job_waiting(r, j, kind)) return true;
    return false;
}

/* K2: "a submission to a pool in which no task waits sets both": per kind (K1), no task of the kind. */
void kill_submission(struct run *r, int pool, int job)
{
    if (r->o.update_us) {
        if (r->o.kills) kill_update(r); /* E7.2 */
        return;
    }
    for (int kind = 0; kind < r->n_kinds && !r->o.yarn_kills; kind++)
        if (!waits_beside(r, pool, job, kind))
            r->pool[pool].clock_us[BY_MIN][kind] = r->pool[pool].clock_us[BY_SHARE][kind] = r->now_us;
}
