/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_names.h - tables by name: from names to pointers, and sets that number their names.
 *
 * Both stand on one hash table: open addressing, linear probing, no tombstones. All zero is an empty one of each. */
#ifndef SLOTWISE_SW_NAMES_H
#define SLOTWISE_SW_NAMES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "slotwise/sw_err.h"

/* ---- from hashes to numbers: whether it is the right one is for the caller to see ---------------------- */

#define SW_HASH_NONE UINT32_MAX
struct sw_hash_slot { uint32_t hash, number; };
struct sw_hash {
    struct sw_hash_slot *slot;            /* taken, if its number is above the floor */
    size_t n, cap;                        /* cap: a power of two, not all of them taken */
    uint32_t floor;
    void *(*more)(size_t n, size_t size); /* with drop: where memory comes from and goes to; NULL: calloc and free */
    void (*drop)(void *memory);
};

/* The next number with this hash; *step starts at 0. SW_HASH_NONE: there are no more. */
static inline uint32_t sw_hash_next(const struct sw_hash *h, uint64_t hash, uint32_t *step)
{
    while (h->cap) {
        const struct sw_hash_slot *slot = &h->slot[(hash + *step) & (h->cap - 1)];
        if (slot->number <= h->floor)
            break;
        ++*step;
        if (slot->hash == (uint32_t)hash)
            return slot->number - h->floor - 1;
    }
    return SW_HASH_NONE;
}
/* The number is not there yet. 0, or -1 out of memory. */
int sw_hash_add(struct sw_hash *h, uint64_t hash, uint32_t number);
void sw_hash_remove(struct sw_hash *h, uint64_t hash, uint32_t number); /* one that is there */
void sw_hash_empty(struct sw_hash *h); /* to be filled again, at no cost; its numbers were 0 to n - 1 */
void sw_hash_clear(struct sw_hash *h);

/* ---- from names to pointers: the names are the caller's and must last as long as their entry ------------ */

struct sw_name { const char *at; size_t len; void *value; }; /* value NULL: a spare one, and len the next of them */
struct sw_names {
    struct sw_hash index;    /* its n is how many names there are */
    struct sw_name *name;
    size_t n, cap;           /* with the spare ones */
    size_t spare;            /* the first, counted from 1 */
};

void *sw_names_find(const struct sw_names *t, const char *at, size_t len);        /* NULL: not there */
/* value is not NULL and the name not there yet. 0, or -1 out of memory. */
int sw_names_add(struct sw_names *t, const char *at, size_t len, void *value);
void sw_names_remove(struct sw_names *t, const char *at, size_t len);
/* The same where sw_chance_name() of the name is known. */
void *sw_names_find_hashed(const struct sw_names *t, uint64_t hash, const char *at, size_t len);
int sw_names_add_hashed(struct sw_names *t, uint64_t hash, const char *at, size_t len, void *value);
void sw_names_remove_hashed(struct sw_names *t, uint64_t hash, const char *at, size_t len);
void sw_names_clear(struct sw_names *t);

/* ---- texts of which most come again: copies behind their length, which stay where they are -------------- */

struct sw_texts {
    struct sw_names known;   /* the first that came; names of which there is no end are not looked for */
    struct sw_texts_chunk *chunk;
    size_t used;
};
/* NULL: out of memory. Four bytes before it are its length. */
const char *sw_texts_keep(struct sw_texts *t, const char *at, size_t len);
void sw_texts_forget(struct sw_texts *t); /* those that are kept stay: no more will come */
void sw_texts_clear(struct sw_texts *t);

/* ---- a set of names: distinct strings, numbered from 0 in order of first appearance --------------------- */

struct sw_keys_name { const char *at; size_t len; };   /* a copy, which ends in NUL and stays where it is */
struct sw_keys {
    struct sw_hash index;
    struct sw_keys_name *name;
    size_t n, cap;
    struct sw_keys_text *text;
};

struct sw_keys *sw_keys_new(void); /* NULL: out of memory */
void sw_keys_free(struct sw_keys *k);
void sw_keys_clear(struct sw_keys *k); /* of one that the caller keeps */
/* The number of the string, new or not; *fresh (may be NULL) tells which. Fails without memory. */
SW_USE_RESULT int sw_keys_add(struct sw_keys *k, const void *at, size_t len, size_t *number, bool *fresh);
SW_USE_RESULT size_t sw_keys_find(const struct sw_keys *k, const void *at, size_t len); /* (size_t)-1: not there */
size_t sw_keys_count(const struct sw_keys *k);
const char *sw_keys_text(const struct sw_keys *k, size_t number, size_t *len);
/* ---- how far a name that was typed is from one that is known -------------------------------------------- */

enum { NAMES_DISTANCE_MOST = 126 }; /* bytes of a name: longer ones are not typed by hand */
/* Edits that turn a into b: a letter changed, put in, left out, or two neighbours exchanged. Unless exact, 'A' equals
 * 'a' and '-' equals '_'. */
size_t names_distance(const char *a, size_t n_a, const char *b, size_t n_b, bool exact);

#endif
