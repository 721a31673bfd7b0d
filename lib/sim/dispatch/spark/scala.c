/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scala.c - the order in which Scala's mutable.HashMap goes through its keys (R20). Buckets are chains, as there. */
#include "lib/sim/dispatch/spark/spark.h"
#include <string.h>

enum { BUCKETS_AT_FIRST = 16 };

/* String.hashCode */
uint32_t scala_hash(const char *text, size_t len)
{
    uint32_t h = 0;
    for (size_t i = 0; i < len; i++)
        h = 31 * h + (unsigned char)text[i];
    return h;
}

/* HashMap.improveHash of 2.13; HashUtils.improve of 2.12, by the logarithm of the first number of buckets. */
static uint32_t improve(bool old, uint32_t h)
{
    if (!old)
        return h ^ h >> 16;
    h = __builtin_bswap32(h * 0x9e3775cd) * 0x9e3775cd;
    return h >> 4 | h << 28;
}

/* 2.12 takes the highest bits. */
static uint32_t bucket_of(const struct scala_map *m, uint32_t hash)
{
    return m->old ? hash >> (__builtin_clz(m->n_buckets - 1)) : hash & (m->n_buckets - 1);
}

/* 2.13 keeps a chain in the order of its hashes, as signed numbers; 2.12 puts what comes in front. */
static void link_key(struct scala_map *m, uint32_t i)
{
    uint32_t bucket = bucket_of(m, m->key[i].hash), *at = &m->bucket[bucket];
    while (!m->old && *at != NONE && (int32_t)m->key[*at].hash <= (int32_t)m->key[i].hash)
        at = &m->key[*at].next;
    m->key[i].next = *at;
    *at = i;
    if (m->old ? bucket > m->from : bucket < m->from)
        m->from = bucket;
}

/* The bucket after this one in a walk: 2.12 walks downwards. NONE: there is none. */
static uint32_t bucket_after(const struct scala_map *m, uint32_t bucket)
{
    if (m->old)
        return bucket ? bucket - 1 : NONE;
    return bucket + 1 < m->n_buckets ? bucket + 1 : NONE;
}

/* A walk looks for its first bucket from `from` on. */
static void make_buckets(struct scala_map *m, uint32_t n)
{
    m->bucket = xrealloc(m->bucket, n, sizeof *m->bucket);
    memset(m->bucket, 0xff, n * sizeof *m->bucket);
    m->n_buckets = n;
    m->from = m->old ? 0 : n - 1;
}

/* All keys move, in the order of a walk. */
static void grow_buckets(struct scala_map *m)
{
    uint32_t n = 0, *walk = xcalloc(m->n, sizeof *walk);
    for (uint32_t i = scala_first(m); i != NONE; i = scala_next(m, i))
        walk[n++] = i;
    make_buckets(m, 2 * m->n_buckets);
    for (uint32_t i = 0; i < n; i++)
        link_key(m, walk[i]);
    xfree(walk);
}

/* Its release stays. */
void scala_clear(struct scala_map *m)
{
    xfree(m->bucket);
    xfree(m->key);
    *m = (struct scala_map){ .old = m->old };
}

/* NONE: it is not in the map. */
uint32_t scala_find(const struct scala_map *m, uint32_t id, uint32_t hash)
{
    uint32_t i = m->n ? m->bucket[bucket_of(m, improve(m->old, hash))] : NONE;
    while (i != NONE && m->key[i].id != id)
        i = m->key[i].next;
    return i;
}

/* The place of the key, which a key that is removed and comes again does not get back. */
uint32_t scala_add(struct scala_map *m, uint32_t id, uint32_t hash)
{
    uint32_t i = scala_find(m, id, hash);
    if (i != NONE)
        return i;
    if (!m->n_buckets)
        make_buckets(m, BUCKETS_AT_FIRST);
    if (!m->old && m->n + 1 >= m->n_buckets / 4 * 3)
        grow_buckets(m);
    RESERVE(m->key, m->n_keys + 1, m->cap_keys);
    i = m->n_keys++;
    m->key[i] = (struct scala_key){ .id = id, .hash = improve(m->old, hash) };
    link_key(m, i);
    m->n++;
    if (m->old && m->n > m->n_buckets / 4 * 3)
        grow_buckets(m);
    return i;
}

/* Its place is not used again. */
void scala_remove(struct scala_map *m, uint32_t i)
{
    uint32_t *at = &m->bucket[bucket_of(m, m->key[i].hash)];
    while (*at != i)
        at = &m->key[*at].next;
    *at = m->key[i].next;
    m->n--;
}

/* The less it is, the sooner a walk comes to the key. */
uint64_t scala_turn(const struct scala_map *m, uint32_t place)
{
    uint32_t bucket = bucket_of(m, m->key[place].hash), n = 0;
    for (uint32_t i = m->bucket[bucket]; i != place; i = m->key[i].next)
        n++;
    return (uint64_t)(m->old ? m->n_buckets - 1 - bucket : bucket) << 32 | n;
}

/* The first bucket with a key, from this one on in the order of a walk; NONE. */
static uint32_t first_from(struct scala_map *m, uint32_t bucket)
{
    while (bucket != NONE && m->bucket[bucket] == NONE)
        bucket = bucket_after(m, bucket);
    return bucket;
}

/* NONE: the map is empty. */
uint32_t scala_first(struct scala_map *m)
{
    if (!m->n)
        return NONE;
    m->from = first_from(m, m->from);
    return m->bucket[m->from];
}

/* The next of the bucket's chain, else the first of the next bucket. */
uint32_t scala_next(struct scala_map *m, uint32_t i)
{
    if (m->key[i].next != NONE)
        return m->key[i].next;
    uint32_t bucket = first_from(m, bucket_after(m, bucket_of(m, m->key[i].hash)));
    return bucket == NONE ? NONE : m->bucket[bucket];
}
