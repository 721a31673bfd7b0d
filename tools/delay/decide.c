/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide.c - see decide.h. */
#include "tools/delay/decide.h"
#include "tools/advise/settings.h"
#include "tools/advise/words.h"
#include "tools/replay/runs.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char decide_leave[] = "leave";
static const double NO_ACCOUNT = 0.01; /* a change of the mean response below it */

struct decide_study {
    struct sw_cli cli;
    struct config cfg;
    struct as_given given;
    struct study s;
    struct answer a;
};

bool decide_is_piped(const char *file)
{
    return runs_is_piped(file);
}

int decide_copy(const struct sw_cli *cli, char path[DECIDE_COPY], struct sw_err *err)
{
    struct runs_source src = { .cli = (struct sw_cli *)cli };
    int status = runs_spool(&src, err);
    snprintf(path, DECIDE_COPY, "%s", src.spool);
    return status;
}

void decide_name_copy(const char *copy, const char *file, struct sw_err *err)
{
    runs_name_copy(copy, strcmp(file, "-") == 0 ? "standard input" : file, err);
}

/* ---- what is asked ------------------------------------------------------------------------------- */

const char *const decide_options[DECIDE_N] = { "--preset", "--order", "--delay", "--cluster", "--pools", "--topology",
                                               "--width", "--backfill", "--switches", "--penalty" };

int decide_read(struct sw_cli *cli, const char *const *given, struct sw_err *err)
{
    for (size_t i = 0; i < DECIDE_N; i++)
        if (given[i] && options_read(cli, decide_options[i] + 2, given[i], err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

static int run_study(struct decide_study *d, const struct decide_ask *ask, struct measure *measured,
                     struct sw_err *err)
{
    d->given = setup_given(&d->cfg);
    d->s = (struct study){ .cli = &d->cli, .cfg = &d->cfg, .file = ask->file, .name = ask->name,
        .threads = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN), .n_runs = ask->runs, .replication = ask->replication,
        .cost_given = !isnan(ask->remote_cost_s), .remote_cost_s = ask->remote_cost_s,
        .measured = *measured, .is_measured = true };
    *measured = (struct measure){ .wait_s = NAN };
    d->s.back = backtest_new(&d->cli, &d->cfg, &d->given, d->s.file);
    if (!d->s.back)
        return sw_err_memory(err);
    return study_run(&d->s, err) == SW_OK ? decide_study(&d->s, &d->a, err) : SW_FAIL;
}

/* ---- what it came to ------------------------------------------------------------------------------ */

/* A wait that is left is told from none that is. */
static const char *verdict_of(const struct study *s, const struct answer *a)
{
    const struct policy *own = &s->policies.at[0];
    if (a->advice == ADVICE_CANNOT_TELL)
        return sw_verdict_words[SW_CANNOT_TELL];
    if (a->advice == ADVICE_LEAVE && policies_wait(own) > 0)
        return decide_leave;
    return sw_verdict_words[policies_wait(&s->policies.at[a->chosen]) > 0 ? SW_WAIT : SW_DO_NOT_WAIT];
}

/* The wait that the rows set beside none: the one advised, else the best, else the shortest that does anything. */
static size_t in_question(const struct study *s, const struct answer *a)
{
    const size_t of[] = { a->chosen, a->best, s->pays >= 0 ? (size_t)s->pays : 0 };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (policies_wait(&s->policies.at[of[i]]) > 0)
            return of[i];
    for (size_t i = 0; i < s->policies.n; i++)
        if (policies_wait(&s->policies.at[i]) > 0)
            return i;
    return 0;
}

static void say_break_even(const struct study *s, char *to, size_t cap)
{
    const struct estimate_ratio *p = isnan(s->penalty_any.value) ? &s->penalty_rack : &s->penalty_any;
    int n;
    if (s->pays < 0) {
        snprintf(to, cap, "no wait brings a task nearer: no penalty makes one pay");
        return;
    }
    struct word wait = words_wait_of(s, &s->policies.at[s->pays]);
    if (isnan(s->pays_from))
        n = snprintf(to, cap, "a wait of %s does not pay even if a remote task takes %g times as long", wait.text,
                     STUDY_GREATEST);
    else if (s->pays_from <= 1)
        n = snprintf(to, cap, "a wait of %s pays as soon as a remote task is slower at all", wait.text);
    else
        n = snprintf(to, cap, "a wait of %s pays if a remote task is more than %.3g s (%.3g %%) slower", wait.text,
                     (s->pays_from - 1) * s->local_s, 100 * (s->pays_from - 1));
    if (s->cost_given)
        snprintf(to + n, cap - (size_t)n, "; given %.3g %%", 100 * (s->price->any - 1));
    else if (!isnan(p->value))
        snprintf(to + n, cap - (size_t)n, "; measured %.3g %% (%+.3g to %+.3g)", 100 * (p->value - 1),
                 100 * (p->lo - 1), 100 * (p->hi - 1));
    else
        snprintf(to + n, cap - (size_t)n, "; the log cannot tell how much it is");
}

/* ---- classes of jobs ------------------------------------------------------------------------------- */

struct class { size_t price, of; const char *name, *pool; };

static bool is_in(const struct study *s, const struct class *c, size_t job)
{
    const struct recorded *rec = &s->back->log.rec;
    const struct rec_job *j = &rec->jobs[job];
    struct sw_text pool = rec->rows[rec->tasks[j->first_task].first].row.pool;
    return study_counts(j) && (c->of == STUDY_ALL || s->size_of[job] == c->of)
           && (!c->pool || (pool.len == strlen(c->pool) && memcmp(pool.at, c->pool, pool.len) == 0));
}

static double median_tasks(const struct study *s, const struct class *c, double *room)
{
    size_t n = 0;
    for (size_t i = 0; i < s->back->log.rec.n_jobs; i++)
        if (is_in(s, c, i))
            room[n++] = (double)study_tasks(s, i);
    sw_sort(room, n);
    return n > 0 ? sw_quantile_sorted(room, n, 0.5) : NAN;
}

/* Of a pool the best wait is its own; it is looked for at the factor measured of it. */
static size_t best_of_pool(const struct study *s, const struct class *c, size_t otherwise)
{
    size_t best = otherwise;
    double least = INFINITY;
    for (size_t i = 0; i < s->policies.n; i++) {
        double sum = 0;
        if (s->policies.at[i].role == POLICY_SHOWN || policies_wait(&s->policies.at[i]) == 0)
            continue;
        for (uint64_t run = 0; run <= s->n_runs; run++)
            sum += study_tally(s, c->price, i, run, c->of)->sum_s;
        if (sum < least) {
            least = sum;
            best = i;
        }
    }
    return best;
}

static void sum_class(const struct study *s, const struct class *c, size_t wait, size_t k, struct decide_class *of)
{
    double sum_s = 0, jobs = 0;
    for (uint64_t run = 0; run <= s->n_runs; run++) {
        sum_s += study_tally(s, c->price, wait, run, c->of)->sum_s;
        jobs += (double)study_tally(s, c->price, wait, run, c->of)->jobs;
    }
    const struct tally *first = study_tally(s, c->price, wait, 0, c->of);
    of->response_s[k] = jobs > 0 ? sum_s / jobs : NAN;
    of->near[k] = first->placed > 0 ? (double)first->near / (double)first->placed : NAN;
}

/* Over days: paired, and a ratio of means. */
static void compare_class(const struct study *s, const struct class *c, size_t none, size_t with,
                          struct decide_class *of)
{
    struct sw_gains g = { 0 };
    for (uint64_t run = 0; run <= s->n_runs; run++) {
        const struct tally *a = study_tally(s, c->price, none, run, c->of);
        const struct tally *b = study_tally(s, c->price, with, run, c->of);
        if (a->jobs > 0 && b->jobs > 0)
            sw_gains_add(&g, b->sum_s / (double)b->jobs, a->sum_s / (double)a->jobs);
    }
    struct sw_interval interval = sw_gains_total_interval(&g, 0.95);
    of->change = sw_gains_total(&g) - 1;
    of->lo = interval.lo - 1;
    of->hi = interval.hi - 1;
}

/* No class is told more boldly than all jobs are. */
static void judge_class(const struct study *s, const struct answer *a, struct decide_class *of)
{
    bool gains = of->hi < 0 && of->change <= -NO_ACCOUNT && -of->change > fabs(s->error);
    bool loses = of->change > -NO_ACCOUNT && of->lo > -2 * NO_ACCOUNT;
    enum sw_verdict v = a->advice == ADVICE_CANNOT_TELL ? SW_CANNOT_TELL
                        : gains ? SW_WAIT : loses ? SW_DO_NOT_WAIT : SW_CANNOT_TELL;
    of->verdict = sw_verdict_words[v];
    snprintf(of->reason, sizeof of->reason, "the mean response of these jobs changes by %+.3g %% (%+.3g to %+.3g)",
             100 * of->change, 100 * of->lo, 100 * of->hi);
}

static void add_class(struct decided *out, const struct class *c, double *room)
{
    const struct study *s = &out->study->s;
    const struct answer *a = &out->study->a;
    struct decide_class *of = &out->of[out->n_classes];
    size_t none = study_no_wait(s), with = in_question(s, a);
    if (study_tally(s, c->price, none, 0, c->of)->jobs == 0 || out->n_classes == DECIDE_CLASSES)
        return;
    with = c->pool ? best_of_pool(s, c, with) : with;
    *of = (struct decide_class){ .jobs = study_tally(s, c->price, none, 0, c->of)->jobs,
        .tasks = median_tasks(s, c, room), .wait_s = settings_seconds(s, s->policies.at[with].node),
        .rack_s = settings_seconds(s, s->policies.at[with].rack) };
    snprintf(of->name, sizeof of->name, "%s", c->name);
    sum_class(s, c, none, 0, of);
    sum_class(s, c, with, 1, of);
    compare_class(s, c, none, with, of);
    judge_class(s, a, of);
    out->n_classes++;
}

static int add_sizes(struct decided *out, double *room, struct sw_err *err)
{
    const struct study *s = &out->study->s;
    const uint64_t all = study_tally(s, STUDY_MEASURED, 0, 0, STUDY_ALL)->jobs;
    struct sw_bins bins;
    if (sw_bins_parse("sizes", study_sizes, &bins, err) != SW_OK)
        return SW_FAIL;
    for (size_t b = 0; b < bins.n + 2; b++) {
        char label[48], name[80];
        if (study_tally(s, STUDY_MEASURED, 0, 0, STUDY_SIZES + b)->jobs == all)
            continue;
        sw_bins_label(&bins, b, label);
        snprintf(name, sizeof name, "%s tasks", label);
        add_class(out, &(struct class){ STUDY_MEASURED, STUDY_SIZES + b, name, NULL }, room);
    }
    return SW_OK;
}

static int add_classes(struct decided *out, struct sw_err *err)
{
    const struct study *s = &out->study->s;
    double *room = calloc(s->back->log.rec.n_jobs + 1, sizeof *room);
    if (!room)
        return sw_err_memory(err);
    add_class(out, &(struct class){ STUDY_MEASURED, STUDY_ALL, "all", NULL }, room);
    if (out->n_classes > 0) {
        out->of[0].verdict = out->verdict;
        out->of[0].reason[0] = '\0';
    }
    int status = add_sizes(out, room, err);
    for (size_t i = STUDY_POOLS; i < s->n_prices; i++) {
        char name[80];
        snprintf(name, sizeof name, "pool %s", s->price[i].pool);
        if (s->price[i].wanted)
            add_class(out, &(struct class){ i, STUDY_ALL, name, s->price[i].pool }, room);
    }
    free(room);
    return status;
}

static int tell(struct decided *out, struct sw_err *err)
{
    const struct study *s = &out->study->s;
    const struct answer *a = &out->study->a;
    struct words answer = { 0 };
    words_answer(s, a, &answer);
    snprintf(out->reason, sizeof out->reason, "%s", answer.at);
    snprintf(out->note, sizeof out->note, "%s", s->back->log.note);
    out->replayed = true;
    out->verdict = verdict_of(s, a);
    out->error = s->error;
    out->runs = s->n_runs + 1;
    if (a->n_preferring > 0)
        say_break_even(s, out->break_even, sizeof out->break_even);
    if (policies_wait(&s->policies.at[0]) > 0) {
        struct decide_class of;
        compare_class(s, &(struct class){ STUDY_MEASURED, STUDY_ALL, "all", NULL }, study_no_wait(s), 0, &of);
        out->own_change = of.change;
    }
    return add_classes(out, err);
}

int decide(const struct sw_cli *cli, const struct decide_ask *ask, struct measure *measured, struct decided *out,
           struct sw_err *err)
{
    struct decide_study *d = calloc(1, sizeof *d);
    *out = (struct decided){ .error = NAN, .own_change = NAN, .study = d };
    if (!d)
        return sw_err_memory(err);
    d->cli = *cli;
    d->cfg = runs_config;
    d->cli.config = &d->cfg;
    if (decide_read(&d->cli, ask->given, err) != SW_OK || run_study(d, ask, measured, err) != SW_OK)
        return SW_FAIL;
    if (!d->s.back->log.lacks)
        return tell(out, err);
    snprintf(out->note, sizeof out->note, "%s", d->s.back->log.lacks);
    return SW_OK;
}

void decide_put_settings(const struct decided *d, const struct sw_dialect *emit, struct sw_out *out)
{
    settings_put(&d->study->s, &d->study->a, emit, out);
}

void decide_clear(struct decided *d)
{
    if (!d || !d->study)
        return;
    study_clear(&d->study->s);
    free(d->study);
}
