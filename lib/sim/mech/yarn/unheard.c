/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unheard.c - what runs for YARN's ResourceManager: attempts that have ended, too, until their nodes tell of it (H2.2).
 * It may choose them to be killed (Y13.4, Y14.4 of docs/model.md). */
#include "lib/base/arena.h"
#include "lib/base/grow.h"
#include "lib/sim/mech/yarn/yarn_kills.h"
#include "lib/sim/nodes/beats.h"
#include <stdlib.h>

/* H2.2: its node tells of it at its next heartbeat. */
void unheard_add(struct sw_replay *r, struct yarn_kills *k, struct attempt *a)
{
    PUSH(k->unheard, k->n_unheard, k->cap_unheard,
         (struct unheard){ a, beats_of_node(r, a->node), a->is_ordered, false });
}

static int ended_by_launch(const void *a, const void *b)
{
    const struct unheard *x = a, *y = b;
    return ORDER(x->attempt->serial, y->attempt->serial);
}

/* Reports come behind looks (T2.5). The others are sorted. */
void unheard_hear(const struct sw_replay *r, struct yarn_kills *k)
{
    size_t n = 0;
    for (size_t i = 0; i < k->n_unheard; i++)
        if (k->unheard[i].report_us >= r->now_us)
            k->unheard[n++] = k->unheard[i];
    k->n_unheard = n;
    if (n > 1)
        qsort(k->unheard, n, sizeof *k->unheard, ended_by_launch);
}

/* NULL: it runs, or its node has told of it. */
struct unheard *unheard_find(const struct sw_replay *r, struct yarn_kills *k, const struct attempt *a)
{
    for (size_t i = 0; i < k->n_unheard; i++)
        if (k->unheard[i].attempt == a && k->unheard[i].report_us >= r->now_us)
            return &k->unheard[i];
    return NULL;
}

/* Y14.6: who was killed in vain is no more. */
static void note_seen(struct yarn_kills *k, struct attempt *a, struct unheard *ended)
{
    if (ended && ended->is_in_vain)
        return;
    PUSH(k->seen, k->n_seen, k->cap_seen, (struct seen){ a, ended });
}

/* Both lists are by launch: they are merged. */
void unheard_see(struct sw_replay *r, struct yarn_kills *k)
{
    size_t i = 0;
    k->n_seen = 0;
    for (struct attempt *a = r->attempts.oldest; a; a = a->newer) {
        for (; i < k->n_unheard && k->unheard[i].attempt->serial < a->serial; i++)
            note_seen(k, k->unheard[i].attempt, &k->unheard[i]);
        note_seen(k, a, NULL);
    }
    for (; i < k->n_unheard; i++)
        note_seen(k, k->unheard[i].attempt, &k->unheard[i]);
}
