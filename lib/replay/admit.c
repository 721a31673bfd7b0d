/* SPDX-License-Identifier: GPL-3.0-or-later */
/* admit.c - reduces whose copying and computing are admitted apart (TR 5.2; rules A1-A4 of docs/model.md).
 *
 * A node keeps the reduces that are on it, in order of launch. One that has copied all computes at once if the
 * rule allows it, else it stands in the node's queue, in order of the end of its copying, then of launch. */
#include "lib/replay/replay.h"
#include <stdlib.h>

static void count(const struct node *nd, const struct job *job, int64_t *copying, int64_t *running)
{
    *copying = *running = 0;
    for (const struct attempt *a = nd->reduces; a; a = a->next_here) {
        *running += a->job == job;
        *copying += a->job == job && (a->phase == COPYING || a->phase == FETCHING);
    }
}

/* A2 */
bool admit_is_admitted(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    int64_t copying, running;
    if (!r->opt.admit.part->splits || st->kind != SW_REDUCE)
        return true;
    count(&r->node[node], st->job, &copying, &running);
    return r->opt.admit.part->may_start(&r->opt.admit, copying, running);
}

/* A2, A7 */
bool admit_may_start(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return admit_is_admitted(r, st, node) && (!r->room || room_is_there(r, st, node));
}

/* A free slot on the node that the stage may have, whatever its wait and room say (A2, O24). */
bool admit_has_slot(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    const struct node *nd = &r->node[node];
    return nd->free[st->slot] && (!r->privates || nd->claim == st->job->claim) && admit_is_admitted(r, st, node);
}

void admit_arrives(struct sw_replay *r, struct attempt *a)
{
    struct node *nd = &r->node[a->node];
    a->next_here = nd->reduces;
    nd->reduces = a;
}

static void compute(struct sw_replay *r, struct attempt *a)
{
    r->node[a->node].computing++;
    attempt_compute(r, a, r->now_us);
}

/* It has copied all. */
void admit_copied(struct sw_replay *r, struct attempt *a)
{
    struct node *nd = &r->node[a->node];
    if (r->opt.out_of_band || !r->opt.heartbeat_us)
        node_call(r, a->node); /* A4: another of the job may start to copy here */
    if (r->opt.admit.part->may_compute(&r->opt.admit, nd->computing)) {
        compute(r, a);
        return;
    }
    struct attempt **at = &nd->queue;
    while (*at && ((*at)->end_us < r->now_us || (*at)->serial < a->serial))
        at = &(*at)->next_queued;
    a->phase = QUEUED;
    a->next_queued = *at;
    *at = a;
}

static void unlink_from(struct attempt **list, struct attempt *a, bool queue)
{
    while (*list && *list != a)
        list = queue ? &(*list)->next_queued : &(*list)->next_here;
    if (*list)
        *list = queue ? a->next_queued : a->next_here;
}

/* It leaves the node, done or not; was: its phase until now. */
void admit_leaves(struct sw_replay *r, struct attempt *a, enum phase was)
{
    struct node *nd = &r->node[a->node];
    unlink_from(&nd->reduces, a, false);
    if (was == QUEUED)
        unlink_from(&nd->queue, a, true);
    if (was != RUNNING)
        return;
    r->totals.computing_us += r->now_us - a->compute_us;
    nd->computing--;
    struct attempt *next = nd->queue;
    if (next && r->opt.admit.part->may_compute(&r->opt.admit, nd->computing)) {
        nd->queue = next->next_queued;
        compute(r, next);
    }
}
