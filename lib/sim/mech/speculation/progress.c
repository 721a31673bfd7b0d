/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress.c - how far attempts are, and what they are compared with (C2 to C4 of docs/model.md): the mean score of a
 * stage, the percentile of a stage's rates, the percentile of what nodes have done. */
#include "lib/base/arena.h"
#include "lib/sim/life/life.h"
#include "lib/sim/mech/speculation/speculation.h"
#include <stdlib.h>
#include <string.h>

/* running times of a stage's attempts that ended done, longest first */
struct ran { int64_t *us; size_t n, n_sorted, cap; };

/* ---- progress (C2) ------------------------------------------------------------------------------- */

/* What an attempt has done of its local time: what it will run, less what is left of that. It runs less than all if it
 * fails. */
static int64_t worked(const struct sw_replay *r, const struct attempt *a)
{
    int64_t left_us = a->end_us - r->now_us, local_us = launch_takes(r, a, a->local_us);
    return progress_share((a->fails ? launch_takes(r, a, a->run_us) : local_us) - left_us, local_us);
}

/* A question is asked of a replay that nothing changes meanwhile. */
static struct sw_replay *asked(const struct sw_replay *r)
{
    return (struct sw_replay *)r;
}

static int64_t copied(const struct sw_replay *r, const struct attempt *a, int64_t ends_us)
{
    const struct job *job = a->job;
    int64_t own = progress_share(r->now_us - a->launch_us - r->opt.startup_us, a->shuffle_us);
    int64_t fetched;
    if (a->own_end && MECHANISMS_ANY(asked(r), score, a, &fetched))
        return min_i64(own, fetched);
    if (a->phase == SHUFFLING)
        return min_i64(own, (int64_t)(job->maps_done * SW_SCORE_ONE / job->result.maps));
    return min_i64(own, progress_share(a->shuffle_us - (ends_us - r->now_us), a->shuffle_us));
}

int64_t progress_score(const struct sw_replay *r, const struct attempt *a)
{
    int64_t fetched;
    if (a->stage->kind != SW_REDUCE && a->own_end && MECHANISMS_ANY(asked(r), score, a, &fetched))
        return fetched;
    if (a->stage->kind != SW_REDUCE)
        return r->now_us <= a->launch_us + r->opt.startup_us ? 0 : worked(r, a);
    if (a->phase == RUNNING && a->compute_us <= r->now_us)
        return 2 * SW_SCORE_ONE / 3 + worked(r, a) / 3;
    if (a->phase == QUEUED)
        return 2 * SW_SCORE_ONE / 3;
    return copied(r, a, a->phase == SHUFFLE_ENDS ? a->end_us : a->compute_us) / 3;
}

/* ---- what runs, at a look ------------------------------------------------------------------------- */

bool progress_is_old(const struct sw_replay *r, const struct attempt *a)
{
    return r->now_us - a->launch_us >= r->opt.speculate.lag_us;
}

static void make_room(struct speculation *s)
{
    s->cap_seen = 2 * s->cap_seen + 256;
    s->seen = xrealloc(s->seen, s->cap_seen, sizeof *s->seen);
    s->of_kind = xrealloc(s->of_kind, s->cap_seen, sizeof *s->of_kind);
}

void progress_see(struct sw_replay *r, struct speculation *s, bool all)
{
    live_close_up(s);
    s->n_seen = s->n_old = s->n_quiet = 0;
    while (s->cap_seen < s->n_live)
        make_room(s);
    for (struct live_one *l = s->live, *end = l + s->n_live; l < end; l++) {
        if (!l->of)
            continue;
        int64_t quiet_until_us = l->straggling->quiet_until_us, age_us = r->now_us - l->launch_us;
        if (!all && quiet_until_us > r->now_us) {
            s->quiet_until_us = min_i64(s->quiet_until_us, quiet_until_us);
            s->n_quiet++;
            continue;
        }
        struct seen *seen = &s->seen[s->n_seen++];
        *seen = (struct seen){ l->of, l->stage, l->straggling, { { live_score(r, s, l), age_us }, 0 }, l->node,
                               l->slot_kind };
        if (age_us < r->opt.speculate.lag_us)
            continue;
        seen->is.rate = (double)seen->is.progress.score / (double)age_us;
        s->n_old++;
    }
}

/* ---- C3: the mean of a stage ------------------------------------------------------------------------ */

static struct progress *progress_of(struct straggling *of)
{
    return of->progress ? of->progress : (of->progress = xcalloc(1, sizeof *of->progress));
}

/* Of two attempts of a task the larger score counts: the other's is taken off when the second is met. */
void progress_add_up_stages(struct sw_replay *r, struct speculation *s, int kind)
{
    for (size_t i = 0; i < s->n_seen; i++)
        if (s->seen[i].slot_kind == kind) {
            struct stage *st = s->seen[i].stage;
            progress_of(s->seen[i].straggling)->to = (struct sw_stage_progress){ .tasks = st->n_tasks,
                                                                 .score_sum = (int64_t)st->n_done * SW_SCORE_ONE };
        }
    for (size_t i = 0; i < s->n_seen; i++) {
        const struct attempt *a = s->seen[i].of;
        int64_t own = s->seen[i].is.progress.score, other = a->sibling ? progress_score(r, a->sibling) : -1;
        if (s->seen[i].slot_kind == kind && (own > other || (own == other && a->serial < a->sibling->serial)))
            s->seen[i].straggling->progress->to.score_sum += own;
    }
}

/* ---- C4: percentiles of rates, and of what nodes have done -------------------------------------------- */

static int longest_first(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x < y) - (x > y);
}

void progress_note_done(struct sw_replay *r, struct speculation *s, const struct attempt *a)
{
    struct straggling *st = straggling(s, a->stage);
    s->done[a->node] += SW_SCORE_ONE;
    if (!r->opt.speculate.policy->rates)
        return;
    struct ran *ran = st->ran ? st->ran : (st->ran = xcalloc(1, sizeof *ran));
    if (ran->n == ran->cap) {
        ran->cap = 2 * ran->cap + 8;
        ran->us = xrealloc(ran->us, ran->cap, sizeof *ran->us);
    }
    ran->us[ran->n++] = r->now_us - a->launch_us;
}

void progress_forget(struct straggling *st)
{
    if (st->ran)
        xfree(st->ran->us);
    xfree(st->ran);
    xfree(st->progress);
    st->ran = NULL;
    st->progress = NULL;
}

/* Sorts the new times and merges them into the others, from the end. */
static void merge_times(struct ran *ran)
{
    size_t n_new = ran->n - ran->n_sorted, old = ran->n_sorted, to = ran->n;
    if (ran->cap < ran->n + n_new)
        ran->us = xrealloc(ran->us, ran->cap = 2 * (ran->n + n_new), sizeof *ran->us);
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

/* The rates decide nearly always; exactly, where they are close. */
static bool slower(const struct rated *x, const struct rated *y)
{
    if (x->rate < 0.999999 * y->rate || y->rate < 0.999999 * x->rate)
        return x->rate < y->rate;
    return sw_progress_slower(&x->progress, &y->progress);
}

static struct sw_progress done_in(const struct ran *ran, size_t i)
{
    return (struct sw_progress){ SW_SCORE_ONE, ran->us[i] };
}

/* How many of the done are slower than this one. */
static size_t n_done_slower(const struct ran *ran, const struct sw_progress *than)
{
    size_t lo = 0, hi = ran ? ran->n : 0;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        struct sw_progress done = done_in(ran, mid);
        if (sw_progress_slower(&done, than))
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

bool progress_done_between(const struct ran *ran, double least, double most)
{
    size_t lo = 0, hi = ran ? ran->n : 0, n = hi;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if ((double)SW_SCORE_ONE < least * (double)ran->us[mid])
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < n && (double)SW_SCORE_ONE <= most * (double)ran->us[lo];
}

static void swap(struct rated *a, struct rated *b)
{
    struct rated was = *a;
    *a = *b;
    *b = was;
}

/* Moves those slower than the middle one before it; where it then stands. */
static size_t partition(struct rated *live, size_t lo, size_t hi)
{
    size_t at = lo;
    swap(&live[lo + (hi - lo) / 2], &live[hi - 1]);
    for (size_t i = lo; i < hi - 1; i++)
        if (slower(&live[i], &live[hi - 1]))
            swap(&live[i], &live[at++]);
    swap(&live[at], &live[hi - 1]);
    return at;
}

/* The k-th slowest, from 0, of the live, which are moved about, and of those that are done (Hoare's selection; the
 * done are in order and only counted). */
static struct sw_progress slowest(struct rated *live, size_t n, const struct ran *ran, size_t k)
{
    size_t lo = 0, hi = n;
    while (lo < hi) {
        size_t at = partition(live, lo, hi), place = at + n_done_slower(ran, &live[at].progress);
        if (place == k)
            return live[at].progress;
        if (place > k)
            hi = at;
        else
            lo = at + 1;
    }
    return done_in(ran, k - lo);
}

/* The old ones of the kind, stage by stage; returns the stages, linked, each with its part of of_kind. */
static struct stage *by_stage(struct speculation *s, int kind)
{
    struct stage *first = NULL;
    size_t n = 0;
    s->n_scans++;
    for (size_t i = 0; i < s->n_old; i++) {
        struct stage *st = s->seen[i].stage;
        if (s->seen[i].slot_kind != kind)
            continue;
        struct progress *p = progress_of(s->seen[i].straggling);
        if (p->scan_number == s->n_scans) {
            p->live++;
            continue;
        }
        p->scan_number = s->n_scans;
        p->live = 1;
        p->next = first;
        first = st;
    }
    for (struct stage *st = first; st; ) {
        struct progress *p = straggling(s, st)->progress;
        p->first = n;
        n += p->live;
        p->live = 0;
        st = p->next;
    }
    for (size_t i = 0; i < s->n_old; i++) {
        struct progress *p = s->seen[i].straggling->progress;
        if (s->seen[i].slot_kind == kind)
            s->of_kind[p->first + p->live++] = s->seen[i].is;
    }
    return first;
}

/* Sets the bar of each stage that has an attempt of the kind past the lag. */
void progress_set_bars(struct sw_replay *r, struct speculation *s, int kind)
{
    for (struct stage *st = by_stage(s, kind); st; st = straggling(s, st)->progress->next) {
        struct progress *p = straggling(s, st)->progress;
        struct ran *ran = straggling(s, st)->ran;
        if (ran)
            sort_times(ran);
        uint64_t values = p->live + (ran ? ran->n : 0);
        p->to.bar = slowest(&s->of_kind[p->first], p->live, ran,
                            sw_percentile_place(values, r->opt.speculate.slow_task));
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

void progress_rate_nodes(struct sw_replay *r, struct speculation *s)
{
    size_t n = 0;
    memcpy(s->total, s->done, r->cl->n_nodes * sizeof *s->total);
    for (size_t i = 0; i < s->n_seen; i++)
        s->total[s->seen[i].node] += s->seen[i].is.progress.score;
    for (struct live_one *l = s->live, *end = l + (s->n_quiet ? s->n_live : 0); l < end; l++)
        if (l->of && l->straggling->quiet_until_us > r->now_us)
            s->total[l->node] += live_score(r, s, l);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        if (r->slots.node[i].up)
            s->sorted[n++] = s->total[i];
    s->bar = n ? kth_least(s->sorted, n, sw_percentile_place(n, r->opt.speculate.slow_node)) : 0;
}
