/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sets.c - the task sets, in the order of fifo, and their order in a round (R4, R7, R8). */
#include "lib/sim/mech/spark/spark.h"
#include <stdlib.h>
#include <string.h>

int64_t sets_job_number(const char *id)
{
    const char *slash = strrchr(id, '/');
    size_t len = slash ? strspn(slash + 1, "0123456789") : 0;
    int64_t number = 0;
    if (!len || len > 18 || slash[1 + len])
        return 0;
    for (size_t i = 1; i <= len; i++)
        number = 10 * number + (slash[i] - '0');
    return number;
}

/* ---- fifo ---------------------------------------------------------------------------------------------- */

/* What is behind its stages is the first record of a job that has any. */
static int64_t number_of(const struct spark *sp, const struct job *job)
{
    return ((const struct spark_job *)job_record(job, &sp->at))->number;
}

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int fifo_compare(const struct spark *sp, const struct stage *a, const struct stage *b)
{
    const struct job *x = a->job, *y = b->job;
    int c;
    if (x == y)
        return compare(a->number, b->number);
    if ((c = compare(x->priority, y->priority)) || (c = compare(number_of(sp, x), number_of(sp, y)))
        || (c = compare(x->submit_us, y->submit_us)))
        return c;
    return (x->place > y->place) - (x->place < y->place);
}

/* Where the set stands, or would, from sp->first on. */
static size_t place_of(const struct spark *sp, const struct spark_set *s)
{
    size_t lo = 0, hi = sp->n_sets;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (fifo_compare(sp, sp->set[sp->first + mid]->stage, s->stage) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* Most come at the end and leave at the beginning. */
static void make_room(struct spark *sp)
{
    if (sp->first + sp->n_sets < sp->cap_sets)
        return;
    if (2 * sp->n_sets < sp->cap_sets) {
        memmove(sp->set, sp->set + sp->first, sp->n_sets * sizeof *sp->set);
        sp->first = 0;
        return;
    }
    sp->cap_sets = 2 * sp->cap_sets + 64;
    sp->set = xrealloc(sp->set, sp->cap_sets, sizeof *sp->set);
}

void sets_add(struct spark *sp, struct spark_set *s)
{
    if (s->listed)
        return;
    make_room(sp);
    size_t i = place_of(sp, s);
    struct spark_set **at = sp->set + sp->first + i;
    memmove(at + 1, at, (sp->n_sets - i) * sizeof *at);
    *at = s;
    sp->n_sets++;
    s->listed = true;
}

void sets_remove(struct spark *sp, struct spark_set *s)
{
    if (!s->listed)
        return;
    size_t i = place_of(sp, s);
    struct spark_set **from = sp->set + sp->first;
    s->listed = false;
    sp->n_sets--;
    if (i < sp->n_sets / 2) {
        memmove(from + 1, from, i * sizeof *from);
        sp->first++;
    } else {
        memmove(from + i, from + i + 1, (sp->n_sets - i) * sizeof *from);
    }
}

/* ---- hfs ----------------------------------------------------------------------------------------------- */

static int compare_ratio(int64_t a, int64_t over, int64_t b, int64_t under)
{
    if (!over || !under)
        return over == under ? compare(a, b) : compare(!over, !under);
    __int128 x = (__int128)a * under, y = (__int128)b * over;
    return (x > y) - (x < y);
}

/* Of live attempts each task has one, as nothing is copied. */
static int64_t set_running(const struct stage *st)
{
    return (int64_t)st->n_tasks - st->n_done - st->n_unlaunched[PREF] - st->n_unlaunched[NOPREF];
}

static int fair_compare(const struct spark *sp, const struct stage *a, const struct stage *b)
{
    char x[SW_NUM_MAX + 1] = "", y[SW_NUM_MAX + 1] = "";
    int c = compare(set_running(a), set_running(b));
    if (c)
        return c;
    if (a->name == b->name)
        return fifo_compare(sp, a, b);
    sw_num_put_u64(x, a->name);
    sw_num_put_u64(y, b->name);
    return strcmp(x, y);
}

static int pool_compare(const struct pool *a, const struct pool *b)
{
    bool needy = a->running[0] < a->min[0];
    if (needy != (b->running[0] < b->min[0]))
        return needy ? -1 : 1;
    int c = needy ? compare_ratio(a->running[0], a->min[0], b->running[0], b->min[0])
                  : compare_ratio(a->running[0], a->weight, b->running[0], b->weight);
    return c ? c : strcmp(a->name, b->name);
}

static bool is_above(const struct pool *above, const struct pool *p)
{
    while (p && p != above)
        p = p->parent;
    return p == above;
}

/* The child of `above`, NULL: of the root, that p is or is below. */
static const struct pool *child_towards(const struct pool *above, const struct pool *p)
{
    while (p->parent != above)
        p = p->parent;
    return p;
}

/* Two pools of which neither is below the other: the children of the nearest pool above both decide. */
static int hfs_compare(const struct spark *sp, const struct stage *a, const struct stage *b)
{
    const struct pool *x = a->job->pool, *y = b->job->pool, *above = x->parent;
    if (x == y)
        return x->fifo ? fifo_compare(sp, a, b) : fair_compare(sp, a, b);
    while (above && !is_above(above, y))
        above = above->parent;
    return pool_compare(child_towards(above, x), child_towards(above, y));
}

static _Thread_local const struct spark *sorting; /* qsort() passes nothing on */

static int by_hfs(const void *a, const void *b)
{
    return hfs_compare(sorting, (*(struct spark_set *const *)a)->stage, (*(struct spark_set *const *)b)->stage);
}

struct spark_set **sets_of_round(struct sw_replay *r, struct spark *sp)
{
    if (!r->opt.order.policy->uses_pools)
        return NULL;
    if (sp->n_sets > sp->cap_sorted) {
        sp->cap_sorted = 2 * sp->n_sets;
        sp->sorted = xrealloc(sp->sorted, sp->cap_sorted, sizeof *sp->sorted);
    }
    memcpy(sp->sorted, sp->set + sp->first, sp->n_sets * sizeof *sp->sorted);
    sorting = sp;
    qsort(sp->sorted, sp->n_sets, sizeof *sp->sorted, by_hfs);
    return sp->sorted;
}
