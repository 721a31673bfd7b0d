/* SPDX-License-Identifier: GPL-3.0-or-later */
/* days.c - a log's tasks as they might have come: other tasks of a stage have its preferred hosts. */
#include <stdlib.h>
#include "lib/base/sw_sort.h"
#include "lib/log/log.h"
#include "lib/study/study.h"
#include "lib/base/sw_chance.h"

int days_start(struct sw_text **hosts, const struct sw_log *log, struct sw_err *err)
{
    if (!(*hosts = calloc(log->n_tasks + 1, sizeof **hosts)))
        return sw_err_memory(err);
    for (size_t i = 0; i < log->n_tasks; i++)
        (*hosts)[i] = log->tasks[i].hosts;
    return SW_OK;
}

/* A random permutation within each stage (Fisher and Yates), of the day before. How many tasks prefer which host stays
 * as it was. */
void days_draw(struct sw_text *hosts, const struct sw_log *part, uint64_t seed, uint64_t run)
{
    const struct task_range tasks = tasks_of(part);
    for (size_t i = tasks.from, next; i < tasks.to; i = next) {
        uint64_t stage = part->tasks[i].last->stage;
        struct sw_chance c = sw_chance_start(seed, SW_CHANCE_OTHER, run, i);
        for (next = i + 1; next < tasks.to && part->tasks[next].job == part->tasks[i].job
                           && part->tasks[next].last->stage == stage; next++)
            ;
        for (size_t n = next - i; n > 1; n--) {
            struct sw_text *a = &hosts[i + n - 1], *b = &hosts[i + sw_chance_below(&c, n)], kept = *a;
            *a = *b;
            *b = kept;
        }
    }
}

/* ---- jobs come later ------------------------------------------------------------------------------ */

int days_jitter(const int64_t *submit_us, size_t stride, size_t n, int64_t *jitter_us, struct sw_err *err)
{
    double *at_s = calloc(n + 1, sizeof *at_s), gap_s = 0;
    if (!at_s)
        return sw_err_memory(err);
    for (size_t i = 0; i < n; i++)
        at_s[i] = study_seconds(*(const int64_t *)((const char *)submit_us + i * stride));
    sw_sort(at_s, n);
    for (size_t i = 0; i + 1 < n; i++)
        at_s[i] = at_s[i + 1] - at_s[i];
    if (n > 1) {
        sw_sort(at_s, n - 1);
        gap_s = sw_quantile_sorted(at_s, n - 1, 0.5);
    }
    free(at_s);
    gap_s = gap_s < 1 ? 1 : gap_s > 60 ? 60 : gap_s;
    *jitter_us = (int64_t)(gap_s * (double)SW_US_PER_S);
    return SW_OK;
}
