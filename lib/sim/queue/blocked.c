/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocked.c - queues that no offer reads, as their pool or group is at a limit (O6, O13). */
#include "lib/base/arena.h"
#include "lib/sim/queue/queue.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Blocked queues are listed, so that waiting flags in them are cleared as all others are (D4). */
void blocked_set(struct sw_replay *r, struct blocked *a, int slot, bool on)
{
    if ((a->place != NONE) == on)
        return;
    if (on) {
        MECHANISMS_TELL(r, saw_limit, slot);
        if (r->queues.blocked[slot].n == r->queues.blocked[slot].cap) {
            r->queues.blocked[slot].cap = 2 * r->queues.blocked[slot].cap + 8;
            r->queues.blocked[slot].at = xrealloc(r->queues.blocked[slot].at, r->queues.blocked[slot].cap,
                                                  sizeof *r->queues.blocked[slot].at);
        }
        a->place = r->queues.blocked[slot].n;
        r->queues.blocked[slot].at[r->queues.blocked[slot].n++] = a;
        return;
    }
    struct blocked *last = r->queues.blocked[slot].at[--r->queues.blocked[slot].n];
    r->queues.blocked[slot].at[a->place] = last;
    last->place = a->place;
    a->place = NONE;
}

/* H6 (b): a limit no longer holds back what waits in p (NULL: in any pool). Pools above p may still do so. */
void blocked_released(struct sw_replay *r, const struct pool *p, int slot)
{
    for (; p; p = p->parent)
        if (p->running[slot] >= p->most[slot])
            return;
    r->slots.offer_to_all = true;
}
