/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sets.c - the task sets, in the order of fifo, and their order in a round (R4, R7, R8). */
#include "lib/sim/dispatch/spark/spark.h"
#include "lib/sim/queue/queue.h"
#include <stdlib.h>
#include <string.h>

/* R7: digits behind the last slash of an id; 0: it has none. */
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
static int64_t number_in_id(const struct spark *sp, const struct job *job)
{
    return ((const struct spark_job *)job_record(job, &sp->at))->number;
}

/* R7: priority, number of the job, then submission; stages of a job by number. */
static int fifo_compare(const struct spark *sp, const struct stage *a, const struct stage *b)
{
    const struct job *x = a->job, *y = b->job;
    if (x == y)
        return ORDER(a->number, b->number);
    return ORDER(x->priority, y->priority) ?: ORDER(number_in_id(sp, x), number_in_id(sp, y))
           ?: ORDER(x->submit_us, y->submit_us) ?: ORDER(x->place, y->place);
}

/* ---- lists --------------------------------------------------------------------------------------------- */

/* Of its pool, where pools are looked at; else all are in one list. */
static struct spark_list *list_of(const struct spark *sp, const struct stage *st)
{
    return &sp->list[sp->list[0].pool ? st->job->pool->number : 0];
}

/* Where the set stands, or would, from list->first on, which is in the order of fifo. */
static size_t place_in_list(const struct spark *sp, const struct spark_list *list, const struct spark_set *s)
{
    return FIRST_NOT(i, 0, list->n, fifo_compare(sp, list->at[list->first + i]->stage, s->stage) < 0);
}

/* Most come at the end and leave at the beginning. */
static void make_room_behind(struct spark_list *list)
{
    if (list->first + list->n < list->cap)
        return;
    if (list->n && 2 * list->n < list->cap) {
        memmove(list->at, list->at + list->first, list->n * sizeof *list->at);
        list->first = 0;
        return;
    }
    RESERVE(list->at, list->first + list->n + 1, list->cap);
}

/* Pools are made as jobs come. */
static void note_pool(const struct sw_replay *r, struct spark *sp, const struct pool *p)
{
    uint32_t n = p ? r->pools.n : 1;
    if (n > sp->n_lists) {
        sp->list = xgrow(sp->list, sp->n_lists, n, sizeof *sp->list);
        sp->n_lists = n;
        sp->order = xrealloc(sp->order, n, sizeof *sp->order);
        for (const struct pool *at = p ? r->pools.first : NULL; at; at = at->next)
            sp->list[at->number].pool = at;
    }
}

/* At its place by fifo, or behind the others where the list is in no order. */
void sets_add(const struct sw_replay *r, struct spark *sp, struct spark_set *s)
{
    if (s->listed)
        return;
    note_pool(r, sp, r->opt.order.policy->uses_pools ? s->stage->job->pool : NULL);
    struct spark_list *list = list_of(sp, s->stage);
    list->mixed |= list->pool && !list->pool->fifo;
    make_room_behind(list);
    size_t i = list->mixed ? list->n : place_in_list(sp, list, s);
    struct spark_set **at = list->at + list->first + i;
    memmove(at + 1, at, (list->n - i) * sizeof *at);
    *at = s;
    list->n++;
    sp->n_sets++;
    s->listed = true;
}

/* The shorter part moves. */
void sets_remove(struct spark *sp, struct spark_set *s)
{
    if (!s->listed)
        return;
    struct spark_list *list = list_of(sp, s->stage);
    struct spark_set **from = list->at + list->first;
    size_t i = list->mixed ? 0 : place_in_list(sp, list, s);
    while (from[i] != s)
        i++;
    s->listed = false;
    sp->n_sets--;
    list->n--;
    if (i < list->n / 2) {
        memmove(from + 1, from, i * sizeof *from);
        list->first++;
    } else {
        memmove(from + i, from + i + 1, (list->n - i) * sizeof *from);
    }
}

/* Pool by pool, as they were made. */
void sets_each(struct sw_replay *r, struct spark *sp,
               void (*call)(const struct sw_replay *, const struct spark *, struct spark_set *))
{
    for (uint32_t l = 0; l < sp->n_lists; l++) {
        const struct spark_list *list = &sp->list[l];
        for (size_t i = list->first; i < list->first + list->n; i++)
            call(r, sp, list->at[i]);
    }
}

void sets_reset(struct spark *sp)
{
    for (uint32_t i = 0; i < sp->n_lists; i++)
        sp->list[i].first = sp->list[i].n = sp->list[i].mixed = 0;
    sp->n_sets = 0;
}

/* ---- hfs ----------------------------------------------------------------------------------------------- */

/* As Double.compareTo: n/0 is above all numbers, and 0/0 above that. */
static int compare_ratio(int64_t a, int64_t over, int64_t b, int64_t under)
{
    if (!over || !under)
        return ORDER(over ? 0 : a ? 1 : 2, under ? 0 : b ? 1 : 2);
    return ORDER((__int128)a * under, (__int128)b * over);
}

/* Of live attempts each task has one, as nothing is copied. */
static int64_t set_running(const struct spark *sp, const struct stage *st)
{
    return (int64_t)st->n_tasks - st->n_done - st->n_unlaunched[PREF] - st->n_unlaunched[NOPREF]
           + spark_set_of(sp, st)->ending;
}

/* R8: in a fair pool by running tasks, then by the decimal text of the stage's number, then by fifo. */
static int fair_compare(const struct spark *sp, const struct stage *a, const struct stage *b)
{
    char x[SW_NUM_MAX + 1] = "", y[SW_NUM_MAX + 1] = "";
    int c = ORDER(set_running(sp, a), set_running(sp, b));
    if (c)
        return c;
    if (a->name == b->name)
        return fifo_compare(sp, a, b);
    sw_num_put_u64(x, a->name);
    sw_num_put_u64(y, b->name);
    return strcmp(x, y);
}

/* R8: below the minimum first, by running over it; the others by running over weight; then by name. */
static int pool_compare(const struct spark *sp, const struct pool *a, const struct pool *b)
{
    int64_t of_a = spark_pool_running(sp, a), of_b = spark_pool_running(sp, b);
    bool needy = of_a < a->min[0];
    if (needy != (of_b < b->min[0]))
        return needy ? -1 : 1;
    int c = needy ? compare_ratio(of_a, a->min[0], of_b, b->min[0]) : compare_ratio(of_a, a->weight, of_b, b->weight);
    return c ? c : strcmp(a->name, b->name);
}

/* ---- in a round (R7) ----------------------------------------------------------------------------------- */

/* Two pools of which neither is below the other: the children of the nearest pool above both decide. */
static int by_pool(const void *a, const void *b, void *sp)
{
    const struct pool *x = (*(struct spark_list *const *)a)->pool, *y = (*(struct spark_list *const *)b)->pool;
    pools_part(&x, &y);
    return x == y ? 0 : pool_compare(sp, x, y);
}

static int sets_by_fifo(const void *a, const void *b, void *sp)
{
    return fifo_compare(sp, (*(struct spark_set *const *)a)->stage, (*(struct spark_set *const *)b)->stage);
}

/* Of a fair pool. */
static int by_running(const void *a, const void *b, void *sp)
{
    return fair_compare(sp, (*(struct spark_set *const *)a)->stage, (*(struct spark_set *const *)b)->stage);
}

/* R7: lists that have sets. */
uint32_t sets_order(struct spark *sp)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < sp->n_lists; i++)
        if (sp->list[i].n)
            sp->order[n++] = &sp->list[i];
    if (n > 1)
        qsort_r(sp->order, n, sizeof *sp->order, by_pool, sp);
    return n;
}

/* From one round to the next few change their place. False: too many do. */
static bool insert_by_running(const struct spark *sp, struct spark_set **at, size_t n)
{
    size_t moves = 0;
    for (size_t i = 1; i < n; i++) {
        struct spark_set *s = at[i];
        size_t k = i;
        for (; k > 0 && fair_compare(sp, at[k - 1]->stage, s->stage) > 0; k--)
            at[k] = at[k - 1];
        at[k] = s;
        if ((moves += i - k) > 8 * n)
            return false;
    }
    return true;
}

/* What a fair pool's sets run changes only when their turn has come, so each pool can be sorted at its own. */
void sets_sort(struct spark *sp, struct spark_list *list)
{
    struct spark_set **from = list->at + list->first;
    if (list->pool && !list->pool->fifo) {
        list->mixed = true;
        if (!insert_by_running(sp, from, list->n))
            qsort_r(from, list->n, sizeof *from, by_running, sp);
    } else if (list->mixed) {
        qsort_r(from, list->n, sizeof *from, sets_by_fifo, sp);
        list->mixed = false;
    }
}
