/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs_decide.c - what a study of gangs comes to: another wait for one switch, the same, or that it cannot tell.
 * Everything is read from the tallies; nothing is replayed here. */
#include <math.h>
#include "lib/study/gangs/sw_gangs.h"
#include "slotwise/sw_study.h"

/* Without a witness no error is known, and sw_gangs_decide() advises nothing. */
static double error_of(const struct sw_gangs *s)
{
    return isnan(s->error) ? 0 : fabs(s->error);
}

enum sw_gangs_pays sw_gangs_decide_pays(const struct sw_gangs *s, size_t price, size_t wait, size_t other)
{
    struct sw_gangs_change c = sw_gangs_compare(s, price, wait, other, SW_GANGS_ALL, s->level);
    if (c.mean <= -SW_ADVICE_SAME && c.interval.hi < 0 && -c.mean > error_of(s))
        return SW_GANGS_GAINS;
    if (c.mean >= SW_ADVICE_SAME && c.interval.lo > 0)
        return SW_GANGS_LOSES;
    return c.interval.lo > -SW_ADVICE_SAME && c.interval.hi < SW_ADVICE_SAME ? SW_GANGS_ALIKE : SW_GANGS_UNSURE;
}

/* ---- break-even ------------------------------------------------------------------------------------------------ */

/* The changes at the prices tried are joined by lines. The last crossing from a loss to a gain counts. */
static void find_even(const struct sw_gangs *s, struct sw_gangs_answer *a, size_t wait)
{
    double before = NAN;
    a->even[wait] = a->even_lo[wait] = a->even_hi[wait] = NAN;
    if (wait == s->none)
        return;
    for (size_t p = 0; p < s->n_prices; p++) {
        double change = sw_gangs_compare(s, p, wait, s->none, SW_GANGS_ALL, s->level).mean;
        /* It loses at the price before and does not at this one. */
        if (before > 0 && change <= 0)
            a->even[wait] = s->price[p - 1] + (s->price[p] - s->price[p - 1]) * before / (before - change);
        before = change;
        /* A gain that a greater price undoes does not count. */
        if (sw_gangs_decide_pays(s, p, wait, s->none) != SW_GANGS_GAINS) {
            a->even_lo[wait] = s->price[p];
            a->even_hi[wait] = NAN;
        } else if (isnan(a->even_hi[wait]))
            a->even_hi[wait] = s->price[p];
    }
}

/* ---- the wait in question --------------------------------------------------------------------------------------- */

/* Over the days, as a ratio to the wait in force. */
static double mean_goal(const struct sw_gangs *s, size_t price, size_t wait)
{
    double sum = 0;
    for (uint64_t run = 0; run <= s->n_runs; run++)
        sum += sw_gangs_mean(s, price, wait, run, SW_GANGS_ALL) / sw_gangs_mean(s, price, 0, run, SW_GANGS_ALL);
    return sum / (double)(s->n_runs + 1);
}

/* Of those within half of what counts as a difference the nearest to the one in force. */
static size_t best_at(const struct sw_gangs *s, size_t price)
{
    size_t best = 0;
    double least = 1;
    for (size_t i = 1; i < s->n_waits; i++)
        if (mean_goal(s, price, i) < least) {
            least = mean_goal(s, price, i);
            best = i;
        }
    for (size_t i = 0; i < s->n_waits && best > 0; i++)
        if (mean_goal(s, price, i) <= least + SW_ADVICE_SAME / 2
            && fabs((double)(s->wait[i].us - s->wait[0].us)) < fabs((double)(s->wait[best].us - s->wait[0].us)))
            best = i;
    return best;
}

/* Beside the wait in force, at every price that was tried. */
static bool gains_everywhere(const struct sw_gangs *s, size_t wait)
{
    for (size_t p = 0; p < s->n_prices; p++)
        if (sw_gangs_decide_pays(s, p, wait, 0) != SW_GANGS_GAINS)
            return false;
    return true;
}

/* The least price from which on a wait surely gains, and the best wait there. Without one, the price and the wait at
 * which most would be gained. */
static void find_best(const struct sw_gangs *s, struct sw_gangs_answer *a)
{
    double least = 1;
    for (size_t p = 0; p < s->n_prices; p++) {
        for (size_t i = 1; i < s->n_waits; i++)
            /* a->at lies behind all prices until a wait gains. */
            if (sw_gangs_decide_pays(s, p, i, 0) == SW_GANGS_GAINS && (a->at > p || mean_goal(s, p, i) < least)) {
                least = mean_goal(s, p, i);
                a->best = i;
                a->at = p;
            }
        /* No lower price has a wait that gains. */
        if (a->at == p)
            return;
    }
    for (size_t p = 0; p < s->n_prices; p++) {
        size_t best = best_at(s, p);
        if (best > 0 && mean_goal(s, p, best) < least) {
            least = mean_goal(s, p, best);
            a->best = best;
            a->at = p;
        }
    }
}

/* ---- the verdict ---------------------------------------------------------------------------------------------- */

static void settle_gangs(struct sw_gangs_answer *a, enum sw_advice advice, enum sw_gangs_why why)
{
    a->advice = advice;
    a->why = why;
    a->chosen = advice == SW_ADVICE_CHANGE ? a->best : 0;
}

/* What no replay is needed for. */
static bool is_hopeless(const struct sw_gangs *s, struct sw_gangs_answer *a)
{
    enum sw_gangs_why why = SW_GANGS_GAIN;
    if (s->n_jobs == 0)
        why = SW_GANGS_LACKS;
    else if (s->ask.cl->n_racks == 1)
        why = SW_GANGS_ONE_RACK;
    else if (s->largest_rack == 1)
        why = SW_GANGS_NO_RACK;
    else if (s->n_several == 0)
        why = SW_GANGS_NO_GANG;
    else if (s->n_several - s->n_too_wide < SW_GANGS_FEWEST)
        why = SW_GANGS_FEW;
    else if (s->n_across < SW_GANGS_FEWEST)
        why = SW_GANGS_NOTHING_TO_DO;
    if (why != SW_GANGS_GAIN)
        settle_gangs(a, SW_ADVICE_CANNOT_TELL, why);
    return why != SW_GANGS_GAIN;
}

void sw_gangs_decide(const struct sw_gangs *s, struct sw_gangs_answer *a)
{
    *a = (struct sw_gangs_answer){ .at = s->n_prices };
    if (s->tally) {
        for (size_t i = 0; i < s->n_waits; i++)
            find_even(s, a, i);
        find_best(s, a);
    }
    if (a->at == s->n_prices)
        a->at = 0;
    if (is_hopeless(s, a))
        return;
    /* Of the waits that gain at all prices the one that is best at the least price: no gain rests on a price. */
    double least = INFINITY;
    for (size_t i = 1; i < s->n_waits; i++)
        if (gains_everywhere(s, i) && mean_goal(s, 0, i) < least) {
            least = mean_goal(s, 0, i);
            a->best = i;
        }
    bool sure = least < INFINITY;
    if (sure)
        a->at = 0;
    double gain = 1 - mean_goal(s, a->at, a->best);
    if (isnan(s->error))
        settle_gangs(a, SW_ADVICE_CANNOT_TELL, SW_GANGS_NO_WITNESS);
    /* The negations hold for NaN, too. */
    else if (!(fabs(s->error) <= SW_ADVICE_POOR) && !(sure && gain > fabs(s->error)))
        settle_gangs(a, SW_ADVICE_CANNOT_TELL, SW_GANGS_POOR);
    else if (sure)
        settle_gangs(a, SW_ADVICE_CHANGE, SW_GANGS_GAIN);
    else if (gain >= SW_ADVICE_SAME) {
        struct sw_gangs_change c = sw_gangs_compare(s, a->at, a->best, 0, SW_GANGS_ALL, s->level);
        /* It gains at this price and not at each, and no log says which is the price. */
        if (sw_gangs_decide_pays(s, a->at, a->best, 0) == SW_GANGS_GAINS)
            settle_gangs(a, SW_ADVICE_CANNOT_TELL, SW_GANGS_PRICE);
        else if (c.interval.hi < 0 && -c.mean <= error_of(s))
            settle_gangs(a, SW_ADVICE_CANNOT_TELL, SW_GANGS_ERROR);
        else
            settle_gangs(a, SW_ADVICE_CANNOT_TELL, SW_GANGS_CHANCE);
    } else
        settle_gangs(a, SW_ADVICE_LEAVE, SW_GANGS_BEST);
}
