/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks.c - which executors hold a partition of an RDD in memory or on disk, as the log tells it in passing.
 *
 * Spark prefers these executors for a task that reads the partition (DAGScheduler.getPreferredLocs asks for cached
 * blocks first). SparkListenerBlockUpdated tells of them, where a log has it (spark.eventLog.logBlockUpdates.enabled).
 * Up to 2.2 the tasks that made them do (Updated Blocks). A block is gone with its executor, or when its RDD is no
 * longer kept. A task prefers what is held when it is launched first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/base/minmax.h"
#include "lib/base/sw_chance.h"
#include "lib/csv/text.h"
#include "lib/trace/spark/spark.h"

/* NAMESET_NONE and the end of a hash's probe, too: all are the greatest number. */
#define NONE UINT32_MAX

struct spark_block { uint32_t *executor; size_t n, cap; uint32_t next; };
struct spark_rdd { int64_t id; uint32_t block, held; }; /* the first of each; the others follow by their `next` */
struct spark_held { uint32_t rdd, executor, next; int64_t *partition; size_t n, cap; }; /* partitions ascend */

/* ---- RDDs ----------------------------------------------------------------------------------------- */

/* A number as Spark writes it: decimal, without a zero in front. */
static bool read_number(const char **at, const char *end, int64_t *n)
{
    enum { MOST_DIGITS = 18 };
    const char *from = *at;
    for (*n = 0; *at < end && **at >= '0' && **at <= '9' && *at - from < MOST_DIGITS; ++*at)
        *n = 10 * *n + (**at - '0');
    return *at > from && (*from != '0' || *at - from == 1);
}

/* "rdd_3_17". Blocks of other names are not of an RDD. */
static bool read_id(struct sw_text id, int64_t *rdd, int64_t *partition)
{
    const char *at = id.at + 4, *end = id.at + id.len;
    return read_number(&at, end, rdd) && at < end && *at++ == '_' && read_number(&at, end, partition) && at == end;
}

/* NONE: nothing was told of it. */
static uint32_t find_rdd(const struct spark *s, int64_t id)
{
    uint32_t step = 0, at;
    while ((at = sw_hash_next(&s->rdd_index, sw_mix64((uint64_t)id), &step)) != NONE && s->rdd[at].id != id)
        ;
    return at;
}

/* Both numbers in one key, so that each pair has its own. */
static uint64_t held_hash(uint32_t rdd, uint32_t executor) { return sw_mix64((uint64_t)rdd << 32 | executor); }

static struct spark_held *find_held(const struct spark *s, uint32_t rdd, uint32_t executor)
{
    uint32_t step = 0, at = NONE;
    while (rdd != NONE && (at = sw_hash_next(&s->held_index, held_hash(rdd, executor), &step)) != NONE
           && (s->held[at].rdd != rdd || s->held[at].executor != executor))
        ;
    return at == NONE ? NULL : &s->held[at];
}

/* Its place, new or not. */
static int add_rdd(struct spark *s, int64_t id, uint32_t *rdd, struct sw_err *err)
{
    if ((*rdd = find_rdd(s, id)) != NONE)
        return SW_OK;
    if (sw_grow(&s->rdd, &s->cap_rdds, s->n_rdds + 1, sizeof *s->rdd, err) != SW_OK)
        return SW_FAIL;
    *rdd = (uint32_t)s->n_rdds;
    s->rdd[s->n_rdds++] = (struct spark_rdd){ id, NONE, NONE };
    return sw_hash_add(&s->rdd_index, sw_mix64((uint64_t)id), *rdd) == 0 ? SW_OK : sw_err_memory(err);
}

/* What the executor holds of the RDD, empty where it is new. */
static int add_held(struct spark *s, uint32_t rdd, uint32_t executor, struct spark_held **held, struct sw_err *err)
{
    if ((*held = find_held(s, rdd, executor)))
        return SW_OK;
    if (sw_grow(&s->held, &s->cap_held, s->n_held + 1, sizeof *s->held, err) != SW_OK)
        return SW_FAIL;
    const uint32_t place = (uint32_t)s->n_held++;
    *held = &s->held[place];
    **held = (struct spark_held){ .rdd = rdd, .executor = executor, .next = s->rdd[rdd].held };
    s->rdd[rdd].held = place;
    return sw_hash_add(&s->held_index, held_hash(rdd, executor), place) == 0 ? SW_OK : sw_err_memory(err);
}

/* The first of its partitions that is not below this one. Partitions of an executor stand in ascending order. */
static size_t place_in(const struct spark_held *held, int64_t partition)
{
    return FIRST_NOT(i, 0, held->n, held->partition[i] < partition);
}

/* The same as update() notes of each block, but by executor: for tasks that do not say which partition they read. */
static int note_held(struct spark *s, uint32_t rdd, uint32_t executor, int64_t partition, bool is_held,
                     struct sw_err *err)
{
    struct spark_held *held = find_held(s, rdd, executor);
    if (!held && !is_held)
        return SW_OK;
    if (add_held(s, rdd, executor, &held, err) != SW_OK
        || sw_grow(&held->partition, &held->cap, held->n + 1, sizeof *held->partition, err) != SW_OK)
        return SW_FAIL;
    const size_t at = place_in(held, partition), behind = held->n - at;
    const bool was = behind > 0 && held->partition[at] == partition;
    if (was == is_held)
        return SW_OK;
    int64_t *to = held->partition + at;
    if (is_held) {
        memmove(to + 1, to, behind * sizeof *to);
        *to = partition;
        held->n++;
    } else {
        memmove(to, to + 1, (behind - 1) * sizeof *to);
        held->n--;
    }
    return SW_OK;
}

/* ---- what is told of a block ---------------------------------------------------------------------- */

/* From now on the executor holds the block, or does not. Blocks that are not of an RDD, and executors that the log
 * has not named, are passed over. */
static int update(struct spark *s, struct sw_text id, uint32_t executor, bool held, struct sw_err *err)
{
    const size_t n = s->blocks.n;
    uint32_t place, rdd = NONE;
    int64_t number, partition;
    if (id.len <= 4 || !text_begins(id, "rdd_") || executor == NAMESET_NONE)
        return SW_OK;
    if (read_id(id, &number, &partition)
        && (add_rdd(s, number, &rdd, err) != SW_OK || note_held(s, rdd, executor, partition, held, err) != SW_OK))
        return SW_FAIL;
    if (nameset_add(&s->blocks, id, &place, err) != SW_OK
        || sw_grow(&s->block, &s->cap_block, s->blocks.n, sizeof *s->block, err) != SW_OK)
        return SW_FAIL;
    struct spark_block *block = &s->block[place];
    if (s->blocks.n > n)
        *block = (struct spark_block){ .next = rdd != NONE ? s->rdd[rdd].block : NONE };
    if (s->blocks.n > n && rdd != NONE)
        s->rdd[rdd].block = place;
    /* What is held is held once. */
    size_t kept = 0;
    for (size_t i = 0; i < block->n; i++)
        if (block->executor[i] != executor)
            block->executor[kept++] = block->executor[i];
    block->n = kept;
    if (!held)
        return SW_OK;
    if (sw_grow(&block->executor, &block->cap, block->n + 1, sizeof *block->executor, err) != SW_OK)
        return SW_FAIL;
    block->executor[block->n++] = executor;
    return SW_OK;
}

/* The blocks stay as names, since places in s->block are theirs. */
void spark_blocks_forget(struct spark *s)
{
    for (size_t i = 0; i < s->blocks.n; i++)
        s->block[i].n = 0;
    for (size_t i = 0; i < s->n_held; i++)
        s->held[i].n = 0;
}

void spark_blocks_free(struct spark *s)
{
    for (size_t i = 0; i < s->n_held; i++)
        free(s->held[i].partition);
    free(s->held);
    free(s->rdd);
    sw_hash_clear(&s->held_index);
    sw_hash_clear(&s->rdd_index);
    for (size_t i = 0; i < s->blocks.n; i++)
        free(s->block[i].executor);
    free(s->block);
    sw_keys_clear(&s->blocks);
}

/* ---- events --------------------------------------------------------------------------------------- */

/* SparkListenerBlockUpdated, of one block. */
int spark_blocks_on_updated(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    const struct json_node *info = json_get(event, "Block Updated Info");
    struct sw_text name = json_text_of(json_get(info, "Block Manager ID"), "Executor ID");
    return update(s, json_text_of(info, "Block ID"), spark_executors_find(s, name),
                  spark_values_is_held(json_get(info, "Storage Level")), err);
}

/* SparkListenerUnpersistRDD: all blocks of the RDD go at once. */
int spark_blocks_on_unpersist(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    int64_t id;
    (void)err;
    const uint32_t rdd = json_i64_of(event, "RDD ID", &id) ? find_rdd(s, id) : NONE;
    if (rdd == NONE)
        return SW_OK;
    for (uint32_t i = s->rdd[rdd].block; i != NONE; i = s->block[i].next)
        s->block[i].n = 0;
    for (uint32_t i = s->rdd[rdd].held; i != NONE; i = s->held[i].next)
        s->held[i].n = 0;
    return SW_OK;
}

/* The metrics of a task that has ended (docs/formats/spark.md, Preferred hosts). */
int spark_blocks_take(struct spark *s, const struct spark_attempt *a, const struct json_node *metrics,
                      struct sw_err *err)
{
    JSON_EACH (c, json_get(metrics, "Updated Blocks"))
        if (update(s, json_text_of(c, "Block ID"), a->executor,
                   spark_values_is_held(json_get(json_get(c, "Status"), "Storage Level")), err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

/* ---- stages and tasks ----------------------------------------------------------------------------- */

/* RDDs are numbered as they are made, so the latest is nearest to what the stage reads. */
static int latest_first(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x < y) - (x > y);
}

/* The partitions of the stage's own RDD, which was made last; -1: not in the log. Numbers rise, so it is the one
 * with the greatest. */
static int64_t own_partitions(const struct json_node *list)
{
    int64_t last = -1, of_last = -1, id, n;
    JSON_EACH (c, list)
        if (json_i64_of(c, "RDD ID", &id) && id > last) {
            last = id;
            of_last = json_i64_of(c, "Number of Partitions", &n) ? n : -1;
        }
    return of_last;
}

/* Those of as many partitions as the stage's own RDD: partition i of one is read by partition i of the other. Once
 * for each stage: at its first submission. */
int spark_blocks_keep_rdds(struct spark_stage *stage, const struct json_node *info, struct sw_err *err)
{
    const struct json_node *list = json_get(info, "RDD Info");
    int64_t n_tasks, n, id, own = own_partitions(list);
    if (stage->kept || !json_i64_of(info, "Number of Tasks", &n_tasks))
        return SW_OK;
    stage->kept = calloc(json_count(list) + 1, sizeof *stage->kept);
    if (!stage->kept)
        return sw_err_memory(err);
    JSON_EACH (c, list)
        if (spark_values_is_held(json_get(c, "Storage Level")) && json_i64_of(c, "RDD ID", &id)
            && json_i64_of(c, "Number of Partitions", &n) && n == own)
            stage->kept[stage->n_kept++] = id;
    stage->reads_all = own == n_tasks;
    stage->n_own = own;
    qsort(stage->kept, stage->n_kept, sizeof *stage->kept, latest_first);
    return SW_OK;
}

/* NULL: no executor holds it. One that was held and is gone has an entry without executors. */
static const struct spark_block *find_block(const struct spark *s, int64_t rdd, int64_t partition)
{
    char id[2 * SW_NUM_MAX + 8];
    int len = snprintf(id, sizeof id, "rdd_%lld_%lld", (long long)rdd, (long long)partition);
    uint32_t place = nameset_find(&s->blocks, (struct sw_text){ id, (size_t)len });
    return place != NAMESET_NONE && s->block[place].n ? &s->block[place] : NULL;
}

/* A block of the RDD that the attempt's executor holds: for attempts of one stage by turns (index % n_own). */
static const struct spark_block *find_held_there(const struct spark *s, const struct spark_attempt *a, int64_t rdd)
{
    const struct spark_held *held = find_held(s, find_rdd(s, rdd), a->executor);
    const int64_t n = a->stage->n_own;
    if (!held || held->n == 0 || n <= 0)
        return NULL;
    size_t at = place_in(held, a->index % n);
    if (at == held->n || held->partition[at] >= n)
        at = 0;
    return held->partition[at] < n ? find_block(s, rdd, held->partition[at]) : NULL;
}

/* The last of its RDDs that is held somewhere decides. A query over a part of it (take, limit, pruning) says which
 * partitions it reads from 3.3 on (Partition ID). Before, a task's number is its partition only where all are read; one
 * of a part that was launched on an executor with its data reads one of those that the executor held. */
int spark_blocks_find_cached(const struct spark *s, struct spark_attempt *a, struct sw_err *err)
{
    int64_t partition = a->partition >= 0 ? a->partition : a->index;
    bool named = a->partition >= 0 || a->stage->reads_all;
    for (size_t i = 0; i < a->stage->n_kept && a->n_cached == 0; i++) {
        const struct spark_block *block = named ? find_block(s, a->stage->kept[i], partition)
                                          : a->locality == SW_AT_PROCESS ? find_held_there(s, a, a->stage->kept[i])
                                                                         : NULL;
        if (!block)
            continue;
        free(a->cached); /* those that held a later RDD are gone */
        a->cached = calloc(block->n, sizeof *a->cached);
        if (!a->cached)
            return sw_err_memory(err);
        /* An executor that has gone since holds nothing. */
        for (size_t k = 0; k < block->n; k++)
            if (s->executor[block->executor[k]].there && s->executor[block->executor[k]].host != NAMESET_NONE)
                a->cached[a->n_cached++] = block->executor[k];
    }
    return SW_OK;
}
