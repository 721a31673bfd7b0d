/* SPDX-License-Identifier: GPL-3.0-or-later */
/* names.c - the hash table, and names to pointers; sw_names.h. */
#include "lib/base/sw_names.h"
#include "lib/base/sw_chance.h"
#include <stdlib.h>
#include <string.h>

static void *more(const struct sw_hash *h, size_t n, size_t size)
{
    return h->more ? h->more(n, size) : calloc(n, size);
}

static void drop_memory(const struct sw_hash *h, void *memory)
{
    if (h->drop)
        h->drop(memory);
    else
        free(memory);
}

/* ---- hashes to numbers --------------------------------------------------------------------------------- */

/* The first free slot from the hash on; there is one. */
static void put_slot(struct sw_hash *h, struct sw_hash_slot entry)
{
    size_t i = entry.hash & (h->cap - 1);
    while (h->slot[i].number > h->floor)
        i = (i + 1) & (h->cap - 1);
    h->slot[i] = entry;
}

/* Twice the slots, into which each entry is put again. */
static int widen_hash(struct sw_hash *h)
{
    struct sw_hash wide = *h;
    wide.cap = h->cap ? 2 * h->cap : 16;
    wide.slot = h->n < INT32_MAX ? more(h, wide.cap, sizeof *wide.slot) : NULL; /* slots keep 32 bits of a hash */
    if (!wide.slot)
        return -1;
    for (size_t i = 0; i < h->cap; i++)
        if (h->slot[i].number > h->floor)
            put_slot(&wide, h->slot[i]);
    drop_memory(h, h->slot);
    *h = wide;
    return 0;
}

int sw_hash_add(struct sw_hash *h, uint64_t hash, uint32_t number)
{
    if (2 * (h->n + 1) > h->cap && widen_hash(h))
        return -1;
    put_slot(h, (struct sw_hash_slot){ (uint32_t)hash, h->floor + number + 1 });
    h->n++;
    return 0;
}

/* Moves back what probed past the hole, so that no mark of it need stay (Knuth 6.4, algorithm R). */
void sw_hash_remove(struct sw_hash *h, uint64_t hash, uint32_t number)
{
    size_t mask = h->cap - 1, hole = hash & mask;
    while (h->slot[hole].number != h->floor + number + 1)
        hole = (hole + 1) & mask;
    for (size_t i = (hole + 1) & mask; h->slot[i].number > h->floor; i = (i + 1) & mask) {
        size_t home = h->slot[i].hash & mask;
        if (((i - home) & mask) < ((i - hole) & mask))
            continue;
        h->slot[hole] = h->slot[i];
        hole = i;
    }
    h->slot[hole].number = 0;
    h->n--;
}

/* Rather than slots being written, the floor rises above what they have. */
void sw_hash_empty(struct sw_hash *h)
{
    h->floor += (uint32_t)h->n;
    h->n = 0;
    if (h->floor <= INT32_MAX)
        return;
    memset(h->slot, 0, h->cap * sizeof *h->slot);
    h->floor = 0;
}

void sw_hash_clear(struct sw_hash *h)
{
    drop_memory(h, h->slot);
    h->slot = NULL;
    h->n = h->cap = h->floor = 0;
}

/* ---- names to pointers --------------------------------------------------------------------------------- */

/* SW_HASH_NONE: it is not there. */
static uint32_t seek_name(const struct sw_names *t, uint64_t hash, const char *at, size_t len)
{
    uint32_t step = 0, i;
    while ((i = sw_hash_next(&t->index, hash, &step)) != SW_HASH_NONE
           && (t->name[i].len != len || memcmp(t->name[i].at, at, len)))
        ;
    return i;
}

void *sw_names_find(const struct sw_names *t, const char *at, size_t len)
{
    return t->index.n ? sw_names_find_hashed(t, sw_chance_name(at, len), at, len) : NULL;
}

void *sw_names_find_hashed(const struct sw_names *t, uint64_t hash, const char *at, size_t len)
{
    uint32_t i = seek_name(t, hash, at, len);
    return i == SW_HASH_NONE ? NULL : t->name[i].value;
}

static int grow_names(struct sw_names *t)
{
    size_t cap = t->cap ? t->cap + t->cap / 2 : 8;
    struct sw_name *name = more(&t->index, cap, sizeof *name);
    if (!name)
        return -1;
    if (t->n)
        memcpy(name, t->name, t->n * sizeof *name);
    drop_memory(&t->index, t->name);
    t->name = name;
    t->cap = cap;
    return 0;
}

int sw_names_add(struct sw_names *t, const char *at, size_t len, void *value)
{
    return sw_names_add_hashed(t, sw_chance_name(at, len), at, len, value);
}

int sw_names_add_hashed(struct sw_names *t, uint64_t hash, const char *at, size_t len, void *value)
{
    if (!t->spare && t->n == t->cap && grow_names(t))
        return -1;
    size_t i = t->spare ? t->spare - 1 : t->n;
    if (sw_hash_add(&t->index, hash, (uint32_t)i))
        return -1;
    if (t->spare)
        t->spare = t->name[i].len;
    else
        t->n++;
    t->name[i] = (struct sw_name){ at, len, value };
    return 0;
}

void sw_names_remove(struct sw_names *t, const char *at, size_t len)
{
    sw_names_remove_hashed(t, sw_chance_name(at, len), at, len);
}

void sw_names_remove_hashed(struct sw_names *t, uint64_t hash, const char *at, size_t len)
{
    uint32_t i = seek_name(t, hash, at, len);
    if (i == SW_HASH_NONE)
        return;
    sw_hash_remove(&t->index, hash, i);
    t->name[i] = (struct sw_name){ .len = t->spare };
    t->spare = (size_t)i + 1;
}

void sw_names_clear(struct sw_names *t)
{
    sw_hash_clear(&t->index);
    drop_memory(&t->index, t->name);
    *t = (struct sw_names){ 0 };
}

/* ---- texts ------------------------------------------------------------------------------------------------ */

enum { TEXTS_CHUNK = 1 << 18, TEXTS_KNOWN = 1 << 16 };
struct sw_texts_chunk { struct sw_texts_chunk *before; size_t cap; char at[]; };

static char *add_text(struct sw_texts *t, const char *at, uint32_t len)
{
    const size_t size = sizeof len + len;
    if (!t->chunk || t->chunk->cap - t->used < size) {
        const size_t cap = size > TEXTS_CHUNK ? size : TEXTS_CHUNK;
        struct sw_texts_chunk *c = malloc(sizeof *c + cap);
        if (!c)
            return NULL;
        *c = (struct sw_texts_chunk){ .before = t->chunk, .cap = cap };
        t->chunk = c;
        t->used = 0;
    }
    char *to = t->chunk->at + t->used;
    t->used += size;
    memcpy(to, &len, sizeof len);
    if (len > 0)
        memcpy(to + sizeof len, at, len);
    return to + sizeof len;
}

const char *sw_texts_keep(struct sw_texts *t, const char *at, size_t len)
{
    const uint64_t hash = sw_chance_name(at, len);
    const char *kept = sw_names_find_hashed(&t->known, hash, at, len);
    if (kept)
        return kept;
    kept = len <= UINT32_MAX ? add_text(t, at, (uint32_t)len) : NULL;
    if (kept && t->known.n < TEXTS_KNOWN
        && sw_names_add_hashed(&t->known, hash, kept, len, (void *)(uintptr_t)kept) != 0)
        return NULL;
    return kept;
}

void sw_texts_forget(struct sw_texts *t) { sw_names_clear(&t->known); }

void sw_texts_clear(struct sw_texts *t)
{
    for (struct sw_texts_chunk *c = t->chunk, *before; c; c = before) {
        before = c->before;
        free(c);
    }
    sw_names_clear(&t->known);
    *t = (struct sw_texts){ .chunk = NULL };
}
