/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schema_pools.c - the pools record: who shares the cluster, and with what rights. Each order (--order) reads the
 * columns that concern it, as the summaries say. A maximum that is not given is the greatest number. */
#include "slotwise/sw_trace.h"

#define AT(member) offsetof(struct sw_pool_row, member)

static const char *const policy_words[] = { "fair", "fifo", NULL };

static const struct sw_column columns[] = {
    { "pool", SW_TEXT, SW_NEEDED | SW_NOT_EMPTY, AT(pool), "name of the pool" },
    { "parent", SW_TEXT, 0, AT(parent), "pool it is inside of; empty: at the top" },
    { "policy", SW_WORD, 0, AT(fifo), "order of the jobs inside: fair (default) or fifo", policy_words },
    { "weight", SW_REAL, SW_NOT_NEGATIVE, AT(weight), "weight among its siblings (default 1)" },
    { "min_maps", SW_COUNT, 0, AT(min_maps), "minimum share of map slots (default 0)" },
    { "min_reduces", SW_COUNT, 0, AT(min_reduces), "minimum share of reduce slots (default 0)" },
    { "max_maps", SW_COUNT, 0, AT(max_maps), "most map slots it may hold (default: no limit)" },
    { "max_reduces", SW_COUNT, 0, AT(max_reduces), "most reduce slots it may hold (default: no limit)" },
    { "min_share", SW_COUNT, 0, AT(min_share), "minimum share where there is one kind of slot" },
    { "max_share", SW_COUNT, 0, AT(max_share), "maximum share where there is one kind of slot" },
    { "max_jobs", SW_COUNT, 0, AT(max_jobs), "most jobs that run at once (default: no limit)" },
    { "min_share_timeout_s", SW_TIME, SW_NOT_NEGATIVE, AT(min_share_timeout_us),
      "time below its minimum share before it may kill" },
    { "fair_share_timeout_s", SW_TIME, SW_NOT_NEGATIVE, AT(fair_share_timeout_us),
      "time below its fair share before it may kill" },
    { "wait_node_s", SW_TIME, SW_NOT_NEGATIVE, AT(wait_node_us), "W1 of the delay rule wait for this pool" },
    { "wait_rack_s", SW_TIME, SW_NOT_NEGATIVE, AT(wait_rack_us), "W2 of the delay rule wait for this pool" },
    { "nodes", SW_COUNT, 0, AT(nodes), "nodes of a private cluster (order hod)" },
    { "capacity", SW_REAL, SW_NOT_NEGATIVE, AT(capacity), "guaranteed part of the slots (order capacity)" },
    { "max_capacity", SW_REAL, SW_NOT_NEGATIVE, AT(max_capacity), "largest part of the slots (order capacity)" },
    { "user_limit", SW_REAL, SW_NOT_NEGATIVE, AT(user_limit),
      "largest part of the capacity for one user (order capacity)" },
    { "min_user_limit", SW_REAL, SW_NOT_NEGATIVE, AT(min_user_limit),
      "least part of it for each user, while there are users to divide it (order capacity)" },
    { "am_share", SW_REAL, 0, AT(am_share), "part for application masters, in place of --am-share; -1: no limit" },
    { "cap", SW_REAL, SW_NOT_NEGATIVE, AT(cap),
      "per cent of what all have used, above which it is held (order windows)" },
    { "from_s", SW_TIME, SW_NOT_NEGATIVE, AT(from_us),
      "the row takes the place of what held for the pool, at this time (default 0)" },
    { "quota", SW_COUNT, 0, AT(quota), "slots that it has before any surplus (order quota)" },
    { "priority", SW_INT, 0, AT(priority), "of what is above its quota: the greater goes first (order quota)" },
    { "limit", SW_COUNT, 0, AT(limit), "most slots (order quota)" },
    { "lending_limit", SW_COUNT, 0, AT(lending_limit), "most slots of its quota that it lends (order quota)" },
    { "borrowing_limit", SW_COUNT, 0, AT(borrowing_limit), "most slots above its quota (order quota)" },
};
_Static_assert(sizeof columns / sizeof *columns == SW_POOL_N_COLUMNS, "one row per column number");

static const struct sw_pool_row defaults = { .pool = { "", 0 }, .parent = { "", 0 }, .weight = 1,
                                             .max_maps = UINT64_MAX, .max_reduces = UINT64_MAX,
                                             .max_share = UINT64_MAX, .max_jobs = UINT64_MAX,
                                             .limit = UINT64_MAX, .lending_limit = UINT64_MAX,
                                             .borrowing_limit = UINT64_MAX };
const struct sw_schema sw_schema_pools = { "pools", columns, SW_POOL_N_COLUMNS, sizeof(struct sw_pool_row), &defaults };
