/* SPDX-License-Identifier: GPL-3.0-or-later */
/* course.c - how the share of tasks near their data changes over the launches of a stage, and where they ran. */
#include <stdlib.h>
#include "lib/base/grow.h"
#include "lib/study/study.h"

/* Launches are not independent: with their neighbours they are half as many. And the replay is a model. */
#define ALIKE 2.0
#define MODEL_SD 0.02

static int by_stage_and_time(const void *a, const void *b)
{
    const struct launch *x = a, *y = b;
    if (x->job != y->job)
        return x->job < y->job ? -1 : 1;
    if (x->stage != y->stage)
        return x->stage < y->stage ? -1 : 1;
    if (x->at_us != y->at_us)
        return x->at_us < y->at_us ? -1 : 1;
    return y->near - x->near;
}

int course_add(struct course *c, struct launch launch, struct sw_err *err)
{
    if (sw_grow(&c->at, &c->cap, c->n_at + 1, sizeof *c->at, err) != SW_OK)
        return SW_FAIL;
    c->at[c->n_at++] = launch;
    return SW_OK;
}

void course_count(struct course *c, const bool *hot)
{
    qsort(c->at, c->n_at, sizeof *c->at, by_stage_and_time);
    for (size_t i = 0, next; i < c->n_at; i = next) {
        for (next = i; next < c->n_at && c->at[next].job == c->at[i].job && c->at[next].stage == c->at[i].stage; next++)
            ;
        for (size_t k = i; k < next; k++) {
            const size_t quarter = QUARTERS * (k - i) / (next - i);
            c->n[quarter]++;
            c->near[quarter] += c->at[k].near;
            c->hot += c->at[k].near && c->at[k].host != SW_NO_NODE && hot[c->at[k].host];
        }
    }
    c->n_at = 0;
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

void course_clear(struct course *c)
{
    free(c->at);
    *c = (struct course){ 0 };
}
