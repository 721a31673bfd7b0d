/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-delay.c - the closed formulas of delay scheduling. Each formula is a subcommand, and each combination of
 * parameters a row. The formulas are in lib/model; tools/delay/ holds the parameters, the rows and the dialects. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/options/options.h"
#include "slotwise/sw_options.h"
#include "slotwise/sw_csv.h"
#include "tools/delay/convert.h"
#include "tools/delay/fromlog.h"
#include "tools/delay/switches.h"
#include "tools/delay/grid.h"
#include "tools/delay/help.h"
#include "tools/delay/lint.h"
#include "tools/delay/rates.h"
#include "tools/delay/rows.h"

enum { KEY_PARAM = 0x100, KEY_EMIT = 0x200, KEY_FROM, KEY_TO, KEY_RUNS, KEY_OF_LOG };
enum { MOST_SUBCOMMANDS = 16 };

/* ---- options --------------------------------------------------------------------------------- */
static int take_dialect(const char *option, const char *name, const struct sw_dialect **out, struct sw_err *err)
{
    const char *names[16];
    size_t n = 0;
    for (; sw_dialects[n]; n++)
        names[n] = sw_dialects[n]->name;
    names[n] = NULL;
    if (sw_opt_word(option, name, names, &n, err) != SW_OK)
        return SW_FAIL;
    *out = sw_dialects[n];
    return SW_OK;
}

static int take_emit(struct config *cfg, const char *arg, struct sw_err *err)
{
    if (take_dialect("--emit", arg, &cfg->emit, err) != SW_OK)
        return SW_FAIL;
    return cfg->emit->node_key ? SW_OK : sw_err_usage(err, "--emit: '%s' has no configuration lines", arg);
}

static int take_from(struct config *cfg, const char *arg, struct sw_err *err)
{
    free(cfg->from);
    char *copy = cfg->from = strdup(arg);
    if (!copy)
        return sw_err_memory(err);
    char *colon = strchr(copy, ':');
    if (!colon || colon[1] == '\0')
        return sw_err_usage(err, "--from: a system and its value are needed, as in spark:3s: '%s'", arg);
    *colon = '\0';
    if (take_dialect("--from", copy, &cfg->from_dialect, err) != SW_OK)
        return SW_FAIL;
    memmove(copy, colon + 1, strlen(colon + 1) + 1);
    return SW_OK;
}

static int take_to(struct config *cfg, const char *arg, struct sw_err *err)
{
    char *copy = strdup(arg), *rest = copy, *name;
    int status = !copy ? sw_err_memory(err) : SW_OK;
    cfg->n_to = 0;
    while (status == SW_OK && (name = strsep(&rest, ",")))
        status = cfg->n_to == sizeof cfg->to / sizeof cfg->to[0]
            ? sw_err_usage(err, "--to: too many systems")
            : take_dialect("--to", name, &cfg->to[cfg->n_to++], err);
    free(copy);
    return status;
}

/* The rest is read, and refused, where the log is replayed. */
static int check_of_log(enum decide_given which, const char *arg, struct sw_err *err)
{
    const struct preset *preset;
    struct sw_order_rule order;
    struct sw_delay_rule delay;
    switch (which) {
    case DECIDE_PRESET: return preset_find("preset", arg, &preset, err);
    case DECIDE_ORDER: return sw_order_find(arg, &order, err);
    case DECIDE_DELAY: return sw_delay_find(arg, &delay, err);
    default: return SW_OK;
    }
}

static int option(struct sw_cli *cli, int key, const char *arg, struct sw_err *err)
{
    struct config *cfg = cli->config;
    switch (key) {
    case KEY_EMIT: return take_emit(cfg, arg, err);
    case KEY_FROM: return take_from(cfg, arg, err);
    case KEY_TO: return take_to(cfg, arg, err);
    case KEY_RUNS: return sw_opt_count("--runs", arg, 2, 1000, &cfg->runs, err);
    default: break;
    }
    if (key < KEY_OF_LOG)
        return values_take(&cfg->given[key - KEY_PARAM], (enum sw_param)(key - KEY_PARAM), arg, err);
    cfg->of_log[key - KEY_OF_LOG] = arg;
    return check_of_log((enum decide_given)(key - KEY_OF_LOG), arg, err);
}

static void param_option(struct argp_option *o, enum sw_param p)
{
    const struct sw_param_row *row = &sw_params[p];
    *o = (struct argp_option){ .name = row->option, .key = KEY_PARAM + (int)p, .arg = row->arg, .doc = row->summary };
}

static const struct argp_option of_recommend[] = {
    { .name = "emit", .key = KEY_EMIT, .arg = "SYSTEM", .flags = SW_CLI_SHORT,
      .doc = "print the configuration lines of SYSTEM instead of rows" },
    { .name = "preset", .key = KEY_OF_LOG + DECIDE_PRESET, .arg = "NAME", .flags = SW_CLI_SHORT,
      .doc = "system that the LOG was made by, where it does not say" },
    { .name = "order", .key = KEY_OF_LOG + DECIDE_ORDER, .arg = "RULE",
      .doc = "which job went first, where the LOG does not say" },
    { .name = "delay", .key = KEY_OF_LOG + DECIDE_DELAY, .arg = "RULE", .flags = SW_CLI_SHORT,
      .doc = "the wait that the LOG was made under, where it does not say" },
    { .name = "cluster", .key = KEY_OF_LOG + DECIDE_CLUSTER, .arg = "FILE",
      .doc = "nodes and slots of the LOG, in place of its own" },
    { .name = "pools", .key = KEY_OF_LOG + DECIDE_POOLS, .arg = "FILE", .doc = "pools of the LOG" },
    { .name = "topology", .key = KEY_OF_LOG + DECIDE_TOPOLOGY, .arg = "FILE",
      .doc = "racks of the LOG's nodes, from a Rumen topology or a nodes file" },
    { .name = "width", .key = KEY_OF_LOG + DECIDE_WIDTH, .arg = "slots|nodes", .flags = SW_CLI_SHORT,
      .doc = "the LOG's jobs start all at once: recommend how long they wait for one switch" },
    { .name = "backfill", .key = KEY_OF_LOG + DECIDE_BACKFILL, .arg = "RULE",
      .doc = "with --width: what went before a job that did not fit (default none)" },
    { .name = "switches", .key = KEY_OF_LOG + DECIDE_SWITCHES, .arg = "1@TIME[,first]",
      .doc = "with --width: the wait that was in force (default none)" },
    { .name = "penalty", .key = KEY_OF_LOG + DECIDE_PENALTY, .arg = "off=X",
      .doc = "with --width: a job across switches takes X times as long (default: several are tried)" },
    { .name = "runs", .key = KEY_RUNS, .arg = "COUNT",
      .doc = "days that might have been, beside the LOG's own (default: 10, of large logs less)" },
};

/* The parameters of the formula come first, then the options of this subcommand alone. */
static void fill_options(struct argp_option *o, const struct sw_formula *f)
{
    bool recommends = strcmp(f->name, "recommend") == 0;
    for (size_t use = 0; use < f->n_uses; use++, o++) {
        enum sw_param p = f->uses[use].param;
        bool often = p == SW_P_NODES || p == SW_P_TASKS || p == SW_P_RELEASE_RATE || p == SW_P_REMOTE_COST
            || p == SW_P_LOCALITY;
        param_option(o, p);
        o->flags = recommends && often ? SW_CLI_SHORT : 0;
    }
    for (size_t i = 0; recommends && i < sizeof of_recommend / sizeof *of_recommend; i++)
        *o++ = of_recommend[i];
    if (f == &convert_formula) {
        *o++ = (struct argp_option){ .name = "from", .key = KEY_FROM, .arg = "SYSTEM:VALUE",
                                     .doc = "the wait to convert, as in spark:3s" };
        *o++ = (struct argp_option){ .name = "to", .key = KEY_TO, .arg = "SYSTEM,...",
                                     .doc = "the systems to convert it to" };
    }
    *o = (struct argp_option){ 0 };
}

/* ---- running --------------------------------------------------------------------------------- */
typedef int put_fn(const struct config *, struct sw_out *, const double in[], struct sw_err *);

static put_fn *putter(const struct config *cfg)
{
    return cfg->formula == &convert_formula ? convert_put : cfg->emit ? rows_put_settings : rows_put;
}

static int check(const struct config *cfg, struct sw_err *err)
{
    if (cfg->formula == &convert_formula && !cfg->from_dialect)
        return sw_err_usage(err, "--from: needed");
    if (cfg->formula == &convert_formula && cfg->n_to == 0)
        return sw_err_usage(err, "--to: needed");
    return grid_check(cfg, err);
}

static int put_grid(const struct config *cfg, struct sw_out *out, struct sw_err *err)
{
    struct grid g = { cfg, { 0 } };
    double in[SW_P_COUNT];
    do
        if (grid_row(&g, in, err) != SW_OK || putter(cfg)(cfg, out, in, err) != SW_OK)
            return SW_FAIL;
    while (!sw_out_failed(out) && grid_next(&g));
    return SW_OK;
}

/* A LOG that decides has rows for each class of its jobs: their usual size takes the place of all jobs'. */
static int put_all(struct config *cfg, struct sw_out *out, struct sw_err *err)
{
    size_t n = cfg->decided && !cfg->emit ? cfg->decided->n_classes : 0;
    int status = SW_OK;
    if (!cfg->emit)
        rows_put_header(cfg, out);
    for (cfg->of_class = 0; status == SW_OK && cfg->of_class < (n > 0 ? n : 1); cfg->of_class++) {
        if (n > 0 && cfg->decided->of[cfg->of_class].tasks >= 1)
            cfg->given[SW_P_TASKS].at[0] = round(cfg->decided->of[cfg->of_class].tasks);
        status = put_grid(cfg, out, err);
    }
    return status;
}

static int check_log_options(const struct sw_cli *cli, const struct config *cfg, struct sw_err *err)
{
    const char *of_log = cfg->runs > 0 ? "--runs" : NULL;
    for (size_t i = DECIDE_N; i-- > 0;)
        of_log = cfg->of_log[i] ? decide_options[i] : of_log;
    return cli->n_named > 0 || !of_log ? SW_OK : sw_err_usage(err, "%s: only with a LOG", of_log);
}

static int recommend_switches(const struct sw_cli *cli, const struct config *cfg, struct sw_err *err)
{
    if (cfg->emit)
        return sw_err_usage(err, "--emit: not with --width");
    for (size_t p = 0; p < SW_P_COUNT; p++)
        if (cfg->given[p].n > 0)
            return sw_err_usage(err, "--%s: no formula goes with --width", sw_params[p].option);
    if (cli->n_named > 1)
        return sw_err_usage(err, "one log at a time is replayed: '%s' (slot-trace --sort LOG... makes one of several)",
                            cli->files[1]);
    return switches_recommend(cli, cfg->of_log, cfg->runs, err);
}

static int run(const struct sw_cli *cli, struct config *cfg, struct sw_err *err)
{
    struct sw_out *out;
    bool switches;
    if (check_log_options(cli, cfg, err) != SW_OK || switches_asked(cli, cfg->of_log, &switches, err) != SW_OK)
        return SW_FAIL;
    if (switches)
        return recommend_switches(cli, cfg, err);
    if (cli->n_named > 0 && fromlog_take(cfg, cli, err) != SW_OK)
        return SW_FAIL;
    if (cfg->decided && cfg->decided->note[0] != '\0')
        sw_cli_warn(cli, "%s: %s%s", strcmp(cli->files[0], "-") == 0 ? "standard input" : cli->files[0],
                    cfg->decided->replayed ? "" : "cannot be replayed as recorded: ", cfg->decided->note);
    if (check(cfg, err) != SW_OK || sw_cli_open(cli, &out, cli->output, err) != SW_OK)
        return SW_FAIL;
    if (put_all(cfg, out, err) == SW_OK)
        return sw_out_close(out, err);
    sw_out_abandon(out);
    return SW_FAIL;
}

static int run_formula(const struct sw_formula *f, int argc, char **argv)
{
    static char name[64];
    struct argp_option options[SW_P_COUNT + sizeof of_recommend / sizeof *of_recommend + 3];
    struct config cfg = { .formula = f };
    struct sw_cli cli;
    struct sw_err err = { SW_EXIT_OK, "" };
    snprintf(name, sizeof name, "slot-delay %s", f->name);
    fill_options(options, f);
    bool recommends = strcmp(f->name, "recommend") == 0;
    const char *args = recommends || f == &convert_formula ? "[LOG...]" : NULL;
    struct sw_tool tool = { name, f->summary, args, help_examples(f->name), options, option,
        SW_CLI_TABLE | SW_CLI_PRETTY | (args ? SW_CLI_PROGRESS : 0) | (recommends ? SW_CLI_SEED : 0) };
    sw_cli_start(&cli, &tool, &cfg, argc, argv);
    int status = run(&cli, &cfg, &err);
    for (size_t p = 0; p < SW_P_COUNT; p++)
        values_clear(&cfg.given[p]);
    free(cfg.from);
    decide_clear(cfg.decided);
    free(cfg.decided);
    return sw_cli_finish(&cli, status, &err);
}

/* ---- no subcommand, or none that we know ----------------------------------------------------- */
static int no_subcommand(struct sw_err *err) { return sw_err_usage(err, "a subcommand is needed"); }

/* The formulas, then convert, rates and lint. Returns the number of subcommands. */
static size_t list_subcommands(const char *names[], const char *summaries[])
{
    size_t n = 0;
    for (; sw_formulas[n]; n++) {
        names[n] = sw_formulas[n]->name;
        summaries[n] = sw_formulas[n]->summary;
    }
    names[n] = convert_formula.name;
    summaries[n++] = convert_formula.summary;
    names[n] = "rates";
    summaries[n++] = rates_summary;
    names[n] = "lint";
    summaries[n++] = lint_summary;
    return n;
}

static void put_subcommands(FILE *to)
{
    const char *names[MOST_SUBCOMMANDS], *summaries[MOST_SUBCOMMANDS];
    size_t n = list_subcommands(names, summaries);
    fprintf(to, "Subcommands ('slot-delay SUBCOMMAND --help' tells more):\n");
    for (size_t i = 0; i < n; i++)
        fprintf(to, "  %-10s %s\n", names[i], summaries[i]);
}

static int unknown_subcommand(const char *typed, struct sw_err *err)
{
    const char *names[MOST_SUBCOMMANDS], *summaries[MOST_SUBCOMMANDS];
    char list[512];
    size_t n = list_subcommands(names, summaries);
    const char *near = sw_err_nearest(typed, names, n);
    if (!near)
        return sw_err_usage(err, "unknown subcommand '%s' (one of%s)", typed,
                            sw_names_listed(names, n, list, sizeof list));
    return sw_err_usage(err, "unknown subcommand '%s' (did you mean '%s'?)", typed, near);
}

static int run_alone(int argc, char **argv)
{
    static const struct argp_option none[] = { { 0 } };
    static const struct sw_tool tool = { "slot-delay", "the closed formulas of delay scheduling",
        "SUBCOMMAND [OPTION...]", help_overview, none, option, 0, put_subcommands };
    struct sw_cli cli;
    struct sw_err err = { SW_EXIT_OK, "" };
    bool named = argc > 1 && argv[1][0] != '-';
    sw_cli_start(&cli, &tool, NULL, named ? 1 : argc, argv);
    return sw_cli_finish(&cli, named ? unknown_subcommand(argv[1], &err) : no_subcommand(&err), &err);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "rates") == 0)
        return rates_main(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "lint") == 0)
        return lint_main(argc - 1, argv + 1);
    const struct sw_formula *f = NULL;
    if (argc > 1)
        f = strcmp(argv[1], convert_formula.name) == 0 ? &convert_formula : sw_formula_find(argv[1]);
    return f ? run_formula(f, argc - 1, argv + 1) : run_alone(argc, argv);
}
