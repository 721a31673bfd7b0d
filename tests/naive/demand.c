/* SPDX-License-Identifier: GPL-3.0-or-later */
/* demand.c - Y18: what YARN's Fair Scheduler knows of demand is that of its last update. */
#include "tests/naive/naive.h"

/* "A job launches only while it runs less than it demanded then." */
bool demand_lets(const struct run *r, int job, int kind)
{
    return !r->o.demand_us || job_running(r, job, kind) < r->job[job].known_demand[kind];
}

/* "e of O4 goes by a pool's demand of then." */
int64_t demand_of_pool(const struct run *r, int pool, int kind)
{
    return r->o.demand_us ? r->pool[pool].known_demand[kind] : pool_demand(r, pool, kind);
}

/* "At each multiple of T ..." */
void demand_update(struct run *r)
{
    if (!r->o.demand_us || r->now_us % r->o.demand_us) return;
    for (int kind = 0; kind < r->n_kinds; kind++) {
        for (int p = 0; p < r->n_pools; p++) r->pool[p].known_demand[kind] = pool_demand(r, p, kind);
        for (int j = 0; j < r->n_jobs; j++)
            if (r->job[j].state == SUBMITTED)
                r->job[j].known_demand[kind] = job_running(r, j, kind) + job_waiting(r, j, kind);
    }
    for (int p = 0; p < r->n_pools && r->o.am_container_us; p++)
        r->pool[p].known_share = preempt_yarn_pool_share(r, p);
    for (int j = 0; j < r->n_jobs && r->o.reservable != UNSET; j++)
        if (r->job[j].state == SUBMITTED) r->job[j].known_share = preempt_yarn_share(r, j);
}
