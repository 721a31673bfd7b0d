/* SPDX-License-Identifier: GPL-3.0-or-later */
/* convert.c - slot-delay convert: the same wait in other dialects. Each wait is read into skips and written from
 * skips (lib/model/dialect.c). Between a time and a count the release rate of slots decides, which is given, follows
 * from the load, or is a log's. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "slotwise/sw_csv.h"
#include "tools/delay/delay.h"

static const struct sw_param_use uses[] = { { SW_P_NODES, false }, { SW_P_SLOTS_PER_NODE, false },
    { SW_P_TASK_TIME, false }, { SW_P_RELEASE_RATE, false } };
static const char *const results[] = { "from", "to", "skips", "fraction_of_nodes", "wait_s", "key", "value", "assumed",
    NULL };

/* NaN in one of the three leaves the rate unknown, which only some pairs of dialects need. */
static int convert_check(double in[], struct sw_err *err)
{
    if (!isnan(in[SW_P_RELEASE_RATE]) && !isnan(in[SW_P_TASK_TIME]))
        return sw_err_usage(err, "--release-rate: either this or --task-time says how long a skip takes, not both");
    if (isnan(in[SW_P_RELEASE_RATE])) /* all slots busy: ML/T (ES 3.5) */
        in[SW_P_RELEASE_RATE] = in[SW_P_NODES] * in[SW_P_SLOTS_PER_NODE] / in[SW_P_TASK_TIME];
    return SW_OK;
}

/* With a log two more: the value at either of its rates. */
void convert_put_names(const struct formula_config *cfg, struct sw_out *out)
{
    static const char *const of_log[] = { "value_lo", "value_hi" };
    rows_put_columns(&convert_formula, out);
    for (size_t i = 0; cfg->from_log && i < sizeof of_log / sizeof *of_log; i++)
        sw_out_str(out, of_log[i]);
}

/* It has no eval: its rows follow from --from and --dialect, too, which are no parameters. */
const struct sw_formula convert_formula = { "convert", "one wait in the units of another system",
    uses, sizeof uses / sizeof uses[0], results, convert_check, NULL };

/* Between a time and a number of skips the rate of released slots decides. */
static bool of_time(const struct sw_dialect *d) { return d->unit == SW_DIALECT_MS || d->unit == SW_DIALECT_SECONDS; }

/* Either side of the conversion. */
static bool is_one(const struct formula_config *cfg, const struct sw_dialect *to, const char *name)
{
    return strcmp(cfg->from_dialect->name, name) == 0 || strcmp(to->name, name) == 0;
}

/* Writes the assumptions behind the numbers of a row; for YARN's two schedulers see rules Y5 and Y3. */
static void put_assumed(const struct formula_config *cfg, const struct sw_dialect *to, struct sw_out *out,
                        const double in[], double skips)
{
    char text[512] = "", *end = text;
    size_t room = sizeof text;
#define ADD(...) do { int n_ = snprintf(end, room, __VA_ARGS__); end += n_; room -= (size_t)n_; } while (0)
    if (of_time(cfg->from_dialect) != of_time(to))
        ADD(isnan(in[SW_P_TASK_TIME]) ? "%.6g slots released a second" : "all slots busy: %.6g released a second",
            in[SW_P_RELEASE_RATE]);
    if (cfg->from_log && !cfg->rate_given && of_time(cfg->from_dialect) != of_time(to)) {
        if (!isnan(cfg->log.busy_rate))
            ADD(" (in the %.4g s of the log under load, %.6g over its %.4g s)", cfg->log.busy_s, cfg->log.span_rate,
                cfg->log.span_s);
        else
            ADD(" (over the log's %.4g s; too little of it is under load)", cfg->log.span_s);
    }
    if (to->unit == SW_DIALECT_FRACTION || cfg->from_dialect->unit == SW_DIALECT_FRACTION)
        ADD("%s%.0f nodes", end > text ? "; " : "", in[SW_P_NODES]);
    if (is_one(cfg, to, "spark"))
        ADD("%sno launch restarts the timer (Spark 3.1 and later)", end > text ? "; " : "");
    if (is_one(cfg, to, "yarn-fair"))
        ADD("%sno heartbeats of full nodes, which yarn-fair counts, too", end > text ? "; " : "");
    if (is_one(cfg, to, "yarn-capacity"))
        ADD("%srack-locality-additional-delay is set, or few containers go off-switch sooner", end > text ? "; " : "");
    if (to->capped_by_nodes && skips > in[SW_P_NODES])
        ADD("%scut to the number of nodes, as the scheduler does", end > text ? "; " : "");
#undef ADD
    sw_out_str(out, text);
}

/* What the value would be at each of the log's rates; a release rate that was given is the only one. */
static int put_allowed_range(const struct formula_config *cfg, const struct sw_dialect *to, struct sw_out *out,
                             const double in[], struct sw_err *err)
{
    uint64_t nodes = isnan(in[SW_P_NODES]) ? 0 : (uint64_t)in[SW_P_NODES];
    /* The first is that under load, where the log has one (fromlog.c). */
    double rate[] = { in[SW_P_RELEASE_RATE], cfg->log.span_rate }, skips;
    char value[2][64];
    size_t n = cfg->rate_given || isnan(rate[1]) || isnan(rate[0]) || of_time(cfg->from_dialect) == of_time(to) ? 1 : 2;
    for (size_t i = 0; i < n; i++)
        if (sw_dialect_read(cfg->from_dialect, cfg->from, nodes, rate[i], &skips, err) != SW_OK
            || sw_dialect_write(to, skips, nodes, rate[i], value[i], sizeof value[i], err) != SW_OK)
            return SW_FAIL;
    bool falls = n == 2 && strtod(value[1], NULL) < strtod(value[0], NULL);
    sw_out_str(out, value[falls]);
    sw_out_str(out, value[n == 2 && !falls]);
    return SW_OK;
}

static int put_conversion(const struct formula_config *cfg, const struct sw_dialect *to, struct sw_out *out,
                          const double in[], struct sw_err *err)
{
    /* 0: not known, an error where a dialect needs them. */
    uint64_t nodes = isnan(in[SW_P_NODES]) ? 0 : (uint64_t)in[SW_P_NODES];
    bool unknown_rate = isnan(in[SW_P_RELEASE_RATE]), between_times = of_time(cfg->from_dialect) && of_time(to);
    /* The rate cancels out between two times. */
    double skips, rate = unknown_rate && between_times ? 1 : in[SW_P_RELEASE_RATE];
    char from[160], value[64];
    if (sw_dialect_read(cfg->from_dialect, cfg->from, nodes, rate, &skips, err) != SW_OK
        || sw_dialect_write(to, skips, nodes, rate, value, sizeof value, err) != SW_OK)
        return SW_FAIL;
    double wait_s = skips / rate;
    /* A number of skips at a rate of 1 means nothing. */
    if (unknown_rate && between_times)
        skips = NAN;
    snprintf(from, sizeof from, "%s:%.100s", cfg->from_dialect->name, cfg->from);
    rows_put_params(out, &convert_formula, in);
    sw_out_str(out, from);
    sw_out_str(out, to->name);
    rows_put_result(out, skips);
    rows_put_result(out, skips / in[SW_P_NODES]);
    rows_put_result(out, wait_s);
    sw_out_str(out, to->node_key);
    sw_out_str(out, value);
    put_assumed(cfg, to, out, in, skips);
    if (cfg->from_log && put_allowed_range(cfg, to, out, in, err) != SW_OK)
        return SW_FAIL;
    sw_out_end_row(out);
    return SW_OK;
}

/* in[] is the same for all of the systems. */
int convert_put(void *context, struct sw_out *out, const double in[], struct sw_err *err)
{
    const struct formula_config *cfg = context;
    for (size_t i = 0; i < cfg->n_to; i++)
        if (put_conversion(cfg, cfg->to[i], out, in, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}
