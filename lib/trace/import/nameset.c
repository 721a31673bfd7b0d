/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nameset.c - open addressing with linear probing over copies of the names. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/trace/import/nameset.h"
#include "slotwise/sw_chance.h"

static uint32_t *slot_of(const struct nameset *s, uint64_t i) { return &s->slot[i & (s->n_slots - 1)]; }

uint32_t nameset_find(const struct nameset *s, struct sw_text text)
{
    uint64_t hash = sw_chance_name(text.at, text.len);
    for (uint64_t i = hash; s->n_slots > 0 && *slot_of(s, i) != 0; i++) {
        const struct nameset_name *n = &s->name[*slot_of(s, i) - 1];
        if (n->hash == hash && n->text.len == text.len && memcmp(n->text.at, text.at, text.len) == 0)
            return *slot_of(s, i) - 1;
    }
    return NAMESET_NONE;
}

static void put_slot(struct nameset *s, size_t place)
{
    uint64_t i = s->name[place].hash;
    while (*slot_of(s, i) != 0)
        i++;
    *slot_of(s, i) = (uint32_t)place + 1;
}

static int widen(struct nameset *s, struct sw_err *err)
{
    size_t n_slots = s->n_slots < 64 ? 64 : s->n_slots * 2;
    uint32_t *slot = calloc(n_slots, sizeof *slot);
    if (!slot)
        return sw_err_memory(err);
    free(s->slot);
    s->slot = slot;
    s->n_slots = n_slots;
    for (size_t i = 0; i < s->n; i++)
        put_slot(s, i);
    return SW_OK;
}

int nameset_add(struct nameset *s, struct sw_text text, struct sw_err *err)
{
    if (nameset_find(s, text) != NAMESET_NONE)
        return SW_OK;
    if ((2 * (s->n + 1) > s->n_slots && widen(s, err) != SW_OK)
        || sw_grow(&s->name, &s->cap, s->n + 1, sizeof *s->name, err) != SW_OK)
        return SW_FAIL;
    char *copy = s->n < NAMESET_NONE - 1 ? malloc(text.len + 1) : NULL;
    if (!copy)
        return sw_err_memory(err);
    if (text.len > 0)
        memcpy(copy, text.at, text.len);
    s->name[s->n] = (struct nameset_name){ sw_chance_name(text.at, text.len), { copy, text.len } };
    put_slot(s, s->n++);
    return SW_OK;
}

void nameset_clear(struct nameset *s)
{
    for (size_t i = 0; i < s->n; i++)
        free((char *)s->name[i].text.at);
    free(s->name);
    free(s->slot);
    *s = (struct nameset){ NULL };
}
