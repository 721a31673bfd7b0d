/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-stats - counts, means with intervals, quantiles, locality and gains of job results by group.
 *
 * It has five modes, each a table of functions in a file of its own: jobs (the default), columns (--col), cdf, gains
 * (--compare) and timeline. Reading and grouping are common to them. --pair has its own way (pairs.c). */
#include "lib/base/sw_names.h"
#include "lib/base/sw_opt.h"
#include "lib/options/options.h"
#include "tools/stats/stats.h"

/* Points of a curve; a figure shows no more. */
enum { CDF_POINTS = 10000 };
static const double usual_quantiles[] = { 0.5, 0.95, 0.99 };

/* At most as many as the row says. */
static int parse_names(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct names *out = (void *)((char *)to + row->offset);
    for (const char *at = arg;; ) {
        size_t len = strcspn(at, ",");
        if (len == 0)
            return sw_err_usage(err, "--%s: empty name in '%s'", row->name, arg);
        if (out->n == (size_t)row->most)
            return sw_err_usage(err, "--%s: more than %zu names", row->name, out->n);
        out->at[out->n] = strndup(at, len);
        if (!out->at[out->n++])
            return sw_err_memory(err);
        if (at[len] == '\0')
            return SW_OK;
        at += len + 1;
    }
}

static int parse_points(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct config *cfg = to;
    if (sw_opt_count(row->name, arg, 0, UINT32_MAX, &cfg->points, err) != SW_OK)
        return SW_FAIL;
    return cfg->points == 1 ? sw_err_usage(err, "--%s: at least 2, or 0 for all: '1'", row->name) : SW_OK;
}

static int parse_bins(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    (void)row;
    return sw_bins_parse("--bins", arg, &((struct config *)to)->bins, err);
}

/* The last --quantiles counts. */
static int parse_quantiles(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct sw_list *list = &((struct config *)to)->quantiles;
    (void)row;
    free(list->at);
    return sw_opt_list("--quantiles", arg, SW_UNIT_FRACTION, 0, 1, list, err);
}

static int parse_base(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    (void)row;
    return sw_opt_labels("--base", arg, &((struct config *)to)->base, err);
}

#define AT(member) OPTION_AT(struct config, member)
#define GIVEN(member) OPTION_GIVEN(struct config, member)
#define NAMES(member, n) 0, OPTION_OWN, AT(member), .most = (n), .parse = parse_names, .arg = "COL,..."
static const char *const gain_of_words[] = { "total", "jobs", NULL };

static const struct option_row rows[] = {
    { "by", NAMES(by, MAX_BY - 1), .letter = 'b', .also = "group-by", .flags = OPTION_SHORT,
      .help = "one row per value of these columns; 'bins' stands for job size bins, 'file' for the file" },
    { "bins", 0, OPTION_OWN, AT(bins), GIVEN(bins_given), .parse = parse_bins, .arg = "BINS", .flags = OPTION_SHORT,
      .help = "job size bins: 'tr' (default), 'es', or upper bounds '10,100'; implies --by bins" },
    { "bin-col", 0, OPTION_TEXT, AT(bin_col), .arg = "COL",
      .help = "column that gives the job size for --bins (default maps)" },
    { "col", NAMES(cols, MAX_COLUMNS), .letter = 'c', .flags = OPTION_SHORT,
      .help = "summarise these numeric columns instead of job results" },
    { "quantiles", 0, OPTION_OWN, AT(quantiles), .parse = parse_quantiles, .letter = 'q', .arg = "LIST",
      .flags = OPTION_SHORT, .help = "quantiles to show (default 0.5,0.95,0.99 for jobs, none with --col)" },
    { "confidence", 0, OPTION_SHARE, AT(confidence), .least_real = 0.01, .most_real = 0.9999,
      .help = "confidence level of the intervals (default 95%)" },
    { "warm-up", 0, OPTION_TIME, AT(warm_up_us), .help = "leave out jobs that were submitted before TIME" },
    { "over-runs", 0, OPTION_FLAG, AT(over_runs),
      .help = "show the mean of the runs' means, with its interval over runs (default where rows are of several "
              "runs)" },
    { "over-jobs", 0, OPTION_FLAG, AT(over_jobs),
      .help = "show the mean of the jobs of all runs, with its interval by batches of jobs" },
    { "compare", 0, OPTION_TEXT, AT(compare), .arg = "BASE", .flags = OPTION_SHORT,
      .help = "show gains over the same jobs in BASE, paired by job_id (and run)" },
    { "gain-of", 0, OPTION_WORD, AT(gain_of_jobs), .words = gain_of_words, .arg = "WHAT",
      .help = "with --compare: the gain of the 'total' (default) or the mean gain of 'jobs', as in the TR" },
    { "worst", 0, OPTION_COUNT, AT(worst), 1, UINT32_MAX,
      .help = "with --compare: show the jobs that lost and won most, COUNT of each" },
    { "words", 0, OPTION_FLAG, AT(words), .flags = OPTION_SHORT,
      .help = "with --compare: say in three sentences what it comes to and who pays" },
    { "fail-if-slower", 0, OPTION_SHARE, AT(limit), GIVEN(limit_given), .most_real = 1,
      .help = "with --compare: exit 1 when a mean is above the base's by more" },
    { "pair", NAMES(pair, MAX_BY),
      .help = "show differences of --col from --base, between rows with the same values of these columns (seed)" },
    { "base", 0, OPTION_OWN, AT(base), .parse = parse_base, .arg = "COL=VALUE,...",
      .help = "with --pair: values of the group that the others are compared with" },
    { "columns", NAMES(chosen, MAX_COLUMNS), .letter = 'C',
      .help = "write these output columns only, in this order" },
    { "sort", NAMES(sort, MAX_COLUMNS),
      .help = "sort the rows by these output columns; '-COL': the greatest first" },
    { "cdf", 0, OPTION_TEXT, AT(cdf), .arg = "COL", .help = "show the cumulative distribution of a column" },
    { "points", 0, OPTION_OWN, AT(points), GIVEN(points_given), .parse = parse_points, .arg = "COUNT",
      .help = "with --cdf: at most COUNT points per distribution (default 10000; 0: all)" },
    { "timeline", 0, OPTION_FLAG, AT(timeline),
      .help = "show time averages per pool, from a timeline record" },
    { .name = NULL },
};

static const struct sw_tool tool = {
    .name = "slot-stats",
    .summary = "counts, means with intervals, quantiles, locality and gains of job results by group",
    .args = "[FILE...]",
    .after = "Examples:\n"
             "  slot-stats --bins 10,100 plots/examples/hfs.csv\n"
             "  slot-stats --bins tr --compare plots/examples/fifo.csv plots/examples/hfs.csv\n"
             "  slot-stats --by pool --col response_s,maps --quantiles 0.5,0.95 plots/examples/hfs.csv\n",
    .rows = { rows }, .common = SW_CLI_TABLE | SW_CLI_PROGRESS | SW_CLI_REJECTS | SW_CLI_PRETTY };

/* ---- what the options come to ---------------------------------------------------------------- */
/* There is room: --by takes one name fewer than there are places, and --col has none where one is added. */
static int add_column_name(struct names *to, const char *name, struct sw_err *err)
{
    to->at[to->n] = strdup(name);
    return to->at[to->n++] ? SW_OK : sw_err_memory(err);
}

/* Options that are of other modes than the one that was chosen. */
static int fit_together(struct config *cfg, const struct sw_cli *cli, struct sw_err *err)
{
    bool plain = !cfg->mode;
    if (cfg->cols.n && (cfg->cdf || cfg->timeline))
        return sw_err_usage(err, "--col: not with %s", cfg->cdf ? "--cdf" : "--timeline");
    if (cfg->compare && cfg->cols.n > 1)
        return sw_err_usage(err, "--col: one column with --compare");
    if ((cfg->over_runs || cfg->over_jobs) && !cfg->compare && (!plain || cfg->cols.n))
        return sw_err_usage(err, "--over-%s: only for job results and --compare", cfg->over_runs ? "runs" : "jobs");
    if (cfg->over_runs && cfg->over_jobs)
        return sw_err_usage(err, "--over-runs, --over-jobs: one of them");
    if ((cfg->gain_of_jobs || cfg->worst || cfg->words || cfg->limit_given) && !cfg->compare)
        return sw_err_usage(err, "--gain-of, --worst, --words, --fail-if-slower: only with --compare");
    if (cfg->worst && cfg->words)
        return sw_err_usage(err, "--worst, --words: one at a time");
    if (cfg->words && cli->labels.n > 0)
        return sw_err_usage(err, "--label: --words has no rows");
    if (cfg->quantiles.n && !plain)
        return sw_err_usage(err, "--quantiles: only for job results and --col");
    if (cfg->words && (cfg->sort.n || cfg->chosen.n))
        return sw_err_usage(err, "--columns, --sort: --words has no rows");
    if (cfg->points_given && !cfg->cdf)
        return sw_err_usage(err, "--points: only with --cdf");
    if (cfg->warm_up_us > 0 && (cfg->timeline || cfg->pair.n))
        return sw_err_usage(err, "--warm-up: not with %s", cfg->timeline ? "--timeline" : "--pair");
    if (cfg->timeline && (cfg->by.n || cfg->bins_given))
        return sw_err_usage(err, "--by: a timeline goes by pool, and by run where it has runs");
    return cli->rejects && cli->n_files > 1 ? sw_err_usage(err, "--rejects: only with one file to read") : SW_OK;
}

/* NULL: job results or --col, as stats_settle() finds out. */
static int choose_mode(struct config *cfg, struct sw_err *err)
{
    if (cfg->compare && strncmp(cfg->compare, "--", 2) == 0)
        return sw_err_usage(err, "--compare: the base's file stands behind it, other options elsewhere: '%s'",
                            cfg->compare);
    if (!!cfg->compare + !!cfg->cdf + cfg->timeline > 1)
        return sw_err_usage(err, "--compare, --cdf, --timeline: one at a time");
    cfg->mode = cfg->compare ? &gains_mode : cfg->cdf ? &cdf_mode : cfg->timeline ? &timeline_mode : NULL;
    return SW_OK;
}

/* A way of its own through the rows (pairs.c). */
static int run_pairs(struct config *cfg, struct sw_cli *cli, struct sw_err *err)
{
    if (cfg->mode || cfg->over_runs || cfg->over_jobs || cfg->bins_given || cfg->quantiles.n || cfg->points_given)
        return sw_err_usage(err, "--pair: takes --base, --by, --col and --confidence only");
    if (cfg->pair.n == 0 || cfg->base.n == 0 || cfg->cols.n == 0)
        return sw_err_usage(err, "--pair, --base, --col: each needs the others");
    return pairs_run(cfg, cli, err);
}

/* What follows from the options: the mode, groups that are implied, the usual quantiles. */
static int stats_settle(struct config *cfg, const struct sw_cli *cli, struct sw_err *err)
{
    if (fit_together(cfg, cli, err) != SW_OK)
        return SW_FAIL;
    bool of_bins = false, of_reasons = false;
    for (size_t i = 0; i < cfg->by.n; i++) {
        of_bins |= state_is_bins(cfg->by.at[i]);
        of_reasons |= strcmp(cfg->by.at[i], "reason") == 0;
    }
    /* --by reason stands for the waits record, whose rows are summed: their times are in task_s. */
    if (of_reasons && !cfg->cols.n && !cfg->mode && add_column_name(&cfg->cols, "task_s", err) != SW_OK)
        return SW_FAIL;
    if (!cfg->mode)
        cfg->mode = cfg->cols.n ? &columns_mode : &jobs_mode;
    if (cfg->bins_given && !of_bins && add_column_name(&cfg->by, "bins", err) != SW_OK)
        return SW_FAIL;
    /* Only job results have quantiles where none are asked for. */
    if (cfg->mode != &jobs_mode || cfg->quantiles.n)
        return SW_OK;
    size_t n = sizeof usual_quantiles / sizeof *usual_quantiles;
    cfg->quantiles.at = malloc(sizeof usual_quantiles);
    if (!cfg->quantiles.at)
        return sw_err_memory(err);
    memcpy(cfg->quantiles.at, usual_quantiles, sizeof usual_quantiles);
    cfg->quantiles.n = n;
    return SW_OK;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* A timeline goes by pool, and by run where it has runs. The values of earlier files keep their numbers. */
static int bind_by(struct state *s, struct sw_err *err)
{
    struct config *cfg = s->cfg;
    if (state_bind(s, err) != SW_OK)
        return SW_FAIL;
    /* The first file decides for all. */
    if (cfg->timeline && cfg->by.n == 0) {
        if (sw_csv_find(s->in, "run") != SW_NO_COLUMN && add_column_name(&cfg->by, "run", err) != SW_OK)
            return SW_FAIL;
        if (add_column_name(&cfg->by, "pool", err) != SW_OK)
            return SW_FAIL;
    }
    for (size_t i = 0; i < cfg->by.n; i++) {
        const char *column = state_is_bins(cfg->by.at[i]) ? cfg->bin_col : cfg->by.at[i];
        if (state_column(s->in, column, &s->by_at[i], err) != SW_OK)
            return SW_FAIL;
        if (!s->by_value[i] && !(s->by_value[i] = sw_keys_new()))
            return sw_err_memory(err);
    }
    return SW_OK;
}

/* A row that the mode refuses may be set aside, as one that cannot be read. */
static int read_result_rows(struct state *s, struct sw_err *err)
{
    struct sw_cli_progress progress = { .cli = s->cli, .what = "rows read" };
    struct sw_row row;
    int got;
    if (bind_by(s, err) != SW_OK || s->cfg->mode->bind(s, err) != SW_OK)
        return SW_FAIL;
    s->row = &row;
    while ((got = state_next(s, &row, err)) > 0) {
        s->n_rows++;
        sw_cli_tell(&progress, s->n_rows);
        if (s->cfg->mode->row(s, err) != SW_OK && sw_csv_reject(s->in, err) != 0)
            return SW_FAIL;
    }
    return got == 0 ? SW_OK : SW_FAIL;
}

/* --rejects is a file for one input; fit_together() refuses several. */
static int read_results(struct state *s, struct sw_cli *cli, const char *path, struct sw_err *err)
{
    struct sw_out *rejects = NULL;
    if (sw_csv_open(&s->in, path, err) != SW_OK)
        return SW_FAIL;
    int status = sw_cli_tolerate(cli, s->in, &rejects, err);
    if (status == SW_OK && (status = sw_series_add(s->series, s->in, err)) == SW_OK)
        status = read_result_rows(s, err);
    if (status == SW_OK && sw_csv_n_rejected(s->in) > 0)
        sw_cli_warn(cli, "%" PRIu64 " bad %s set aside", sw_csv_n_rejected(s->in),
                    sw_csv_n_rejected(s->in) == 1 ? "row" : "rows");
    sw_csv_close(s->in);
    s->in = NULL;
    return sw_out_end(rejects, status, err);
}

static int read_all_results(struct state *s, struct sw_cli *cli, struct sw_err *err)
{
    if (sw_series_new(&s->series, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < s->cfg->by.n; i++)
        sw_series_by(s->series, s->cfg->by.at[i]);
    for (size_t i = 0; i < cli->n_files; i++)
        if (read_results(s, cli, cli->files[i], err) != SW_OK)
            return SW_FAIL;
    /* No rows are no proof that nothing is slower. */
    if (s->n_rows == 0 && s->cfg->limit_given)
        return sw_err_set(err, "--fail-if-slower: no rows, so it cannot be told");
    if (s->cfg->mode->done && s->cfg->mode->done(s, err) != SW_OK)
        return SW_FAIL;
    if (s->n_no_bin)
        sw_cli_warn(cli, "%" PRIu64 " %s without '%s' in no bin and left out", s->n_no_bin,
                    s->n_no_bin == 1 ? "row" : "rows", s->cfg->bin_col);
    return SW_OK;
}

/* ---- writing --------------------------------------------------------------------------------- */
/* Groups are in order of their values: bins by size, other values as they first appeared. */
static int group_order(const void *a, const void *b, void *arg)
{
    const struct state *s = arg;
    size_t len;
    for (size_t i = 0; i < s->cfg->by.n; i++) {
        uint32_t x, y;
        memcpy(&x, sw_keys_text(s->groups, *(const size_t *)a, &len) + i * sizeof x, sizeof x);
        memcpy(&y, sw_keys_text(s->groups, *(const size_t *)b, &len) + i * sizeof y, sizeof y);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

/* A mode of many rows writes the group columns itself. */
static int write_group(struct state *s, size_t group, struct sw_out *out, struct sw_err *err)
{
    const struct mode *mode = s->cfg->mode;
    if (mode->many_rows)
        return mode->write(s, group, out, err);
    put_group(s, group, out);
    if (mode->write(s, group, out, err) != SW_OK)
        return SW_FAIL;
    sw_out_end_row(out);
    return SW_OK;
}

/* The header comes after the mode's done(), which may settle that means are over runs. */
static int write_groups(struct state *s, struct sw_out *out, struct sw_err *err)
{
    size_t n = sw_keys_count(s->groups), *order = malloc((n + 1) * sizeof *order);
    int status = SW_OK;
    if (!order)
        return sw_err_memory(err);
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    qsort_r(order, n, sizeof *order, group_order, s);
    for (size_t i = 0; i < s->cfg->by.n; i++)
        sw_out_str(out, state_is_bins(s->cfg->by.at[i]) ? "bin" : s->cfg->by.at[i]);
    s->cfg->mode->header(s, out);
    sw_out_end_row(out);
    for (size_t i = 0; i < n && status == SW_OK; i++)
        status = write_group(s, order[i], out, err);
    free(order);
    return status;
}

static int write_out(struct state *s, const struct sw_cli *cli, struct sw_err *err)
{
    struct sw_out *out = NULL;
    if (sw_cli_open(cli, &out, cli->output, err) != SW_OK)
        return SW_FAIL;
    /* --worst and --words take the place of a row for each group. */
    int (*put)(struct state *, struct sw_out *, struct sw_err *) = s->cfg->worst   ? verdict_put_worst
                                                                   : s->cfg->words ? verdict_put_words
                                                                                   : write_groups;
    return sw_out_end(out, put(s, out, err), err);
}

static void state_clear(struct state *s)
{
    const struct mode *mode = s->cfg->mode;
    sw_csv_close(s->in);
    sw_series_free(s->series);
    /* All records there is room for: those that no group has are zeros. */
    for (size_t g = 0; mode && mode->clear && g < s->room; g++)
        mode->clear(state_record(s, g));
    if (mode && mode->stop)
        mode->stop(s);
    for (size_t i = 0; i < MAX_BY; i++)
        sw_keys_free(s->by_value[i]);
    sw_keys_free(s->groups);
    free(s->record);
}

static void config_clear(struct config *cfg)
{
    struct names *const lists[] = { &cfg->by, &cfg->cols, &cfg->pair, &cfg->chosen, &cfg->sort };
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        for (size_t i = 0; i < lists[k]->n; i++)
            free(lists[k]->at[i]);
    sw_labels_clear(&cfg->base);
    free(cfg->quantiles.at);
}

static int stats_run(struct state *s, struct sw_cli *cli, struct sw_err *err)
{
    /* --columns and --sort are done by the output, which holds rows back until all are there. */
    cli->shape.n_columns = s->cfg->chosen.n;
    cli->shape.columns = (const char *const *)s->cfg->chosen.at;
    cli->shape.n_sort = s->cfg->sort.n;
    cli->shape.sort = (const char *const *)s->cfg->sort.at;
    if (choose_mode(s->cfg, err) != SW_OK)
        return SW_FAIL;
    if (s->cfg->pair.n || s->cfg->base.n)
        return run_pairs(s->cfg, cli, err);
    if (stats_settle(s->cfg, cli, err) != SW_OK)
        return SW_FAIL;
    s->n_bytes = s->cfg->mode->record_size;
    if (!(s->groups = sw_keys_new()))
        return sw_err_memory(err);
    if ((s->cfg->mode->start && s->cfg->mode->start(s, err) != SW_OK) || read_all_results(s, cli, err) != SW_OK)
        return SW_FAIL;
    int status = write_out(s, cli, err);
    if (status == SW_OK)
        put_untold(s);
    /* The limit is judged after the rows are out, so that they can be read when it fails. */
    return status == SW_OK && s->cfg->limit_given ? verdict_judge(s, err) : status;
}

int main(int argc, char **argv)
{
    struct config cfg = { .bin_col = "maps", .points = CDF_POINTS, .confidence = 0.95 };
    struct sw_cli cli;
    struct sw_err err = { 0 };
    /* The default bins cannot be wrong, but the parser may fail for want of memory. */
    int status = sw_bins_parse("--bins", "tr", &cfg.bins, &err);
    sw_cli_start(&cli, &tool, &cfg, argc, argv);
    struct state s = { .cli = &cli, .cfg = &cfg };
    if (status == SW_OK)
        status = stats_run(&s, &cli, &err);
    state_clear(&s);
    config_clear(&cfg);
    return sw_cli_finish(&cli, status, &err);
}
