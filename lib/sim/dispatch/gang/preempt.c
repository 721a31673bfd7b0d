/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preempt.c - running jobs are ended for one that cannot start, as Slurm's preempt plug-ins have it (G14). */
#include "lib/base/minmax.h"
#include "lib/sim/dispatch/gang/gang.h"
#include "lib/sim/life/life.h"
#include "lib/sim/nodes/nodes.h"
#include <stdlib.h>
#include <string.h>

struct preempt_job {              /* of each job */
    const struct sw_qos *qos;
    int64_t ends_us, returns_us;  /* its grace; when it may start again; -1: none */
    int64_t again_us;             /* no others are preempted for it before then */
    char *for_id;                 /* the job that it was preempted for, and that one's pool; NULL: none */
    const char *for_pool;
    bool listed;
};
struct candidate { struct job *job; int64_t rank, nodes; uint32_t on, place; };
struct preempt {
    struct records at;            /* must stand first */
    struct job **timed;           /* some time of theirs may be to come */
    size_t n_timed, cap_timed;
    struct candidate *candidate;  /* for the job that is looked at, in order (G14.3) */
    uint32_t n, cap;
    const struct job *none;       /* of the cycle none_cycle: the last that had no candidates */
    uint64_t none_cycle;
    const struct stage *too_few;  /* of the cycle too_few_cycle: the last for which all candidates were too few */
    uint64_t too_few_cycle;
    int64_t *tried, *free;        /* slots of each node that the job may have now, and in a pass; -1: it may not */
    bool *chosen;
};

static struct preempt_job *of_job(const struct preempt *p, const struct job *job)
{
    return job_record(job, &p->at);
}

static bool by_qos(const struct sw_replay *r)
{
    return r->opt.preempt.policy->gangs == SW_PREEMPT_BY_QOS;
}

static void list_timed(struct preempt *p, struct job *job)
{
    if (of_job(p, job)->listed)
        return;
    RESERVE(p->timed, p->n_timed + 1, p->cap_timed);
    p->timed[p->n_timed++] = job;
    of_job(p, job)->listed = true;
}

static void unlist_timed(struct preempt *p, const struct job *job)
{
    for (size_t i = 0; i < p->n_timed && of_job(p, job)->listed; i++)
        if (p->timed[i] == job)
            p->timed[i] = p->timed[--p->n_timed];
}

/* ---- candidates ---------------------------------------------------------------------------------------------- */

static int64_t exempt_until(const struct sw_replay *r, const struct gang *g, const struct job *job)
{
    const struct sw_qos *q = of_job(g->preempt, job)->qos;
    int64_t exempt_us = q && q->exempt_us >= 0 ? q->exempt_us : r->opt.preempt.gangs.exempt_us;
    return plan_after(gang_of(g, job)->launch_us, exempt_us);
}

/* G14.2 */
bool preempt_may(const struct sw_replay *r, const struct gang *g, const struct job *job, const struct job *other)
{
    const struct gang_job *j = gang_of(g, job), *o = gang_of(g, other);
    const struct sw_qos *q = of_job(g->preempt, job)->qos;
    bool above = by_qos(r) ? q->preempts && q->preempts[of_job(g->preempt, other)->qos - r->cl->qos]
                           : o->partition->tier < j->partition->tier && o->partition->mode != SW_PREEMPT_OFF;
    if (!above || exempt_until(r, g, other) > r->now_us)
        return false;
    for (uint32_t i = 0; i < o->n; i++)
        if (!j->partition || j->partition->has[o->node[i]])
            return true;
    return false;
}

static int by_rank(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    uint64_t m = stage_serial(&x->job->stage[0]), n = stage_serial(&y->job->stage[0]);
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    if (x->nodes != y->nodes)
        return x->nodes < y->nodes ? -1 : 1;
    if (x->job->submit_us != y->job->submit_us)
        return x->job->submit_us < y->job->submit_us ? -1 : 1;
    return (m > n) - (m < n);
}

/* G14.3 */
static void list_candidates(const struct sw_replay *r, const struct gang *g, const struct job *job)
{
    struct preempt *p = g->preempt;
    p->n = 0;
    for (struct job *o = g->running; o; o = gang_of(g, o)->next) {
        if (!preempt_may(r, g, job, o))
            continue;
        const struct gang_job *j = gang_of(g, o);
        bool youngest = r->opt.preempt.gangs.youngest;
        int64_t rank = by_qos(r) ? min_i64((int64_t)of_job(p, o)->qos->priority, UINT16_MAX) : j->partition->tier;
        RESERVE(p->candidate, p->n + 1, p->cap);
        p->candidate[p->n++] = (struct candidate){ .job = o, .rank = youngest ? -j->launch_us : rank,
                                                   .nodes = youngest ? 0 : (int64_t)j->n };
    }
    if (p->n)
        qsort(p->candidate, p->n, sizeof *p->candidate, by_rank);
}

static bool are_equals(const struct gang *g, const struct job *a, const struct job *b)
{
    return gang_of(g, a)->partition == gang_of(g, b)->partition
        && of_job(g->preempt, a)->qos == of_job(g->preempt, b)->qos;
}

bool preempt_alike(const struct sw_replay *r, const struct gang *g, const struct job *a, const struct job *b)
{
    if (are_equals(g, a, b))
        return true;
    for (const struct job *o = g->running; o; o = gang_of(g, o)->next)
        if (preempt_may(r, g, a, o) != preempt_may(r, g, b, o))
            return false;
    return true;
}

/* ---- passes -------------------------------------------------------------------------------------------------- */

/* How many candidates a pass leaves out; 0: it fails. */
static uint32_t leave_out(const struct sw_replay *r, const struct gang *g, const struct stage *st)
{
    struct preempt *p = g->preempt;
    int64_t width = gang_of(g, st->job)->width;
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        p->free[i] = p->tried[i];
        n += p->free[i] >= width;
    }
    for (uint32_t k = 0; k < p->n; k++) {
        const struct gang_job *o = gang_of(g, p->candidate[k].job);
        for (uint32_t i = 0; i < o->n; i++) {
            int64_t *free = &p->free[o->node[i]];
            if (*free < 0)
                continue;
            n += *free < width && *free + o->width >= width;
            *free += o->width;
        }
        if (n >= st->n_tasks)
            return k + 1;
    }
    return 0;
}

/* Into g->now the nodes that could have the slots if nothing were reserved. */
static bool all_are_enough(const struct sw_replay *r, struct gang *g, const struct stage *st)
{
    struct preempt *p = g->preempt;
    g->now.n = 0;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        g->now.free[i] = gang_may_use(g, st, i) ? (int64_t)r->slots.node[i].free[0] : -1;
    for (uint32_t k = 0; k < p->n; k++) {
        const struct gang_job *o = gang_of(g, p->candidate[k].job);
        for (uint32_t i = 0; i < o->n; i++)
            g->now.free[o->node[i]] += g->now.free[o->node[i]] >= 0 ? o->width : 0;
    }
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        g->now.free[i] = g->now.free[i] >= gang_of(g, st->job)->width ? g->now.free[i] : 0;
        g->now.n += g->now.free[i] > 0;
    }
    if (g->now.n >= st->n_tasks)
        return true;
    p->too_few = st;
    p->too_few_cycle = g->cycle;
    return false;
}

/* Most jobs have none, or too few. What they would need, a try and all reservations before it, is then not made. */
bool preempt_finds(const struct sw_replay *r, struct gang *g, const struct stage *st)
{
    struct preempt *p = g->preempt;
    bool none = p->none_cycle == g->cycle && are_equals(g, p->none, st->job);
    if (none || r->now_us < of_job(p, st->job)->again_us)
        return false;
    /* It asks for as much as the last that had too few, or more. A launch gives none of them more in a cycle. */
    if (p->too_few_cycle == g->cycle && are_equals(g, p->too_few->job, st->job) && st->n_tasks >= p->too_few->n_tasks
        && gang_of(g, st->job)->width >= gang_of(g, p->too_few->job)->width)
        return false;
    list_candidates(r, g, st->job);
    if (p->n)
        return all_are_enough(r, g, st);
    p->none = st->job;
    p->none_cycle = g->cycle;
    return false;
}

static void choose(struct sw_replay *r, struct gang *g, const struct stage *st)
{
    struct preempt *p = g->preempt;
    int64_t width = gang_of(g, st->job)->width;
    memset(g->then.in_rack, 0, choice_n_racks(r) * sizeof *g->then.in_rack);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        g->then.free[i] = p->free[i] >= width ? p->free[i] : 0;
        g->then.in_rack[choice_rack_of(r, i)] += g->then.free[i] > 0;
    }
    choice_make(r, g, &g->then, st->n_tasks);
    memset(p->chosen, 0, r->cl->n_nodes * sizeof *p->chosen);
    for (uint32_t i = 0; i < g->n_node; i++)
        p->chosen[g->node[i]] = true;
}

static uint32_t runs_on_chosen(const struct gang *g, const struct job *job)
{
    const struct gang_job *j = gang_of(g, job);
    uint32_t n = 0;
    for (uint32_t i = 0; i < j->n; i++)
        n += g->preempt->chosen[j->node[i]];
    return n;
}

static int by_nodes_chosen(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    return x->on != y->on ? (x->on < y->on) - (x->on > y->on) : (x->place > y->place) - (x->place < y->place);
}

/* G14.5 */
static void reorder(const struct sw_replay *r, const struct gang *g, uint32_t n_out)
{
    struct preempt *p = g->preempt;
    const struct candidate last = p->candidate[n_out - 1];
    memmove(p->candidate + 1, p->candidate, (n_out - 1) * sizeof *p->candidate);
    p->candidate[0] = last;
    if (r->opt.preempt.gangs.strict)
        return;
    for (uint32_t k = 1; k < n_out; k++) {
        p->candidate[k].on = runs_on_chosen(g, p->candidate[k].job);
        p->candidate[k].place = k;
    }
    qsort(p->candidate + 1, n_out - 1, sizeof *p->candidate, by_nodes_chosen);
}

/* How many the last pass left out; p->chosen has the nodes. */
static uint32_t passes(struct sw_replay *r, struct gang *g, const struct stage *st)
{
    uint32_t n_out;
    for (uint32_t k = 1; (n_out = leave_out(r, g, st)) > 0; k++) {
        choose(r, g, st);
        if (k >= r->opt.preempt.gangs.reorder + 2 || k >= g->preempt->n)
            break;
        reorder(r, g, n_out);
    }
    return n_out;
}

/* ---- ends ---------------------------------------------------------------------------------------------------- */

static bool is_cancelled(const struct sw_replay *r, const struct gang *g, const struct job *job)
{
    int mode = by_qos(r) ? of_job(g->preempt, job)->qos->mode : gang_of(g, job)->partition->mode;
    return mode == SW_PREEMPT_UNSET ? r->opt.preempt.gangs.cancel : mode == SW_PREEMPT_CANCEL;
}

static void kill_all(struct sw_replay *r, const struct job *job, const struct preempt_job *o)
{
    for (struct attempt *a = r->attempts.oldest, *newer; a; a = newer) {
        newer = a->newer;
        if (a->job != job)
            continue;
        OBSERVERS_SEE(r, SAW_KILL, .attempt = a, .for_what = FOR_START, .for_id = o->for_id);
        a->killed_for = o->for_pool;
        stop_at_once(r, a, SW_KILLED);
    }
}

static void cancel(struct sw_replay *r, struct job *job)
{
    job->n_attempts++;
    abandon_job(r, job);
    if (!--job->n_attempts)
        job_free(r, job);
}

/* G14.7, G14.8 */
static void end_now(struct sw_replay *r, struct gang *g, struct job *job)
{
    struct preempt_job *o = of_job(g->preempt, job);
    bool cancelled = is_cancelled(r, g, job);
    o->ends_us = -1;
    kill_all(r, job, o);
    if (cancelled) {
        cancel(r, job);
        return;
    }
    o->returns_us = plan_after(r->now_us, r->opt.preempt.gangs.begin_us);
    list_timed(g->preempt, job);
}

/* True: it was ended at once. */
static bool preempt(struct sw_replay *r, struct gang *g, struct job *job, const struct job *for_job)
{
    struct preempt_job *o = of_job(g->preempt, job);
    int64_t grace_us = by_qos(r) ? o->qos->grace_us : gang_of(g, job)->partition->grace_us;
    if (o->ends_us >= 0)
        return false;
    xfree(o->for_id);
    o->for_id = xcopy(for_job->id, strlen(for_job->id));
    o->for_pool = for_job->pool->name;
    o->ends_us = plan_after(r->now_us, grace_us);
    if (!grace_us)
        end_now(r, g, job);
    else
        list_timed(g->preempt, job);
    return !grace_us;
}

bool preempt_for(struct sw_replay *r, struct gang *g, const struct stage *st)
{
    struct preempt *p = g->preempt;
    struct preempt_job *j = of_job(p, st->job);
    bool ended = false;
    memcpy(p->tried, g->left, r->cl->n_nodes * sizeof *p->tried);
    uint32_t n_out = passes(r, g, st), n = 0;
    if (!n_out)
        return false;
    j->again_us = plan_after(r->now_us, r->opt.preempt.gangs.again_us);
    list_timed(p, st->job);
    for (uint32_t k = 0; k < n_out; k++)
        if (runs_on_chosen(g, p->candidate[k].job))
            p->candidate[n++] = p->candidate[k];
    for (uint32_t k = 0; k < n; k++)
        ended |= preempt(r, g, p->candidate[k].job, st->job);
    return ended;
}

/* ---- times ----------------------------------------------------------------------------------------------------- */

int64_t preempt_ends(const struct gang *g, const struct job *job)
{
    return of_job(g->preempt, job)->ends_us;
}

int64_t preempt_returns(const struct gang *g, const struct job *job)
{
    return of_job(g->preempt, job)->returns_us;
}

static struct job *grace_over(const struct sw_replay *r, const struct preempt *p)
{
    bool some = false;
    for (size_t i = 0; i < p->n_timed && !some; i++) {
        int64_t ends_us = of_job(p, p->timed[i])->ends_us;
        some = ends_us >= 0 && ends_us <= r->now_us;
    }
    for (struct attempt *a = some ? r->attempts.oldest : NULL; a; a = a->newer) {
        int64_t ends_us = of_job(p, a->job)->ends_us;
        if (ends_us >= 0 && ends_us <= r->now_us)
            return a->job;
    }
    return NULL;
}

void preempt_graces(struct sw_replay *r, struct gang *g)
{
    for (struct job *job; (job = grace_over(r, g->preempt));)
        end_now(r, g, job);
}

static int64_t next_of(const struct gang *g, const struct job *job, int64_t now_us)
{
    const struct preempt_job *o = of_job(g->preempt, job);
    bool runs = gang_of(g, job)->node;
    int64_t next_us = runs && o->ends_us > now_us ? o->ends_us : INT64_MAX;
    if (!runs && o->returns_us > now_us)
        next_us = o->returns_us;
    return !runs && o->again_us > now_us ? min_i64(next_us, o->again_us) : next_us;
}

int64_t preempt_next(const struct sw_replay *r, const struct gang *g)
{
    struct preempt *p = g->preempt;
    int64_t least_us = INT64_MAX;
    for (size_t i = 0; i < p->n_timed; i++)
        least_us = min_i64(least_us, next_of(g, p->timed[i], r->now_us));
    for (const struct job *job = g->running; job; job = gang_of(g, job)->next) {
        int64_t over_us = exempt_until(r, g, job);
        least_us = over_us > r->now_us ? min_i64(least_us, over_us) : least_us;
    }
    return least_us;
}

/* ---- the mechanism ---------------------------------------------------------------------------------------------- */

static void preempt_job_made(struct sw_replay *r, void *own, struct job *job, const struct sw_job *spec)
{
    *of_job(own, job) = (struct preempt_job){ sw_cluster_qos(r->cl, spec->qos), -1, -1, -1, NULL, NULL, false };
}

static void preempt_job_freed(struct sw_replay *r UNUSED, void *own, struct job *job)
{
    unlist_timed(own, job);
    xfree(of_job(own, job)->for_id);
}

/* It ended before its grace did. */
static void preempt_ended(struct sw_replay *r UNUSED, void *own, struct attempt *a)
{
    of_job(own, a->job)->ends_us = -1;
}

static void preempt_start(struct sw_replay *r, void *own)
{
    struct preempt *p = own;
    p->tried = xcalloc(r->cl->n_nodes, sizeof *p->tried);
    p->free = xcalloc(r->cl->n_nodes, sizeof *p->free);
    p->chosen = xcalloc(r->cl->n_nodes, sizeof *p->chosen);
}

static void preempt_reset(struct sw_replay *r UNUSED, void *own)
{
    struct preempt *p = own;
    p->n_timed = 0;
    p->none_cycle = p->too_few_cycle = 0;
}

const struct mechanism preempt_mechanism = {
    .needs = NEEDS_RETURNS | NEEDS_LAUNCHES | NEEDS_ENDS,
    .size = sizeof(struct preempt), .job_size = sizeof(struct preempt_job), .start = preempt_start,
    .reset = preempt_reset, .job_made = preempt_job_made, .job_freed = preempt_job_freed, .ended = preempt_ended,
};
