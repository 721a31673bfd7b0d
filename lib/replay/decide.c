/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide.c - why a job ran, or did not, at a moment: the rows of --decisions (S9-S11 of docs/model.md).
 *
 * The engine answers an offer without looking at those it passes by; here the list of order is walked, before the
 * launch is applied. A heartbeat that clock.c leaves out passes by only stages that were passed by at the same level before
 * (docs/decisions/heartbeats.md), so it would not have brought a row. */
#include "lib/replay/replay.h"
#include <stdlib.h>
#include <string.h>

const char *const sw_action_words[] = { "launch", "skip", "no-task", "at-limit", "kill", "evict", "speculate", NULL };

/* What has been said of a stage in its period. */
enum { TOLD_FREE = 1, TOLD_SERVED = 8 /* both shifted by the level */, TOLD_TURN = 64, TOLD_REFUSED = 128, TOLD_HELD = 256 };

void decide_start(struct sw_replay *r)
{
    r->decide = xcalloc(1, sizeof *r->decide);
}

void decide_end(struct sw_replay *r)
{
    free(r->decide);
}

static bool is_asked_for(const struct sw_replay *r, const struct job *job)
{
    return !r->sink.decisions_of || !strcmp(job->id, r->sink.decisions_of);
}

void decide_row(struct sw_replay *r, const struct decided *d)
{
    r->sink.decision(r->sink.ctx, &(struct sw_decision){
        .time_us = r->now_us, .node = d->node == NONE ? NULL : r->cl->node[d->node].name, .job_id = d->job->id,
        .action = d->action, .reason = r->decide->text, .level = d->level, .wait_us = d->wait_us, .locality = d->at, .turn = d->turn });
    r->decide->len = 0;
}

/* ---- a scan -------------------------------------------------------------------------------------- */

struct look {
    struct sw_replay *r;
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
                          .crowded = r->balance && balance_crowds(r, st, k->node) };
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

static bool first_time(struct stage *st, int what)
{
    bool first = !(st->told & what);
    st->told |= (uint16_t)what;
    return first;
}

static void row_passed(struct look *k, struct sw_item *item)
{
    struct stage *st = item->of;
    struct passed had = look_at(k, item);
    bool refused = !admit_may_start(k->r, st, k->node);
    if (!first_time(st, refused ? TOLD_REFUSED : (k->item ? TOLD_SERVED : TOLD_FREE) << had.level))
        return;
    if (refused && !admit_is_admitted(k->r, st, k->node))
        why_add(k->r, "as many of its reducers are on this node as --admit allows");
    else if (refused)
        why_no_room(k->r, st, k->node);
    else
        why_skip(k->r, st, &had, k->item ? k->item->of : NULL);
    struct decided d = about(k, item, refused ? SW_DID_AT_LIMIT : SW_DID_SKIP, &had);
    decide_row(k->r, &d);
}

static void row_turn(struct look *k, struct sw_item *item)
{
    struct stage *st = item->of;
    if (!first_time(st, TOLD_TURN))
        return;
    struct passed had = look_at(k, item);
    why_turn(k->r, st, k->item->of);
    struct decided d = about(k, item, SW_DID_SKIP, &had);
    d.turn = true;
    decide_row(k->r, &d);
}

/* L2: a stage whose turn comes for a task without preference launches one that is local here if it has one. */
static void row_launch(struct look *k, struct stage *st)
{
    struct sw_item *item = &st->item[k->class];
    struct passed had = look_at(k, item);
    why_launch(k->r, st, k->task, k->at, &had, k->n_before);
    struct decided d = about(k, item, SW_DID_LAUNCH, &had);
    d.at = (int)k->at;
    decide_row(k->r, &d);
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

void decide_scan(struct sw_replay *r, uint32_t node, int slot, struct sw_item *item, uint32_t task, int class, enum sw_locality at)
{
    struct look k = { .r = r, .node = node, .slot = slot, .item = item, .task = task, .class = class, .at = at };
    struct sw_list *list = r->privates ? private_list(r, node, slot) : &r->list[slot];
    if (list)
        sw_list_walk(list, visit, &k);
}

/* ---- a decision for all nodes: nobody is passed by, so there is but who went where (Q5) ---------------- */

void decide_assigned(struct sw_replay *r, const struct stage *st, uint32_t node, enum sw_locality at, int64_t cost, int64_t waiting)
{
    if (!is_asked_for(r, st->job))
        return;
    why_add(r, "where all tasks together cost least: %lld thousandths for the distance, %lld had it been left to wait", (long long)cost, (long long)waiting);
    decide_row(r, &(struct decided){ .action = SW_DID_LAUNCH, .job = st->job, .node = node, .wait_us = -1, .level = -1, .at = (int)at });
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

void decide_launched(struct sw_replay *r, struct stage *st, uint32_t node)
{
    st->told = 0;
    if (!waits_for_stages(st->job) || !is_asked_for(r, st->job))
        return;
    why_no_task(r, st->job);
    decide_row(r, &(struct decided){ .action = SW_DID_NO_TASK, .job = st->job, .node = node, .wait_us = -1, .level = -1, .at = -1 });
}

/* ---- limits ----------------------------------------------------------------------------- */

static void row_limit(struct sw_replay *r, const struct job *job)
{
    decide_row(r, &(struct decided){ .action = SW_DID_AT_LIMIT, .job = job, .node = NONE, .wait_us = -1, .level = -1, .at = -1 });
}

/* J5: the lowest pool that has no room. */
void decide_not_admitted(struct sw_replay *r, const struct job *job)
{
    const struct pool *p = job->pool;
    while (p->n_admitted < p->max_jobs)
        p = p->parent;
    if (!is_asked_for(r, job))
        return;
    why_add(r, "pool %s has %lld %s admitted, the most it may", p->name, (long long)p->n_admitted, p->n_admitted == 1 ? "job" : "jobs");
    row_limit(r, job);
}

/* O21: after nodes were handed out. */
static void jobs_without_nodes(struct sw_replay *r)
{
    for (struct job *job = r->first_job; job; job = job->next) {
        if (!job->submitted || job->admitted || job->told)
            continue;
        job->told = true;
        if (!is_asked_for(r, job))
            continue;
        why_add(r, "there are not as many free nodes as it asks for, or others stand before it");
        row_limit(r, job);
    }
    r->decide->queued = false;
}

void decide_queued(struct sw_replay *r)
{
    r->decide->queued = true;
}

struct held { struct sw_replay *r; const struct aside *by; int slot; };

static bool visit_held(void *ctx, struct sw_item *item)
{
    const struct held *h = ctx;
    struct stage *st = item->of;
    if (!is_asked_for(h->r, st->job) || !first_time(st, TOLD_HELD))
        return false;
    why_held(h->r, h->by, h->slot);
    row_limit(h->r, st->job);
    return false;
}

void decide_look(struct sw_replay *r, int slot)
{
    r->decide->look[slot] = true;
}

/* O6, O13: whoever waits in a pool, or of a user, at its maximum is in no list that an offer goes through. */
void decide_held(struct sw_replay *r)
{
    if (r->decide->queued)
        jobs_without_nodes(r);
    for (int slot = 0; slot < 2; slot++) {
        for (uint32_t i = 0; r->decide->look[slot] && i < r->aside[slot].n; i++) {
            struct held h = { r, r->aside[slot].at[i], slot };
            sw_list_walk(r->aside[slot].at[i]->list, visit_held, &h);
        }
        r->decide->look[slot] = false;
    }
}

/* ---- copies --------------------------------------------------------------------------------------- */

void decide_copy(struct sw_replay *r, const struct attempt *a, uint32_t node)
{
    if (!is_asked_for(r, a->job))
        return;
    why_copied(r, a);
    decide_row(r, &(struct decided){ .action = SW_DID_SPECULATE, .job = a->job, .node = node, .wait_us = -1, .level = -1,
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

void decide_kill(struct sw_replay *r, const struct attempt *a, const struct pool *for_pool)
{
    if (!concerns(r, a, for_pool))
        return;
    why_killed(r, a, for_pool);
    decide_row(r, &(struct decided){ .action = SW_DID_KILL, .job = a->job, .node = a->node, .wait_us = -1, .level = -1, .at = (int)a->locality });
}

void decide_evict(struct sw_replay *r, const struct job *job)
{
    if (!is_asked_for(r, job))
        return;
    why_evicted(r, job);
    decide_row(r, &(struct decided){ .action = SW_DID_EVICT, .job = job, .node = NONE, .wait_us = -1, .level = -1, .at = -1 });
}
