/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scan.c - stragglers and their copies (LATE 2.1 and 4; rules C1, C3 to C6 of docs/model.md).
 *
 * A look goes through what runs (progress.c) and leaves, per kind of slot, a list of candidates. A slot that no scan
 * could use is offered to them. Between looks a candidate leaves by ending or by being copied.
 *
 * The list is put in the rule's order when the first offer is made, as at the cap there are none. From then on each
 * stage has a chain through its candidates, and the most urgent that may is the least of the chains' heads. */
#include "lib/base/arena.h"
#include "lib/sim/ask.h"
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/mech/speculation/speculation.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/task/task.h"
#include <stdlib.h>
#include <string.h>

static int speculation_start(struct sw_replay *r, void *own, struct sw_err *err)
{
    struct speculation *s = own;
    (void)err;
    s->done = xcalloc(r->cl->n_nodes, sizeof *s->done);
    s->total = xcalloc(r->cl->n_nodes, sizeof *s->total);
    s->sorted = xcalloc(r->cl->n_nodes, sizeof *s->sorted);
    return SW_OK;
}

static void speculation_reset(struct sw_replay *r, void *own)
{
    struct speculation *s = own;
    s->list[0].n = s->list[1].n = s->list[0].left = s->list[1].left = 0;
    s->copies[0] = s->copies[1] = 0;
    s->n_live = s->n_running = 0;
    memset(s->done, 0, r->cl->n_nodes * sizeof *s->done);
    memset(s->total, 0, r->cl->n_nodes * sizeof *s->total);
    s->bar = 0;
    s->quiet_kept = quiet_is_possible(r);
    s->quiet_until_us = 0;
    s->has_tried = false;
    s->n_to_wait = s->pause = 0;
}

static void speculation_stop(struct sw_replay *r, void *own)
{
    struct speculation *s = own;
    (void)r;
    for (int kind = 0; kind < 2; kind++) {
        xfree(s->list[kind].at);
        xfree(s->list[kind].chain);
    }
    xfree(s->live);
    xfree(s->seen);
    xfree(s->of_kind);
    xfree(s->done);
    xfree(s->total);
    xfree(s->sorted);
}

/* ---- a look (C1) --------------------------------------------------------------------------------------- */

static void forget(const struct speculation *s, struct list *list)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i].of)
            straggler(s, list->at[i].of)->candidate = 0;
    list->first = list->n = list->left = list->n_chains = 0;
    list->in_order = false;
}

static void add_candidate(const struct speculation *s, struct list *list, const struct seen *seen)
{
    struct attempt *a = seen->of;
    if (list->n == list->cap) {
        list->cap = 2 * list->cap + 64;
        list->at = xrealloc(list->at, list->cap, sizeof *list->at);
    }
    list->at[list->n++] = (struct candidate){ a, seen->stage, a->serial, seen->is.progress, a->node, NO_CANDIDATE };
    straggler(s, a)->candidate = (uint32_t)list->n;
    list->left = list->n;
}

static int by_job_then_launch(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    const struct job *j = x->stage->job, *k = y->stage->job;
    if (j != k)
        return order_fifo_before(j, k) ? -1 : 1;
    return x->serial < y->serial ? -1 : 1;
}

static _Thread_local const struct sw_speculate *sorting_by;

static int by_urgency(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (sorting_by->before(&x->progress, &y->progress)) return -1;
    if (sorting_by->before(&y->progress, &x->progress)) return 1;
    return x->serial < y->serial ? -1 : 1;
}

/* Those that are left, in the rule's order. */
static void put_in_order(const struct speculation *s, struct list *list, const struct sw_speculate *policy)
{
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i].of)
            list->at[n++] = list->at[i];
    list->n = n;
    sorting_by = policy;
    if (n)
        qsort(list->at, n, sizeof *list->at, policy->by_job ? by_job_then_launch : by_urgency);
    for (size_t i = 0; i < n; i++)
        straggler(s, list->at[i].of)->candidate = (uint32_t)i + 1;
    list->in_order = true;
}

static struct stage_chain *chain_of(const struct speculation *s, struct list *list, struct stage *st)
{
    struct progress *p = straggling(s, st)->progress;
    if (!p->chain) {
        if (list->n_chains == list->cap_chains) {
            list->cap_chains = 2 * list->cap_chains + 16;
            list->chain = xrealloc(list->chain, list->cap_chains, sizeof *list->chain);
        }
        list->chain[list->n_chains++] = (struct stage_chain){ st, NO_CANDIDATE };
        p->chain = list->n_chains;
    }
    return &list->chain[p->chain - 1];
}

static void make_chains(const struct speculation *s, struct list *list)
{
    list->n_chains = 0;
    for (size_t i = 0; i < list->n; i++)
        straggling(s, list->at[i].stage)->progress->chain = 0;
    for (size_t i = list->n; i-- > 0; ) {
        struct stage_chain *c = chain_of(s, list, list->at[i].stage);
        list->at[i].next = c->first;
        c->first = (uint32_t)i;
    }
}

static void find_candidates(struct sw_replay *r, struct speculation *s, int kind)
{
    const struct sw_speculate_rule *rule = &r->opt.speculate;
    struct list *list = &s->list[kind];
    for (size_t i = 0; i < s->n_old; i++) {
        const struct seen *seen = &s->seen[i];
        if (seen->slot_kind == kind && rule->policy->slow(rule, &seen->is.progress, &seen->straggling->progress->to)
            && !seen->of->sibling)
            add_candidate(s, list, seen);
    }
    if (rule->policy->by_job) /* their order may change until the first offer */
        put_in_order(s, list, rule->policy);
}

static void scan_kind(struct sw_replay *r, struct speculation *s, int kind)
{
    if (r->opt.speculate.policy->rates)
        progress_set_bars(r, s, kind);
    else
        progress_add_up_stages(r, s, kind);
    find_candidates(r, s, kind);
    r->slots.offer_to_all |= s->list[kind].n > 0;
}

/* Quiet stages have no candidates. What nodes have done is asked for where there is one. */
static void scan_all(struct sw_replay *r, struct speculation *s)
{
    bool rates = r->opt.speculate.policy->rates;
    forget(s, &s->list[0]);
    forget(s, &s->list[1]);
    if (!r->attempts.oldest || !progress_is_old(r, r->attempts.oldest) || r->now_us < s->quiet_until_us)
        return;
    s->quiet_until_us = s->quiet_kept ? INT64_MAX : 0;
    progress_see(r, s, !s->quiet_kept);
    scan_kind(r, s, 0);
    scan_kind(r, s, 1);
    if (rates && (s->list[0].n || s->list[1].n))
        progress_rate_nodes(r, s);
    if (s->quiet_kept)
        quiet_find(r, s);
}

static int speculation_event(struct sw_replay *r, void *own, const struct event *ev)
{
    (void)ev;
    scan_all(r, own);
    ticks_again(r, EV_SCAN, r->opt.speculate_every_us);
    return SW_OK;
}

static void speculation_job_submitted(struct sw_replay *r, void *own, struct job *job)
{
    (void)own;
    (void)job;
    ticks_expect(r, EV_SCAN, r->opt.speculate_every_us);
}

/* ---- a slot is offered to the candidates (C5) ------------------------------------------------------------ */

static bool speculation_waits(struct sw_replay *r, void *own, int kind)
{
    const struct speculation *s = own;
    const struct sw_speculate_rule *rule = &r->opt.speculate;
    return s->list[kind].left && rule->policy->has_room(rule, s->copies[kind], (int64_t)r->slots.now[kind]);
}

static bool stage_may(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    const struct job *job = st->job;
    for (const struct pool *p = job->at_pool; p && r->opt.order.policy->uses_pools; p = p->parent)
        if (p->running[st->slot_kind] >= p->most[st->slot_kind])
            return false;
    if (job_group(job) && job_group(job)->is_blocked[st->slot_kind]) /* O13 */
        return false;
    return stage_may_start(r, st, node);
}

/* What a stage may not once it may not for another of its tasks in the same offer. */
static bool may_be_copied(struct sw_replay *r, const struct speculation *s, const struct candidate *c, uint32_t node)
{
    if (!c->of || c->node == node || straggling(s, c->stage)->refused_at == s->offers)
        return false;
    if (stage_may(r, c->stage, node))
        return true;
    straggling(s, c->stage)->refused_at = s->offers;
    return false;
}

/* Of the first job in which some may, the closest to the node (C3). */
static struct attempt *first_by_job(struct sw_replay *r, struct speculation *s, uint32_t node, struct list *list)
{
    static const int distance[] = { [SW_AT_NODE] = 0, [SW_AT_NONE] = 1, [SW_AT_RACK] = 2, [SW_AT_ANY] = 3 };
    struct attempt *best = NULL;
    int best_distance = 4;
    s->offers++;
    while (list->first < list->n && !list->at[list->first].of)
        list->first++;
    for (size_t i = list->first; i < list->n; i++) {
        struct attempt *a = list->at[i].of;
        if (!may_be_copied(r, s, &list->at[i], node))
            continue;
        if (best && a->job != best->job)
            break;
        int d = distance[choose_distance(r, a->stage, a->task, node)];
        if (d < best_distance) {
            best = a;
            best_distance = d;
        }
    }
    return best;
}

static uint32_t next_left(const struct list *list, uint32_t i)
{
    while (i != NO_CANDIDATE && !list->at[i].of)
        i = list->at[i].next;
    return i;
}

/* The first by urgency (C4). A stage none of whose candidates is left may be gone; its chain is dropped unseen. */
static struct attempt *first_by_urgency(struct sw_replay *r, uint32_t node, struct list *list)
{
    uint32_t best = NO_CANDIDATE;
    for (size_t c = 0; c < list->n_chains; c++) {
        struct stage_chain *chain = &list->chain[c];
        uint32_t i = chain->first = next_left(list, chain->first);
        if (i == NO_CANDIDATE) {
            *chain = list->chain[--list->n_chains];
            c--;
            continue;
        }
        if (i >= best || !stage_may(r, chain->stage, node))
            continue;
        while (i != NO_CANDIDATE && list->at[i].node == node)
            i = next_left(list, list->at[i].next);
        best = i < best ? i : best;
    }
    return best == NO_CANDIDATE ? NULL : list->at[best].of;
}

static struct attempt *choose(struct sw_replay *r, struct speculation *s, uint32_t node, int kind)
{
    struct list *list = &s->list[kind];
    const struct sw_speculate *policy = r->opt.speculate.policy;
    if (policy->by_job)
        return first_by_job(r, s, node, list);
    if (!list->in_order) {
        put_in_order(s, list, policy);
        make_chains(s, list);
    }
    return first_by_urgency(r, node, list);
}

/* It has ended, or is copied: it is no candidate any more. */
static void drop(struct speculation *s, struct attempt *a)
{
    struct list *list = &s->list[a->stage->slot_kind];
    uint32_t *number = &straggler(s, a)->candidate;
    if (!*number)
        return;
    list->at[*number - 1].of = NULL;
    *number = 0;
    list->left--;
}

static bool speculation_offer(struct sw_replay *r, void *own, uint32_t node, int kind)
{
    struct speculation *s = own;
    const struct sw_speculate *policy = r->opt.speculate.policy;
    if (!speculation_waits(r, s, kind)) /* also when it is tasks that wait which the scan skipped */
        return false;
    if (policy->may_use && !policy->may_use(&r->opt.speculate, s->total[node], s->bar))
        return false;
    struct attempt *a = choose(r, s, node, kind);
    if (!a)
        return false;
    drop(s, a);
    s->copies[kind]++;
    MECHANISMS_TELL(r, saw_copy, a, node);
    launch_backup(r, a, node);
    return true;
}

/* ---- attempts come and end --------------------------------------------------------------------------------- */

static void speculation_launched(struct sw_replay *r, void *own, struct attempt *a)
{
    (void)r;
    quiet_ends(own, a->stage);
    live_add(own, a);
}

static void speculation_ended(struct sw_replay *r, void *own, struct attempt *a)
{
    struct speculation *s = own;
    (void)r;
    quiet_ends(s, a->stage);
    live_remove(s, a);
    drop(s, a);
    if (a->is_backup)
        s->copies[a->stage->slot_kind]--;
}

static void speculation_stopped(struct sw_replay *r, void *own, struct attempt *a, enum phase was)
{
    (void)was;
    speculation_ended(r, own, a);
}

/* C6: the attempt that did not end first is killed. */
static void speculation_done(struct sw_replay *r, void *own, struct attempt *a)
{
    struct attempt *sibling = a->sibling;
    progress_note_done(r, own, a);
    if (!sibling)
        return;
    uint32_t node = sibling->node;
    int kind = sibling->stage->slot_kind;
    stop_attempt(r, sibling, SW_SUPERSEDED);
    slots_free(r, node, kind);
    slots_kick(r, node);
}

static void speculation_stage_released(struct sw_replay *r, void *own, struct stage *st)
{
    (void)r;
    progress_forget(straggling(own, st));
}

static bool speculation_wanted(const struct sw_replay *r)
{
    return r->opt.speculate.policy->slow != NULL;
}

const struct mechanism speculation_mechanism = {
    .name = "speculation", .wanted = speculation_wanted, .needs = NEEDS_RETURNS, .size = sizeof(struct speculation),
    .stage_size = sizeof(struct straggling), .attempt_size = sizeof(struct straggler), .start = speculation_start,
    .reset = speculation_reset, .stop = speculation_stop, .event_kind = EV_SCAN, .event = speculation_event,
    .job_submitted = speculation_job_submitted, .launched = speculation_launched, .ended = speculation_ended,
    .stopped = speculation_stopped, .done = speculation_done, .waits = speculation_waits, .offer = speculation_offer,
    .stage_released = speculation_stage_released,
};
