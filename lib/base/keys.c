/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keys.c - a set of names, numbered in order of first appearance; sw_names.h. Texts are copied, so a name lasts as
 * long as the set. */
#include "lib/base/sw_names.h"
#include "lib/base/grow.h"
#include <stdlib.h>
#include <string.h>

struct sw_keys_text { struct sw_keys_text *next; size_t len, room; char at[]; };

struct sw_keys *sw_keys_new(void)
{
    return calloc(1, sizeof(struct sw_keys));
}

void sw_keys_clear(struct sw_keys *k)
{
    sw_hash_clear(&k->index);
    free(k->name);
    for (struct sw_keys_text *text = k->text, *next; text; text = next) {
        next = text->next;
        free(text);
    }
    *k = (struct sw_keys){ 0 };
}

void sw_keys_free(struct sw_keys *k)
{
    if (k)
        sw_keys_clear(k);
    free(k);
}

/* Eight bytes at a time, multiplied and folded; only speed and spread matter here. */
static uint64_t hash_of(const char *at, size_t len)
{
    uint64_t h = UINT64_C(0x9e3779b97f4a7c15) ^ len, part;
    for (; len >= 8; at += 8, len -= 8) {
        memcpy(&part, at, 8);
        h = (h ^ part) * UINT64_C(0xbf58476d1ce4e5b9);
        h ^= h >> 32;
    }
    /* The rest of fewer than eight bytes, the first lowest. */
    for (part = 0; len > 0; len--)
        part = part << 8 | (unsigned char)at[len - 1];
    h = (h ^ part) * UINT64_C(0x94d049bb133111eb);
    return h ^ (h >> 29);
}

/* SW_HASH_NONE: it is not there. */
static uint32_t seek_key(const struct sw_keys *k, uint64_t hash, const char *at, size_t len)
{
    uint32_t step = 0, i;
    while ((i = sw_hash_next(&k->index, hash, &step)) != SW_HASH_NONE
           && (k->name[i].len != len || (len && memcmp(k->name[i].at, at, len))))
        ;
    return i;
}

/* Texts stand one behind the other in pieces that grow, so that none of them moves. */
static char *copy(struct sw_keys *k, const char *at, size_t len)
{
    struct sw_keys_text *text = k->text;
    if (!text || text->room - text->len <= len) {
        size_t room = text ? 2 * text->room : 128;
        room = room < 65536 ? room : 65536;
        room = room > len ? room : len + 1;
        if (!(text = malloc(sizeof *text + room)))
            return NULL;
        *text = (struct sw_keys_text){ .next = k->text, .room = room };
        k->text = text;
    }
    char *to = text->at + text->len;
    if (len)
        memcpy(to, at, len);
    to[len] = '\0';
    text->len += len + 1;
    return to;
}

/* A failure leaves the set as it was, but for an unused text. */
int sw_keys_add(struct sw_keys *k, const void *at, size_t len, size_t *number, bool *fresh)
{
    uint64_t hash = hash_of(at, len);
    uint32_t i = seek_key(k, hash, at, len);
    if (fresh)
        *fresh = i == SW_HASH_NONE;
    *number = i == SW_HASH_NONE ? k->n : i;
    if (i != SW_HASH_NONE)
        return SW_OK;
    if (k->n == k->cap && sw_grow(&k->name, &k->cap, k->n + 1, sizeof *k->name, NULL) != SW_OK)
        return SW_FAIL;
    char *text = copy(k, at, len);
    if (!text || sw_hash_add(&k->index, hash, (uint32_t)k->n))
        return SW_FAIL;
    k->name[k->n++] = (struct sw_keys_name){ text, len };
    return SW_OK;
}

size_t sw_keys_find(const struct sw_keys *k, const void *at, size_t len)
{
    uint32_t i = seek_key(k, hash_of(at, len), at, len);
    return i == SW_HASH_NONE ? (size_t)-1 : i;
}

size_t sw_keys_count(const struct sw_keys *k) { return k->n; }

const char *sw_keys_text(const struct sw_keys *k, size_t number, size_t *len)
{
    *len = k->name[number].len;
    return k->name[number].at;
}
