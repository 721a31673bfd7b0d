/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speculate.c - stragglers and their copies (LATE 2.1 and 4; rules C1-C6 of docs/model.md).
 *
 * A look goes through what runs and leaves, per kind of slot, a list of candidates in the rule's order. A slot that no
 * scan could use is offered to them. Between looks a candidate leaves by ending or by being copied. */
#include "lib/replay/replay.h"
#include <stdlib.h>
#include <string.h>

struct candidate { struct attempt *of; uint64_t serial; struct sw_progress progress; };
struct seen { struct attempt *of; struct sw_progress progress; double rate; }; /* a live attempt, at a look; its rate nearly */
struct list { struct candidate *at; size_t first, n, cap, left; }; /* none before first is one still; left: those that are */
struct speculation {
    struct list list[2];
    struct seen *seen, *of_kind; /* by launch; of_kind: room for the old ones of a kind */
    size_t n_seen, n_old, cap_seen;
    uint64_t offers;
    int64_t copies[2];
    int64_t *done, *total, *sorted, bar; /* of the nodes: scores of ended attempts; and of live ones too, at the look; room to sort; percentile */
};
struct ran { int64_t *us; size_t n, n_sorted, cap; }; /* running times of a stage's attempts that ended done, longest first */

void speculation_start(struct sw_replay *r)
{
    struct speculation *s = r->speculation = xcalloc(1, sizeof *s);
    s->done = xcalloc(r->cl->n_nodes, sizeof *s->done);
    s->total = xcalloc(r->cl->n_nodes, sizeof *s->total);
    s->sorted = xcalloc(r->cl->n_nodes, sizeof *s->sorted);
}

void speculation_reset(struct sw_replay *r)
{
    struct speculation *s = r->speculation;
    s->list[0].n = s->list[1].n = s->list[0].left = s->list[1].left = 0;
    s->copies[0] = s->copies[1] = 0;
    memset(s->done, 0, r->cl->n_nodes * sizeof *s->done);
    memset(s->total, 0, r->cl->n_nodes * sizeof *s->total);
    s->bar = 0;
}

void speculation_end(struct sw_replay *r)
{
    struct speculation *s = r->speculation;
    if (!s)
        return;
    free(s->list[0].at);
    free(s->list[1].at);
    free(s->seen);
    free(s->of_kind);
    free(s->done);
    free(s->total);
    free(s->sorted);
    free(s);
}

/* ---- progress (C2) ------------------------------------------------------------------------------- */

/* part / whole in millionths, cut, between 0 and 1; a whole of nothing is done. */
static int64_t share_of(int64_t part_us, int64_t whole_us)
{
    if (whole_us <= 0)
        return SW_SCORE_ONE;
    if (part_us <= 0)
        return 0;
    return part_us >= whole_us ? SW_SCORE_ONE : (int64_t)((__int128)part_us * SW_SCORE_ONE / whole_us);
}

/* What an attempt has done of its local time: what it will run (less than all, if it fails) less what is left of that. */
static int64_t worked(const struct sw_replay *r, const struct attempt *a)
{
    int64_t left_us = a->end_us - r->now_us;
    return share_of(attempt_takes(r, a, a->run_us) - left_us, attempt_takes(r, a, a->local_us));
}

static int64_t lesser(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t copied(const struct sw_replay *r, const struct attempt *a, int64_t ends_us)
{
    const struct job *job = a->stage->job;
    int64_t own = share_of(r->now_us - a->launch_us - r->opt.startup_us, a->copy_us);
    if (a->net)
        return lesser(own, fetch_score(r, a));
    if (a->phase == COPYING)
        return lesser(own, (int64_t)(job->maps_done * SW_SCORE_ONE / job->result.maps));
    return lesser(own, share_of(a->copy_us - (ends_us - r->now_us), a->copy_us));
}

static int64_t score(const struct sw_replay *r, const struct attempt *a)
{
    if (a->stage->kind != SW_REDUCE && a->net)
        return fetch_score(r, a);
    if (a->stage->kind != SW_REDUCE)
        return r->now_us <= a->launch_us + r->opt.startup_us ? 0 : worked(r, a);
    if (a->phase == RUNNING && a->compute_us <= r->now_us)
        return 2 * SW_SCORE_ONE / 3 + worked(r, a) / 3;
    if (a->phase == QUEUED)
        return 2 * SW_SCORE_ONE / 3;
    return copied(r, a, a->phase == FETCHING ? a->end_us : a->compute_us) / 3;
}

/* ---- what runs, at a look ------------------------------------------------------------------------- */

static bool is_old(const struct sw_replay *r, const struct attempt *a)
{
    return r->now_us - a->launch_us >= r->opt.speculate.lag_us;
}

static void see(struct sw_replay *r)
{
    struct speculation *s = r->speculation;
    s->n_seen = s->n_old = 0;
    for (struct attempt *a = r->oldest; a; a = a->newer) {
        if (s->n_seen == s->cap_seen) {
            s->cap_seen = 2 * s->cap_seen + 256;
            s->seen = xrealloc(s->seen, s->cap_seen, sizeof *s->seen);
            s->of_kind = xrealloc(s->of_kind, s->cap_seen, sizeof *s->of_kind);
        }
        s->seen[s->n_seen] = (struct seen){ a, { score(r, a), r->now_us - a->launch_us }, 0 };
        s->seen[s->n_seen].rate = (double)s->seen[s->n_seen].progress.score / (double)s->seen[s->n_seen].progress.age_us;
        s->n_seen++;
        s->n_old += is_old(r, a);
    }
}

/* ---- C3: the mean of a stage ------------------------------------------------------------------------ */

static struct sw_stage_progress *progress_of(struct stage *st)
{
    return st->progress ? st->progress : (st->progress = xcalloc(1, sizeof *st->progress));
}

/* Of two attempts of a task the larger score counts: the other's is taken off when the second is met. */
static void add_up_stages(struct sw_replay *r, int slot)
{
    struct speculation *s = r->speculation;
    for (size_t i = 0; i < s->n_seen; i++)
        if (s->seen[i].of->stage->slot == slot) {
            struct stage *st = s->seen[i].of->stage;
            *progress_of(st) = (struct sw_stage_progress){ .tasks = st->n_tasks, .score_sum = (int64_t)st->n_done * SW_SCORE_ONE };
        }
    for (size_t i = 0; i < s->n_seen; i++) {
        const struct attempt *a = s->seen[i].of;
        int64_t own = s->seen[i].progress.score, other = a->twin ? score(r, a->twin) : -1;
        if (a->stage->slot == slot && (own > other || (own == other && a->serial < a->twin->serial)))
            a->stage->progress->score_sum += own;
    }
}

/* ---- C4: percentiles of rates, and of what nodes have done -------------------------------------------- */

static int longest_first(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x < y) - (x > y);
}

void speculation_note_done(struct sw_replay *r, struct attempt *a)
{
    struct stage *st = a->stage;
    r->speculation->done[a->node] += SW_SCORE_ONE;
    if (!r->opt.speculate.part->rates)
        return;
    struct ran *ran = st->ran ? st->ran : (st->ran = xcalloc(1, sizeof *ran));
    if (ran->n == ran->cap) {
        ran->cap = 2 * ran->cap + 8;
        ran->us = xrealloc(ran->us, ran->cap, sizeof *ran->us);
    }
    ran->us[ran->n++] = r->now_us - a->launch_us;
}

void speculation_forget_stage(struct stage *st)
{
    if (st->ran)
        free(st->ran->us);
    free(st->ran);
    free(st->progress);
    st->ran = NULL;
    st->progress = NULL;
}

/* New times are few between looks: they are put where they belong. */
static void sort_times(struct ran *ran)
{
    if (ran->n - ran->n_sorted > 64)
        qsort(ran->us, ran->n, sizeof *ran->us, longest_first);
    else
        for (size_t i = ran->n_sorted; i < ran->n; i++) {
            int64_t us = ran->us[i];
            size_t lo = 0, hi = i;
            while (lo < hi) {
                size_t mid = (lo + hi) / 2;
                if (ran->us[mid] >= us) lo = mid + 1; else hi = mid;
            }
            memmove(&ran->us[lo + 1], &ran->us[lo], (i - lo) * sizeof *ran->us);
            ran->us[lo] = us;
        }
    ran->n_sorted = ran->n;
}

static int by_stage_and_rate(const void *a, const void *b)
{
    const struct seen *x = a, *y = b;
    if (x->of->stage != y->of->stage)
        return (uintptr_t)x->of->stage < (uintptr_t)y->of->stage ? -1 : 1;
    if (x->rate < 0.999999 * y->rate || y->rate < 0.999999 * x->rate) /* plain without the exact product */
        return x->rate < y->rate ? -1 : 1;
    return sw_progress_slower(&x->progress, &y->progress) ? -1 : sw_progress_slower(&y->progress, &x->progress);
}

static struct sw_progress done_in(const struct ran *ran, size_t i)
{
    return (struct sw_progress){ SW_SCORE_ONE, ran->us[i] };
}

/* The k-th slowest, from 0, of the live (slowest first) and of those that are done. */
static struct sw_progress slowest(const struct seen *live, size_t n, const struct ran *ran, size_t k)
{
    size_t i = 0;
    for (size_t n_done = ran ? ran->n : 0; i < n && i <= k; i++) { /* i live ones are slower than it, k - i of the done */
        size_t j = k - i;
        struct sw_progress before = j && j <= n_done ? done_in(ran, j - 1) : (struct sw_progress){ 0, 1 };
        bool done_left = j < n_done;
        struct sw_progress next_done = done_left ? done_in(ran, j) : (struct sw_progress){ 0, 0 };
        if (j > n_done || (j && sw_progress_slower(&live[i].progress, &before)))
            continue; /* more of the live are among the slowest k */
        return done_left && sw_progress_slower(&next_done, &live[i].progress) ? next_done : live[i].progress;
    }
    return done_in(ran, k - i);
}

/* Sets the bar of each stage that has an attempt of the kind past the lag. */
static void set_bars(struct sw_replay *r, int slot)
{
    struct speculation *s = r->speculation;
    size_t n = 0, end;
    for (size_t i = 0; i < s->n_old; i++)
        if (s->seen[i].of->stage->slot == slot)
            s->of_kind[n++] = s->seen[i];
    qsort(s->of_kind, n, sizeof *s->of_kind, by_stage_and_rate);
    for (size_t i = 0; i < n; i = end) {
        struct stage *st = s->of_kind[i].of->stage;
        for (end = i; end < n && s->of_kind[end].of->stage == st; end++)
            ;
        if (st->ran)
            sort_times(st->ran);
        uint64_t values = end - i + (st->ran ? st->ran->n : 0);
        progress_of(st)->bar = slowest(&s->of_kind[i], end - i, st->ran, sw_percentile_place(values, r->opt.speculate.slow_task));
    }
}

/* The k-th least of n values, which are moved about (Hoare's selection). */
static int64_t kth_least(int64_t *v, size_t n, size_t k)
{
    size_t lo = 0, hi = n - 1;
    while (lo < hi) {
        int64_t pivot = v[lo + (hi - lo) / 2];
        size_t i = lo, j = hi;
        for (;; i++, j--) {
            while (v[i] < pivot)
                i++;
            while (v[j] > pivot)
                j--;
            if (i >= j)
                break;
            int64_t swap = v[i];
            v[i] = v[j];
            v[j] = swap;
        }
        if (k <= j)
            hi = j;
        else
            lo = j + 1;
    }
    return v[k];
}

static void rate_nodes(struct sw_replay *r)
{
    struct speculation *s = r->speculation;
    size_t n = 0;
    memcpy(s->total, s->done, r->cl->n_nodes * sizeof *s->total);
    for (size_t i = 0; i < s->n_seen; i++)
        s->total[s->seen[i].of->node] += s->seen[i].progress.score;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        if (r->node[i].up)
            s->sorted[n++] = s->total[i];
    s->bar = n ? kth_least(s->sorted, n, sw_percentile_place(n, r->opt.speculate.slow_node)) : 0;
}

/* ---- a look (C1) --------------------------------------------------------------------------------------- */

static void forget(struct list *list)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i].of->serial == list->at[i].serial)
            list->at[i].of->candidate = false;
    list->first = list->n = list->left = 0;
}

static void add_candidate(struct list *list, struct attempt *a, struct sw_progress progress)
{
    if (list->n == list->cap) {
        list->cap = 2 * list->cap + 64;
        list->at = xrealloc(list->at, list->cap, sizeof *list->at);
    }
    a->candidate = true;
    list->at[list->n++] = (struct candidate){ a, a->serial, progress };
    list->left = list->n;
}

static int by_job_then_launch(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    const struct job *j = x->of->stage->job, *k = y->of->stage->job;
    if (j != k)
        return job_fifo_before(j, k) ? -1 : 1;
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

static void find_candidates(struct sw_replay *r, int slot)
{
    const struct sw_speculate_rule *rule = &r->opt.speculate;
    struct speculation *s = r->speculation;
    struct list *list = &s->list[slot];
    for (size_t i = 0; i < s->n_old; i++) {
        struct attempt *a = s->seen[i].of;
        if (a->stage->slot == slot && !a->twin && rule->part->slow(rule, &s->seen[i].progress, a->stage->progress))
            add_candidate(list, a, s->seen[i].progress);
    }
    sorting_by = rule->part;
    if (list->n)
        qsort(list->at, list->n, sizeof *list->at, rule->part->by_job ? by_job_then_launch : by_urgency);
}

static void look_at_kind(struct sw_replay *r, int slot)
{
    if (r->opt.speculate.part->rates)
        set_bars(r, slot);
    else
        add_up_stages(r, slot);
    find_candidates(r, slot);
    r->call_all |= r->speculation->list[slot].n > 0;
}

void speculate_look(struct sw_replay *r)
{
    struct speculation *s = r->speculation;
    forget(&s->list[0]);
    forget(&s->list[1]);
    if (!r->oldest || !is_old(r, r->oldest))
        return;
    see(r);
    if (r->opt.speculate.part->rates)
        rate_nodes(r);
    look_at_kind(r, 0);
    look_at_kind(r, 1);
}

/* ---- a slot is offered to the candidates (C5) ------------------------------------------------------------ */

bool speculation_waits(const struct sw_replay *r, int slot)
{
    const struct speculation *s = r->speculation;
    const struct sw_speculate_rule *rule = &r->opt.speculate;
    return s->list[slot].left && rule->part->has_room(rule, s->copies[slot], (int64_t)r->slots_now[slot]);
}

static bool still_is(const struct candidate *c)
{
    return c->of->serial == c->serial && c->of->candidate;
}

static bool stage_may(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    const struct job *job = st->job;
    if (job->claim && job->claim != r->node[node].claim) /* O24 */
        return false;
    for (const struct pool *p = job->at_pool; p && r->opt.order.part->uses_pools; p = p->parent)
        if (p->running[st->slot] >= p->most[st->slot])
            return false;
    if (job->holder && job->holder->holds[st->slot]) /* O13 */
        return false;
    return admit_may_start(r, st, node);
}

/* What a stage may not once it may not for another of its tasks in the same offer. */
static bool may_be_copied(struct sw_replay *r, const struct candidate *c, uint32_t node)
{
    struct attempt *a = c->of;
    if (!still_is(c) || a->node == node || a->stage->refused_at == r->speculation->offers)
        return false;
    if (stage_may(r, a->stage, node))
        return true;
    a->stage->refused_at = r->speculation->offers;
    return false;
}

/* The first by urgency; or of the first job in which some may, the closest to the node. */
static struct attempt *choose(struct sw_replay *r, uint32_t node, int slot)
{
    static const int distance[] = { [SW_AT_NODE] = 0, [SW_AT_NONE] = 1, [SW_AT_RACK] = 2, [SW_AT_ANY] = 3 };
    struct list *list = &r->speculation->list[slot];
    struct attempt *best = NULL;
    int best_distance = 4;
    r->speculation->offers++;
    while (list->first < list->n && !still_is(&list->at[list->first]))
        list->first++;
    for (size_t i = list->first; i < list->n; i++) {
        struct attempt *a = list->at[i].of;
        if (!may_be_copied(r, &list->at[i], node))
            continue;
        if (!r->opt.speculate.part->by_job)
            return a;
        if (best && a->stage->job != best->stage->job)
            break;
        int d = distance[stage_distance(r, a->stage, a->task, node)];
        if (d < best_distance) {
            best = a;
            best_distance = d;
        }
    }
    return best;
}

bool speculate(struct sw_replay *r, uint32_t node, int slot)
{
    const struct speculation *s = r->speculation;
    const struct sw_speculate *part = r->opt.speculate.part;
    if (!speculation_waits(r, slot)) /* also when it is tasks that wait which the scan passed by */
        return false;
    if (part->may_use && !part->may_use(&r->opt.speculate, s->total[node], s->bar))
        return false;
    struct attempt *a = choose(r, node, slot);
    if (!a)
        return false;
    speculation_drop(r, a);
    r->speculation->copies[slot]++;
    if (r->decide)
        decide_copy(r, a, node);
    launch_copy(r, a, node);
    return true;
}

/* It has ended, or is copied: it is no candidate any more. */
void speculation_drop(struct sw_replay *r, struct attempt *a)
{
    if (!a->candidate)
        return;
    a->candidate = false;
    r->speculation->list[a->stage->slot].left--;
}

/* A live attempt ends, however. */
void speculation_leaves(struct sw_replay *r, struct attempt *a)
{
    speculation_drop(r, a);
    if (a->is_copy)
        r->speculation->copies[a->stage->slot]--;
}
