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
#include "lib/trace/spark/spark.h"

struct spark_block { uint32_t *executor; size_t n, cap; };

/* ---- blocks --------------------------------------------------------------------------------------- */

static bool is_of_rdd(struct sw_text id)
{
    return id.len > 4 && memcmp(id.at, "rdd_", 4) == 0;
}

static bool is_held(const struct json_node *level)
{
    return spark_values_true(level, "Use Memory") || spark_values_true(level, "Use Disk");
}

static void drop(struct spark_block *block, uint32_t executor)
{
    size_t n = 0;
    for (size_t i = 0; i < block->n; i++)
        if (block->executor[i] != executor)
            block->executor[n++] = block->executor[i];
    block->n = n;
}

static int update(struct spark *s, struct sw_text id, uint32_t executor, bool held, struct sw_err *err)
{
    size_t n = s->blocks.n;
    uint32_t place;
    if (!is_of_rdd(id) || executor == NAMESET_NONE)
        return SW_OK;
    if (nameset_add(&s->blocks, id, &place, err) != SW_OK
        || sw_grow(&s->block, &s->cap_block, s->blocks.n, sizeof *s->block, err) != SW_OK)
        return SW_FAIL;
    struct spark_block *block = &s->block[place];
    if (s->blocks.n > n)
        *block = (struct spark_block){ NULL, 0, 0 };
    drop(block, executor);
    if (!held)
        return SW_OK;
    if (sw_grow(&block->executor, &block->cap, block->n + 1, sizeof *block->executor, err) != SW_OK)
        return SW_FAIL;
    block->executor[block->n++] = executor;
    return SW_OK;
}

void spark_blocks_forget(struct spark *s)
{
    for (size_t i = 0; i < s->blocks.n; i++)
        s->block[i].n = 0;
}

void spark_blocks_free(struct spark *s)
{
    for (size_t i = 0; i < s->blocks.n; i++)
        free(s->block[i].executor);
    free(s->block);
    sw_keys_clear(&s->blocks);
}

/* ---- events --------------------------------------------------------------------------------------- */

int spark_blocks_on_updated(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    const struct json_node *info = json_get(event, "Block Updated Info");
    struct sw_text name = json_text_of(json_get(info, "Block Manager ID"), "Executor ID");
    return update(s, json_text_of(info, "Block ID"), spark_executors_find(s, name),
                  is_held(json_get(info, "Storage Level")), err);
}

int spark_blocks_on_unpersist(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    char prefix[SW_NUM_MAX + 8];
    int64_t id;
    (void)err;
    if (!json_i64_of(event, "RDD ID", &id))
        return SW_OK;
    size_t len = (size_t)snprintf(prefix, sizeof prefix, "rdd_%lld_", (long long)id);
    for (size_t i = 0; i < s->blocks.n; i++)
        if (nameset_text(&s->blocks, i).len > len && memcmp(nameset_text(&s->blocks, i).at, prefix, len) == 0)
            s->block[i].n = 0;
    return SW_OK;
}

int spark_blocks_take(struct spark *s, const struct spark_attempt *a, const struct json_node *metrics,
                      struct sw_err *err)
{
    const struct json_node *list = json_get(metrics, "Updated Blocks");
    for (const struct json_node *c = json_first(list); c != json_end(list); c = json_after(c))
        if (update(s, json_text_of(c, "Block ID"), a->executor,
                   is_held(json_get(json_get(c, "Status"), "Storage Level")), err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

/* ---- stages and tasks ----------------------------------------------------------------------------- */

static int latest_first(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x < y) - (x > y);
}

/* The partitions of the stage's own RDD, which was made last; -1: not in the log. */
static int64_t own_partitions(const struct json_node *list)
{
    int64_t last = -1, of_last = -1, id, n;
    for (const struct json_node *c = json_first(list); c != json_end(list); c = json_after(c))
        if (json_i64_of(c, "RDD ID", &id) && id > last) {
            last = id;
            of_last = json_i64_of(c, "Number of Partitions", &n) ? n : -1;
        }
    return of_last;
}

/* Those of as many partitions as the stage's own RDD: partition i of one is read by partition i of the other. */
int spark_blocks_keep_rdds(struct spark_stage *stage, const struct json_node *info, struct sw_err *err)
{
    const struct json_node *list = json_get(info, "RDD Info");
    int64_t n_tasks, n, id, own = own_partitions(list);
    if (stage->kept || !json_i64_of(info, "Number of Tasks", &n_tasks))
        return SW_OK;
    stage->kept = calloc(json_count(list) + 1, sizeof *stage->kept);
    if (!stage->kept)
        return sw_err_memory(err);
    for (const struct json_node *c = json_first(list); c != json_end(list); c = json_after(c))
        if (is_held(json_get(c, "Storage Level")) && json_i64_of(c, "RDD ID", &id)
            && json_i64_of(c, "Number of Partitions", &n) && n == own)
            stage->kept[stage->n_kept++] = id;
    stage->reads_all = own == n_tasks;
    stage->n_own = own;
    qsort(stage->kept, stage->n_kept, sizeof *stage->kept, latest_first);
    return SW_OK;
}

static const struct spark_block *find_block(const struct spark *s, int64_t rdd, int64_t partition)
{
    char id[2 * SW_NUM_MAX + 8];
    int len = snprintf(id, sizeof id, "rdd_%lld_%lld", (long long)rdd, (long long)partition);
    uint32_t place = nameset_find(&s->blocks, (struct sw_text){ id, (size_t)len });
    return place != NAMESET_NONE && s->block[place].n ? &s->block[place] : NULL;
}

/* A block of the RDD that the attempt's executor holds: for attempts of one stage by turns. */
static const struct spark_block *find_held_there(const struct spark *s, const struct spark_attempt *a, int64_t rdd)
{
    for (int64_t i = 0; i < a->stage->n_own; i++) {
        const struct spark_block *block = find_block(s, rdd, (a->index + i) % a->stage->n_own);
        for (size_t k = 0; block && k < block->n; k++)
            if (block->executor[k] == a->executor)
                return block;
    }
    return NULL;
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
        for (size_t k = 0; k < block->n; k++)
            if (s->executor[block->executor[k]].there && s->executor[block->executor[k]].host != NAMESET_NONE)
                a->cached[a->n_cached++] = block->executor[k];
    }
    return SW_OK;
}
