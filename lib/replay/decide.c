/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide.c - why a job ran, or did not, at a moment: the rows of --decisions (S9-S11 of docs/model.md).
 *
 * The engine answers an offer without looking at those it passes by; here the list of order is walked, before the
 * launch is applied. A heartbeat that clock.c leaves out passes by only stages that were passed by at the same level before
 * (docs/decisions/heartbeats.md), so it would not have brought a row. */
#include "lib/replay/search.h"
#include "lib/replay/why.h"
#include <stdlib.h>
#include <string.h>

const char *const sw_action_words[] = { "launch", "skip", "no-task", "at-limit", "kill", "evict", "speculate", NULL };

/* What has been said of a stage in its period. */
enum { TOLD_FREE = 1, TOLD_SERVED = 8 /* both shifted by the level */, TOLD_TURN = 64, TOLD_REFUSED = 128, TOLD_HELD = 256 };

struct decisions {
    struct records at;
    struct reason reason;
    bool look[2], queued;     /* kinds of slot of which somebody may be held back; jobs wait for nodes */
};
struct decisions_job { bool told; };
struct decisions_stage { uint16_t told; }; /* in this period */

static int decisions_start(struct sw_replay *r, void *own, struct sw_err *err)
{
    (void)err;
    r->reason = &((struct decisions *)own)->reason;
    return SW_OK;
}

static bool is_asked_for(const struct sw_replay *r, const struct job *job)
{
    return !r->sink.decisions_of || !strcmp(job->id, r->sink.decisions_of);
}

/* A row with the reason that why_add() put together. node NONE, wait_us, level and at -1: does not apply. */
struct decided { enum sw_action action; const struct job *job; uint32_t node; int64_t wait_us; int level, at; bool turn; };

static void put_row(struct sw_replay *r, const struct decided *d)
{
    r->sink.decision(r->sink.ctx, &(struct sw_decision){
        .time_us = r->now_us, .node = d->node == NONE ? NULL : r->cl->node[d->node].name, .job_id = d->job->id,
        .action = d->action, .reason = r->reason->text, .level = d->level, .wait_us = d->wait_us, .locality = d->at, .turn = d->turn });
    r->reason->len = 0;
}

/* ---- a scan -------------------------------------------------------------------------------------- */

struct look {
    struct sw_replay *r;
    const struct decisions *d;
    uint32_t node, task, n_before;
    int slot, class;
    struct sw_item *item; /* who launches; NULL: nobody */
    const struct stage *last;
    enum sw_locality at;
    bool over;            /* it has been met */
};

/* The state of the stage's wait, as the scan found it. */
static struct passed look_at(const struct look *k, struct sw_item *item)
{
    const struct sw_replay *r = k->r;
    const struct stage *st = item->of;
    const struct sw_item_state *s = &item->state;
    const struct sw_delay *part = r->opt.delay.part;
    sw_list_look(item);
    int64_t meter = s->marked ? r->acc[k->slot].clock_us : 0;
    struct passed had = { .wait_us = s->skipped_us < 0 ? 0 : r->now_us - s->skipped_us, .needs = -1,
                          .crowded = stage_is_crowded(r, st, k->node) };
    had.level = s->due_any <= meter ? SW_LEVEL_ANY : s->due_rack <= meter ? SW_LEVEL_RACK : SW_LEVEL_NODE;
    if (r->opt.delay.meter == SW_PER_NOTHING)
        return had;
    bool for_any = had.level != SW_LEVEL_NODE || r->opt.no_rack_level;
    had.needs = part->due(&st->waits, st->level, for_any ? SW_LEVEL_ANY : SW_LEVEL_RACK);
    had.had = had.needs - ((for_any ? s->due_any : s->due_rack) - meter);
    return had;
}

static bool has_preference(const struct sw_item *item)
{
    const struct stage *st = item->of;
    return item == &st->item[PREF];
}

/* What goes into the row of the stage about its wait. */
static struct decided about(const struct look *k, struct sw_item *item, enum sw_action action, const struct passed *had)
{
    const struct stage *st = item->of;
    bool pref = has_preference(item);
    return (struct decided){ .action = action, .job = st->job, .node = k->node, .at = -1,
                             .level = pref ? (int)had->level : -1, .wait_us = pref ? had->wait_us : -1 };
}

static bool first_time(const struct decisions *d, struct stage *st, int what)
{
    struct decisions_stage *of = stage_record(st, &d->at);
    bool first = !(of->told & what);
    of->told |= (uint16_t)what;
    return first;
}

static void row_passed(struct look *k, struct sw_item *item)
{
    struct stage *st = item->of;
    struct passed had = look_at(k, item);
    bool refused = !stage_may_start(k->r, st, k->node);
    if (!first_time(k->d, st, refused ? TOLD_REFUSED : (k->item ? TOLD_SERVED : TOLD_FREE) << had.level))
        return;
    if (!refused || !MECHANISMS_ANY(k->r, says_why, st, k->node))
        why_skip(k->r, st, &had, k->item ? k->item->of : NULL);
    struct decided d = about(k, item, refused ? SW_DID_AT_LIMIT : SW_DID_SKIP, &had);
    put_row(k->r, &d);
}

static void row_turn(struct look *k, struct sw_item *item)
{
    struct stage *st = item->of;
    if (!first_time(k->d, st, TOLD_TURN))
        return;
    struct passed had = look_at(k, item);
    why_turn(k->r, st, k->item->of);
    struct decided d = about(k, item, SW_DID_SKIP, &had);
    d.turn = true;
    put_row(k->r, &d);
}

/* L2: a stage whose turn comes for a task without preference launches one that is local here if it has one. */
static void row_launch(struct look *k, struct stage *st)
{
    struct sw_item *item = &st->item[k->class];
    struct passed had = look_at(k, item);
    why_launch(k->r, st, k->task, k->at, &had, k->n_before);
    struct decided d = about(k, item, SW_DID_LAUNCH, &had);
    d.at = (int)k->at;
    put_row(k->r, &d);
}

static bool visit(void *ctx, struct sw_item *item)
{
    struct look *k = ctx;
    const struct stage *st = item->of;
    bool own = k->item && st == k->item->of, asked = is_asked_for(k->r, st->job);
    if (item == k->item) {
        k->over = true;
        if (asked)
            row_launch(k, item->of);
    } else if (!own && asked && k->over) {
        row_turn(k, item);
    } else if (!own && asked) {
        row_passed(k, item);
    }
    k->n_before += !own && !k->over && st != k->last;
    k->last = st;
    return false;
}

static void decisions_offer(struct sw_replay *r, void *own, uint32_t node, int slot, struct sw_item *item, uint32_t task, int class,
                            enum sw_locality at)
{
    struct look k = { .r = r, .d = own, .node = node, .slot = slot, .item = item, .task = task, .class = class, .at = at };
    struct sw_list *list = offer_queue(r, node, slot);
    if (list)
        sw_list_walk(list, visit, &k);
}

/* ---- a decision for all nodes: nobody is passed by, so there is but who went where (Q5) ---------------- */

static void decisions_assignment(struct sw_replay *r, void *own, struct stage *st, uint32_t node, enum sw_locality at, int64_t cost, int64_t waiting)
{
    (void)own;
    if (!is_asked_for(r, st->job))
        return;
    why_add(r, "where all tasks together cost least: %lld thousandths for the distance, %lld had it been left to wait", (long long)cost, (long long)waiting);
    put_row(r, &(struct decided){ .action = SW_DID_LAUNCH, .job = st->job, .node = node, .wait_us = -1, .level = -1, .at = (int)at });
}

/* A period of the stage ends: what was said of it may be said again. */
static void decisions_return(struct sw_replay *r, void *own, struct stage *st)
{
    struct decisions_stage *of = stage_record(st, own);
    (void)r;
    of->told = 0;
}

/* ---- nothing to launch --------------------------------------------------------------------------- */

/* Its last ready task was launched, and there is more to come. */
static bool waits_for_stages(const struct job *job)
{
    bool more = false;
    for (uint32_t s = 0; s < job->n_stages; s++) {
        const struct stage *st = &job->stage[s];
        if (st->ready && st->n_unlaunched[PREF] + st->n_unlaunched[NOPREF] > 0)
            return false;
        more |= !st->ready;
    }
    return more;
}

static void decisions_launch(struct sw_replay *r, void *own, struct stage *st, uint32_t node)
{
    decisions_return(r, own, st);
    if (!waits_for_stages(st->job) || !is_asked_for(r, st->job))
        return;
    why_no_task(r, st->job);
    put_row(r, &(struct decided){ .action = SW_DID_NO_TASK, .job = st->job, .node = node, .wait_us = -1, .level = -1, .at = -1 });
}

/* ---- limits ----------------------------------------------------------------------------- */

static void row_limit(struct sw_replay *r, const struct job *job)
{
    put_row(r, &(struct decided){ .action = SW_DID_AT_LIMIT, .job = job, .node = NONE, .wait_us = -1, .level = -1, .at = -1 });
}

/* J5: the lowest pool that has no room. */
static void decisions_not_admitted(struct sw_replay *r, void *own, const struct job *job)
{
    (void)own;
    const struct pool *p = job->pool;
    while (p->n_admitted < p->max_jobs)
        p = p->parent;
    if (!is_asked_for(r, job))
        return;
    why_add(r, "pool %s has %lld %s admitted, the most it may", p->name, (long long)p->n_admitted, p->n_admitted == 1 ? "job" : "jobs");
    row_limit(r, job);
}

/* O21: after nodes were handed out. */
static void jobs_without_nodes(struct sw_replay *r, struct decisions *d)
{
    for (struct job *job = r->first_job; job; job = job->next) {
        struct decisions_job *of = job_record(job, &d->at);
        if (!job->submitted || job->admitted || of->told)
            continue;
        of->told = true;
        if (!is_asked_for(r, job))
            continue;
        why_add(r, "there are not as many free nodes as it asks for, or others stand before it");
        row_limit(r, job);
    }
    d->queued = false;
}

static void decisions_queued(struct sw_replay *r, void *own, const struct job *job)
{
    (void)r;
    (void)job;
    ((struct decisions *)own)->queued = true;
}

struct held { struct sw_replay *r; const struct decisions *d; const struct aside *by; int slot; };

static bool visit_held(void *ctx, struct sw_item *item)
{
    const struct held *h = ctx;
    struct stage *st = item->of;
    if (!is_asked_for(h->r, st->job) || !first_time(h->d, st, TOLD_HELD))
        return false;
    why_held(h->r, h->by, h->slot);
    row_limit(h->r, st->job);
    return false;
}

static void decisions_limit(struct sw_replay *r, void *own, int slot)
{
    (void)r;
    ((struct decisions *)own)->look[slot] = true;
}

/* O6, O13: whoever waits in a pool, or of a user, at its maximum is in no list that an offer goes through. */
static void decisions_offers(struct sw_replay *r, void *own, int unused)
{
    struct decisions *d = own;
    (void)unused;
    if (d->queued)
        jobs_without_nodes(r, d);
    for (int slot = 0; slot < 2; slot++) {
        for (uint32_t i = 0; d->look[slot] && i < r->aside[slot].n; i++) {
            struct held h = { r, d, r->aside[slot].at[i], slot };
            sw_list_walk(r->aside[slot].at[i]->list, visit_held, &h);
        }
        d->look[slot] = false;
    }
}

/* ---- copies --------------------------------------------------------------------------------------- */

static void decisions_copy(struct sw_replay *r, void *own, const struct attempt *a, uint32_t node)
{
    (void)own;
    if (!is_asked_for(r, a->job))
        return;
    why_copied(r, a);
    put_row(r, &(struct decided){ .action = SW_DID_SPECULATE, .job = a->job, .node = node, .wait_us = -1, .level = -1,
                                     .at = (int)stage_distance(r, a->stage, a->task, node) });
}

/* ---- kills --------------------------------------------------------------------------------------- */

/* A kill concerns the job that loses a task, and those that wait in the pool it is for. */
static bool concerns(const struct sw_replay *r, const struct attempt *a, const struct pool *for_pool)
{
    const char *of = r->sink.decisions_of;
    if (is_asked_for(r, a->job))
        return true;
    const struct job *job = sw_names_find(&r->jobs_by_id, of, strlen(of));
    return job && job->submitted && job->pool == for_pool;
}

static void decisions_kill(struct sw_replay *r, void *own, const struct attempt *a, const struct pool *for_pool)
{
    (void)own;
    if (!concerns(r, a, for_pool))
        return;
    why_killed(r, a, for_pool);
    put_row(r, &(struct decided){ .action = SW_DID_KILL, .job = a->job, .node = a->node, .wait_us = -1, .level = -1, .at = (int)a->locality });
}

static void decisions_evict(struct sw_replay *r, void *own, const struct job *job)
{
    (void)own;
    if (!is_asked_for(r, job))
        return;
    why_evicted(r, job);
    put_row(r, &(struct decided){ .action = SW_DID_EVICT, .job = job, .node = NONE, .wait_us = -1, .level = -1, .at = -1 });
}

static bool decisions_wanted(const struct sw_replay *r)
{
    return r->sink.decision != NULL;
}

const struct mechanism decisions_observer = { .name = "decisions", .wanted = decisions_wanted, .needs = NEEDS_REPLICAS,
    .size = sizeof(struct decisions), .job_size = sizeof(struct decisions_job), .stage_size = sizeof(struct decisions_stage),
    .start = decisions_start, .saw_offer = decisions_offer, .saw_launch = decisions_launch, .saw_return = decisions_return,
    .saw_assignment = decisions_assignment, .saw_not_admitted = decisions_not_admitted, .saw_queued = decisions_queued,
    .saw_limit = decisions_limit, .saw_offers = decisions_offers, .saw_copy = decisions_copy, .saw_evict = decisions_evict,
    .saw_kill = decisions_kill };
