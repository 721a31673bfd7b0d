/* SPDX-License-Identifier: GPL-3.0-or-later */
/* names.c - names to pointers; sw_names.h. */
#include "slotwise/sw_names.h"
#include "slotwise/sw_chance.h"
#include <stdlib.h>
#include <string.h>

static size_t seek(const struct sw_names *t, uint64_t hash, const char *at, size_t len)
{
    size_t mask = t->cap - 1, i = hash & mask;
    while (t->slot[i].value
           && (t->slot[i].hash != hash || t->slot[i].len != len || memcmp(t->slot[i].at, at, len)))
        i = (i + 1) & mask;
    return i;
}

void *sw_names_find(const struct sw_names *t, const char *at, size_t len)
{
    return t->n ? t->slot[seek(t, sw_chance_name(at, len), at, len)].value : NULL;
}

void *sw_names_find_hashed(const struct sw_names *t, uint64_t hash, const char *at, size_t len)
{
    return t->n ? t->slot[seek(t, hash, at, len)].value : NULL;
}

static void drop_slots(struct sw_names *t)
{
    if (t->drop)
        t->drop(t->slot);
    else
        free(t->slot);
}

static int grow(struct sw_names *t)
{
    struct sw_names bigger = { .cap = t->cap ? 2 * t->cap : 16, .n = t->n, .more = t->more, .drop = t->drop };
    bigger.slot = t->more ? t->more(bigger.cap, sizeof *bigger.slot) : calloc(bigger.cap, sizeof *bigger.slot);
    if (!bigger.slot)
        return -1;
    for (size_t i = 0; i < t->cap; i++)
        if (t->slot[i].value)
            bigger.slot[seek(&bigger, t->slot[i].hash, t->slot[i].at, t->slot[i].len)] = t->slot[i];
    drop_slots(t);
    *t = bigger;
    return 0;
}

int sw_names_add(struct sw_names *t, const char *at, size_t len, void *value)
{
    return sw_names_add_hashed(t, sw_chance_name(at, len), at, len, value);
}

int sw_names_add_hashed(struct sw_names *t, uint64_t hash, const char *at, size_t len, void *value)
{
    if (2 * (t->n + 1) > t->cap && grow(t))
        return -1;
    t->slot[seek(t, hash, at, len)] = (struct sw_name){ hash, at, len, value };
    t->n++;
    return 0;
}

void sw_names_remove(struct sw_names *t, const char *at, size_t len)
{
    sw_names_remove_hashed(t, sw_chance_name(at, len), at, len);
}

/* Moves back what probed past the hole, so that no mark of it need stay (Knuth 6.4, algorithm R). */
void sw_names_remove_hashed(struct sw_names *t, uint64_t hash, const char *at, size_t len)
{
    if (!t->n)
        return;
    size_t mask = t->cap - 1, hole = seek(t, hash, at, len);
    if (!t->slot[hole].value)
        return;
    for (size_t i = (hole + 1) & mask; t->slot[i].value; i = (i + 1) & mask) {
        size_t home = t->slot[i].hash & mask;
        if (((i - home) & mask) < ((i - hole) & mask))
            continue;
        t->slot[hole] = t->slot[i];
        hole = i;
    }
    t->slot[hole].value = NULL;
    t->n--;
}

void sw_names_clear(struct sw_names *t)
{
    drop_slots(t);
    *t = (struct sw_names){ 0 };
}
