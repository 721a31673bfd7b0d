/* SPDX-License-Identifier: GPL-3.0-or-later */
/* enough.c - whether the days so far say what more of them would say (docs/decisions/advise.md, "As many days as the
 * verdict takes").
 *
 * A study looks after six days and after twelve. It stops where each thing that the verdict hangs on is far from its
 * threshold: by bounds of the mean, and by shares of days. A wait that others surely beat is replayed on no further
 * day, as in slot-sweep's search (Kim and Nelson 2001). */
#include <math.h>
#include "lib/study/study.h"

enum { FIRST_LOOK = 6 };
#define BOUND 0.975              /* of a mean, on each side */
#define SURELY 2.5               /* deviations from zero: nine days of ten gain then, also by what seven days know */

bool enough_is_look(uint64_t run, uint64_t most)
{
    uint64_t look = FIRST_LOOK;
    while (look < run)
        look *= 2;
    return run == look && run < most;
}

/* Of the logarithm of a wait's goal beside another's. */
struct seen { double mean, sd, lo, hi; uint64_t n, gain, much; };

static struct seen see(const struct sw_study *s, size_t to, size_t from)
{
    struct sw_moments m = { 0 };
    struct seen of = { 0 };
    for (uint64_t run = 0; run <= study_last_run(s, to); run++) {
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

bool enough_days(const struct sw_study *s, const struct sw_answer *a)
{
    const struct seen best = see(s, a->best, 0);
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
        return 2 * fabs(s->error) < SW_ADVICE_POOR;
    default: return false;
    }
}

bool enough_of_wait(const struct sw_study *s, const struct sw_answer *a, size_t wait)
{
    const struct seen of = see(s, wait, 0), best = see(s, a->best, 0);
    if (wait == 0 || wait == a->best || s->tried[wait].costs_decide)
        return false;
    return s->waits.at[wait].role == SW_ROLE_SHOWN || surely_no_gain(&of)
           || (best.hi < log(1 - SW_ADVICE_SAME) && see(s, wait, a->best).lo > log(1 + SW_ADVICE_SAME));
}
