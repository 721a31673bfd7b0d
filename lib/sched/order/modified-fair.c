/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modified-fair.c - Lo and Cheng's modified fair scheduler (LC 3.1 to 3.3 and 3.5; rules O25 to O29 of docs/model.md).
 *
 * The replay looks every 500 ms which jobs are small and gives pools their allocations
 * (lib/sim/mech/papers/lo_cheng.c); the arithmetic of that is here, and so are the orders of pools and of jobs,
 * and the table by which a job's priority moves. */
#include "lib/base/minmax.h"
#include "lib/sched/order/parts.h"
#include "lib/sched/sw_arithmetic.h"
#include <string.h>

/* LC 3.1: the small jobs have a pool of their own unless there are more of them, of all jobs,
 * than one in `map slots a node`. */
bool sw_lc_shares(int64_t small, int64_t jobs, int64_t map_slots, int64_t nodes)
{
    return jobs > 0 && (__int128)small * map_slots <= (__int128)jobs * nodes;
}

/* LC 3.2: half of what the smallest job needs. */
int64_t sw_lc_shared_slots(int64_t tasks, int64_t slots)
{
    return min_i64((tasks + 1) / 2, slots);
}

/* LC 3.2: a pool's part of the slots that are left, by what it has pending. */
int64_t sw_lc_pool_slots(int64_t slots, int64_t pending, int64_t all_pending, int64_t max)
{
    int64_t part = all_pending > 0 ? (int64_t)((__int128)slots * pending / all_pending) : 0;
    return min_i64(part, max);
}

/* ---- LC 3.3: the order of pools and of jobs ---------------------------------------------------- */

enum { SUFFICIENT, INSUFFICIENT, WEIGHTLESS, N_RANKS };

/* O27: those below their allocation first; in each group sufficient pools by running over m, then the others by running
 * over weight. */
static void pool_key(const struct sw_pool_view *pool, struct sw_key *key)
{
    int64_t min = min_i64(pool->min, pool->pending);
    key->rank = pool->running < pool->allocated ? 0 : N_RANKS;
    key->num = pool->running;
    if (pool->running <= min) {
        key->rank += SUFFICIENT;
        key->den = min > 0 ? min : 1;
    } else {
        key->rank += pool->weight > 0 ? INSUFFICIENT : WEIGHTLESS;
        key->den = pool->weight > 0 ? pool->weight : 1;
    }
}

/* In one pool the ratios (1) and (2) order as what they are ratios of. */
static void job_key(const struct sw_job_view *job, struct sw_key *key)
{
    sw_key_whole(((int64_t)job->priority << 48) - (job->demand - job->running), job->running, key);
}

/* ---- LC 3.5: the priority after two launches --------------------------------------------------- */

enum { VH = SW_VERY_HIGH, H = SW_HIGH, N = SW_NORMAL, L = SW_LOW, VL = SW_VERY_LOW };

static const unsigned char table_3[3][3][5] = { /* [from][to][priority] */
    { { VH, H, N, L, VL }, { H, N, L, VL, L },  { N, L, VL, VL, L } },
    { { H, VH, H, N, L },  { VH, H, N, L, VL }, { H, N, L, VL, L } },
    { { H, VH, VH, H, N }, { H, VH, H, N, L },  { VH, H, N, L, VL } },
};
static const unsigned char any_to_node_as_printed[5] = { H, N, L, VL, L };

/* O29: the row by where the last launch was and where this one is, the column by priority. */
static enum sw_priority moved(const struct sw_order_rule *rule, enum sw_priority now, enum sw_level from,
                              enum sw_level to)
{
    if (rule->lc_table_printed && from == SW_LEVEL_ANY && to == SW_LEVEL_NODE)
        return (enum sw_priority)any_to_node_as_printed[now];
    return (enum sw_priority)table_3[from][to][now];
}

/* ---- the mechanisms apart (O25.6) -------------------------------------------------------------- */

/* Without `sort` pools of a group of O27 go as under O4. */
static void unsorted_pool_key(const struct sw_pool_view *pool, struct sw_key *key)
{
    sw_order_hfs.pool_key(pool, key);
    key->rank += pool->running < pool->allocated ? 0 : N_RANKS;
}

static int parse(const char *params, struct sw_order_rule *rule, struct sw_err *err);

#define MODIFIED(jobs, pools, moves) { \
    .name = "modified-fair", .params = "[:classes,alloc,sort,priority]", \
    .summary = "Lo and Cheng's: small jobs apart, pools by what they have pending, priority moved by locality", \
    .uses_pools = true, .follows_running = true, .reallocates = true, .update_us = 500000, \
    .parse = parse, .job_key = jobs, .pool_key = pools, .moved = moves }
const struct sw_order sw_order_modified_fair = MODIFIED(job_key, pool_key, moved);
static const struct sw_order parts[2][2] = { /* [sort][priority] */
    { MODIFIED(sw_key_fair_weighted, unsorted_pool_key, NULL),
      MODIFIED(sw_key_fair_weighted, unsorted_pool_key, moved) },
    { MODIFIED(job_key, pool_key, NULL), MODIFIED(job_key, pool_key, moved) },
};

enum { CLASSES, ALLOC, SORT, PRIORITY, N_MECHANISMS };

static int parse(const char *params, struct sw_order_rule *rule, struct sw_err *err)
{
    static const char *const words[] = { "classes", "alloc", "sort", "priority" };
    bool has[N_MECHANISMS] = { false };
    if (!params)
        return SW_OK;
    for (const char *at = params; ; at++) {
        size_t len = strcspn(at, ","), i = 0;
        while (i < N_MECHANISMS && (strlen(words[i]) != len || memcmp(words[i], at, len)))
            i++;
        if (i == N_MECHANISMS)
            return sw_err_usage(err, "--order: modified-fair has classes, alloc, sort and priority: '%.*s'", (int)len,
                                at);
        has[i] = true;
        at += len;
        if (!*at)
            break;
    }
    rule->lc_unclassed = !has[CLASSES];
    rule->lc_unallocated = !has[ALLOC];
    rule->policy = &parts[has[SORT]][has[PRIORITY]];
    return SW_OK;
}
