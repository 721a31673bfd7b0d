/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask.h - what the core asks mechanisms: which stage may run where, what is offered, what waits. */
#ifndef LIB_SIM_ASK_H
#define LIB_SIM_ASK_H
#include "lib/sim/sim.h"

/* Out of line, as most replays have no mechanism that answers. */
bool mechanisms_wait(const struct sw_replay *r, int kind);
int64_t mechanisms_cap(const struct sw_replay *r, const struct node *nd, int kind);
bool mechanisms_admit(const struct sw_replay *r, const struct stage *st, uint32_t node);
bool mechanisms_fit(const struct sw_replay *r, const struct stage *st, uint32_t node);
bool mechanisms_crowd(const struct sw_replay *r, const struct stage *st, uint32_t node);

/* A2, O24: the rules allow the stage a slot of the node, apart from its wait and from disk space. */
static inline bool stage_is_admitted(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return !unlikely(r->mechanisms.has.admits) || mechanisms_admit(r, st, node);
}
/* A7 */
static inline bool stage_fits(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return !unlikely(r->mechanisms.has.fits) || mechanisms_fit(r, st, node);
}
/* D13 */
static inline bool stage_is_crowded(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return unlikely(r->mechanisms.has.crowds) && mechanisms_crowd(r, st, node);
}
/* A2, A7 */
static inline bool stage_may_start(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return stage_is_admitted(r, st, node) && stage_fits(r, st, node);
}
/* The node has a free slot that the stage may have, apart from its wait and from disk space. */
static inline bool stage_has_slot(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return r->slots.node[node].free[st->slot_kind] && stage_is_admitted(r, st, node);
}
/* Whether there is work for a slot of the kind (H5). */
static inline bool work_waits(const struct sw_replay *r, int kind)
{
    return r->queues.of_kind[kind].n || (unlikely(r->mechanisms.has.spare) && mechanisms_wait(r, kind));
}
/* How many free slots the node offers at a heartbeat. */
static inline int64_t slots_offered(const struct sw_replay *r, const struct node *nd, int kind)
{
    int64_t below;
    if (unlikely(r->mechanisms.has.slots_cap)
        && (below = mechanisms_cap(r, nd, kind) - nd->occupied[kind]) < nd->free[kind])
        return below > 0 ? below : 0;
    return nd->free[kind];
}
#endif
