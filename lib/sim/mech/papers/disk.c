/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.c - the disk space of nodes for map output (TR 5.4; rules A6, A7 of docs/model.md).
 *
 * A map's output takes space from its launch on, so a launched map never finds its node full. The space is free again
 * when the job ends, or when the output is lost (B11) or deleted (A8, evict.c). */
#include "lib/sim/observe/observe.h"
#include "lib/base/arena.h"
#include "lib/sim/life/life.h"
#include <assert.h>

struct disk { uint64_t *size, *used; /* of each node, in bytes; size SW_NO_DISK_LIMIT: no limit */ };

/* A6.1, A7: maps of a MapReduce job whose maps have output. Nothing else takes room. */
static bool is_needed(const struct stage *st)
{
    return st->kind == SW_MAP && st->job->mapreduce && st->job->shuffle_bytes > 0;
}

/* Bytes; SW_NO_DISK_LIMIT: any number. */
static uint64_t left(const struct disk *d, uint32_t node)
{
    return d->size[node] == SW_NO_DISK_LIMIT ? SW_NO_DISK_LIMIT : d->size[node] - d->used[node];
}

/* A7 */
static bool disk_fits(struct sw_replay *r UNUSED, void *own, const struct stage *st, uint32_t node)
{
    return !is_needed(st) || left(own, node) >= finish_most_output(st->job);
}

static bool disk_says_why(struct sw_replay *r, void *own, const struct stage *st, uint32_t node)
{
    const struct disk *d = own;
    if (disk_fits(r, own, st, node))
        return false;
    reasons_add(r, "no room on %s: a map of it writes %llu bytes, and of %llu there are %llu left",
                r->cl->node[node].name, (unsigned long long)finish_most_output(st->job),
                (unsigned long long)d->size[node], (unsigned long long)left(d, node));
    return true;
}

/* ---- taken and given back ---------------------------------------------------------------------------- */

/* A6.2: the bytes of a map's output are there again. */
static void free_output(struct disk *d, const struct job *job, uint32_t task, uint32_t node)
{
    if (!job->mapreduce)
        return;
    assert(d->used[node] >= finish_output_bytes(job, task));
    d->used[node] -= finish_output_bytes(job, task);
}

/* A6.1: a launched map has room for all that it will write. */
static void disk_launched(struct sw_replay *r UNUSED, void *own, struct attempt *a)
{
    struct disk *d = own;
    if (!is_needed(a->stage))
        return;
    d->used[a->node] += finish_output_bytes(a->job, a->task);
    assert(d->used[a->node] <= d->size[a->node]);
}

/* The map was not done, so it has no output. */
static void disk_stopped(struct sw_replay *r UNUSED, void *own, struct attempt *a, enum phase was UNUSED)
{
    if (is_needed(a->stage))
        free_output(own, a->job, a->task, a->node);
}

/* A6.1: a failed map leaves no output. */
static void disk_ended(struct sw_replay *r, void *own, struct attempt *a)
{
    if (a->fails)
        disk_stopped(r, own, a, RUNNING);
}

static void disk_output(struct sw_replay *r UNUSED, void *own, struct stage *maps, enum output_news what, uint32_t task)
{
    if (what == OUTPUT_LOST)
        free_output(own, maps->job, task, done_on_node(maps->reruns->done_on[task]));
}

/* All output of the job is deleted. Slots of nodes that may have been full are offered again (H6 b). */
static void disk_job_ended(struct sw_replay *r, void *own, struct job *job)
{
    const struct stage *maps = &job->stage[0];
    if (!is_needed(maps) || !maps->reruns)
        return;
    for (uint32_t t = 0; t < maps->n_tasks; t++)
        if (maps->reruns->done_on[t])
            free_output(own, job, t, done_on_node(maps->reruns->done_on[t]));
    r->slots.offer_to_all |= job->held_bytes > 0;
}

/* ---- making and freeing ------------------------------------------------------------------------------ */

static void disk_start(struct sw_replay *r, void *own)
{
    struct disk *d = own;
    d->size = xcalloc(r->cl->n_nodes, sizeof *d->size);
    d->used = xcalloc(r->cl->n_nodes, sizeof *d->used);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        d->size[i] = r->cl->node[i].disk_bytes != SW_NO_DISK_LIMIT ? r->cl->node[i].disk_bytes : r->opt.disk_bytes;
}

const struct mechanism disk_mechanism = {
    .needs = NEEDS_RETURNS | NEEDS_LAUNCHES, .size = sizeof(struct disk), .start = disk_start,
    .launched = disk_launched, .ended = disk_ended, .stopped = disk_stopped, .output = disk_output,
    .job_ended = disk_job_ended, .fits = disk_fits, .unfit = SW_HELD_NO_SPACE, .says_why = disk_says_why,
};
