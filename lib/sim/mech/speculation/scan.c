/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scan.c - stragglers and their copies (LATE 2.1 and 4; rules C1 and C5 to C6 of docs/model.md).
 *
 * A look goes through the stages of which something runs, and passes by those that can have no straggler (live.c,
 * quiet.c). It leaves, per kind of slot, a list of candidates (candidates.c). A slot that no scan could use is offered
 * to them. Between looks a candidate leaves by ending or by being copied. */
#include "lib/base/arena.h"
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include "lib/sim/mech/speculation/speculation.h"
#include "lib/sim/nodes/nodes.h"
#include <assert.h>
#include <string.h>

static void speculation_start(struct sw_replay *r, void *own)
{
    struct speculation *s = own;
    s->done = xcalloc(r->cl->n_nodes, sizeof *s->done);
    s->total = xcalloc((size_t)r->cl->n_nodes + 1, sizeof *s->total);
    s->node_work = xcalloc(r->cl->n_nodes, sizeof *s->node_work);
}

/* Nothing runs. Speeds are those of the cluster file. */
static void speculation_reset(struct sw_replay *r, void *own)
{
    struct speculation *s = own;
    s->list[0].n = s->list[1].n = s->list[0].left = s->list[1].left = 0;
    s->copies[0] = s->copies[1] = 0;
    live_reset(s);
    memset(s->done, 0, r->cl->n_nodes * sizeof *s->done);
    memset(s->total, 0, r->cl->n_nodes * sizeof *s->total);
    s->bar = 0;
    s->even = quiet_is_possible(r);
}

/* ---- a look (C1) --------------------------------------------------------------------------------------- */

/* C1.1, C1.2: those past the lag, alone of their task, that the rule calls slow. Most are told by their rounded
 * rate. */
static size_t find_candidates(const struct sw_replay *r, struct speculation *s, struct watch *w, size_t n)
{
    const struct sw_speculate_rule *rule = &r->opt.speculate;
    double most = rule->policy->rates ? rate_of(&w->to.bar) : (double)INFINITY;
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        if (s->rate[i] > most)
            continue;
        const struct rated *of = &s->rated[i];
        if (of->of->has_copy || live_is_young(r, w, &of->progress) || !rule->policy->slow(rule, &of->progress, &w->to))
            continue;
        candidates_add(s, w, of);
        found++;
    }
    return found;
}

/* Until when no look finds a straggler in it; 0: not known. */
static int64_t look_at_stage(struct sw_replay *r, struct speculation *s, struct watch *w)
{
    bool rates = r->opt.speculate.policy->rates, was_quiet = w->looked_at + 1 < s->n_looks;
    int64_t young_us;
    size_t n = progress_see(r, s, w, !rates, &young_us);
    int64_t young_until_us = young_us == INT64_MAX ? INT64_MAX : live_old_at(r, w, young_us);
    w->looked_at = s->n_looks;
    if (!n || live_is_young(r, w, &s->rated[0].progress))
        return young_until_us;
    if (rates)
        progress_set_bar(r, s, w, n);
    else
        progress_add_up(r, s, w, n);
    if (find_candidates(r, s, w, n) || !s->even || !quiet_is_to_try(w, was_quiet))
        return 0;
    int64_t until_us = quiet_until(r, s, w, n);
    return rates ? min_i64(until_us, young_until_us) : until_us;
}

/* C1: stages whose next_us is later are passed by. */
static void look_at_all(struct sw_replay *r, struct speculation *s)
{
    s->next_us = INT64_MAX;
    for (size_t i = 0; i < s->n_watched; i++) {
        struct watched *at = &s->watched[i];
        if (at->next_us <= r->now_us)
            at->next_us = look_at_stage(r, s, at->of);
        s->next_us = min_i64(s->next_us, at->next_us);
    }
}

#ifndef NDEBUG
/* The invariant of live.c: of a stage that a look passes by nothing is slow. */
static void check_passed_by(struct sw_replay *r, struct speculation *s)
{
    const struct sw_speculate_rule *rule = &r->opt.speculate;
    for (size_t w = 0; w < s->n_watched; w++) {
        int64_t young_us;
        assert(s->next_us <= s->watched[w].next_us);
        if (s->watched[w].next_us <= r->now_us)
            continue;
        size_t n = progress_see(r, s, s->watched[w].of, !rule->policy->rates, &young_us);
        if (n && rule->policy->rates)
            progress_set_bar(r, s, s->watched[w].of, n);
        else
            progress_add_up(r, s, s->watched[w].of, n);
        for (size_t i = 0; i < n; i++)
            assert(s->rated[i].of->of->sibling || live_is_young(r, s->watched[w].of, &s->rated[i].progress)
                   || !rule->policy->slow(rule, &s->rated[i].progress, &s->watched[w].of->to));
    }
}
#endif

/* What nodes have done is asked for where there is a candidate. Under C3 candidates are put in order at once, as their
 * jobs' order may change until the first offer. */
static void scan_all(struct sw_replay *r, struct speculation *s)
{
    const struct sw_speculate *policy = r->opt.speculate.policy;
    candidates_forget(&s->list[0]);
    candidates_forget(&s->list[1]);
    s->n_looks++;
#ifndef NDEBUG
    check_passed_by(r, s);
#endif
    if (r->now_us < s->next_us)
        return;
    look_at_all(r, s);
    if (!s->list[0].n && !s->list[1].n)
        return;
    r->slots.offer_to_all = true;
    for (int kind = 0; kind < 2 && policy->by_job; kind++)
        candidates_put_in_order(&s->list[kind], policy);
    if (policy->rates)
        progress_rate_nodes(r, s);
}

/* When a scan may next find a straggler that could be copied, if nothing else happens. A slot, and room among the
 * copies, come with an end: what the last scan before that finds is what counts then. */
static int64_t copies_may_start_us(const struct sw_replay *r, const struct speculation *s)
{
    const struct sw_speculate_rule *rule = &r->opt.speculate;
    int64_t next_us = INT64_MAX;
    for (size_t i = 0; i < s->n_watched; i++) {
        int kind = s->watched[i].of->stage->slot_kind;
        if (r->slots.free_rank[kind].count
            && rule->policy->has_room(rule, s->copies[kind], (int64_t)r->slots.now[kind]))
            next_us = min_i64(next_us, s->watched[i].next_us);
    }
    return next_us;
}

static void speculation_event(struct sw_replay *r, void *own, const struct event *ev UNUSED)
{
    scan_all(r, own);
    r->quiet.look_us = r->quiet.in_row < QUIET_TICKS ? r->now_us : copies_may_start_us(r, own);
    ticks_again_unless_quiet(r, EV_SCAN, r->opt.speculate_every_us);
}

static void speculation_job_submitted(struct sw_replay *r, void *own UNUSED, struct job *job UNUSED)
{
    ticks_expect(r, EV_SCAN, r->opt.speculate_every_us);
}

/* ---- a slot is offered to the candidates (C5) ------------------------------------------------------------ */

/* C5.3: candidates are left, and the rule lets one more copy run. */
static bool may_copy(const struct sw_replay *r, const struct speculation *s, int kind)
{
    const struct sw_speculate_rule *rule = &r->opt.speculate;
    return s->list[kind].left && rule->policy->has_room(rule, s->copies[kind], (int64_t)r->slots.now[kind]);
}

/* C5.1: the most urgent candidate that may run there is copied. node NONE: whether there is work for a slot. */
static bool speculation_spare(struct sw_replay *r, void *own, uint32_t node, int kind)
{
    struct speculation *s = own;
    const struct sw_speculate *policy = r->opt.speculate.policy;
    if (node == NONE || !may_copy(r, s, kind)) /* none also when it is tasks that wait which the scan skipped */
        return node == NONE && may_copy(r, s, kind);
    if (policy->may_use && !policy->may_use(&r->opt.speculate, s->total[node], progress_node_bar(r, s)))
        return false;
    struct attempt *a = candidates_choose(r, s, node, kind);
    if (!a)
        return false;
    candidates_drop(s, a);
    s->copies[kind]++;
    OBSERVERS_SEE(r, SAW_COPY, .attempt = a, .node = node);
    launch_backup(r, a, node);
    return true;
}

/* ---- attempts come and end --------------------------------------------------------------------------------- */

/* Its rate counts once it is old (C4). In the mean of its stage it counts at once (C3). */
static void speculation_launched(struct sw_replay *r, void *own, struct attempt *a)
{
    struct speculation *s = own;
    const struct watch *w = live_add(r, s, a);
    int64_t *next_us = &s->watched[w->place - 1].next_us;
    if (!r->opt.speculate.policy->rates) {
        live_look_soon(r, s, w);
        return;
    }
    *next_us = min_i64(*next_us, a->launch_us + r->opt.speculate.lag_us);
    s->next_us = min_i64(s->next_us, *next_us);
}

/* Done, failed or stopped: it is no candidate and scores no more. */
static void attempt_leaves(const struct sw_replay *r, struct speculation *s, struct attempt *a)
{
    candidates_drop(s, a);
    live_remove(r, s, a);
    if (a->is_backup)
        s->copies[a->stage->slot_kind]--;
}

/* One that is done keeps the rate and the score that it ended with. Of a young one that is one more rate. */
static void speculation_ended(struct sw_replay *r, void *own, struct attempt *a)
{
    const struct sw_speculate_rule *rule = &r->opt.speculate;
    if (a->fails || (rule->policy->rates && r->now_us - a->launch_us < rule->lag_us))
        live_look_soon(r, own, straggler(own, a)->watch);
    attempt_leaves(r, own, a);
}

/* What is left of its stage may be slow now: a lower mean, other rates. */
static void speculation_stopped(struct sw_replay *r, void *own, struct attempt *a, enum phase was UNUSED)
{
    live_look_soon(r, own, straggler(own, a)->watch);
    attempt_leaves(r, own, a);
}

/* C6: the attempt that did not end first is killed. */
static void speculation_attempt(struct sw_replay *r, void *own, struct attempt *a, const struct attempt_news *is)
{
    if (is->what != ATTEMPT_DONE)
        return;
    progress_note_done(r, own, a);
    if (a->sibling)
        stop_at_once(r, a->sibling, SW_SUPERSEDED);
}

static void speculation_stage(struct sw_replay *r UNUSED, void *own, struct stage *st, enum stage_news what,
                              int class UNUSED)
{
    if (what == STAGE_RELEASED)
        live_release(own, st);
}

const struct mechanism speculation_mechanism = {
    .needs = NEEDS_RETURNS | NEEDS_ENDS, .size = sizeof(struct speculation), .stage_size = sizeof(struct straggling),
    .attempt_size = sizeof(struct straggler), .start = speculation_start, .reset = speculation_reset,
    .event_kind = EV_SCAN, .event = speculation_event, .job_submitted = speculation_job_submitted,
    .launched = speculation_launched, .ended = speculation_ended, .stopped = speculation_stopped,
    .attempt = speculation_attempt, .spare = speculation_spare, .stage = speculation_stage,
};
