/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gather_index.c - open addressing with linear probing; emptied by a new generation, not by writing. */
#include <stdlib.h>
#include <string.h>
#include "lib/trace/stream/gather.h"

void gather_index_reset(struct gather_index *ix)
{
    ix->n = 0;
    if (++ix->generation == 0) { /* after 2^32 jobs: forget the oldest marks */
        memset(ix->slot, 0, ix->cap * sizeof *ix->slot);
        ix->generation = 1;
    }
}

uint32_t gather_index_probe(const struct gather_index *ix, uint64_t hash, uint64_t *probe)
{
    while (ix->cap > 0) {
        const struct gather_slot *s = &ix->slot[*probe & (ix->cap - 1)];
        if (s->generation != ix->generation)
            return GATHER_NONE;
        ++*probe;
        if (s->hash == hash)
            return s->at;
    }
    return GATHER_NONE;
}

static void put(struct gather_index *ix, uint64_t hash, uint32_t at)
{
    uint64_t probe = hash;
    while (ix->slot[probe & (ix->cap - 1)].generation == ix->generation)
        probe++;
    ix->slot[probe & (ix->cap - 1)] = (struct gather_slot){ ix->generation, at, hash };
}

static int widen(struct gather_index *ix, struct sw_err *err)
{
    struct gather_index wide = { .cap = ix->cap < 64 ? 64 : ix->cap * 2, .n = ix->n, .generation = ix->generation };
    wide.slot = calloc(wide.cap, sizeof *wide.slot);
    if (!wide.slot)
        return sw_err_memory(err);
    for (size_t i = 0; i < ix->cap; i++)
        if (ix->slot[i].generation == ix->generation)
            put(&wide, ix->slot[i].hash, ix->slot[i].at);
    free(ix->slot);
    *ix = wide;
    return SW_OK;
}

int gather_index_add(struct gather_index *ix, uint64_t hash, uint32_t at, struct sw_err *err)
{
    if ((ix->n + 1) * 2 > ix->cap && widen(ix, err) != SW_OK)
        return SW_FAIL;
    put(ix, hash, at);
    ix->n++;
    return SW_OK;
}
