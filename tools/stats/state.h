/* SPDX-License-Identifier: GPL-3.0-or-later */
/* state.h - what the five modes of slot-stats share: options, the row being read, groups, column names.
 * Private to tools/slot-stats.c, which includes each file of this folder once. */
#ifndef SLOTWISE_TOOLS_STATS_STATE_H
#define SLOTWISE_TOOLS_STATS_STATE_H
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "slotwise/sw_cli.h"
#include "slotwise/sw_csv.h"
#include "slotwise/sw_stats.h"

enum { MAX_BY = 8, MAX_COLUMNS = 32 };

struct names { size_t n; char *at[MAX_COLUMNS]; };
struct mode;
struct config {
    const struct mode *mode;
    struct names by, cols, pair;
    struct sw_labels base;
    struct sw_bins bins;
    const char *bin_col, *compare, *cdf;
    bool bins_given, timeline, over_runs, points_given, confidence_given;
    struct sw_list quantiles;
    uint64_t points;
    double confidence;
};

/* ---- state: the file being read, and the groups ------------------------------------------- */
struct state {
    const struct sw_cli *cli;
    struct config *cfg;
    struct sw_csv *in;              /* being read, with the places of its columns: */
    const struct sw_row *row;
    size_t by_at[MAX_BY], col_at[MAX_COLUMNS], run_at, id_at;
    struct sw_keys *by_value[MAX_BY]; /* the values of each group column, in order of appearance */
    struct sw_keys *groups;         /* numbers of the values, packed */
    size_t n_bytes, room;           /* of a group's record in the mode; records there is room for */
    char *record;                   /* one a group */
    uint64_t n_rows, n_no_bin;
    void *extra;                    /* the mode's own */
};
struct mode {
    size_t record_size;
    int (*start)(struct state *s, struct sw_err *err);  /* may be NULL */
    int (*bind)(struct state *s, struct sw_err *err);   /* finds its columns in a file just opened */
    int (*row)(struct state *s, struct sw_err *err);
    int (*done)(struct state *s, struct sw_err *err);   /* after the last row; may be NULL */
    void (*header)(struct state *s, struct sw_out *out);
    bool many_rows;                                     /* write() makes whole rows, group columns and all */
    int (*write)(struct state *s, size_t group, struct sw_out *out, struct sw_err *err);
    void (*clear)(void *record);                        /* may be NULL */
    void (*stop)(struct state *s);                      /* may be NULL */
};

static int missing(const struct sw_csv *in, const char *name, const char *hint, struct sw_err *err)
{
    const struct sw_row *h = sw_csv_header(in);
    const char **names = calloc(h->n, sizeof *names);
    for (size_t i = 0; names && i < h->n; i++)
        names[i] = strndup(h->field[i].at, h->field[i].len);
    const char *near = names ? sw_err_nearest(name, names, h->n) : NULL;
    if (near)
        sw_err_data(err, sw_csv_path(in), 1, NULL, "no column '%s' (did you mean '%s'?)", name, near);
    else
        sw_err_data(err, sw_csv_path(in), 1, NULL, "no column '%s'%s", name, hint);
    for (size_t i = 0; names && i < h->n; i++)
        free((char *)names[i]);
    free(names);
    return SW_FAIL;
}

static int need(const struct sw_csv *in, const char *name, size_t *at, struct sw_err *err)
{
    *at = sw_csv_find(in, name);
    return *at == SW_NO_COLUMN ? missing(in, name, "", err) : SW_OK;
}

/* NaN for a column that is not there and for an empty field. */
static int number(const struct state *s, size_t at, const char *name, double *x, struct sw_err *err)
{
    *x = NAN;
    if (at == SW_NO_COLUMN || s->row->field[at].len == 0)
        return SW_OK;
    struct sw_text t = s->row->field[at];
    if (sw_num_real(t.at, t.len, x) == SW_OK)
        return SW_OK;
    return sw_err_data(err, sw_csv_path(s->in), s->row->line, name, "not a number: '%.*s'", (int)t.len, t.at);
}

static bool is_bins(const char *by) { return strcmp(by, "bins") == 0; }

/* The group column's value as a number: a bin, or the place of the text among those seen. */
static int by_number(struct state *s, size_t i, uint32_t *out, bool *in_bin, struct sw_err *err)
{
    size_t n;
    double x;
    if (!is_bins(s->cfg->by.at[i])) {
        struct sw_text t = s->row->field[s->by_at[i]];
        if (sw_keys_add(s->by_value[i], t.at, t.len, &n, NULL) != SW_OK)
            return sw_err_memory(err);
        *out = (uint32_t)n;
        return SW_OK;
    }
    if (number(s, s->by_at[i], s->cfg->bin_col, &x, err) != SW_OK)
        return SW_FAIL;
    *in_bin = !isnan(x);
    *out = isnan(x) ? 0 : (uint32_t)sw_bins_of(&s->cfg->bins, x);
    return SW_OK;
}

static int more_room(struct state *s, size_t n, struct sw_err *err)
{
    size_t room = n + n / 2 + 8;
    char *more = realloc(s->record, room * s->n_bytes);
    if (more == NULL)
        return sw_err_memory(err);
    memset(more + s->room * s->n_bytes, 0, (room - s->room) * s->n_bytes);
    s->record = more;
    s->room = room;
    return SW_OK;
}

static void *record_of(const struct state *s, size_t group) { return s->record + group * s->n_bytes; }

/* The group of the row just read; *in_bin false: the row has no size and is in no bin. */
static int group_of(struct state *s, size_t *group, bool *in_bin, struct sw_err *err)
{
    uint32_t value[MAX_BY];
    *in_bin = true;
    for (size_t i = 0; i < s->cfg->by.n; i++)
        if (by_number(s, i, &value[i], in_bin, err) != SW_OK)
            return SW_FAIL;
    s->n_no_bin += !*in_bin;
    if (!*in_bin)
        return SW_OK;
    if (sw_keys_add(s->groups, value, s->cfg->by.n * sizeof *value, group, NULL) != SW_OK)
        return sw_err_memory(err);
    return *group < s->room ? SW_OK : more_room(s, *group + 1, err);
}

static void put_group(const struct state *s, size_t group, struct sw_out *out)
{
    size_t len;
    char label[48];
    for (size_t i = 0; i < s->cfg->by.n; i++) {
        uint32_t value;
        memcpy(&value, sw_keys_text(s->groups, group, &len) + i * sizeof value, sizeof value);
        if (is_bins(s->cfg->by.at[i])) {
            sw_bins_label(&s->cfg->bins, value, label);
            sw_out_str(out, label);
        } else {
            const char *text = sw_keys_text(s->by_value[i], value, &len);
            sw_out_text(out, text, len);
        }
    }
}

/* ---- names of output columns ------------------------------------------------------------------ */
/* prefix + stem + mark + unit: ("mean_", "response_s", "_lo") gives "mean_response_lo_s". */
static void put_name(struct sw_out *out, const char *prefix, const char *column, const char *mark)
{
    static const char *const units[] = { "_bytes", "_per_h", "_per_s", "_us", "_s" };
    char name[512];
    size_t len = strlen(column), cut = len;
    for (size_t i = 0; i < sizeof units / sizeof *units && cut == len; i++) {
        size_t u = strlen(units[i]);
        if (len > u && strcmp(column + len - u, units[i]) == 0)
            cut = len - u;
    }
    snprintf(name, sizeof name, "%s%.*s%s%s", prefix, (int)cut, column, mark, column + cut);
    sw_out_str(out, name);
}

static void put_quantile_name(struct sw_out *out, double q, const char *column)
{
    char prefix[40];
    snprintf(prefix, sizeof prefix, "p%.10g_", 100 * q);
    put_name(out, prefix, column, "");
}

static void put_mean_names(struct sw_out *out, const char *column)
{
    put_name(out, "mean_", column, "");
    put_name(out, "mean_", column, "_lo");
    put_name(out, "mean_", column, "_hi");
}

static void put_mean(struct state *s, struct sw_out *out, const struct sw_moments *m)
{
    struct sw_interval i = sw_moments_interval(m, s->cfg->confidence);
    sw_out_real(out, sw_moments_mean(m));
    sw_out_real(out, i.lo);
    sw_out_real(out, i.hi);
}

static void put_sum(struct sw_out *out, const struct sw_moments *m) { sw_out_real(out, sw_moments_sum(m)); }
#endif
