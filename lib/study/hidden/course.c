/* SPDX-License-Identifier: GPL-3.0-or-later */
/* course.c - how the share of tasks near their data changes over the launches of a stage, and where they ran. */
#include <stddef.h>
#include <stdlib.h>
#include "lib/base/grow.h"
#include "lib/study/study.h"
#include "lib/base/sw_sort.h"

/* Launches are not independent: with their neighbours they are half as many. And the replay is a model. */
#define ALIKE 2.0
#define MODEL_SD 0.02

int course_add(struct course *c, struct launch launch, struct sw_err *err)
{
    if (sw_grow(&c->at, &c->cap, c->n_at + 1, sizeof *c->at, err) != SW_OK)
        return SW_FAIL;
    c->at[c->n_at++] = launch;
    return SW_OK;
}

/* Of launches at one time the near ones come first. */
static int sort_by_stage(struct course *c)
{
    for (size_t i = 0; i < c->n_at; i++)
        c->at[i].at_us = 2 * c->at[i].at_us + !c->at[i].near;
    return sw_sort_records_signed(c->at, c->n_at, sizeof *c->at, offsetof(struct launch, at_us)) == SW_OK
           ? sw_sort_records(c->at, c->n_at, sizeof *c->at, offsetof(struct launch, stage)) : SW_FAIL;
}

void course_forget(struct course *c)
{
    free(c->at);
    c->at = NULL;
    c->n_at = c->cap = 0;
}

int course_count(struct course *c, const bool *hot, struct sw_err *err)
{
    if (sort_by_stage(c) != SW_OK)
        return sw_err_memory(err);
    for (size_t i = 0, next; i < c->n_at; i = next) {
        for (next = i; next < c->n_at && c->at[next].stage == c->at[i].stage; next++)
            ;
        for (size_t k = i; k < next; k++) {
            const size_t quarter = QUARTERS * (k - i) / (next - i);
            c->n[quarter]++;
            c->near[quarter] += c->at[k].near;
            c->hot += c->at[k].near && c->at[k].host != SW_NO_NODE && hot[c->at[k].host];
        }
    }
    course_forget(c);
    return SW_OK;
}

double course_near(const struct course *c)
{
    uint64_t near = 0, n = 0;
    for (size_t q = 0; q < QUARTERS; q++) {
        near += c->near[q];
        n += c->n[q];
    }
    return (double)near / (double)n;
}

/* The square of the difference of two shares, k of n and l of m, over its variance. */
static double apart(uint64_t k, uint64_t n, uint64_t l, uint64_t m)
{
    const double a = ((double)k + 1) / ((double)n + 2), b = ((double)l + 1) / ((double)m + 2);
    const double p = ((double)(k + l) + 1) / ((double)(n + m) + 2);
    return n == 0 || m == 0 ? 0 : (a - b) * (a - b) / (ALIKE * p * (1 - p) * (1 / (double)n + 1 / (double)m)
                                                       + MODEL_SD * MODEL_SD);
}

double course_distance(const struct course *recorded, const struct course *replayed)
{
    uint64_t near = 0, near_too = 0;
    double sum = 0;
    for (size_t q = 0; q < QUARTERS; q++) {
        sum += apart(recorded->near[q], recorded->n[q], replayed->near[q], replayed->n[q]);
        near += recorded->near[q];
        near_too += replayed->near[q];
    }
    return sum + apart(recorded->hot, near, replayed->hot, near_too);
}
