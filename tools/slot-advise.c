/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-advise - from a log to a decision: which locality wait its jobs should have had, what that gains, who loses,
 * and how sure that is.
 *
 * This file reads the command line and says which of four pages is made. advised.c studies one log, and page.c,
 * rows.c and settings.c say what came of it. folder.c studies many applications of Spark, before.c compares two days
 * of them. gangs/ is for jobs that start all at once. The subcommands rates, lint and recommend are programs of their
 * own with other options. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "lib/trace/import/sw_importer.h"
#include "lib/trace/stream/sw_stream.h"
#include "tools/advise/before.h"
#include "tools/advise/folder.h"
#include "tools/advise/gangs/gangs.h"
#include "tools/advise/lint.h"
#include "tools/advise/page.h"
#include "tools/advise/rates.h"
#include "tools/advise/recommend/recommend.h"
#include "tools/advise/settings.h"
#include "tools/replay/replay.h"

/* What the command line asked for. cli->config points to it and is also read as a struct config, so `replay` stays
 * first. */
struct advise {
    struct config replay;        /* first: the options of slot-replay that this program takes are read into it */
    const struct sw_dialect *emit;
    const char *html;
    uint64_t runs, jobs, replication;
    int64_t remote_cost_us;
    bool has_remote_cost;        /* else as the log tells */
    bool rows;
    bool from_rows, again;       /* of many applications: files of rows are among the logs; rows do not spare a log */
    const char *before, *after;  /* folders or files of rows of two days */
    struct folder_page page;
    bool of_many;                /* an option of their page was given */
    bool gangs;                  /* jobs start all at once: the wait for one switch */
};
struct outputs_of { struct sw_out *main, *html; }; /* html NULL: not wanted */

/* ---- options --------------------------------------------------------------------------------------- */

/* As slot-replay has it. */
static int parse_replayed(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    return options_read(&((struct advise *)to)->replay, row->name, arg, err);
}

/* Milliseconds since 1970 in UTC, as struct sw_import_rules takes them. There 0 means "not given", so 1970 itself is
 * refused. */
static int parse_date(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    static const char *const forms[] = { "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M",
                                         "%Y-%m-%d" };
    int64_t *ms = (void *)((char *)to + row->offset);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct tm tm = { .tm_isdst = 0 };
        const char *end = strptime(arg, forms[i], &tm);
        const time_t at = end && (*end == '\0' || strcmp(end, "Z") == 0) ? timegm(&tm) : 0;
        if (at > 0) {
            *ms = 1000 * (int64_t)at;
            return SW_OK;
        }
    }
    return sw_err_usage(err, "--%s: not a time as 2026-11-27T08:00: '%s'", row->name, arg);
}

/* A dialect without keys, such as plain skips, has no line to paste, so it is refused. */
static int parse_dialect(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct advise *v = to;
    (void)row;
    v->emit = sw_dialect_find(arg);
    if (!v->emit || !v->emit->node_key)
        return sw_err_usage(err, "--dialect: not spark, yarn-fair, yarn-time, yarn-capacity, hadoop1 or hadoop-0.20: "
                                 "'%s'", arg);
    return SW_OK;
}

/* Options of slot-replay go through its own reader, so that words, ranges and errors are the same in both programs.
 * Options of this program alone name their member. */
#define AT(member) OPTION_AT(struct advise, member)
#define GIVEN(member) OPTION_GIVEN(struct advise, member)
#define REPLAYED(of) of, OPTION_OWN, AT(replay), .parse = parse_replayed
enum { OF_LOG = 1, OF_FORCE, OF_ANSWER, OF_GANGS, OF_MANY, OF_BESIDES };

static const struct option_row advise_rows[] = {
    { "cluster", REPLAYED(OF_LOG), .arg = "FILE", .flags = OPTION_SHORT,
      .help = "nodes, racks and slots, where the log does not record them" },
    { "map-slots", REPLAYED(OF_LOG), .arg = "COUNT",
      .help = "map slots of each node, where the log does not record them" },
    { "reduce-slots", REPLAYED(OF_LOG), .arg = "COUNT", .help = "reduce slots of each node, if the log does not say" },
    { "slots-per-node", REPLAYED(OF_LOG), .arg = "COUNT",
      .help = "slots of each node, for any task, if the log does not say" },
    { "topology", REPLAYED(OF_LOG), .arg = "FILE", .flags = OPTION_SHORT,
      .help = "racks: a Rumen topology, a nodes file, or one" },
    { "from", OF_LOG, OPTION_OWN, AT(replay.from_ms), .parse = parse_date, .arg = "TIME",
      .help = "event logs of Spark: jobs submitted from then on, as 2026-11-27T08:00 (UTC)" },
    { "to", OF_LOG, OPTION_OWN, AT(replay.to_ms), .parse = parse_date, .arg = "TIME",
      .help = "jobs submitted before then" },
    { "delay", REPLAYED(OF_FORCE), .arg = "RULE", .flags = OPTION_SHORT,
      .help = "the wait that the log was made under, if it does not say" },
    { "order", REPLAYED(OF_FORCE), .arg = "RULE", .help = "which job went first, if the log does not say" },
    { "pools", REPLAYED(OF_FORCE), .arg = "FILE", .flags = OPTION_SHORT,
      .help = "weights, minimum and maximum shares of the pools" },
    { "preset", REPLAYED(OF_FORCE), .arg = "NAME", .flags = OPTION_SHORT,
      .help = "the system that the log was made by, if it does not say" },
    { "remote-cost", OF_BESIDES, OPTION_TIME, AT(remote_cost_us), GIVEN(has_remote_cost),
      .help = "a task takes TIME longer beyond the rack of its data (default: by the log, as far as it tells)" },
    { "penalty", REPLAYED(OF_BESIDES), .arg = "rack=X,any=Y",
      .help = "a task takes X times as long in the rack of its data and Y times beyond; any=Y: a job across switches" },
    { "replication", OF_BESIDES, OPTION_COUNT, AT(replication), 1, 8, .arg = "N",
      .help = "hosts of each block, where the log names none (default: 1 to 3)" },
    { "width", REPLAYED(OF_GANGS), .arg = "slots|nodes", .flags = OPTION_SHORT,
      .help = "say how long they should wait for nodes of one switch; the nodes' racks are in --cluster" },
    { "backfill", REPLAYED(OF_GANGS), .arg = "RULE", .help = "what went before a job that did not fit (default none)" },
    { "switches", REPLAYED(OF_GANGS), .arg = "1@TIME[,first]", .help = "the wait that was in force (default none)" },
    { "dialect", OF_ANSWER, OPTION_OWN, AT(emit), .parse = parse_dialect, .arg = "DIALECT", .flags = OPTION_SHORT,
      .help = "print configuration lines alone: spark, yarn-fair, yarn-time, yarn-capacity, hadoop1 or hadoop-0.20" },
    { "html", OF_ANSWER, OPTION_TEXT, AT(html), .flags = OPTION_SHORT, .help = "also write the page as HTML to FILE" },
    { "rows", OF_ANSWER, OPTION_FLAG, AT(rows), .help = "print a CSV row per wait, and no page" },
    { "parallel", OF_ANSWER, OPTION_COUNT, AT(jobs), 1, 64, .letter = 'j',
      .help = "replay so many waits, or applications, at once (default: one per processor)" },
    { "runs", OF_ANSWER, OPTION_COUNT, AT(runs), 2, 1000,
      .help = "resampled days (default: 6 to 24, of large logs less)" },
    { "per", OF_MANY, OPTION_WORD, AT(page.per), GIVEN(of_many), .words = platform_per_words, .arg = "WORD",
      .flags = OPTION_SHORT, .help = "a row of the page for each user (default), log, queue or pool" },
    { "price", OF_MANY, OPTION_REAL, AT(page.price), GIVEN(of_many), .most_real = 1e9, .help = "of an executor-hour" },
    { "from-rows", OF_MANY, OPTION_FLAG, AT(from_rows),
      .help = "files of --rows are among the arguments; logs they have are not read" },
    { "before", OF_MANY, OPTION_TEXT, AT(before), .arg = "PATH",
      .help = "a folder of logs, or their --rows: compare it with that of --after" },
    { "after", OF_MANY, OPTION_TEXT, AT(after), .arg = "PATH",
      .help = "the same after a change: what it came to, by the names of applications" },
    { "again", OF_MANY, OPTION_FLAG, AT(again), .help = "with --from-rows: read all logs that are named" },
    { .name = NULL },
};

/* ---- one log ---------------------------------------------------------------------------------------- */

/* NaN, 0 and 0 leave the cost of distance, the replication and the number of days to the study. */
static struct advised_ask ask_of(const struct advise *v)
{
    return (struct advised_ask){ .n_runs = v->runs, .threads = v->jobs, .replication = v->replication,
        .remote_cost_s = v->has_remote_cost ? (double)v->remote_cost_us / (double)SW_US_PER_S : NAN };
}

/* A log of tasks without any. Of --from and --to that is an answer. */
static bool has_no_row(const struct advise *v, const struct sw_log *log)
{
    return sw_trace_is_tasks(log->trace) && log->n_attempts == 0 && v->replay.from_ms == 0 && v->replay.to_ms == 0;
}

/* One log, one study, and as many outputs of it as were asked for. A log that lacks something is answered, too: page
 * and rows then have the reason alone. */
static int advise_waits(struct sw_cli *cli, const struct apps_log *log, const char *name,
                        const struct outputs_of *out, struct sw_err *err)
{
    const struct advise *v = cli->config;
    const struct advised_ask ask = ask_of(v);
    struct advised *of = calloc(1, sizeof *of);
    if (!of)
        return sw_err_memory(err);
    of->name = name;
    int status = recorded_read_files(&of->recorded, cli, log, err);
    if (status == SW_OK)
        status = advised_study(of, cli, &ask, err);
    if (status == SW_OK)
        status = advised_name_jobs(of, log, err);
    /* A log that lacks something says so on its page, and a warning of damage beside it would hide the reason. */
    if (status == SW_OK && !of->log->lacks && sw_damage_total(sw_trace_damage(of->log->trace)) > 0)
        sw_cli_warn(cli, "the log is damaged (slot-trace --check tells where)");
    if (status == SW_OK && has_no_row(v, of->log))
        status = sw_err_set(err, "%s: nothing to advise on: %s", name, of->log->lacks);
    if (status == SW_OK) {
        const struct sw_dialect *d = v->emit ? v->emit : settings_dialect(&of->study);
        if (v->rows)
            rows_put_study(of, out->main);
        else if (v->emit)
            settings_put(of, d, out->main);
        else
            page_put(of, d, &(struct sheet){ out->main, false });
        /* The HTML page goes with any form of the main output. */
        if (out->html)
            page_put(of, d, &(struct sheet){ out->html, true });
    }
    advised_clear(of);
    free(of);
    return status;
}

/* The question of --width: how long jobs of several nodes wait for one switch (G8). It has no HTML and no dialect. */
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

/* The name is for messages and rows. A log has the name by which it was given, where that is this log alone, else its
 * application's. */
static int advise_log(struct sw_cli *cli, const struct apps_log *log, const struct outputs_of *out,
                      struct sw_err *err)
{
    const struct advise *v = cli->config;
    const char *file = log->named ? log->named : v->gangs ? log->path[0] : log->name;
    const char *name = strcmp(file, "-") == 0 ? "standard input" : file;
    /* apps_find() does not look into a pipe, so whose log it holds is not known before it is read. */
    if (input_is_piped(file) && cli->n_files > 1)
        return sw_err_usage(err, "a pipe must be the only log: '%s'", file);
    /* The failure of the search for logs is reported here, in the log's turn, so that those before it are answered. */
    if (log->failed) {
        *err = *log->failed;
        return SW_FAIL;
    }
    return v->gangs ? advise_gangs(cli, file, name, out, err) : advise_waits(cli, log, name, out, err);
}

/* A page for each. Of several one that fails is told of, and the others are answered. */
static int advise_each(struct sw_cli *cli, const struct apps *a, const struct outputs_of *out, struct sw_err *err)
{
    const struct advise *v = cli->config;
    size_t n_failed = 0, n_put = 0;
    if (v->rows)
        (v->gangs ? gangs_page_put_names : rows_put_names)(out->main);
    for (size_t i = 0; i < a->n; i++) {
        struct sw_err why = { 0 };
        if (n_put > 0 && !v->rows)
            sw_out_printf(out->main, "\n\n");
        if (advise_log(cli, &a->log[i], out, &why) == SW_OK) {
            n_put++;
            continue;
        }
        if (a->n == 1 || why.exit == SW_EXIT_USAGE) {
            *err = why;
            return SW_FAIL;
        }
        n_failed++;
        sw_cli_say(cli, "%s", why.text);
    }
    if (n_failed > 0)
        sw_err_set(err, "%zu of %zu logs could not be read or replayed", n_failed, a->n);
    return SW_OK;
}

/* ---- many applications ------------------------------------------------------------------------------- */

/* SW_OK with an error text in *err: the page was written although some applications failed. advise_run() then fails. */
static int advise_many(struct sw_cli *cli, const struct apps *a, struct platform *p, const struct outputs_of *out,
                       struct sw_err *err)
{
    const struct advise *v = cli->config;
    const struct advised_ask ask = ask_of(v);
    size_t n_failed = 0, n = 0;
    if (v->emit)
        return sw_err_usage(err, "--dialect: of one application, not of several");
    if (folder_study(p, cli, a, &(struct folder_ask){ &ask, v->again }, err) != SW_OK)
        return SW_FAIL;
    /* The same application from two inputs would count its executor-hours twice. */
    if (p->n_repeated > 0)
        sw_cli_warn(cli, "the rows have %llu applications again: each counts once",
                    (unsigned long long)p->n_repeated);
    if (p->n_other > 0)
        sw_cli_warn(cli, "%llu applications have id and start of another, or their rows were made by other options: "
                    "each counts", (unsigned long long)p->n_other);
    /* Each application has one row of the role "recorded"; the others are its settings. */
    for (size_t i = 0; i < p->n; i++) {
        n += sw_text_is(p->row[i].role, "recorded");
        n_failed += sw_text_is(p->row[i].why, "unreadable");
    }
    if (n_failed > 0)
        sw_err_set(err, "%zu of %zu logs could not be read or replayed", n_failed, n);
    int status = SW_OK;
    if (v->rows)
        folder_put_rows(p, out->main);
    else
        status = folder_page_put(p, &v->page, &(struct sheet){ out->main, false }, err);
    if (status == SW_OK && out->html)
        status = folder_page_put(p, &v->page, &(struct sheet){ out->html, true }, err);
    return status;
}

/* Files of rows are taken out of the arguments. What has rows goes into *p, and the rest stays in `logs`, which has
 * room for all arguments. */
static int take_rows(struct sw_cli *cli, const char **logs, size_t *n_logs, struct platform *p, struct sw_err *err)
{
    const struct advise *v = cli->config;
    for (size_t i = 0; i < cli->n_files; i++) {
        bool rows = false;
        if (v->from_rows && folder_read_rows(p, cli->files[i], &rows, err) != SW_OK)
            return SW_FAIL;
        if (!rows)
            logs[(*n_logs)++] = cli->files[i];
    }
    return SW_OK;
}

/* A folder of logs, or rows of one. A regular file is tried as rows first, since an event log has no column `digest`.
 * A folder is always one of logs. */
static int read_day(struct sw_cli *cli, const char *path, struct platform *p, struct sw_err *err)
{
    const struct advise *v = cli->config;
    const struct advised_ask ask = ask_of(v);
    struct apps a = { .n = 0 };
    struct stat s;
    bool rows = false;
    if (stat(path, &s) == 0 && S_ISREG(s.st_mode) && folder_read_rows(p, path, &rows, err) != SW_OK)
        return SW_FAIL;
    if (rows)
        return platform_sort(p, err);
    int status = apps_find(&a, &path, 1, err);
    if (status == SW_OK && a.n_spark == 0)
        status = sw_err_data(err, path, 0, NULL, "no event log of Spark");
    if (status == SW_OK)
        status = folder_study(p, cli, &a, &(struct folder_ask){ &ask, false }, err);
    apps_clear(&a);
    return status;
}

static int compare_days(struct sw_cli *cli, const struct outputs_of *out, struct sw_err *err)
{
    const struct advise *v = cli->config;
    struct platform before = { .n = 0 }, after = { .n = 0 };
    if (!v->before || !v->after)
        return sw_err_usage(err, "--before, --after: both of them");
    if (cli->n_named > 0 || v->rows || v->emit || v->gangs || v->from_rows)
        return sw_err_usage(err, "--before, --after: without other logs, --rows, --dialect, --width and --from-rows");
    int status = read_day(cli, v->before, &before, err);
    if (status == SW_OK)
        status = read_day(cli, v->after, &after, err);
    if (status == SW_OK)
        status = before_page_put(&before, &after, &(struct sheet){ out->main, false }, err);
    if (status == SW_OK && out->html)
        status = before_page_put(&before, &after, &(struct sheet){ out->html, true }, err);
    platform_clear(&before);
    platform_clear(&after);
    return status;
}

static int advise_logs(struct sw_cli *cli, const struct outputs_of *out, struct sw_err *err)
{
    const struct advise *v = cli->config;
    const char **logs = calloc(cli->n_files + 1, sizeof *logs);
    struct platform p = { .n = 0 };
    struct apps a = { .n = 0 };
    size_t n_logs = 0;
    char passed[400];
    int status = logs ? take_rows(cli, logs, &n_logs, &p, err) : sw_err_memory(err);
    if (status == SW_OK && n_logs > 0)
        status = apps_find(&a, logs, n_logs, err);
    /* One page for all where rows were read, or where there are several logs and one is Spark's. --per and --price ask
     * for that page of a single one. */
    const bool many = !v->gangs && (p.n > 0 || (a.n_spark > 0 && (a.n > 1 || v->of_many)));
    if (status == SW_OK && apps_passed(&a, passed, sizeof passed))
        sw_cli_warn(cli, "%s", passed);
    if (status == SW_OK && v->from_rows && p.n == 0)
        status = sw_err_usage(err, "--from-rows: no file has rows of slot-advise --rows of many applications");
    if (status == SW_OK && v->of_many && !many)
        sw_cli_warn(cli, "--per and --price have no effect: this is no log of Spark");
    if (status == SW_OK)
        status = many ? advise_many(cli, &a, &p, out, err) : advise_each(cli, &a, out, err);
    platform_clear(&p);
    apps_clear(&a);
    free(logs);
    return status;
}

/* Options that contradict one another are refused before any file is opened. Outputs are opened before the study, so
 * that a bad path costs no hours. */
static int advise_run(struct sw_cli *cli, struct sw_err *err)
{
    struct advise *v = cli->config;
    struct outputs_of out = { 0 };
    /* G2: other answers are for tasks that wait for their data. */
    static const char *const only[] = { "backfill", "switches" };
    v->gangs = setup_has_width(&v->replay);
    for (size_t i = 0; i < sizeof only / sizeof *only; i++)
        if (!v->gangs && options_given(&v->replay, only[i]))
            return sw_err_usage(err, "--%s: only with --width", only[i]);
    if (v->has_remote_cost && options_given(&v->replay, "penalty"))
        return sw_err_usage(err, "--remote-cost, --penalty: one of them");
    if (v->gangs && (v->emit || v->html))
        return sw_err_usage(err, "%s: not with --width", v->emit ? "--dialect" : "--html");
    if (v->replay.from_ms && v->replay.to_ms && v->replay.to_ms <= v->replay.from_ms)
        return sw_err_usage(err, "--to: not after --from");
    if (v->gangs && (v->replay.from_ms || v->replay.to_ms))
        return sw_err_usage(err, "--from, --to: not with --width");
    if (v->rows && v->emit)
        return sw_err_usage(err, "--rows, --dialect: one of them");
    if ((cli->stamp || cli->pretty || cli->shape.format != SW_FORMAT_CSV) && !v->rows)
        return sw_err_usage(err, "--format, --pretty, --stamp: only with --rows");
    /* 0: --parallel was not given. */
    if (v->jobs == 0)
        v->jobs = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN);
    int status = sw_cli_open(cli, &out.main, cli->output, err);
    if (status == SW_OK && v->html)
        status = sw_out_open(&out.html, v->html, err);
    if (out.html)
        html_put_head(out.html);
    if (status == SW_OK)
        status = v->before || v->after ? compare_days(cli, &out, err) : advise_logs(cli, &out, err);
    if (status == SW_OK && out.html) {
        html_put_foot(out.html);
        status = sw_out_close(out.html, err);
        out.html = NULL;
    }
    const struct sw_err untold = *err; /* some logs failed, and the others were answered */
    if (status == SW_OK)
        return sw_out_close(out.main, err) == SW_OK && untold.exit == SW_EXIT_OK ? SW_OK : SW_FAIL;
    sw_out_abandon(out.html);
    sw_out_abandon(out.main);
    return SW_FAIL;
}

/* ---- other questions of a log -------------------------------------------------------------------- */

/* Each has its own main with its own options. `name` is what its messages begin with. */
static const struct subcommand {
    const char *name, *summary;
    int (*main)(const char *name, int argc, char **argv);
} subcommands[] = {
    { "rates", RATES_SUMMARY, rates_main },
    { "recommend", "the answer as rows, for all jobs and each size of job, beside the formula", recommend_main },
    { "lint", LINT_SUMMARY, lint_main },
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
        .args = "[LOG...]", .rows = { advise_rows },
        .headings = { [OF_LOG] = "The log:", [OF_FORCE] = "What was in force:", [OF_ANSWER] = "The answer:",
                      [OF_GANGS] = "Jobs that start all at once:",
                      [OF_MANY] = "Many applications of Spark, as in a history folder:",
                      [OF_BESIDES] = "What is known besides:" },
        .common = SW_CLI_TABLE | SW_CLI_SEED | SW_CLI_PROGRESS | SW_CLI_PRETTY | SW_CLI_STRICT,
        .lists = put_subcommands,
        .after = "Examples:\n"
                 "  slot-advise application_1472176676028_407508\n"
                 "  slot-advise --topology topology.json --html page.html jobs.json.gz\n"
                 "  slot-advise --dialect spark application_1472176676028_407508 >> spark-defaults.conf\n"
                 "  slot-advise --per queue --price 0.2 traces/spark-history\n",
    };
    for (size_t i = 0; argc > 1 && i < N_SUBCOMMANDS; i++)
        if (strcmp(argv[1], subcommands[i].name) == 0) {
            char name[32]; /* slot-delay has the same subcommands, and calls this program by its own name */
            snprintf(name, sizeof name, "%s %s", strcmp(argv[0], "slot-delay") == 0 ? argv[0] : tool.name, argv[1]);
            return subcommands[i].main(name, argc - 1, argv + 1);
        }
    struct advise v = { .replay = runs_config, .page = { PLATFORM_PER_USER, NAN } };
    struct sw_cli cli;
    struct sw_err err = { 0 };
    sw_cli_start(&cli, &tool, &v, argc, argv);
    return sw_cli_finish(&cli, advise_run(&cli, &err), &err);
}
