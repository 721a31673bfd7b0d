/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keys.c - distinct strings numbered in order of first appearance: an open hash table over one text. */
#include "slotwise/sw_stats.h"
#include <stdlib.h>
#include <string.h>

struct key { uint64_t hash; size_t at, len; };
struct sw_keys {
    struct key *key;
    size_t n, room;
    char *text;
    size_t text_len, text_room;
    uint32_t *slot;     /* 1 + number; 0: free. Never more than half full */
    size_t n_slots;     /* a power of two */
};

struct sw_keys *sw_keys_new(void)
{
    struct sw_keys *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    k->n_slots = 64;
    k->slot = calloc(k->n_slots, sizeof *k->slot);
    if (!k->slot) {
        free(k);
        return NULL;
    }
    return k;
}

void sw_keys_free(struct sw_keys *k)
{
    if (!k)
        return;
    free(k->key);
    free(k->text);
    free(k->slot);
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
    for (part = 0; len > 0; len--)
        part = part << 8 | (unsigned char)at[len - 1];
    h = (h ^ part) * UINT64_C(0x94d049bb133111eb);
    return h ^ (h >> 29);
}

/* Where the string is, or the free slot where it belongs. */
static size_t slot_of(const struct sw_keys *k, const char *at, size_t len, uint64_t hash)
{
    size_t i = hash & (k->n_slots - 1);
    for (; k->slot[i]; i = (i + 1) & (k->n_slots - 1)) {
        const struct key *key = &k->key[k->slot[i] - 1];
        if (key->hash == hash && key->len == len && (len == 0 || memcmp(k->text + key->at, at, len) == 0))
            break;
    }
    return i;
}

static int more_slots(struct sw_keys *k)
{
    size_t n = 2 * k->n_slots;
    uint32_t *slot = calloc(n, sizeof *slot);
    if (!slot)
        return SW_FAIL;
    for (size_t number = 0; number < k->n; number++) {
        size_t i = k->key[number].hash & (n - 1);
        while (slot[i])
            i = (i + 1) & (n - 1);
        slot[i] = (uint32_t)number + 1;
    }
    free(k->slot);
    k->slot = slot;
    k->n_slots = n;
    return SW_OK;
}

static int grow(void **at, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room)
        return SW_OK;
    size_t n = wanted + wanted / 2 + 32;
    void *more = realloc(*at, n * size);
    if (!more)
        return SW_FAIL;
    *at = more;
    *room = n;
    return SW_OK;
}

static int append(struct sw_keys *k, const char *at, size_t len, uint64_t hash)
{
    void *key = k->key, *text = k->text;
    int got = grow(&key, &k->room, k->n + 1, sizeof *k->key);
    k->key = key;
    if (got != SW_OK || k->n == UINT32_MAX - 1)
        return SW_FAIL;
    got = grow(&text, &k->text_room, k->text_len + len, 1);
    k->text = text;
    if (got != SW_OK)
        return SW_FAIL;
    if (len)
        memcpy(k->text + k->text_len, at, len);
    k->key[k->n++] = (struct key){ hash, k->text_len, len };
    k->text_len += len;
    return SW_OK;
}

int sw_keys_add(struct sw_keys *k, const void *at, size_t len, size_t *number, bool *fresh)
{
    uint64_t hash = hash_of(at, len);
    size_t i = slot_of(k, at, len, hash);
    bool is_new = k->slot[i] == 0;
    if (fresh)
        *fresh = is_new;
    if (is_new && append(k, at, len, hash) != SW_OK)
        return SW_FAIL;
    if (is_new)
        k->slot[i] = (uint32_t)k->n;
    *number = k->slot[i] - 1;
    return is_new && 2 * k->n > k->n_slots ? more_slots(k) : SW_OK;
}

size_t sw_keys_find(const struct sw_keys *k, const void *at, size_t len)
{
    uint32_t slot = k->slot[slot_of(k, at, len, hash_of(at, len))];
    return slot ? slot - 1 : (size_t)-1;
}

size_t sw_keys_count(const struct sw_keys *k) { return k->n; }

const char *sw_keys_text(const struct sw_keys *k, size_t number, size_t *len)
{
    *len = k->key[number].len;
    return k->text ? k->text + k->key[number].at : "";
}
