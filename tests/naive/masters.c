/* SPDX-License-Identifier: GPL-3.0-or-later */
/* masters.c - Y19: application masters with containers of their own; Y20: as many as a pool may have. */
#include <math.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

int set_am_share(struct options *o, const char *arg, struct sw_err *err)
{
    double f;
    if (sw_opt_fraction("--am-share", arg, 0, 1, &f, err)) return SW_FAIL;
    o->am_share = naive_round(f * 1e6);
    return SW_OK;
}

int check_masters(const struct options *o, const struct run *r, struct sw_err *err)
{
    bool hfs = !strncmp(o->order->name, "hfs", 3);
    bool ordered = hfs || o->order == &order_fifo || o->order == &order_fair || o->order == &order_capacity;
    if (!o->am_container_us) return SW_OK;
    if (r->n_kinds > 1 || !ordered || o->speculate || o->failure_rate > 0 || o->kills || o->yarn_kills
        || o->capacity_kills || (o->am_share != UNSET && !hfs))
        return sw_err_usage(err, "--am-container: not with that");
    return SW_OK;
}

/* Y19.1 */
bool masters_hold(const struct run *r, const struct stage *s)
{
    return r->o.am_container_us && !s->is_master && !r->job[s->job].mastered;
}

static bool others_done(const struct job *j)
{
    for (int s = 0; s < j->n_stages; s++)
        if (!j->stage[s].is_master && !stage_is_done(&j->stage[s])) return false;
    return true;
}

/* Y19.1: "T after its launch" the others may be ready. Y19.3 */
void masters_launched(struct run *r, struct attempt *a)
{
    struct job *j = &r->job[a->job];
    if (!j->stage[a->stage].is_master) return;
    j->map_tasks_run--;
    if (!others_done(j)) a->due_us = NEVER;
    if (j->mastered) return;
    j->mastered = true;
    j->first_launch_us = UNSET;
    for (int s = 0; s < j->n_stages; s++) {
        struct stage *held = &j->stage[s];
        if (!held->is_master && held->asked) held->setup_us += r->o.am_container_us;
    }
    job_check_ready(r, a->job);
}

/* Y19.2 */
void masters_check(struct run *r, int job)
{
    struct job *j = &r->job[job];
    if (!r->o.am_container_us || !others_done(j)) return;
    for (int i = 0; i < r->n_attempts; i++) {
        struct attempt *a = &r->attempt[i];
        if (a->job == job && j->stage[a->stage].is_master && a->phase != OVER) a->due_us = r->now_us;
    }
}

/* Y20.2: "slots that are free before the heartbeat launches anything". */
void masters_heartbeat(struct run *r)
{
    r->free_before = 0;
    for (int i = 0; i < r->n_nodes && r->o.am_share != UNSET; i++)
        r->free_before += r->node[i].up ? node_free(r, i, 0) : 0;
}

/* Y20.1: "jobs of it whose master has been launched, up to the heartbeat that reports the last attempt". */
static int64_t masters_of(const struct run *r, int pool)
{
    int64_t n = 0;
    for (int j = 0; j < r->n_jobs; j++) {
        bool is_over = r->job[j].state == ENDED && r->job[j].heard_us < r->now_us && job_running(r, j, 0) == 0;
        if (r->job[j].pool == pool && r->job[j].mastered && !is_over) n++;
    }
    return n;
}

/* Y20 */
bool masters_may_start(const struct run *r, const struct stage *s)
{
    int pool = r->job[s->job].pool;
    int64_t cores = 0, more = r->pool[pool].max[0], n = masters_of(r, pool) + 1;
    double part = (double)r->o.am_share / MILLION, share;
    if (!s->is_master || r->o.am_share == UNSET || r->job[s->job].mastered) return true;
    cores = r->free_before;
    if (more < pool_minimum(r, pool, 0)) more = pool_minimum(r, pool, 0);
    if (cores > more) cores = more;
    share = r->o.demand_us ? r->pool[pool].known_share : preempt_yarn_pool_share(r, pool);
    if (ceil(part * 1024 * (share > 0 ? share : (double)cores) - 1e-6) < 1024 * (double)n) return false;
    return ceil(part * (double)cores - 1e-6) >= (double)n;
}
