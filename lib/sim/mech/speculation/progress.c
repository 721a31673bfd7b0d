/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress.c - what runs of a stage at a look, and what it is compared with (C3 and C4 of docs/model.md): the mean
 * score, the percentile of rates, the percentile of what nodes have done.
 *
 * Rates are compared as rounded quotients. A quotient of whole numbers below 2^53 is rounded once, so of two rates the
 * lower is never rounded above the other. Only rates that are rounded alike are compared exactly. */
#include "lib/base/arena.h"
#include "lib/sim/mech/speculation/speculation.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what runs, at a look ------------------------------------------------------------------------- */

static COLD void make_room_rated(struct speculation *s, size_t n)
{
    s->cap_rated = 2 * n + 64;
    s->rated = xrealloc(s->rated, s->cap_rated, sizeof *s->rated);
    s->rate = xrealloc(s->rate, s->cap_rated, sizeof *s->rate);
    s->work = xrealloc(s->work, s->cap_rated, sizeof *s->work);
    s->range = xrealloc(s->range, s->cap_rated, sizeof *s->range);
}

size_t progress_see(struct sw_replay *r, struct speculation *s, struct watch *w, bool all, int64_t *young_us)
{
    size_t n = 0;
    live_close_up(s, w);
    if (s->cap_rated < w->n_live)
        make_room_rated(s, w->n_live);
    const int64_t fetched = live_fetched(w);
    *young_us = INT64_MAX;
    for (uint32_t i = 0; i < w->n_live; i++) {
        struct live_one *l = &w->live[i];
        if (!l->of)
            continue;
        if (live_old_at(r, w, l->launch_us) > r->now_us) {
            *young_us = min_i64(*young_us, l->launch_us);
            if (!all)
                break;
        }
        int64_t score = live_score(r, s, w, l, fetched), age_us = r->now_us - l->launch_us;
        s->rated[n] = (struct rated){ { score, age_us }, l };
        s->rate[n] = rate_of(&s->rated[n].progress);
        n++;
    }
    return n;
}

/* ---- C3: the mean of a stage ------------------------------------------------------------------------ */

/* Of two attempts of a task the larger score counts: the other's is taken off when the second is met. */
void progress_add_up(struct sw_replay *r, struct speculation *s, struct watch *w, size_t n)
{
    const struct stage *st = w->stage;
    w->to = (struct sw_stage_progress){ .tasks = st->n_tasks, .score_sum = (int64_t)st->n_done * SW_SCORE_ONE };
    for (size_t i = 0; i < n; i++) {
        const struct attempt *a = s->rated[i].of->of;
        int64_t own = s->rated[i].progress.score, other = a->sibling ? score_of(r, a->sibling) : -1;
        if (own > other || (own == other && a->serial < a->sibling->serial))
            w->to.score_sum += own;
    }
}

/* ---- C4: percentiles of rates ------------------------------------------------------------------------- */

static int longest_first(const void *a, const void *b)
{
    return ORDER(*(const int64_t *)b, *(const int64_t *)a);
}

/* C4.2, C4.3: the node has done one more, and the stage has one more rate. */
void progress_note_done(struct sw_replay *r, struct speculation *s, const struct attempt *a)
{
    struct ran *ran = &straggler(s, a)->watch->ran;
    s->done[a->node] += SW_SCORE_ONE;
    if (!r->opt.speculate.policy->rates)
        return;
    PUSH(ran->us, ran->n, ran->cap, r->now_us - a->launch_us);
}

/* Sorts the new times and merges them into the others, from the end. */
static void merge_times(struct ran *ran)
{
    size_t n_new = ran->n - ran->n_sorted, old = ran->n_sorted, to = ran->n;
    RESERVE(ran->us, ran->n + n_new, ran->cap);
    int64_t *us = ran->us, *new = us + ran->n;
    qsort(us + old, n_new, sizeof *us, longest_first);
    memcpy(new, us + old, n_new * sizeof *us);
    while (n_new)
        us[--to] = old && us[old - 1] < new[n_new - 1] ? us[--old] : new[--n_new];
}

/* New times are few between looks: they are put where they belong. */
static void sort_times(struct ran *ran)
{
    if (ran->n - ran->n_sorted > 64)
        merge_times(ran);
    else
        for (size_t i = ran->n_sorted; i < ran->n; i++) {
            int64_t us = ran->us[i];
            size_t to = FIRST_NOT(k, 0, i, ran->us[k] >= us);
            memmove(&ran->us[to + 1], &ran->us[to], (i - to) * sizeof *ran->us);
            ran->us[to] = us;
        }
    ran->n_sorted = ran->n;
}

/* C4.3: 10^6 over the time that it took. */
static double done_rate(const struct ran *ran, size_t i)
{
    return rate_of(&(struct sw_progress){ SW_SCORE_ONE, ran->us[i] });
}

/* How many of the done have a lower rate. */
static size_t n_done_below(const struct ran *ran, double rate)
{
    return FIRST_NOT(i, 0, ran->n, done_rate(ran, i) < rate);
}

/* How many of the done have that rate or a lower one. */
static size_t n_done_upto(const struct ran *ran, double rate)
{
    return isinf(rate) ? ran->n : n_done_below(ran, nextafter(rate, (double)INFINITY));
}

bool progress_done_between(const struct ran *ran, const struct range *range)
{
    size_t first = n_done_below(ran, range->least);
    return first < ran->n && done_rate(ran, first) <= range->most;
}

/* Moves those below the pivot before all others, or those not above it; how many. Without a branch. */
static inline __attribute__((always_inline)) size_t partition(double *v, size_t n, double pivot, bool not_above)
{
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        double was = v[i];
        v[i] = v[at];
        v[at] = was;
        at += not_above ? was <= pivot : was < pivot;
    }
    return at;
}

/* The k-th least, from 0, of the n of v, which are moved about, and of those that are done (Hoare's selection; the
 * done are in order and only counted). Many may be equal. */
static double kth_least(double *v, size_t n, const struct ran *ran, size_t k)
{
    size_t before = 0; /* of v */
    while (n) {
        double pivot = v[n / 2];
        size_t below = partition(v, n, pivot, false);
        if (before + below + n_done_below(ran, pivot) > k) {
            n = below;
            continue;
        }
        size_t equal = partition(v + below, n - below, pivot, true);
        before += below + equal;
        if (before + n_done_upto(ran, pivot) > k)
            return pivot;
        v += below + equal;
        n -= below + equal;
    }
    return done_rate(ran, k - before);
}

static int slowest_first(const void *a, const void *b)
{
    const struct sw_progress *x = a, *y = b;
    return sw_progress_slower(y, x) - sw_progress_slower(x, y);
}

/* Rates that are rounded to the same number: of the live, and of the done from `first` to `last`. */
struct equal { double rate; size_t first, last; };

/* The k-th least of all rates is one of these. They seldom differ. */
static COLD struct sw_progress kth_of_equal(const struct speculation *s, size_t n, const struct ran *ran,
                                            struct equal e, size_t k)
{
    size_t n_equal = 0;
    struct sw_progress *equal = xcalloc(n + e.last - e.first, sizeof *equal);
    k -= e.first;
    for (size_t i = 0; i < n; i++) {
        k -= s->rate[i] < e.rate;
        if (s->rate[i] == e.rate)
            equal[n_equal++] = s->rated[i].progress;
    }
    for (; e.first < e.last; e.first++)
        equal[n_equal++] = (struct sw_progress){ SW_SCORE_ONE, ran->us[e.first] };
    qsort(equal, n_equal, sizeof *equal, slowest_first);
    struct sw_progress kth = equal[k];
    xfree(equal);
    return kth;
}

/* The bar of a stage that has an attempt past the lag. */
void progress_set_bar(struct sw_replay *r, struct speculation *s, struct watch *w, size_t n)
{
    struct ran *ran = &w->ran;
    if (ran->n_sorted < ran->n)
        sort_times(ran);
    size_t k = sw_percentile_place(n + ran->n, r->opt.speculate.slow_task);
    memcpy(s->work, s->rate, n * sizeof *s->work);
    double rate = kth_least(s->work, n, ran, k);
    struct equal e = { rate, n_done_below(ran, rate), n_done_upto(ran, rate) };
    struct sw_progress bar = { 0 };
    bool found = e.first < e.last, differ = found && ran->us[e.first] != ran->us[e.last - 1];
    if (found)
        bar = (struct sw_progress){ SW_SCORE_ONE, ran->us[e.first] };
    for (size_t i = 0; i < n; i++) {
        if (s->rate[i] != rate)
            continue;
        if (!found)
            bar = s->rated[i].progress;
        found = true;
        differ |= sw_progress_slower(&bar, &s->rated[i].progress) || sw_progress_slower(&s->rated[i].progress, &bar);
    }
    w->to.bar = differ ? kth_of_equal(s, n, ran, e, k) : bar;
}

/* ---- C4: percentiles of what nodes have done ---------------------------------------------------------- */

/* Holes count for a node behind the last. */
static void add_scores(const struct sw_replay *r, struct speculation *s, const struct watch *w)
{
    const int64_t fetched = live_fetched(w), now_us = r->now_us;
    int64_t *total = s->total;
    if (w->is_even)
        for (uint32_t i = 0; i < w->n_live; i++)
            total[w->live[i].node] += live_even_score(w, &w->live[i], now_us);
    else
        for (uint32_t i = 0; i < w->n_live; i++)
            total[w->live[i].node] += live_score(r, s, w, &w->live[i], fetched);
}

/* C4.2: of each node what its attempts that are done and those that run have done. Nodes that are up count. */
void progress_rate_nodes(struct sw_replay *r, struct speculation *s)
{
    size_t n = 0;
    memcpy(s->total, s->done, r->cl->n_nodes * sizeof *s->total);
    for (size_t i = 0; i < s->n_watched; i++)
        add_scores(r, s, s->watched[i].of);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        if (r->slots.node[i].up)
            s->node_work[n++] = (double)s->total[i];
    s->n_rated_nodes = n;
    s->bar = n ? -1 : 0;
}

/* C4.2: the slownode'th percentile, selected when it is first asked for. */
int64_t progress_node_bar(const struct sw_replay *r, struct speculation *s)
{
    static const struct ran none_done = { 0 };
    if (s->bar < 0)
        s->bar = (int64_t)kth_least(s->node_work, s->n_rated_nodes, &none_done,
                                    sw_percentile_place(s->n_rated_nodes, r->opt.speculate.slow_node));
    return s->bar;
}
