/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cluster.h - what the files of lib/cluster share. */
#ifndef LIB_CLUSTER_CLUSTER_H
#define LIB_CLUSTER_CLUSTER_H
#include "lib/base/sw_chance.h"
#include "slotwise/sw_cluster.h"
#include "lib/base/sw_names.h"
#include "slotwise/sw_num.h"
#include "slotwise/sw_trace.h"
#include "lib/base/memory.h"

/* ---- pool_rows.c: the rows of a pools file as lists of pools, each valid from a time on (O30) ---------------- */
struct pool_row {
    struct sw_pool_spec spec; /* without name and parent */
    uint32_t place;           /* of the pool, by its first row in the file */
    int64_t from_us;
    bool says_policy;
    char *name, *parent;      /* parent "": none given */
};
/* Whether the row has a value in that column. */
static inline bool pool_row_knows(const struct sw_pool_row *row, int column)
{
    return row->known >> column & 1;
}
/* The pool that a row describes. An empty field has its default (J4). */
void pool_rows_fill(struct sw_pool_spec *p, const struct sw_pool_row *row, bool one_kind, uint64_t line);

/* Sorts the rows by pool and time, and refuses rows that contradict each other. */
int pool_rows_check(struct pool_row *row, size_t n, const char *path, struct sw_err *err);
/* The pools at the beginning. */
struct sw_pool_list *pool_rows_first(const struct pool_row *row, size_t n, uint32_t n_pools, bool one_kind);
/* The later lists. The first list has the parents. */
void pool_rows_later(struct sw_pool_list *first, struct pool_row *row, size_t n);

/* ---- nodes.c ------------------------------------------------------------------------------------------------- */
/* B5: of a preferred host the node; "n3/7" is executor 7 on node n3. SW_NO_NODE: none is. */
uint32_t nodes_find_host(const struct sw_cluster *cl, struct sw_text name);
/* Calls read(of). What it allocated stays, its blocks to be freed one by one, or where it fails nothing does. */
SW_USE_RESULT int nodes_guard(int read(void *of), void *of, struct sw_err *err);
/* Of a kind, by the nodes' own times. */
int64_t nodes_slots_at(const struct sw_cluster *cl, int kind, int64_t at_us);
#endif
