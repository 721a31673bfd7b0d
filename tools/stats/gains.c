/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gains.c - --compare: the same jobs in two runs, paired by job_id (and by run where both files have it). The base is
 * read whole before the first file to compare. A gain is base over value, so above 1 is better; the TR has it so.
 * Groups are those of the files to compare. */
#include "lib/base/sw_names.h"
#include "lib/base/grow.h"
#include "tools/stats/stats.h"

/* --col has one column here; without it response times are compared. */
const char *gains_column(const struct state *s) { return s->cfg->cols.n ? s->cfg->cols.at[0] : "response_s"; }

const char *gains_unit(const struct state *s)
{
    static const char *const units[] = { "_bytes", "_s" };
    const char *column = gains_column(s);
    const size_t len = strlen(column);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (len > strlen(units[i]) && strcmp(column + len - strlen(units[i]), units[i]) == 0)
            return units[i];
    return "";
}

/* Of the base and of the files to compare: the same columns. */
static int base_bind(struct state *s, struct sw_err *err)
{
    s->run_at = sw_csv_find(s->in, "run");
    if (state_bind(s, err) != SW_OK || sw_csv_find_optional(s->in, "submit_s", &s->submit_at, err) != SW_OK
        || state_column(s->in, "job_id", &s->id_at, err) != SW_OK)
        return SW_FAIL;
    return state_column(s->in, gains_column(s), &s->col_at[0], err);
}

/* Writes "run, unit separator, job_id" to `key`. The run is left out where one of the files has none. Names
 * beyond `cap` bytes are cut. */
static size_t base_key(const struct state *s, bool with_run, char *key, size_t cap)
{
    struct sw_text id = s->row->field[s->id_at], run = { "", 0 };
    if (with_run && s->run_at != SW_NO_COLUMN)
        run = s->row->field[s->run_at];
    int len = snprintf(key, cap, "%.*s\x1f%.*s", (int)run.len, run.at, (int)id.len, id.at);
    return (size_t)len < cap ? (size_t)len : cap - 1;
}

static int job_twice(const struct state *s, struct sw_err *err)
{
    struct sw_text id = s->row->field[s->id_at];
    return sw_err_data(err, sw_csv_path(s->in), s->row->line, "job_id", "'%.*s' comes twice", (int)id.len, id.at);
}

/* Rows without a value stay, so that their jobs are not told as missing. */
static int base_row(struct state *s, struct sw_err *err)
{
    struct base *b = s->extra;
    char key[1024];
    size_t at;
    bool fresh;
    double x, submit_s;
    if (state_number(s, s->col_at[0], gains_column(s), &x, err) != SW_OK
        || state_number(s, s->submit_at, "submit_s", &submit_s, err) != SW_OK)
        return SW_FAIL;
    /* The base keeps its runs in the keys; gains_bind() asks that the others have them, too. */
    if (sw_keys_add(b->keys, key, base_key(s, true, key, sizeof key), &at, &fresh) != SW_OK)
        return sw_err_memory(err);
    if (!fresh)
        return job_twice(s, err);
    if (sw_grow(&b->row, &b->room, at + 1, sizeof *b->row, err) != SW_OK)
        return SW_FAIL;
    b->row[at] = (struct base_row){ x, isnan(submit_s) ? (double)at : submit_s, false };
    return SW_OK;
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
    while ((got = state_next(s, &row, err)) > 0)
        if (base_row(s, err) != SW_OK)
            return SW_FAIL;
    if (got == 0 && sw_keys_count(b->keys) == 0)
        return sw_err_data(err, sw_csv_path(s->in), 0, NULL, "no job to compare with");
    return got == 0 ? SW_OK : SW_FAIL;
}

static int gains_start(struct state *s, struct sw_err *err)
{
    struct base *b = s->extra = calloc(1, sizeof *b);
    if (!b || !(b->keys = sw_keys_new()) || !(b->pairs = sw_keys_new())
        || !(b->runs = sw_keys_new()) || !(b->of_run_keys = sw_keys_new()))
        return sw_err_memory(err);
    if (sw_csv_open(&s->in, s->cfg->compare, err) != SW_OK)
        return SW_FAIL;
    int status = base_read(s, err);
    sw_csv_close(s->in);
    /* The base is closed; what is open from now on are files to compare. */
    s->in = NULL;
    return status;
}

static int gains_bind(struct state *s, struct sw_err *err)
{
    const struct base *b = s->extra;
    if (base_bind(s, err) != SW_OK)
        return SW_FAIL;
    /* Runs have to be told apart, where means are over runs. */
    if (s->cfg->over_runs && s->run_at == SW_NO_COLUMN)
        return state_column(s->in, "run", &s->run_at, err);
    if (b->has_run && s->run_at == SW_NO_COLUMN)
        return sw_err_data(err, sw_csv_path(s->in), sw_csv_header(s->in)->line, NULL,
                           "no column 'run', which the base has");
    return SW_OK;
}

/* The gains of the run alone, within a group or (group (size_t)-1) within all. */
static int run_add(struct base *b, struct gains_group *g, size_t group, size_t run, double base, double x,
                   struct sw_err *err)
{
    size_t key[2] = { group, run }, number;
    bool fresh;
    if (sw_keys_add(b->of_run_keys, key, sizeof key, &number, &fresh) != SW_OK)
        return sw_err_memory(err);
    if (sw_grow(&b->of_run, &b->room_of_run, number + 1, sizeof *b->of_run, err) != SW_OK)
        return SW_FAIL;
    if (fresh) {
        /* Runs of a group are a chain through of_run, the latest first. */
        b->of_run[number] = (struct gains_run){ .next = g->first_run };
        g->first_run = number + 1;
        g->n_runs++;
    }
    sw_gains_add(&b->of_run[number].gains, base, x);
    return SW_OK;
}

/* A pair counts in its group, in all, and in its run within either. */
static int pair_count(struct state *s, size_t group, size_t at, size_t run, double x, struct sw_err *err)
{
    struct base *b = s->extra;
    struct gains_group *g = state_record(s, group);
    sw_gains_add(&g->all, b->row[at].value, x);
    sw_gains_add(&b->total.all, b->row[at].value, x);
    if (run_add(b, g, group, run, b->row[at].value, x, err) != SW_OK
        || run_add(b, &b->total, (size_t)-1, run, b->row[at].value, x, err) != SW_OK)
        return SW_FAIL;
    /* sw_gains_add() took nothing from such a pair, and it has no place among the kept ones. */
    if (isnan(b->row[at].value) || isnan(x))
        return SW_OK;
    if (sw_grow(&b->kept, &b->room_kept, b->n_kept + 1, sizeof *b->kept, err) != SW_OK)
        return SW_FAIL;
    /* Pairs of a group are a chain through `kept`, the latest first, so they stay where they are. */
    b->kept[b->n_kept++] = (struct gains_pair){ at, group, run, g->last_pair, b->row[at].value, x };
    g->last_pair = b->n_kept;
    return SW_OK;
}

/* A job is once in each group and run. */
static int gains_pair(struct state *s, size_t group, size_t at, double x, struct sw_err *err)
{
    struct base *b = s->extra;
    size_t key[3] = { group, at }, number;
    bool fresh;
    if (state_run(s, b->runs, &key[2]) != SW_OK || sw_keys_add(b->pairs, key, sizeof key, &number, &fresh) != SW_OK)
        return sw_err_memory(err);
    if (!fresh)
        return job_twice(s, err);
    b->row[at].paired = true;
    b->n_unknown += isnan(b->row[at].value) || isnan(x);
    return pair_count(s, group, at, key[2], x, err);
}

/* A job that the base does not have is counted and left out. */
static int gains_row(struct state *s, struct sw_err *err)
{
    struct base *b = s->extra;
    char key[1024];
    size_t group;
    bool in_bin;
    double x;
    if (state_number(s, s->col_at[0], gains_column(s), &x, err) != SW_OK)
        return SW_FAIL;
    /* Where the base has no run column, each of its jobs is paired with that job in every run. */
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

/* The difference has the unit of the column: diff_s, diff_bytes. */
static void gains_header(struct state *s, struct sw_out *out)
{
    static const char *const names[] = { "n_gain", "gain", "gain_lo", "gain_hi", "min_gain", "max_gain" };
    char diff[16];
    snprintf(diff, sizeof diff, "diff%s", gains_unit(s));
    sw_out_str(out, "jobs");
    if (s->cfg->over_runs)
        sw_out_str(out, "runs");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        sw_out_str(out, names[i]);
    put_gain_stem(s, out, "mean_base_");
    put_gain_stem(s, out, "mean_");
    put_mean_names(out, diff, &s->cfg->cols);
}

/* The mean of a run is one observation, so runs of many jobs count no more. */
struct sw_gains gains_over_runs(const struct base *b, const struct gains_group *g, struct sw_moments *of_jobs)
{
    struct sw_gains over = { 0 };
    *of_jobs = (struct sw_moments){ 0 };
    for (size_t run = g->first_run; run > 0; run = b->of_run[run - 1].next) {
        const struct sw_gains *one = &b->of_run[run - 1].gains;
        sw_gains_add(&over, sw_moments_mean(&one->base), sw_moments_mean(&one->value));
        sw_moments_add(of_jobs, sw_moments_mean(&one->gain));
    }
    return over;
}

/* A pair's part in the error of the gain: of the ratio of sums it is base - gain value (Cochran 1977, 6.4). */
static double part_of_gain(const struct state *s, const struct gains_pair *p, double gain)
{
    if (s->cfg->gain_of_jobs)
        return p->base > 0 && p->value > 0 ? p->base / p->value : NAN;
    return p->base - gain * p->value;
}

/* Intervals by batches of jobs, as jobs of one run depend on each other (sw_stats.h). Values stand at the base's
 * submissions, which both runs have in common. */
int gains_of_one_run(const struct state *s, const struct gains_group *g, struct gains_told *out, struct sw_err *err)
{
    const struct base *b = s->extra;
    const struct sw_gains *all = g ? &g->all : &b->total.all;
    struct sw_batches *gain = sw_batches_new(), *diff = sw_batches_new();
    /* The gain is a ratio of sums. part_of_gain() over the mean of the value is a pair's part in its error. */
    const double total = sw_gains_total(all), mean = sw_moments_mean(&all->value);
    bool room = gain && diff;
    /* A group's chain, or all pairs from the last to the first. */
    for (size_t i = g ? g->last_pair : b->n_kept; room && i > 0; i = g ? b->kept[i - 1].before : i - 1) {
        const struct gains_pair *p = &b->kept[i - 1];
        room = sw_batches_add(gain, b->row[p->at].submit_s, part_of_gain(s, p, total)) == SW_OK
               && sw_batches_add(diff, b->row[p->at].submit_s, p->value - p->base) == SW_OK;
    }
    if (room) {
        *out = (struct gains_told){ sw_batches_interval(gain, s->cfg->confidence),
                                    sw_batches_interval(diff, s->cfg->confidence) };
        /* The batches have the interval of base - gain * value, whose mean is 0. Over the mean of the value it is that
         * of the gain. */
        if (!s->cfg->gain_of_jobs) {
            out->gain.mean.lo = total + out->gain.mean.lo / mean;
            out->gain.mean.hi = total + out->gain.mean.hi / mean;
        }
    }
    sw_batches_free(gain);
    sw_batches_free(diff);
    return room ? SW_OK : sw_err_memory(err);
}

/* n of all three kinds: jobs that were paired, runs, and jobs that have a gain. */
static int gains_write(struct state *s, size_t group, struct sw_out *out, struct sw_err *err)
{
    const struct gains_group *record = state_record(s, group);
    const struct sw_gains *jobs = &record->all;
    struct sw_moments of_jobs;
    struct sw_gains over = gains_over_runs(s->extra, record, &of_jobs);
    const struct sw_gains *g = s->cfg->over_runs ? &over : jobs;
    struct gains_told told;
    if (gains_of_one_run(s, record, &told, err) != SW_OK)
        return SW_FAIL;
    sw_out_u64(out, jobs->base.n);
    if (s->cfg->over_runs)
        sw_out_u64(out, over.base.n);
    sw_out_u64(out, jobs->gain.n);
    if (!s->cfg->over_runs)
        put_interval(out, s->cfg->gain_of_jobs ? sw_moments_mean(&jobs->gain) : sw_gains_total(jobs), told.gain.mean);
    else if (s->cfg->gain_of_jobs)
        put_mean(s, out, &of_jobs);
    else
        put_interval(out, sw_gains_total(&over), sw_gains_total_interval(&over, s->cfg->confidence));
    sw_out_real(out, sw_moments_min(&jobs->gain));
    sw_out_real(out, sw_moments_max(&jobs->gain));
    sw_out_real(out, sw_moments_mean(&g->base));
    sw_out_real(out, sw_moments_mean(&g->value));
    if (s->cfg->over_runs)
        put_mean(s, out, &over.diff);
    else
        put_one_run(s, out, sw_moments_mean(&jobs->diff), told.diff);
    return SW_OK;
}

static void warn_rows(const struct state *s, uint64_t n, const char *what)
{
    if (n)
        sw_cli_warn(s->cli, "%" PRIu64 " %s %s", n, n == 1 ? "job" : "jobs", what);
}

/* Also after a failed start: b is NULL, or partly made. */
static void gains_stop(struct state *s)
{
    struct base *b = s->extra;
    if (!b)
        return;
    sw_keys_free(b->keys);
    sw_keys_free(b->pairs);
    sw_keys_free(b->runs);
    sw_keys_free(b->of_run_keys);
    free(b->of_run);
    free(b->kept);
    free(b->row);
    free(b);
}

/* Called after the last file. */
static int gains_done(struct state *s, struct sw_err *err)
{
    struct base *b = s->extra;
    uint64_t n_alone = 0;
    for (size_t i = 0; i < sw_keys_count(b->keys); i++)
        n_alone += !b->row[i].paired;
    /* No job of the base was met. */
    if (sw_keys_count(s->groups) == 0)
        return sw_err_set(err, "no job of the base is in the files to compare");
    warn_rows(s, n_alone, "only in the base");
    warn_rows(s, b->n_extra, "not in the base");
    warn_rows(s, b->n_unknown, "paired without a value on both sides and left out");
    /* Runs are independent draws and jobs of a run are not, so means are over runs where there are several. */
    for (size_t g = 0; g < sw_keys_count(s->groups) && !s->cfg->over_jobs; g++)
        s->cfg->over_runs |= ((const struct gains_group *)state_record(s, g))->n_runs > 1;
    return SW_OK;
}

const struct mode gains_mode = { sizeof(struct gains_group), gains_start, gains_bind, gains_row, gains_done,
    gains_header, false, gains_write, NULL, gains_stop };
