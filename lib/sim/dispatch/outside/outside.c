/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outside.c - a decider outside of the engine: when it is asked, and what it is told (W1 to W5 of docs/model.md).
 *
 * Nodes heartbeat as they would with `--delay none`. Their free slots are gathered, and the decider is asked once for
 * all of an instant. */
#include "lib/sim/dispatch/outside/outside.h"
#include "lib/base/arena.h"
#include "lib/sim/ask.h"
#include "lib/sim/dispatcher.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/offer/offer.h"
#include <string.h>

enum { IDLE_MOST = 100000 };

/* ---- jobs by number ------------------------------------------------------------------------------------ */

/* The decider has been told that the job left. */
static void told_free(struct outside *o, struct told_job *t)
{
    *(t->prev ? &t->prev->next : &o->first) = t->next;
    if (t->next)
        t->next->prev = t->prev;
    sw_names_remove(&o->by_number, (const char *)&t->number, sizeof t->number);
    xfree(t->id);
    xfree(t->pool);
    xfree(t->user);
    xfree(t);
}

/* NULL: its decider has been told no more of it. */
static struct told_job *told_of(const struct outside *o, const struct job *job)
{
    return ((const struct outside_job *)job_record(job, &o->at))->told;
}

/* ---- news ---------------------------------------------------------------------------------------------- */

/* Texts are filled in when the news are told (settle_news()). */
static void add_news(struct outside *o, const struct told_job *of, struct sw_news news)
{
    RESERVE(o->news, o->n_news + 1, o->cap_news);
    RESERVE(o->of, o->n_news + 1, o->cap_of);
    news.job = of ? of->number : 0;
    o->of[o->n_news] = of;
    o->news[o->n_news++] = news;
}

static char *copy_text(const char *text) { return xcopy(text, strlen(text)); }

/* W1: admitted jobs are told. What is told of one lasts longer than the job. */
static void outside_job_entered(struct sw_replay *r UNUSED, void *own, struct job *job)
{
    struct outside *o = own;
    struct told_job *t = xcalloc(1, sizeof *t);
    t->job = job;
    t->number = job->place;
    t->id = copy_text(job->id);
    t->pool = copy_text(job->pool->name);
    t->user = copy_text(job_user(job));
    t->next = o->first;
    if (t->next)
        t->next->prev = t;
    o->first = t;
    xnames_add(&o->by_number, (const char *)&t->number, sizeof t->number, t);
    ((struct outside_job *)job_record(job, &o->at))->told = t;
    add_news(o, t, (struct sw_news){ .kind = SW_NEWS_CAME, .weight = job->weight, .priority = job->priority,
                                     .n_stages = job->n_stages, .n_tasks = job_tasks(job) });
}

static void outside_stage(struct sw_replay *r UNUSED, void *own, struct stage *st, enum stage_news what,
                          int class UNUSED)
{
    if (what == STAGE_READY)
        add_news(own, told_of(own, st->job),
            (struct sw_news){ .kind = SW_NEWS_READY, .stage = st->number, .stage_kind = st->kind,
                              .slot_kind = st->slot_kind, .n_tasks = st->n_tasks });
}

static void add_end(struct outside *o, const struct attempt *a, enum sw_outcome outcome)
{
    const struct told_job *t = told_of(o, a->job);
    if (t)
        add_news(o, t, (struct sw_news){ .kind = SW_NEWS_ENDED, .stage = a->stage->number, .task = a->task,
                                         .node = a->node, .outcome = outcome });
}

static void outside_ended(struct sw_replay *r UNUSED, void *own, struct attempt *a)
{
    add_end(own, a, a->fails ? SW_FAILED : SW_DONE);
}

/* By a kill of the decider's own, or with its node. */
static void outside_stopped(struct sw_replay *r UNUSED, void *own, struct attempt *a, enum phase was UNUSED)
{
    add_end(own, a, ((const struct outside *)own)->killing ? SW_KILLED : SW_LOST);
}

static void outside_task_back(struct sw_replay *r UNUSED, void *own, struct stage *st, uint32_t task)
{
    const struct told_job *t = told_of(own, st->job);
    if (t)
        add_news(own, t, (struct sw_news){ .kind = SW_NEWS_BACK, .stage = st->number, .task = task });
}

/* The job goes; what is told of it stays until the decider knows. */
static void outside_job_ended(struct sw_replay *r UNUSED, void *own, struct job *job)
{
    struct told_job *t = told_of(own, job);
    if (!t)
        return;
    add_news(own, t, (struct sw_news){ .kind = SW_NEWS_LEFT,
                                       .outcome = job->n_stages_done == job->n_stages ? SW_DONE : SW_FAILED });
    t->job = NULL;
    ((struct outside_job *)job_record(job, &((struct outside *)own)->at))->told = NULL;
}

static void outside_node_changed(struct sw_replay *r, void *own, uint32_t node)
{
    const struct node *nd = &r->slots.node[node];
    add_news(own, NULL, (struct sw_news){ .kind = SW_NEWS_NODE, .node = node,
                                          .slots = { nd->up ? nd->slots[0] : 0, nd->up ? nd->slots[1] : 0 } });
}

/* ---- what is told -------------------------------------------------------------------------------------- */

/* A stage that news say is ready, if its tasks prefer hosts; else NULL. */
static const struct stage *ready_stage(const struct outside *o, size_t i)
{
    const struct stage *st = o->news[i].kind == SW_NEWS_READY ? &o->of[i]->job->stage[o->news[i].stage] : NULL;
    return st && st->replicas.host ? st : NULL;
}

/* Of tasks' replicas, in the cluster. Returns where the next stage's begin. */
static size_t list_hosts(const struct sw_replay *r, struct outside *o, const struct stage *st, uint32_t *first,
                        size_t n)
{
    for (uint32_t t = 0; t < st->n_tasks; t++) {
        const uint32_t *host = replicas_of(st, t);
        first[t] = (uint32_t)n;
        for (uint32_t k = 0; k < replicas_n(st, t); k++)
            if (host[k] < r->cl->n_nodes)
                o->host[n++] = host[k];
    }
    first[st->n_tasks] = (uint32_t)n;
    return n;
}

/* The hosts of all stages that became ready, one after the other. */
static void tell_hosts(const struct sw_replay *r, struct outside *o)
{
    const struct stage *st;
    size_t n_first = 0, n_hosts = 0;
    for (size_t i = 0; i < o->n_news; i++)
        if ((st = ready_stage(o, i))) {
            n_first += st->n_tasks + (size_t)1;
            n_hosts += replicas_in_all(st);
        }
    RESERVE(o->first_host, n_first, o->cap_first);
    RESERVE(o->host, n_hosts, o->cap_hosts);
    n_first = n_hosts = 0;
    for (size_t i = 0; i < o->n_news; i++)
        if ((st = ready_stage(o, i))) {
            o->news[i].first = o->first_host + n_first;
            o->news[i].host = o->host;
            n_hosts = list_hosts(r, o, st, o->first_host + n_first, n_hosts);
            n_first += st->n_tasks + (size_t)1;
        }
}

/* Leaves out what is not told, and fills in the texts. */
static void settle_news(struct sw_replay *r, struct outside *o, struct sw_moment *m)
{
    size_t n = 0;
    for (size_t i = 0; i < o->n_news; i++) {
        /* Of a job that has left only that it did is told, and only if it was known. */
        const struct told_job *of = o->of[i];
        bool ends = o->news[i].kind == SW_NEWS_LEFT || o->news[i].kind == SW_NEWS_ENDED;
        if (of && !of->job && !(of->came && ends))
            continue;
        o->news[n] = o->news[i];
        o->of[n++] = of;
    }
    o->n_news = m->n_news = n;
    for (size_t i = 0; i < n; i++)
        if (o->of[i]) {
            o->news[i].job_id = o->of[i]->id;
            o->news[i].pool = o->of[i]->pool;
            o->news[i].user = o->of[i]->user;
        }
    tell_hosts(r, o);
    m->news = o->news;
}

/* All news are told. */
static void forget_news(struct outside *o)
{
    for (struct told_job *t = o->first, *next; t; t = next) {
        next = t->next;
        t->came = true;
        if (!t->job)
            told_free(o, t);
    }
    o->n_news = 0;
}

/* ---- when it is asked ---------------------------------------------------------------------------------- */

/* W2: the node heartbeats, and its free slots are gathered. */
static void gather_offer(struct sw_replay *r, uint32_t node)
{
    struct outside *o = r->dispatch.own;
    const struct node *nd = &r->slots.node[node];
    if (!nd->up)
        return;
    if (nd->stale)
        slots_flush_stale(r, node);
    r->offers.round_us = r->now_us;
    if (!nd->free[0] && !nd->free[1])
        return;
    o->offered[node] = o->round;
    PUSH(o->offer, o->n_offers, o->cap_offers, (struct sw_offer){ node, { nd->free[0], nd->free[1] } });
}

/* W2: a free slot and a task for it; or news for a decider that kills. */
static bool may_decide(const struct sw_replay *r, const struct outside *o)
{
    for (size_t i = 0; i < o->n_offers; i++)
        for (int kind = 0; kind < 2; kind++)
            if (o->offer[i].free[kind] && r->queues.n_waiting[kind])
                return true;
    return o->by->kills && o->n_news && (r->queues.n_waiting[0] || r->queues.n_waiting[1]);
}

/* One call for all of an instant (W2). */
static int ask(struct sw_replay *r, struct outside *o)
{
    uint64_t before = r->totals.launches + r->liveness.n_killed;
    struct sw_moment m = { .now_us = r->now_us, .offer = o->offer, .n_offers = o->n_offers, .node = o->node,
                           .rack = o->rack, .n_nodes = r->cl->n_nodes, .wake_us = INT64_MAX, .replay = r };
    settle_news(r, o, &m);
    if (o->by->decide(o->by->ctx, &m, r->err) != SW_OK)
        return SW_FAIL;
    forget_news(o);
    if (m.wake_us <= r->now_us)
        return sw_err_set(r->err, "the decider wants to be called at %lld us, and it is %lld",
                          (long long)m.wake_us, (long long)r->now_us);
    o->wake_us = r->opt.heartbeat_us ? INT64_MAX : m.wake_us;
    /* A decider that waits for nothing would be asked for ever. */
    bool comes = r->events.n || r->chain.next || r->totals.launches + r->liveness.n_killed != before;
    o->idle = comes ? 0 : o->idle + 1;
    if (o->idle < IDLE_MOST)
        return SW_OK;
    return sw_err_set(r->err, "the decider has launched nothing in %d calls, and nothing else is to happen", IDLE_MOST);
}

static void outside_round(struct sw_replay *r, void *own)
{
    struct outside *o = own;
    o->round++;
    o->n_offers = 0;
    if (o->wake_us <= r->now_us) {
        r->slots.offer_to_all = true;
        o->wake_us = INT64_MAX;
    }
    round_heartbeats(r, gather_offer);
    if (!r->broken && may_decide(r, o) && ask(r, o) != SW_OK)
        r->broken = true;
}

/* W5: it may name a later instant. */
static int64_t outside_next_us(struct sw_replay *r, void *own, int64_t until_us)
{
    const struct outside *o = own;
    bool works = r->queues.n_waiting[0] || r->queues.n_waiting[1];
    return min_i64(next_beat_us(r, own, until_us), works ? o->wake_us : INT64_MAX);
}

/* ---- making and freeing -------------------------------------------------------------------------------- */

static void outside_start(struct sw_replay *r, void *own)
{
    struct outside *o = own;
    o->by = r->opt.decide.by;
    o->offered = xcalloc(r->cl->n_nodes, sizeof *o->offered);
    o->node = xcalloc(r->cl->n_nodes, sizeof *o->node);
    o->rack = xcalloc(r->cl->n_nodes, sizeof *o->rack);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        o->node[i] = r->cl->node[i].name;
        o->rack[i] = r->cl->rack_name[r->cl->node[i].rack];
    }
}

static void outside_reset(struct sw_replay *r, void *own)
{
    struct outside *o = own;
    while (o->first)
        told_free(o, o->first);
    sw_names_clear(&o->by_number);
    o->n_news = 0;
    o->wake_us = INT64_MAX;
    o->idle = 0;
    r->broken = false;
}

/* The process is that of a run. */
static void outside_happen(struct sw_replay *r, void *own)
{
    struct outside *o = own;
    if (o->by || r->broken)
        return;
    if (process_start(&o->process, r, &o->own, r->err) == SW_OK)
        o->by = &o->own;
    else
        r->broken = true;
}

static bool outside_stuck(struct sw_replay *r UNUSED, void *own UNUSED, const char **holds)
{
    *holds = "the decider launches nothing, and nothing else is to happen";
    return false;
}

/* The end of the run is the end of the process. */
static void outside_report(struct sw_replay *r, void *own)
{
    struct outside *o = own;
    struct process *p = o->process;
    o->process = NULL;
    if (p)
        o->by = NULL;
    if (p && process_finish(p, r->err) != SW_OK)
        r->broken = true;
}

const struct dispatcher outside_dispatcher = {
    .told = { .needs = NEEDS_RETURNS | NEEDS_LAUNCHES | NEEDS_HOSTS | NEEDS_REPLICAS, .size = sizeof(struct outside),
              .job_size = sizeof(struct outside_job), .start = outside_start, .reset = outside_reset,
              .report = outside_report, .happen = outside_happen, .stuck = outside_stuck,
              .job_entered = outside_job_entered, .stage = outside_stage,
              .ended = outside_ended, .stopped = outside_stopped, .task_back = outside_task_back,
              .job_ended = outside_job_ended, .node_changed = outside_node_changed },
    .round = outside_round, .next_us = outside_next_us, .by_heartbeats = true,
};
