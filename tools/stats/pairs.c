/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pairs.c - differences from a base, pair by pair.
 *
 * A group is a set of values of the columns of --by; its base is the group in which the columns of --base have the
 * values given there, and the others are the same. Rows of the two with the same values of --pair are a pair. */
#include "lib/base/sw_names.h"
#include "tools/stats/stats.h"
#include "lib/base/grow.h"

struct reading {
    const struct config *cfg;
    const struct sw_cli *cli;
    struct sw_series *series;
    struct sw_keys *texts;           /* values of columns, numbered */
    struct sw_keys *groups, *rows;   /* numbers of values: by; the group, then pair */
    double *value;                   /* of row r and column c: value[r * cols.n + c] */
    size_t n_rows, room;
    size_t by_at[MAX_COLUMNS], pair_at[MAX_COLUMNS], col_at[MAX_COLUMNS];
    uint64_t n_alone;                /* rows whose base has no row for their pair */
};

/* ---- reading --------------------------------------------------------------------------------- */

static int find_columns(const struct sw_csv *in, const struct names *names, size_t *at, struct sw_err *err)
{
    for (size_t i = 0; i < names->n; i++)
        if (state_column(in, names->at[i], &at[i], err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

/* Each different text has a number, the same in all columns. */
static int numbers_of(struct reading *r, const struct sw_row *row, const size_t *at, size_t n, uint32_t *out,
                      struct sw_err *err)
{
    for (size_t i = 0; i < n; i++) {
        size_t number;
        if (sw_keys_add(r->texts, row->field[at[i]].at, row->field[at[i]].len, &number, NULL) != SW_OK)
            return sw_err_memory(err);
        out[i] = (uint32_t)number;
    }
    return SW_OK;
}

/* NaN: an empty field. out has room for all columns of --col. */
static int read_values(struct reading *r, const struct sw_csv *in, const struct sw_row *row, double *out,
                       struct sw_err *err)
{
    for (size_t c = 0; c < r->cfg->cols.n; c++) {
        const struct sw_text *field = &row->field[r->col_at[c]];
        out[c] = NAN;
        if (field->len > 0 && sw_num_real(field->at, field->len, &out[c]) != SW_OK)
            return sw_err_data(err, sw_csv_path(in), row->line, r->cfg->cols.at[c], "not a number: '%.*s'",
                               (int)(field->len < 60 ? field->len : 60), field->at);
    }
    return SW_OK;
}

/* A group has one row for each pair. */
static int add_pair_row(struct reading *r, const struct sw_csv *in, const struct sw_row *row, struct sw_err *err)
{
    uint32_t by[MAX_COLUMNS], key[MAX_COLUMNS + 1];
    size_t group, number, n = r->cfg->cols.n;
    bool fresh;
    if (numbers_of(r, row, r->by_at, r->cfg->by.n, by, err) != SW_OK
        || numbers_of(r, row, r->pair_at, r->cfg->pair.n, key + 1, err) != SW_OK)
        return SW_FAIL;
    if (sw_keys_add(r->groups, by, r->cfg->by.n * sizeof *by, &group, NULL) != SW_OK)
        return sw_err_memory(err);
    /* A row is known by its group, then its values of --pair. */
    key[0] = (uint32_t)group;
    if (sw_keys_add(r->rows, key, (r->cfg->pair.n + 1) * sizeof *key, &number, &fresh) != SW_OK)
        return sw_err_memory(err);
    if (!fresh)
        return sw_err_data(err, sw_csv_path(in), row->line, r->cfg->pair.at[0],
                           "a second row of this group and pair (--by names the columns that tell groups apart)");
    if (sw_grow(&r->value, &r->room, r->n_rows + 1, n * sizeof *r->value, err) != SW_OK)
        return SW_FAIL;
    return read_values(r, in, row, r->value + n * r->n_rows++, err);
}

/* Bad rows are set aside by --rejects; columns are looked for in each file. */
static int read_pairs_file(struct reading *r, struct sw_cli *cli, const char *path, struct sw_err *err)
{
    struct sw_out *rejects = NULL;
    struct sw_csv *in;
    struct sw_row row;
    int got = 1;
    if (sw_csv_open(&in, path, err) != SW_OK)
        return SW_FAIL;
    int status = sw_cli_tolerate(cli, in, &rejects, err) == SW_OK ? sw_series_add(r->series, in, err) : SW_FAIL;
    if (status == SW_OK && (find_columns(in, &r->cfg->by, r->by_at, err) != SW_OK
                            || find_columns(in, &r->cfg->pair, r->pair_at, err) != SW_OK
                            || find_columns(in, &r->cfg->cols, r->col_at, err) != SW_OK))
        status = SW_FAIL;
    while (status == SW_OK && (got = sw_csv_next(in, &row, err)) == 1)
        status = add_pair_row(r, in, &row, err);
    status = got < 0 ? SW_FAIL : status;
    sw_csv_close(in);
    return sw_out_end(rejects, status, err);
}

/* ---- pairs ----------------------------------------------------------------------------------- */

struct column { struct sw_moments value, base, diff; };

/* (size_t)-1: there is none. The group with the values of --base in the place of its own. */
static size_t base_of(const struct reading *r, size_t group)
{
    const struct sw_labels *base = &r->cfg->base;
    uint32_t by[MAX_COLUMNS];
    size_t len;
    memcpy(by, sw_keys_text(r->groups, group, &len), r->cfg->by.n * sizeof *by);
    for (size_t b = 0; b < base->n; b++)
        for (size_t i = 0; i < r->cfg->by.n; i++)
            if (strcmp(r->cfg->by.at[i], base->name[b]) == 0) {
                size_t number = sw_keys_find(r->texts, base->value[b], strlen(base->value[b]));
                /* No row has this value, so no group has. */
                if (number == (size_t)-1)
                    return number;
                by[i] = (uint32_t)number;
            }
    return sw_keys_find(r->groups, by, r->cfg->by.n * sizeof *by);
}

/* Of columns in which either side is empty the pair tells nothing. */
static void add_pair(const struct reading *r, size_t row, size_t of_base, struct column *column)
{
    size_t n = r->cfg->cols.n;
    for (size_t c = 0; c < n; c++) {
        double value = r->value[row * n + c], base = r->value[of_base * n + c];
        if (isnan(value) || isnan(base))
            continue;
        sw_moments_add(&column[c].value, value);
        sw_moments_add(&column[c].base, base);
        sw_moments_add(&column[c].diff, value - base);
    }
}

/* Rows are in the order in which they were read, so a group's pairs are, too. base: of each group its base, itself
 * for a base. A base of none leaves the group's rows alone. */
static void pair_rows(struct reading *r, struct column *columns, uint64_t *n_pairs, const size_t *base)
{
    for (size_t row = 0; row < r->n_rows; row++) {
        uint32_t key[MAX_COLUMNS + 1];
        size_t len, of_base = (size_t)-1;
        memcpy(key, sw_keys_text(r->rows, row, &len), (r->cfg->pair.n + 1) * sizeof *key);
        size_t group = key[0];
        if (base[group] == group)
            continue;
        if (base[group] != (size_t)-1) {
            key[0] = (uint32_t)base[group];
            of_base = sw_keys_find(r->rows, key, (r->cfg->pair.n + 1) * sizeof *key);
        }
        if (of_base == (size_t)-1) {
            r->n_alone++;
            continue;
        }
        n_pairs[group]++;
        add_pair(r, row, of_base, columns + group * r->cfg->cols.n);
    }
}

/* ---- writing --------------------------------------------------------------------------------- */

/* What is written of each column of --col. */
enum { N_VALUES = 5 };
static const struct { const char *before, *behind; } value_name[N_VALUES] = {
    { "", "" }, { "base_", "" }, { "diff_", "" }, { "diff_", "_lo" }, { "diff_", "_hi" } };

/* Means of both sides are over the pairs, and not over all rows of either. */
static void find_values(const struct reading *r, const struct column *column, double value[N_VALUES])
{
    struct sw_interval interval = sw_moments_interval(&column->diff, r->cfg->confidence);
    value[0] = sw_moments_mean(&column->value);
    value[1] = sw_moments_mean(&column->base);
    value[2] = sw_moments_mean(&column->diff);
    value[3] = interval.lo;
    value[4] = interval.hi;
}

/* A group whose rows have no partner has 0 pairs and empty fields. */
static void pairs_put_row(const struct reading *r, size_t group, const struct column *column, uint64_t n_pairs,
                          struct sw_out *out)
{
    size_t len, n;
    const char *numbers = sw_keys_text(r->groups, group, &n);
    for (size_t i = 0; i < r->cfg->by.n; i++) {
        uint32_t number;
        memcpy(&number, numbers + i * sizeof number, sizeof number);
        const char *text = sw_keys_text(r->texts, number, &len);
        sw_out_field(out, text, len);
    }
    sw_out_u64(out, n_pairs);
    for (size_t c = 0; c < r->cfg->cols.n; c++) {
        double value[N_VALUES];
        find_values(r, &column[c], value);
        for (size_t k = 0; k < N_VALUES; k++)
            sw_out_real(out, value[k]);
    }
    sw_out_end_row(out);
}

/* Two pairs of one seed met the same chance, so together they tell less than two draws. */
static int warn_of_seeds(const struct reading *r, const uint64_t *n_pairs, const size_t *base, struct sw_err *err)
{
    const struct names *pair = &r->cfg->pair;
    size_t at = 0, number, n_pairs_all = 0;
    struct sw_keys *seeds = sw_keys_new();
    int status = seeds ? SW_OK : sw_err_memory(err);
    /* Only where --pair names the seed: else nothing says what chance pairs share. */
    while (at < pair->n && strcmp(pair->at[at], "seed") != 0)
        at++;
    for (size_t row = 0; status == SW_OK && at < pair->n && row < r->n_rows; row++) {
        uint32_t key[MAX_COLUMNS + 1], of[2];
        size_t len;
        memcpy(key, sw_keys_text(r->rows, row, &len), (pair->n + 1) * sizeof *key);
        of[0] = key[0];
        of[1] = key[1 + at];
        /* Rows of a base, and of groups without pairs, are no pairs. */
        if (base[key[0]] == key[0] || n_pairs[key[0]] == 0)
            continue;
        n_pairs_all++;
        if (sw_keys_add(seeds, of, sizeof of, &number, NULL) != SW_OK)
            status = sw_err_memory(err);
    }
    if (status == SW_OK && n_pairs_all > sw_keys_count(seeds))
        sw_cli_warn(r->cli, "%zu pairs are of %zu seeds: pairs of one seed are no draws of their own, so the intervals "
                    "are too narrow (--by, or one mean a seed)", n_pairs_all, sw_keys_count(seeds));
    sw_keys_free(seeds);
    return status;
}

/* ---- the whole ---------------------------------------------------------------------------------- */

/* The base itself has no row. */
static int pairs_put_all(struct reading *r, struct sw_out *out, struct sw_err *err)
{
    size_t n = sw_keys_count(r->groups), *base = malloc((n + 1) * sizeof *base);
    struct column *columns = calloc(n * r->cfg->cols.n + 1, sizeof *columns);
    uint64_t *n_pairs = calloc(n + 1, sizeof *n_pairs), n_all = 0;
    int status = base && columns && n_pairs ? SW_OK : sw_err_memory(err);
    for (size_t g = 0; g < n && status == SW_OK; g++)
        base[g] = base_of(r, g);
    if (status == SW_OK)
        pair_rows(r, columns, n_pairs, base);
    if (status == SW_OK)
        status = warn_of_seeds(r, n_pairs, base, err);
    char text[512];
    for (size_t i = 0; i < r->cfg->by.n; i++)
        sw_out_str(out, r->cfg->by.at[i]);
    sw_out_str(out, "n_pairs");
    for (size_t c = 0; c < r->cfg->cols.n; c++)
        for (size_t k = 0; k < N_VALUES; k++) {
            sw_cli_column(text, sizeof text, value_name[k].before, r->cfg->cols.at[c], value_name[k].behind);
            sw_out_str(out, text);
        }
    sw_out_end_row(out);
    for (size_t g = 0; g < n && status == SW_OK; g++) {
        n_all += n_pairs[g];
        if (base[g] != g)
            pairs_put_row(r, g, columns + g * r->cfg->cols.n, n_pairs[g], out);
    }
    if (status == SW_OK && n_all == 0)
        status = sw_err_set(err, "no row has a partner with %s=%s", r->cfg->base.name[0], r->cfg->base.value[0]);
    if (status == SW_OK && r->n_alone > 0)
        sw_cli_warn(r->cli, "%" PRIu64 " %s no partner in the base and %s left out", r->n_alone,
                    r->n_alone == 1 ? "row has" : "rows have", r->n_alone == 1 ? "is" : "are");
    free(base);
    free(columns);
    free(n_pairs);
    return status;
}

static int read_and_put(struct reading *r, struct sw_cli *cli, struct sw_err *err)
{
    struct sw_out *out;
    if (!r->texts || !r->groups || !r->rows)
        return sw_err_memory(err);
    if (sw_series_new(&r->series, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < r->cfg->by.n + r->cfg->pair.n; i++)
        sw_series_by(r->series, i < r->cfg->by.n ? r->cfg->by.at[i] : r->cfg->pair.at[i - r->cfg->by.n]);
    for (size_t i = 0; i < cli->n_files; i++)
        if (read_pairs_file(r, cli, cli->files[i], err) != SW_OK)
            return SW_FAIL;
    if (sw_cli_open(cli, &out, cli->output, err) != SW_OK)
        return SW_FAIL;
    return sw_out_end(out, pairs_put_all(r, out, err), err);
}

/* The columns of --base are of --by. strdup() as config_clear() frees all names of --by. */
int pairs_run(struct config *cfg, struct sw_cli *cli, struct sw_err *err)
{
    struct reading r = { .cfg = cfg, .cli = cli, .texts = sw_keys_new(), .groups = sw_keys_new(),
                         .rows = sw_keys_new() };
    int status = SW_OK;
    for (size_t b = 0; b < cfg->base.n && status == SW_OK; b++) {
        size_t i = 0;
        while (i < cfg->by.n && strcmp(cfg->by.at[i], cfg->base.name[b]) != 0)
            i++;
        if (i == cfg->by.n)
            status = i == MAX_COLUMNS ? sw_err_usage(err, "--by: too many columns")
                     : (cfg->by.at[cfg->by.n++] = strdup(cfg->base.name[b])) ? SW_OK : sw_err_memory(err);
    }
    if (status == SW_OK)
        status = read_and_put(&r, cli, err);
    sw_series_free(r.series);
    sw_keys_free(r.texts);
    sw_keys_free(r.groups);
    sw_keys_free(r.rows);
    free(r.value);
    return status;
}
