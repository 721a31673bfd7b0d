/* SPDX-License-Identifier: GPL-3.0-or-later */
/* space.c - the room that the allocator works in, and the words for its closed lists. Who calls often keeps one
 * space, so that nothing is allocated in between. */
#include <stdlib.h>
#include "slotwise/sw_fair.h"

const char *const sw_bound_words[] = { "demand", "min", "max", "weight", NULL };
const char *const sw_over_min_words[] = { "scale", "keep", NULL };

/* One block, cut up; what was in it need not be kept. */
int sw_fair_reserve(struct sw_fair_space *space, size_t n, struct sw_err *err)
{
    if (n <= space->cap)
        return SW_OK;
    /* Half as much again, so that a growing n seldom asks. */
    size_t cap = n + n / 2 + 8;
    size_t each = 2 * sizeof *space->bend + sizeof *space->claim + sizeof *space->share + sizeof *space->turn +
                  sizeof *space->heap;
    sw_fair_space_clear(space);
    space->bend = malloc(cap * each);
    if (!space->bend)
        return sw_err_memory(err);
    /* Alignment falls from part to part, so each is aligned. */
    space->claim = (void *)(space->bend + 2 * cap);
    space->share = (void *)(space->claim + cap);
    space->turn = (void *)(space->share + cap);
    space->heap = (void *)(space->turn + cap);
    space->cap = cap;
    return SW_OK;
}

void sw_fair_space_clear(struct sw_fair_space *space)
{
    free(space->bend);
    *space = (struct sw_fair_space){ 0 };
}
