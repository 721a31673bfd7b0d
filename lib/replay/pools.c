/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pools.c - pools as the pools file declares them. */
#include "lib/replay/replay.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct reading { struct sw_pool_list *list; struct sw_names names; char **parent; bool one_kind; struct sw_csv *in; };

static bool knows(const struct sw_pool_row *row, int column)
{
    return row->known >> column & 1;
}

static int64_t limit(bool known, uint64_t value)
{
    return known && value < (uint64_t)SW_NO_LIMIT ? (int64_t)value : SW_NO_LIMIT;
}

static void set_minimums(struct sw_pool_spec *p, const struct sw_pool_row *row, bool one_kind)
{
    p->min[0] = limit(true, row->min_maps);
    p->min[1] = limit(true, row->min_reduces);
    if (one_kind) {
        p->min[0] = limit(true, knows(row, SW_POOL_MIN_SHARE) ? row->min_share : row->min_maps + row->min_reduces);
        p->min[1] = 0;
    }
}

static void set_maximums(struct sw_pool_spec *p, const struct sw_pool_row *row, bool one_kind)
{
    p->max[0] = limit(knows(row, SW_POOL_MAX_MAPS), row->max_maps);
    p->max[1] = limit(knows(row, SW_POOL_MAX_REDUCES), row->max_reduces);
    if (!one_kind)
        return;
    int64_t both = p->max[0] < SW_NO_LIMIT && p->max[1] < SW_NO_LIMIT ? p->max[0] + p->max[1] : SW_NO_LIMIT;
    p->max[0] = knows(row, SW_POOL_MAX_SHARE) ? limit(true, row->max_share) : both;
    p->max[1] = SW_NO_LIMIT;
}

static int64_t time_or_none(const struct sw_pool_row *row, int column, int64_t us)
{
    return knows(row, column) ? us : -1;
}

static int64_t millionths_or_none(const struct sw_pool_row *row, int column, double x)
{
    return knows(row, column) ? llround(x * 1e6) : -1;
}

static void fill(struct sw_pool_spec *p, const struct sw_pool_row *row, bool one_kind, uint64_t line)
{
    *p = (struct sw_pool_spec){ .name = xcopy(row->pool.at, row->pool.len), .parent = SW_NO_POOL, .fifo = row->fifo, .line = line };
    p->fair = knows(row, SW_POOL_POLICY) && !row->fifo;
    p->capacity = millionths_or_none(row, SW_POOL_CAPACITY, row->capacity);
    p->max_capacity = millionths_or_none(row, SW_POOL_MAX_CAPACITY, row->max_capacity);
    p->user_limit = millionths_or_none(row, SW_POOL_USER_LIMIT, row->user_limit);
    p->weight = llround(row->weight * (double)SW_WEIGHT_ONE);
    set_minimums(p, row, one_kind);
    set_maximums(p, row, one_kind);
    p->nodes = knows(row, SW_POOL_NODES) ? row->nodes : 0;
    p->max_jobs = limit(knows(row, SW_POOL_MAX_JOBS), row->max_jobs);
    p->min_timeout_us = time_or_none(row, SW_POOL_MIN_TIMEOUT, row->min_share_timeout_us);
    p->fair_timeout_us = time_or_none(row, SW_POOL_FAIR_TIMEOUT, row->fair_share_timeout_us);
    p->wait_node_us = time_or_none(row, SW_POOL_WAIT_NODE, row->wait_node_us);
    p->wait_rack_us = time_or_none(row, SW_POOL_WAIT_RACK, row->wait_rack_us);
}

static int check_row(const struct reading *rd, const struct sw_pool_row *row, struct sw_err *err)
{
    const char *path = sw_csv_path(rd->in);
    uint64_t line = sw_csv_row(rd->in)->line;
    if (sw_names_find(&rd->names, row->pool.at, row->pool.len))
        return sw_err_data(err, path, line, "pool", "is there already: '%.*s'", (int)row->pool.len, row->pool.at);
    if (row->weight < 0 || row->weight > 1e9 || (row->weight > 0 && row->weight < 1e-6))
        return sw_err_data(err, path, line, "weight", "is neither 0 nor between 0.000001 and 1e9");
    if (knows(row, SW_POOL_NODES) && !row->nodes)
        return sw_err_data(err, path, line, "nodes", "a private cluster of no nodes");
    if (row->capacity > 1 || row->max_capacity > 1)
        return sw_err_data(err, path, line, row->capacity > 1 ? "capacity" : "max_capacity", "is above 1, all the slots of the cluster");
    if (row->user_limit > 1e9)
        return sw_err_data(err, path, line, "user_limit", "is above 1e9");
    if (row->from_us > 0)
        return sw_err_data(err, path, line, "from_s", "this replay has no pools that change");
    if (!rd->one_kind && (knows(row, SW_POOL_MIN_SHARE) || knows(row, SW_POOL_MAX_SHARE)))
        return sw_err_data(err, path, line, knows(row, SW_POOL_MIN_SHARE) ? "min_share" : "max_share", "min_share and max_share are for one kind of slot (use min_maps, min_reduces and so on)");
    return SW_OK;
}

static int read_rows(struct reading *rd, struct sw_err *err)
{
    struct sw_pool_row row;
    struct sw_pool_list *list = rd->list;
    int got;
    while ((got = sw_csv_read(rd->in, &row, err)) == 1) {
        if (check_row(rd, &row, err) != SW_OK)
            return SW_FAIL;
        list->at = xrealloc(list->at, list->n + 1, sizeof *list->at);
        rd->parent = xrealloc(rd->parent, list->n + 1, sizeof *rd->parent);
        fill(&list->at[list->n], &row, rd->one_kind, sw_csv_row(rd->in)->line);
        rd->parent[list->n] = row.parent.len ? xcopy(row.parent.at, row.parent.len) : NULL;
        char *name = list->at[list->n++].name;
        if (sw_names_add(&rd->names, name, strlen(name), (void *)(uintptr_t)list->n))
            abort();
    }
    return got;
}

/* Walks up from each pool until one that was seen: in this walk, then it stands above itself; in an earlier one, then not. */
static uint32_t first_loop(const struct sw_pool_list *list)
{
    uint32_t *walk = xcalloc(list->n, sizeof *walk), looped = SW_NO_POOL;
    for (uint32_t i = 0; i < list->n && looped == SW_NO_POOL; i++)
        for (uint32_t p = i; p != SW_NO_POOL && walk[p] != i + 1; p = list->at[p].parent) {
            if (walk[p])
                break;
            walk[p] = i + 1;
            if (list->at[p].parent != SW_NO_POOL && walk[list->at[p].parent] == i + 1)
                looped = p;
        }
    free(walk);
    uint32_t first = looped; /* of the loop's pools the one that stands first in the file */
    for (uint32_t p = looped; p != SW_NO_POOL && (p = list->at[p].parent) != looped; )
        first = p < first ? p : first;
    return first;
}

static int link_parents(struct reading *rd, struct sw_err *err)
{
    struct sw_pool_list *list = rd->list;
    for (uint32_t i = 0; i < list->n; i++) {
        const char *parent = rd->parent[i];
        uintptr_t at = parent ? (uintptr_t)sw_names_find(&rd->names, parent, strlen(parent)) : 0;
        if (parent && !at)
            return sw_err_data(err, sw_csv_path(rd->in), list->at[i].line, "parent", "not a pool of this file: '%s'", parent);
        if (parent)
            list->at[i].parent = (uint32_t)at - 1;
    }
    uint32_t looped = first_loop(list);
    if (looped != SW_NO_POOL)
        return sw_err_data(err, sw_csv_path(rd->in), list->at[looped].line, "parent", "the pool stands above itself: '%s'", list->at[looped].name);
    return SW_OK;
}

/* O12: where the row says nothing, the sum of the children's. Each pool that says something, or has no children, is added to the
 * pools above it up to the first that says something. */
static void add_up_capacities(struct sw_pool_list *list)
{
    bool *given = xcalloc(list->n, sizeof *given);
    for (uint32_t i = 0; i < list->n; i++) {
        given[i] = list->at[i].capacity >= 0;
        list->at[i].capacity = given[i] ? list->at[i].capacity : 0;
    }
    for (uint32_t i = 0; i < list->n; i++)
        for (uint32_t p = list->at[i].parent; given[i] && p != SW_NO_POOL && !given[p]; p = list->at[p].parent)
            list->at[p].capacity += list->at[i].capacity;
    free(given);
}

int sw_pools_read(struct sw_pool_list **out, struct sw_csv *in, bool one_kind, struct sw_err *err)
{
    struct reading rd = { .list = xcalloc(1, sizeof *rd.list), .one_kind = one_kind, .in = in };
    int status = sw_csv_bind(in, &sw_schema_pools, err);
    if (status == SW_OK)
        status = read_rows(&rd, err);
    if (status == SW_OK)
        status = link_parents(&rd, err);
    if (status == SW_OK)
        add_up_capacities(rd.list);
    for (uint32_t i = 0; rd.parent && i < rd.list->n; i++)
        free(rd.parent[i]);
    free(rd.parent);
    sw_names_clear(&rd.names);
    sw_csv_close(in);
    if (status != SW_OK) {
        sw_pools_free(rd.list);
        rd.list = NULL;
    }
    *out = rd.list;
    return status;
}

void sw_pools_fit(struct sw_pool_list *pools, const struct sw_cluster *cl, int64_t over[2])
{
    for (int slot = 0; slot < 2; slot++) {
        int64_t sum = 0, slots = (int64_t)cl->total_slots[slot];
        for (uint32_t i = 0; i < pools->n; i++)
            if (pools->at[i].parent == SW_NO_POOL)
                sum += pools->at[i].min[slot];
        over[slot] = sum > slots ? sum : 0;
        for (uint32_t i = 0; over[slot] && i < pools->n; i++)
            if (pools->at[i].parent == SW_NO_POOL)
                pools->at[i].min[slot] = (int64_t)((__int128)pools->at[i].min[slot] * slots / sum);
    }
}

void sw_pools_free(struct sw_pool_list *pools)
{
    for (uint32_t i = 0; pools && i < pools->n; i++)
        free(pools->at[i].name);
    if (pools)
        free(pools->at);
    free(pools);
}
