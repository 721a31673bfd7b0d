/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speculate_late.c - C4, LATE 4: few copies, none on slow nodes, of slow tasks the one that would end last. */
#include <stdlib.h>
#include "tests/naive/naive.h"

struct rate { int64_t score, over_us; };

/* "rates and times left compare exactly, a rate over 0 time is above all others" */
static bool below(struct rate a, struct rate b)
{
    if (a.over_us == 0) return false;
    if (b.over_us == 0) return true;
    return (__int128)a.score * b.over_us < (__int128)b.score * a.over_us;
}

/* "The p'th percentile of n ordered values is the one at ceil((n-1) p/100), from 0". */
static int64_t place_of(int64_t n, int64_t percent)
{
    return ((n - 1) * percent + 100 * MILLION - 1) / (100 * MILLION);
}

static struct rate percentile(struct rate *v, int n, int64_t percent)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && below(v[k], v[k - 1]); k--) {
            struct rate t = v[k];
            v[k] = v[k - 1];
            v[k - 1] = t;
        }
    return v[place_of(n, percent)];
}

/* "its attempts that ended `done` (10^6 over the time from launch to end), and its live ones past the lag" */
static bool slow(const struct run *r, const struct stage *s, const struct attempt *of)
{
    struct rate *v = naive_alloc((size_t)r->n_attempts, sizeof *v);
    int n = 0;
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        if (&r->job[a->job].stage[a->stage] != s) continue;
        if (a->phase == OVER && a->outcome == SW_DONE) v[n++] = (struct rate){ MILLION, a->finish_us - a->launch_us };
        if (a->phase != OVER && a->since_us >= r->o.lag_us) v[n++] = (struct rate){ a->score, a->since_us };
    }
    bool is = below((struct rate){ of->score, of->since_us }, percentile(v, n, r->o.slow_task));
    free(v);
    return is;
}

/* "whose total of scores (10^6 for each attempt that ended `done` on it, and those of its live ones, both kinds)" */
static int64_t total_of(const struct run *r, int node)
{
    int64_t total = 0;
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        if (a->node == node) total += a->phase != OVER ? a->score : a->outcome == SW_DONE ? MILLION : 0;
    }
    return total;
}

/* "the slownode'th percentile over the nodes that are up"; totals and percentiles are those of the look. */
static void look(struct run *r)
{
    struct rate *v = naive_alloc((size_t)r->n_nodes, sizeof *v);
    int n = 0;
    for (int i = 0; i < r->n_nodes; i++) {
        r->node[i].total = total_of(r, i);
        if (r->node[i].up) v[n++] = (struct rate){ r->node[i].total, 1 };
    }
    r->slow_node = n ? percentile(v, n, r->o.slow_node).score : 0;
    free(v);
}

static bool refuses(const struct run *r, int node)
{
    return r->node[node].total != 0 && r->node[node].total < r->slow_node;
}

/* "fewer than cap times the cluster's slots of the kind may be live copies ... slots and live copies those of the
 * moment"; "one whose first attempt is gone still is a copy". */
static bool one_more(const struct run *r, int kind)
{
    int64_t live = 0, slots = 0;
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        if (a->copy && a->phase != OVER && r->job[a->job].stage[a->stage].slot_kind == kind) live++;
    }
    for (int n = 0; n < r->n_nodes; n++) slots += r->node[n].slots[kind];
    return live * MILLION < r->o.copies * slots;
}

/* "in order of (10^6 - score) (time since launch)/score, longest first, a score of 0 before all others; ties by
 * launch" */
static bool before(const struct run *r, int node, const struct attempt *a, const struct attempt *b)
{
    (void)r, (void)node;
    if (a->score == 0 || b->score == 0) return (a->score == 0) != (b->score == 0) ? a->score == 0 : a < b;
    __int128 left_a = (__int128)(MILLION - a->score) * a->since_us * b->score;
    __int128 left_b = (__int128)(MILLION - b->score) * b->since_us * a->score;
    return left_a != left_b ? left_a > left_b : a < b;
}

const struct speculate_rule speculate_late = { "late", look, slow, one_more, refuses, before };
