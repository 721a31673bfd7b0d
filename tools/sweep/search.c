/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search.c - the values with the least mean of a column, or the first from which it keeps to a limit.
 *
 * Runs are given to the values that are still in question and to no others, by procedure KN (sw_select.h). Run r has
 * one seed in all cells, so the differences that it goes by are those of pairs. The cells are files like those of any
 * sweep: what is there is not run again. */
#include "lib/base/sw_opt.h"
#include "tools/sweep/sweep.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/stats/sw_select.h"
#include "slotwise/sw_stats.h"

struct hunt {
    struct sweep *s;
    struct search *q;
    size_t n_values;         /* combinations */
    /* Cells of the next call of work_run(), by place. */
    size_t *batch, n_batch;
    double sign;             /* the least of sign times the column is wanted */
};

/* ---- options --------------------------------------------------------------------------------- */

/* >= is a limit from below: there the least of the column times -1 is wanted. */
int search_until(struct search *q, const char *arg, struct sw_err *err)
{
    const char *at = strpbrk(arg, "<>");
    if (!at || at == arg || at[1] != '=')
        return sw_err_usage(err, "--until: not COLUMN<=X or COLUMN>=X: '%s'", arg);
    q->until = true;
    q->greatest = *at == '>';
    q->column = strndup(arg, (size_t)(at - arg));
    return q->column ? sw_opt_real("--until", at + 2, -1e300, 1e300, &q->limit, err) : sw_err_memory(err);
}

int search_indifference(struct search *q, const char *arg, struct sw_err *err)
{
    size_t len = strlen(arg);
    q->of_share = len > 0 && arg[len - 1] == '%';
    int status = q->of_share ? sw_opt_fraction("--indifference", arg, 0, 1, &q->indifference, err)
                             : sw_opt_real("--indifference", arg, 0, 1e300, &q->indifference, err);
    if (status == SW_OK && q->indifference == 0)
        return sw_err_usage(err, "--indifference: must be above 0: '%s'", arg);
    return status;
}

/* 1 % of the least mean where nothing was given; above 0 always, as KN needs. `of`: the least mean of the first runs,
 * or the limit of --until. */
static double indifference(const struct search *q, double of)
{
    if (q->indifference > 0 && !q->of_share)
        return q->indifference;
    double share = (q->indifference > 0 ? q->indifference : 0.01) * fabs(of);
    return share > 0 ? share : 1e-9;
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* Runs vary fastest in the grid. */
static size_t cell_of(const struct hunt *h, size_t value, uint64_t run) { return value * h->s->grid.runs + run; }

/* A cell is one observation. */
static int one_row(const struct hunt *h, struct sw_csv *in, size_t at, double *x, struct sw_err *err)
{
    struct sw_row row;
    int got = sw_csv_next(in, &row, err);
    if (got == 1 && sw_num_real(row.field[at].at, row.field[at].len, x) != SW_OK)
        return sw_err_data(err, sw_csv_path(in), row.line, h->q->column, "not a number: '%.*s'", (int)row.field[at].len,
                           row.field[at].at);
    if (got == 1 && (got = sw_csv_next(in, &row, err)) == 0)
        return SW_OK;
    return got < 0 ? SW_FAIL : sw_err_set(err, "%s: a search needs commands that write one row (--record summary)",
                                          sw_csv_path(in));
}

/* The nearest name of the header stands beside the one that is not there. */
static int no_column(const struct hunt *h, struct sw_csv *in, struct sw_err *err)
{
    const struct sw_row *header = sw_csv_header(in);
    const char **names = malloc((header->n + 1) * sizeof *names);
    if (!names)
        return sw_err_memory(err);
    for (size_t i = 0; i < header->n; i++)
        names[i] = header->field[i].at;
    const char *near = sw_err_nearest(h->q->column, names, header->n);
    free(names);
    return near ? sw_err_set(err, "the command writes no column '%s' (did you mean '%s'?)", h->q->column, near)
                : sw_err_set(err, "the command writes no column '%s'", h->q->column);
}

static int read_cell(const struct hunt *h, size_t place, double *x, struct sw_err *err)
{
    struct sw_csv *in;
    char *path = sweep_path(h->s->folder[0], h->s->grid.id[place], "csv");
    int status = path ? sw_csv_open(&in, path, err) : sw_err_memory(err);
    free(path);
    if (status != SW_OK)
        return SW_FAIL;
    size_t at = sw_csv_find(in, h->q->column);
    status = at == SW_NO_COLUMN ? no_column(h, in, err) : one_row(h, in, at, x, err);
    sw_csv_close(in);
    return status;
}

/* Cells that are there already are not run again, and the batch is empty afterwards. */
static int run_batch(struct hunt *h, struct sw_err *err)
{
    h->s->only = h->batch;
    h->s->n_only = h->n_batch;
    h->n_batch = 0;
    return work_run(h->s, err);
}

/* Observations up to number n of a system that stands for a value. Cells are read back from their files, so a search
 * that was stopped takes up what it had. */
static int observe(struct hunt *h, struct sw_select *sel, size_t system, size_t value, uint64_t n, struct sw_err *err)
{
    for (uint64_t r = sw_select_n(sel, system); r < n; r++) {
        double x;
        if (read_cell(h, cell_of(h, value, r), &x, err) != SW_OK
            || sw_select_add(sel, system, h->sign * x, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* As many runs more as keep all threads busy; what screening does not come to stays for the next search. */
static uint64_t ahead(const struct hunt *h, size_t n_in, uint64_t n)
{
    uint64_t more = (h->s->jobs + n_in - 1) / n_in;
    return n + more < h->s->grid.runs ? n + more : h->s->grid.runs;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* A mean of mean_x_s is called so, and not mean_mean_x_s. diffs: from the chosen value; --until has none. */
static void put_search_header(const struct hunt *h, bool diffs, struct sw_out *out)
{
    static const char *const marks[] = { "", "_lo", "_hi" };
    const struct grid *g = &h->s->grid;
    const char *column = h->q->column;
    const char *of = strncmp(column, "mean_", 5) == 0 && column[5] ? column + 5 : column;
    char name[256];
    for (size_t a = 0; a < g->n_axes; a++)
        for (size_t i = 0; i < g->axis[a].n_names; i++)
            sw_out_str(out, g->axis[a].name[i]);
    sw_out_str(out, "runs");
    for (size_t i = 0; i < 3; i++) {
        sw_cli_column(name, sizeof name, "mean_", of, marks[i]);
        sw_out_str(out, name);
    }
    for (size_t i = 0; i < 3 && diffs; i++) {
        sw_cli_column(name, sizeof name, "diff_", column, marks[i]);
        sw_out_str(out, name);
    }
    sw_out_str(out, "state");
    sw_out_end_row(out);
}

static int put_values(const struct hunt *h, size_t value, struct sw_out *out, struct sw_err *err)
{
    struct grid_cell cell;
    if (grid_cell_make(&h->s->grid, cell_of(h, value, 0), &cell, err) != SW_OK)
        return SW_FAIL;
    /* Without run and seed, which are last. */
    for (size_t i = 0; i + 2 < cell.n; i++)
        sw_out_field(out, cell.value[i], strlen(cell.value[i]));
    grid_cell_clear(&cell);
    return SW_OK;
}

/* known false: three empty fields. */
static void put_moments(const struct hunt *h, const struct sw_moments *m, bool known, struct sw_out *out)
{
    struct sw_interval i = sw_moments_interval(m, h->q->confidence);
    sw_out_real(out, known ? sw_moments_mean(m) : NAN);
    sw_out_real(out, known ? i.lo : NAN);
    sw_out_real(out, known ? i.hi : NAN);
}

/* Of the runs that the search has used; sign turns a greatest back into the column's own numbers. */
static struct sw_moments moments(const struct hunt *h, const struct sw_select *sel, size_t system)
{
    struct sw_moments m = { 0 };
    for (uint64_t r = 0; r < sw_select_used(sel, system); r++)
        sw_moments_add(&m, h->sign * sw_select_at(sel, system, r));
    return m;
}

static void search_tell(const struct hunt *h, const char *what, size_t value, const struct sw_moments *m, size_t used)
{
    struct sw_interval i = sw_moments_interval(m, h->q->confidence);
    char *name = grid_name(&h->s->grid, cell_of(h, value, 0), 2); /* without run and seed */
    sw_cli_say(h->s->cli, "%s %s: %s %.6g (%.6g to %.6g, %llu runs); %zu of %zu replays", what, name ? name : "",
               h->q->column, sw_moments_mean(m), i.lo, i.hi, (unsigned long long)m->n, used, h->s->grid.n_cells);
    free(name);
}

/* ---- --minimize ------------------------------------------------------------------------------ */

static size_t count_in(const struct hunt *h, const struct sw_select *sel)
{
    size_t n = 0;
    for (size_t i = 0; i < h->n_values; i++)
        n += sw_select_is_in(sel, i);
    return n;
}

/* Of the values that are still in question, n runs each. */
static int run_up_to(struct hunt *h, struct sw_select *sel, uint64_t n, struct sw_err *err)
{
    for (size_t i = 0; i < h->n_values; i++)
        for (uint64_t r = sw_select_n(sel, i); r < n && sw_select_is_in(sel, i); r++)
            h->batch[h->n_batch++] = cell_of(h, i, r);
    if (run_batch(h, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < h->n_values; i++)
        if (sw_select_is_in(sel, i) && observe(h, sel, i, i, n, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

/* In the sign of the search, as indifference() takes its size alone. */
static double least_of_first(const struct hunt *h, const struct sw_select *sel, uint64_t first)
{
    double least = INFINITY;
    for (size_t i = 0; i < h->n_values; i++) {
        struct sw_moments m = { 0 };
        for (uint64_t r = 0; r < first; r++)
            sw_moments_add(&m, sw_select_at(sel, i, r));
        least = fmin(least, sw_moments_mean(&m));
    }
    return least;
}

/* The first runs tell what 1 % is; then one stage after another, until one value is left. */
static int select_values(struct hunt *h, struct sw_select *sel, struct sw_select_rule *rule, struct sw_err *err)
{
    uint64_t n = rule->first;
    if (run_up_to(h, sel, n, err) != SW_OK)
        return SW_FAIL;
    rule->indifference = indifference(h->q, least_of_first(h, sel, rule->first));
    while (sw_select_screen(sel, rule, err) == SW_OK) {
        if (sw_select_state(sel) != SW_SELECT_ON)
            return SW_OK;
        n = ahead(h, count_in(h, sel), n);
        if (run_up_to(h, sel, n, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_FAIL;
}

/* near: not chosen and not ruled out. Differences are of pairs of runs with one seed. */
static int put_selected(const struct hunt *h, const struct sw_select *sel, size_t value, size_t chosen,
                        struct sw_out *out, struct sw_err *err)
{
    struct sw_moments m = moments(h, sel, value), diff = { 0 };
    for (uint64_t r = 0; r < sw_select_used(sel, value); r++)
        sw_moments_add(&diff, h->sign * (sw_select_at(sel, value, r) - sw_select_at(sel, chosen, r)));
    if (put_values(h, value, out, err) != SW_OK)
        return SW_FAIL;
    sw_out_u64(out, sw_select_used(sel, value));
    put_moments(h, &m, true, out);
    put_moments(h, &diff, value != chosen, out);
    sw_out_str(out, value == chosen ? "chosen" : sw_select_is_in(sel, value) ? "near" : "out");
    sw_out_end_row(out);
    return SW_OK;
}

/* Rows of all values in the order of the grid, then what was chosen, and how sure that is, on standard error. */
static int put_selection(const struct hunt *h, const struct sw_select *sel, const struct sw_select_rule *rule,
                         struct sw_err *err)
{
    size_t chosen = sw_select_chosen(sel), used = 0;
    struct sw_moments m = moments(h, sel, chosen);
    struct sw_out *out;
    if (collect_open(h->s, &out, err) != SW_OK)
        return SW_FAIL;
    int status = SW_OK;
    put_search_header(h, true, out);
    for (size_t i = 0; i < h->n_values && status == SW_OK; i++) {
        used += sw_select_used(sel, i);
        status = put_selected(h, sel, i, chosen, out, err);
    }
    if (status != SW_OK) {
        sw_out_abandon(out);
        return SW_FAIL;
    }
    search_tell(h, "chosen:", chosen, &m, used);
    if (sw_select_state(sel) == SW_SELECT_UNSURE)
        sw_cli_warn(h->s->cli, "%zu values are still near after %llu runs: no choice with %.6g %% confidence (--runs "
                    "sets the most, --indifference what does not matter, %.6g here)", count_in(h, sel),
                    (unsigned long long)rule->most, 100 * rule->confidence, rule->indifference);
    else if (h->n_values > 1)
        sw_cli_say(h->s->cli, "with %.6g %% confidence none is better by %.6g", 100 * rule->confidence,
                   rule->indifference);
    return sw_out_close(out, err);
}

static int minimize(struct hunt *h, struct sw_err *err)
{
    /* The indifference follows from the first runs. */
    struct sw_select_rule rule = { h->q->first, h->s->grid.runs, 0, h->q->confidence };
    struct sw_select *sel;
    if (sw_select_new(&sel, h->n_values, err) != SW_OK)
        return SW_FAIL;
    int status = select_values(h, sel, &rule, err) == SW_OK ? put_selection(h, sel, &rule, err) : SW_FAIL;
    sw_select_free(sel);
    return status;
}

/* ---- --until --------------------------------------------------------------------------------- */

/* A value is compared with the limit as with a second system that does not vary. */
enum { VALUE, LIMIT };
/* meets: the mean keeps to the limit, as far as it can be told. unsure: it is too near to the limit. */
struct tried { bool any, meets, unsure; struct sw_moments m; };

static int compare_with_limit(struct hunt *h, struct sw_select *sel, const struct sw_select_rule *rule, size_t value,
                              struct sw_err *err)
{
    uint64_t n = rule->first;
    for (;; n = ahead(h, 1, n)) {
        for (uint64_t r = sw_select_n(sel, VALUE); r < n; r++)
            h->batch[h->n_batch++] = cell_of(h, value, r);
        if (run_batch(h, err) != SW_OK || observe(h, sel, VALUE, value, n, err) != SW_OK)
            return SW_FAIL;
        /* The limit's observations are the limit each time. */
        while (sw_select_n(sel, LIMIT) < n)
            if (sw_select_add(sel, LIMIT, h->sign * h->q->limit, err) != SW_OK)
                return SW_FAIL;
        if (sw_select_screen(sel, rule, err) != SW_OK)
            return SW_FAIL;
        if (sw_select_state(sel) != SW_SELECT_ON)
            return SW_OK;
    }
}

/* The tests of a bisection share the error: with n values it asks at most 2 + log2(n) (Bonferroni). */
static int try_value(struct hunt *h, struct tried *tried, size_t value, struct sw_err *err)
{
    double n_tests = 2 + ceil(log2((double)h->n_values));
    struct sw_select_rule rule = { h->q->first, h->s->grid.runs, indifference(h->q, h->q->limit),
                                   1 - (1 - h->q->confidence) / n_tests };
    struct sw_select *sel;
    if (sw_select_new(&sel, 2, err) != SW_OK)
        return SW_FAIL;
    int status = compare_with_limit(h, sel, &rule, value, err);
    if (status == SW_OK)
        tried[value] = (struct tried){ true, sw_select_chosen(sel) == VALUE, sw_select_state(sel) == SW_SELECT_UNSURE,
                                       moments(h, sel, VALUE) };
    sw_select_free(sel);
    return status;
}

/* The first value that meets the limit where those before do not, and n_values where none does. */
static int bisect(struct hunt *h, struct tried *tried, size_t *found, struct sw_err *err)
{
    /* Both ends first: where the last does not meet the limit none does, and where the first does it is the one. */
    size_t lo = 0, hi = h->n_values - 1;
    *found = h->n_values;
    if (try_value(h, tried, hi, err) != SW_OK)
        return SW_FAIL;
    if (!tried[hi].meets)
        return SW_OK;
    if (lo < hi && try_value(h, tried, lo, err) != SW_OK)
        return SW_FAIL;
    if (tried[lo].meets)
        hi = lo;
    /* lo does not meet it, and hi does. */
    while (lo + 1 < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (try_value(h, tried, middle, err) != SW_OK)
            return SW_FAIL;
        *(tried[middle].meets ? &hi : &lo) = middle;
    }
    *found = hi;
    return SW_OK;
}

/* Only values that the bisection asked have rows. */
static int put_tried(const struct hunt *h, const struct tried *tried, size_t found, struct sw_out *out,
                     struct sw_err *err)
{
    put_search_header(h, false, out);
    for (size_t i = 0; i < h->n_values; i++) {
        if (!tried[i].any)
            continue;
        if (put_values(h, i, out, err) != SW_OK)
            return SW_FAIL;
        sw_out_u64(out, tried[i].m.n);
        put_moments(h, &tried[i].m, true, out);
        sw_out_str(out, i == found ? "chosen" : tried[i].unsure ? "near" : tried[i].meets ? "meets" : "fails");
        sw_out_end_row(out);
    }
    return SW_OK;
}

/* No value that meets the limit is an error, after all rows. */
static int put_search(const struct hunt *h, const struct tried *tried, size_t found, struct sw_err *err)
{
    size_t used = 0, n_unsure = 0;
    struct sw_out *out;
    if (collect_open(h->s, &out, err) != SW_OK)
        return SW_FAIL;
    if (put_tried(h, tried, found, out, err) != SW_OK) {
        sw_out_abandon(out);
        return SW_FAIL;
    }
    for (size_t i = 0; i < h->n_values; i++) {
        used += tried[i].m.n;
        n_unsure += tried[i].unsure;
    }
    if (found < h->n_values)
        search_tell(h, "the first is", found, &tried[found].m, used);
    if (n_unsure > 0)
        sw_cli_warn(h->s->cli, "%zu values are too near to the limit to tell after %llu runs (--runs, --indifference)",
                    n_unsure, (unsigned long long)h->s->grid.runs);
    if (sw_out_close(out, err) != SW_OK)
        return SW_FAIL;
    return found < h->n_values ? SW_OK
        : sw_err_set(err, "no value has %s %s %.6g: the last has %.6g", h->q->column, h->q->greatest ? ">=" : "<=",
                     h->q->limit, sw_moments_mean(&tried[h->n_values - 1].m));
}

static int until(struct hunt *h, struct sw_err *err)
{
    struct tried *tried = calloc(h->n_values + 1, sizeof *tried);
    size_t found;
    if (!tried)
        return sw_err_memory(err);
    int status = bisect(h, tried, &found, err) == SW_OK ? put_search(h, tried, found, err) : SW_FAIL;
    free(tried);
    return status;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* The output has columns of its own beside the values. */
static int search_check(const struct hunt *h, struct sw_err *err)
{
    const struct grid *g = &h->s->grid;
    size_t n_varied = 0, n_numbers = 0;
    for (size_t a = 0; a < g->n_axes; a++) {
        n_varied += g->axis[a].n_rows > 1;
        n_numbers += g->axis[a].n_rows > 1 && g->axis[a].numbers;
    }
    if (h->q->until && (n_varied != 1 || n_numbers != 1))
        return sw_err_usage(err, "--until: needs one --over, and no other name of several values");
    if (h->q->first > g->runs)
        return sw_err_usage(err, "--first: more than --runs: '%llu'", (unsigned long long)h->q->first);
    for (size_t a = 0; a < g->n_axes; a++)
        for (size_t i = 0; i < g->axis[a].n_names; i++)
            if (strcmp(g->axis[a].name[i], "runs") == 0 || strcmp(g->axis[a].name[i], "state") == 0)
                return sw_err_usage(err, "--over: '%s' is a column of the output", g->axis[a].name[i]);
    return SW_OK;
}

/* Each combination has --runs cells, which are the most that are run of it. */
int search_run(struct sweep *s, struct sw_err *err)
{
    struct hunt h = { .s = s, .q = &s->search, .n_values = s->grid.n_cells / s->grid.runs };
    if (search_check(&h, err) != SW_OK)
        return SW_FAIL;
    h.sign = s->search.greatest ? -1 : 1;
    h.batch = malloc((s->grid.n_cells + 1) * sizeof *h.batch);
    if (!h.batch)
        return sw_err_memory(err);
    int status = s->search.until ? until(&h, err) : minimize(&h, err);
    s->only = NULL;
    free(h.batch);
    return status;
}
