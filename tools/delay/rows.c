/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.c - slot-delay's rows, and the configuration lines of recommend. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "slotwise/sw_csv.h"
#include "tools/delay/convert.h"
#include "tools/delay/rows.h"

/* ---- rows ------------------------------------------------------------------------------------ */
/* Whole numbers are written in full: 1000000, not 1e+06. */
static void put_number(struct sw_out *out, double x)
{
    if (fabs(x) < 1e15 && x == floor(x))
        sw_out_i64(out, (int64_t)x);
    else
        sw_out_real(out, x);
}

void rows_put_result(struct sw_out *out, double x)
{
    char text[32];
    snprintf(text, sizeof text, "%.12g", x);
    put_number(out, x == floor(x) ? x : strtod(text, NULL));
}

void rows_put_params(struct sw_out *out, const struct sw_formula *f, const double in[])
{
    for (size_t use = 0; use < f->n_uses; use++)
        put_number(out, in[f->uses[use].param]);
}

enum { RECOMMEND_SKIPS = 0, RECOMMEND_VERDICT = 10, RECOMMEND_REASON = 11 };

static const char *const of_log[] = { "recorded_locality", "recorded_tasks", "formula_locality", "busy_s",
    "release_rate_busy", "w1_busy_s", "span_s", "release_rate_all", "w1_all_s" };

static const char *const of_replays[] = { "jobs_like", "jobs", "wait_node_s", "wait_rack_s", "tried_node_s",
    "tried_rack_s", "response_no_wait_s", "response_wait_s", "change", "change_lo", "change_hi",
    "node_local_no_wait", "node_local_wait", "runs",
    "back_test_error", "own_wait_change", "break_even", "formula_verdict" };

static bool is_decided(const struct config *cfg) { return cfg->decided && cfg->decided->replayed; }

void rows_put_header(const struct config *cfg, struct sw_out *out)
{
    const struct sw_formula *f = cfg->formula;
    for (size_t use = 0; use < f->n_uses; use++)
        sw_out_str(out, sw_params[f->uses[use].param].column);
    for (const char *const *name = f->results; *name; name++)
        sw_out_str(out, *name);
    for (size_t i = 0; cfg->from_log && strcmp(f->name, "recommend") == 0 && i < sizeof of_log / sizeof of_log[0]; i++)
        sw_out_str(out, of_log[i]);
    if (f == &convert_formula)
        convert_put_header(cfg, out);
    for (size_t i = 0; is_decided(cfg) && i < sizeof of_replays / sizeof of_replays[0]; i++)
        sw_out_str(out, of_replays[i]);
    sw_out_end_row(out);
}

static void put_known(struct sw_out *out, double x)
{
    char text[32]; /* no sample is good for more than six digits */
    snprintf(text, sizeof text, "%.6g", x);
    sw_out_str(out, isnan(x) ? "" : text);
}

/* W1 by the release rate under load and by the one over all: which seconds of the log it rests on decides it. */
static void put_of_log(const struct config *cfg, const struct sw_model_answer *a, struct sw_out *out)
{
    put_known(out, cfg->recorded_locality);
    sw_out_u64(out, cfg->recorded_tasks);
    put_known(out, cfg->formula_locality);
    put_known(out, cfg->busy_s);
    put_known(out, cfg->busy_rate);
    put_known(out, a->number[RECOMMEND_SKIPS] / cfg->busy_rate);
    put_known(out, cfg->span_s);
    put_known(out, cfg->span_rate);
    put_known(out, a->number[RECOMMEND_SKIPS] / cfg->span_rate);
}

/* What the replays say of these jobs. The wait that was tried is the one for all, a pool's its own. */
static void put_of_replays(const struct config *cfg, const char *formula_verdict, struct sw_out *out)
{
    const struct decided *d = cfg->decided;
    const char *const cannot_tell = sw_verdict_words[SW_CANNOT_TELL];
    const struct decide_class none = { "all", 0, NAN, NAN, NAN, { NAN, NAN }, { NAN, NAN }, NAN, NAN, NAN,
        cannot_tell, "" };
    const struct decide_class *of = cfg->of_class < d->n_classes ? &d->of[cfg->of_class] : &none;
    bool told = strcmp(of->verdict, cannot_tell) != 0;
    bool wait = strcmp(of->verdict, sw_verdict_words[SW_DO_NOT_WAIT]) != 0;
    const double numbers[] = { !told ? NAN : wait ? of->wait_s : 0, !told ? NAN : wait ? of->rack_s : 0, of->wait_s,
        of->rack_s, of->response_s[0], of->response_s[1], of->change, of->lo,
        of->hi, of->near[0], of->near[1] };
    sw_out_str(out, of->name);
    sw_out_u64(out, of->jobs);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        put_known(out, numbers[i]);
    sw_out_u64(out, d->runs);
    put_known(out, d->error);
    put_known(out, d->own_change);
    sw_out_str(out, cfg->of_class == 0 ? d->break_even : "");
    sw_out_str(out, formula_verdict);
}

static int verdict_at(const struct config *cfg, const double in[], double cost_s, const char **verdict,
                      struct sw_err *err)
{
    struct sw_model_answer a = { .number = { 0 } };
    double with[SW_P_COUNT];
    memcpy(with, in, sizeof with);
    with[SW_P_REMOTE_COST] = cost_s;
    int status = cfg->formula->eval(with, &a, err);
    *verdict = a.text[RECOMMEND_VERDICT];
    return status;
}

static void tell_disagreement(const struct config *cfg, struct sw_model_answer *a)
{
    char wait[40] = "without a wait";
    if (!isnan(cfg->recorded_wait_s))
        snprintf(wait, sizeof wait, "at the log's wait of %g s", cfg->recorded_wait_s);
    snprintf(a->reason, sizeof a->reason,
             "%s the formula says %.3g%% node-local, the log %.3g%% of %llu tasks: a replay "
             "decides (slot-replay --as-recorded)", wait, 100 * cfg->formula_locality, 100 * cfg->recorded_locality,
             (unsigned long long)cfg->recorded_tasks);
    a->text[RECOMMEND_VERDICT] = sw_verdict_words[SW_CANNOT_TELL];
}

/* The verdict is "cannot tell" when the formula does not fit the log. It is the same when the two ends of the interval
 * of a measured cost give different verdicts. */
static int judge_interval(const struct config *cfg, const double in[], struct sw_model_answer *a, struct sw_err *err)
{
    const char *lo, *hi;
    if (cfg->disagree) {
        tell_disagreement(cfg, a);
        return SW_OK;
    }
    if (cfg->cannot_tell) {
        snprintf(a->reason, sizeof a->reason, "%s", cfg->cannot_tell);
        a->text[RECOMMEND_VERDICT] = sw_verdict_words[SW_CANNOT_TELL];
        return SW_OK;
    }
    if (verdict_at(cfg, in, cfg->cost_lo_s, &lo, err) != SW_OK
        || verdict_at(cfg, in, cfg->cost_hi_s, &hi, err) != SW_OK)
        return SW_FAIL;
    if (lo == hi)
        return SW_OK;
    snprintf(a->reason, sizeof a->reason, "a remote task takes %.3g to %.3g s longer, and waiting pays above %.3g s",
             cfg->cost_lo_s, cfg->cost_hi_s, a->number[8]);
    a->text[RECOMMEND_VERDICT] = sw_verdict_words[SW_CANNOT_TELL];
    return SW_OK;
}

static void take_decision(const struct config *cfg, struct sw_model_answer *a)
{
    const struct decided *d = cfg->decided;
    const struct decide_class *of = cfg->of_class < d->n_classes ? &d->of[cfg->of_class] : NULL;
    a->text[RECOMMEND_VERDICT] = of ? of->verdict : d->verdict;
    a->text[RECOMMEND_REASON] = of && of->reason[0] != '\0' ? of->reason : d->reason;
}

/* The replays decide; where there are none the formula does, as far as it fits the log. */
static int answer(const struct config *cfg, const double in[], struct sw_model_answer *a, const char **formula_verdict,
                  struct sw_err *err)
{
    if (cfg->formula->eval(in, a, err) != SW_OK)
        return SW_FAIL;
    *formula_verdict = a->text[RECOMMEND_VERDICT];
    if (is_decided(cfg)) {
        take_decision(cfg, a);
        return SW_OK;
    }
    return cfg->judge_interval || cfg->disagree ? judge_interval(cfg, in, a, err) : SW_OK;
}

int rows_put(const struct config *cfg, struct sw_out *out, const double in[], struct sw_err *err)
{
    struct sw_model_answer a = { .number = { 0 } };
    for (size_t i = 0; i < SW_MODEL_RESULTS; i++)
        a.number[i] = NAN;
    const char *formula_verdict;
    if (answer(cfg, in, &a, &formula_verdict, err) != SW_OK)
        return SW_FAIL;
    rows_put_params(out, cfg->formula, in);
    for (size_t i = 0; cfg->formula->results[i]; i++)
        if (a.text[i])
            sw_out_str(out, a.text[i]);
        else
            rows_put_result(out, a.number[i]);
    if (cfg->from_log)
        put_of_log(cfg, &a, out);
    if (is_decided(cfg))
        put_of_replays(cfg, formula_verdict, out);
    sw_out_end_row(out);
    return SW_OK;
}

/* ---- recommend --emit: configuration lines instead of rows ----------------------------------- */
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

static void put_rates(const struct config *cfg, struct sw_out *out)
{
    char text[200];
    if (!cfg->from_log || isnan(cfg->span_rate))
        return;
    int n = snprintf(text, sizeof text, "slots released a second in the log: %.3g over its %.4g s", cfg->span_rate,
                     cfg->span_s);
    if (!isnan(cfg->busy_rate))
        snprintf(text + n, sizeof text - (size_t)n, ", %.3g in the %.3g s under load", cfg->busy_rate, cfg->busy_s);
    put_comment(cfg->emit, out, "", text);
}

int rows_put_settings(const struct config *cfg, struct sw_out *out, const double in[], struct sw_err *err)
{
    struct sw_model_answer a = { .number = { 0 } };
    const char *formula_verdict;
    if (is_decided(cfg)) {
        decide_put_settings(cfg->decided, cfg->emit, out);
        return SW_OK;
    }
    if (answer(cfg, in, &a, &formula_verdict, err) != SW_OK)
        return SW_FAIL;
    bool no_wait = strcmp(a.text[RECOMMEND_VERDICT], sw_verdict_words[SW_DO_NOT_WAIT]) == 0;
    char head[64];
    snprintf(head, sizeof head, "%s: ", a.text[RECOMMEND_VERDICT]);
    put_comment(cfg->emit, out, head, a.text[RECOMMEND_REASON]);
    put_rates(cfg, out);
    put_comment(cfg->emit, out, "", cfg->emit->comment);
    if (put_setting(cfg->emit, out, cfg->emit->node_key, no_wait, a.number[0], in, err) != SW_OK)
        return SW_FAIL;
    return put_setting(cfg->emit, out, cfg->emit->rack_key, no_wait, a.number[1], in, err);
}
