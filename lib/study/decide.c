/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide.c - what a study comes to: another wait, the same, or that the log cannot tell. The verdict comes first.
 * Then whether more days would change it, and last what takes replays of its own. */
#include <math.h>
#include "lib/study/study.h"

const char *const sw_advice_words[] = { "change", "leave", "cannot-tell", NULL };

/* A log of Spark that names no racks does not show what the wait for racks does: where all its tasks ran on nodes of
 * their data, and where it is replayed in one rack, as none ran beyond. Then the waits for nodes and racks are not told
 * apart, and change together. In a replay without racks the one that is left as it is would not count. */
static bool hides_racks(const struct sw_study *s)
{
    const struct sw_log *log = s->ask.log;
    return log->spark
           && (s->n_racks == 1 || (log->cl->n_racks <= 1 && s->back.recorded.rack + s->back.recorded.any == 0));
}

bool decide_may_advise(const struct sw_study *s, size_t wait)
{
    /* A wait that was left is surely beaten, so its days are not looked at further. */
    const enum sw_role role = s->waits.at[wait].role;
    return (role == SW_ROLE_CANDIDATE || (role == SW_ROLE_LEVEL && !hides_racks(s))) && !s->tried[wait].left;
}

/* How much a planner would change. */
static double distance(const struct sw_study *s, size_t i)
{
    const struct sw_candidate *own = &s->waits.at[0], *p = &s->waits.at[i];
    return fabs(p->node - own->node) + fabs(p->rack - own->rack);
}

/* The wait with the best goal; of those within half of what counts as a difference, the nearest to the log's own. */
static size_t find_best(const struct sw_study *s)
{
    size_t best = 0;
    /* A gain below a thousandth is none. */
    double least = -SW_ADVICE_SAME / 10;
    for (size_t i = 1; i < s->waits.n; i++)
        if (decide_may_advise(s, i) && s->tried[i].change < least) {
            least = s->tried[i].change;
            best = i;
        }
    for (size_t i = 1; i < s->waits.n && best > 0; i++)
        if (decide_may_advise(s, i) && s->tried[i].change <= least + SW_ADVICE_SAME / 2
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

void decide_jobs(const struct sw_study *s, size_t wait, struct sw_answer *a)
{
    const struct sw_log *log = s->ask.log;
    const int64_t *own = s->tried[0].response_us, *to = s->tried[wait].response_us;
    /* A loss or a gain below 1 % is not named. */
    double worst = 0.01, gained = -0.01;
    a->n_jobs = a->n_slower = 0;
    a->worst = a->most_gained = SIZE_MAX;
    for (size_t i = 0; i < log->n_jobs; i++) {
        /* A response of 0 has no ratio. */
        if (!sw_log_counts(&log->jobs[i]) || own[i] <= 0 || to[i] < 0)
            continue;
        double change = (double)to[i] / (double)own[i] - 1;
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

/* The place 0 is that of the own wait. */
static void settle_advice(struct sw_answer *a, enum sw_advice advice, enum sw_why why)
{
    a->advice = advice;
    a->why = why;
    a->chosen = advice == SW_ADVICE_CHANGE ? a->best : 0;
}

/* ---- why not ------------------------------------------------------------------------------------------- */

/* Tasks that the best wait sends away from their nodes, or out of their racks, beyond one in a hundred. */
static int look_at_distance(const struct sw_study *s, struct sw_answer *a, struct sw_err *err)
{
    const struct sw_located *own = &s->tried[0].recorded.placed, *to = &s->tried[a->best].recorded.placed;
    uint64_t off_node = own->node > to->node ? own->node - to->node : 0;
    uint64_t off_rack = to->any > own->any ? to->any - own->any : 0, most = off_node > off_rack ? off_node : off_rack;
    a->gone_from = NAN;
    if ((double)most <= SW_ADVICE_SAME * (double)a->n_preferring)
        return SW_OK;
    a->n_farther = most;
    return even_between(s, a->best, 0, &a->gone_from, err);
}

/* The best wait gains what counts. The first of these that holds is why it is advised, or why not. */
static void judge_change(const struct sw_study *s, struct sw_answer *a)
{
    const struct sw_tried *t = &s->tried[a->best];
    const enum sw_why why = -t->change <= fabs(s->error)      ? SW_WHY_ERROR
                            : goals_gain_mostly(s, a->best)   ? SW_WHY_GAIN
                            : guesses_decide(s, a->best)      ? SW_WHY_HIDDEN
                            : t->costs_decide                 ? SW_WHY_DISTANCE
                                                              : SW_WHY_CHANCE;
    settle_advice(a, why == SW_WHY_GAIN ? SW_ADVICE_CHANGE : SW_ADVICE_CANNOT_TELL, why);
}

/* One day of six and more gains 3 % with another wait, though the mean does not. */
static bool may_gain(const struct sw_study *s, size_t *wait)
{
    uint64_t most = 0;
    for (size_t i = 1; i < s->waits.n; i++) {
        uint64_t n = 0;
        for (uint64_t run = 0; decide_may_advise(s, i) && run <= s->n_runs; run++)
            n += s->tried[i].run_s[run] < (1 - SW_ADVICE_MUCH) * s->tried[0].run_s[run];
        if (n > most && (double)n >= GOALS_SELDOM * (double)(s->n_runs + 1)) {
            most = n;
            *wait = i;
        }
    }
    return most > 0;
}

void decide_verdict(const struct sw_study *s, struct sw_answer *a)
{
    const struct sw_located *own = &s->tried[0].recorded.placed;
    *a = (struct sw_answer){ .n_preferring = own->node + own->rack + own->any };
    a->best = find_best(s);
    find_spread(s, a);
    decide_jobs(s, a->best, a);
    /* The order matters: what the log lacks stands before what the days bring. */
    if (a->n_jobs == 0)
        settle_advice(a, SW_ADVICE_CANNOT_TELL, SW_WHY_NO_JOB);
    else if (a->n_preferring > 0 && a->n_preferring < SW_ADVICE_FEWEST_TASKS)
        settle_advice(a, SW_ADVICE_CANNOT_TELL, SW_WHY_FEW);
    else if (a->n_preferring == 0)
        settle_advice(a, SW_ADVICE_CANNOT_TELL, SW_WHY_NO_PREFERENCE);
    /* The negations hold for NaN, too: without an error there is no witness. */
    else if (!(fabs(s->error) <= SW_ADVICE_POOR) && !(-s->tried[a->best].change > fabs(s->error)))
        settle_advice(a, SW_ADVICE_CANNOT_TELL, SW_WHY_POOR);
    else if (s->hidden && fabs(s->replayed_near - s->near) > SW_ADVICE_NEAR)
        settle_advice(a, SW_ADVICE_CANNOT_TELL, SW_WHY_LOCALITY);
    else if (-s->tried[a->best].change >= SW_ADVICE_SAME)
        judge_change(s, a);
    else if (may_gain(s, &a->best))
        settle_advice(a, SW_ADVICE_CANNOT_TELL, s->tried[a->best].costs_decide ? SW_WHY_DISTANCE : SW_WHY_CHANCE);
    else if (s->kept.change < -SW_ADVICE_MUCH)
        settle_advice(a, SW_ADVICE_CANNOT_TELL, SW_WHY_EXECUTORS);
    else
        settle_advice(a, SW_ADVICE_LEAVE, a->most - a->least < SW_ADVICE_SAME ? SW_WHY_ALIKE : SW_WHY_BEST);
}

/* ---- whether the days so far say what more of them would say ------------------------------------------------- */

/* docs/decisions/advise.md, "As many days as the verdict takes": a study looks after six days and after twelve. It
 * stops where each thing that the verdict hangs on is far from its threshold: by bounds of the mean, and by shares of
 * days. A wait that others surely beat is replayed on no further day, as in slot-sweep's search (Kim and Nelson
 * 2001). */
#define BOUND 0.975              /* of a mean, on each side */
#define SURELY 2.5               /* deviations from zero: nine days of ten gain then, also by what seven days know */

/* Of the logarithm of a wait's goal beside another's. lo and hi bound the mean. gain and much: days that gain, and
 * those that gain 3 %. */
struct seen { double mean, sd, lo, hi; uint64_t n, gain, much; };

/* from: a wait that has these days, too. */
static struct seen see(const struct sw_study *s, size_t to, size_t from)
{
    struct sw_moments m = { 0 };
    struct seen of = { 0 };
    for (uint64_t run = 0; run <= s->tried[to].last_run; run++) {
        const double r = log(s->tried[to].run_s[run] / s->tried[from].run_s[run]);
        sw_moments_add(&m, r);
        of.gain += r < 0;
        of.much += r < log(1 - SW_ADVICE_MUCH);
    }
    of.n = m.n;
    of.mean = m.mean;
    of.sd = sw_moments_sd(&m);
    const double half = sw_moments_t(BOUND, (double)(m.n - 1)) * of.sd / sqrt((double)m.n);
    of.lo = m.mean - half;
    of.hi = m.mean + half;
    return of;
}

/* It gains less than what counts, and no day gains much. */
static bool surely_no_gain(const struct seen *of) { return of->lo > log(1 - SW_ADVICE_SAME) && of->much == 0; }

/* The bound is beyond what counts, and nine days of ten gain. */
static bool surely_gains(const struct seen *of)
{
    return of->hi < log(1 - SW_ADVICE_SAME) && of->mean + SURELY * of->sd < 0;
}

/* The mean gains, and one day of three and more does not. */
static bool surely_by_chance(const struct seen *of, double error)
{
    return -of->hi > fmax(SW_ADVICE_SAME, fabs(error)) && 3 * of->gain <= 2 * of->n;
}

/* Another is better by half of what counts, or might be. */
static bool has_rival(const struct sw_study *s, size_t best)
{
    for (size_t i = 1; i < s->waits.n; i++)
        if (i != best && decide_may_advise(s, i) && see(s, i, best).lo < log(1 - SW_ADVICE_SAME))
            return true;
    return false;
}

/* FAIR, or FIFO: its interval stays on its side of zero. */
static bool order_stands(const struct sw_study *s)
{
    if (!s->other.wanted)
        return true;
    const struct sw_gained g = sw_study_gained(s);
    const double middle = (log1p(g.interval.lo) + log1p(g.interval.hi)) / 2;
    const double half = (log1p(g.interval.hi) - log1p(g.interval.lo)) / 2;
    /* An interval that surely holds zero stands, and so does one that is surely off it. */
    return g.jobs == 0 || half < SW_ADVICE_SAME || fabs(middle) < 0.6 * half || fabs(middle) > 1.2 * half;
}

/* Where nothing measured the cost of distance an interval spans the costs that are drawn. Few days miss their ends. */
static bool costs_are_open(const struct sw_study *s)
{
    for (size_t i = 1; i < s->waits.n; i++)
        if (decide_may_advise(s, i) && s->tried[i].costs_decide)
            return true;
    return false;
}

bool decide_is_enough(const struct sw_study *s, const struct sw_answer *a)
{
    const struct seen best = see(s, a->best, 0);
    /* While the order or a cost is open, all days are wanted. */
    if (!order_stands(s) || costs_are_open(s))
        return false;
    switch (a->why) {
    case SW_WHY_NO_JOB:
    case SW_WHY_FEW:
    case SW_WHY_NO_PREFERENCE:
    case SW_WHY_LOCALITY: return true; /* whatever the days bring */
    case SW_WHY_GAIN: return surely_gains(&best) && -best.mean > 2 * fabs(s->error) && !has_rival(s, a->best);
    case SW_WHY_CHANCE:
    case SW_WHY_HIDDEN:
    case SW_WHY_DISTANCE: return surely_by_chance(&best, s->error);
    case SW_WHY_BEST:
    case SW_WHY_ALIKE:
        for (size_t i = 1; i < s->waits.n; i++)
            if (decide_may_advise(s, i)) {
                const struct seen of = see(s, i, 0);
                if (!surely_no_gain(&of))
                    return false;
            }
        /* An error of half of what is too poor will not become too poor. */
        return 2 * fabs(s->error) < SW_ADVICE_POOR;
    default: return false;
    }
}

bool decide_is_enough_of(const struct sw_study *s, const struct sw_answer *a, size_t wait)
{
    const struct seen of = see(s, wait, 0), best = see(s, a->best, 0);
    /* The own wait and the best are what the others are held against. */
    if (wait == 0 || wait == a->best || s->tried[wait].costs_decide)
        return false;
    return s->waits.at[wait].role == SW_ROLE_SHOWN || surely_no_gain(&of)
           || (best.hi < log(1 - SW_ADVICE_SAME) && see(s, wait, a->best).lo > log(1 + SW_ADVICE_SAME));
}

bool decide_enough(struct sw_study *s)
{
    struct sw_answer a;
    decide_verdict(s, &a);
    if (decide_is_enough(s, &a))
        return true;
    for (size_t i = 0; i < s->waits.n; i++)
        s->tried[i].left |= decide_is_enough_of(s, &a, i);
    return false;
}

/* ---- the answer ---------------------------------------------------------------------------------------- */

/* Where another wait is in question. */
static bool asks_for_distance(const struct sw_answer *a)
{
    return a->why == SW_WHY_ERROR || a->why == SW_WHY_GAIN || a->why == SW_WHY_HIDDEN || a->why == SW_WHY_DISTANCE
           || a->why == SW_WHY_CHANCE;
}

int sw_study_decide(const struct sw_study *s, struct sw_answer *a, struct sw_err *err)
{
    decide_verdict(s, a);
    return asks_for_distance(a) ? look_at_distance(s, a, err) : SW_OK;
}
