/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decisions.c - why a job ran, or did not, at a moment: the rows of --decisions (S9-S11 of docs/model.md).
 *
 * The engine answers an offer without reading the stages that it skips. Here the scheduling queue is walked as far as
 * the stage that launches, before the launch is applied; turns.c knows who is behind it. A heartbeat that
 * lib/sim/offer/next_beat.c leaves out would not add a row: it would skip only stages that were skipped at the same
 * level before (docs/decisions/heartbeats.md). */
#include "lib/sim/ask.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/observe/observe.h"
#include "lib/sim/offer/offer.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const sw_action_words[] = { "launch", "skip", "no-task", "at-limit", "kill", "evict", "speculate",
    "suspend", NULL };

/* What has been logged of a stage in its period. TOLD_FREE and TOLD_SERVED are shifted by the level. */
enum { TOLD_FREE = 1, TOLD_SERVED = 8, TOLD_TURN = 64, TOLD_REFUSED = 128, TOLD_HELD = 256,
       TOLD_GANG = 512 /* and so on, by enum why_gang */ };

struct decisions {
    struct turns turns;           /* first: it begins with where the records are */
    struct reason reason;
    bool by_limit[2], queued;     /* kinds of slot with stages that a limit may hold back; jobs wait for nodes */
};

struct decisions_job { bool logged; };
struct decisions_stage { struct turns_stage turns; uint16_t logged; }; /* in this period */

static void decisions_start(struct sw_replay *r, void *own)
{
    r->reason = &((struct decisions *)own)->reason;
}

/* S12: of one job, or of all. */
static bool is_asked_for(const struct sw_replay *r, const struct job *job)
{
    return !r->sink.decisions_of || !strcmp(job->id, r->sink.decisions_of);
}

/* Fills in the rest of the row and writes it, with the reason that reasons_add() composed. node NONE: none. */
static void put_decision(struct sw_replay *r, const struct job *job, uint32_t node, struct sw_decision row)
{
    row.time_us = r->now_us;
    row.node = node == NONE ? NULL : r->cl->node[node].name;
    row.job_id = job->id;
    row.reason = r->reason->text;
    r->sink.decision(r->sink.ctx, &row);
    r->reason->len = 0;
}

/* Of no wait. */
static void put_plain(struct sw_replay *r, enum sw_action action, const struct job *job, uint32_t node, int at)
{
    put_decision(r, job, node, (struct sw_decision){ .action = action, .wait_us = -1, .level = -1, .locality = at });
}

/* ---- an offer ------------------------------------------------------------------------------------ */

struct scan {
    struct sw_replay *r;
    const struct decisions *d;
    uint32_t node, task, n_before;
    int kind, class;
    struct sw_queue_entry *entry; /* of the stage that launches; NULL: none */
    const struct stage *last;
    enum sw_locality at;
};

/* The state of the stage's wait, as the offer found it. */
static struct passed load_passed(const struct scan *k, struct sw_queue_entry *entry)
{
    const struct sw_replay *r = k->r;
    const struct stage *st = entry->of;
    const struct sw_wait_state *s = &entry->state;
    const struct sw_delay *policy = r->opt.delay.policy;
    sw_queue_load(entry);
    int64_t meter = s->waiting ? r->queues.clock[k->kind].clock_us : 0;
    struct passed had = { .wait_us = s->skipped_us < 0 ? 0 : r->now_us - s->skipped_us, .needs = -1,
                          .crowded = stage_is_crowded(r, st, k->node),
                          .counts = r->opt.delay.clock == SW_COUNT_SKIPS };
    had.level = s->any_allowed_at <= meter ? SW_LEVEL_ANY : s->rack_allowed_at <= meter ? SW_LEVEL_RACK : SW_LEVEL_NODE;
    if (!r->queues.delay_clocks) {
        if (r->dispatch.of->stands)
            DISPATCH(k->r, stands, entry->of, &had);
        return had;
    }
    bool for_any = had.level != SW_LEVEL_NODE || r->opt.no_rack_level;
    had.needs = policy->allowed_at(&st->waits, st->level, for_any ? SW_LEVEL_ANY : SW_LEVEL_RACK);
    had.had = had.needs - ((for_any ? s->any_allowed_at : s->rack_allowed_at) - meter);
    return had;
}

/* The stage's row also says how its wait stands. */
static void put_passed(const struct scan *k, struct sw_queue_entry *entry, const struct passed *had,
                       struct sw_decision row)
{
    struct stage *st = entry->of;
    bool pref = entry == &st->entry[PREF];
    row.level = pref ? (int)had->level : -1;
    row.wait_us = pref ? had->wait_us : -1;
    put_decision(k->r, st->job, k->node, row);
}

/* S9.1: in the stage's period. */
static bool first_time(const struct decisions *d, struct stage *st, int what)
{
    struct decisions_stage *of = stage_record(st, &d->turns.at);
    bool first = !(of->logged & what);
    of->logged |= (uint16_t)what;
    return first;
}

/* S9.3, S9.5: an offer skips the stage, or a rule refuses it there. */
static void row_passed(struct scan *k, struct sw_queue_entry *entry)
{
    struct stage *st = entry->of;
    struct passed had = load_passed(k, entry);
    bool refused = !stage_may_start(k->r, st, k->node);
    if (!first_time(k->d, st, refused ? TOLD_REFUSED : (k->entry ? TOLD_SERVED : TOLD_FREE) << had.level))
        return;
    if (!refused || !MECHANISMS_ANY(k->r, says_why, st, k->node))
        reasons_skip(k->r, st, &had, k->entry ? k->entry->of : NULL);
    put_passed(k, entry, &had,
               (struct sw_decision){ .action = refused ? SW_DID_AT_LIMIT : SW_DID_SKIP, .locality = -1 });
}

/* S9.4. */
static void row_turn(struct scan *k, struct sw_queue_entry *entry)
{
    struct stage *st = entry->of;
    if (!first_time(k->d, st, TOLD_TURN))
        return;
    struct passed had = load_passed(k, entry);
    reasons_turn(k->r, st, k->entry->of);
    put_passed(k, entry, &had, (struct sw_decision){ .action = SW_DID_SKIP, .locality = -1, .turn = true });
}

/* L2: a stage whose turn is for a task without preference launches a local one if it has any. */
static void row_launch(struct scan *k, struct stage *st)
{
    struct sw_queue_entry *entry = &st->entry[k->class];
    struct passed had = load_passed(k, entry);
    reasons_launch(k->r, st, k->task, k->at, &had, k->n_before);
    put_passed(k, entry, &had, (struct sw_decision){ .action = SW_DID_LAUNCH, .locality = (int)k->at });
}

/* Ends the walk at the entry that launches. */
static bool visit(void *ctx, struct sw_queue_entry *entry)
{
    struct scan *k = ctx;
    struct stage *st = entry->of;
    bool own = k->entry && st == k->entry->of, asked = is_asked_for(k->r, st->job);
    if (entry == k->entry) {
        if (asked)
            row_launch(k, st);
        return true;
    }
    if (!own && asked)
        row_passed(k, entry);
    k->n_before += !own && st != k->last;
    k->last = st;
    return false;
}

#ifndef NDEBUG
struct check { const struct scan *k; const struct stage *last; size_t n; bool behind; };

/* turns.c has found each stage behind the launch that has no row of its turn, in order. */
static bool visit_checked(void *ctx, struct sw_queue_entry *entry)
{
    struct check *c = ctx;
    struct stage *st = entry->of;
    const struct decisions_stage *of = stage_record(st, &c->k->d->turns.at);
    if (c->behind && st != c->last && st != c->k->entry->of && is_asked_for(c->k->r, st->job)
        && !(of->logged & TOLD_TURN))
        assert(c->k->d->turns.behind[c->n++] == entry);
    c->behind |= entry == c->k->entry;
    c->last = st;
    return false;
}

static void check_turns(const struct scan *k, const struct sw_queue *list, size_t n)
{
    struct check c = { .k = k };
    for (size_t i = 0; i < n; i++)
        assert(!sw_queue_before(k->d->turns.behind[i], k->entry));
    sw_queue_walk(list, visit_checked, &c);
    assert(c.n == n);
}
#else
static void check_turns(const struct scan *k, const struct sw_queue *list, size_t n) { (void)k, (void)list, (void)n; }
#endif

static void saw_offer(struct sw_replay *r, struct decisions *d, const struct sight *s)
{
    struct scan k = { .r = r, .d = d, .node = s->node, .kind = s->kind, .entry = s->entry, .task = s->task,
                      .class = s->class, .at = s->at };
    struct sw_queue *list = pick_queue(r, s->node, s->kind);
    if (!list)
        return;
    sw_queue_walk(list, visit, &k);
    if (!s->entry)
        return;
    size_t n = turns_take_behind(r, &d->turns, list, s->entry, s->kind);
    check_turns(&k, list, n);
    for (size_t i = 0; i < n; i++)
        row_turn(&k, d->turns.behind[i]);
}

/* ---- a decision for all nodes: no stage is skipped, so there are only launches (Q5) ------------------ */

static void saw_assignment(struct sw_replay *r, const struct sight *s)
{
    if (s->cost < 0)
        reasons_add(r, "as the decider has it"); /* W3 */
    else
        reasons_add(r, "where all tasks together cost least: %lld thousandths for the distance, %lld had it been left "
                    "to wait", (long long)s->cost, (long long)s->waiting);
    put_plain(r, SW_DID_LAUNCH, s->stage->job, s->node, (int)s->at);
}

/* ---- rounds of Spark's: a round stands for a scan (R18) ---------------------------------------------- */

static void saw_round(struct sw_replay *r, struct decisions *d, const struct sight *s)
{
    const struct in_round *got = s->round;
    struct stage *st = s->stage;
    bool launches = got->task != NONE, pref = !launches || got->at != SW_AT_NONE;
    if (!launches && !first_time(d, st, (got->served ? TOLD_SERVED : TOLD_FREE) << got->level))
        return;
    if (launches)
        reasons_round_launch(r, st, got->task, got->at);
    else
        reasons_round_skip(r, got);
    put_decision(r, st->job, got->node, (struct sw_decision){ .action = launches ? SW_DID_LAUNCH : SW_DID_SKIP,
                                                         .level = pref ? got->level : -1,
                                                         .wait_us = pref ? got->wait_us : -1,
                                                         .locality = launches ? (int)got->at : -1 });
}

/* S9.8 */
static void saw_gang(struct sw_replay *r, struct decisions *d, const struct sight *s)
{
    bool starts = s->gang->why == GANG_STARTS;
    if (!starts && !first_time(d, s->stage, TOLD_GANG << s->gang->why))
        return;
    reasons_gang(r, s->gang);
    put_plain(r, starts ? SW_DID_LAUNCH : SW_DID_AT_LIMIT, s->stage->job, s->gang->node,
              starts ? (int)s->gang->at : -1);
}

/* A period of the stage ends: what was logged of it may be logged again. */
static void saw_return(struct sw_replay *r, struct decisions *d, const struct sight *s)
{
    struct stage *st = s->stage;
    struct decisions_stage *of = stage_record(st, &d->turns.at);
    of->logged = 0;
    if ((st->entry[PREF].leaf || st->entry[NOPREF].leaf) && is_asked_for(r, st->job))
        turns_add(&d->turns, st);
}

/* A limit may hold it back from the first. */
static void saw_stage_queued(struct sw_replay *r, struct decisions *d, const struct sight *s)
{
    struct stage *st = s->stage;
    const struct decisions_stage *of = stage_record(st, &d->turns.at);
    d->by_limit[st->slot_kind] = true;
    if (!(of->logged & TOLD_TURN) && is_asked_for(r, st->job))
        turns_add(&d->turns, st);
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

/* S9.6: after the launch of the job's last ready task. */
static void saw_launch(struct sw_replay *r, struct decisions *d, const struct sight *s)
{
    const struct job *job = s->stage->job;
    saw_return(r, d, s);
    if (!waits_for_stages(job) || !is_asked_for(r, job))
        return;
    reasons_no_task(r, job);
    put_plain(r, SW_DID_NO_TASK, job, s->node, -1);
}

/* ---- limits ----------------------------------------------------------------------------- */

/* J5: the lowest pool that has no room. */
static void saw_not_admitted(struct sw_replay *r, const struct sight *s)
{
    const struct job *job = s->job;
    const struct pool *p = job->pool;
    while (p->n_admitted < p->max_jobs)
        p = p->parent;
    reasons_add(r, "pool %s has %lld %s admitted, the most it may", p->name, (long long)p->n_admitted,
                p->n_admitted == 1 ? "job" : "jobs");
    put_plain(r, SW_DID_AT_LIMIT, job, NONE, -1);
}

/* O21: after nodes were handed out. */
static void jobs_without_nodes(struct sw_replay *r, struct decisions *d)
{
    for (struct job *job = r->jobs.first; job; job = job->next) {
        struct decisions_job *of = job_record(job, &d->turns.at);
        if (!job->submitted || job->admitted || of->logged)
            continue;
        of->logged = true;
        if (!is_asked_for(r, job))
            continue;
        reasons_add(r, "there are not as many free nodes as it asks for, or others stand before it");
        put_plain(r, SW_DID_AT_LIMIT, job, NONE, -1);
    }
    d->queued = false;
}

/* V1 */
static void saw_waiting(struct sw_replay *r, const struct sight *s)
{
    const struct sw_admission_queue *q = s->queue;
    reasons_add(r, "queue %s runs %lld %s, the most it may", q->name, (long long)q->places,
                q->places == 1 ? "job" : "jobs");
    put_plain(r, SW_DID_AT_LIMIT, s->job, NONE, -1);
}

struct held { struct sw_replay *r; const struct decisions *d; const struct blocked *by; int slot_kind; };

static bool visit_held(void *ctx, struct sw_queue_entry *entry)
{
    const struct held *h = ctx;
    struct stage *st = entry->of;
    if (!is_asked_for(h->r, st->job) || !first_time(h->d, st, TOLD_HELD))
        return false;
    reasons_held(h->r, h->by, h->slot_kind);
    put_plain(h->r, SW_DID_AT_LIMIT, st->job, NONE, -1);
    return false;
}

/* O6, O13: a stage of a pool or user at its maximum is in no queue that an offer reads. */
static void saw_offers(struct sw_replay *r, struct decisions *d)
{
    if (d->queued)
        jobs_without_nodes(r, d);
    for (int kind = 0; kind < 2; kind++) {
        for (uint32_t i = 0; d->by_limit[kind] && i < r->queues.blocked[kind].n; i++) {
            struct held h = { r, d, r->queues.blocked[kind].at[i], kind };
            sw_queue_walk(r->queues.blocked[kind].at[i]->list, visit_held, &h);
        }
        d->by_limit[kind] = false;
    }
}

/* ---- kills --------------------------------------------------------------------------------------- */

/* A kill concerns the job that loses a task, and the job that it is killed for. Where it is for a pool, it concerns
 * those that wait there. */
static bool concerns(const struct sw_replay *r, const struct sight *s)
{
    const char *of = r->sink.decisions_of;
    if (is_asked_for(r, s->attempt->job) || (s->for_what == FOR_START && !strcmp(s->for_id, of)))
        return true;
    const struct job *job = sw_names_find(&r->jobs.by_id, of, strlen(of));
    return job && job->submitted && s->pool && job->pool == s->pool;
}

static void saw_kill(struct sw_replay *r, const struct sight *s)
{
    const struct attempt *a = s->attempt;
    if (!concerns(r, s))
        return;
    reasons_killed(r, s);
    put_plain(r, s->for_what == FOR_CLAIM_SUSPENDED ? SW_DID_SUSPEND : SW_DID_KILL, a->job, a->node, (int)a->locality);
}

/* What concerns one job. */
static void saw_of_job(struct sw_replay *r, struct decisions *d, const struct sight *s)
{
    const struct attempt *a = s->attempt;
    switch (s->what) {
    case SAW_ASSIGNMENT: saw_assignment(r, s); break;
    case SAW_GANG: saw_gang(r, d, s); break;
    case SAW_ROUND: saw_round(r, d, s); break;
    case SAW_NOT_ADMITTED: saw_not_admitted(r, s); break;
    case SAW_WAITING: saw_waiting(r, s); break;
    case SAW_COPY:
        reasons_backup(r, a);
        put_plain(r, SW_DID_SPECULATE, a->job, s->node, (int)choose_distance(r, a->stage, a->task, s->node));
        break;
    case SAW_RESUME:
        reasons_resumed(r, a);
        put_plain(r, SW_DID_LAUNCH, a->job, a->node, (int)a->locality);
        break;
    case SAW_EVICT:
        reasons_evicted(r, s->job);
        put_plain(r, SW_DID_EVICT, s->job, NONE, -1);
        break;
    default: break;
    }
}

static void decisions_saw(struct sw_replay *r, void *own, const struct sight *s)
{
    struct decisions *d = own;
    switch (s->what) {
    case SAW_OFFER: saw_offer(r, d, s); break;
    case SAW_LAUNCH: saw_launch(r, d, s); break;
    case SAW_RETURN: saw_return(r, d, s); break;
    case SAW_STAGE_QUEUED: saw_stage_queued(r, d, s); break;
    case SAW_STAGE_RELEASED: turns_remove(&d->turns, s->stage); break;
    case SAW_QUEUED: d->queued = true; break;
    case SAW_LIMIT: d->by_limit[s->kind] = true; break;
    case SAW_OFFERS: saw_offers(r, d); break;
    case SAW_KILL: saw_kill(r, s); break;
    default:
        if (is_asked_for(r, s->job ? s->job : s->stage ? s->stage->job : s->attempt->job))
            saw_of_job(r, d, s);
    }
}

const struct mechanism decisions_observer = {
    .needs = NEEDS_REPLICAS, .size = sizeof(struct decisions), .job_size = sizeof(struct decisions_job),
    .stage_size = sizeof(struct decisions_stage), .start = decisions_start, .saw = decisions_saw,
};
