/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trials.c - see trials.h. What is apart from the log adds up, so a part of it may rule a guess out already. */
#include <math.h>
#include "lib/study/hidden/trials.h"

#define LEAST_WEIGHT 0.001       /* what weighs less is left out */

/* Twice the logarithm of what a trial weighs, below 0. */
static double off(const struct trial *t) { return t->apart - 2 * log(t->guess->weight); }

static double best_of(const struct trials *all)
{
    double best = INFINITY;
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i].n_days > 0)
            best = fmin(best, off(&all->at[i]));
    return best;
}

/* Beside the best of those that were tried it weighs next to nothing, or will. */
static bool is_ruled_out(const struct trial *t, double best) { return off(t) > best - 2 * log(LEAST_WEIGHT); }

/* The more data is on no executor's host, the fewer tasks run near theirs. A trial that was ruled out with too few near
 * tasks rules out those with more data gone. One with too many does so with less. */
static bool is_beyond(const struct trials *all, const struct trial *t, double best)
{
    for (size_t i = 0; i < all->n; i++) {
        const struct trial *of = &all->at[i];
        const struct sw_guess *a = of->guess, *b = t->guess;
        if (of->n_days > 0 && a->replicas == b->replicas && a->power == b->power && is_ruled_out(of, best)
            && (a->near < all->near ? b->gone > a->gone : b->gone < a->gone))
            return true;
    }
    return false;
}

struct trial *trials_next(struct trials *all, const bool *passed)
{
    const double best = best_of(all);
    struct trial *next = NULL;
    for (size_t i = 0; i < all->n; i++) {
        struct trial *t = &all->at[i];
        if (t->n_days == 0 && !(passed && passed[i]) && !is_ruled_out(t, best) && !is_beyond(all, t, best)
            && (!next || t->apart < next->apart))
            next = t;
    }
    return next;
}

void trials_leave_out(struct trials *all)
{
    const double best = best_of(all);
    size_t n = 0;
    for (size_t i = 0; i < all->n; i++)
        if (all->at[i].n_days > 0 && !is_ruled_out(&all->at[i], best))
            all->at[n++] = all->at[i];
    all->n = n;
}

void trials_weigh(struct trials *all)
{
    double least = INFINITY, sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < all->n; i++)
        least = fmin(least, all->at[i].apart);
    for (size_t i = 0; i < all->n; i++)
        sum += all->at[i].guess->weight *= exp((least - all->at[i].apart) / 2);
    for (size_t i = 0; i < all->n; i++)
        if ((all->at[i].guess->weight /= sum) >= LEAST_WEIGHT)
            all->at[n++] = all->at[i];
    all->n = n;
}
