/* SPDX-License-Identifier: GPL-3.0-or-later */
/* uses.c - what is taken, over time, of what is limited.
 *
 * At an instant what ends is counted before what begins. What takes no time is counted by itself, as the log does not
 * say what ran beside it. So a fault is one in whatever order the instant went. */
#include "lib/audit/audit.h"
#include <stdlib.h>

static int by_owner_and_time(const void *x, const void *y)
{
    const struct use *a = x, *b = y;
    return ORDER(a->of, b->of) ?: ORDER(a->at_us, b->at_us) ?: ORDER(a->by, b->by)
        ?: ORDER(a->row->line, b->row->line);
}

void audit_uses_add(struct uses *to, uint64_t of, const struct row *row, int64_t from_us, int64_t to_us)
{
    to->at[to->n++] = (struct use){ of, from_us, to_us > from_us, row };
    if (to_us > from_us)
        to->at[to->n++] = (struct use){ of, to_us, -1, row };
}

void audit_uses_check(struct audit *a, struct uses *s, const struct limit *limit)
{
    int64_t n = 0;
    if (s->n)
        qsort(s->at, s->n, sizeof *s->at, by_owner_and_time);
    for (size_t i = 0; i < s->n; i++) {
        const struct use *use = &s->at[i];
        const struct row *row = use->row;
        /* The count begins again with each owner. */
        n = i && use->of != s->at[i - 1].of ? 0 : n;
        int64_t takes = limit->size ? job_of(a, row)->task_size[limit->size - 1] : slots_of(a, row);
        n += use->by * takes;
        /* What takes no time is added for this comparison alone. */
        int64_t with = n + (use->by ? 0 : takes);
        if (use->by < 0 || with <= limit->most(a, use))
            continue;
        if (limit->tell)
            limit->tell(a, use);
        else
            audit_fault(a, OF_SLOTS, row, limit->rule, "is number %lld of %s at %s, which may have %lld",
                        (long long)with, limit->what, S(use->at_us), (long long)limit->most(a, use));
    }
    /* The array serves the next check. */
    s->n = 0;
}
