/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quiet.c - until when no look can find a straggler in a stage, though some attempts of it are old enough.
 *
 * Once an attempt's scores rise evenly to its end, its rates stay between the rate now and the rate at its end. So the
 * order of two attempts cannot change while these ranges are apart (C4). The mean of the stage cannot rise faster than
 * the sum of its attempts' slopes (C3). A stage is quiet until one of these bounds is reached, or a young attempt is
 * old enough to be looked at. An attempt that is done leaves the rate and the score that it ended with, so the stage
 * stays quiet (scan.c). A stage with a candidate, an attempt that will fail or a reduce that still copies is not
 * quiet. */
#include "lib/sim/life/life.h"
#include "lib/sim/mech/speculation/speculation.h"

/* What a score may be off by rounding, in millionths. */
enum { ROUNDING = 4 };

/* Speeds that change, by rows or with shared cores (B21), and ends that the network decides, bend scores. */
bool quiet_is_possible(const struct sw_replay *r)
{
    if (r->opt.cores || r->opt.host_cores)
        return false;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        const struct sw_node *node = &r->cl->node[i];
        if (node->n_spans != 1 || node->span[0].from_us > 0 || node->span[0].to_us < SW_TIME_MAX)
            return false;
    }
    return !r->opt.network.node_rate;
}

static int64_t ends_us(const struct live_one *l) { return l->begin_us + l->takes_us; }

/* Whether its score rises evenly from now to 1 at its end, or will once its start-up is over. */
static bool is_even(const struct sw_replay *r, const struct live_one *l)
{
    return l->takes_us > 0 && !l->of->fails && ends_us(l) > r->now_us;
}

/* ---- C4: the order of rates ------------------------------------------------------------------------ */

/* The rates that the bar of a stage will have. end_us: of an attempt that runs and is the bar, or 0. */
struct bar { struct range range; int64_t end_us; };

/* An attempt with the very progress that the bar has. */
static bool is_bar(const struct watch *w, const struct rated *of)
{
    return of->progress.score == w->to.bar.score && of->progress.age_us == w->to.bar.age_us;
}

/* All are even, so the ranges of their rates are known. */
static bool find_ranges(struct sw_replay *r, struct speculation *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (s->rated[i].progress.score <= ROUNDING || !is_even(r, s->rated[i].of))
            return false;
        const struct rated *of = &s->rated[i];
        double now = s->rate[i], then = (double)SW_SCORE_ONE / (double)(ends_us(of->of) - of->of->launch_us);
        double off = (double)ROUNDING / (double)of->progress.score;
        s->range[i] = (struct range){ (now < then ? now : then) * (1 - off), (now > then ? now : then) * (1 + off) };
    }
    return true;
}

/* Of several attempts that run and are the bar, all must go on alike. */
static bool find_bar(const struct speculation *s, const struct watch *w, size_t n, struct bar *bar)
{
    double rate = (double)w->to.bar.score / (double)w->to.bar.age_us;
    *bar = (struct bar){ .range = { rate, rate } };
    for (size_t i = 0; i < n; i++) {
        if (!is_bar(w, &s->rated[i]))
            continue;
        int64_t end_us = ends_us(s->rated[i].of);
        if (bar->end_us && bar->end_us != end_us)
            return false;
        *bar = (struct bar){ s->range[i], end_us };
    }
    return true;
}

/* Whether some rate is in both. */
static bool meet(const struct range *a, const struct range *b)
{
    return a->least <= b->most && a->most >= b->least;
}

/* To what it meets and does not have yet; whether it grew. */
static bool widen_range(struct range *a, const struct range *b)
{
    if (!meet(a, b) || (b->least >= a->least && b->most <= a->most))
        return false;
    a->least = b->least < a->least ? b->least : a->least;
    a->most = b->most > a->most ? b->most : a->most;
    return true;
}

/* A task and its copy draw the same time, so they overtake one another all the time. Neither is a candidate. The bar
 * may be any of those whose ranges overlap. */
static void widen_bar(const struct speculation *s, size_t n, struct bar *bar)
{
    for (bool grew = true; grew; ) {
        grew = false;
        for (size_t i = 0; i < n; i++)
            if (meet(&s->range[i], &bar->range) && s->rated[i].of->has_copy)
                grew |= widen_range(&bar->range, &s->range[i]);
    }
}

/* C4: whether no attempt without a copy can fall below the bar before it ends. */
static bool keeps_order_of_rates(struct sw_replay *r, struct speculation *s, const struct watch *w, size_t n)
{
    struct bar bar;
    bool others = false, eligible = false;
    if (n == 1 && !w->ran.n) /* it is the bar itself */
        return true;
    if (!find_ranges(r, s, n) || !find_bar(s, w, n, &bar))
        return false;
    widen_bar(s, n, &bar);
    for (size_t i = 0; i < n; i++) {
        if (!meet(&s->range[i], &bar.range))
            continue;
        others |= !is_bar(w, &s->rated[i]);
        eligible |= !s->rated[i].of->has_copy;
    }
    return !eligible || (!others && !progress_done_between(&w->ran, &bar.range));
}

/* ---- C3: the mean ---------------------------------------------------------------------------------- */

/* In millionths a microsecond. */
static double slope_of(const struct watch *w, const struct live_one *l)
{
    double share = w->is_reduce ? 1.0 / 3 : 1;
    return share * (double)SW_SCORE_ONE / (double)l->takes_us;
}

/* slopes: of all attempts of the stage, together. */
static int64_t meets_mean_us(const struct sw_replay *r, const struct watch *w, const struct rated *of, double slopes)
{
    double tasks = (double)w->to.tasks, own = r->now_us < of->of->begin_us ? 0 : slope_of(w, of->of) * tasks;
    double room = ((double)of->progress.score + (double)r->opt.speculate.gap - ROUNDING) * tasks
                  - (double)w->to.score_sum - ROUNDING * tasks;
    if (room <= 0)
        return 0;
    if (own >= slopes)
        return INT64_MAX;
    double after_us = room / (slopes - own) * (1 - 1e-9);
    return after_us < (double)SW_TIME_MAX ? r->now_us + (int64_t)after_us : INT64_MAX;
}

/* C3: the least time at which an attempt's score could be below the mean less the gap. */
static int64_t below_mean_until(struct sw_replay *r, const struct speculation *s, const struct watch *w, size_t n)
{
    double slopes = 0;
    int64_t until_us = INT64_MAX;
    if (w->to.tasks == 1) /* it is the mean itself */
        return INT64_MAX;
    for (size_t i = 0; i < n; i++) {
        if (!is_even(r, s->rated[i].of))
            return 0;
        slopes += slope_of(w, s->rated[i].of);
    }
    for (size_t i = 0; i < n; i++) {
        const struct live_one *l = s->rated[i].of;
        if (l->has_copy)
            continue;
        int64_t old_us = live_old_at(r, w, l->launch_us);
        int64_t meets_us = meets_mean_us(r, w, &s->rated[i], slopes);
        until_us = min_i64(until_us, max_i64(meets_us, old_us));
    }
    return until_us;
}

/* ---- what a look found ----------------------------------------------------------------------------------- */

/* On a full cluster most stages launch something between two looks. After a try that lasted for none, some looks go by
 * before the next. was_quiet: this look comes later than the one after the last. */
bool quiet_is_to_try(struct watch *w, bool was_quiet)
{
    if (was_quiet)
        w->looks_to_wait = w->pause = 0;
    if (w->looks_to_wait) {
        w->looks_to_wait--;
        return false;
    }
    w->looks_to_wait = w->pause;
    w->pause = w->pause < 16 ? 2 * w->pause + 1 : 31;
    return true;
}

int64_t quiet_until(struct sw_replay *r, struct speculation *s, const struct watch *w, size_t n)
{
    if (!r->opt.speculate.policy->rates)
        return below_mean_until(r, s, w, n);
    return keeps_order_of_rates(r, s, w, n) ? INT64_MAX : 0;
}
