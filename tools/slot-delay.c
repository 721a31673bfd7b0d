/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-delay.c - the closed formulas of delay scheduling. Each formula is a subcommand, and each combination of
 * parameters a row. The formulas are in lib/model; tools/delay/ holds the parameters, the rows and the dialects. What
 * is asked of a log is slot-advise's, and stands here under its old names. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "slotwise/sw_csv.h"
#include "lib/cli/cli.h"
#include "tools/advise/lint.h"
#include "tools/advise/rates.h"
#include "tools/delay/delay.h"

/* Room for all of list_subcommands(). */
enum { MOST_SUBCOMMANDS = 16 };

/* ---- options --------------------------------------------------------------------------------- */

/* SYSTEM:VALUE; the system is cut off, and the value is read once the rate is known. */
static int parse_from(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct formula_config *cfg = to;
    (void)row;
    free(cfg->from);
    char *copy = cfg->from = strdup(arg);
    if (!copy)
        return sw_err_memory(err);
    char *colon = strchr(copy, ':');
    if (!colon || colon[1] == '\0')
        return sw_err_usage(err, "--from: a system and its value are needed, as in spark:3s: '%s'", arg);
    *colon = '\0';
    if (formula_dialect("--from", copy, &cfg->from_dialect, err) != SW_OK)
        return SW_FAIL;
    memmove(copy, colon + 1, strlen(colon + 1) + 1);
    return SW_OK;
}

/* The last --dialect counts. */
static int parse_dialects(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct formula_config *cfg = to;
    (void)row;
    char *copy = strdup(arg), *rest = copy, *name;
    int status = !copy ? sw_err_memory(err) : SW_OK;
    cfg->n_to = 0;
    while (status == SW_OK && (name = strsep(&rest, ",")))
        status = cfg->n_to == sizeof cfg->to / sizeof cfg->to[0]
            ? sw_err_usage(err, "--dialect: too many systems")
            : formula_dialect("--dialect", name, &cfg->to[cfg->n_to++], err);
    free(copy);
    return status;
}

/* Of convert alone. */
static const struct option_row convert_rows[] = {
    { "from", 0, OPTION_OWN, OPTION_AT(struct formula_config, from), .parse = parse_from, .arg = "SYSTEM:VALUE",
      .help = "the wait to convert, as in spark:3s" },
    { "dialect", 0, OPTION_OWN, OPTION_AT(struct formula_config, to), .parse = parse_dialects, .arg = "SYSTEM,...",
      .help = "the systems to convert it to" },
    { .name = NULL },
};

/* ---- running --------------------------------------------------------------------------------- */
static int delay_put_all(struct formula_config *cfg, struct sw_out *out, struct sw_err *err)
{
    /* convert is a formula as far as its parameters go, and its rows hold words. */
    const bool converts = cfg->formula == &convert_formula;
    if (converts)
        convert_put_names(cfg, out);
    else
        rows_put_columns(cfg->formula, out);
    sw_out_end_row(out);
    return formula_rows(cfg, converts ? convert_put : rows_put, cfg, out, err);
}

static int delay_run(const struct sw_cli *cli, struct formula_config *cfg, struct sw_err *err)
{
    struct sw_out *out;
    /* Only convert takes a LOG here. */
    if (cli->n_named > 0 && fromlog_convert(cfg, cli, err) != SW_OK)
        return SW_FAIL;
    if (cfg->formula == &convert_formula && !cfg->from_dialect)
        return sw_err_usage(err, "--from: needed");
    if (cfg->formula == &convert_formula && cfg->n_to == 0)
        return sw_err_usage(err, "--dialect: needed");
    if (grid_check(cfg, err) != SW_OK || sw_cli_open(cli, &out, cli->output, err) != SW_OK)
        return SW_FAIL;
    return sw_out_end(out, delay_put_all(cfg, out, err), err);
}

/* A formula is a program of its own, as far as options and help go. */
static int run_formula(const struct sw_formula *f, int argc, char **argv)
{
    /* Static, as struct sw_cli points to the tool, and messages may come until the process ends. */
    static char name[64];
    struct option_row rows[SW_P_COUNT + 1];
    struct formula_config cfg = { .formula = f };
    struct sw_cli cli;
    struct sw_err err = { SW_EXIT_OK, "" };
    snprintf(name, sizeof name, "slot-delay %s", f->name);
    formula_options(rows, f, false);
    const bool converts = f == &convert_formula;
    struct sw_tool tool = { name, f->summary, converts ? "[LOG...]" : NULL, help_examples(f->name),
        SW_CLI_TABLE | SW_CLI_PRETTY | (converts ? SW_CLI_PROGRESS : 0),
        .rows = { rows, converts ? convert_rows : NULL } };
    sw_cli_start(&cli, &tool, &cfg, argc, argv);
    int status = delay_run(&cli, &cfg, &err);
    formula_clear(&cfg);
    return sw_cli_finish(&cli, status, &err);
}

/* ---- no subcommand, or none that we know ----------------------------------------------------- */

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
    summaries[n++] = RATES_SUMMARY;
    names[n] = "lint";
    summaries[n++] = LINT_SUMMARY;
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

/* One of the names is nearest, or all of them are listed. */
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

/* Without a subcommand there is only help. */
static int run_alone(int argc, char **argv)
{
    static const struct sw_tool tool = { "slot-delay", "the closed formulas of delay scheduling",
        "SUBCOMMAND [OPTION...]", help_overview, .lists = put_subcommands };
    struct sw_cli cli;
    struct sw_err err = { SW_EXIT_OK, "" };
    bool named = argc > 1 && argv[1][0] != '-';
    sw_cli_start(&cli, &tool, NULL, named ? 1 : argc, argv);
    int status = named ? unknown_subcommand(argv[1], &err) : sw_err_usage(&err, "a subcommand is needed");
    return sw_cli_finish(&cli, status, &err);
}

int main(int argc, char **argv)
{
    static const char *const of_logs[] = { "recommend", "rates", "lint" };
    const char *name = argc > 1 ? argv[1] : "";
    for (size_t i = 0; i < sizeof of_logs / sizeof *of_logs; i++)
        if (strcmp(name, of_logs[i]) == 0) {
            /* What is asked of a log. slot-advise answers, and calls itself by the name in argv[0]. */
            struct sw_err err = { SW_EXIT_OK, "" };
            struct sw_tool tool = { .name = argv[0] = (char[]){ "slot-delay" } };
            struct sw_cli cli = { .tool = &tool };
            beside_run("slot-advise", argv);
            return sw_cli_finish(&cli, sw_err_set(&err, "slot-advise: cannot run: %s", strerror(errno)), &err);
        }
    const struct sw_formula *f = strcmp(name, convert_formula.name) == 0 ? &convert_formula : sw_formula_find(name);
    return f ? run_formula(f, argc - 1, argv + 1) : run_alone(argc, argv);
}
