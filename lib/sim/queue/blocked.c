/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocked.c - queues that no offer reads, as their pool or group is at a limit (O6, O13). */
#include "lib/base/arena.h"
#include "lib/sim/queue/queue.h"
#include <stdlib.h>
#include <string.h>

/* Blocked queues are listed, so that waiting flags in them are cleared as all others are (D4). */
void blocked_set(struct sw_replay *r, struct blocked *a, int kind, bool on)
{
    if ((a->place != NONE) == on)
        return;
    if (on) {
        OBSERVERS_SEE(r, SAW_LIMIT, .kind = kind);
        RESERVE(r->queues.blocked[kind].at, r->queues.blocked[kind].n + 1, r->queues.blocked[kind].cap);
        a->place = r->queues.blocked[kind].n;
        r->queues.blocked[kind].at[r->queues.blocked[kind].n++] = a;
        return;
    }
    struct blocked *last = r->queues.blocked[kind].at[--r->queues.blocked[kind].n];
    r->queues.blocked[kind].n_released++;
    r->queues.blocked[kind].at[a->place] = last;
    last->place = a->place;
    a->place = NONE;
}

/* H6 (b): a limit no longer holds back what waits in p (NULL: in any pool). Pools above p may still do so. */
void blocked_released(struct sw_replay *r, const struct pool *p, int kind)
{
    r->slots.offer_to_all |= !pools_are_full(p, kind);
}
