/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.c - the room of nodes for map output (TR 5.4; rules A6, A7 of docs/model.md).
 *
 * A map's output takes room from its launch on, so a launched one never finds its node full, until its job ends or the
 * output is lost (B11) or deleted (A8, evict.c). Calls are guarded by r->room, which is NULL while no node has a limit. */
#include "lib/replay/replay.h"
#include <assert.h>
#include <stdlib.h>

/* ---- bytes --------------------------------------------------------------------------------------- */

/* S4: of map i of M, floor(S(i+1)/M) - floor(S i/M), so that all together are S. With S = qM + r that is q, and one more now and then. */
uint64_t output_bytes(const struct job *job, uint32_t task)
{
    uint64_t maps = job->result.maps, q = job->shuffle_bytes / maps, r = job->shuffle_bytes % maps;
    return r ? q + r * (task + UINT64_C(1)) / maps - r * task / maps : q;
}

/* What the largest output takes: A7 asks for it whichever map is meant. */
uint64_t room_for_map(const struct job *job)
{
    uint64_t maps = job->result.maps;
    return job->shuffle_bytes / maps + (job->shuffle_bytes % maps > 0);
}

bool room_is_needed(const struct stage *st)
{
    return st->kind == SW_MAP && st->job->mapreduce && st->job->shuffle_bytes > 0;
}

uint64_t room_left(const struct sw_replay *r, uint32_t node)
{
    const struct room *room = r->room;
    return room->size[node] == SW_NO_DISK_LIMIT ? SW_NO_DISK_LIMIT : room->size[node] - room->used[node];
}

/* A7 */
bool room_is_there(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return !room_is_needed(st) || room_left(r, node) >= room_for_map(st->job);
}

/* ---- taken and given back ---------------------------------------------------------------------------- */

static void take(struct sw_replay *r, uint32_t node, uint64_t bytes)
{
    r->room->used[node] += bytes;
    assert(r->room->used[node] <= r->room->size[node]);
}

void room_free(struct sw_replay *r, const struct job *job, uint32_t task, uint32_t node)
{
    if (!job->mapreduce)
        return;
    assert(r->room->used[node] >= output_bytes(job, task));
    r->room->used[node] -= output_bytes(job, task);
}

void room_launched(struct sw_replay *r, const struct attempt *a)
{
    const struct stage *st = a->stage;
    r->room->n_busy += st->kind != SW_REDUCE;
    if (room_is_needed(st))
        take(r, a->node, output_bytes(st->job, a->task));
}

/* Not done: there is no output. */
static void give_back(struct sw_replay *r, const struct attempt *a)
{
    if (room_is_needed(a->stage))
        room_free(r, a->job, a->task, a->node);
}

/* It has ended by itself, and counts as running until it is committed (H2, L7). */
void room_ended(struct sw_replay *r, const struct attempt *a)
{
    r->room->n_busy += a->stage->kind == SW_REDUCE;
    if (a->fails)
        give_back(r, a);
}

void room_committed(struct sw_replay *r)
{
    r->room->n_busy--;
}

void room_stopped(struct sw_replay *r, const struct attempt *a)
{
    r->room->n_busy -= a->stage->kind != SW_REDUCE;
    give_back(r, a);
}

/* All its output goes; nodes that may have been full are offered anew (H6 b). */
void room_job_ended(struct sw_replay *r, struct job *job)
{
    const struct stage *maps = &job->stage[0];
    evict_let_back(r, job);
    if (!room_is_needed(maps) || !maps->done_on)
        return;
    for (uint32_t t = 0; t < maps->n_tasks; t++)
        if (maps->done_on[t])
            room_free(r, job, t, (maps->done_on[t] & DONE_ON_NODE) - 1);
    r->call_all |= job->held_bytes > 0;
}

/* ---- making and freeing ------------------------------------------------------------------------------ */

static uint64_t size_of(const struct sw_replay_options *opt, const struct sw_node *node)
{
    return node->disk_bytes != SW_NO_DISK_LIMIT ? node->disk_bytes : opt->disk_bytes;
}

bool room_is_limited(const struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    for (uint32_t i = 0; i < cl->n_nodes; i++)
        if (size_of(opt, &cl->node[i]) != SW_NO_DISK_LIMIT)
            return true;
    return false;
}

void room_start(struct sw_replay *r)
{
    r->room = xcalloc(1, sizeof *r->room);
    r->room->size = xcalloc(r->cl->n_nodes, sizeof *r->room->size);
    r->room->used = xcalloc(r->cl->n_nodes, sizeof *r->room->used);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        r->room->size[i] = size_of(&r->opt, &r->cl->node[i]);
}

void room_end(struct sw_replay *r)
{
    if (!r->room)
        return;
    free(r->room->size);
    free(r->room->used);
    free(r->room);
}
