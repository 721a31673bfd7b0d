/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sizes.c - tasks of several sizes: CPUs and memory of nodes that tasks take beside their slots, and the dominant
 * shares that order drf goes by (section 23 of docs/model.md). */
#include "lib/base/arena.h"
#include "lib/options/special.h"
#include "lib/sim/observe/observe.h"
#include "lib/sim/queue/queue.h"
#include <string.h>

enum { CPUS, MEMORY, SIZES };
#define PARTS INT64_C(1000000000000) /* of a share */
static const char *const words[] = { "CPUs", "memory" };
static const char *const columns[] = { "task_cpus", "task_memory" };

struct sizes {
    struct records at;
    uint64_t *size[SIZES], *used[SIZES]; /* of each node; size SW_NO_DISK_LIMIT: no limit */
    bool is_limited[SIZES];              /* of some node */
    uint64_t up[SIZES];                  /* in nodes that are up and have a limit */
};
struct job_sizes { uint64_t task[SIZES]; int64_t running; };

static struct job_sizes *sizes_of(const struct sizes *z, const struct job *job) { return job_record(job, &z->at); }

/* Z3: the first of which too little is left; SIZES: none. */
static int lacks(const struct sizes *z, const struct job *job, uint32_t node)
{
    const struct job_sizes *j = sizes_of(z, job);
    int i = 0;
    while (i < SIZES && (z->size[i][node] == SW_NO_DISK_LIMIT || j->task[i] <= z->size[i][node] - z->used[i][node]))
        i++;
    return i;
}

static bool sizes_fits(struct sw_replay *r UNUSED, void *own, const struct stage *st, uint32_t node)
{
    return lacks(own, st->job, node) == SIZES;
}

/* Z3: the first size of which too little is left is the reason. */
static bool sizes_says_why(struct sw_replay *r, void *own, const struct stage *st, uint32_t node)
{
    const struct sizes *z = own;
    int i = lacks(z, st->job, node);
    if (i == SIZES)
        return false;
    reasons_add(r, "no room on %s, %s: a task of it takes %llu, and of %llu there are %llu left",
                r->cl->node[node].name, words[i], (unsigned long long)sizes_of(z, st->job)->task[i],
                (unsigned long long)z->size[i][node],
                (unsigned long long)(z->size[i][node] - z->used[i][node]));
    return true;
}

/* ---- taken and given back (Z2) ---------------------------------------------------------------------- */

static void sizes_launched(struct sw_replay *r UNUSED, void *own, struct attempt *a)
{
    struct sizes *z = own;
    for (int i = 0; i < SIZES; i++)
        z->used[i][a->node] += sizes_of(z, a->job)->task[i];
}

static void sizes_left(struct sw_replay *r UNUSED, void *own, struct attempt *a)
{
    struct sizes *z = own;
    for (int i = 0; i < SIZES; i++)
        z->used[i][a->node] -= sizes_of(z, a->job)->task[i];
}

/* ---- jobs ------------------------------------------------------------------------------------------- */

/* Z2: a job that does not say so takes 1 CPU and no memory. */
static void sizes_job_made(struct sw_replay *r, void *own, struct job *job, const struct sw_job *spec)
{
    const struct sizes *z = own;
    struct job_sizes *j = sizes_of(z, job);
    j->task[CPUS] = spec->has_task_size[CPUS] ? spec->task_size[CPUS] : 1;
    j->task[MEMORY] = spec->task_size[MEMORY];
    for (int i = 0; i < SIZES; i++)
        r->totals.without_size[i] += z->is_limited[i] && !spec->has_task_size[i];
}

/* Z4 */
static int sizes_job_check(struct sw_replay *r, void *own, struct job *job, const struct sw_job *spec)
{
    const struct sizes *z = own;
    const struct job_sizes *j = sizes_of(z, job);
    uint64_t most[SIZES] = { 0, 0 };
    for (uint32_t n = 0; n < r->cl->n_nodes; n++) {
        if (j->task[CPUS] <= z->size[CPUS][n] && j->task[MEMORY] <= z->size[MEMORY][n])
            return SW_OK;
        for (int i = 0; i < SIZES; i++)
            most[i] = z->size[i][n] > most[i] ? z->size[i][n] : most[i];
    }
    int i = j->task[CPUS] <= most[CPUS];
    return sw_trace_err(r->source.trace, spec, columns[i], r->err,
                        "no node has room for a task of %llu CPUs and %llu bytes",
                        (unsigned long long)j->task[CPUS], (unsigned long long)j->task[MEMORY]), SW_FAIL;
}

/* ---- dominant shares (Z5) ---------------------------------------------------------------------------- */

/* Z5.1: the greater of the two parts, in 10^-12 of what nodes that are up have. */
static int64_t dominant(const struct sizes *z, const uint64_t used[SIZES])
{
    unsigned __int128 most = 0;
    for (int i = 0; i < SIZES; i++)
        if (z->up[i] && (unsigned __int128)used[i] * PARTS / z->up[i] > most)
            most = (unsigned __int128)used[i] * PARTS / z->up[i];
    return most < INT64_MAX ? (int64_t)most : INT64_MAX;
}

/* All tasks of a job are of one size. */
static int64_t share_of_job(const struct sizes *z, const struct job_sizes *j)
{
    const uint64_t used[SIZES] = { j->task[CPUS] * (uint64_t)j->running, j->task[MEMORY] * (uint64_t)j->running };
    return dominant(z, used);
}

/* What it runs. */
static uint64_t *in_pool(const struct sizes *z, const struct pool *p) { return pool_record(p, &z->at); }

/* Keys are made of it right behind this. */
static void sizes_counted(struct sw_replay *r, void *own, struct job *job, int kind)
{
    struct sizes *z = own;
    struct job_sizes *j = sizes_of(z, job);
    int64_t more = job->running[kind] - j->running;
    if (!more || !r->opt.order.policy->by_dominant)
        return;
    j->running = job->running[kind];
    job_shares(job)->key_share[kind] = share_of_job(z, j);
    for (struct pool *p = job->at_pool; p; p = p->parent) {
        uint64_t *used = in_pool(z, p);
        for (int i = 0; i < SIZES; i++)
            used[i] += j->task[i] * (uint64_t)more;
        p->key_share[kind] = dominant(z, used);
    }
}

/* Another whole: all parts of it are others. */
static void sizes_node_changed(struct sw_replay *r, void *own, uint32_t node UNUSED)
{
    struct sizes *z = own;
    uint64_t was[SIZES] = { z->up[CPUS], z->up[MEMORY] };
    for (int i = 0; i < SIZES; i++) {
        z->up[i] = 0;
        for (uint32_t n = 0; n < r->cl->n_nodes; n++)
            z->up[i] += r->slots.node[n].up && z->size[i][n] != SW_NO_DISK_LIMIT ? z->size[i][n] : 0;
    }
    if (!r->opt.order.policy->by_dominant || (was[CPUS] == z->up[CPUS] && was[MEMORY] == z->up[MEMORY]))
        return;
    for (struct job *job = r->jobs.first_active; job; job = job->next_active) {
        job_shares(job)->key_share[0] = share_of_job(z, sizes_of(z, job));
        keys_follow(r, job, 0);
    }
    for (struct pool *p = r->pools.first; p; p = p->next) {
        p->key_share[0] = dominant(z, in_pool(z, p));
        pool_keys_place(r, p, 0);
    }
}

/* ---- making and freeing ------------------------------------------------------------------------------ */

/* Z1: a node has its columns' sizes, else those of the options. */
static void sizes_start(struct sw_replay *r, void *own)
{
    struct sizes *z = own;
    for (int i = 0; i < SIZES; i++) {
        z->size[i] = xcalloc(r->cl->n_nodes, sizeof *z->size[i]);
        z->used[i] = xcalloc(r->cl->n_nodes, sizeof *z->used[i]);
        for (uint32_t n = 0; n < r->cl->n_nodes; n++) {
            z->size[i][n] = r->cl->node[n].size[i] != SW_NO_DISK_LIMIT ? r->cl->node[n].size[i] : r->opt.node_size[i];
            z->is_limited[i] |= z->size[i][n] != SW_NO_DISK_LIMIT;
        }
    }
    r->pools.counts_told |= r->opt.order.policy->by_dominant;
}

static void sizes_reset(struct sw_replay *r, void *own)
{
    struct sizes *z = own;
    for (int i = 0; i < SIZES; i++)
        memset(z->used[i], 0, r->cl->n_nodes * sizeof *z->used[i]);
    sizes_node_changed(r, own, 0);
}

const struct mechanism sizes_mechanism = {
    .needs = NEEDS_ENDS | NEEDS_SHARES, .size = sizeof(struct sizes), .job_size = sizeof(struct job_sizes),
    .pool_size = sizeof(uint64_t[SIZES]), .start = sizes_start, .reset = sizes_reset, .job_made = sizes_job_made,
    .job_check = sizes_job_check, .launched = sizes_launched, .left = sizes_left, .counted = sizes_counted,
    .node_changed = sizes_node_changed, .fits = sizes_fits, .unfit = SW_HELD_NO_SPACE, .says_why = sizes_says_why,
};
