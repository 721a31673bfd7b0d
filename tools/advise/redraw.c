/* SPDX-License-Identifier: GPL-3.0-or-later */
/* redraw.c - see redraw.h. */
#include <stdlib.h>
#include "slotwise/sw_chance.h"
#include "slotwise/sw_stats.h"
#include "tools/advise/redraw.h"

static void swap_wishes(struct rec_task *a, struct rec_task *b)
{
    const struct rec_task kept = *a;
    a->wish = b->wish;
    a->hosts = b->hosts;
    a->rack = b->rack;
    b->wish = kept.wish;
    b->hosts = kept.hosts;
    b->rack = kept.rack;
}

/* Tasks of a stage stand together. */
void redraw_hosts(struct recorded *r, uint64_t seed, uint64_t run)
{
    for (size_t i = 0, next; i < r->n_tasks; i = next) {
        uint64_t stage = r->tasks[i].last->row.stage;
        struct sw_chance c = sw_chance_start(seed, SW_CHANCE_OTHER, run, i);
        for (next = i + 1; next < r->n_tasks && r->tasks[next].job == r->tasks[i].job
                           && r->tasks[next].last->row.stage == stage; next++)
            ;
        for (size_t n = next - i; n > 1; n--)
            swap_wishes(&r->tasks[i + n - 1], &r->tasks[i + sw_chance_below(&c, n)]);
    }
}

int redraw_jitter(const struct recorded *r, int64_t *jitter_us, struct sw_err *err)
{
    double *at_s = calloc(r->n_jobs + 1, sizeof *at_s), gap_s = 0;
    if (!at_s)
        return sw_err_memory(err);
    for (size_t i = 0; i < r->n_jobs; i++)
        at_s[i] = (double)r->jobs[i].submit_us / (double)SW_US_PER_S;
    sw_sort(at_s, r->n_jobs);
    for (size_t i = 0; i + 1 < r->n_jobs; i++)
        at_s[i] = at_s[i + 1] - at_s[i];
    if (r->n_jobs > 1) {
        sw_sort(at_s, r->n_jobs - 1);
        gap_s = sw_quantile_sorted(at_s, r->n_jobs - 1, 0.5);
    }
    free(at_s);
    gap_s = gap_s < 1 ? 1 : gap_s > 60 ? 60 : gap_s;
    *jitter_us = (int64_t)(gap_s * (double)SW_US_PER_S);
    return SW_OK;
}
