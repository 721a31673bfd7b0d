/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checks.c - launches and kills of a decider outside of the engine, by the rules (W3, W4 of docs/model.md). */
#include "lib/options/special.h"
#include "lib/sim/ask.h"
#include "lib/sim/dispatch/outside/outside.h"
#include "lib/sim/dispatcher.h"
#include "lib/sim/life/life.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/nodes/nodes.h"

struct wanted { struct told_job *job; struct stage *stage; uint32_t task; };

/* The task by its numbers, as the decider was told them. */
static int find_told_task(struct sw_replay *r, uint64_t job, uint64_t stage, uint64_t task, struct wanted *out,
                     struct sw_err *err)
{
    struct told_job *t = outside_job_of(r->dispatch.own, job);
    if (!t || !t->job)
        return sw_err_set(err, "there is no job %llu", (unsigned long long)job);
    if (stage >= t->job->n_stages)
        return sw_err_set(err, "job '%s' has no stage %llu", t->id, (unsigned long long)stage);
    out->job = t;
    out->stage = &t->job->stage[stage];
    out->task = (uint32_t)task;
    if (task >= out->stage->n_tasks)
        return sw_err_set(err, "stage %llu of job '%s' has no task %llu", (unsigned long long)stage, t->id,
                          (unsigned long long)task);
    return SW_OK;
}

/* The place of the task among the failed ones that wait for another attempt (F2); n_retry: it is none. */
static uint32_t retry_of(const struct stage *st, uint32_t task)
{
    uint32_t i = 0;
    while (i < st->n_retry && st->reruns->retry[i] != task)
        i++;
    return i;
}

/* W3: its stage is ready and it is unlaunched, or has failed and waits for another attempt. */
static int check_task(const struct wanted *w, struct sw_err *err)
{
    const struct stage *st = w->stage;
    if (!st->ready)
        return sw_err_set(err, "stage %u of job '%s' is not ready", st->number, w->job->id);
    if (bit_get(st->launched, w->task) && retry_of(st, w->task) == st->n_retry)
        return sw_err_set(err, "task %u of stage %u of job '%s' is launched already", w->task, st->number, w->job->id);
    return SW_OK;
}

/* W3: it is up, heartbeats now, has a free slot, and no rule objects. */
static int check_node(const struct sw_replay *r, const struct outside *o, const struct stage *st, uint64_t node,
                      struct sw_err *err)
{
    static const char *const of_kind[] = { "map ", "reduce " };
    if (node >= r->cl->n_nodes)
        return sw_err_set(err, "there is no node %llu", (unsigned long long)node);
    const struct node *nd = &r->slots.node[node];
    const char *name = o->node[node];
    if (!nd->up)
        return sw_err_set(err, "node '%s' is not there now", name);
    if (!nd->free[st->slot_kind])
        return sw_err_set(err, "node '%s' has no free %sslot", name, r->cl->one_kind ? "" : of_kind[st->slot_kind]);
    if (r->opt.heartbeat_us && o->offered[node] != o->round)
        return sw_err_set(err, "node '%s' does not heartbeat now", name);
    if (!stage_may_start(r, st, (uint32_t)node))
        return sw_err_set(err, "node '%s' may not run it by the rules", name);
    return SW_OK;
}

/* W3. */
int sw_decide_launch(struct sw_moment *moment, uint64_t job, uint64_t stage, uint64_t task, uint64_t node,
                     int64_t waited_us, struct sw_err *err)
{
    struct sw_replay *r = moment->replay;
    struct wanted w;
    if (find_told_task(r, job, stage, task, &w, err) != SW_OK || check_task(&w, err) != SW_OK
        || check_node(r, r->dispatch.own, w.stage, node, err) != SW_OK)
        return SW_FAIL;
    if (waited_us < 0 || waited_us > r->now_us)
        return sw_err_set(err, "no task can have waited %lld us", (long long)waited_us);
    struct stage *st = w.stage;
    uint32_t retry = retry_of(st, w.task);
    bool failed = retry < st->n_retry;
    enum sw_locality at = choose_distance(r, st, w.task, (uint32_t)node);
    if (failed) /* it is no longer among those to be retried */
        for (st->n_retry--; retry < st->n_retry; retry++)
            st->reruns->retry[retry] = st->reruns->retry[retry + 1];
    w.job->job->result.waited_us += waited_us;
    OBSERVERS_SEE(r, SAW_ASSIGNMENT, .stage = st, .node = (uint32_t)node, .at = at, .cost = -1);
    launch(r, st, (uint32_t)node, w.task, failed || at == SW_AT_NONE ? NOPREF : PREF, at);
    OBSERVERS_SEE(r, SAW_LAUNCH, .stage = st, .node = (uint32_t)node);
    return SW_OK;
}

/* W4. */
int sw_decide_kill(struct sw_moment *moment, uint64_t job, uint64_t stage, uint64_t task, struct sw_err *err)
{
    struct sw_replay *r = moment->replay;
    struct outside *o = r->dispatch.own;
    struct wanted w;
    if (find_told_task(r, job, stage, task, &w, err) != SW_OK)
        return SW_FAIL;
    struct attempt *a = r->attempts.newest;
    while (a && (a->stage != w.stage || a->task != w.task))
        a = a->older;
    if (!a || a->launch_us == r->now_us)
        return sw_err_set(err, "task %u of stage %u of job '%s' %s", w.task, w.stage->number, w.job->id,
                          a ? "was launched at this instant" : "does not run");
    const uint32_t node = a->node;
    const int kind = w.stage->slot_kind;
    o->killing = true;
    stop_attempt(r, a, SW_KILLED);
    slots_free(r, node, kind);
    o->killing = false;
    if (r->slots.node[node].stale)
        slots_flush_stale(r, node);
    return SW_OK;
}

void sw_options_decider(struct sw_options *opt, const struct sw_decider *decider)
{
    opt->decide.by = decider;
    if (decider)
        special_outside(opt);
}
