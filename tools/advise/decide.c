/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide.c - see decide.h. */
#include <math.h>
#include "tools/advise/decide.h"

const char *const decide_words[] = { "change", "leave", "cannot-tell", NULL };

static bool may_be_advised(const struct policy *p)
{
    return p->role == POLICY_CANDIDATE || p->role == POLICY_LEVEL;
}

/* Over the days that might have been, and the one that was. */
static double mean_goal(const struct study *s, size_t i)
{
    double sum = 0;
    for (uint64_t run = 0; run <= s->n_runs; run++)
        sum += s->tried[i].run_s[run] / s->tried[0].run_s[run];
    return sum / (double)(s->n_runs + 1);
}

static double distance(const struct study *s, size_t i)
{
    const struct policy *own = &s->policies.at[0], *p = &s->policies.at[i];
    return fabs(p->node - own->node) + fabs(p->rack - own->rack);
}

/* The wait with the best goal; of those within half of what counts as a difference, the nearest to the log's own. */
static size_t find_best(const struct study *s)
{
    size_t best = 0;
    double least = 1;
    for (size_t i = 1; i < s->policies.n; i++)
        if (may_be_advised(&s->policies.at[i]) && mean_goal(s, i) < least) {
            least = mean_goal(s, i);
            best = i;
        }
    for (size_t i = 1; i < s->policies.n && best > 0; i++)
        if (may_be_advised(&s->policies.at[i]) && mean_goal(s, i) <= least + DECIDE_SAME / 2
            && distance(s, i) < distance(s, best))
            best = i;
    return best;
}

/* Waits up to ten times a second, or all of the nodes: what anybody would set. */
static void find_spread(const struct study *s, struct answer *a)
{
    const enum family family = s->policies.family;
    double limit = family == FAMILY_YARN ? 1 : family == FAMILY_CAPACITY ? INFINITY : 10;
    for (size_t i = 0; i < s->policies.n; i++) {
        const struct policy *p = &s->policies.at[i];
        if (p->role == POLICY_SHOWN || policies_wait(p) > limit)
            continue;
        a->least = fmin(a->least, s->tried[i].change);
        a->most = fmax(a->most, s->tried[i].change);
        a->to = fmax(a->to, policies_wait(p));
    }
}

static void find_jobs(const struct study *s, struct answer *a)
{
    const struct recorded *rec = &s->back->log.rec;
    const int64_t *own = s->tried[0].response_us, *best = s->tried[a->best].response_us;
    double worst = 0.01, gained = -0.01;
    for (size_t i = 0; i < rec->n_jobs; i++) {
        if (!study_counts(&rec->jobs[i]) || own[i] <= 0 || best[i] < 0)
            continue;
        double change = (double)best[i] / (double)own[i] - 1;
        a->n_jobs++;
        a->n_slower += change > 0.05;
        if (change > worst)
            a->worst = i;
        if (change < gained)
            a->most_gained = i;
        worst = fmax(worst, change);
        gained = fmin(gained, change);
    }
}

static uint64_t count_preferring(const struct study *s)
{
    const struct placed *p = &s->tried[0].recorded.placed;
    return p->node + p->rack + p->any;
}

static void settle(struct answer *a, enum advice advice, enum advice_reason why)
{
    a->advice = advice;
    a->why = why;
    a->chosen = advice == ADVICE_CHANGE ? a->best : 0;
}

/* ---- distance ------------------------------------------------------------------------------------------ */

static double higher(double a, double b) /* NaN if either is */
{
    return isnan(a) || isnan(b) ? NAN : fmax(a, b);
}

/* Tasks that the best wait sends away from their nodes, or out of their racks, beyond one in a hundred. */
static int look_at_distance(const struct study *s, struct answer *a, struct sw_err *err)
{
    const struct placed *own = &s->tried[0].recorded.placed, *to = &s->tried[a->best].recorded.placed;
    uint64_t off_node = own->node > to->node ? own->node - to->node : 0;
    uint64_t off_rack = to->any > own->any ? to->any - own->any : 0, most = off_node > off_rack ? off_node : off_rack;
    a->gone_from = NAN;
    a->may_cost = 1;
    if ((double)most <= DECIDE_SAME * (double)a->n_preferring)
        return SW_OK;
    a->n_farther = most;
    if (to->rack > own->rack)
        a->may_cost = higher(a->may_cost, s->penalty_rack.hi);
    if (off_rack > 0)
        a->may_cost = higher(a->may_cost, s->penalty_any.hi);
    return study_break_even(s, a->best, 0, &a->gone_from, err);
}

/* ---- what distance costs ------------------------------------------------------------------------------- */

static double gain_at(const struct study *s, size_t price, size_t wait)
{
    return 1 - study_goal(s, price, wait, 0) / study_goal(s, price, 0, 0);
}

static bool is_nearer(const struct study *s, size_t i)
{
    const struct placed *own = &s->tried[0].recorded.placed, *p = &s->tried[i].recorded.placed;
    return p->node > own->node || p->any < own->any;
}

/* A wait that gains at the most that distance may cost, and by that cost. */
static bool gains_at_most(const struct study *s, struct answer *a)
{
    double most = fmax(DECIDE_SAME, fabs(s->error));
    for (size_t i = 1; s->price[STUDY_MOST].wanted && i < s->policies.n; i++) {
        double gain = gain_at(s, STUDY_MOST, i);
        if (!may_be_advised(&s->policies.at[i]) || !is_nearer(s, i) || !(gain >= most)
            || gain - gain_at(s, STUDY_MEASURED, i) < DECIDE_SAME)
            continue;
        most = a->gain_at_most = gain;
        a->best = i;
        a->gains_at_most = true;
    }
    return a->gains_at_most;
}

static bool is_lost_at_least(const struct study *s, const struct answer *a)
{
    return s->price[STUDY_LEAST].wanted && !(gain_at(s, STUDY_LEAST, a->best) > 0);
}

static int judge_change(const struct study *s, struct answer *a, struct sw_err *err)
{
    const struct tried *t = &s->tried[a->best];
    if (look_at_distance(s, a, err) != SW_OK)
        return SW_FAIL;
    if (-t->change < DECIDE_SAME)
        settle(a, ADVICE_CANNOT_TELL, WHY_CHANCE);
    else if (-t->change <= fabs(s->error))
        settle(a, ADVICE_CANNOT_TELL, WHY_ERROR);
    else if (!(t->interval.hi < 0))
        settle(a, ADVICE_CANNOT_TELL, WHY_CHANCE);
    else if (a->n_farther > 0 && !isnan(a->gone_from) && !(a->may_cost < a->gone_from))
        settle(a, ADVICE_CANNOT_TELL, WHY_DISTANCE);
    else if (is_lost_at_least(s, a))
        settle(a, ADVICE_CANNOT_TELL, WHY_COST);
    else
        settle(a, ADVICE_CHANGE, WHY_GAIN);
    return SW_OK;
}

int decide_study(const struct study *s, struct answer *a, struct sw_err *err)
{
    *a = (struct answer){ .worst = SIZE_MAX, .most_gained = SIZE_MAX };
    if (s->back->log.lacks) {
        settle(a, ADVICE_CANNOT_TELL, WHY_NOT_REPLAYED);
        return SW_OK;
    }
    a->n_preferring = count_preferring(s);
    a->best = find_best(s);
    find_spread(s, a);
    find_jobs(s, a);
    if (a->n_jobs == 0)
        settle(a, ADVICE_CANNOT_TELL, WHY_NO_JOB);
    else if (a->n_preferring > 0 && a->n_preferring < DECIDE_FEWEST_TASKS)
        settle(a, ADVICE_CANNOT_TELL, WHY_FEW);
    else if (a->n_preferring == 0)
        settle(a, ADVICE_CANNOT_TELL, WHY_NO_PREFERENCE);
    else if (!(fabs(s->error) <= DECIDE_POOR) && !(-s->tried[a->best].change > fabs(s->error)))
        settle(a, ADVICE_CANNOT_TELL, WHY_POOR);
    else if (-s->tried[a->best].change >= DECIDE_SAME || mean_goal(s, a->best) <= 1 - DECIDE_SAME)
        return judge_change(s, a, err);
    else if (gains_at_most(s, a))
        settle(a, ADVICE_CANNOT_TELL, WHY_COST);
    else
        settle(a, ADVICE_LEAVE, a->most - a->least < DECIDE_SAME ? WHY_ALIKE : WHY_BEST);
    return SW_OK;
}
