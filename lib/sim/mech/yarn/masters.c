/* SPDX-License-Identifier: GPL-3.0-or-later */
/* masters.c - application masters that have containers of their own, and how many a pool may have (Y19, Y20 of
 * docs/model.md). A master is the last stage of its job (jobs.c), of one task. */
#include "lib/base/arena.h"
#include "lib/base/million.h"
#include "lib/sim/life/life.h"
#include "lib/sim/mech/yarn/yarn_shares.h"
#include <math.h>

/* Jobs of a pool whose masters have been launched. n_gone left at gone_us, and count up to the end of that instant. */
struct pool_masters { int64_t n, n_gone, gone_us; };
struct master { struct attempt *attempt; bool was_launched; }; /* attempt NULL: it does not run */
struct masters {
    struct records at;
    uint64_t beat;           /* the heartbeat of the last launch */
    int64_t n_free;          /* before it */
    int64_t room_us;         /* from here on a job that has left counts no more */
};

static struct master *master_of(const struct masters *m, const struct job *job) { return job_record(job, &m->at); }

/* What is kept of a pool. What left before this instant counts no more. */
static struct pool_masters *masters_in(const struct sw_replay *r, const struct masters *k, const struct pool *p)
{
    struct pool_masters *m = pool_record(p, &k->at);
    if (m->gone_us != r->now_us)
        m->n_gone = 0;
    m->gone_us = r->now_us;
    return m;
}

/* Y19.1: the last stage of a job. */
static bool is_master(const struct stage *st)
{
    return st->number == st->job->n_stages - 1;
}

/* ---- the container (Y19) --------------------------------------------------------------------------------- */

/* Y19.1: the others are held. They are not being set up (B20), but nothing else begins them. */
static void masters_stage(struct sw_replay *r UNUSED, void *own, struct stage *st, enum stage_news what,
                          int class UNUSED)
{
    if (what != STAGE_SETS_UP || is_master(st) || master_of(own, st->job)->was_launched)
        return;
    st->ready = st->in_set_up = true;
}

/* Y19.1: the master runs. The other stages are set up from its launch on. */
static void let_stages_go(struct sw_replay *r, struct job *job)
{
    for (uint32_t s = 0; s + 1 < job->n_stages; s++) {
        struct stage *st = &job->stage[s];
        if (!st->in_set_up)
            continue;
        st->ready = st->in_set_up = false;
        st->setup_us += r->opt.am_container_us;
        set_up_stage(r, st);
    }
}

/* Y19.3: rows of jobs do not count it. */
static void masters_launched(struct sw_replay *r, void *own, struct attempt *a)
{
    struct masters *k = own;
    struct job *job = a->job;
    struct master *m = master_of(own, job);
    /* Y20.2: what was free before the first launch of a heartbeat. This one has taken its slot already. */
    if (r->opt.order.policy->needy_first && k->beat != r->offers.beat) {
        k->beat = r->offers.beat;
        k->n_free = r->slots.n_free[0] + 1;
    }
    if (!is_master(a->stage))
        return;
    job->result.map_tasks_run--;
    m->attempt = a;
    if (m->was_launched)
        return;
    m->was_launched = true;
    masters_in(r, own, job->pool)->n++;
    job->result.first_launch_us = -1;
    let_stages_go(r, job);
}

/* Y19.2: it lasts until all other tasks of its job are done. */
static bool masters_runs(struct sw_replay *r UNUSED, void *own UNUSED, struct attempt *a)
{
    return is_master(a->stage) && (a->own_end = a->job->tasks_done < job_tasks(a->job));
}

/* Y19.2: behind the job's last task it ends at once. */
static void masters_attempt(struct sw_replay *r, void *own, struct attempt *a, const struct attempt_news *is)
{
    struct job *job = a->job;
    struct master *m = master_of(own, job);
    if (is->what != ATTEMPT_DONE)
        return;
    if (is_master(a->stage))
        job->result.no_preference--; /* which counts it next */
    else if (m->attempt && job->tasks_done + 1 == job_tasks(job))
        launch_end_at(r, m->attempt, r->now_us);
}

/* A lost master is launched again; its job goes on. */
static void masters_stopped(struct sw_replay *r UNUSED, void *own, struct attempt *a, enum phase was UNUSED)
{
    if (is_master(a->stage))
        master_of(own, a->job)->attempt = NULL;
}

/* ---- how many (Y20) -------------------------------------------------------------------------------------- */

/* It leaves when its last attempt has been heard of. */
static void masters_job_freed(struct sw_replay *r, void *own, struct job *job)
{
    struct pool_masters *m = masters_in(r, own, job->pool);
    m->n -= master_of(own, job)->was_launched;
    m->n_gone += master_of(own, job)->was_launched;
    ((struct masters *)own)->room_us = r->now_us + 1;
}

/* Rounds of offers that would change nothing are left out (Y15). */
static int64_t masters_next_us(struct sw_replay *r, void *own)
{
    const struct masters *k = own;
    return r->opt.continuous_us && k->room_us > r->now_us ? k->room_us : INT64_MAX;
}

/* A slot is 1,024 MB and a core. Parts are rounded up to whole ones. */
static bool masters_admits(struct sw_replay *r, void *own, const struct stage *st, uint32_t node UNUSED)
{
    const struct pool *p = st->job->pool;
    const struct masters *k = own;
    int64_t own_share = p->am_share >= 0 ? p->am_share : r->opt.am_share;
    if (!r->opt.order.policy->needy_first || !is_master(st) || own_share < 0 || own_share >= SW_NO_LIMIT
        || master_of(own, st->job)->was_launched)
        return true;
    const struct pool_masters *m = masters_in(r, own, p);
    int64_t n_free = k->beat == r->offers.beat ? k->n_free : r->slots.n_free[0];
    int64_t cores = min_i64(n_free, max_i64(p->max[0], p->min[0]));
    double part = (double)((float)own_share / (float)MILLION), share = yarn_shares_of_pool(r, p);
    double n = (double)(m->n + m->n_gone + 1), mb = 1024 * (share > 0 ? share : (double)cores);
    return 1024 * n <= ceil(part * mb - 1e-3) && n <= ceil(part * (double)cores);
}

/* ---- */

static void masters_reset(struct sw_replay *r UNUSED, void *own)
{
    struct masters *k = own;
    k->beat = UINT64_MAX;
    k->room_us = -1;
}

const struct mechanism masters_mechanism = {
    .needs = NEEDS_ENDS | NEEDS_OWN_ENDS | NEEDS_WHOLE_RECORD, .size = sizeof(struct masters),
    .job_size = sizeof(struct master), .pool_size = sizeof(struct pool_masters), .reset = masters_reset,
    .stage = masters_stage, .launched = masters_launched, .runs = masters_runs, .attempt = masters_attempt,
    .stopped = masters_stopped, .job_freed = masters_job_freed, .admits = masters_admits, .next_us = masters_next_us,
};
