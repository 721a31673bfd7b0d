/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide.c - what a study comes to: another wait, the same, or that the log cannot tell. */
#include <math.h>
#include "lib/study/study.h"

const char *const sw_advice_words[] = { "change", "leave", "cannot-tell", NULL };

static bool may_be_advised(const struct sw_candidate *p)
{
    return p->role == SW_ROLE_CANDIDATE || p->role == SW_ROLE_LEVEL;
}

/* Over the days that might have been, and the one that was. */
static double mean_goal(const struct sw_study *s, size_t i)
{
    double sum = 0;
    for (uint64_t run = 0; run <= s->n_runs; run++)
        sum += s->tried[i].run_s[run] / s->tried[0].run_s[run];
    return sum / (double)(s->n_runs + 1);
}

static double distance(const struct sw_study *s, size_t i)
{
    const struct sw_candidate *own = &s->waits.at[0], *p = &s->waits.at[i];
    return fabs(p->node - own->node) + fabs(p->rack - own->rack);
}

/* The wait with the best goal; of those within half of what counts as a difference, the nearest to the log's own. */
static size_t find_best(const struct sw_study *s)
{
    size_t best = 0;
    double least = 1;
    for (size_t i = 1; i < s->waits.n; i++)
        if (may_be_advised(&s->waits.at[i]) && mean_goal(s, i) < least) {
            least = mean_goal(s, i);
            best = i;
        }
    for (size_t i = 1; i < s->waits.n && best > 0; i++)
        if (may_be_advised(&s->waits.at[i]) && mean_goal(s, i) <= least + SW_ADVICE_SAME / 2
            && distance(s, i) < distance(s, best))
            best = i;
    return best;
}

/* Waits up to ten times a second, or all of the nodes: what anybody would set. */
static void find_spread(const struct sw_study *s, struct sw_answer *a)
{
    const enum sw_family family = s->waits.family;
    double limit = family == SW_FAMILY_YARN ? 1 : family == SW_FAMILY_CAPACITY ? INFINITY : 10;
    for (size_t i = 0; i < s->waits.n; i++) {
        const struct sw_candidate *p = &s->waits.at[i];
        if (p->role == SW_ROLE_SHOWN || sw_candidate_wait(p) > limit)
            continue;
        a->least = fmin(a->least, s->tried[i].change);
        a->most = fmax(a->most, s->tried[i].change);
        a->to = fmax(a->to, sw_candidate_wait(p));
    }
}

static void find_jobs(const struct sw_study *s, struct sw_answer *a)
{
    const struct sw_log *log = s->ask.log;
    const int64_t *own = s->tried[0].response_us, *best = s->tried[a->best].response_us;
    double worst = 0.01, gained = -0.01;
    for (size_t i = 0; i < log->n_jobs; i++) {
        if (!sw_log_counts(&log->jobs[i]) || own[i] <= 0 || best[i] < 0)
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

static uint64_t count_preferring(const struct sw_study *s)
{
    const struct sw_located *p = &s->tried[0].recorded.placed;
    return p->node + p->rack + p->any;
}

static void settle(struct sw_answer *a, enum sw_advice advice, enum sw_why why)
{
    a->advice = advice;
    a->why = why;
    a->chosen = advice == SW_ADVICE_CHANGE ? a->best : 0;
}

/* ---- distance ------------------------------------------------------------------------------------------ */

static double higher(double a, double b) /* NaN if either is */
{
    return isnan(a) || isnan(b) ? NAN : fmax(a, b);
}

/* Tasks that the best wait sends away from their nodes, or out of their racks, beyond one in a hundred. */
static int look_at_distance(const struct sw_study *s, struct sw_answer *a, struct sw_err *err)
{
    const struct sw_located *own = &s->tried[0].recorded.placed, *to = &s->tried[a->best].recorded.placed;
    uint64_t off_node = own->node > to->node ? own->node - to->node : 0;
    uint64_t off_rack = to->any > own->any ? to->any - own->any : 0, most = off_node > off_rack ? off_node : off_rack;
    a->gone_from = NAN;
    a->may_cost = 1;
    if ((double)most <= SW_ADVICE_SAME * (double)a->n_preferring)
        return SW_OK;
    a->n_farther = most;
    if (to->rack > own->rack)
        a->may_cost = higher(a->may_cost, s->penalty_rack.hi);
    if (off_rack > 0)
        a->may_cost = higher(a->may_cost, s->penalty_any.hi);
    return even_between(s, a->best, 0, &a->gone_from, err);
}

/* ---- what distance costs ------------------------------------------------------------------------------- */

static double gain_at(const struct sw_study *s, size_t price, size_t wait)
{
    return 1 - study_goal(s, price, wait, 0) / study_goal(s, price, 0, 0);
}

static bool is_nearer(const struct sw_study *s, size_t i)
{
    const struct sw_located *own = &s->tried[0].recorded.placed, *p = &s->tried[i].recorded.placed;
    return p->node > own->node || p->any < own->any;
}

/* A wait that gains at the most that distance may cost, and by that cost. */
static bool gains_at_most(const struct sw_study *s, struct sw_answer *a)
{
    double most = fmax(SW_ADVICE_SAME, fabs(s->error));
    for (size_t i = 1; s->price[SW_PRICE_MOST].wanted && i < s->waits.n; i++) {
        double gain = gain_at(s, SW_PRICE_MOST, i);
        if (!may_be_advised(&s->waits.at[i]) || !is_nearer(s, i) || !(gain >= most)
            || gain - gain_at(s, SW_PRICE_MEASURED, i) < SW_ADVICE_SAME)
            continue;
        most = a->gain_at_most = gain;
        a->best = i;
        a->gains_at_most = true;
    }
    return a->gains_at_most;
}

static bool is_lost_at_least(const struct sw_study *s, const struct sw_answer *a)
{
    return s->price[SW_PRICE_LEAST].wanted && !(gain_at(s, SW_PRICE_LEAST, a->best) > 0);
}

/* ---- hosts that the log does not name -------------------------------------------------------------------- */

static bool is_told_apart(const struct sw_study *s) { return !s->price[SW_PRICE_ELSEWHERE].wanted; }

/* With the data of far tasks on hosts without executors, does the wait still gain? */
static bool gains_elsewhere(const struct sw_study *s, size_t wait)
{
    return is_told_apart(s) || gain_at(s, SW_PRICE_ELSEWHERE, wait) > 0;
}

/* Would another wait gain there, beyond the replay's error? */
static bool another_gains_elsewhere(const struct sw_study *s)
{
    for (size_t i = 1; !is_told_apart(s) && i < s->waits.n; i++)
        if (may_be_advised(&s->waits.at[i]) && gain_at(s, SW_PRICE_ELSEWHERE, i) > fmax(SW_ADVICE_SAME, fabs(s->error)))
            return true;
    return false;
}

static int judge_change(const struct sw_study *s, struct sw_answer *a, struct sw_err *err)
{
    const struct sw_tried *t = &s->tried[a->best];
    if (look_at_distance(s, a, err) != SW_OK)
        return SW_FAIL;
    if (-t->change < SW_ADVICE_SAME)
        settle(a, SW_ADVICE_CANNOT_TELL, SW_WHY_CHANCE);
    else if (-t->change <= fabs(s->error))
        settle(a, SW_ADVICE_CANNOT_TELL, SW_WHY_ERROR);
    else if (!(t->chance.hi < 0))
        settle(a, SW_ADVICE_CANNOT_TELL, SW_WHY_CHANCE);
    else if (a->n_farther > 0 && !isnan(a->gone_from) && !(a->may_cost < a->gone_from))
        settle(a, SW_ADVICE_CANNOT_TELL, SW_WHY_DISTANCE);
    else if (is_lost_at_least(s, a))
        settle(a, SW_ADVICE_CANNOT_TELL, SW_WHY_COST);
    else if (!gains_elsewhere(s, a->best))
        settle(a, SW_ADVICE_CANNOT_TELL, SW_WHY_HIDDEN);
    else
        settle(a, SW_ADVICE_CHANGE, SW_WHY_GAIN);
    return SW_OK;
}

int sw_study_decide(const struct sw_study *s, struct sw_answer *a, struct sw_err *err)
{
    *a = (struct sw_answer){ .worst = SIZE_MAX, .most_gained = SIZE_MAX };
    a->n_preferring = count_preferring(s);
    a->best = find_best(s);
    find_spread(s, a);
    find_jobs(s, a);
    if (a->n_jobs == 0)
        settle(a, SW_ADVICE_CANNOT_TELL, SW_WHY_NO_JOB);
    else if (a->n_preferring > 0 && a->n_preferring < SW_ADVICE_FEWEST_TASKS)
        settle(a, SW_ADVICE_CANNOT_TELL, SW_WHY_FEW);
    else if (a->n_preferring == 0)
        settle(a, SW_ADVICE_CANNOT_TELL, SW_WHY_NO_PREFERENCE);
    else if (!(fabs(s->error) <= SW_ADVICE_POOR) && !(-s->tried[a->best].change > fabs(s->error)))
        settle(a, SW_ADVICE_CANNOT_TELL, SW_WHY_POOR);
    else if (s->hidden && fabs(s->replayed_near - s->near) > SW_ADVICE_NEAR)
        settle(a, SW_ADVICE_CANNOT_TELL, SW_WHY_LOCALITY);
    else if (-s->tried[a->best].change >= SW_ADVICE_SAME || mean_goal(s, a->best) <= 1 - SW_ADVICE_SAME)
        return judge_change(s, a, err);
    else if (gains_at_most(s, a))
        settle(a, SW_ADVICE_CANNOT_TELL, SW_WHY_COST);
    else if (another_gains_elsewhere(s))
        settle(a, SW_ADVICE_CANNOT_TELL, SW_WHY_HIDDEN);
    else
        settle(a, SW_ADVICE_LEAVE, a->most - a->least < SW_ADVICE_SAME ? SW_WHY_ALIKE : SW_WHY_BEST);
    return SW_OK;
}
