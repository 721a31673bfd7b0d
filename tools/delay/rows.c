/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.c - slot-delay's rows, and the configuration lines of recommend. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "slotwise/sw_csv.h"
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

void rows_put_header(struct sw_out *out, const struct sw_formula *f)
{
    for (size_t use = 0; use < f->n_uses; use++)
        sw_out_str(out, sw_params[f->uses[use].param].column);
    for (const char *const *name = f->results; *name != NULL; name++)
        sw_out_str(out, *name);
    sw_out_end_row(out);
}

enum { RECOMMEND_VERDICT = 10, RECOMMEND_REASON = 11 };

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

/* The verdict is "cannot tell" when the two ends of the interval of a measured cost give different verdicts. */
static int judge_interval(const struct config *cfg, const double in[], struct sw_model_answer *a, struct sw_err *err)
{
    const char *lo, *hi;
    if (cfg->cannot_tell != NULL) {
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

static int answer(const struct config *cfg, const double in[], struct sw_model_answer *a, struct sw_err *err)
{
    if (cfg->formula->eval(in, a, err) != SW_OK)
        return SW_FAIL;
    return cfg->judge_interval ? judge_interval(cfg, in, a, err) : SW_OK;
}

int rows_put(const struct config *cfg, struct sw_out *out, const double in[], struct sw_err *err)
{
    struct sw_model_answer a = { .number = { 0 } };
    for (size_t i = 0; i < SW_MODEL_RESULTS; i++)
        a.number[i] = NAN;
    if (answer(cfg, in, &a, err) != SW_OK)
        return SW_FAIL;
    rows_put_params(out, cfg->formula, in);
    for (size_t i = 0; cfg->formula->results[i] != NULL; i++)
        if (a.text[i] != NULL)
            sw_out_str(out, a.text[i]);
        else
            rows_put_result(out, a.number[i]);
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
    if (no_wait && d->off != NULL)
        snprintf(value, sizeof value, "%s", d->off);
    sw_out_printf(out, d->xml ? "<property><name>%s</name><value>%s</value></property>\n" : "%s %s\n", key, value);
    return SW_OK;
}

static void put_comment(const struct sw_dialect *d, struct sw_out *out, const char *head, const char *text)
{
    sw_out_printf(out, d->xml ? "<!-- %s%s -->\n" : "# %s%s\n", head, text);
}

int rows_put_settings(const struct config *cfg, struct sw_out *out, const double in[], struct sw_err *err)
{
    struct sw_model_answer a = { .number = { 0 } };
    if (answer(cfg, in, &a, err) != SW_OK)
        return SW_FAIL;
    bool no_wait = strcmp(a.text[10], sw_verdict_words[SW_DO_NOT_WAIT]) == 0;
    char head[64];
    snprintf(head, sizeof head, "%s: ", a.text[10]);
    put_comment(cfg->emit, out, head, a.text[11]);
    put_comment(cfg->emit, out, "", cfg->emit->comment);
    if (put_setting(cfg->emit, out, cfg->emit->node_key, no_wait, a.number[0], in, err) != SW_OK)
        return SW_FAIL;
    return put_setting(cfg->emit, out, cfg->emit->rack_key, no_wait, a.number[1], in, err);
}
