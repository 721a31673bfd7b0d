/* SPDX-License-Identifier: GPL-3.0-or-later */
/* crowd.c - users who think before they ask again: jobs that come after an answer, at no fixed time from it.
 *
 * Of N users as many ask as have no job open, so jobs come at a rate of (N - open) / think. Jobs that come from outside
 * come at one rate. The logarithm of the ratio of these two likelihoods is
 *     sum over starts of log((N - open) / mean(N - open)),
 * the mean over time. A crowd is told by a ratio of twenty and more. It is more than from the same starts with the
 * responses in another order, too: these have the clock's regularity and its bursts, and no answers to wait for. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/log/log.h"
#include "lib/base/sw_chance.h"

enum { FEWEST = 20, MOST = 20000, ORDERS = 39 };
#define RATIO 20.0

/* Starts in order; responses and ends of the same jobs. One piece of memory has the times, another the numbers.
 * open_us[k]: how long k were open. starts[k]: how many started beside k. */
struct crowd { size_t n, n_levels; int64_t *start_us, *response_us, *end_us; double *open_us, *starts; };

static int by_value(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* How long so many were open between the first start and the last, and how many started beside so many. */
static void count_levels(struct crowd *c)
{
    /* The first start opens the time, and is itself no start beside others. */
    size_t open = 1, ended = 0;
    int64_t at_us = c->start_us[0];
    for (size_t i = 0; i < c->n; i++)
        c->end_us[i] = c->start_us[i] + c->response_us[i];
    qsort(c->end_us, c->n, sizeof *c->end_us, by_value);
    memset(c->open_us, 0, (c->n + 1) * sizeof *c->open_us);
    memset(c->starts, 0, (c->n + 1) * sizeof *c->starts);
    c->n_levels = 1;
    for (size_t i = 1; i < c->n; i++) {
        /* Ends up to the instant of a start come before it. */
        for (; ended < c->n && c->end_us[ended] <= c->start_us[i] && open > 0; ended++, open--) {
            c->open_us[open] += (double)(c->end_us[ended] - at_us);
            at_us = c->end_us[ended];
        }
        c->open_us[open] += (double)(c->start_us[i] - at_us);
        at_us = c->start_us[i];
        c->starts[open++]++;
        c->n_levels = open > c->n_levels ? open : c->n_levels;
    }
}

/* The logarithm of the ratio above, for n_users. -INFINITY: that many were always open. */
static double ratio_of(const struct crowd *c, size_t n_users)
{
    double idle_us = 0, all_us = 0, ratio = 0;
    /* The mean of N - open over time is idle_us / all_us. */
    for (size_t i = 0; i <= c->n_levels; i++) {
        idle_us += c->open_us[i] * (double)(n_users - i);
        all_us += c->open_us[i];
    }
    if (idle_us <= 0)
        return -INFINITY;
    for (size_t i = 0; i < c->n_levels; i++)
        if (c->starts[i] > 0)
            ratio += c->starts[i] * log((double)(n_users - i) * all_us / idle_us);
    return ratio;
}

/* The likeliest number of users: as many as jobs were ever open, or more. */
static double best_ratio(struct crowd *c, size_t *n_users)
{
    double best = -INFINITY;
    count_levels(c);
    /* Up to twice as many and a few: beyond that the rate hardly depends on how many are open. */
    for (size_t n = c->n_levels; n <= 2 * c->n_levels + 4; n++) {
        const double ratio = ratio_of(c, n);
        if (ratio > best) {
            best = ratio;
            *n_users = n;
        }
    }
    return best;
}

/* The same orders in each run: the stream is fixed. */
static void shuffle(int64_t *x, size_t n, uint64_t order)
{
    struct sw_chance chance = sw_chance_start(1, SW_CHANCE_OTHER, order, 0);
    for (size_t i = n; i > 1; i--) {
        const size_t k = sw_chance_below(&chance, i);
        const int64_t kept = x[i - 1];
        x[i - 1] = x[k];
        x[k] = kept;
    }
}

static size_t count_users(struct crowd *c)
{
    size_t n_users = 0, of_another;
    const double ratio = best_ratio(c, &n_users);
    if (n_users < 2 || ratio < log(RATIO))
        return 0;
    /* By chance the true order would be above all of them once in ORDERS + 1 times, 2.5 %. */
    for (uint64_t order = 1; order <= ORDERS; order++) {
        shuffle(c->response_us, c->n, order);
        if (best_ratio(c, &of_another) >= ratio)
            return 0;
    }
    return n_users;
}

/* job: in order of submission. Jobs behind the first MOST are passed over. */
size_t crowd_count(const struct sw_log *log, const uint32_t *job, size_t n, struct sw_err *err)
{
    if (n < FEWEST)
        return 0;
    n = n < MOST ? n : MOST;
    struct crowd c = { .n = n, .start_us = calloc(3 * n, sizeof *c.start_us),
                       .open_us = calloc(2 * (n + 1), sizeof *c.open_us) };
    size_t n_users = SIZE_MAX;
    if (c.start_us && c.open_us) {
        c.response_us = c.start_us + n;
        c.end_us = c.response_us + n;
        c.starts = c.open_us + n + 1;
        for (size_t i = 0; i < n; i++) {
            c.start_us[i] = log->jobs[job[i]].submit_us;
            c.response_us[i] = log->jobs[job[i]].end_us - log->jobs[job[i]].submit_us;
        }
        n_users = count_users(&c);
    } else
        (void)!sw_err_memory(err);
    free(c.start_us);
    free(c.open_us);
    return n_users;
}
