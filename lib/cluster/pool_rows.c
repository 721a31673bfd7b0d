/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool_rows.c - lists of pools from the rows of a pools file. Each list names all pools of its time.
 *
 * Why: minimum shares that do not fit (O8) and sums of capacities (O12) depend on the other pools. Rows are sorted
 * by pool and time, checked, and become a list for each time at which one takes effect. */
#include "lib/base/minmax.h"
#include "lib/cluster/cluster.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An empty field is no limit, and so is a number that is too large for one. */
static int64_t limit(bool known, uint64_t value)
{
    return known && value < (uint64_t)SW_NO_LIMIT ? (int64_t)value : SW_NO_LIMIT;
}

/* Of one kind of slot: min_share, or both minimums together. */
static void set_minimums(struct sw_pool_spec *p, const struct sw_pool_row *row, bool one_kind)
{
    p->min[0] = limit(true, row->min_maps);
    p->min[1] = limit(true, row->min_reduces);
    if (one_kind) {
        p->min[0] = limit(true,
                          pool_row_knows(row, SW_POOL_MIN_SHARE) ? row->min_share : row->min_maps + row->min_reduces);
        p->min[1] = 0;
    }
}

/* Of one kind of slot: max_share, or both maximums together where both are given. */
static void set_maximums(struct sw_pool_spec *p, const struct sw_pool_row *row, bool one_kind)
{
    p->max[0] = limit(pool_row_knows(row, SW_POOL_MAX_MAPS), row->max_maps);
    p->max[1] = limit(pool_row_knows(row, SW_POOL_MAX_REDUCES), row->max_reduces);
    if (!one_kind)
        return;
    int64_t both = p->max[0] < SW_NO_LIMIT && p->max[1] < SW_NO_LIMIT ? p->max[0] + p->max[1] : SW_NO_LIMIT;
    p->max[0] = pool_row_knows(row, SW_POOL_MAX_SHARE) ? limit(true, row->max_share) : both;
    p->max[1] = SW_NO_LIMIT;
}

/* X4: without a quota and a limit the minimum and maximum share are taken for them. */
static void set_quota(struct sw_pool_spec *p, const struct sw_pool_row *row, bool one_kind)
{
    bool given[] = { pool_row_knows(row, SW_POOL_MIN_MAPS) || (one_kind && pool_row_knows(row, SW_POOL_MIN_SHARE)),
                     pool_row_knows(row, SW_POOL_MIN_REDUCES) };
    /* quota -1: not given, and to be added up from the children (X2). */
    for (int kind = 0; kind < 2; kind++) {
        p->quota[kind] = given[kind] ? p->min[kind] : -1;
        p->limit[kind] = p->max[kind];
    }
    if (pool_row_knows(row, SW_POOL_QUOTA))
        p->quota[0] = limit(true, row->quota);
    if (pool_row_knows(row, SW_POOL_LIMIT))
        p->limit[0] = limit(true, row->limit);
    p->lending = limit(pool_row_knows(row, SW_POOL_LENDING), row->lending_limit);
    p->borrowing = limit(pool_row_knows(row, SW_POOL_BORROWING), row->borrowing_limit);
    p->priority = pool_row_knows(row, SW_POOL_PRIORITY) ? row->priority : 0;
    for (int column = SW_POOL_QUOTA; column < SW_POOL_N_COLUMNS; column++)
        p->says_quota |= pool_row_knows(row, column);
}

/* -1: the pool has no time of its own. */
static int64_t time_or_none(const struct sw_pool_row *row, int column, int64_t us)
{
    return pool_row_knows(row, column) ? us : -1;
}

/* -1: the column is empty. Parts are whole millionths inside. */
static int64_t millionths_or_none(const struct sw_pool_row *row, int column, double x)
{
    return pool_row_knows(row, column) ? llround(x * 1e6) : -1;
}

void pool_rows_fill(struct sw_pool_spec *p, const struct sw_pool_row *row, bool one_kind, uint64_t line)
{
    *p = (struct sw_pool_spec){ .parent = SW_NO_POOL, .fifo = row->fifo, .line = line };
    /* A row without a policy says neither fifo nor fair. */
    p->fair = pool_row_knows(row, SW_POOL_POLICY) && !row->fifo;
    p->capacity = millionths_or_none(row, SW_POOL_CAPACITY, row->capacity);
    p->max_capacity = millionths_or_none(row, SW_POOL_MAX_CAPACITY, row->max_capacity);
    p->user_limit = millionths_or_none(row, SW_POOL_USER_LIMIT, row->user_limit);
    p->min_user_limit = millionths_or_none(row, SW_POOL_MIN_USER_LIMIT, row->min_user_limit);
    /* -1 in the file is no limit (Y20.3), an empty field is not known. */
    p->am_share = row->am_share < 0 ? SW_NO_LIMIT : millionths_or_none(row, SW_POOL_AM_SHARE, row->am_share);
    p->cap = millionths_or_none(row, SW_POOL_CAP, row->cap);
    p->weight = llround(row->weight * (double)SW_WEIGHT_ONE);
    set_minimums(p, row, one_kind);
    set_maximums(p, row, one_kind);
    set_quota(p, row, one_kind);
    p->nodes = pool_row_knows(row, SW_POOL_NODES) ? row->nodes : 0;
    p->max_jobs = limit(pool_row_knows(row, SW_POOL_MAX_JOBS), row->max_jobs);
    p->min_timeout_us = time_or_none(row, SW_POOL_MIN_TIMEOUT, row->min_share_timeout_us);
    p->fair_timeout_us = time_or_none(row, SW_POOL_FAIR_TIMEOUT, row->fair_share_timeout_us);
    p->wait_node_us = time_or_none(row, SW_POOL_WAIT_NODE, row->wait_node_us);
    p->wait_rack_us = time_or_none(row, SW_POOL_WAIT_RACK, row->wait_rack_us);
}

/* So the first row of each pool stands before its others. */
static int by_pool_time_line(const void *x, const void *y)
{
    const struct pool_row *a = x, *b = y;
    return ORDER(a->place, b->place) ?: ORDER(a->from_us, b->from_us) ?: ORDER(a->spec.line, b->spec.line);
}

/* The order in which later lists are made. */
static int by_time_pool(const void *x, const void *y)
{
    const struct pool_row *a = x, *b = y;
    return ORDER(a->from_us, b->from_us) ?: ORDER(a->place, b->place);
}

/* first: the pool's earliest row. Its parent and its policy stay (O30.2). */
static int check_later(const struct pool_row *first, const struct pool_row *row, const char *path, struct sw_err *err)
{
    if (row->from_us == row[-1].from_us)
        return sw_err_data(err, path, row->spec.line, "pool", "is there already: '%s'", row->name);
    if (*row->parent && strcmp(row->parent, first->parent))
        return sw_err_data(err, path, row->spec.line, "parent", "pool '%s' stays where it is (line %llu): '%s'",
                           row->name, (unsigned long long)first->spec.line, row->parent);
    if (row->says_policy && (row->spec.fifo != first->spec.fifo || row->spec.fair != first->spec.fair))
        return sw_err_data(err, path, row->spec.line, "policy", "pool '%s' keeps its own (line %llu): '%s'", row->name,
                           (unsigned long long)first->spec.line, row->spec.fifo ? "fifo" : "fair");
    return SW_OK;
}

int pool_rows_check(struct pool_row *row, size_t n, const char *path, struct sw_err *err)
{
    const struct pool_row *first = row;
    if (n)
        qsort(row, n, sizeof *row, by_pool_time_line);
    for (size_t i = 1; i < n; i++) {
        if (row[i].place != first->place)
            first = &row[i];
        else if (check_later(first, &row[i], path, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* O30.2: name, parent and policy are those of the first row; all else is the later row's. */
static void take_said(struct sw_pool_spec *to, const struct pool_row *row)
{
    struct sw_pool_spec was = *to;
    *to = row->spec;
    to->name = was.name;
    to->parent = was.parent;
    to->fifo = was.fifo;
    to->fair = was.fair;
    to->first_us = was.first_us;
}

/* A pool whose first row comes later is, until then, like one without a row, but in its place. */
static void begin_spec(struct sw_pool_spec *to, const struct pool_row *first, bool one_kind)
{
    struct sw_pool_row nothing;
    memcpy(&nothing, sw_schema_pools.defaults, sizeof nothing);
    *to = first->spec;
    if (first->from_us > 0) {
        pool_rows_fill(to, &nothing, one_kind, first->spec.line);
        to->fifo = first->spec.fifo;
        to->fair = first->spec.fair;
    }
    to->name = xcopy(first->name, strlen(first->name));
    to->parent = SW_NO_POOL;
    to->first_us = first->from_us;
}

/* The pools' places are those of their first rows in the file. */
struct sw_pool_list *pool_rows_first(const struct pool_row *row, size_t n, uint32_t n_pools, bool one_kind)
{
    struct sw_pool_list *list = xcalloc(1, sizeof *list);
    list->n = n_pools;
    list->at = xcalloc(n_pools, sizeof *list->at);
    for (size_t i = 0; i < n; i++)
        if (!i || row[i].place != row[i - 1].place)
            begin_spec(&list->at[row[i].place], &row[i], one_kind);
    return list;
}

/* A later list begins as a copy: pools without a row at that time stay as they are. Their names stay the first
 * list's. */
static struct sw_pool_list *list_after(const struct sw_pool_list *list, int64_t from_us)
{
    struct sw_pool_list *next = xcalloc(1, sizeof *next);
    next->n = list->n;
    next->from_us = from_us;
    next->at = xrealloc(NULL, list->n, sizeof *next->at);
    memcpy(next->at, list->at, list->n * sizeof *next->at);
    return next;
}

/* Rows with from_s above 0, by time. Those of one instant go into one list (O30.3). */
void pool_rows_later(struct sw_pool_list *first, struct pool_row *row, size_t n)
{
    struct sw_pool_list *last = first;
    if (n)
        qsort(row, n, sizeof *row, by_time_pool);
    for (size_t i = 0; i < n; i++) {
        if (!row[i].from_us)
            continue;
        if (row[i].from_us > last->from_us)
            last = last->next = list_after(last, row[i].from_us);
        take_said(&last->at[row[i].place], &row[i]);
    }
}
