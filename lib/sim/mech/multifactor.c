/* SPDX-License-Identifier: GPL-3.0-or-later */
/* multifactor.c - points of jobs, as Slurm's priority/multifactor works them out when a job is submitted and at ticks
 * (G12 of docs/model.md). lib/sched/order/multifactor.c orders by them. */
#include "lib/base/minmax.h"
#include "lib/sim/event/event.h"
#include "lib/sim/queue/queue.h"
#include "slotwise/sw_fair.h"
#include <math.h>

struct of_job {                   /* of each job */
    int64_t width, launch_us;     /* slots of each task; -1: it does not run */
    int64_t level, tier, aged_from_us;   /* -1: its submission */
    double size, partition, qos;  /* its factors that stay */
};
/* Of each pool: thousandths of a slot second at a tick, and what came since then. */
struct used { double slots; int64_t at_us, fresh; bool came, has_factor; double factor; };
struct multifactor {
    struct records at;            /* must stand first */
    int64_t last_us;              /* the last tick; -1: there was none */
    uint32_t *place, *parent;     /* of each pool among those that are there; of these */
    struct pool **pool;
    struct sw_usage_claim *claim;
    struct sw_usage_share *share;
    uint32_t cap;
};

static struct of_job *of_job(const struct multifactor *m, const struct job *job) { return job_record(job, &m->at); }

/* ---- usage (G12.6) ------------------------------------------------------------------------------------------ */

static struct used *used_by(const struct multifactor *m, const struct pool *p) { return pool_record(p, &m->at); }

/* G12.6: whole thousandths, a half rounded up. */
static void set_used(const struct sw_replay *r, struct used *u, double slots)
{
    u->slots = floor(slots + 0.5);
    u->at_us = r->now_us;
    u->fresh = 0;
}

/* G12.6: the part of usage that is left after so long. A half-life of 0 keeps all. */
static double left_after(const struct sw_replay *r, int64_t us)
{
    double half_life_s = (double)r->opt.order.half_life_us / SW_US_PER_S;
    return half_life_s > 0 ? pow(fmax(1 - 0.693 / half_life_s, 0), (double)us / SW_US_PER_S) : 1;
}

/* Thousandths of what so many slots use in d. */
static int64_t use(const struct sw_replay *r, int64_t slots, int64_t us)
{
    return (int64_t)floor((double)slots * ((double)us / 1000) * left_after(r, us) + 0.5);
}

/* What a job has used before the last tick has been counted. */
static int64_t since(const struct multifactor *m, const struct of_job *j)
{
    return max_i64(j->launch_us, m->last_us);
}

static void multifactor_launched(struct sw_replay *r, void *own, struct attempt *a)
{
    of_job(own, a->job)->launch_us = r->now_us;
}

/* G12.7: with no-limits ends add nothing. */
static void multifactor_ended(struct sw_replay *r, void *own, struct attempt *a)
{
    struct multifactor *m = own;
    const struct of_job *j = of_job(m, a->job);
    if (!r->opt.order.factors.no_limits)
        used_by(m, a->job->pool)->fresh += use(r, j->width, r->now_us - since(m, j));
}

/* G14.8 */
static void multifactor_stopped(struct sw_replay *r, void *own, struct attempt *a, enum phase was UNUSED)
{
    multifactor_ended(r, own, a);
    of_job(own, a->job)->aged_from_us = r->now_us + r->opt.preempt.gangs.begin_us;
}

/* Between ticks at which nothing is added it only decays, and is not rounded. */
static double usage_now(const struct sw_replay *r, const struct used *u)
{
    return u->slots * left_after(r, r->now_us - u->at_us);
}

/* Of what ended since the last tick: it decays with what was there. */
static void decay_fresh(struct sw_replay *r, struct multifactor *m)
{
    for (const struct pool *p = r->pools.first; p; p = p->next) {
        struct used *u = used_by(m, p);
        if (u->fresh)
            set_used(r, u, (u->slots * left_after(r, m->last_us - u->at_us) + (double)u->fresh)
                               * left_after(r, r->now_us - m->last_us));
    }
}

/* G12.6: a tick adds what those that run have used since the last, as whole tasks. */
static void take_running(struct sw_replay *r, struct multifactor *m)
{
    for (const struct job *job = r->jobs.first; job; job = job->next)
        if (job->running[0] > 0) {
            const struct of_job *j = of_job(m, job);
            used_by(m, job->pool)->fresh += job->running[0] / j->width * use(r, j->width, r->now_us - since(m, j));
        }
    for (const struct pool *p = r->pools.first; p; p = p->next) {
        struct used *u = used_by(m, p);
        if (u->fresh)
            set_used(r, u, usage_now(r, u) + (double)u->fresh);
    }
}

/* ---- fair share ----------------------------------------------------------------------------------------------- */

/* G12.6: pools with a row, and those that have had a job. Parents are numbered among them. */
static uint32_t list_pools(struct sw_replay *r, struct multifactor *m)
{
    uint32_t n = 0;
    if (r->pools.n > m->cap) {
        m->cap = 2 * r->pools.n;
        m->place = xrealloc(m->place, m->cap, sizeof *m->place);
        m->parent = xrealloc(m->parent, m->cap, sizeof *m->parent);
        m->pool = xrealloc(m->pool, m->cap, sizeof *m->pool);
        m->claim = xrealloc(m->claim, m->cap, sizeof *m->claim);
        m->share = xrealloc(m->share, m->cap, sizeof *m->share);
    }
    for (struct pool *p = r->pools.first; p; p = p->next)
        if (p->declared || used_by(m, p)->came) {
            m->place[p->number] = n;
            m->pool[n++] = p;
        }
    for (uint32_t i = 0; i < n; i++) {
        const struct pool *p = m->pool[i];
        m->parent[i] = p->parent ? m->place[p->parent->number] : SW_FAIR_TOP;
        m->claim[i] = (struct sw_usage_claim){ .shares = (double)p->weight / SW_WEIGHT_ONE,
                                               .usage = usage_now(r, used_by(m, p)) };
    }
    return n;
}

/* U2, or U3 with no-fair-tree, of the usages of this tick. */
static void find_shares(struct sw_replay *r, struct multifactor *m)
{
    struct sw_fair_tree tree = { 0 };
    uint32_t n = list_pools(r, m), looped;
    int status = sw_fair_tree_set(&tree, m->parent, n, &looped, NULL);
    if (status == SW_OK)
        status = r->opt.order.factors.no_fair_tree
                     ? sw_fair_usage_classic(&tree, m->parent, m->claim, m->share, NULL)
                     : sw_fair_usage_tree(&tree, m->parent, m->claim, m->share, NULL);
    sw_fair_tree_clear(&tree);
    if (status != SW_OK)
        memory_out();
    for (uint32_t i = 0; i < n; i++) {
        struct used *u = used_by(m, m->pool[i]);
        u->has_factor = true;
        u->factor = m->share[i].fairshare;
    }
}

/* ---- points ---------------------------------------------------------------------------------------------------- */

static double within_1(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

/* G12.4 */
static double size_factor(const struct sw_replay *r, const struct sw_job *spec, uint64_t tasks)
{
    const struct sw_multifactor *f = &r->opt.order.factors;
    double all = r->cl->n_nodes, nodes = (double)tasks, all_slots = (double)r->cl->total_slots[0];
    double slots = (double)(spec->cpus > tasks ? spec->cpus : tasks);
    double minutes = spec->limit_us < 0 ? 365 * 1440 : fmax(ceil((double)spec->limit_us / (60.0 * SW_US_PER_S)), 1);
    double size = (nodes / all + slots / all_slots) / 2;
    if (f->relative_to_time)
        size = fmax(nodes * all_slots / all, slots) / minutes / all_slots;
    return within_1(f->favor_small ? 1 - size : size);
}

/* Slurm's uint32_t, above which stand the level of its QOS (G14.11) and the tier of its partition. */
static int64_t points_of(struct sw_replay *r, struct multifactor *m, const struct job *job)
{
    const struct sw_multifactor *f = &r->opt.order.factors;
    const struct of_job *j = of_job(m, job);
    const struct used *u = used_by(m, job->pool);
    int64_t from_us = j->aged_from_us >= 0 ? j->aged_from_us : job->submit_us;
    double age = within_1((double)(r->now_us - from_us) / (double)f->max_age_us);
    double points = age * f->age + (u->has_factor ? u->factor : 1) * f->fair_share + j->size * f->size
        + j->partition * f->partition + j->qos * f->qos;
    return j->level << 48 | j->tier << 32 | (int64_t)fmin(fmax(points, 1), UINT32_MAX);
}

/* Its factors of partition, QOS and size never change: they are worked out once. */
static void multifactor_job_made(struct sw_replay *r, void *own, struct job *job, const struct sw_job *spec)
{
    const struct sw_partition *p = sw_cluster_partition(r->cl, spec->partition);
    const struct sw_qos *q = sw_cluster_qos(r->cl, spec->qos);
    const bool whole = r->opt.gang.width == SW_WIDTH_NODES;
    *of_job(own, job) = (struct of_job){
        .width = whole ? (int64_t)r->cl->node[0].span[0].slots[0] : (int64_t)spec->width, .launch_us = -1,
        .size = size_factor(r, spec, job_tasks(job)), .tier = p ? p->tier : 0, .aged_from_us = -1,
        .level = q && r->opt.preempt.policy->gangs == SW_PREEMPT_BY_QOS ? q->level : 0,
        .partition = p && r->cl->most_factor > 0 ? p->factor / r->cl->most_factor : 0,
        .qos = q && r->cl->most_priority > 0 ? q->priority / r->cl->most_priority : 0 };
}

/* G12.5 */
static int multifactor_job_check(struct sw_replay *r, void *own UNUSED, struct job *job UNUSED,
                                 const struct sw_job *spec)
{
    if (r->cl->n_qos && !sw_cluster_qos(r->cl, spec->qos))
        return sw_trace_err(r->source.trace, spec, "qos", r->err, "is not in the file of --qos: '%.*s'",
                            (int)spec->qos.len, spec->qos.at), SW_FAIL;
    return SW_OK;
}

/* G12.2: points at the submission. The first submission begins the grid of ticks. */
static void multifactor_job_submitted(struct sw_replay *r, void *own, struct job *job)
{
    struct multifactor *m = own;
    if (m->last_us < 0)
        m->last_us = r->now_us - r->now_us % r->opt.order.update_us;
    used_by(m, job->pool)->came = true;
    job->asks = points_of(r, m, job);
    ticks_expect(r, EV_UPDATE, r->opt.order.update_us);
}

/* G12.7: other points may let another job start. */
static void set_points(struct sw_replay *r, struct multifactor *m)
{
    for (struct job *job = r->jobs.first; job; job = job->next) {
        if (!job->submitted || job->running[0] > 0 || job->ended)
            continue;
        int64_t points = points_of(r, m, job);
        if (points == job->asks || (r->opt.order.factors.incr_only && points < job->asks))
            continue;
        job->asks = points;
        keys_follow(r, job, 0);
        r->slots.offer_to_all = true;
    }
}

/* A tick. Without a weight of fair share nothing of usage is needed. */
static void multifactor_event(struct sw_replay *r, void *own, const struct event *ev UNUSED)
{
    struct multifactor *m = own;
    if (r->opt.order.factors.fair_share > 0) {
        decay_fresh(r, m);
        take_running(r, m);
        find_shares(r, m);
    }
    m->last_us = r->now_us;
    set_points(r, m);
    ticks_again(r, EV_UPDATE, r->opt.order.update_us);
}

static void multifactor_reset(struct sw_replay *r UNUSED, void *own)
{
    ((struct multifactor *)own)->last_us = -1;
}

const struct mechanism multifactor_mechanism = {
    .needs = NEEDS_ENDS, .size = sizeof(struct multifactor), .job_size = sizeof(struct of_job),
    .pool_size = sizeof(struct used), .event_kind = EV_UPDATE, .reset = multifactor_reset,
    .job_made = multifactor_job_made, .job_check = multifactor_job_check, .job_submitted = multifactor_job_submitted,
    .launched = multifactor_launched, .ended = multifactor_ended, .stopped = multifactor_stopped,
    .event = multifactor_event,
};
