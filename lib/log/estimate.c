/* SPDX-License-Identifier: GPL-3.0-or-later */
/* estimate.c - what a recorded trace can tell about waiting: how fast slots are released, what distance costs.
 *
 * The ratio of task times at a level to those at the node is taken within stages, whose tasks do the same work. It
 * is taken on logarithms: d_s = mean log t(level) - mean log t(node) in stage s. The weight of d_s is n0 n1 / (n0 +
 * n1), the inverse of its variance when all tasks vary by the same amount. With 10 stages or more the interval is
 * Student's t over the d_s. With fewer it comes from the spread of tasks within stages (Welch 1947, degrees of
 * freedom after Satterthwaite). What nodes take longer for the same work is taken off the logarithms first
 * (speeds.c). */
#include <math.h>
#include <stdlib.h>
#include "lib/base/minmax.h"
#include "lib/base/sw_names.h"
#include "lib/log/measure.h"
#include "lib/stats/sw_results.h"

#define STAGES_FOR_T 10
#define LEAST_TASKS 8    /* tasks of each level, in stages that have two tasks of both levels */
#define FEWEST_FAR 5     /* fewer do not tell what they vary by */
#define FEWEST_NEAR 8    /* degrees of freedom of near tasks beside these */
#define WIDEST 2.0       /* the greatest ratio of the ends of an interval to decide by */
#define ONE_SIDED 0.95   /* of the pairs of a far task and a near one: the far ones are the last of their stages */

static int by_stage(const void *a, const void *b)
{
    const struct measure_task *x = a, *y = b;
    return ORDER(x->stage, y->stage) ?: ORDER(x->place, y->place);
}

static void sort_tasks(struct measure *m)
{
    for (size_t i = 1; i < m->n_tasks && !m->sorted; i++) /* a log's rows mostly stand so */
        if (by_stage(&m->tasks[i - 1], &m->tasks[i]) > 0) {
            qsort(m->tasks, m->n_tasks, sizeof *m->tasks, by_stage);
            m->sorted = true;
        }
    m->sorted = true;
}

/* after: pairs of a far task and a near one before it; alone: of the far ones. */
struct pair { struct sw_moments node, level; double after; uint64_t alone; };

/* Sums up the tasks of the stage at place `at`. Returns the place at which the next stage begins. With
 * MEASURE_NODE it is the near tasks alone. */
static size_t next_pair(const struct measure *m, size_t at, enum measure_level level, uint32_t pool, struct pair *p)
{
    uint32_t stage = m->tasks[at].stage;
    *p = (struct pair){ { 0 } };
    for (; at < m->n_tasks && m->tasks[at].stage == stage; at++) {
        const struct measure_task *t = &m->tasks[at];
        if (pool != MEASURE_ALL && t->pool != pool)
            continue;
        if (t->level == MEASURE_NODE)
            sw_moments_add(&p->node, t->log_s - t->speed);
        if (t->level != level || level == MEASURE_NODE)
            continue;
        sw_moments_add(&p->level, t->log_s - t->speed);
        /* Far tasks count the near ones that stand before them: half of the pairs, if far ones are all over the
         * stage. */
        p->after += (double)p->node.n;
        p->alone += t->alone;
    }
    return at;
}

/* w, wd: sum of weights, and of weights times d_s. wwv, df: variance of wd, and what Satterthwaite's degrees of
 * freedom need. d: the d_s. */
struct sums { double w, wd, wwv, df, pairs, after; uint64_t alone; struct sw_moments d; };

static void add_pair(struct sums *s, const struct pair *p)
{
    double n0 = (double)p->node.n, n1 = (double)p->level.n, w = n0 * n1 / (n0 + n1);
    double d = p->level.mean - p->node.mean;
    /* Variances of both means. A level of one task has none, 0 / 0, and such stages are used only by their number
     * (STAGES_FOR_T). */
    double v0 = p->node.m2 / (n0 - 1) / n0, v1 = p->level.m2 / (n1 - 1) / n1;
    s->w += w;
    s->wd += w * d;
    s->wwv += w * w * (v0 + v1);
    s->df += w * w * w * w * (v0 * v0 / (n0 - 1) + v1 * v1 / (n1 - 1));
    s->pairs += n0 * n1;
    s->after += p->after;
    s->alone += p->alone;
    sw_moments_add(&s->d, d);
}

/* half: half of the interval, on logarithms. The ends are factors. */
static void fill_ratio(struct sw_ratio *r, double d, double half)
{
    r->value = exp(d);
    r->lo = exp(d - half);
    r->hi = exp(d + half);
    r->tells = r->hi / r->lo <= WIDEST;
    r->why = r->tells ? NULL : "the interval is wider than a factor of 2";
}

/* The reasons in this order, for the first that holds says most. */
static void settle_ratio(struct sw_ratio *r, const struct sums *s, uint64_t least)
{
    if (r->n_stages == 0)
        r->why = "no stage has two tasks of both levels";
    else if (r->n_node < LEAST_TASKS || r->n_level < LEAST_TASKS)
        r->why = "fewer than 8 tasks of one level in stages that have both";
    else if (r->n_stages < STAGES_FOR_T && least < 2)
        r->why = "no stage has two tasks of both levels";
    /* Ten stages: each is one observation, and what tasks vary by within them does not matter. */
    else if ((r->over_stages = r->n_stages >= STAGES_FOR_T))
        fill_ratio(r, s->d.mean,
             sw_moments_t(0.975, (double)(s->d.n - 1)) * sw_moments_sd(&s->d) / sqrt((double)s->d.n));
    /* All tasks of a stage took the same time. */
    else if (s->wwv <= 0)
        fill_ratio(r, s->wd / s->w, 0);
    else
        fill_ratio(r, s->wd / s->w, sw_moments_t(0.975, s->wwv * s->wwv / s->df) * sqrt(s->wwv) / s->w);
}

/* What goes together with the level cannot be parted from it. */
static const char *doubt_of(const struct sw_ratio *r, const struct sums *s)
{
    if (!r->tells)
        return NULL;
    if (2 * s->alone > r->n_level)
        return "most ran on nodes where no other ran near its data, so what these nodes take longer is in it";
    if (s->after > ONE_SIDED * s->pairs)
        return "they are the last of their stages, so what these take longer is in it";
    if (s->after < (1 - ONE_SIDED) * s->pairs)
        return "they are the first of their stages, so what these take longer is in it";
    return NULL;
}

/* Over the stages that have so many tasks of both levels. */
static struct sw_ratio ratio_of(const struct measure *m, enum measure_level level, uint32_t pool, uint64_t least)
{
    struct sw_ratio r = { .value = NAN, .lo = NAN, .hi = NAN };
    struct sums sums = { 0 };
    struct pair p;
    for (size_t at = 0; at < m->n_tasks;) {
        at = next_pair(m, at, level, pool, &p);
        if (p.node.n < least || p.level.n < least)
            continue;
        r.n_stages++;
        r.n_node += p.node.n;
        r.n_level += p.level.n;
        add_pair(&sums, &p);
    }
    settle_ratio(&r, &sums, least);
    r.doubt = doubt_of(&r, &sums);
    return r;
}

/* Where stages are small one task of each level will do, in ten of them. What two of each level do not tell, one
 * may; else the reason of two is given. */
struct sw_ratio estimate_penalty(struct measure *m, enum measure_level level, uint32_t pool)
{
    sort_tasks(m);
    const struct sw_ratio two = ratio_of(m, level, pool, 2);
    const struct sw_ratio one = isnan(two.value) ? ratio_of(m, level, pool, 1) : two;
    return isnan(one.value) ? two : one;
}

/* ---- a few tasks ----------------------------------------------------------------------------- */

/* What the logarithms of near tasks vary by within stages, and the difference of few far ones from these. */
struct few { struct sw_ratio r; double near_m2, near_df, w, wd, far_m2; };

/* A first pass: what near tasks vary by, and the difference. */
static void add_to_few(struct few *f, const struct pair *p)
{
    const double n0 = (double)p->node.n, n1 = (double)p->level.n;
    if (p->node.n > 1) {
        f->near_m2 += p->node.m2;
        f->near_df += n0 - 1;
    }
    if (p->node.n == 0 || p->level.n == 0)
        return;
    f->r.n_stages++;
    f->r.n_node += p->node.n;
    f->r.n_level += p->level.n;
    f->w += n0 * n1 / (n0 + n1);
    f->wd += n0 * n1 / (n0 + n1) * (p->level.mean - p->node.mean);
}

/* What the far ones vary by, about the difference that all have. */
static void add_far(struct few *f, const struct pair *p)
{
    const double off = p->level.mean - p->node.mean - f->wd / f->w;
    if (p->node.n > 0 && p->level.n > 0)
        f->far_m2 += p->level.m2 + (double)p->level.n * off * off;
}

struct sw_ratio estimate_penalty_by_few(struct measure *m, enum measure_level level)
{
    struct few f = { .r = { .value = NAN, .lo = NAN, .hi = NAN } };
    struct pair p;
    sort_tasks(m);
    for (size_t at = 0; at < m->n_tasks; add_to_few(&f, &p))
        at = next_pair(m, at, level, MEASURE_ALL, &p);
    if (f.r.n_level < FEWEST_FAR || f.near_df < FEWEST_NEAR)
        return f.r;
    for (size_t at = 0; at < m->n_tasks; add_far(&f, &p))
        at = next_pair(m, at, level, MEASURE_ALL, &p);
    /* The larger of two estimates: of the variance of near tasks, and of the far ones themselves. */
    const double variance = fmax(f.near_m2 / f.near_df, f.far_m2 / (double)(f.r.n_level - 1));
    f.r.few = true;
    fill_ratio(&f.r, f.wd / f.w, sw_moments_t(0.975, (double)(f.r.n_level - 1)) * sqrt(variance / f.w));
    return f.r;
}

void estimate_short_stages(struct measure *m, double wait_s, uint64_t *n_short, uint64_t *n_stages)
{
    *n_short = *n_stages = 0;
    sort_tasks(m);
    for (size_t at = 0; at < m->n_tasks;) {
        struct sw_moments s = { 0 };
        uint32_t stage = m->tasks[at].stage;
        for (; at < m->n_tasks && m->tasks[at].stage == stage; at++)
            sw_moments_add(&s, m->tasks[at].s);
        ++*n_stages;
        *n_short += s.mean < wait_s;
    }
}

/* ---- slots over time ------------------------------------------------------------------------- */

struct state { int64_t running, slots, nodes; };

/* The next of both lists, which are in order of time. */
struct cursor { size_t change, use; };

static bool is_at_end(const struct measure *m, const struct cursor *at)
{
    return at->change == m->n_changes && at->use == m->n_uses;
}

/* INT64_MAX: neither list has one. */
static int64_t time_of(const struct measure *m, const struct cursor *at)
{
    const int64_t change_us = at->change < m->n_changes ? m->changes[at->change].at_us : INT64_MAX;
    const int64_t use_us = at->use < m->n_uses ? m->uses[at->use] >> 1 : INT64_MAX;
    return change_us < use_us ? change_us : use_us;
}

/* Applies all changes of one instant, and moves on to the next. Returns how many attempts end in it. */
static uint64_t apply_changes(const struct measure *m, struct cursor *at, struct state *now)
{
    const int64_t us = time_of(m, at);
    uint64_t n_ends = 0;
    for (; at->change < m->n_changes && m->changes[at->change].at_us == us; at->change++) {
        now->slots += m->changes[at->change].slots;
        now->nodes += m->changes[at->change].nodes;
    }
    /* Uses are twice the time, and 1 for an end (measure.h). */
    for (; at->use < m->n_uses && m->uses[at->use] >> 1 == us; at->use++) {
        const bool end = m->uses[at->use] & 1;
        now->running += end ? -1 : 1;
        n_ends += end;
    }
    return n_ends;
}

/* The most slots and nodes at once. Without a cluster they are what the log shows: attempts at once and nodes
 * named. */
static void find_peaks(struct measure *m)
{
    struct state now = { 0, 0, 0 };
    int64_t most_running = 0;
    for (struct cursor at = { 0, 0 }; !is_at_end(m, &at);) {
        apply_changes(m, &at, &now);
        most_running = now.running > most_running ? now.running : most_running;
        m->slots = now.slots > m->slots ? now.slots : m->slots;
        m->nodes = now.nodes > m->nodes ? now.nodes : m->nodes;
    }
    if (m->has_cluster)
        return;
    m->slots = most_running;
    m->nodes = (int64_t)sw_keys_count(m->named);
}

/* An end counts as under load when the slots were taken just before it. Only times at which attempts ran count. */
void estimate_sweep(struct measure *m, double busy)
{
    struct state now = { 0, 0, 0 };
    struct sw_time_mean used = { 0, 0 };
    int64_t last_us = 0;
    bool started = false, loaded = false;
    m->slots = m->nodes = 0;
    m->span_s = m->busy_s = 0;
    m->n_ends = m->n_busy_ends = 0;
    find_peaks(m);
    for (struct cursor at = { 0, 0 }; !is_at_end(m, &at);) {
        const int64_t us = time_of(m, &at);
        double held_s = (double)(us - last_us) / (double)SW_US_PER_S;
        int64_t slots = m->has_cluster ? now.slots : m->slots;
        /* The state since last_us, before the changes of this instant. */
        if (started && now.running > 0) {
            m->span_s += held_s;
            m->busy_s += loaded ? held_s : 0;
            if (slots > 0)
                sw_time_mean_add(&used, fmin(1, (double)now.running / (double)slots), held_s);
        }
        const uint64_t n_ends = apply_changes(m, &at, &now);
        m->n_ends += n_ends;
        m->n_busy_ends += loaded ? n_ends : 0;
        slots = m->has_cluster ? now.slots : m->slots;
        /* Loaded: at least the share `busy` of the slots is taken. */
        loaded = slots > 0 && (double)now.running >= busy * (double)slots;
        started |= now.running > 0;
        last_us = us;
    }
    m->used_share = sw_time_mean_get(&used);
}

/* Under load ends are what offers come from; without any load all ends must do. */
double estimate_rate(const struct measure *m)
{
    if (m->busy_s > 0)
        return (double)m->n_busy_ends / m->busy_s;
    return m->span_s > 0 ? (double)m->n_ends / m->span_s : NAN;
}
