/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rates.c - the subcommand rates: rows of what a recorded trace tells, each with its interval and sample size.
 * lib/log/measure.h measures, and here intervals are made and rows put. Nothing is replayed. */
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "lib/base/sw_names.h"
#include "lib/options/options.h"
#include "tools/advise/rates.h"
#include "tools/delay/delay.h"

/* busy: the share of the slots from which on the cluster counts as loaded. by has one word, pool. */
struct rates_config { const char *cluster; double busy; int64_t wait_us; bool wait_given, by_pool; uint32_t by; };

#define AT(member) OPTION_AT(struct rates_config, member)
#define GIVEN(member) OPTION_GIVEN(struct rates_config, member)
static const char *const groups[] = { "pool", NULL };
static const struct option_row rows[] = {
    { "cluster", 0, OPTION_TEXT, AT(cluster),
      .help = "cluster CSV with the slots over time (default: as the log recorded them, else the most attempts at "
              "once)" },
    { "busy", 0, OPTION_SHARE, AT(busy), .least_real = 0.01, .most_real = 1,
      .help = "share of the slots in use from which the cluster counts as loaded (default 95%)" },
    { "wait", 0, OPTION_TIME, AT(wait_us), GIVEN(wait_given), .letter = 'w',
      .help = "wait that tasks face (default: from the log's settings)" },
    { "by", 0, OPTION_WORD, AT(by), GIVEN(by_pool), .words = groups, .letter = 'x',
      .help = "localities and the cost of distance, a row for each pool" },
    { .name = NULL },
};
/* The program's name, three times. */
static const char examples[] =
    "Examples:\n"
    "  %s traces/recorded-tasks.csv\n"
    "  %s --busy 80%% --wait 3s traces/recorded-tasks.csv\n"
    "  slot-trace traces/recorded-tasks.csv | %s\n";

/* ---- rows ------------------------------------------------------------------------------------ */

/* Six digits: further ones depend on the processor's log(), and no sample is good for them. */
static void put_real(struct sw_out *out, double x)
{
    char text[32];
    if (isnan(x))
        sw_out_empty(out);
    else {
        snprintf(text, sizeof text, "%.6g", x);
        sw_out_str(out, text);
    }
}

/* value NaN: the sample cannot carry it, and the note begins with "cannot tell". lo and hi are the ends of a 95 %
 * interval. */
struct row { const char *what; double value, lo, hi; uint64_t n; const char *note; };

static void rates_put_row(struct sw_out *out, const struct row *r)
{
    sw_out_str(out, r->what);
    put_real(out, r->value);
    put_real(out, r->lo);
    put_real(out, r->hi);
    sw_out_u64(out, r->n);
    sw_out_str(out, r->note);
    sw_out_end_row(out);
}

/* A row without an interval. */
static void rates_put(struct sw_out *out, const char *what, double value, uint64_t n, const char *note)
{
    rates_put_row(out, &(struct row){ what, value, NAN, NAN, n, note });
}

/* Wilson's interval for a share. z is the normal quantile of 97.5 %. Unlike the normal interval it stays within 0 and
 * 1 and is right near them. */
static void put_share(struct sw_out *out, const char *what, uint64_t k, uint64_t n)
{
    double z = 1.959963984540054, nn = (double)n, p = (double)k / nn, mid = (p + z * z / (2 * nn)) / (1 + z * z / nn);
    double half = z / (1 + z * z / nn) * sqrt(p * (1 - p) / nn + z * z / (4 * nn * nn));
    if (n == 0)
        rates_put(out, what, NAN, 0, "cannot tell: no task is known to read a block");
    else
        rates_put_row(out, &(struct row){ what, p, fmax(0, mid - half), fmin(1, mid + half), n, NULL });
}

/* The ratio of task times with how it was found: the sample, the method of the interval, and what it may be confused
 * with. */
static void put_penalty(struct measure *m, enum measure_level level, uint32_t pool, const char *what,
                        struct sw_out *out)
{
    struct sw_ratio r = estimate_penalty(m, level, pool);
    char note[400];
    snprintf(note, sizeof note, "%s%s%s%llu node-local and %llu further tasks in %llu stage%s; %s",
             r.tells ? "" : "cannot tell: ", r.tells ? "" : r.why, r.tells ? "" : ": ", (unsigned long long)r.n_node,
             (unsigned long long)r.n_level, (unsigned long long)r.n_stages, r.n_stages == 1 ? "" : "s",
             r.over_stages ? "t over stages" : "spread within stages");
    if (r.tells && r.lo <= 1 && r.hi >= 1)
        strcat(note, "; not told from 1");
    if (r.doubt)
        snprintf(note + strlen(note), sizeof note - strlen(note), "; %s", r.doubt);
    rates_put_row(out, &(struct row){ what, r.value, r.lo, r.hi, r.n_node + r.n_level, note });
}

/* The count of ends in a given time as a Poisson variable (Garwood 1936). It is told from 10 ends on. */
static void put_rate(struct sw_out *out, const char *what, uint64_t n, double s, const char *why)
{
    double lo = n > 0 ? gsl_cdf_chisq_Pinv(0.025, 2 * (double)n) / 2 / s : 0,
           hi = gsl_cdf_chisq_Pinv(0.975, 2 * (double)n + 2) / 2 / s;
    char note[160];
    bool tells = n >= 10 && s > 0;
    snprintf(note, sizeof note, "%sslots released a second in %.6g s%s",
             tells ? "" : "cannot tell: fewer than 10 ends: ", s, why);
    rates_put_row(out, &(struct row){ what, tells ? (double)n / s : NAN, tells ? lo : NAN, tells ? hi : NAN, n, note });
}

/* The ends are the quantiles at p plus and minus 1.96 deviations of a binomial share. From 10 values on, and where
 * both ranks are within the sample. */
static void put_quantile(struct sw_out *out, const char *what, struct sw_quantiles *q, double p)
{
    uint64_t n = sw_quantiles_n(q);
    double half = n > 0 ? 1.959963984540054 * sqrt(p * (1 - p) / (double)n) : 0; /* in rank: normal for binomial */
    double lo = p - half, hi = p + half;
    bool both = n >= 10 && lo > 0 && hi < 1;
    rates_put_row(out, &(struct row){ what, sw_quantiles_get(q, p), both ? sw_quantiles_get(q, lo) : NAN,
                                both ? sw_quantiles_get(q, hi) : NAN, n, NULL });
}

/* Means and quantiles of done tasks, in seconds; those by level are of tasks that read blocks. */
static void put_times(struct measure *m, struct sw_out *out)
{
    static const char *const names[] = { "task_s_node_p50", "task_s_rack_p50", "task_s_any_p50" };
    struct sw_interval i = sw_moments_interval(&m->mean_s, 0.95);
    rates_put_row(out, &(struct row){ "task_s_mean", sw_moments_mean(&m->mean_s), i.lo, i.hi, m->n_done, NULL });
    put_quantile(out, "task_s_p10", m->done_s, 0.1);
    put_quantile(out, "task_s_p50", m->done_s, 0.5);
    put_quantile(out, "task_s_p90", m->done_s, 0.9);
    put_quantile(out, "task_s_p99", m->done_s, 0.99);
    for (int l = 0; l < MEASURE_LEVELS; l++)
        put_quantile(out, names[l], m->level_s[l], 0.5);
    put_quantile(out, "tasks_per_job_p50", m->tasks_per_job, 0.5);
    put_quantile(out, "block_readers_per_job_p50", m->readers_per_job, 0.5);
}

/* A wait costs more than the task in stages whose mean task is shorter than it. */
static void put_short(const struct rates_config *cfg, struct measure *m, struct sw_out *out)
{
    double wait_s = cfg->wait_given ? (double)cfg->wait_us / (double)SW_US_PER_S : m->wait_s;
    uint64_t n_short, n_stages;
    char note[100];
    estimate_short_stages(m, wait_s, &n_short, &n_stages);
    if (isnan(wait_s))
        rates_put(out, "stages_shorter_than_wait", NAN, n_stages, "cannot tell: the wait is not in the log (--wait)");
    else {
        snprintf(note, sizeof note, "stages that read blocks with a mean task under the wait of %g s", wait_s);
        rates_put(out, "stages_shorter_than_wait", (double)n_short, n_stages,
                  n_stages > 0 ? note : "cannot tell: no stage reads blocks");
    }
}

/* Rows in the order of the man page. n is the size of what the value was counted in. */
static void rates_put_all(const struct rates_config *cfg, struct measure *m, struct sw_out *out)
{
    static const char *const header[] = { "what", "value", "lo", "hi", "n", "note", NULL };
    sw_out_header(out, header);
    rates_put(out, "jobs", (double)m->n_jobs, m->n_jobs, NULL);
    rates_put(out, "attempts", (double)m->n_attempts, m->n_attempts, NULL);
    rates_put(out, "block_readers", (double)m->n_tasks, m->n_done,
              m->n_tasks == 0 ? "cannot tell: no task is known to read a block" : NULL);
    rates_put(out, "left_out_process", (double)m->n_process, m->n_done,
              m->n_process > 0 ? "PROCESS_LOCAL covers tasks without any preference" : NULL);
    rates_put(out, "left_out_no_input", (double)m->n_no_input, m->n_done,
              m->n_no_input > 0 ? "what they are close to is shuffle output and no block" : NULL);
    rates_put(out, "left_out_none", (double)m->n_no_preference, m->n_done, NULL);
    rates_put(out, "left_out_unknown", (double)m->n_no_locality, m->n_done, NULL);
    static const char *const names[] = { "share_node", "share_rack", "share_any" };
    for (int l = 0; l < MEASURE_LEVELS; l++)
        put_share(out, names[l], sw_quantiles_n(m->level_s[l]), m->n_tasks);
    put_penalty(m, MEASURE_RACK, MEASURE_ALL, "penalty_rack", out);
    put_penalty(m, MEASURE_ANY, MEASURE_ALL, "penalty_any", out);
    char note[64];
    rates_put(out, "slots", (double)m->slots, m->n_attempts,
              m->has_cluster ? "the most at once" : "the most attempts at once: the log tells no slots");
    const char *nodes_note = m->nodes == 0 ? "not known" : m->has_cluster ? "the most at once" : "named in the log";
    rates_put(out, "nodes", m->nodes > 0 ? (double)m->nodes : NAN, m->n_attempts, nodes_note);
    rates_put(out, "used_share", m->used_share, m->n_attempts, "mean share of the slots taken while anything runs");
    snprintf(note, sizeof note, "share of that time with at least %g%% taken", 100 * cfg->busy);
    rates_put(out, "busy_share", m->span_s > 0 ? m->busy_s / m->span_s : NAN, m->n_attempts, note);
    put_rate(out, "releases_per_s", m->n_ends, m->span_s, "");
    put_rate(out, "releases_busy_per_s", m->n_busy_ends, m->busy_s, " under load");
    put_times(m, out);
    put_short(cfg, m, out);
}

/* --by pool: shares and penalties of one pool alone. Slots are shared by all pools, so there is no rate of a pool. */
static void put_pool(struct measure *m, uint32_t pool, const char *name, size_t len, struct sw_out *out)
{
    static const char *const shares[] = { "share_node", "share_rack", "share_any" };
    uint64_t n[MEASURE_LEVELS] = { 0 }, all = 0;
    for (size_t i = 0; i < m->n_tasks; i++)
        if (m->tasks[i].pool == pool)
            n[m->tasks[i].level]++, all++;
    sw_out_text(out, name, len);
    rates_put(out, "block_readers", (double)all, all, NULL);
    for (int l = 0; l < MEASURE_LEVELS; l++) {
        sw_out_text(out, name, len);
        put_share(out, shares[l], n[l], all);
    }
    sw_out_text(out, name, len);
    put_penalty(m, MEASURE_RACK, pool, "penalty_rack", out);
    sw_out_text(out, name, len);
    put_penalty(m, MEASURE_ANY, pool, "penalty_any", out);
}

/* All files are measured as one log. */
static int rates_run(const struct rates_config *cfg, const struct sw_cli *cli, struct sw_err *err)
{
    struct measure m;
    struct sw_out *out;
    size_t n = 0;
    while (cli->files[n])
        n++;
    int status = fromlog_measure(&m, cli->files, n, cfg->cluster, cfg->busy, cli, err);
    if (status == SW_OK && (status = sw_cli_open(cli, &out, cli->output, err)) == SW_OK) {
        if (cfg->by_pool) {
            static const char *const header[] = { "pool", "what", "value", "lo", "hi", "n", "note", NULL };
            sw_out_header(out, header);
            for (size_t i = 0; i < sw_keys_count(m.pools); i++) {
                size_t len;
                const char *name = sw_keys_text(m.pools, i, &len);
                put_pool(&m, (uint32_t)i, name, len, out);
            }
        } else
            rates_put_all(cfg, &m, out);
        status = sw_out_close(out, err);
    }
    measure_clear(&m);
    return status;
}

int rates_main(const char *name, int argc, char **argv)
{
    char after[sizeof examples + 100];
    const struct sw_tool tool = { name, RATES_SUMMARY, "[LOG...]", after,
        SW_CLI_TABLE | SW_CLI_PROGRESS | SW_CLI_PRETTY, .rows = { rows } };
    struct rates_config cfg = { .busy = 0.95 };
    struct sw_cli cli;
    struct sw_err err = { SW_EXIT_OK, "" };
    snprintf(after, sizeof after, examples, name, name, name);
    sw_cli_start(&cli, &tool, &cfg, argc, argv);
    return sw_cli_finish(&cli, rates_run(&cfg, &cli, &err), &err);
}
