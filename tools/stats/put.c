/* SPDX-License-Identifier: GPL-3.0-or-later */
/* put.c - what all modes write: group columns, names of output columns, means with their intervals. Names of columns
 * are in one place, so that all modes call the same thing the same. */
#include "tools/stats/stats.h"

void put_group(const struct state *s, size_t group, struct sw_out *out)
{
    char label[48];
    for (size_t i = 0; i < s->cfg->by.n; i++) {
        struct sw_text value = state_value(s, group, i, label);
        /* A label of a bin is text; another value is what it was in its file, a number or not. */
        (state_is_bins(s->cfg->by.at[i]) ? sw_out_text : sw_out_field)(out, value.at, value.len);
    }
}

void put_name(struct sw_out *out, const char *prefix, const char *column, const char *mark)
{
    char name[512];
    sw_cli_column(name, sizeof name, prefix, column, mark);
    sw_out_str(out, name);
}

/* p50, p99.9: per cent, as short as it reads back. */
void put_quantile_name(struct sw_out *out, double q, const char *column)
{
    char prefix[40];
    snprintf(prefix, sizeof prefix, "p%.10g_", 100 * q);
    put_name(out, prefix, column, "");
}

void put_quantile_names(struct sw_out *out, double q, const char *column)
{
    static const char *const marks[] = { "", "_lo", "_hi" };
    char prefix[40];
    snprintf(prefix, sizeof prefix, "p%.10g_", 100 * q);
    for (size_t i = 0; i < 3; i++)
        put_name(out, prefix, column, marks[i]);
}

void put_mean_names(struct sw_out *out, const char *column, const struct names *beside)
{
    const char *of = strncmp(column, "mean_", 5) == 0 && column[5] != '\0' ? column + 5 : column;
    for (size_t i = 0; i < beside->n; i++)
        if (of != column && strcmp(beside->at[i], of) == 0)
            of = column;
    put_name(out, "mean_", of, "");
    put_name(out, "mean_", of, "_lo");
    put_name(out, "mean_", of, "_hi");
}

/* What is too large for a number is not known, and is told by put_untold(). */
void put_finite(struct sw_out *out, double x)
{
    sw_out_real(out, isfinite(x) ? x + 0.0 : NAN); /* -0 is 0 */
}

void put_interval(struct sw_out *out, double mean, struct sw_interval interval)
{
    put_finite(out, mean);
    put_finite(out, interval.lo);
    put_finite(out, interval.hi);
}

void put_mean(struct state *s, struct sw_out *out, const struct sw_moments *m)
{
    put_interval(out, sw_moments_mean(m), sw_moments_interval(m, s->cfg->confidence));
}

/* Means without an interval are counted by their reason, for put_untold(). */
void put_one_run(struct state *s, struct sw_out *out, double mean, struct sw_run_interval interval)
{
    s->n_untold[interval.why]++;
    put_interval(out, mean, interval.mean);
}

/* SW_RUN_TOLD has no reason. */
const char *const put_why[] = { [SW_RUN_SHORT] = "one run of fewer than 100 values tells none",
    [SW_RUN_DEPENDS] = "the run is too short for how long its jobs hold each other up",
    [SW_RUN_ONE_VALUE] = "one value decides the mean of its run" };

void put_untold(const struct state *s)
{
    if (s->n_beyond > 0)
        sw_cli_warn(s->cli, "%" PRIu64 " %s of values too large to add up: sum, mean or sd are empty", s->n_beyond,
                    s->n_beyond == 1 ? "column" : "columns");
    for (size_t why = SW_RUN_SHORT; why <= SW_RUN_ONE_VALUE; why++)
        if (s->n_untold[why] > 0)
            sw_cli_warn(s->cli, "%" PRIu64 " %s without an interval: %s (several runs do: slot-replay --runs)",
                        s->n_untold[why], s->n_untold[why] == 1 ? "mean" : "means", put_why[why]);
}

void put_sum(struct sw_out *out, const struct sw_moments *m) { put_finite(out, sw_moments_sum(m)); }
