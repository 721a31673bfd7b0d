/* SPDX-License-Identifier: GPL-3.0-or-later */
/* put.c - what all modes write: group columns, names of output columns, means with their intervals. */
#include "tools/stats/put.h"

void put_group(const struct state *s, size_t group, struct sw_out *out)
{
    char label[48];
    for (size_t i = 0; i < s->cfg->by.n; i++) {
        struct sw_text value = state_value(s, group, i, label);
        (state_is_bins(s->cfg->by.at[i]) ? sw_out_text : sw_out_field)(out, value.at, value.len);
    }
}

void put_name(struct sw_out *out, const char *prefix, const char *column, const char *mark)
{
    char name[512];
    sw_cli_column(name, sizeof name, prefix, column, mark);
    sw_out_str(out, name);
}

void put_quantile_name(struct sw_out *out, double q, const char *column)
{
    char prefix[40];
    snprintf(prefix, sizeof prefix, "p%.10g_", 100 * q);
    put_name(out, prefix, column, "");
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

void put_mean(struct state *s, struct sw_out *out, const struct sw_moments *m)
{
    struct sw_interval i = sw_moments_interval(m, s->cfg->confidence);
    sw_out_real(out, sw_moments_mean(m));
    sw_out_real(out, i.lo);
    sw_out_real(out, i.hi);
}

void put_sum(struct sw_out *out, const struct sw_moments *m) { sw_out_real(out, sw_moments_sum(m)); }
