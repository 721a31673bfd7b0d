/* SPDX-License-Identifier: GPL-3.0-or-later */
/* names.c - the hash table, names to pointers, and how far names are apart; sw_names.h. */
#include "lib/base/sw_names.h"
#include "lib/base/minmax.h"
#include "lib/base/sw_chance.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Memory of a table may be blocks of a guard (xnames_add). */
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

/* Half of the slots stay free, so that a search ends soon; of a million a quarter, which takes half the memory. */
int sw_hash_add(struct sw_hash *h, uint64_t hash, uint32_t number)
{
    const size_t spare = h->cap / (h->cap < 1 << 20 ? 2 : 4);
    if (h->n + 1 > h->cap - spare && widen_hash(h))
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
        /* What would not be found from its home past the hole moves into the hole. */
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
    /* Until 32 bits would not do, no slot need be written. */
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

/* Not realloc(): memory may be blocks. */
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
    /* A place that was given back is used before the array grows. */
    if (!t->spare && t->n == t->cap && grow_names(t))
        return -1;
    size_t i = t->spare ? t->spare - 1 : t->n;
    if (sw_hash_add(&t->index, hash, (uint32_t)i))
        return -1;
    if (t->spare)
        /* len of a spare one is the next spare place. */
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

/* CHUNK: bytes taken at once. KNOWN: so many different texts are looked for. */
enum { TEXTS_CHUNK = 1 << 18, TEXTS_KNOWN = 1 << 16 };
struct sw_texts_chunk { struct sw_texts_chunk *before; size_t cap; char at[]; };

/* Its length stands before the text, not aligned. */
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
    /* Beyond KNOWN a text is kept again each time it comes. */
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

/* ---- how far names are apart ------------------------------------------------------------------------------ */

static int folded_letter(char c, bool exact)
{
    return exact ? (unsigned char)c : c == '-' ? '_' : tolower((unsigned char)c);
}

/* "Optimal string alignment": row i of the classic table needs rows i-1 and i-2. */
size_t names_distance(const char *a, size_t n_a, const char *b, size_t n_b, bool exact)
{
    size_t table[3][NAMES_DISTANCE_MOST + 1];
    for (size_t j = 0; j <= n_b; j++)
        table[0][j] = j;
    for (size_t i = 1; i <= n_a; i++) {
        size_t *now = table[i % 3], *above = table[(i + 2) % 3], *over = table[(i + 1) % 3];
        int before = i > 1 ? folded_letter(a[i - 2], exact) : 0, last = folded_letter(a[i - 1], exact);
        now[0] = i;
        for (size_t j = 1; j <= n_b; j++) {
            const int here = folded_letter(b[j - 1], exact);
            /* A letter changed, put in or left out, or two neighbours exchanged. */
            now[j] = min_size(above[j - 1] + (last != here), min_size(above[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && last == folded_letter(b[j - 2], exact) && before == here)
                now[j] = min_size(now[j], over[j - 2] + 1);
        }
    }
    return table[n_a % 3][n_b];
}
