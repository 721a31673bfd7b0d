/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs_decide.c - see gangs_decide.h. */
#include <math.h>
#include "tools/advise/gangs_decide.h"

static double error_of(const struct gangs *s)
{
    return isnan(s->error) ? 0 : fabs(s->error);
}

enum gangs_pays gangs_decide_pays(const struct gangs *s, size_t price, size_t wait, size_t other)
{
    struct gangs_change c = gangs_compare(s, price, wait, other, GANGS_ALL, s->level);
    if (c.mean <= -DECIDE_SAME && c.interval.hi < 0 && -c.mean > error_of(s))
        return GANGS_GAINS;
    if (c.mean >= DECIDE_SAME && c.interval.lo > 0)
        return GANGS_LOSES;
    return c.interval.lo > -DECIDE_SAME && c.interval.hi < DECIDE_SAME ? GANGS_ALIKE : GANGS_UNSURE;
}

/* ---- break-even ------------------------------------------------------------------------------------------------ */

/* The changes at the prices tried are joined by lines. The last crossing from a loss to a gain counts. */
static void find_even(const struct gangs *s, struct gangs_answer *a, size_t wait)
{
    double before = NAN;
    a->even[wait] = a->even_lo[wait] = a->even_hi[wait] = NAN;
    if (wait == s->none)
        return;
    for (size_t p = 0; p < s->n_prices; p++) {
        double change = gangs_compare(s, p, wait, s->none, GANGS_ALL, s->level).mean;
        if (before > 0 && change <= 0)
            a->even[wait] = s->price[p - 1] + (s->price[p] - s->price[p - 1]) * before / (before - change);
        before = change;
        if (gangs_decide_pays(s, p, wait, s->none) != GANGS_GAINS) {
            a->even_lo[wait] = s->price[p];
            a->even_hi[wait] = NAN;
        } else if (isnan(a->even_hi[wait]))
            a->even_hi[wait] = s->price[p];
    }
}

/* ---- the wait in question --------------------------------------------------------------------------------------- */

/* Over the days. */
static double mean_goal(const struct gangs *s, size_t price, size_t wait)
{
    double sum = 0;
    for (uint64_t run = 0; run <= s->n_runs; run++)
        sum += gangs_mean(s, price, wait, run, GANGS_ALL) / gangs_mean(s, price, 0, run, GANGS_ALL);
    return sum / (double)(s->n_runs + 1);
}

/* Of those within half of what counts as a difference the nearest to the one in force. */
static size_t best_at(const struct gangs *s, size_t price)
{
    size_t best = 0;
    double least = 1;
    for (size_t i = 1; i < s->n_waits; i++)
        if (mean_goal(s, price, i) < least) {
            least = mean_goal(s, price, i);
            best = i;
        }
    for (size_t i = 0; i < s->n_waits && best > 0; i++)
        if (mean_goal(s, price, i) <= least + DECIDE_SAME / 2
            && fabs((double)(s->wait[i].us - s->wait[0].us)) < fabs((double)(s->wait[best].us - s->wait[0].us)))
            best = i;
    return best;
}

static bool gains_everywhere(const struct gangs *s, size_t wait)
{
    for (size_t p = 0; p < s->n_prices; p++)
        if (gangs_decide_pays(s, p, wait, 0) != GANGS_GAINS)
            return false;
    return true;
}

/* Of the waits that gain at all prices the one that is best at the least price: no gain rests on a price. */
static bool find_sure(const struct gangs *s, struct gangs_answer *a)
{
    double least = INFINITY;
    for (size_t i = 1; i < s->n_waits; i++)
        if (gains_everywhere(s, i) && mean_goal(s, 0, i) < least) {
            least = mean_goal(s, 0, i);
            a->best = i;
        }
    return least < INFINITY;
}

/* The least price from which on a wait surely gains, and the best wait there. Without one, the price and the wait at
 * which most would be gained. */
static void find_best(const struct gangs *s, struct gangs_answer *a)
{
    double least = 1;
    for (size_t p = 0; p < s->n_prices; p++) {
        for (size_t i = 1; i < s->n_waits; i++)
            if (gangs_decide_pays(s, p, i, 0) == GANGS_GAINS && (a->at > p || mean_goal(s, p, i) < least)) {
                least = mean_goal(s, p, i);
                a->best = i;
                a->at = p;
            }
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

static void settle(struct gangs_answer *a, enum advice advice, enum gangs_reason why)
{
    a->advice = advice;
    a->why = why;
    a->chosen = advice == ADVICE_CHANGE ? a->best : 0;
}

/* What no replay is needed for. */
static bool is_hopeless(const struct gangs *s, struct gangs_answer *a)
{
    enum gangs_reason why = GANGS_GAIN;
    if (s->lacks[0] != '\0')
        why = GANGS_LACKS;
    else if (s->cl->n_racks == 1)
        why = GANGS_ONE_RACK;
    else if (s->largest_rack == 1)
        why = GANGS_NO_RACK;
    else if (s->n_several == 0)
        why = GANGS_NO_GANG;
    else if (s->n_several - s->n_too_wide < GANGS_FEWEST)
        why = GANGS_FEW;
    else if (s->n_across < GANGS_FEWEST)
        why = GANGS_NOTHING_TO_DO;
    if (why != GANGS_GAIN)
        settle(a, ADVICE_CANNOT_TELL, why);
    return why != GANGS_GAIN;
}

static void judge_gain(const struct gangs *s, struct gangs_answer *a)
{
    struct gangs_change c = gangs_compare(s, a->at, a->best, 0, GANGS_ALL, s->level);
    if (gangs_decide_pays(s, a->at, a->best, 0) == GANGS_GAINS)
        settle(a, ADVICE_CANNOT_TELL, GANGS_PRICE);
    else if (c.interval.hi < 0 && -c.mean <= error_of(s))
        settle(a, ADVICE_CANNOT_TELL, GANGS_ERROR);
    else
        settle(a, ADVICE_CANNOT_TELL, GANGS_CHANCE);
}

void gangs_decide(const struct gangs *s, struct gangs_answer *a)
{
    *a = (struct gangs_answer){ .at = s->n_prices };
    if (s->tally) {
        for (size_t i = 0; i < s->n_waits; i++)
            find_even(s, a, i);
        find_best(s, a);
    }
    if (a->at == s->n_prices)
        a->at = 0;
    if (is_hopeless(s, a))
        return;
    bool sure = find_sure(s, a);
    if (sure)
        a->at = 0;
    double gain = 1 - mean_goal(s, a->at, a->best);
    if (isnan(s->error))
        settle(a, ADVICE_CANNOT_TELL, GANGS_NO_WITNESS);
    else if (!(fabs(s->error) <= DECIDE_POOR) && !(sure && gain > fabs(s->error)))
        settle(a, ADVICE_CANNOT_TELL, GANGS_POOR);
    else if (sure)
        settle(a, ADVICE_CHANGE, GANGS_GAIN);
    else if (gain >= DECIDE_SAME)
        judge_gain(s, a);
    else
        settle(a, ADVICE_LEAVE, GANGS_BEST);
}
