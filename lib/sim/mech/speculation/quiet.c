/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quiet.c - until when no look can find a straggler in a stage, unless an attempt of it is launched or ends.
 *
 * Once an attempt's scores rise evenly to its end, its rates stay between the rate now and the rate at its end. So the
 * order of two attempts cannot change while these ranges are apart (C4). The mean of the stage cannot rise faster than
 * the sum of its attempts' slopes (C3). A stage is quiet until one of these bounds is reached, or a young attempt is
 * old enough to be looked at. Looks leave quiet stages out. A stage with a candidate, an attempt that will fail or a
 * reduce that still copies is not quiet. On twelve days of sparse jobs LATE takes 0.27 of the time, and the rule hadoop
 * 0.24. */
#include "lib/sim/life/life.h"
#include "lib/sim/mech/speculation/speculation.h"

/* What a score may be off by rounding, in millionths. */
enum { ROUNDING = 4 };

/* Speeds that change, by rows or with shared cores (B21), and ends that the network decides, bend scores. */
bool quiet_is_possible(const struct sw_replay *r)
{
    if (r->opt.cores)
        return false;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        const struct sw_node *node = &r->cl->node[i];
        if (node->n_spans != 1 || node->span[0].from_us > 0 || node->span[0].to_us < SW_TIME_MAX)
            return false;
    }
    return !r->mechanisms.has.score;
}

void quiet_ends(struct speculation *s, const struct stage *st)
{
    straggling(s, st)->quiet_until_us = 0;
    s->quiet_until_us = 0;
}

static int64_t starts_us(const struct sw_replay *r, const struct attempt *a)
{
    return a->stage->kind == SW_REDUCE ? a->compute_us : a->launch_us + r->opt.startup_us;
}

/* Whether its score rises evenly from now to 1 at its end, or will once its start-up is over. */
static bool is_even(const struct sw_replay *r, const struct attempt *a)
{
    return a->phase == RUNNING && !a->fails && !a->own_end && a->end_us > r->now_us && a->end_us > starts_us(r, a)
           && (a->stage->kind != SW_REDUCE || a->compute_us <= r->now_us);
}

/* ---- C4: the order of rates ------------------------------------------------------------------------ */

struct range { double least, most; };

static struct range rates_to_come(const struct seen *seen)
{
    const struct attempt *a = seen->of;
    double now = seen->is.rate, then = (double)SW_SCORE_ONE / (double)(a->end_us - a->launch_us);
    double off = (double)ROUNDING / (double)seen->is.progress.score;
    return (struct range){ (now < then ? now : then) * (1 - off), (now > then ? now : then) * (1 + off) };
}

static bool is_bar(const struct seen *seen)
{
    const struct sw_progress *bar = &seen->straggling->progress->to.bar, *own = &seen->is.progress;
    return own->score == bar->score && own->age_us == bar->age_us;
}

static void start_bar(const struct seen *seen)
{
    struct progress *p = seen->straggling->progress;
    double rate = (double)p->to.bar.score / (double)p->to.bar.age_us;
    p->bar = (struct bar){ .least = rate, .most = rate };
}

/* An attempt that runs is the bar. Of several they must go on alike. */
static void find_bar(const struct seen *seen)
{
    struct straggling *st = seen->straggling;
    struct bar *bar = &st->progress->bar;
    struct range range = rates_to_come(seen);
    if (!is_bar(seen))
        return;
    if (bar->end_us && bar->end_us != seen->of->end_us)
        st->quiet_until_us = 0;
    *bar = (struct bar){ .end_us = seen->of->end_us, .least = range.least, .most = range.most };
}

static bool meets(const struct range *range, const struct bar *bar)
{
    return range->least <= bar->most && range->most >= bar->least;
}

/* A task and its copy draw the same time, so they overtake one another all the time. Neither is a candidate. The bar
 * may be any of those whose ranges overlap. Whether its range grew. */
static bool widen_bar(const struct seen *seen)
{
    struct bar *bar = &seen->straggling->progress->bar;
    struct range range = rates_to_come(seen);
    if (!seen->of->sibling || !meets(&range, bar) || (range.least >= bar->least && range.most <= bar->most))
        return false;
    bar->least = range.least < bar->least ? range.least : bar->least;
    bar->most = range.most > bar->most ? range.most : bar->most;
    return true;
}

static void count_at_bar(const struct seen *seen)
{
    struct bar *bar = &seen->straggling->progress->bar;
    struct range range = rates_to_come(seen);
    if (!meets(&range, bar))
        return;
    bar->others |= !is_bar(seen);
    bar->eligible |= !seen->of->sibling;
}

static bool keeps_order(const struct straggling *st)
{
    const struct bar *bar = &st->progress->bar;
    return !bar->eligible || (!bar->others && !progress_done_between(st->ran, bar->least, bar->most));
}

/* It is the bar itself. */
static bool is_alone(const struct seen *seen)
{
    const struct straggling *st = seen->straggling;
    return st->progress->live == 1 && !st->ran;
}

static void start_bars(struct sw_replay *r, struct speculation *s)
{
    for (size_t i = 0; i < s->n_old; i++)
        start_bar(&s->seen[i]);
    for (size_t i = 0; i < s->n_old; i++) {
        struct straggling *st = s->seen[i].straggling;
        if (!st->quiet_until_us || is_alone(&s->seen[i]))
            continue;
        if (s->seen[i].is.progress.score <= ROUNDING || !is_even(r, s->seen[i].of))
            st->quiet_until_us = 0;
        else
            find_bar(&s->seen[i]);
    }
}

static void widen_bars(struct speculation *s)
{
    for (bool grew = true; grew; ) {
        grew = false;
        for (size_t i = 0; i < s->n_old; i++)
            grew |= s->seen[i].straggling->quiet_until_us && !is_alone(&s->seen[i])
                    && widen_bar(&s->seen[i]);
    }
}

static void keep_order_of_rates(struct sw_replay *r, struct speculation *s)
{
    start_bars(r, s);
    widen_bars(s);
    for (size_t i = 0; i < s->n_old; i++)
        if (s->seen[i].straggling->quiet_until_us && !is_alone(&s->seen[i]))
            count_at_bar(&s->seen[i]);
    for (size_t i = 0; i < s->n_old; i++) {
        struct straggling *st = s->seen[i].straggling;
        if (st->quiet_until_us && !keeps_order(st))
            st->quiet_until_us = 0;
    }
}

/* ---- C3: the mean ---------------------------------------------------------------------------------- */

/* In millionths a microsecond. */
static double slope_of(const struct sw_replay *r, const struct attempt *a)
{
    double share = a->stage->kind == SW_REDUCE ? 1.0 / 3 : 1;
    return share * (double)SW_SCORE_ONE / (double)(a->end_us - starts_us(r, a));
}

static int64_t meets_mean_us(const struct sw_replay *r, const struct seen *seen)
{
    const struct progress *p = seen->straggling->progress;
    const struct attempt *a = seen->of;
    double tasks = (double)p->to.tasks, own = r->now_us < starts_us(r, a) ? 0 : slope_of(r, a) * tasks;
    double room = ((double)seen->is.progress.score + (double)r->opt.speculate.gap - ROUNDING) * tasks
                  - (double)p->to.score_sum - ROUNDING * tasks;
    if (room <= 0)
        return 0;
    if (own >= p->slopes)
        return INT64_MAX;
    double after_us = room / (p->slopes - own) * (1 - 1e-9);
    return after_us < (double)SW_TIME_MAX ? r->now_us + (int64_t)after_us : INT64_MAX;
}

static void keep_below_mean(struct sw_replay *r, struct speculation *s)
{
    for (size_t i = 0; i < s->n_seen; i++)
        s->seen[i].straggling->progress->slopes = 0;
    for (size_t i = 0; i < s->n_seen; i++) {
        struct straggling *st = s->seen[i].straggling;
        if (st->progress->to.tasks == 1) /* it is the mean itself */
            continue;
        if (is_even(r, s->seen[i].of))
            st->progress->slopes += slope_of(r, s->seen[i].of);
        else
            st->quiet_until_us = 0;
    }
    for (size_t i = 0; i < s->n_seen; i++) {
        struct straggling *st = s->seen[i].straggling;
        const struct attempt *a = s->seen[i].of;
        if (!st->quiet_until_us || a->sibling || st->progress->to.tasks == 1)
            continue;
        int64_t old_us = a->launch_us + r->opt.speculate.lag_us, meets_us = meets_mean_us(r, &s->seen[i]);
        st->quiet_until_us = min_i64(st->quiet_until_us, meets_us > old_us ? meets_us : old_us);
    }
}

/* ---- what a look found ----------------------------------------------------------------------------------- */

static void find(struct sw_replay *r, struct speculation *s)
{
    const int64_t lag_us = r->opt.speculate.lag_us;
    for (size_t i = 0; i < s->n_seen; i++)
        s->seen[i].straggling->quiet_until_us = INT64_MAX;
    for (int kind = 0; kind < 2; kind++)
        for (size_t i = 0; i < s->list[kind].n; i++)
            straggling(s, s->list[kind].at[i].stage)->quiet_until_us = 0;
    if (!r->opt.speculate.policy->rates)
        keep_below_mean(r, s);
    else {
        keep_order_of_rates(r, s);
        for (size_t i = s->n_old; i < s->n_seen; i++) {
            struct straggling *st = s->seen[i].straggling;
            st->quiet_until_us = min_i64(st->quiet_until_us, s->seen[i].of->launch_us + lag_us);
        }
    }
}

/* On a full cluster most stages launch something between two looks. After a look that left out less than half of all
 * attempts, some looks go by before the next try. */
static bool is_time_to_try(struct speculation *s)
{
    if (!s->n_to_wait && s->has_tried)
        s->n_to_wait = s->pause = s->n_quiet >= s->n_seen ? 0 : s->pause < 16 ? 2 * s->pause + 1 : 31;
    s->has_tried = !s->n_to_wait;
    s->n_to_wait -= s->n_to_wait > 0;
    return s->has_tried;
}

void quiet_find(struct sw_replay *r, struct speculation *s)
{
    if (!is_time_to_try(s)) {
        s->quiet_until_us = 0;
        return;
    }
    find(r, s);
    for (size_t i = 0; i < s->n_seen; i++)
        s->quiet_until_us = min_i64(s->quiet_until_us, s->seen[i].straggling->quiet_until_us);
}
