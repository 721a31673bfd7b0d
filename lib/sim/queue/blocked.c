/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocked.c - queues that stand aside, as what waits in them is at a limit (O6, O13). */
#include "lib/base/arena.h"
#include "lib/sim/queue/queue.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Marks in these are cleared like all others (D4). */
void set_aside(struct sw_replay *r, struct aside *a, int slot, bool on)
{
    if ((a->place != NONE) == on)
        return;
    if (on) {
        MECHANISMS_TELL(r, saw_limit, slot);
        if (r->aside[slot].n == r->aside[slot].cap) {
            r->aside[slot].cap = 2 * r->aside[slot].cap + 8;
            r->aside[slot].at = xrealloc(r->aside[slot].at, r->aside[slot].cap, sizeof *r->aside[slot].at);
        }
        a->place = r->aside[slot].n;
        r->aside[slot].at[r->aside[slot].n++] = a;
        return;
    }
    struct aside *last = r->aside[slot].at[--r->aside[slot].n];
    r->aside[slot].at[a->place] = last;
    last->place = a->place;
    a->place = NONE;
}

/* H6 (b): a limit holds back no longer who waits in p (NULL: whatever the pool). Those above may. */
void limit_lets_go(struct sw_replay *r, const struct pool *p, int slot)
{
    for (; p; p = p->parent)
        if (p->running[slot] >= p->most[slot])
            return;
    r->call_all = true;
}
