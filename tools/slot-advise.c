/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-advise - from a log to a decision: which locality wait its jobs should have had, what that gains, who loses,
 * and how sure that is. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tools/advise/gangs_page.h"
#include "tools/advise/lint.h"
#include "tools/advise/page.h"
#include "tools/advise/rates.h"
#include "tools/advise/recommend.h"
#include "tools/advise/settings.h"
#include "tools/replay/input.h"

struct advise {
    struct config replay;        /* first: the options of slot-replay that this program takes are read into it */
    const struct sw_dialect *emit;
    const char *html;
    uint64_t runs, jobs;
    bool rows;
    bool gangs;                  /* jobs start all at once: the wait for one switch */
};
struct outputs_of { struct sw_out *main, *html; }; /* html NULL: not wanted */

enum { OPT_EMIT_SETTINGS = 2000, OPT_HTML, OPT_DAYS, OPT_ROWS };

static const struct argp_option options[] = {
    { 0, 0, 0, 0, "The log:", 1 },
    { "cluster", SW_CLI_NAMED, "FILE", SW_CLI_SHORT, "nodes, racks and slots, where the log does not record them", 1 },
    { "map-slots", SW_CLI_NAMED, "COUNT", 0, "map slots of each node, where the log does not record them", 1 },
    { "reduce-slots", SW_CLI_NAMED, "COUNT", 0, "reduce slots of each node, likewise", 1 },
    { "slots", SW_CLI_NAMED, "COUNT", 0, "slots of each node for tasks of any kind, likewise", 1 },
    { "topology", SW_CLI_NAMED, "FILE", SW_CLI_SHORT, "racks of the nodes, from a Rumen topology or a nodes file", 1 },
    { 0, 0, 0, 0, "What was in force:", 2 },
    { "delay", SW_CLI_NAMED, "RULE", SW_CLI_SHORT, "the wait that the log was made under, if it does not say", 2 },
    { "order", SW_CLI_NAMED, "RULE", 0, "which job went first, if the log does not say", 2 },
    { "pools", SW_CLI_NAMED, "FILE", SW_CLI_SHORT, "weights, minimum and maximum shares of the pools", 2 },
    { "preset", SW_CLI_NAMED, "NAME", SW_CLI_SHORT, "the system that the log was made by, if it does not say", 2 },
    { 0, 0, 0, 0, "Jobs that start all at once:", 4 },
    { "width", SW_CLI_NAMED, "slots|nodes", SW_CLI_SHORT,
      "say how long they should wait for nodes of one switch; the nodes' racks are in --cluster", 4 },
    { "backfill", SW_CLI_NAMED, "RULE", 0, "what went before a job that did not fit (default none)", 4 },
    { "switches", SW_CLI_NAMED, "1@TIME[,first]", 0, "the wait that was in force (default none)", 4 },
    { "penalty", SW_CLI_NAMED, "off=X", 0,
      "a job across switches takes X times as long (default: several are tried)", 4 },
    { 0, 0, 0, 0, "The answer:", 3 },
    { "emit", OPT_EMIT_SETTINGS, "DIALECT", SW_CLI_SHORT,
      "print configuration lines alone: spark, yarn-fair, yarn-capacity, hadoop1 or hadoop-0.20", 3 },
    { "html", OPT_HTML, "FILE", SW_CLI_SHORT, "also write the page as HTML to FILE", 3 },
    { "rows", OPT_ROWS, 0, 0, "print a CSV row per wait, and no page", 3 },
    { "jobs", 'j', "COUNT", 0, "replay up to COUNT waits at once (default: one per processor)", 3 },
    { "runs", OPT_DAYS, "COUNT", 0, "days that might have been, beside the log's own (default: 10, of large logs less)",
      3 },
    { 0 }
};

static int set_emit(struct advise *v, const char *arg, struct sw_err *err)
{
    v->emit = sw_dialect_find(arg);
    if (!v->emit || !v->emit->node_key)
        return sw_err_usage(err, "--emit: not spark, yarn-fair, yarn-capacity, hadoop1 or hadoop-0.20: '%s'", arg);
    return SW_OK;
}

static int option(struct sw_cli *cli, int key, const char *arg, struct sw_err *err)
{
    struct advise *v = cli->config;
    switch (key) {
    case OPT_EMIT_SETTINGS: return set_emit(v, arg, err);
    case OPT_HTML: v->html = arg; return SW_OK;
    case OPT_ROWS: v->rows = true; return SW_OK;
    case OPT_DAYS: return sw_opt_count("--runs", arg, 2, 1000, &v->runs, err);
    default: return sw_opt_count("--jobs", arg, 1, 64, &v->jobs, err);
    }
}

static void put_advised(const struct advise *v, const struct advised *of, const struct outputs_of *out)
{
    const struct sw_dialect *d = v->emit ? v->emit : settings_dialect(&of->study);
    if (v->rows)
        rows_put_study(of, out->main);
    else if (v->emit)
        settings_put(of, d, out->main);
    else
        page_put_text(of, d, out->main);
    if (out->html)
        html_put(of, d, out->html);
}

static int advise_waits(struct sw_cli *cli, const char *file, const char *name, const struct outputs_of *out,
                        struct sw_err *err)
{
    const struct advise *v = cli->config;
    const struct advised_ask ask = { .n_runs = v->runs, .threads = v->jobs, .remote_cost_s = NAN };
    struct advised *of = calloc(1, sizeof *of);
    if (!of)
        return sw_err_memory(err);
    of->name = name;
    int status = recorded_read(&of->recorded, cli, file, err);
    if (status == SW_OK)
        status = advised_study(of, cli, &ask, err);
    if (status == SW_OK && !of->log->lacks && sw_damage_total(sw_trace_damage(of->log->trace)) > 0)
        sw_cli_warn(cli, "the log is damaged (slot-trace --check tells where)");
    if (status == SW_OK)
        put_advised(v, of, out);
    advised_clear(of);
    free(of);
    return status;
}

static int advise_gangs(struct sw_cli *cli, const char *file, const char *name, const struct outputs_of *out,
                        struct sw_err *err)
{
    const struct advise *v = cli->config;
    struct gangs g = { .name = name };
    int status = gangs_study(&g, cli, file, v->runs, v->jobs, err);
    if (status == SW_OK)
        (v->rows ? gangs_page_put_rows : gangs_page_put)(&g, out->main);
    gangs_clear(&g);
    return status;
}

static int advise_log(struct sw_cli *cli, const char *file, const struct outputs_of *out, struct sw_err *err)
{
    const struct advise *v = cli->config;
    const char *name = strcmp(file, "-") == 0 ? "standard input" : file;
    if (input_is_piped(file) && cli->n_files > 1)
        return sw_err_usage(err, "a pipe must be the only log: '%s'", file);
    return v->gangs ? advise_gangs(cli, file, name, out, err) : advise_waits(cli, file, name, out, err);
}

static int advise_logs(struct sw_cli *cli, const struct outputs_of *out, struct sw_err *err)
{
    const struct advise *v = cli->config;
    if (v->rows)
        (v->gangs ? gangs_page_put_names : rows_put_names)(out->main);
    if (out->html)
        html_put_head(out->html);
    for (size_t i = 0; i < cli->n_files; i++) {
        if (i > 0 && !v->rows)
            sw_out_printf(out->main, "\n\n");
        if (advise_log(cli, cli->files[i], out, err) != SW_OK)
            return SW_FAIL;
    }
    if (out->html)
        html_put_foot(out->html);
    return SW_OK;
}

/* G2: other answers are for tasks that wait for their data. */
static int check_gangs(struct advise *v, struct sw_err *err)
{
    static const char *const only[] = { "backfill", "switches", "penalty" };
    if (setup_has_width(&v->replay, &v->gangs, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < sizeof only / sizeof *only; i++)
        if (!v->gangs && options_given(&v->replay, only[i]))
            return sw_err_usage(err, "--%s: only with --width", only[i]);
    if (v->gangs && (v->emit || v->html))
        return sw_err_usage(err, "%s: not with --width", v->emit ? "--emit" : "--html");
    return SW_OK;
}

static int run(struct sw_cli *cli, struct sw_err *err)
{
    struct advise *v = cli->config;
    struct outputs_of out = { 0 };
    if (check_gangs(v, err) != SW_OK)
        return SW_FAIL;
    if (v->rows && v->emit)
        return sw_err_usage(err, "--rows, --emit: one of them");
    if ((cli->stamp || cli->pretty || cli->shape.format != SW_FORMAT_CSV) && !v->rows)
        return sw_err_usage(err, "--format, --pretty, --stamp: only with --rows");
    if (v->jobs == 0)
        v->jobs = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN);
    int status = sw_cli_open(cli, &out.main, cli->output, err);
    if (status == SW_OK && v->html)
        status = sw_out_open(&out.html, v->html, err);
    if (status == SW_OK)
        status = advise_logs(cli, &out, err);
    if (status == SW_OK && out.html) {
        status = sw_out_close(out.html, err);
        out.html = NULL;
    }
    if (status == SW_OK)
        return sw_out_close(out.main, err);
    sw_out_abandon(out.html);
    sw_out_abandon(out.main);
    return SW_FAIL;
}

/* ---- other questions of a log -------------------------------------------------------------------- */

static const struct subcommand {
    const char *name, *full, *summary;
    int (*main)(const char *name, int argc, char **argv);
} subcommands[] = {
    { "rates", "slot-advise rates", RATES_SUMMARY, rates_main },
    { "recommend", "slot-advise recommend", "the answer as rows, for all jobs and each size of job, beside the formula",
      recommend_main },
    { "lint", "slot-advise lint", LINT_SUMMARY, lint_main },
};
enum { N_SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

static void put_subcommands(FILE *to)
{
    fprintf(to, "Subcommands ('slot-advise SUBCOMMAND --help' tells more; a log of that name is ./NAME):\n");
    for (size_t i = 0; i < N_SUBCOMMANDS; i++)
        fprintf(to, "  %-10s %s\n", subcommands[i].name, subcommands[i].summary);
}

int main(int argc, char **argv)
{
    static const struct sw_tool tool = {
        .name = "slot-advise", .summary = "say which locality wait the jobs of a log should have, and how sure that is",
        .args = "[LOG...]", .options = options, .option = option, .named = options_read,
        .common = SW_CLI_OUTPUT | SW_CLI_SEED | SW_CLI_PROGRESS | SW_CLI_ROWS | SW_CLI_PRETTY
                  | SW_CLI_STRICT,
        .lists = put_subcommands,
        .after = "Examples:\n"
                 "  slot-advise application_1472176676028_407508\n"
                 "  slot-advise --topology topology.json --html page.html jobs.json.gz\n"
                 "  slot-advise --emit spark application_1472176676028_407508 >> spark-defaults.conf\n",
    };
    for (size_t i = 0; argc > 1 && i < N_SUBCOMMANDS; i++)
        if (strcmp(argv[1], subcommands[i].name) == 0)
            return subcommands[i].main(subcommands[i].full, argc - 1, argv + 1);
    struct advise v = { .replay = runs_config };
    struct sw_cli cli;
    struct sw_err err = { 0 };
    sw_cli_start(&cli, &tool, &v, argc, argv);
    return sw_cli_finish(&cli, run(&cli, &err), &err);
}
