/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parents.c - the stages of its job that a stage waits for. Only those that have rows: a stage that was skipped has
 * none (docs/formats/spark.md). */
#include <stdlib.h>
#include "lib/base/grow.h"
#include "lib/trace/spark/spark.h"

/* For bsearch(). */
static int by_id(const void *a, const void *b)
{
    const struct spark_stage *x = *(struct spark_stage *const *)a, *y = *(struct spark_stage *const *)b;
    return (x->id > y->id) - (x->id < y->id);
}

static int stages_by_place(const void *a, const void *b)
{
    const struct spark_stage *x = *(struct spark_stage *const *)a, *y = *(struct spark_stage *const *)b;
    return (x->place > y->place) - (x->place < y->place);
}

/* `place` is the order of the job, by_id that of the numbers. */
int spark_parents_index_stages(struct spark *s, struct sw_err *err)
{
    size_t n = 0;
    for (struct spark_stage *stage = s->out->stages; stage; stage = stage->next)
        stage->place = n++;
    if (sw_grow(&s->by_id, &s->cap_by_id, n + 1, sizeof *s->by_id, err) != SW_OK)
        return SW_FAIL;
    s->n_by_id = 0;
    for (struct spark_stage *stage = s->out->stages; stage; stage = stage->next)
        s->by_id[s->n_by_id++] = stage;
    qsort(s->by_id, n, sizeof *s->by_id, by_id);
    return SW_OK;
}

static int add_parent(struct spark *s, struct spark_stage *parent, struct sw_err *err)
{
    if (sw_grow(&s->parent, &s->cap_parent, s->n_parent + 1, sizeof *s->parent, err) != SW_OK)
        return SW_FAIL;
    s->parent[s->n_parent++] = parent;
    return SW_OK;
}

/* Those named that have rows, each once, in the order of the job. A number that is not below the stage's own is
 * none of its parents. */
static int find_named(struct spark *s, const struct spark_stage *stage, struct sw_err *err)
{
    size_t kept = 0;
    for (size_t i = 0; i < stage->n_parents; i++) {
        struct spark_stage wanted = { .id = stage->parents[i] }, *key = &wanted, **hit;
        hit = wanted.id < stage->id ? bsearch(&key, s->by_id, s->n_by_id, sizeof *s->by_id, by_id) : NULL;
        if (hit && (*hit)->has_rows && add_parent(s, *hit, err) != SW_OK)
            return SW_FAIL;
    }
    if (s->n_parent > 1)
        qsort(s->parent, s->n_parent, sizeof *s->parent, stages_by_place);
    for (size_t i = 0; i < s->n_parent; i++)
        if (kept == 0 || s->parent[i] != s->parent[kept - 1])
            s->parent[kept++] = s->parent[i];
    s->n_parent = kept;
    return SW_OK;
}

/* Spark numbers parents first. Before 1.4 a stage does not name them: then those count that had ended when it came. */
int spark_parents_find(struct spark *s, const struct spark_stage *stage, struct sw_err *err)
{
    s->n_parent = 0;
    if (stage->knows_parents)
        return stage->n_parents > 0 ? find_named(s, stage, err) : SW_OK;
    /* Without a time of submission nothing can have ended before it. */
    struct spark_stage *first = stage->submit_ms != SPARK_NO_TIME ? s->out->stages : NULL;
    for (struct spark_stage *other = first; other; other = other->next) {
        bool ended = other->completed_ms != SPARK_NO_TIME && other->completed_ms <= stage->submit_ms;
        if (ended && other->id < stage->id && other->has_rows && add_parent(s, other, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}
