/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recommend_rows.c - recommend's rows and configuration lines: the formula's answer, the log's, that of its replays.
 * A row has the formula's parameters and results first, then what the log says of them, then what its replays say. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "slotwise/sw_csv.h"
#include "tools/advise/recommend/recommend.h"
#include "tools/advise/settings.h"
#include "tools/advise/words.h"
#include "tools/delay/delay.h"

const char recommend_rows_leave[] = "leave";

/* Places among the results of the formula recommend in lib/model/formulas.c. */
enum { RECOMMEND_SKIPS = 0, RECOMMEND_VERDICT = 10, RECOMMEND_REASON = 11 };

/* Columns that a log adds: locality recorded and by the formula, and W1 at the release rate under load and over all. */
static const char *const of_log[] = { "share_node_recorded", "n_recorded_tasks", "share_node_formula", "busy_s",
    "releases_busy_per_s", "w1_busy_s", "span_s", "releases_all_per_s", "w1_all_s" };

/* Columns that replays add. A row is then of one class of jobs. */
static const char *const of_replays[] = { "jobs_like", "jobs", "wait_node_s", "wait_rack_s", "tried_node_s",
    "tried_rack_s", "response_no_wait_s", "response_wait_s", "change", "change_lo", "change_hi",
    "replayed_share_node_no_wait", "replayed_share_node_wait", "runs",
    "back_test_error", "own_wait_change", "break_even", "formula_verdict" };

/* The columns depend on what is known before the first row: a log, and whether it was replayed. */
void recommend_rows_put_names(const struct recommend *r, struct sw_out *out)
{
    rows_put_columns(r->f.formula, out);
    for (size_t i = 0; r->f.from_log && i < sizeof of_log / sizeof of_log[0]; i++)
        sw_out_str(out, of_log[i]);
    for (size_t i = 0; r->replayed && i < sizeof of_replays / sizeof of_replays[0]; i++)
        sw_out_str(out, of_replays[i]);
    sw_out_end_row(out);
}

void recommend_rows_put_known(struct sw_out *out, double x)
{
    char text[32]; /* no sample is good for more than six digits */
    snprintf(text, sizeof text, "%.6g", x);
    sw_out_str(out, isnan(x) ? "" : text);
}

/* ---- what the replays say ---------------------------------------------------------------------- */

/* A wait that is left is told from none that is. */
static const char *verdict_of(const struct sw_study *s, const struct sw_answer *a)
{
    if (a->advice == SW_ADVICE_CANNOT_TELL)
        return sw_verdict_words[SW_CANNOT_TELL];
    if (a->advice == SW_ADVICE_LEAVE && sw_candidate_wait(&s->waits.at[0]) > 0)
        return recommend_rows_leave;
    return sw_verdict_words[sw_candidate_wait(&s->waits.at[a->chosen]) > 0 ? SW_WAIT : SW_DO_NOT_WAIT];
}

/* A class of sizes or a pool has a verdict of its own; all jobs have the study's. */
static const char *verdict_of_class(const struct recommend *r)
{
    static const enum sw_verdict of[] = { [SW_PAYS] = SW_WAIT, [SW_PAYS_NOT] = SW_DO_NOT_WAIT,
                                          [SW_PAYS_UNSURE] = SW_CANNOT_TELL };
    const struct sw_class *class = &r->class[r->of_class];
    if (r->of_class < r->n_classes && class->kind != SW_CLASS_OF_ALL)
        return sw_verdict_words[of[class->pays]];
    return verdict_of(&r->log->study, &r->log->answer);
}

/* From which cost on a wait pays, beside the cost that was given or measured. local_s is the mean time of a task at
 * its data. */
static void say_break_even(const struct sw_study *s, char *to, size_t cap)
{
    const struct sw_ratio *p = isnan(s->penalty_any.value) ? &s->penalty_rack : &s->penalty_any;
    int n;
    /* No wait moved a task nearer. */
    if (s->pays < 0) {
        snprintf(to, cap, "no wait brings a task nearer: no penalty makes one pay");
        return;
    }
    struct word wait = words_wait_of(s, &s->waits.at[s->pays]);
    if (isnan(s->pays_from))
        n = snprintf(to, cap, "a wait of %s does not pay even if a remote task takes %g times as long", wait.text,
                     10.0);
    else if (s->pays_from <= 1)
        n = snprintf(to, cap, "a wait of %s pays as soon as a remote task is slower at all", wait.text);
    else
        n = snprintf(to, cap, "a wait of %s pays if a remote task is more than %.3g s (%.3g %%) slower", wait.text,
                     (s->pays_from - 1) * s->local_s, 100 * (s->pays_from - 1));
    if (!isnan(s->ask.remote_cost_s))
        snprintf(to + n, cap - (size_t)n, "; given %.3g %%", 100 * (s->price->any - 1));
    else if (!isnan(p->value))
        snprintf(to + n, cap - (size_t)n, "; measured %.3g %% (%+.3g to %+.3g)", 100 * (p->value - 1),
                 100 * (p->lo - 1), 100 * (p->hi - 1));
    else
        snprintf(to + n, cap - (size_t)n, "; the log cannot tell how much it is");
}

/* The wait that was tried is the one for all, a pool's its own. */
static void put_of_replays(const struct recommend *r, const char *verdict, const char *formula_verdict,
                           struct sw_out *out)
{
    static const struct sw_class none = { .tasks = NAN, .response_s = { NAN, NAN }, .near = { NAN, NAN },
                                          .change = NAN, .interval = { NAN, NAN } };
    const struct sw_study *s = &r->log->study;
    /* A study without classes has one row, of numbers that are not known. */
    const bool is_none = r->of_class >= r->n_classes;
    const struct sw_class *of = is_none ? &none : &r->class[r->of_class];
    const struct sw_candidate *with = &s->waits.at[of->wait];
    double wait_s = is_none ? NAN : settings_seconds(s, with->node), rack_s = is_none ? NAN
                                                                     : settings_seconds(s, with->rack);
    /* The advised wait is 0 where not to wait is the verdict, and empty where none can be told. */
    bool told = !is_none && strcmp(verdict, sw_verdict_words[SW_CANNOT_TELL]) != 0;
    bool wait = strcmp(verdict, sw_verdict_words[SW_DO_NOT_WAIT]) != 0;
    const double numbers[] = { !told ? NAN : wait ? wait_s : 0, !told ? NAN : wait ? rack_s : 0, wait_s, rack_s,
        of->response_s[0], of->response_s[1], of->change, of->interval.lo, of->interval.hi, of->near[0], of->near[1] };
    char break_even[256] = "";
    struct sw_bins bins;
    char label[48], name[80] = "all";
    if (of->kind == SW_CLASS_OF_SIZE && sw_bins_parse("sizes", sw_class_sizes, &bins, NULL) == SW_OK) {
        sw_bins_label(&bins, of->number, label);
        snprintf(name, sizeof name, "%s tasks", label);
    }
    if (of->kind == SW_CLASS_OF_POOL)
        snprintf(name, sizeof name, "pool %s", s->price[of->number].pool);
    sw_out_str(out, name);
    sw_out_u64(out, of->jobs);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        recommend_rows_put_known(out, numbers[i]);
    sw_out_u64(out, is_none ? s->n_runs + 1 : of->days);
    recommend_rows_put_known(out, s->error);
    recommend_rows_put_known(out, sw_candidate_wait(&s->waits.at[0]) > 0 ? sw_study_own_change(s) : NAN);
    /* The break-even is one of the log, so its first row has it. */
    if (r->of_class == 0 && r->log->answer.n_preferring > 0)
        say_break_even(s, break_even, sizeof break_even);
    sw_out_str(out, break_even);
    sw_out_str(out, formula_verdict);
}

/* ---- what the formula says --------------------------------------------------------------------- */

/* The formula once more at another cost of a remote task. */
static int verdict_at(const struct recommend *r, const double in[], double cost_s, const char **verdict,
                      struct sw_err *err)
{
    struct sw_model_answer a = { .number = { 0 } };
    double with[SW_P_COUNT];
    memcpy(with, in, sizeof with);
    with[SW_P_REMOTE_COST] = cost_s;
    int status = r->f.formula->eval(with, &a, err);
    *verdict = a.text[RECOMMEND_VERDICT];
    return status;
}

/* The verdict is "cannot tell" when the formula does not fit the log. It is the same when the two ends of the interval
 * of a measured cost give different verdicts. */
static int judge_interval(const struct recommend *r, const double in[], struct sw_model_answer *a, struct sw_err *err)
{
    const char *lo, *hi;
    if (r->disagree) {
        char wait[40] = "without a wait";
        if (!isnan(r->recorded_wait_s))
            snprintf(wait, sizeof wait, "at the log's wait of %g s", r->recorded_wait_s);
        snprintf(a->reason, sizeof a->reason,
                 "%s the formula says %.3g%% node-local, the log %.3g%% of %llu tasks: a replay "
                 "decides (slot-replay --as-recorded)", wait, 100 * r->formula_locality, 100 * r->recorded_locality,
                 (unsigned long long)r->recorded_tasks);
        a->text[RECOMMEND_VERDICT] = sw_verdict_words[SW_CANNOT_TELL];
        return SW_OK;
    }
    if (r->cannot_tell) {
        snprintf(a->reason, sizeof a->reason, "%s", r->cannot_tell);
        a->text[RECOMMEND_VERDICT] = sw_verdict_words[SW_CANNOT_TELL];
        return SW_OK;
    }
    if (verdict_at(r, in, r->cost_lo_s, &lo, err) != SW_OK || verdict_at(r, in, r->cost_hi_s, &hi, err) != SW_OK)
        return SW_FAIL;
    /* Both are of one table of words, so equal verdicts are equal pointers. */
    if (lo == hi)
        return SW_OK;
    /* number[8] is break_even_s. */
    snprintf(a->reason, sizeof a->reason, "a remote task takes %.3g to %.3g s longer, and waiting pays above %.3g s",
             r->cost_lo_s, r->cost_hi_s, a->number[8]);
    a->text[RECOMMEND_VERDICT] = sw_verdict_words[SW_CANNOT_TELL];
    return SW_OK;
}

/* As far as it fits the log. *formula_verdict is what the formula says by itself. The answer may then be taken back
 * to "cannot tell" where no replay decides. */
static int ask_formula(const struct recommend *r, const double in[], struct sw_model_answer *a,
                       const char **formula_verdict, struct sw_err *err)
{
    *a = (struct sw_model_answer){ .number = { 0 } };
    for (size_t i = 0; i < SW_MODEL_RESULTS; i++)
        a->number[i] = NAN;
    if (r->f.formula->eval(in, a, err) != SW_OK)
        return SW_FAIL;
    *formula_verdict = a->text[RECOMMEND_VERDICT];
    return !r->replayed && (r->judge_interval || r->disagree) ? judge_interval(r, in, a, err) : SW_OK;
}

/* The replays decide; where there are none the formula does. */
int recommend_rows_put(void *recommend, struct sw_out *out, const double in[], struct sw_err *err)
{
    const struct recommend *r = recommend;
    struct sw_model_answer a;
    const char *formula_verdict;
    char reason[3000];
    if (ask_formula(r, in, &a, &formula_verdict, err) != SW_OK)
        return SW_FAIL;
    if (r->replayed) {
        /* A class has its change as the reason, and all jobs have the answer of the page. */
        const struct sw_class *class = &r->class[r->of_class];
        struct words w = { 0 };
        if (r->of_class < r->n_classes && class->kind != SW_CLASS_OF_ALL)
            words_add(&w, "the mean response of these jobs changes by %+.3g %% (%+.3g to %+.3g)", 100 * class->change,
                      100 * class->interval.lo, 100 * class->interval.hi);
        else
            answer_words(r->log, &w);
        snprintf(reason, sizeof reason, "%s", w.at);
        a.text[RECOMMEND_VERDICT] = verdict_of_class(r);
        a.text[RECOMMEND_REASON] = reason;
    }
    rows_put_params(out, r->f.formula, in);
    rows_put_answer(out, r->f.formula, &a);
    if (r->f.from_log) {
        /* W1 by the release rate under load and by the one over all: the seconds that it rests on decide it. */
        const struct log_rates *log = &r->f.log;
        recommend_rows_put_known(out, r->recorded_locality);
        sw_out_u64(out, r->recorded_tasks);
        recommend_rows_put_known(out, r->formula_locality);
        recommend_rows_put_known(out, log->busy_s);
        recommend_rows_put_known(out, log->busy_rate);
        recommend_rows_put_known(out, a.number[RECOMMEND_SKIPS] / log->busy_rate);
        recommend_rows_put_known(out, log->span_s);
        recommend_rows_put_known(out, log->span_rate);
        recommend_rows_put_known(out, a.number[RECOMMEND_SKIPS] / log->span_rate);
    }
    if (r->replayed)
        put_of_replays(r, a.text[RECOMMEND_VERDICT], formula_verdict, out);
    sw_out_end_row(out);
    return SW_OK;
}

/* ---- --dialect: configuration lines instead of rows ----------------------------------------------- */

/* A line of the configuration. 0 skips are no wait, which some dialects say by a word. */
static int put_setting(const struct sw_dialect *d, struct sw_out *out, const char *key, bool no_wait, double skips,
                       const double in[], struct sw_err *err)
{
    char value[64];
    uint64_t nodes = (uint64_t)in[SW_P_NODES];
    double rate = in[SW_P_RELEASE_RATE];
    if (sw_dialect_write(d, no_wait ? 0 : skips, nodes, rate, value, sizeof value, err) != SW_OK)
        return SW_FAIL;
    if (no_wait && d->off)
        snprintf(value, sizeof value, "%s", d->off);
    sw_out_printf(out, d->xml ? "<property><name>%s</name><value>%s</value></property>\n" : "%s %s\n", key, value);
    return SW_OK;
}

static void put_comment(const struct sw_dialect *d, struct sw_out *out, const char *head, const char *text)
{
    sw_out_sentence(out, d->xml ? "<!-- %s%s -->\n" : "# %s%s\n", head, text);
}

/* The rates that turn skips into seconds, so that a reader sees what the value rests on. */
static void put_rates(const struct recommend *r, struct sw_out *out)
{
    const struct log_rates *log = &r->f.log;
    char text[200];
    if (!r->f.from_log || isnan(log->span_rate))
        return;
    int n = snprintf(text, sizeof text, "slots released a second in the log: %.3g over its %.4g s", log->span_rate,
                     log->span_s);
    if (!isnan(log->busy_rate))
        snprintf(text + n, sizeof text - (size_t)n, ", %.3g in the %.3g s under load", log->busy_rate, log->busy_s);
    put_comment(r->emit, out, "", text);
}

/* From replays the wait is known in the log's own unit; from the formula in skips, at the release rate. */
int recommend_rows_put_settings(void *recommend, struct sw_out *out, const double in[], struct sw_err *err)
{
    const struct recommend *r = recommend;
    struct sw_model_answer a;
    const char *formula_verdict;
    if (r->replayed) {
        settings_put(r->log, r->emit, out);
        return SW_OK;
    }
    if (ask_formula(r, in, &a, &formula_verdict, err) != SW_OK)
        return SW_FAIL;
    bool no_wait = strcmp(a.text[RECOMMEND_VERDICT], sw_verdict_words[SW_DO_NOT_WAIT]) == 0;
    char head[64];
    snprintf(head, sizeof head, "%s: ", a.text[RECOMMEND_VERDICT]);
    put_comment(r->emit, out, head, a.text[RECOMMEND_REASON]);
    put_rates(r, out);
    put_comment(r->emit, out, "", r->emit->comment);
    if (put_setting(r->emit, out, r->emit->node_key, no_wait, a.number[0], in, err) != SW_OK)
        return SW_FAIL;
    return put_setting(r->emit, out, r->emit->rack_key, no_wait, a.number[1], in, err);
}
