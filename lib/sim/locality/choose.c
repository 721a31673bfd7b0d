/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choose.c - which task of a stage goes to a node, and how close to its data (L1, L2).
 *
 * A search passes over launched tasks. Each host keeps a cursor below which none is left. */
#include "lib/base/bits.h"
#include "lib/sim/locality/locality.h"
#include <stdlib.h>
#include <string.h>

/* The first unlaunched task at host i; NONE: there is none. */
static inline uint32_t first_left(const struct stage *st, struct host_index *p, uint32_t i)
{
    struct host_tasks *at = &p->at[i];
    while (at->next != NONE && bit_get(st->launched, at->next & ~LAST_TASK_OF_HOST))
        at->next = at->next & LAST_TASK_OF_HOST ? NONE : host_index_task(p)[++at->cursor];
    return at->next == NONE ? NONE : at->next & ~LAST_TASK_OF_HOST;
}

/* NONE: none is left there. `place` is a host's place in the index, or the node of a stage of few replicas. */
uint32_t choose_at_host(struct stage *st, uint32_t place)
{
    return st->at_node.is_few ? few_at_node(st, place) : first_left(st, &st->at_node, place);
}

/* Of an index that may not have been made. */
uint32_t choose_at_place(struct stage *st, struct host_index *p, uint32_t id)
{
    uint32_t i = p->at ? host_index_lookup(p, id) : NONE;
    return i == NONE ? NONE : first_left(st, p, i);
}

/* L2: the first unlaunched task with a replica on the node. */
uint32_t choose_local(struct sw_replay *r, struct stage *st, uint32_t node)
{
    struct host_index *p = &st->at_node;
    if (p->is_few)
        return few_at_node(st, node);
    if (st->column)
        return dense_index_task(r, st, node);
    if (p->at && !p->sparse) /* every node has a record, and this one is enough */
        return first_left(st, p, node);
    if (!st->n_unlaunched[PREF] || !p->at)
        return NONE;
    uint32_t i = host_index_lookup(p, node);
    return i == NONE ? NONE : first_left(st, p, i);
}

/* Few stages ever search by rack, so the index of racks is made at its first use. */
struct host_index *choose_racks(struct sw_replay *r, struct stage *st)
{
    if (!st->at_rack.at)
        host_index_of_racks(r, st);
    return &st->at_rack;
}

/* L2: the first with a replica in the rack. With one rack any that is left has. */
uint32_t choose_in_rack(struct sw_replay *r, struct stage *st, uint32_t rack)
{
    if (!st->n_unlaunched[PREF] || r->opt.no_rack_level || !stage_is_indexed(st))
        return NONE;
    if (r->cl->n_racks == 1)
        return unlaunched_first(st, PREF);
    if (st->at_node.is_few)
        return few_in_rack(r, st, rack);
    uint32_t i = host_index_lookup(choose_racks(r, st), rack);
    return i == NONE ? NONE : first_left(st, &st->at_rack, i);
}

/* Hosts of the index with a task that is left. */
static uint32_t count_left(const struct stage *st, struct host_index *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n; i++)
        n += first_left(st, p, i) != NONE;
    return n;
}

/* Nodes and racks, each once, with a replica of an unlaunched task (Y3). */
uint32_t choose_count_places(struct sw_replay *r, struct stage *st)
{
    return count_left(st, &st->at_node) + count_left(st, choose_racks(r, st));
}

/* The lowest unlaunched tasks with a replica at the host, at most `most`, ascending. A rack with two replicas of a task
 * names it twice. */
uint32_t choose_several(struct stage *st, struct host_index *p, uint32_t id, uint32_t most, uint32_t *task)
{
    uint32_t i = host_index_lookup(p, id), n = 0;
    if (i == NONE || first_left(st, p, i) == NONE)
        return 0;
    for (uint32_t k = p->at[i].cursor; k < host_index_end(p)[i] && n < most; k++) {
        uint32_t t = host_index_task(p)[k] & ~LAST_TASK_OF_HOST;
        if (!bit_get(st->launched, t) && !(n && task[n - 1] == t))
            task[n++] = t;
    }
    return n;
}

/* L1: how far the node is from the task's data. */
enum sw_locality choose_distance(const struct sw_replay *r, const struct stage *st, uint32_t task, uint32_t node)
{
    const uint32_t *host = st->replicas.host ? replicas_of(st, task) : NULL;
    bool rack = false;
    uint32_t n = host ? replicas_n(st, task) : 0;
    for (uint32_t k = 0; k < n; k++) {
        if (host[k] == node)
            return SW_AT_NODE;
        rack |= r->cl->node[host[k]].rack == r->cl->node[node].rack;
    }
    return !n ? SW_AT_NONE : rack && !r->opt.no_rack_level ? SW_AT_RACK : SW_AT_ANY;
}
