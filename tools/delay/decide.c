/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide.c - see decide.h. Each wait is replayed with the same seeds, jitter and data: differences are paired. */
#include "tools/delay/decide.h"
#include "slotwise/sw_stats.h"
#include "tools/replay/what_if.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FINALISTS = 4, MOST_WAITS = 16, MOST_RUNS = 100, GRID = 11 };
enum { LARGE = 20000, HUGE = 200000 }; /* logs, by tasks: fewer runs */
enum { LEAST_TASKS = 50 };             /* with data; fewer say nothing of a policy */
static const double NO_ACCOUNT = 0.01; /* a change of the mean response below it */
static const double AS_GOOD = 0.005;   /* as the best: the shortest such wait is taken */
static const double NEARER = 0.01;     /* the share of tasks that a wait must bring to the node to count */
static const double LEAST_TASK_S = 1e-3; /* waits are whole milliseconds */
#define GREATEST 10.0                  /* penalty that is tried */

/* What a replay came to: of all jobs, and of each class. */
struct tally { double response_s, near; uint64_t jobs; };
struct candidate {
    bool own;                          /* the log's */
    int64_t node_us, rack_us;
    struct tally run[MOST_RUNS];
    size_t n_runs;
    double mean_s, smooth_s;
};
struct study {
    const struct decide_ask *ask;
    struct what_if w;
    struct candidate at[MOST_WAITS];   /* at[0]: no wait */
    size_t n, first_runs, runs;        /* of every wait; of those in question */
    int64_t jitter_us;
    uint64_t placed;
    double error;                      /* of the replay of the log as it was, beyond what chance explains */
    const bool *in;                    /* the jobs that are counted; NULL: all */
    struct decided *out;
};

/* ---- replays --------------------------------------------------------------------------------- */

static struct tally tally_of(const struct study *s, const struct what_if_result *r, const bool *in)
{
    struct tally t = { 0, 0, 0 };
    uint64_t near = 0, placed = 0;
    for (size_t i = 0; i < s->w.log.rec.n_jobs; i++) {
        if ((in != NULL && !in[i]) || isnan(r->job[i].response_s))
            continue;
        t.jobs++;
        t.response_s += r->job[i].response_s;
        near += r->job[i].near;
        placed += r->job[i].placed;
    }
    t.response_s = t.jobs > 0 ? t.response_s / (double)t.jobs : NAN;
    t.near = placed > 0 ? (double)near / (double)placed : NAN;
    return t;
}

/* 1 for tasks whose cost of distance is not known. */
static struct what_if_case case_of(const struct study *s, const struct candidate *c, double penalty, size_t run)
{
    return (struct what_if_case){ .own = c->own, .node_us = c->node_us, .rack_us = c->rack_us,
        .seed = s->ask->seed + run, .jitter_us = s->jitter_us, .penalty_off = penalty,
        .penalty_rack = 1 + (penalty - 1) * s->ask->penalty.rack };
}

/* Replays some waits with some seeds more. result[i * (to - from) + run - from] is that of c[i]; the caller frees
 * each. */
static int replay_runs(const struct study *s, const struct candidate *const c[], size_t n, double penalty,
                       size_t from, size_t to, struct what_if_result **result, struct sw_err *err)
{
    size_t n_cases = n * (to - from), k = 0;
    struct what_if_case *cases = calloc(n_cases + 1, sizeof *cases);
    *result = calloc(n_cases + 1, sizeof **result);
    int status = cases != NULL && *result != NULL ? SW_OK : sw_err_memory(err);
    for (size_t i = 0; i < n && status == SW_OK; i++)
        for (size_t run = from; run < to; run++)
            cases[k++] = case_of(s, c[i], penalty, run);
    if (status == SW_OK)
        status = what_if_replay(&s->w, cases, *result, k, err);
    free(cases);
    return status;
}

static void clear_results(struct what_if_result *result, size_t n)
{
    for (size_t i = 0; result != NULL && i < n; i++)
        free(result[i].job);
    free(result);
}

static void set_mean(struct candidate *c)
{
    double sum = 0;
    for (size_t run = 0; run < c->n_runs; run++)
        sum += c->run[run].response_s;
    c->mean_s = sum / (double)c->n_runs;
}

/* All have been replayed equally often before. */
static int add_runs(struct study *s, struct candidate *const c[], size_t n, double penalty, size_t to,
                    struct sw_err *err)
{
    struct what_if_result *result;
    const struct candidate *all[MOST_WAITS] = { NULL };
    size_t from = c[0]->n_runs;
    for (size_t i = 0; i < n; i++)
        all[i] = c[i];
    int status = replay_runs(s, all, n, penalty, from, to, &result, err);
    for (size_t i = 0; i < n && status == SW_OK; i++) {
        for (size_t run = from; run < to; run++)
            c[i]->run[run] = tally_of(s, &result[i * (to - from) + run - from], s->in);
        c[i]->n_runs = to;
        set_mean(c[i]);
    }
    clear_results(result, n * (to - from));
    return status;
}

/* The change of the mean response that a wait brings, over paired runs. */
struct change { double value, lo, hi, near; };

static struct change change_of(const struct candidate *none, const struct candidate *c)
{
    struct sw_gains g = { 0 };
    double near = 0;
    size_t n = c->n_runs < none->n_runs ? c->n_runs : none->n_runs;
    for (size_t i = 0; i < n; i++) {
        sw_gains_add(&g, c->run[i].response_s, none->run[i].response_s); /* the other way round: with / without */
        near += c->run[i].near - none->run[i].near;
    }
    struct sw_interval of = sw_gains_total_interval(&g, 0.95);
    return (struct change){ sw_gains_total(&g) - 1, of.lo - 1, of.hi - 1, near / (double)n };
}

/* ---- which wait ------------------------------------------------------------------------------ */

static void add_candidate(struct study *s, double wait_s)
{
    int64_t us = (int64_t)llround(wait_s * 1e3) * 1000; /* whole milliseconds, as settings have */
    for (size_t i = 0; i < s->n; i++)
        if (s->at[i].node_us == us)
            return;
    if (s->n < MOST_WAITS - 1 && us >= 0)
        s->at[s->n++] = (struct candidate){ .node_us = us, .rack_us = us };
}

/* None, then by equal factors up to twice a task; the log's own and the formula's among them. */
static void list_candidates(struct study *s)
{
    const struct sw_delay_rule *own = &s->w.cfg.opt.delay;
    double longest_s = 2 * s->ask->task_s;
    add_candidate(s, 0);
    for (int i = 0; i < GRID; i++)
        add_candidate(s, longest_s * pow(2, -0.7 * i));
    if (s->w.log.spark && own->waits.node + own->waits.rack > 0)
        s->at[s->n++] = (struct candidate){ .own = true, .node_us = own->waits.node, .rack_us = own->waits.rack };
    if (s->ask->formula_s > 0 && s->ask->formula_s <= longest_s)
        add_candidate(s, s->ask->formula_s);
}

static int by_wait(const void *a, const void *b)
{
    const struct candidate *x = *(struct candidate *const *)a, *y = *(struct candidate *const *)b;
    return (x->node_us > y->node_us) - (x->node_us < y->node_us);
}

static int by_smooth(const void *a, const void *b)
{
    const struct candidate *x = *(struct candidate *const *)a, *y = *(struct candidate *const *)b;
    return x->smooth_s != y->smooth_s ? (x->smooth_s < y->smooth_s ? -1 : 1) : by_wait(a, b);
}

/* A wait and those next to it do much the same, so that chance in the one is evened out by the others. Of those as
 * good as the best the shorter stand first. */
static void rank(struct candidate **c, size_t n)
{
    double best_s = INFINITY;
    qsort(c, n, sizeof *c, by_wait);
    for (size_t i = 0; i < n; i++)
        c[i]->smooth_s = (c[i > 0 ? i - 1 : 0]->mean_s + 2 * c[i]->mean_s + c[i + 1 < n ? i + 1 : i]->mean_s) / 4;
    for (size_t i = 0; i < n; i++)
        best_s = fmin(best_s, c[i]->smooth_s);
    for (size_t i = 0; i < n; i++)
        c[i]->smooth_s = fmax(c[i]->smooth_s, best_s * (1 + AS_GOOD));
    qsort(c, n, sizeof *c, by_smooth);
}

/* The shortest of those as good as the best; all have been replayed equally often. */
static struct candidate *choose(struct candidate *const c[], size_t n)
{
    struct candidate *best = c[0], *chosen = NULL; /* NULL: no job ended, and there is no mean */
    for (size_t i = 1; i < n; i++)
        best = c[i]->mean_s < best->mean_s ? c[i] : best;
    for (size_t i = 0; i < n; i++)
        if (c[i]->mean_s <= best->mean_s * (1 + AS_GOOD)
            && (chosen == NULL || c[i]->node_us + c[i]->rack_us < chosen->node_us + chosen->rack_us))
            chosen = c[i];
    return chosen != NULL ? chosen : best;
}

/* A few runs of every wait tell which are worth all runs. final[0] is no wait; then the best others, the best of them
 * also without a wait for the rack. */
static int find_finalists(struct study *s, double penalty, struct candidate *final[], size_t *n, struct sw_err *err)
{
    struct candidate *all[MOST_WAITS];
    for (size_t i = 0; i < s->n; i++)
        all[i] = &s->at[i];
    if (add_runs(s, all, s->n, penalty, s->first_runs, err) != SW_OK)
        return SW_FAIL;
    final[0] = all[0];
    rank(all + 1, s->n - 1);
    for (*n = 1; *n < FINALISTS && *n < s->n; ++*n)
        final[*n] = all[*n];
    if (*n > 1) {
        struct candidate *last = final[*n] = &s->at[s->n];
        *last = (struct candidate){ .node_us = final[1]->node_us };
        ++*n;
        if (add_runs(s, &last, 1, penalty, s->first_runs, err) != SW_OK)
            return SW_FAIL;
    }
    return s->runs > s->first_runs ? add_runs(s, final, *n, penalty, s->runs, err) : SW_OK;
}

/* ---- break-even ------------------------------------------------------------------------------ */

static int change_at(struct study *s, const struct candidate *c, double penalty, size_t runs, struct change *out,
                     struct sw_err *err)
{
    struct candidate *pair = calloc(2, sizeof *pair), *both[] = { pair, pair + 1 };
    if (pair == NULL)
        return sw_err_memory(err);
    pair[1] = (struct candidate){ .own = c->own, .node_us = c->node_us, .rack_us = c->rack_us };
    int status = add_runs(s, both, 2, penalty, runs, err);
    if (status == SW_OK)
        *out = change_of(&pair[0], &pair[1]);
    free(pair);
    return status;
}

/* The penalty from which the wait shortens the mean response, between the two of these that enclose it; NaN: none of
 * them does. */
static int find_break_even(struct study *s, const struct candidate *c, double *penalty, struct sw_err *err)
{
    static const double points[] = { 1, 1.25, 1.5, 2, 3, 5, GREATEST };
    enum { POINTS = sizeof points / sizeof points[0] };
    size_t runs = s->runs < 10 ? s->runs : 10;
    double before = NAN;
    struct change at;
    *penalty = NAN;
    for (size_t i = 0; i < POINTS; i++) {
        if (change_at(s, c, points[i], runs, &at, err) != SW_OK)
            return SW_FAIL;
        if (at.value < 0) {
            *penalty = i == 0 ? 1 : points[i] - (points[i] - points[i - 1]) * at.value / (at.value - before);
            return SW_OK;
        }
        before = at.value;
    }
    return SW_OK;
}

static void say_break_even(const struct study *s, const struct candidate *c, double penalty)
{
    const struct decide_penalty *p = &s->ask->penalty;
    char *to = s->out->break_even;
    size_t cap = sizeof s->out->break_even;
    int n;
    if (isnan(penalty))
        n = snprintf(to, cap, "a wait of %.3g s does not pay even if a remote task takes %g times as long",
                     (double)c->node_us / 1e6, GREATEST);
    else if (penalty <= 1)
        n = snprintf(to, cap, "a wait of %.3g s pays as soon as a remote task is slower at all",
                     (double)c->node_us / 1e6);
    else
        n = snprintf(to, cap, "a wait of %.3g s pays if a remote task is more than %.3g s (%.3g %%) slower",
                     (double)c->node_us / 1e6, (penalty - 1) * s->ask->local_s, 100 * (penalty - 1));
    if (p->known && !p->given)
        snprintf(to + n, cap - (size_t)n, "; measured %.3g %% (%+.3g to %+.3g)", 100 * (p->value - 1),
                 100 * (p->lo - 1), 100 * (p->hi - 1));
    else if (p->known)
        snprintf(to + n, cap - (size_t)n, "; given %.3g %%", 100 * (p->value - 1));
    else
        snprintf(to + n, cap - (size_t)n, "; the log cannot tell how much it is");
}

/* ---- the verdict ----------------------------------------------------------------------------- */

#define SAY(...) snprintf(s->out->reason, sizeof s->out->reason, __VA_ARGS__)

static void say_too_few(struct study *s)
{
    s->out->verdict = SW_CANNOT_TELL;
    SAY("%llu tasks have data somewhere; fewer than %d say nothing of a wait", (unsigned long long)s->placed,
        LEAST_TASKS);
}

static double near_of(const struct candidate *c) { return c->run[0].near; }

/* The most that any wait brought to the node, in the first runs. */
static double most_nearer(const struct study *s)
{
    double most = 0;
    for (size_t i = 1; i < s->n; i++)
        most = fmax(most, near_of(&s->at[i]) - near_of(&s->at[0]));
    return most;
}

static void judge_known(struct study *s, const struct candidate *c, const struct change *at, const struct change *at_lo,
                        const struct change *at_hi)
{
    struct decided *out = s->out;
    const char *wait_ms = c->node_us % SW_US_PER_S == 0 ? "%.0f s" : "%.3g s";
    char wait[32];
    snprintf(wait, sizeof wait, wait_ms, (double)c->node_us / 1e6);
    out->verdict = SW_CANNOT_TELL;
    if (at->hi < 0 && at->value <= -NO_ACCOUNT && at_lo->value < 0 && -at->value > fabs(s->error)) {
        out->verdict = SW_WAIT;
        SAY("with %s the mean response is %.3g %% shorter (%.3g to %.3g), and %.0f of 100 tasks more are node-local",
            wait, -100 * at->value, -100 * at->hi, -100 * at->lo, 100 * at->near);
    } else if (at_hi->value > -NO_ACCOUNT && at_hi->lo > -2 * NO_ACCOUNT) {
        out->verdict = SW_DO_NOT_WAIT;
        SAY("no wait shortens the mean response by 1 %%: the best, %s, changes it by %+.3g %% (%+.3g to %+.3g)", wait,
            100 * at->value, 100 * at->lo, 100 * at->hi);
    } else if (at->hi < 0 && at->value <= -NO_ACCOUNT && at_lo->value >= 0)
        SAY("%s changes the mean response by %+.3g to %+.3g %%, by how much slower a remote task is", wait,
            100 * at_hi->value, 100 * at_lo->value);
    else if (at->value > -NO_ACCOUNT && at_hi->value <= -NO_ACCOUNT)
        SAY("%s changes the mean response by %+.3g %%, and by %+.3g %% if a remote task is %.3g %% slower, which the "
            "log does not rule out", wait, 100 * at->value, 100 * at_hi->value, 100 * (s->ask->penalty.hi - 1));
    else if (at->hi < 0 && at->value <= -NO_ACCOUNT)
        SAY("%s would shorten the mean response by %.3g %%, but the replay of the log as it was is off by %.3g %%",
            wait, -100 * at->value, 100 * fabs(out->error));
    else
        SAY("%s changes the mean response by %+.3g %%, in other runs by %+.3g to %+.3g %%", wait, 100 * at->value,
            100 * at->lo, 100 * at->hi);
}

static void judge_unknown(struct study *s, double break_even)
{
    struct decided *out = s->out;
    out->verdict = isnan(break_even) ? SW_DO_NOT_WAIT : SW_CANNOT_TELL;
    SAY("%s", out->break_even);
}

/* What the sentence on break-even is about: the chosen wait, or the best one where none is. */
static struct candidate *in_question(struct candidate *const final[], size_t n, struct candidate *chosen)
{
    struct candidate *best = final[1];
    for (size_t i = 2; i < n; i++)
        best = final[i]->mean_s < best->mean_s ? final[i] : best;
    return chosen->node_us > 0 ? chosen : best;
}

/* What the log's own wait does, where it has one. */
static void say_own(struct study *s)
{
    char *to = s->out->reason;
    size_t n = strlen(to);
    for (size_t i = 1; i < s->n; i++)
        if (s->at[i].own) {
            struct change at = change_of(&s->at[0], &s->at[i]);
            s->out->own_change = at.value;
            snprintf(to + n, sizeof s->out->reason - n, "; the log's own wait changes it by %+.3g %%", 100 * at.value);
        }
}

static int judge(struct study *s, const struct candidate *none, const struct candidate *c, struct sw_err *err)
{
    const struct decide_penalty *p = &s->ask->penalty;
    struct change at = change_of(none, c), at_lo = at, at_hi = at;
    double break_even = NAN;
    if (most_nearer(s) < NEARER) {
        s->out->verdict = SW_DO_NOT_WAIT;
        SAY("no wait up to %.3g s brings one task in 100 nearer to its data: none shortens the mean response",
            2 * s->ask->task_s);
        snprintf(s->out->break_even, sizeof s->out->break_even,
                 "no wait brings a task nearer: no penalty makes one pay");
        return SW_OK;
    }
    if (find_break_even(s, c, &break_even, err) != SW_OK)
        return SW_FAIL;
    say_break_even(s, c, break_even);
    if (!p->known) {
        judge_unknown(s, break_even);
        return SW_OK;
    }
    if (p->lo < p->hi && (change_at(s, c, fmax(p->lo, 1), s->runs, &at_lo, err) != SW_OK
                          || change_at(s, c, fmax(p->hi, 1), s->runs, &at_hi, err) != SW_OK))
        return SW_FAIL;
    judge_known(s, c, &at, &at_lo, &at_hi);
    return SW_OK;
}

/* ---- classes of jobs ------------------------------------------------------------------------- */

static uint64_t tasks_of(const struct recorded *r, size_t job)
{
    uint64_t n = 0;
    for (uint32_t i = r->jobs[job].first_task; i < r->jobs[job].first_task + r->jobs[job].n_tasks; i++)
        n += r->tasks[i].last->row.kind != SW_REDUCE;
    return n;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_tasks(const struct study *s, const bool *in, double *scratch)
{
    const struct recorded *r = &s->w.log.rec;
    size_t n = 0;
    for (size_t i = 0; i < r->n_jobs; i++)
        if (in[i])
            scratch[n++] = (double)tasks_of(r, i);
    qsort(scratch, n, sizeof *scratch, by_value);
    return sw_quantile_sorted(scratch, n, 0.5);
}

static void judge_class(struct decide_class *of)
{
    bool of_none = of->change > -NO_ACCOUNT && of->lo > -2 * NO_ACCOUNT;
    of->verdict = of->hi < 0 && of->change <= -NO_ACCOUNT ? SW_WAIT : of_none ? SW_DO_NOT_WAIT : SW_CANNOT_TELL;
    snprintf(of->reason, sizeof of->reason, "the mean response of these jobs changes by %+.3g %% (%+.3g to %+.3g)",
             100 * of->change, 100 * of->lo, 100 * of->hi);
}

/* Two waits, none and this one, with all runs: what classes of jobs are taken from. */
struct pair { struct candidate of[2]; struct what_if_result *result; };

static int replay_pair(struct study *s, struct pair *p, const struct candidate *c, double penalty, struct sw_err *err)
{
    const struct candidate *both[] = { &p->of[0], &p->of[1] };
    *p = (struct pair){ .of = { { .n_runs = s->runs }, { .own = c->own, .node_us = c->node_us,
                                                         .rack_us = c->rack_us, .n_runs = s->runs } } };
    return replay_runs(s, both, 2, penalty, 0, s->runs, &p->result, err);
}

static void add_class(struct study *s, struct pair *p, const char *name, const bool *in, double *scratch)
{
    struct decide_class *of = &s->out->of[s->out->n_classes];
    for (size_t k = 0; k < 2; k++) {
        for (size_t run = 0; run < s->runs; run++)
            p->of[k].run[run] = tally_of(s, &p->result[k * s->runs + run], in);
        set_mean(&p->of[k]);
    }
    if (p->of[0].run[0].jobs == 0 || s->out->n_classes == DECIDE_CLASSES)
        return;
    struct change ch = change_of(&p->of[0], &p->of[1]);
    *of = (struct decide_class){ .jobs = p->of[0].run[0].jobs, .tasks = median_tasks(s, in, scratch),
        .wait_s = (double)p->of[1].node_us / 1e6, .rack_s = (double)p->of[1].rack_us / 1e6,
        .response_s = { p->of[0].mean_s, p->of[1].mean_s },
        .near = { near_of(&p->of[0]), near_of(&p->of[1]) }, .change = ch.value, .lo = ch.lo, .hi = ch.hi };
    snprintf(of->name, sizeof of->name, "%s", name);
    judge_class(of);
    s->out->n_classes++;
}

static int add_sizes(struct study *s, struct pair *p, bool *in, double *scratch, struct sw_err *err)
{
    const struct recorded *r = &s->w.log.rec;
    struct sw_bins bins;
    if (sw_bins_parse("sizes", "10,100,1000", &bins, err) != SW_OK)
        return SW_FAIL;
    for (size_t b = 0; b < bins.n + 2; b++) {
        char label[48], name[80];
        size_t n = 0;
        for (size_t i = 0; i < r->n_jobs; i++)
            n += in[i] = sw_bins_of(&bins, (double)tasks_of(r, i)) == b;
        if (n == 0 || n == r->n_jobs)
            continue;
        sw_bins_label(&bins, b, label);
        snprintf(name, sizeof name, "%s tasks", label);
        add_class(s, p, name, in, scratch);
    }
    return SW_OK;
}

/* A pool's best wait, at its own penalty. */
static int add_pool(struct study *s, const struct decide_pool *pool, bool *in, double *scratch, struct sw_err *err)
{
    const struct recorded *r = &s->w.log.rec;
    struct candidate *final[FINALISTS + 2], *kept = calloc(MOST_WAITS, sizeof *kept);
    char name[80];
    size_t n;
    if (kept == NULL)
        return sw_err_memory(err);
    memcpy(kept, s->at, sizeof s->at);
    for (size_t i = 0; i < s->n; i++)
        s->at[i].n_runs = 0;
    for (size_t i = 0; i < r->n_jobs; i++) {
        struct sw_text of = r->rows[r->tasks[r->jobs[i].first_task].first].row.pool;
        in[i] = of.len == strlen(pool->name) && memcmp(of.at, pool->name, of.len) == 0;
    }
    s->in = in;
    int status = find_finalists(s, pool->penalty.value, final, &n, err);
    s->in = NULL;
    snprintf(name, sizeof name, "pool %s", pool->name);
    struct pair p = { .result = NULL };
    if (status == SW_OK)
        status = replay_pair(s, &p, in_question(final, n, choose(final, n)), pool->penalty.value, err);
    if (status == SW_OK)
        add_class(s, &p, name, in, scratch);
    clear_results(p.result, 2 * s->runs);
    memcpy(s->at, kept, sizeof s->at);
    free(kept);
    return status;
}

static int add_classes(struct study *s, const struct candidate *c, double penalty, struct sw_err *err)
{
    size_t n = s->w.log.rec.n_jobs;
    bool *in = calloc(n + 1, sizeof *in);
    double *scratch = calloc(n + 1, sizeof *scratch);
    struct pair p = { .result = NULL };
    int status = in != NULL && scratch != NULL ? SW_OK : sw_err_memory(err);
    for (size_t i = 0; i < n && status == SW_OK; i++)
        in[i] = true;
    if (status == SW_OK)
        status = replay_pair(s, &p, c, penalty, err);
    if (status == SW_OK) {
        add_class(s, &p, "all", in, scratch);
        s->out->of[0].verdict = s->out->verdict;
        memcpy(s->out->of[0].reason, s->out->reason, sizeof s->out->reason);
        status = add_sizes(s, &p, in, scratch, err);
    }
    clear_results(p.result, 2 * s->runs);
    for (size_t i = 0; i < s->ask->n_pools && status == SW_OK; i++)
        status = add_pool(s, &s->ask->pools[i], in, scratch, err);
    free(in);
    free(scratch);
    return status;
}

/* ---- the log as it was ----------------------------------------------------------------------- */

/* The error beyond what chance explains: twice the spread of runs, of which the log is one more. */
static double beyond_chance(const struct sw_moments *replayed_s, double recorded_s)
{
    double off_s = replayed_s->mean - recorded_s;
    double chance_s = 2 * sw_moments_sd(replayed_s) * sqrt(1 + 1 / (double)replayed_s->n);
    return fabs(off_s) > chance_s ? (off_s - copysign(chance_s, off_s)) / recorded_s : 0;
}

static int back_test(struct study *s, double penalty, struct sw_err *err)
{
    enum { RUNS = 8 };
    const struct recorded *r = &s->w.log.rec;
    struct what_if_case cases[RUNS];
    struct what_if_result result[RUNS];
    struct sw_moments replayed = { 0 };
    double recorded_s = 0;
    for (size_t run = 0; run < RUNS; run++) {
        cases[run] = case_of(s, &(struct candidate){ 0 }, penalty, run);
        cases[run].own = true;
        cases[run].jitter_us = 0;
    }
    int status = what_if_replay(&s->w, cases, result, RUNS, err);
    for (size_t k = 0; k < RUNS; k++) {
        double replayed_s = 0;
        recorded_s = 0;
        for (size_t i = 0; i < r->n_jobs && status == SW_OK; i++) {
            s->placed += k == 0 ? result[k].job[i].placed : 0;
            if (!r->jobs[i].complete || isnan(result[k].job[i].response_s))
                continue;
            recorded_s += (double)(r->jobs[i].end_us - r->jobs[i].submit_us) / (double)SW_US_PER_S;
            replayed_s += result[k].job[i].response_s;
        }
        sw_moments_add(&replayed, replayed_s);
        free(result[k].job);
    }
    if (recorded_s > 0) {
        s->out->error = replayed.mean / recorded_s - 1;
        s->error = beyond_chance(&replayed, recorded_s);
    }
    return status;
}

static void set_runs(struct study *s)
{
    size_t n = s->w.log.rec.n_tasks;
    s->runs = s->ask->runs > 0 ? s->ask->runs : n > LARGE ? 5 : 10;
    s->first_runs = n > HUGE ? 2 : 4;
    if (s->runs < s->first_runs)
        s->first_runs = s->runs;
}

static bool settles(const struct change *c)
{
    return c->hi < 0 || (c->value > -NO_ACCOUNT && c->lo > -2 * NO_ACCOUNT);
}

/* Unless the user says how many, runs are doubled until the change is told from none or is of no account. */
static int add_until_settled(struct study *s, struct candidate *none, struct candidate *c, double penalty,
                             struct sw_err *err)
{
    enum { MOST = 40 };
    struct candidate *both[] = { none, c };
    while (s->ask->runs == 0 && 2 * s->runs <= MOST && s->w.log.rec.n_tasks <= HUGE) {
        struct change at = change_of(none, c);
        if (settles(&at))
            return SW_OK;
        s->runs *= 2;
        if (add_runs(s, both, 2, penalty, s->runs, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

static int study(struct study *s, struct sw_err *err)
{
    double penalty = s->ask->penalty.known ? fmax(1, s->ask->penalty.value) : 1;
    struct candidate *final[FINALISTS + 2];
    size_t n;
    if (!(s->ask->task_s >= LEAST_TASK_S)) {
        s->out->verdict = SW_CANNOT_TELL;
        SAY("tasks take less than a millisecond, or no time is known");
        return SW_OK;
    }
    set_runs(s);
    s->jitter_us = (int64_t)llround(s->ask->task_s * 1e6);
    if (back_test(s, penalty, err) != SW_OK)
        return SW_FAIL;
    if (s->placed < LEAST_TASKS) {
        say_too_few(s);
        return SW_OK;
    }
    list_candidates(s);
    if (find_finalists(s, penalty, final, &n, err) != SW_OK)
        return SW_FAIL;
    struct candidate *c = in_question(final, n, choose(final, n));
    if (add_until_settled(s, final[0], c, penalty, err) != SW_OK || judge(s, final[0], c, err) != SW_OK)
        return SW_FAIL;
    say_own(s);
    s->out->runs = s->runs;
    if (s->out->verdict == SW_WAIT) {
        s->out->node_s = (double)c->node_us / 1e6;
        s->out->rack_s = (double)c->rack_us / 1e6;
    }
    return add_classes(s, c, penalty, err);
}

int decide(const struct sw_cli *cli, const struct decide_ask *ask, struct decided *out, struct sw_err *err)
{
    const struct what_if_ask what = { ask->preset, ask->order, ask->cluster, ask->pools_file, ask->replication };
    struct study *s = calloc(1, sizeof *s);
    *out = (struct decided){ .error = NAN, .own_change = NAN };
    if (s == NULL)
        return sw_err_memory(err);
    s->ask = ask;
    s->out = out;
    int status = what_if_open(&s->w, cli, &what, ask->file, err);
    if (status == SW_OK && s->w.log.lacks != NULL)
        snprintf(out->note, sizeof out->note, "%s", s->w.log.lacks);
    else if (status == SW_OK) {
        out->replayed = true;
        snprintf(out->note, sizeof out->note, "%s", s->w.log.note);
        snprintf(out->own, sizeof out->own, "%s", s->w.log.delay != NULL ? s->w.log.delay : "");
        status = study(s, err);
    }
    what_if_close(&s->w);
    free(s);
    return status;
}
