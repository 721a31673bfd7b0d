/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spark_maps.c - R20: the order in which Scala's maps go through their keys. A map is an array in that order. */
#include <stdlib.h>
#include <string.h>
#include "tests/naive/naive.h"

/* "h = 31 h + c over its bytes". */
static uint32_t hash_of(const char *key)
{
    uint32_t h = 0;
    for (; *key; key++) h = 31 * h + (unsigned char)*key;
    return h;
}

static uint32_t swapped(uint32_t x) { return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24; }

static uint32_t spread(const struct run *r, const char *key)
{
    uint32_t h = hash_of(key);
    if (!r->o.scala_2_12) return h ^ (h >> 16);
    h = swapped(h * 0x9e3775cdu) * 0x9e3775cdu;
    return h / 16 + (h % 16) * 0x10000000u;
}

static uint32_t bucket_of(const struct run *r, const struct spark_map *m, const char *key)
{
    uint32_t h = spread(r, key);
    return r->o.scala_2_12 ? (uint32_t)(((uint64_t)h * (uint64_t)m->size) >> 32) : h % (uint32_t)m->size;
}

/* Of a key that comes, and one that is there: whether the walk comes to the first one first. */
static bool goes_before(const struct run *r, const struct spark_map *m, const char *comes, const char *is_there)
{
    uint32_t a = bucket_of(r, m, comes), b = bucket_of(r, m, is_there);
    if (r->o.scala_2_12) return a >= b; /* downwards; in a bucket what comes goes before */
    return a != b ? a < b : (int32_t)spread(r, comes) < (int32_t)spread(r, is_there);
}

static void put(const struct run *r, struct spark_map *m, char *key)
{
    int at = 0;
    while (at < m->n && !goes_before(r, m, key, m->key[at])) at++;
    m->key = naive_grow(m->key, (size_t)m->n + 1, sizeof *m->key);
    memmove(m->key + at + 1, m->key + at, (size_t)(m->n - at) * sizeof *m->key);
    m->key[at] = key;
    m->n++;
}

static void double_size(const struct run *r, struct spark_map *m)
{
    struct spark_map was = *m;
    *m = (struct spark_map){ .size = 2 * was.size };
    for (int i = 0; i < was.n; i++) put(r, m, was.key[i]);
    free(was.key);
}

void map_begin(struct spark_map *m)
{
    for (int i = 0; i < m->n; i++) free(m->key[i]);
    free(m->key);
    *m = (struct spark_map){ .size = 16 };
}

void map_enter(const struct run *r, struct spark_map *m, const char *key)
{
    for (int i = 0; i < m->n; i++)
        if (!strcmp(m->key[i], key)) return;
    if (!r->o.scala_2_12 && m->n + 1 >= m->size * 3 / 4) double_size(r, m);
    put(r, m, naive_copy(key, strlen(key)));
    if (r->o.scala_2_12 && m->n > m->size * 3 / 4) double_size(r, m);
}

void map_leave(struct spark_map *m, int at)
{
    free(m->key[at]);
    m->n--;
    memmove(m->key + at, m->key + at + 1, (size_t)(m->n - at) * sizeof *m->key);
}
