/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pools.c - the tree of pools (J4), and what runs and waits in it (section 5, O4, O6). */
#include <stdlib.h>
#include <string.h>
#include "tests/naive/naive.h"

static int find_pool(const struct run *r, const char *name)
{
    for (int p = 0; p < r->n_pools; p++)
        if (!strcmp(r->pool[p].name, name)) return p;
    return -1;
}

/* J4: fair, weight 1, no limits, directly below the root. */
static const struct pool unnamed = { .parent = -1, .weight = SW_WEIGHT_ONE, .max = { NO_LIMIT, NO_LIMIT },
                                     .max_jobs = NO_LIMIT,
                                     .wait_us = { UNSET, UNSET }, .timeout_us = { UNSET, UNSET },
                                     .first_timeout_us = { UNSET, UNSET },
                                     .capacity = UNSET, .max_capacity = UNSET, .user_limit = UNSET,
                                     .min_user_limit = UNSET,
                                     .am_share = UNSET, .cap = UNSET, .quota = { UNSET, UNSET },
                                     .limit = { NO_LIMIT, NO_LIMIT }, .lending = NO_LIMIT, .borrowing = NO_LIMIT };

static struct pool *add_pool(struct run *r, const char *name, size_t len)
{
    r->pool = naive_grow(r->pool, (size_t)r->n_pools + 1, sizeof *r->pool);
    struct pool *p = &r->pool[r->n_pools++];
    *p = unnamed;
    p->name = naive_copy(name, len);
    /* O12, R8, M1, U4.1, X5.1 */
    p->fifo = r->o.order == &order_capacity || r->o.offers != BY_HEARTBEAT || r->o.order == &order_offers
        || r->o.order == &order_usage || r->o.order == &order_windows || r->o.order == &order_negotiate
        || by_quota(r);
    return p;
}

static void set_limits(const struct run *r, struct pool *p, const struct sw_pool_row *row)
{
    uint64_t k = row->known;
    if (r->n_kinds == 1) {
        if (k & 1u << SW_POOL_MIN_SHARE) p->min[0] = (int64_t)row->min_share;
        if (k & 1u << SW_POOL_MAX_SHARE) p->max[0] = (int64_t)row->max_share;
    } else {
        if (k & 1u << SW_POOL_MIN_MAPS) p->min[0] = (int64_t)row->min_maps;
        if (k & 1u << SW_POOL_MAX_MAPS) p->max[0] = (int64_t)row->max_maps;
        if (k & 1u << SW_POOL_MIN_REDUCES) p->min[1] = (int64_t)row->min_reduces;
        if (k & 1u << SW_POOL_MAX_REDUCES) p->max[1] = (int64_t)row->max_reduces;
    }
    if (k & 1u << SW_POOL_NODES) p->nodes = (int64_t)row->nodes;
    if (k & 1u << SW_POOL_MAX_JOBS) p->max_jobs = (int64_t)row->max_jobs;
    if (k & 1u << SW_POOL_WAIT_NODE) p->wait_us[0] = row->wait_node_us;
    if (k & 1u << SW_POOL_WAIT_RACK) p->wait_us[1] = row->wait_rack_us;
    if (k & 1u << SW_POOL_MIN_TIMEOUT) p->timeout_us[0] = row->min_share_timeout_us;
    if (k & 1u << SW_POOL_FAIR_TIMEOUT) p->timeout_us[1] = row->fair_share_timeout_us;
}

/* O12, O13: whole millionths. */
static void set_parts(struct pool *p, const struct sw_pool_row *row)
{
    if (row->known & 1u << SW_POOL_CAPACITY) p->capacity = naive_round(row->capacity * 1e6);
    if (row->known & 1u << SW_POOL_MAX_CAPACITY) p->max_capacity = naive_round(row->max_capacity * 1e6);
    if (row->known & 1u << SW_POOL_USER_LIMIT) p->user_limit = naive_round(row->user_limit * 1e6);
    if (row->known & 1u << SW_POOL_CAP) p->cap = naive_round(row->cap * 1e6);
    if (row->known & 1u << SW_POOL_AM_SHARE)
        p->am_share = row->am_share < 0 ? NO_LIMIT : naive_round(row->am_share * 1e6);
    if (row->known & 1u << SW_POOL_MIN_USER_LIMIT) p->min_user_limit = naive_round(row->min_user_limit * 1e6);
}

/* X4 */
static void set_quota(const struct run *r, struct pool *p, const struct sw_pool_row *row)
{
    uint64_t k = row->known;
    if (k & 1u << (r->n_kinds == 1 ? SW_POOL_MIN_SHARE : SW_POOL_MIN_MAPS)) p->quota[0] = p->min[0];
    if (r->n_kinds == 2 && k & 1u << SW_POOL_MIN_REDUCES) p->quota[1] = p->min[1];
    for (int kind = 0; kind < N_KINDS; kind++) p->limit[kind] = p->max[kind];
    if (k & 1u << SW_POOL_QUOTA) p->quota[0] = (int64_t)row->quota;
    if (k & 1u << SW_POOL_LIMIT) p->limit[0] = (int64_t)row->limit;
    if (k & 1u << SW_POOL_LENDING) p->lending = (int64_t)row->lending_limit;
    if (k & 1u << SW_POOL_BORROWING) p->borrowing = (int64_t)row->borrowing_limit;
    if (k & 1u << SW_POOL_PRIORITY) p->priority = row->priority;
}

static void set_all(const struct run *r, struct pool *p, const struct sw_pool_row *row)
{
    if (row->known & 1u << SW_POOL_WEIGHT) p->weight = naive_round(row->weight * 1e6); /* O7 */
    set_limits(r, p, row);
    set_parts(p, row);
    set_quota(r, p, row);
}

/* O30: "a row whose from_s is above 0 takes effect then": kept until then. */
static void add_change(struct run *r, const struct pool *p, const struct sw_pool_row *row)
{
    r->pool_change = naive_grow(r->pool_change, (size_t)r->n_pool_changes + 1, sizeof *r->pool_change);
    struct pool_change *c = &r->pool_change[r->n_pool_changes++];
    *c = (struct pool_change){ .from_us = row->from_us, .name = naive_copy(p->name, strlen(p->name)), .to = unnamed };
    set_all(r, &c->to, row);
}

static void add_row(struct run *r, const struct sw_pool_row *row)
{
    char *name = naive_copy(row->pool.at, row->pool.len);
    int known = find_pool(r, name);
    struct pool *p = known < 0 ? add_pool(r, name, row->pool.len) : &r->pool[known];
    p->of_row = true;
    free(name);
    if (known < 0) { /* "parent and policy are the same in all rows of a pool, or empty" */
        p->parent_name = naive_copy(row->parent.at, row->parent.len);
        if (row->known & 1u << SW_POOL_POLICY) p->fifo = row->fifo;
    }
    if (row->from_us) add_change(r, p, row);
    else {
        set_all(r, p, row);
        for (int i = 0; i < 2; i++) p->first_timeout_us[i] = p->timeout_us[i];
    }
}

/* O30: all of the row's values take the place of those before. */
static void apply_change(struct run *r, const struct pool_change *c)
{
    struct pool *p = &r->pool[find_pool(r, c->name)];
    p->weight = c->to.weight;
    p->max_jobs = c->to.max_jobs;
    p->capacity = c->to.capacity;
    p->max_capacity = c->to.max_capacity;
    p->user_limit = c->to.user_limit;
    p->min_user_limit = c->to.min_user_limit;
    p->am_share = c->to.am_share;
    p->cap = c->to.cap;
    p->lending = c->to.lending;
    p->borrowing = c->to.borrowing;
    p->priority = c->to.priority;
    for (int i = 0; i < 2; i++) {
        p->quota[i] = c->to.quota[i];
        p->limit[i] = c->to.limit[i];
        p->min[i] = c->to.min[i];
        p->max[i] = c->to.max[i];
        p->wait_us[i] = c->to.wait_us[i];
        p->timeout_us[i] = c->to.timeout_us[i];
    }
}

/* O31: "jobs for which there is room now are let in", and all nodes with free slots for work are called (H6 b). */
void pools_apply_changes(struct run *r)
{
    bool any = false;
    for (int i = 0; i < r->n_pool_changes; i++)
        if (r->pool_change[i].from_us == r->now_us) {
            apply_change(r, &r->pool_change[i]);
            any = true;
        }
    if (!any) return;
    r->work_came = true;
    r->known_slots = UNSET; /* Y21.7 */
    admit_waiting(r);
}

int64_t pools_next_change(const struct run *r, int64_t after_us)
{
    int64_t least = NEVER;
    for (int i = 0; i < r->n_pool_changes; i++)
        if (r->pool_change[i].from_us > after_us && r->pool_change[i].from_us < least)
            least = r->pool_change[i].from_us;
    return least;
}

static void link_parents(struct run *r)
{
    for (int p = 0; p < r->n_pools; p++) {
        if (!r->pool[p].parent_name[0]) continue;
        r->pool[p].parent = find_pool(r, r->pool[p].parent_name);
        if (r->pool[p].parent < 0) naive_fail("pools: parent is not a row: '%s'", r->pool[p].parent_name);
    }
    for (int p = 0; p < r->n_pools; p++) {
        int up = p, steps = 0;
        while ((up = r->pool[up].parent) >= 0)
            if (++steps > r->n_pools) naive_fail("pools: '%s' is above itself", r->pool[p].name);
    }
}

/* O8: the cluster's slots of the kind, "of each node the most it ever has". */
static int64_t most_slots(const struct run *r, int kind)
{
    int64_t sum = 0;
    for (int n = 0; n < r->n_nodes; n++) {
        int64_t most = 0;
        for (int i = 0; i < r->node[n].n_rows; i++)
            if (r->node[n].row[i].slots[kind] > most) most = r->node[n].row[i].slots[kind];
        sum += most;
    }
    return sum;
}

/* O8: minimum shares of top-level pools that add up to more than the cluster's slots of the kind are multiplied by
 * slots / sum and cut to whole slots. */
int64_t pool_minimum(const struct run *r, int pool, int kind)
{
    int64_t slots = most_slots(r, kind), sum = 0;
    if (by_quota(r)) return quota_of(r, pool, kind); /* X4 */
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == -1) sum += r->pool[p].min[kind];
    if (sum <= slots || r->o.keep_minimums || r->pool[pool].parent != -1) return r->pool[pool].min[kind];
    return r->pool[pool].min[kind] * slots / sum;
}

/* The waits of a pool replace W1 (which 0), W2 (1) of `wait` for the jobs in it: the nearest pool upwards that gives
 * either counts, the one it does not give stays the rule's. */
int64_t pool_wait(const struct run *r, int pool, int which, int64_t otherwise_us)
{
    for (; pool >= 0; pool = r->pool[pool].parent) {
        const int64_t *wait_us = r->pool[pool].wait_us;
        if (wait_us[0] == UNSET && wait_us[1] == UNSET) continue;
        return wait_us[which] == UNSET ? otherwise_us : wait_us[which];
    }
    return otherwise_us;
}

void pools_read(struct run *r)
{
    struct sw_err err = { 0 };
    struct sw_csv *in;
    struct sw_pool_row row;
    int got;
    if (!r->o.pools) return;
    if (sw_csv_open(&in, r->o.pools, &err)) naive_fail_err(&err);
    if (sw_csv_bind(in, &sw_schema_pools, &err)) naive_fail_err(&err);
    while ((got = sw_csv_read(in, &row, &err)) == 1) add_row(r, &row);
    if (got < 0) naive_fail_err(&err);
    sw_csv_close(in);
    link_parents(r);
}

bool pool_has_children(const struct run *r, int pool)
{
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == pool) return true;
    return false;
}

/* R8: from 3.3.2 on */
static bool default_is_fair(const struct run *r)
{
    const int *of = r->o.release;
    return r->o.offers == BY_SPARK && release_from(r, 3, 3) && (release_from(r, 3, 4) || of[2] >= 2);
}

int pool_of_job(struct run *r, const struct job *j)
{
    int p = find_pool(r, j->pool_name);
    if (p < 0 && r->o.pools && strcmp(j->pool_name, "default") && r->o.offers == BY_HEARTBEAT) /* R8 */
        naive_fail("job '%s': pool is not a row: '%s'", j->id, j->pool_name);
    if (p < 0) {
        add_pool(r, j->pool_name, strlen(j->pool_name));
        p = r->n_pools - 1;
        if (!strcmp(j->pool_name, "default") && !r->o.pools) r->pool[p].fifo &= !default_is_fair(r);
    }
    if (pool_has_children(r, p)) naive_fail("job '%s': pool has children: '%s'", j->id, j->pool_name);
    return p;
}

bool pool_above(const struct run *r, int above, int pool)
{
    for (; pool >= 0; pool = r->pool[pool].parent)
        if (pool == above) return true;
    return false;
}

/* Section 5: occupied slots of the kind plus commits pending (L7), of everything in the pool. */
int64_t pool_running(const struct run *r, int pool, int kind)
{
    int64_t running = 0;
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].state >= SUBMITTED && pool_above(r, pool, r->job[j].pool)) running += job_running(r, j, kind);
    return running;
}

int64_t pool_maximum(const struct run *r, int pool, int kind)
{
    return by_quota(r) ? quota_limit(r, pool, kind) : r->pool[pool].max[kind]; /* X4.1 */
}

/* O4: the jobs' running + ready unlaunched tasks, cut to the maximum; a parent's is the sum of its children's. */
int64_t pool_demand(const struct run *r, int pool, int kind)
{
    int64_t demand = 0;
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].state >= SUBMITTED && r->job[j].pool == pool)
            demand += job_demand(r, j, kind);
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == pool) demand += pool_demand(r, p, kind);
    int64_t max = pool_maximum(r, pool, kind);
    return demand < max ? demand : max;
}

bool pool_at_maximum(const struct run *r, int pool, int kind)
{
    if (quota_holds_back(r, pool, kind)) return true; /* X6: "as by O6" */
    return r->pool[pool].held[kind] || pool_running(r, pool, kind) >= pool_maximum(r, pool, kind); /* U11.2 */
}
