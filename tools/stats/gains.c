/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gains.c - --compare: the same jobs in two runs, paired by job_id (and by run where both files have it). */
#include "tools/stats/modes.h"
#include "tools/stats/put.h"

struct base {
    struct sw_keys *keys;    /* run and job_id of the base's rows */
    size_t room;
    double *value;
    bool *paired;
    bool has_run;
    struct sw_keys *pairs;   /* (group, base row, run) seen so far, to find a job that comes twice */
    uint64_t n_extra, n_unknown;
};

static const char *gains_column(const struct state *s) { return s->cfg->cols.n ? s->cfg->cols.at[0] : "response_s"; }

static int base_bind(struct state *s, struct sw_err *err)
{
    s->run_at = sw_csv_find(s->in, "run");
    if (state_column(s->in, "job_id", &s->id_at, err) != SW_OK)
        return SW_FAIL;
    return state_column(s->in, gains_column(s), &s->col_at[0], err);
}

/* Writes "run, unit separator, job_id" to `key`. The run is left out where one of the files has none. */
static size_t base_key(const struct state *s, bool with_run, char *key, size_t cap)
{
    struct sw_text id = s->row->field[s->id_at], run = { "", 0 };
    if (with_run && s->run_at != SW_NO_COLUMN)
        run = s->row->field[s->run_at];
    int len = snprintf(key, cap, "%.*s\x1f%.*s", (int)run.len, run.at, (int)id.len, id.at);
    return (size_t)len < cap ? (size_t)len : cap - 1;
}

static int base_keep(struct base *b, size_t at, double x)
{
    if (at >= b->room) {
        size_t room = 2 * b->room + 64;
        double *value = realloc(b->value, room * sizeof *value);
        if (value != NULL)
            b->value = value;
        bool *paired = realloc(b->paired, room * sizeof *paired);
        if (paired != NULL)
            b->paired = paired;
        if (value == NULL || paired == NULL)
            return SW_FAIL;
        b->room = room;
    }
    b->value[at] = x;
    b->paired[at] = false;
    return SW_OK;
}

static int twice(const struct state *s, struct sw_err *err)
{
    struct sw_text id = s->row->field[s->id_at];
    return sw_err_data(err, sw_csv_path(s->in), s->row->line, "job_id", "'%.*s' comes twice", (int)id.len, id.at);
}

static int base_row(struct state *s, struct sw_err *err)
{
    struct base *b = s->extra;
    char key[1024];
    size_t at;
    bool fresh;
    double x;
    if (state_number(s, s->col_at[0], gains_column(s), &x, err) != SW_OK)
        return SW_FAIL;
    if (sw_keys_add(b->keys, key, base_key(s, true, key, sizeof key), &at, &fresh) != SW_OK)
        return sw_err_memory(err);
    if (!fresh)
        return twice(s, err);
    return base_keep(b, at, x) == SW_OK ? SW_OK : sw_err_memory(err);
}

static int base_read(struct state *s, struct sw_err *err)
{
    struct base *b = s->extra;
    struct sw_row row;
    int got = 1;
    if (base_bind(s, err) != SW_OK)
        return SW_FAIL;
    b->has_run = s->run_at != SW_NO_COLUMN;
    s->row = &row;
    while ((got = sw_csv_next(s->in, &row, err)) > 0)
        if (base_row(s, err) != SW_OK)
            return SW_FAIL;
    if (got == 0 && sw_keys_count(b->keys) == 0)
        return sw_err_data(err, sw_csv_path(s->in), 0, NULL, "no rows after the header");
    return got == 0 ? SW_OK : SW_FAIL;
}

static int gains_start(struct state *s, struct sw_err *err)
{
    struct base *b = s->extra = calloc(1, sizeof *b);
    if (b == NULL || (b->keys = sw_keys_new()) == NULL || (b->pairs = sw_keys_new()) == NULL)
        return sw_err_memory(err);
    if (sw_csv_open(&s->in, s->cfg->compare, err) != SW_OK)
        return SW_FAIL;
    int status = base_read(s, err);
    sw_csv_close(s->in);
    s->in = NULL;
    return status;
}

static int gains_bind(struct state *s, struct sw_err *err)
{
    const struct base *b = s->extra;
    if (base_bind(s, err) != SW_OK)
        return SW_FAIL;
    if (b->has_run && s->run_at == SW_NO_COLUMN)
        return sw_err_data(err, sw_csv_path(s->in), 1, NULL, "no column 'run', which the base has");
    return SW_OK;
}

static int gains_pair(struct state *s, size_t group, size_t at, double x, struct sw_err *err)
{
    struct base *b = s->extra;
    struct sw_text run = s->run_at == SW_NO_COLUMN ? (struct sw_text){ "", 0 } : s->row->field[s->run_at];
    char key[2 * sizeof group + 64];
    size_t number, len = run.len < 64 ? run.len : 64;
    bool fresh;
    memcpy(key, &group, sizeof group);
    memcpy(key + sizeof group, &at, sizeof at);
    memcpy(key + 2 * sizeof group, run.at, len);
    if (sw_keys_add(b->pairs, key, 2 * sizeof group + len, &number, &fresh) != SW_OK)
        return sw_err_memory(err);
    if (!fresh)
        return twice(s, err);
    b->paired[at] = true;
    b->n_unknown += isnan(b->value[at]) || isnan(x);
    sw_gains_add(state_record(s, group), b->value[at], x);
    return SW_OK;
}

static int gains_row(struct state *s, struct sw_err *err)
{
    struct base *b = s->extra;
    char key[1024];
    size_t group;
    bool in_bin;
    double x;
    if (state_number(s, s->col_at[0], gains_column(s), &x, err) != SW_OK)
        return SW_FAIL;
    size_t at = sw_keys_find(b->keys, key, base_key(s, b->has_run, key, sizeof key));
    b->n_extra += at == (size_t)-1;
    if (at == (size_t)-1)
        return SW_OK;
    if (state_group(s, &group, &in_bin, err) != SW_OK)
        return SW_FAIL;
    return in_bin ? gains_pair(s, group, at, x, err) : SW_OK;
}

static void put_gain_stem(const struct state *s, struct sw_out *out, const char *prefix)
{
    put_name(out, prefix, gains_column(s), "");
}

static void gains_header(struct state *s, struct sw_out *out)
{
    static const char *const names[] = { "jobs", "n_gain", "mean_gain", "mean_gain_lo", "mean_gain_hi",
        "geometric_mean_gain", "min_gain", "max_gain" };
    static const char *const units[] = { "_bytes", "_s" };
    const char *unit = "", *column = gains_column(s);
    size_t len = strlen(column);
    for (size_t i = 0; i < 2; i++)
        if (len > strlen(units[i]) && strcmp(column + len - strlen(units[i]), units[i]) == 0)
            unit = units[i];
    char diff[16];
    snprintf(diff, sizeof diff, "diff%s", unit);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        sw_out_str(out, names[i]);
    put_gain_stem(s, out, "mean_base_");
    put_gain_stem(s, out, "mean_");
    put_mean_names(out, diff);
}

static int gains_write(struct state *s, size_t group, struct sw_out *out, struct sw_err *err)
{
    const struct sw_gains *g = state_record(s, group);
    (void)err;
    sw_out_u64(out, g->base.n);
    sw_out_u64(out, g->gain.n);
    put_mean(s, out, &g->gain);
    sw_out_real(out, sw_gains_geometric_mean(g));
    sw_out_real(out, sw_moments_min(&g->gain));
    sw_out_real(out, sw_moments_max(&g->gain));
    sw_out_real(out, sw_moments_mean(&g->base));
    sw_out_real(out, sw_moments_mean(&g->value));
    put_mean(s, out, &g->diff);
    return SW_OK;
}

static void warn_rows(const struct state *s, uint64_t n, const char *what)
{
    if (n)
        sw_cli_warn(s->cli, "%" PRIu64 " %s %s", n, n == 1 ? "job" : "jobs", what);
}

static void gains_stop(struct state *s)
{
    struct base *b = s->extra;
    if (b == NULL)
        return;
    sw_keys_free(b->keys);
    sw_keys_free(b->pairs);
    free(b->value);
    free(b->paired);
    free(b);
}

/* Called after the last file. */
static int gains_done(struct state *s, struct sw_err *err)
{
    struct base *b = s->extra;
    uint64_t n_alone = 0;
    for (size_t i = 0; i < sw_keys_count(b->keys); i++)
        n_alone += !b->paired[i];
    if (sw_keys_count(s->groups) == 0)
        return sw_err_set(err, "no job of the base is in the files to compare");
    warn_rows(s, n_alone, "only in the base");
    warn_rows(s, b->n_extra, "not in the base");
    warn_rows(s, b->n_unknown, "paired without a value on both sides and left out");
    return SW_OK;
}

const struct mode gains_mode = { sizeof(struct sw_gains), gains_start, gains_bind, gains_row, gains_done, gains_header,
    false, gains_write, NULL, gains_stop };
