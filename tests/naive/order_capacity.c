/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_capacity.c - O1.2, O12, O13: YARN's Capacity Scheduler. Pools by running / capacity; limits of pools and of
 * users. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests/naive/naive.h"

/* "capacity empty: the sum of the children's, 0 without children; so for a pool that no row names" */
int64_t capacity_of(const struct run *r, int pool)
{
    int64_t sum = 0;
    if (r->pool[pool].capacity != UNSET) return r->pool[pool].capacity;
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == pool) sum += capacity_of(r, p);
    return sum;
}

/* O12: "its percentage as a float over 100"; "whole MB". */
int64_t capacity_part_mb(const struct run *r, int64_t millionths, int kind)
{
    float percentage = (float)((double)millionths / 1e4), part = percentage / 100.0f;
    return (int64_t)floor(1024.0 * (double)slots_up(r, kind) * (double)part);
}

/* O12.3: "at most floor(M / 1,024) tasks of a kind; where it is empty, any number". */
static int64_t most_of_pool(const struct run *r, int pool, int kind)
{
    int64_t part = r->pool[pool].max_capacity;
    return part == UNSET ? NO_LIMIT : capacity_part_mb(r, part, kind) / 1024;
}

int64_t capacity_most(const struct run *r, int pool, int kind)
{
    int64_t most = most_of_pool(r, pool, kind), max = r->pool[pool].max[kind];
    return most < max ? most : max;
}

static int64_t running_of_user(const struct run *r, const struct job *of, int kind)
{
    int64_t running = 0;
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].state >= SUBMITTED && r->job[j].pool == of->pool && !strcmp(r->job[j].user, of->user))
            running += job_running(r, j, kind);
    return running;
}

/* Y21.6: of a job that counts. */
static bool has_pending(const struct run *r, const struct job *of, int kind)
{
    for (int j = 0; j < r->n_jobs; j++)
        if ((!r->o.am_container_us || r->job[j].counts) && r->job[j].pool == of->pool
            && !strcmp(r->job[j].user, of->user) && job_waiting(r, j, kind) > 0) return true;
    return false;
}

/* The first job of the user in its pool stands for the user. */
static bool is_first_of_user(const struct run *r, int job)
{
    for (int j = 0; j < job; j++)
        if (r->job[j].pool == r->job[job].pool && !strcmp(r->job[j].user, r->job[job].user)) return false;
    return true;
}

static const __int128 one = (__int128)MILLION * MILLION;

/* "its part of the cluster, capacity slots, but at least one slot": millionths. */
static __int128 part_of(const struct run *r, int pool, int kind)
{
    __int128 part = (__int128)capacity_of(r, pool) * slots_up(r, kind);
    return part > MILLION ? part : MILLION;
}

/* O13.5 */
static int64_t divided(const struct run *r, int pool, int kind)
{
    int64_t users = 0, running = 0;
    __int128 all = part_of(r, pool, kind);
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].pool == pool && is_first_of_user(r, j) && has_pending(r, &r->job[j], kind)) {
            users++;
            running += running_of_user(r, &r->job[j], kind);
        }
    if ((__int128)pool_running(r, pool, kind) * MILLION >= all)
        all = (__int128)(pool_running(r, pool, kind) + 1) * MILLION;
    if (users == 0 && !r->o.am_container_us) return NO_LIMIT; /* nobody asks */
    int64_t each = users ? (running + 1 + users - 1) / users : 0; /* Y21.6 */
    int64_t least = (int64_t)((r->pool[pool].min_user_limit * all + one - 1) / one);
    return each > least ? each : least;
}

/* O13.1: "while they run more than". */
static bool user_is_at_limit(const struct run *r, const struct job *j, int kind)
{
    const struct pool *p = &r->pool[j->pool];
    int64_t most = NO_LIMIT;
    if (p->user_limit != UNSET) most = (int64_t)((p->user_limit * part_of(r, j->pool, kind) + one - 1) / one);
    if (p->min_user_limit != UNSET && divided(r, j->pool, kind) < most) most = divided(r, j->pool, kind);
    return most < NO_LIMIT && running_of_user(r, j, kind) > most;
}

static bool holds_back(const struct run *r, int job, int kind)
{
    for (int p = r->job[job].pool; p >= 0; p = r->pool[p].parent)
        if (pool_at_maximum(r, p, kind) || pool_running(r, p, kind) >= most_of_pool(r, p, kind)) return true;
    return user_is_at_limit(r, &r->job[job], kind);
}

static bool is_listed(const struct run *r, int kind, int pool, int parent)
{
    for (int j = 0; j < r->n_jobs && r->pool[pool].parent == parent; j++)
        if (job_may_run(r, j, kind) && pool_above(r, pool, r->job[j].pool)) return true;
    return false;
}

/* O12: "its capacity in MB ... whole MB, at least a slot". */
static int64_t guarantee_mb(const struct run *r, int pool, int kind)
{
    int64_t capacity = capacity_of(r, pool);
    int64_t mb = capacity_part_mb(r, capacity, kind);
    if (capacity == 0) return 0;
    return mb < 1024 ? 1024 : mb;
}

/* O12: "by running/guarantee, those of capacity 0 last and then by running". O1.2: "the larger capacity goes first,
 * then as the pools file has them", which is the order of the array. */
bool capacity_before(const struct run *r, int kind, int a, int b)
{
    int64_t of_a = capacity_of(r, a), of_b = capacity_of(r, b);
    int c = compare_ratio(pool_running(r, a, kind), guarantee_mb(r, a, kind),
                          pool_running(r, b, kind), guarantee_mb(r, b, kind));
    return c ? c < 0 : of_a != of_b ? of_a > of_b : a < b;
}

static int list_capacity(const struct run *r, int kind, struct stage **out)
{
    return list_pools(r, kind, -1, &(struct tree){ .is_listed = is_listed, .pool_before = capacity_before }, out);
}

const struct order_rule order_capacity = { "capacity", true, list_capacity, holds_back };
