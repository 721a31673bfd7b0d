/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask.h - what the core asks of mechanisms: who may run where, what is offered, what waits. */
#ifndef LIB_SIM_ASK_H
#define LIB_SIM_ASK_H
#include "lib/sim/sim.h"

/* Out of line: most replays have no mechanism that answers. */
/* What mechanisms say, out of line: most replays have none that does. */
bool hooks_wait(const struct sw_replay *r, int slot);
int64_t hooks_cap(const struct sw_replay *r, const struct node *nd, int slot);
bool hooks_ask(const struct sw_replay *r, const struct node *nd, int slot);
bool hooks_admit(const struct sw_replay *r, const struct stage *st, uint32_t node);
bool hooks_fit(const struct sw_replay *r, const struct stage *st, uint32_t node);
bool hooks_crowd(const struct sw_replay *r, const struct stage *st, uint32_t node);

/* A2, O24: the rules allow the stage a slot of the node, whatever its wait and room say. */
static inline bool stage_is_admitted(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return !SELDOM(r->mechanisms.has.admits) || hooks_admit(r, st, node);
}
/* A7 */
static inline bool stage_fits(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return !SELDOM(r->mechanisms.has.fits) || hooks_fit(r, st, node);
}
/* D13 */
static inline bool stage_is_crowded(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return SELDOM(r->mechanisms.has.crowds) && hooks_crowd(r, st, node);
}
/* A2, A7 */
static inline bool stage_may_start(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return stage_is_admitted(r, st, node) && stage_fits(r, st, node);
}
/* There is a free slot of the node that the stage may have, whatever its wait and room say. */
static inline bool stage_has_slot(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return r->node[node].free[st->slot] && stage_is_admitted(r, st, node);
}
/* Work of the kind waits (H5). */
static inline bool work_waits(const struct sw_replay *r, int slot)
{
    return r->list[slot].n || (SELDOM(r->mechanisms.has.waits) && hooks_wait(r, slot));
}
/* Free slots that a node offers at a heartbeat. */
static inline int64_t slots_offered(const struct sw_replay *r, const struct node *nd, int slot)
{
    int64_t below;
    if (SELDOM(r->mechanisms.has.slots_cap) && (below = hooks_cap(r, nd, slot) - nd->occupied[slot]) < nd->free[slot])
        return below > 0 ? below : 0;
    return nd->free[slot];
}
#endif
