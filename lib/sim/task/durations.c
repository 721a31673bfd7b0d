/* SPDX-License-Identifier: GPL-3.0-or-later */
/* durations.c - how long a stage's tasks run where their data is (L3), and how long they shuffle.
 *
 * A time that the trace does not give is drawn from the task's own stream. All of a stage are drawn together when it
 * becomes ready: then no draw waits for another, and no launch waits for a draw. They are freed at the last launch, as
 * replicas are. */
#include "lib/base/arena.h"
#include "lib/sim/task/task.h"

enum { FEW_TASKS = 8 }; /* for fewer tasks the array is not worth its memory */

/* In bytes. */
static size_t drawn_size(const struct stage *st)
{
    return st->n_tasks * sizeof *st->drawn_us;
}

void durations_draw(struct sw_replay *r, struct stage *st)
{
    st->times = sw_chance_job(r->opt.seed, st->kind == SW_REDUCE ? SW_CHANCE_REDUCE_TIME : SW_CHANCE_MAP_TIME,
                              st->job->name);
    if (st->rows || st->sigma <= 0 || st->n_tasks < FEW_TASKS)
        return;
    st->drawn_us = arena_alloc(&r->arena, drawn_size(st));
    sw_chance_lognormals_us(st->times, st->n_tasks, st->mean_us, st->sigma, st->drawn_us);
}

/* At the last launch. */
void durations_free(struct sw_replay *r, struct stage *st)
{
    if (!st->drawn_us)
        return;
    arena_free(&r->arena, st->drawn_us, drawn_size(st));
    st->drawn_us = NULL;
}

/* L3: from the task's own stream. */
static int64_t drawn(const struct stage *st, uint32_t task)
{
    struct sw_chance c = sw_chance_task(st->times, task);
    return sw_chance_lognormal_us(&c, st->mean_us, st->sigma);
}

/* L3: as the row says, else drawn, else the mean. */
int64_t durations_local_us(const struct stage *st, uint32_t task)
{
    if (st->drawn_us && st->drawn_us[task] != SW_CHANCE_LONG)
        return st->drawn_us[task];
    if (st->rows)
        return st->rows->duration_us[task];
    return st->sigma > 0 ? drawn(st, task) : st->mean_us;
}

int64_t durations_shuffle_us(const struct stage *st, uint32_t task)
{
    if (!st->rows)
        return st->shuffle_us;
    return st->rows->shuffle_us ? st->rows->shuffle_us[task] : 0;
}
