/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pools.c - pools as the pools file declares them. Rows are read into struct pool_row; pool_rows.c makes lists of
 * them, and this links parents and adds up children. */
#include "lib/cluster/cluster.h"
#include "lib/csv/sw_table.h"
#include <string.h>

/* What is known while the file is read. Names last in the list, rows do not. */
struct reading {
    struct pool_row *row;
    size_t n_rows;
    uint32_t n_pools;
    struct sw_names names;
    bool one_kind;
    struct sw_csv *in;               /* NULL: rows come from memory */
    const struct sw_pool_row *given;
    size_t n_given;
    const char *path;                /* and the line of the row in hand, for messages */
    uint64_t line;
    struct sw_err *err;
    struct sw_pool_list *list;
};

/* 1: a row; 0: the end. */
static int next_row(struct reading *rd, struct sw_pool_row *row)
{
    if (!rd->in && rd->line == rd->n_given)
        return 0;
    if (!rd->in) {
        *row = rd->given[rd->line++];
        return row->pool.len ? 1 : sw_err_data(rd->err, rd->path, rd->line, "pool", "is empty");
    }
    int got = sw_csv_read(rd->in, row, rd->err);
    rd->line = got == 1 ? sw_csv_row(rd->in)->line : 0;
    return got;
}

/* What a row may not say by itself. Columns of shares belong to one kind of slot, those of maps and reduces to two. */
static int check_pool_row(const struct reading *rd, const struct sw_pool_row *row, struct sw_err *err)
{
    const char *path = rd->path;
    uint64_t line = rd->line;
    if (row->weight < 0 || row->weight > 1e9 || (row->weight > 0 && row->weight < 1e-6))
        return sw_err_data(err, path, line, "weight", "is neither 0 nor between 0.000001 and 1e9");
    if (pool_row_knows(row, SW_POOL_NODES) && !row->nodes)
        return sw_err_data(err, path, line, "nodes", "a private cluster of no nodes");
    if (row->capacity > 1 || row->max_capacity > 1)
        return sw_err_data(err, path, line, row->capacity > 1 ? "capacity" : "max_capacity",
                           "is above 1, all the slots of the cluster");
    if (row->user_limit > 1e9)
        return sw_err_data(err, path, line, "user_limit", "is above 1e9");
    if (row->min_user_limit > 1)
        return sw_err_data(err, path, line, "min_user_limit", "is above 1, all that the pool may run");
    if (row->am_share > 1 || (row->am_share < 0 && row->am_share != -1))
        return sw_err_data(err, path, line, "am_share", "is neither -1, no limit, nor a part from 0 to 1");
    if (!rd->one_kind && (pool_row_knows(row, SW_POOL_MIN_SHARE) || pool_row_knows(row, SW_POOL_MAX_SHARE)))
        return sw_err_data(err, path, line, pool_row_knows(row, SW_POOL_MIN_SHARE) ? "min_share" : "max_share",
                           "min_share and max_share are for one kind of slot (use min_maps, min_reduces and so on)");
    if (row->priority < -1000000000 || row->priority > 1000000000)
        return sw_err_data(err, path, line, "priority", "is not between -1e9 and 1e9");
    for (int i = SW_POOL_QUOTA; !rd->one_kind && i < SW_POOL_N_COLUMNS; i++)
        if (i != SW_POOL_PRIORITY && pool_row_knows(row, i))
            return sw_err_data(err, path, line, sw_schema_pools.columns[i].name, "is for one kind of slot");
    return SW_OK;
}

/* Its place among the pools, in the order of their first rows. Names are kept with the rows, and parents are looked
 * for when all are there. */
static uint32_t place_of_pool(struct reading *rd, const char *name)
{
    uintptr_t known = (uintptr_t)sw_names_find(&rd->names, name, strlen(name));
    if (known)
        return (uint32_t)known - 1;
    xnames_add(&rd->names, name, strlen(name), (void *)(uintptr_t)(rd->n_pools + 1));
    return rd->n_pools++;
}

static int read_pool_rows(struct reading *rd, struct sw_err *err)
{
    struct sw_pool_row row;
    int got;
    while ((got = next_row(rd, &row)) == 1) {
        if (check_pool_row(rd, &row, err) != SW_OK)
            return SW_FAIL;
        rd->row = xrealloc(rd->row, rd->n_rows + 1, sizeof *rd->row);
        struct pool_row *to = &rd->row[rd->n_rows++];
        *to = (struct pool_row){ .from_us = row.from_us,
                                 .says_policy = pool_row_knows(&row, SW_POOL_POLICY),
                                 .name = xcopy(row.pool.at, row.pool.len),
                                 .parent = xcopy(row.parent.at, row.parent.len) };
        to->place = place_of_pool(rd, to->name);
        pool_rows_fill(&to->spec, &row, rd->one_kind, rd->line);
    }
    return got;
}

/* Walks up from each pool to one that was seen before. If it was seen in this walk, it is above itself. walk[p]:
 * one more than the pool from which p was reached. */
static uint32_t first_loop(const struct sw_pool_list *list)
{
    uint32_t *walk = xcalloc(list->n, sizeof *walk), looped = SW_NO_POOL;
    for (uint32_t i = 0; i < list->n && looped == SW_NO_POOL; i++)
        for (uint32_t p = i; p != SW_NO_POOL && walk[p] != i + 1; p = list->at[p].parent) {
            /* It was seen in an earlier walk, which found no loop above it. */
            if (walk[p])
                break;
            walk[p] = i + 1;
            if (list->at[p].parent != SW_NO_POOL && walk[list->at[p].parent] == i + 1)
                looped = p;
        }
    xfree(walk);
    uint32_t first = looped; /* the pool of the loop that comes first in the file */
    for (uint32_t p = looped; p != SW_NO_POOL && (p = list->at[p].parent) != looped; )
        first = p < first ? p : first;
    return first;
}

/* A parent has a row in the same file, and none stands above itself. */
static int link_parents(struct reading *rd, struct sw_pool_list *list, struct sw_err *err)
{
    for (size_t i = 0; i < rd->n_rows; i++) {
        const char *parent = rd->row[i].parent;
        uintptr_t at = (uintptr_t)sw_names_find(&rd->names, parent, strlen(parent));
        if (*parent && !at)
            return sw_err_data(err, rd->path, rd->row[i].spec.line, "parent",
                               "not a pool of this file: '%s'", parent);
        if (*parent)
            list->at[rd->row[i].place].parent = (uint32_t)at - 1;
    }
    uint32_t looped = first_loop(list);
    if (looped != SW_NO_POOL)
        return sw_err_data(err, rd->path, list->at[looped].line, "parent",
                           "the pool stands above itself: '%s'", list->at[looped].name);
    return SW_OK;
}

static int64_t *capacity_or_quota(struct sw_pool_spec *p, size_t at) { return (int64_t *)(void *)((char *)p + at); }

/* O12, X2: a capacity, or quota, that no row gives is the sum of the children's. Each pool with a given one, or without
 * children, is added to the pools above it, up to the first with a given one. `at`: of the member. */
static void add_up_children(struct sw_pool_list *list, size_t at)
{
    bool *given = xcalloc(list->n, sizeof *given);
    /* From here on a sum that is not known yet is 0. */
    for (uint32_t i = 0; i < list->n; i++) {
        given[i] = *capacity_or_quota(&list->at[i], at) >= 0;
        if (!given[i])
            *capacity_or_quota(&list->at[i], at) = 0;
    }
    for (uint32_t i = 0; i < list->n; i++)
        for (uint32_t p = list->at[i].parent; given[i] && p != SW_NO_POOL && !given[p]; p = list->at[p].parent)
            *capacity_or_quota(&list->at[p], at) += *capacity_or_quota(&list->at[i], at);
    xfree(given);
}

static void free_rows(struct reading *rd)
{
    for (size_t i = 0; i < rd->n_rows; i++) {
        xfree(rd->row[i].name);
        xfree(rd->row[i].parent);
    }
    xfree(rd->row);
    sw_names_clear(&rd->names);
}

/* A maximum of one kind says nothing of slots that both kinds share. Of rows in memory nothing is told. */
static void tell_not_used(const struct sw_csv *in)
{
    bool maps = sw_csv_find(in, "max_maps") != SW_NO_COLUMN, reduces = sw_csv_find(in, "max_reduces") != SW_NO_COLUMN;
    const char *beside = sw_csv_find(in, "max_share") != SW_NO_COLUMN ? "beside max_share" : NULL;
    if (beside || maps != reduces) {
        sw_csv_not_used(in, "max_maps", beside ? beside : "without max_reduces where there is one kind of slot");
        sw_csv_not_used(in, "max_reduces", beside ? beside : "without max_maps where there is one kind of slot");
    }
    if (sw_csv_find(in, "min_share") == SW_NO_COLUMN)
        return;
    sw_csv_not_used(in, "min_maps", "beside min_share");
    sw_csv_not_used(in, "min_reduces", "beside min_share");
}

static int bind_columns(const struct reading *rd, struct sw_err *err)
{
    if (!rd->in)
        return SW_OK;
    if (sw_csv_bind(rd->in, &sw_schema_pools, err) != SW_OK)
        return SW_FAIL;
    if (rd->one_kind)
        tell_not_used(rd->in);
    return SW_OK;
}

static int read_pools(void *reading)
{
    struct reading *rd = reading;
    if (bind_columns(rd, rd->err) != SW_OK || read_pool_rows(rd, rd->err) != SW_OK
        || pool_rows_check(rd->row, rd->n_rows, rd->path, rd->err) != SW_OK)
        return SW_FAIL;
    rd->list = pool_rows_first(rd->row, rd->n_rows, rd->n_pools, rd->one_kind);
    if (link_parents(rd, rd->list, rd->err) != SW_OK)
        return SW_FAIL;
    pool_rows_later(rd->list, rd->row, rd->n_rows);
    /* Each list has rows of its own, so each is added up. */
    for (struct sw_pool_list *list = rd->list; list; list = list->next) {
        add_up_children(list, offsetof(struct sw_pool_spec, capacity));
        add_up_children(list, offsetof(struct sw_pool_spec, quota[0]));
        add_up_children(list, offsetof(struct sw_pool_spec, quota[1]));
    }
    free_rows(rd);
    return SW_OK;
}

int sw_pools_read(struct sw_pool_list **out, struct sw_csv *in, bool one_kind, struct sw_err *err)
{
    struct reading rd = { .one_kind = one_kind, .in = in, .path = sw_csv_path(in), .err = err };
    int status = nodes_guard(read_pools, &rd, err);
    sw_csv_close(in);
    *out = status == SW_OK ? rd.list : NULL;
    return status;
}

int sw_pools_from(struct sw_pool_list **out, const struct sw_pool_row *rows, size_t n, bool one_kind, const char *name,
                  struct sw_err *err)
{
    struct reading rd = { .one_kind = one_kind, .given = rows, .n_given = n, .path = name, .err = err };
    int status = nodes_guard(read_pools, &rd, err);
    *out = status == SW_OK ? rd.list : NULL;
    return status;
}

/* A1: each node that ever has reduce slots takes so many reducers. */
static int64_t reducers_of(const struct sw_cluster *cl, int64_t of_node)
{
    int64_t n = 0;
    for (uint32_t i = 0; i < cl->n_nodes; i++) {
        bool has = false;
        for (uint32_t k = 0; k < cl->node[i].n_spans; k++)
            has |= cl->node[i].span[k].slots[1] > 0;
        n += has ? of_node : 0;
    }
    return n;
}

/* O8.1. sum[].over: what the minimums at the top add up to, where that is more than the slots; else 0. */
void sw_pools_fit(struct sw_pool_list *pools, const struct sw_cluster *cl, const struct sw_admit_rule *admit,
                  struct sw_min_sum sum[2])
{
    for (int kind = 0; kind < 2; kind++) {
        int64_t all = 0, slots = kind == 1 && admit->policy->splits ? reducers_of(cl, admit->reducers)
                                                                    : (int64_t)cl->total_slots[kind];
        for (uint32_t i = 0; i < pools->n; i++)
            if (pools->at[i].parent == SW_NO_POOL)
                all += pools->at[i].min[kind];
        sum[kind] = (struct sw_min_sum){ all > slots ? all : 0, slots };
        for (uint32_t i = 0; sum[kind].over && i < pools->n; i++)
            if (pools->at[i].parent == SW_NO_POOL)
                /* In 128 bits, for the product may pass 64. Cut to whole slots. */
                pools->at[i].min[kind] = (int64_t)((__int128)pools->at[i].min[kind] * slots / all);
    }
}

/* Names are the first list's. */
void sw_pools_free(struct sw_pool_list *pools)
{
    for (uint32_t i = 0; pools && i < pools->n; i++)
        xfree(pools->at[i].name);
    for (struct sw_pool_list *next; pools; pools = next) {
        next = pools->next;
        xfree(pools->at);
        xfree(pools);
    }
}
