/* SPDX-License-Identifier: GPL-3.0-or-later */
/* state.c - the row being read, its columns, and the groups. Modes see rows only through these functions. A value of
 * a group column is a number, so a group's key is a few packed numbers. */
#include "lib/base/sw_names.h"
#include "tools/stats/stats.h"
#include "lib/base/grow.h"

/* The error names the nearest column. */
int state_column(const struct sw_csv *in, const char *name, size_t *at, struct sw_err *err)
{
    *at = sw_csv_find(in, name);
    return *at == SW_NO_COLUMN ? sw_csv_no_column(in, name, "", err) : SW_OK;
}

/* "NA" and its like are not known, which is no error (sw_csv_is_unknown). */
int state_number(const struct state *s, size_t at, const char *name, double *x, struct sw_err *err)
{
    *x = NAN;
    if (at == SW_NO_COLUMN || s->row->field[at].len == 0)
        return SW_OK;
    struct sw_text t = s->row->field[at];
    const char *wrong = "not a number";
    if (sw_num_real(t.at, t.len, x) == SW_OK)
        /* Known columns have limits: a time is not negative. */
        wrong = columns_complaint(name, *x);
    else {
        *x = NAN;
        wrong = sw_csv_is_unknown(t) ? NULL : wrong;
    }
    if (!wrong)
        return SW_OK;
    return sw_err_data(err, sw_csv_path(s->in), s->row->line, name, "%s: '%.*s'", wrong, (int)t.len, t.at);
}

int state_bind(struct state *s, struct sw_err *err)
{
    return s->cfg->warm_up_us > 0 ? state_column(s->in, "submit_s", &s->warm_at, err) : SW_OK;
}

/* Rows without submit_s stay: nothing says that they were early. */
int state_next(struct state *s, struct sw_row *row, struct sw_err *err)
{
    const double from_s = (double)s->cfg->warm_up_us / (double)SW_US_PER_S;
    double submit_s;
    int got;
    /* from_s 0: the first row is as good as any. */
    while ((got = sw_csv_next(s->in, row, err)) > 0 && from_s > 0) {
        s->row = row;
        if (state_number(s, s->warm_at, "submit_s", &submit_s, err) != SW_OK)
            return -1;
        /* NaN is not below. */
        if (!(submit_s < from_s))
            break;
    }
    return got;
}

bool state_is_bins(const char *by) { return strcmp(by, "bins") == 0; }

/* The value of a group column as a number: a bin, or the place of the text among those seen. *in_bin is left as it is
 * by columns other than bins. */
static int state_by_number(struct state *s, size_t i, uint32_t *out, bool *in_bin, struct sw_err *err)
{
    size_t n;
    double x;
    if (!state_is_bins(s->cfg->by.at[i])) {
        struct sw_text t = s->row->field[s->by_at[i]];
        if (sw_keys_add(s->by_value[i], t.at, t.len, &n, NULL) != SW_OK)
            return sw_err_memory(err);
        *out = (uint32_t)n;
        return SW_OK;
    }
    if (state_number(s, s->by_at[i], s->cfg->bin_col, &x, err) != SW_OK)
        return SW_FAIL;
    *in_bin = !isnan(x);
    *out = isnan(x) ? 0 : (uint32_t)sw_bins_of(&s->cfg->bins, x);
    return SW_OK;
}

void *state_record(const struct state *s, size_t group) { return s->record + group * s->n_bytes; }

/* The text lasts as long as `label` or the names of values. */
struct sw_text state_value(const struct state *s, size_t group, size_t i, char label[48])
{
    struct sw_text text = { label, 0 };
    uint32_t value;
    memcpy(&value, sw_keys_text(s->groups, group, &text.len) + i * sizeof value, sizeof value);
    if (state_is_bins(s->cfg->by.at[i])) {
        sw_bins_label(&s->cfg->bins, value, label);
        text.len = strlen(label);
    } else {
        text.at = sw_keys_text(s->by_value[i], value, &text.len);
    }
    return text;
}

int state_run(const struct state *s, struct sw_keys *runs, size_t *number)
{
    const struct sw_text run = s->run_at == SW_NO_COLUMN ? (struct sw_text){ "", 0 } : s->row->field[s->run_at];
    return sw_keys_add(runs, run.at, run.len, number, NULL);
}

int state_group(struct state *s, size_t *group, bool *in_bin, struct sw_err *err)
{
    uint32_t value[MAX_BY];
    *in_bin = true;
    /* No column of --by: all rows are one group, of an empty key. */
    for (size_t i = 0; i < s->cfg->by.n; i++)
        if (state_by_number(s, i, &value[i], in_bin, err) != SW_OK)
            return SW_FAIL;
    s->n_no_bin += !*in_bin;
    if (!*in_bin)
        return SW_OK;
    if (sw_keys_add(s->groups, value, s->cfg->by.n * sizeof *value, group, NULL) != SW_OK)
        return sw_err_memory(err);
    /* A record begins as zeros. */
    size_t before = s->room;
    if (sw_grow(&s->record, &s->room, *group + 1, s->n_bytes, err) != SW_OK)
        return SW_FAIL;
    memset(s->record + before * s->n_bytes, 0, (s->room - before) * s->n_bytes);
    return SW_OK;
}
