/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recommend.c - see recommend.h. Here are the options, what goes together, and the rows' order. recommend_log.c
 * measures and replays a log, recommend_rows.c puts rows, and recommend_switches.c answers for jobs that start all at
 * once. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "slotwise/sw_csv.h"
#include "tools/advise/recommend/recommend.h"
#include "tools/delay/delay.h"
#include "tools/replay/replay.h"

/* ---- options --------------------------------------------------------------------------------- */

/* A dialect without keys has no line to print. */
static int parse_dialect(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct recommend *r = to;
    (void)row;
    if (formula_dialect("--dialect", arg, &r->emit, err) != SW_OK)
        return SW_FAIL;
    return r->emit->node_key ? SW_OK : sw_err_usage(err, "--dialect: '%s' has no configuration lines", arg);
}

/* Names are checked where they are read; the value is used when the log is, by read_given(). */
static int parse_preset(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    ((struct recommend *)to)->given[OF_PRESET] = arg;
    return preset_check(row->name, arg, err);
}

/* The rule is parsed to refuse a bad one at once, and its text kept. */
static int parse_order(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct sw_order_rule order;
    (void)row;
    ((struct recommend *)to)->given[OF_ORDER] = arg;
    return sw_order_find(arg, &order, err);
}

static int parse_delay(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct sw_delay_rule delay;
    (void)row;
    ((struct recommend *)to)->given[OF_DELAY] = arg;
    return sw_delay_find(arg, &delay, err);
}

/* Those without a function are read, and refused, where the log is replayed. */
#define OF_LOG(which) OPTION_AT(struct recommend, given[OF_##which])
static const struct option_row recommend_rows[] = {
    { "dialect", 0, OPTION_OWN, OPTION_AT(struct recommend, emit), .parse = parse_dialect, .arg = "SYSTEM",
      .flags = OPTION_SHORT, .help = "print the configuration lines of SYSTEM instead of rows" },
    { "preset", 0, OPTION_OWN, OF_LOG(PRESET), .parse = parse_preset, .arg = "NAME", .flags = OPTION_SHORT,
      .help = "system that the LOG was made by, where it does not say" },
    { "order", 0, OPTION_OWN, OF_LOG(ORDER), .parse = parse_order, .arg = "RULE",
      .help = "which job went first, where the LOG does not say" },
    { "delay", 0, OPTION_OWN, OF_LOG(DELAY), .parse = parse_delay, .arg = "RULE", .flags = OPTION_SHORT,
      .help = "the wait that the LOG was made under, where it does not say" },
    { "cluster", 0, OPTION_TEXT, OF_LOG(CLUSTER), .help = "nodes and slots of the LOG, in place of its own" },
    { "pools", 0, OPTION_TEXT, OF_LOG(POOLS), .help = "pools of the LOG" },
    { "topology", 0, OPTION_TEXT, OF_LOG(TOPOLOGY),
      .help = "racks of the LOG's nodes, from a Rumen topology or a nodes file" },
    { "width", 0, OPTION_TEXT, OF_LOG(WIDTH), .arg = "slots|nodes", .flags = OPTION_SHORT,
      .help = "the LOG's jobs start all at once: recommend how long they wait for one switch" },
    { "backfill", 0, OPTION_TEXT, OF_LOG(BACKFILL), .arg = "RULE",
      .help = "with --width: what went before a job that did not fit (default none)" },
    { "switches", 0, OPTION_TEXT, OF_LOG(SWITCHES), .arg = "1@TIME[,first]",
      .help = "with --width: the wait that was in force (default none)" },
    { "penalty", 0, OPTION_TEXT, OF_LOG(PENALTY), .arg = "any=X",
      .help = "with --width: a job across switches takes X times as long (default: several are tried)" },
    { "runs", 0, OPTION_COUNT, OPTION_AT(struct recommend, runs), 2, 1000,
      .help = "resampled days, beside the LOG's own (default: 6 to 24, of large logs less)" },
    { .name = NULL },
};
static const struct option_row *const of_log_rows = recommend_rows + 1; /* by enum recommend_given */

/* Into the config of slot-replay, by its own reader: the log is replayed as that program would. */
static int read_given(struct recommend *r, struct sw_err *err)
{
    for (size_t i = 0; i < OF_LOG_N; i++)
        if (r->given[i] && options_read(&r->replay, of_log_rows[i].name, r->given[i], err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

/* ---- running --------------------------------------------------------------------------------- */

/* A LOG that decides has rows for each class of its jobs: their usual size takes the place of all jobs'. */
static int recommend_put_all(struct recommend *r, struct sw_out *out, struct sw_err *err)
{
    size_t n = r->emit ? 0 : r->n_classes;
    int status = SW_OK;
    if (!r->emit)
        recommend_rows_put_names(r, out);
    for (r->of_class = 0; status == SW_OK && r->of_class < (n > 0 ? n : 1); r->of_class++) {
        if (n > 0 && r->class[r->of_class].tasks >= 1)
            r->f.given[SW_P_TASKS].at[0] = round(r->class[r->of_class].tasks);
        status = formula_rows(&r->f, r->emit ? recommend_rows_put_settings : recommend_rows_put, r, out, err);
    }
    return status;
}

/* The first such option in their order is named, --runs last. */
static int check_log_options(const struct sw_cli *cli, const struct recommend *r, struct sw_err *err)
{
    const char *of_log = r->runs > 0 ? "runs" : NULL;
    for (size_t i = OF_LOG_N; i-- > 0;)
        of_log = r->given[i] ? of_log_rows[i].name : of_log;
    return cli->n_named > 0 || !of_log ? SW_OK : sw_err_usage(err, "--%s: only with a LOG", of_log);
}

/* --width, or a preset that has one, turns the question into that of switches. From OF_BACKFILL on options belong to
 * it alone. */
static int is_of_switches(struct recommend *r, bool *asked, struct sw_err *err)
{
    *asked = setup_has_width(&r->replay);
    for (size_t i = OF_BACKFILL; i < OF_LOG_N; i++)
        if (!*asked && r->given[i])
            return sw_err_usage(err, "--%s: only with --width", of_log_rows[i].name);
    return *asked && r->given[OF_TOPOLOGY]
        ? sw_err_usage(err, "--topology: not with --width, racks are in --cluster") : SW_OK;
}

static int recommend_run(const struct sw_cli *cli, struct recommend *r, struct sw_err *err)
{
    struct sw_out *out;
    bool switches;
    if (check_log_options(cli, r, err) != SW_OK || read_given(r, err) != SW_OK
        || is_of_switches(r, &switches, err) != SW_OK)
        return SW_FAIL;
    if (switches)
        return recommend_switches(r, cli, err);
    if (cli->n_named > 0 && recommend_log(r, cli, err) != SW_OK)
        return SW_FAIL;
    /* What was assumed of the log, or why it cannot be replayed: a warning, as no column of the rows has it. */
    if (r->asked) {
        const char *note = r->replayed ? r->log->note : r->log->log->lacks;
        if (note[0] != '\0')
            sw_cli_warn(cli, "%s: %s%s", r->log->name, r->replayed ? "" : "cannot be replayed as recorded: ", note);
    }
    /* All combinations are checked before the first row is written. */
    if (grid_check(&r->f, err) != SW_OK || sw_cli_open(cli, &out, cli->output, err) != SW_OK)
        return SW_FAIL;
    return sw_out_end(out, recommend_put_all(r, out, err), err);
}

static const char of_slot_advise[] =
    "What is not given of the LOG is measured, as 'slot-advise rates' does. With options that describe another\n"
    "cluster or job the formula of 'slot-delay recommend' decides.\n\n"
    "Examples:\n"
    "  slot-advise recommend traces/recorded-tasks.csv\n"
    "  slot-advise recommend --remote-cost 8s traces/recorded-tasks.csv\n"
    "  slot-advise recommend --nodes 100 --tasks 2,20 --release-rate 9 traces/recorded-tasks.csv\n";

/* slot-delay has this subcommand, too, with examples of its own. */
int recommend_main(const char *name, int argc, char **argv)
{
    const bool is_formula = strncmp(name, "slot-delay", 10) == 0;
    struct option_row of_formula[SW_P_COUNT + 1];
    struct recommend r = { .f.formula = sw_formula_find("recommend"), .replay = runs_config };
    struct sw_cli cli;
    struct sw_err err = { SW_EXIT_OK, "" };
    formula_options(of_formula, r.f.formula, true);
    struct sw_tool tool = { name, r.f.formula->summary, "[LOG...]",
        is_formula ? help_examples("recommend") : of_slot_advise,
        SW_CLI_TABLE | SW_CLI_PRETTY | SW_CLI_PROGRESS | SW_CLI_SEED, .rows = { of_formula, recommend_rows } };
    sw_cli_start(&cli, &tool, &r, argc, argv);
    int status = recommend_run(&cli, &r, &err);
    formula_clear(&r.f);
    if (r.log)
        advised_clear(r.log);
    free(r.log);
    return sw_cli_finish(&cli, status, &err);
}
