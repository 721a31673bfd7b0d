/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine.c - the loop over instants: all that happens at one, then the heartbeats of it (T2, T3). */
#include "lib/replay/replay.h"
#include <assert.h>
#include <stdlib.h>

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* ---- one instant ----------------------------------------------------------------------------------- */

static int apply(struct sw_replay *r, const struct event *ev)
{
    r->totals.events++;
    switch (event_kind(ev)) {
    case EV_COPIED:
        if (attempt_is_due(ev->of, ev))
            admit_copied(r, ev->of);
        break;
    case EV_END:
        if (attempt_is_due(ev->of, ev))
            attempt_event(r, ev->of);
        break;
    case EV_CLUSTER:
        r->n_changes--;
        cluster_change(r, (uint32_t)(ev->order & UINT32_MAX));
        break;
    case EV_POOLS:
        r->n_changes--;
        pools_change(r);
        break;
    case EV_REPORT: attempt_report(r, ev->of); break;
    case EV_COMMIT: attempt_commit(r, ev->of); break;
    case EV_READ: return feed_more(r);
    case EV_UPDATE:
        r->ticking[0] = false;
        order_update(r);
        if (r->first_job)
            expect_tick(r, EV_UPDATE, r->opt.order.update_us);
        break;
    case EV_PREEMPT:
        r->ticking[1] = false;
        preempt_check(r);
        if (r->first_job)
            expect_tick(r, EV_PREEMPT, r->opt.preempt_every_us);
        break;
    case EV_LOOK:
        r->ticking[2] = false;
        speculate_look(r);
        if (r->first_job)
            expect_tick(r, EV_LOOK, r->opt.speculate_every_us);
        break;
    case EV_EVICT: evict_now(r); break;
    case EV_SUBMIT: return job_submit(r, ev->of);
    case EV_READY: stage_is_set_up(r, ev->of); break;
    }
    return SW_OK;
}

/* Most likely the next event is the end of an attempt, launched long ago. Where many run, so is what that end reads. It was among the
 * first four behind the first before, so the attempt has been fetched itself by then. */
static void fetch_ahead(const struct sw_replay *r)
{
    const struct event *next = r->events.at;
    if (r->events.n)
        __builtin_prefetch(next->of);
    if (r->events.n < HEAP_FAR)
        return;
    for (int i = 1; i <= 4; i++)
        __builtin_prefetch(next[i].of);
    if (event_kind(next) == EV_END)
        attempt_fetch(r, next->of);
}

static int apply_all(struct sw_replay *r)
{
    if (SELDOM(r->network))
        network_apply(r);
    while (r->events.n && r->events.at[0].at_us == r->now_us) {
        struct event ev = heap_pop(&r->events);
        fetch_ahead(r);
        if (apply(r, &ev) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* ---- the next one ---------------------------------------------------------------------------------- */

static bool work_for_free_slots(const struct sw_replay *r)
{
    return (r->list[0].n && r->free_rank[0].count) || (r->list[1].n && r->free_rank[1].count);
}

/* H6 (c) and H7: without a period, what makes refused slots be offered again. */
static int64_t next_offer(struct sw_replay *r)
{
    int64_t next = INT64_MAX;
    bool timer = r->opt.delay.meter == SW_TIMER, skip = r->opt.delay.meter == SW_PER_SKIP;
    if (SELDOM(r->global))
        return global_next(r);
    if (r->opt.heartbeat_us || !r->store.lazy)
        return next;
    if ((skip || timer) && work_for_free_slots(r))
        next = r->last_round_us + r->opt.revive_us;
    for (int slot = 0; slot < 2; slot++)
        if (!skip && r->list[slot].n && (timer || r->free_rank[slot].count)) /* a slot may free at that very instant */
            next = least(next, sw_list_next_due(&r->list[slot], r->now_us));
    return next >= SW_DUE_NEVER / 2 ? INT64_MAX : next;
}

static int64_t next_instant(struct sw_replay *r)
{
    int64_t event_us = r->events.n ? r->events.at[0].at_us : INT64_MAX;
    if (SELDOM(r->network))
        event_us = least(event_us, network_next_us(r));
    bool few = r->events.n <= 3; /* it may be that nothing is to come (J6) */
    int64_t beat_us = event_us == r->now_us ? INT64_MAX : clock_next_beat(r, few ? INT64_MAX : event_us);
    int64_t offer_us = next_offer(r);
    if (offer_us <= beat_us && offer_us <= event_us && offer_us != INT64_MAX)
        r->call_all = true;
    int64_t next_us = least(beat_us, offer_us);
    if (SELDOM(few) && nothing_left(r, next_us))
        return INT64_MAX;
    return least(event_us, next_us);
}

/* ---- the run --------------------------------------------------------------------------------------- */

static bool told_to_stop(struct sw_replay *r)
{
    return r->sink.stop && (r->totals.events & 0xffff) == 0 && (r->stopped = r->sink.stop(r->sink.ctx, r->now_us, &r->totals));
}

/* But for checks and looks, which are made as long as somebody is in the system. */
static bool nothing_is_to_come(const struct sw_replay *r)
{
    return r->events.n <= (size_t)(r->ticking[0] + r->ticking[1] + r->ticking[2]);
}

/* A8: an eviction comes after all else of the instant, which then goes on. False when nothing ever will again. */
static bool make_room(struct sw_replay *r)
{
    if (!evict_look(r))
        return true;
    if (!r->room->victim)
        return r->opt.until_us >= 0 || !nothing_is_to_come(r);
    heap_push(&r->events, (struct event){ r->now_us, (uint64_t)EV_EVICT << 56, NULL });
    return true;
}

static int engine_loop(struct sw_replay *r)
{
    for (int64_t next_us; (next_us = next_instant(r)) != INT64_MAX; ) {
        if (r->trace_ended && !r->first_job && r->events.n == r->n_changes)
            break; /* all that is left to come are changes of the cluster and of pools */
        if (SELDOM(r->opt.until_us >= 0) && next_us > r->opt.until_us)
            break;
        if (SELDOM(next_us > SW_TIME_MAX || next_us < r->now_us))
            return sw_err_set(r->err, "something would end past the end of time (%lld s)", (long long)(SW_TIME_MAX / SW_US_PER_S));
        if (SELDOM(r->opt.every_us) && next_us > r->now_us)
            samples_until(r, next_us);
        r->now_us = next_us;
        if (apply_all(r) != SW_OK)
            return SW_FAIL;
        if (SELDOM(r->privates))
            private_hand_out(r);
        clock_round(r);
        if (SELDOM(r->decide))
            decide_held(r);
        if (SELDOM(r->network))
            network_settle(r);
        if (SELDOM(r->room) && !make_room(r))
            break;
        if (SELDOM(r->n_keeping))
            keep_let_go(r);
        if (told_to_stop(r))
            break;
#ifndef NDEBUG
        sw_list_check(&r->list[0]);
        sw_list_check(&r->list[1]);
#endif
    }
    return SW_OK;
}

static int by_submission(const void *a, const void *b)
{
    const struct job *x = *(struct job *const *)a, *y = *(struct job *const *)b;
    if (x->submit_us != y->submit_us)
        return x->submit_us < y->submit_us ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* S6: what --until cut off, jobs in order of submission. */
static void report_unfinished(struct sw_replay *r)
{
    size_t n = 0;
    struct job **left = xcalloc(r->jobs_by_id.n, sizeof *left);
    report_running(r);
    for (struct job *job = r->first_job; job; job = job->next)
        if (job->submitted)
            left[n++] = job;
    qsort(left, n, sizeof *left, by_submission);
    for (size_t i = 0; i < n; i++) {
        never_count(r, left[i]);
        job_report(r, left[i], SW_RUNNING);
    }
    free(left);
}

static void begin(struct sw_replay *r)
{
    r->now_us = 0;
    r->scan = r->serial = 0;
    r->trace_ended = false;
    r->first_row_us = -1;
    r->next_sample_us = 0;
    r->slots_since_us = -1;
    r->events.n = r->n_changes = r->n_set_up = 0;
    for (struct pool *p = r->pools; p; p = p->next)
        p->starved[0] = p->starved[1] = false;
    r->ticking[0] = r->ticking[1] = r->ticking[2] = r->at_end = false;
    r->idle_us = -1;
    r->n_killed = 0;
    r->acc[0] = r->acc[1] = (struct accounting){ 0 };
    r->runnable[0] = r->runnable[1] = 0;
    r->n_waiting[0] = r->n_waiting[1] = 0;
    r->totals = (struct sw_totals){ .first_submit_us = -1 };
    if (r->speculation)
        speculation_reset(r);
    if (r->opt.delay.part->settle)
        r->opt.delay.part->settle(&r->opt.delay, r->cl->n_nodes);
    if (r->classes)
        classes_reset(r);
    if (r->opt.global.part->decides)
        global_begin(r);
    clock_reset(r);
    pools_begin(r);
    network_reset(r);
}

static int run(struct sw_replay *r, struct sw_trace *trace, struct sw_err *err)
{
    begin(r);
    r->trace = trace;
    r->err = err;
    if (feed_more(r) != SW_OK || engine_loop(r) != SW_OK)
        return SW_FAIL;
    if (r->opt.every_us)
        samples_until(r, r->opt.until_us >= 0 ? r->opt.until_us + 1 : r->now_us + 1);
    if (r->opt.until_us >= 0)
        r->now_us = r->opt.until_us;
    if (r->opt.until_us < 0 && r->first_job && !r->stopped)
        return never_ends(r);
    clock_count_slots(r, r->totals.last_end_us);
    network_report(r);
    if (r->opt.admit.part->splits)
        r->totals.computing_slot_us = r->totals.slot_us[1] * (double)r->opt.admit.computing / (double)r->opt.admit.reducers;
    report_unfinished(r);
    return SW_OK;
}

int sw_replay_run(struct sw_replay *r, struct sw_trace *trace, struct sw_err *err)
{
    jmp_buf here, *outer = out_of_memory;
    out_of_memory = &here;
    volatile int status = SW_FAIL;
    if (!setjmp(here)) {
        status = run(r, trace, err);
    } else {
        r->failed = true;
        sw_err_memory(err);
    }
    out_of_memory = outer;
    return status;
}

int replay_one(struct sw_replay *r, const struct sw_job *spec, int64_t submit_us)
{
    begin(r);
    r->trace_ended = true;
    feed_one(r, spec, submit_us);
    return engine_loop(r) == SW_OK && !r->first_job ? SW_OK : SW_FAIL;
}

/* ---- making and freeing ---------------------------------------------------------------------------- */

/* Q6: what leaves a choice to nodes has no place in a decision for all. */
static int check_global(const struct sw_replay_options *opt, const struct sw_cluster *cl, struct sw_err *err)
{
    const char *name = opt->global.part->name;
    if (opt->heartbeat_us)
        return sw_err_usage(err, "--heartbeat: --global %s decides for all nodes at once and needs --heartbeat 0", name);
    if (opt->delay.meter != SW_PER_NOTHING)
        return sw_err_usage(err, "--delay: --global %s weighs waiting as a cost; no rule of delay goes with it", name);
    if (opt->admit.part->splits)
        return sw_err_usage(err, "--admit: --global %s does not look at what a node's reduces do", name);
    if (opt->load_cap >= 0)
        return sw_err_usage(err, "--load-cap: --global %s fills every slot that it can; no cap goes with it", name);
    if (opt->speculate.part->slow)
        return sw_err_usage(err, "--speculate: --global %s has no slots to offer to copies", name);
    if (room_is_limited(opt, cl))
        return sw_err_usage(err, "--disk: --global %s does not look at the room of nodes, nor at the column disk_bytes", name);
    if (opt->placement == SW_PLACE_REDRAW)
        return sw_err_usage(err, "--placement: --global %s needs blocks that stay where they are", name);
    if (!opt->revive_us && !opt->global.fair)
        return sw_err_usage(err, "--revive: not above 0");
    return SW_OK;
}

static int check_options(const struct sw_replay_options *opt, const struct sw_cluster *cl, struct sw_err *err)
{
    if (!cl->total_slots[0] && !cl->total_slots[1])
        return sw_err_set(err, "the cluster has no slots");
    if (opt->admit.part->splits && cl->one_kind)
        return sw_err_usage(err, "--admit: cpac is for clusters with map and reduce slots");
    if (opt->placement == SW_PLACE_REDRAW && (opt->speculate.part->slow || opt->failure_rate > 0))
        return sw_err_usage(err, "--placement: redraw has no blocks for %s", opt->speculate.part->slow ? "copies (--speculate)" : "tasks that failed (--failure-rate)");
    if (opt->global.part->decides && check_global(opt, cl, err) != SW_OK)
        return SW_FAIL;
    if (opt->heartbeat_us && opt->heartbeat_us < (int64_t)cl->n_nodes)
        return sw_err_usage(err, "--heartbeat: shorter than a microsecond a node");
    if (opt->heartbeat_us > INT64_MAX / 2 / (int64_t)cl->n_nodes)
        return sw_err_usage(err, "--heartbeat: too long for so many nodes");
    return SW_OK;
}

int sw_replay_new(struct sw_replay **out, const struct sw_cluster *cl, const struct sw_pool_list *pools,
                  const struct sw_replay_options *opt, const struct sw_replay_sink *sink, struct sw_err *err)
{
    if (check_options(opt, cl, err) != SW_OK || check_order(opt, cl, pools, err) != SW_OK)
        return SW_FAIL;
    struct sw_replay *r = xcalloc(1, sizeof *r);
    r->cl = cl;
    r->opt = *opt;
    if (sink)
        r->sink = *sink;
    r->balance = opt->balance_us > 0;
    if (r->sink.decision)
        decide_start(r);
    if (!r->opt.heartbeat_us) { /* H6 */
        r->opt.out_of_band = true;
        r->opt.per_heartbeat = UINT64_MAX;
    }
    if (r->opt.replication > cl->n_nodes)
        r->opt.replication = cl->n_nodes;
    r->store.lazy = opt->delay.meter != SW_PER_NOTHING;
    sw_list_init(&r->list[0], &r->store, NULL);
    sw_list_init(&r->list[1], &r->store, NULL);
    r->preempts = r->opt.preempt.part->due != NULL;
    if (r->opt.speculate.part->slow)
        speculation_start(r);
    if (room_is_limited(opt, cl))
        room_start(r);
    r->tasks_return = cl->changes || r->room || r->preempts || r->speculation || r->opt.failure_rate > 0;
    r->keeps_launches = r->tasks_return || r->balance || r->opt.every_us > 0;
    r->followed = r->keeps_launches || r->opt.admit.part->splits;
    r->counts_pools = r->opt.order.part->uses_pools || r->opt.every_us > 0 || r->preempts || r->opt.global.fair;
    r->pools_declared = pools;
    pools_start(r, pools);
    limits_start(r);
    here_start(r);
    clock_start(r);
    r->network = network_new(r);
    r->blocks_stay = r->tasks_return || r->network || r->decide;
    r->whole = r->followed || r->network || r->sink.attempt;
    if (opt->order.part->private_nodes)
        private_start(r);
    if (opt->order.part->reallocates)
        classes_start(r);
    if (opt->alone && solo_new(&r->solo, opt, cl, pools, err) != SW_OK) {
        sw_replay_free(r);
        return SW_FAIL;
    }
    *out = r;
    return SW_OK;
}

const struct sw_totals *sw_replay_totals(const struct sw_replay *r)
{
    return &r->totals;
}

static void free_attempts(struct sw_replay *r)
{
    for (size_t i = 0; i < r->events.n; i++)
        if (event_kind(&r->events.at[i]) == EV_READY)
            stage_forget(r, r->events.at[i].of);
    attempts_end(r);
}

static void unlist_all(struct sw_replay *r)
{
    for (struct job *job = r->first_job; job; job = job->next)
        for (uint32_t s = 0; s < job->n_stages; s++)
            for (int class = 0; class < 2; class++)
                if (job->stage[s].item[class].leaf)
                    stage_unlist_item(r, &job->stage[s], class);
}

void sw_replay_free(struct sw_replay *r)
{
    if (!r || r->failed)
        return;
    unlist_all(r);
    free_attempts(r);
    private_end(r);
    for (struct job *job = r->first_job, *next; job; job = next) {
        next = job->next;
        job_free(r, job);
    }
    sw_replay_free(r->solo);
    free(r->classes);
    network_free(r->network);
    here_end(r);
    clock_end(r);
    speculation_end(r);
    global_end(r);
    shares_end(r);
    decide_end(r);
    deficits_end(r);
    limits_end(r);
    room_end(r);
    pools_end(r);
    sw_list_store_clear(&r->store);
    sw_names_clear(&r->jobs_by_id);
    free(r->events.at);
    free(r->host_buf);
    pieces_end(&r->pieces);
    free(r);
}
