/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recommend.c - see recommend.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "slotwise/sw_csv.h"
#include "tools/advise/recommend/recommend.h"
#include "tools/delay/delay.h"
#include "tools/replay/replay.h"

enum { KEY_EMIT = FORMULA_KEYS, KEY_RUNS, KEY_OF_LOG };

static const char *const given_options[OF_LOG_N] = { "--preset", "--order", "--delay", "--cluster", "--pools",
                                                     "--topology", "--width", "--backfill", "--switches", "--penalty" };

/* ---- options --------------------------------------------------------------------------------- */

static int take_emit(struct recommend *r, const char *arg, struct sw_err *err)
{
    if (formula_dialect("--dialect", arg, &r->emit, err) != SW_OK)
        return SW_FAIL;
    return r->emit->node_key ? SW_OK : sw_err_usage(err, "--dialect: '%s' has no configuration lines", arg);
}

static int option(struct sw_cli *cli, int key, const char *arg, struct sw_err *err)
{
    struct recommend *r = cli->config;
    if (key < FORMULA_KEYS)
        return formula_take(&r->f, key, arg, err);
    switch (key) {
    case KEY_EMIT: return take_emit(r, arg, err);
    case KEY_RUNS: return sw_opt_count("--runs", arg, 2, 1000, &r->runs, err);
    default: break;
    }
    r->given[key - KEY_OF_LOG] = arg;
    /* The rest is read, and refused, where the log is replayed. */
    const struct preset *preset;
    struct sw_order_rule order;
    struct sw_delay_rule delay;
    switch ((enum recommend_given)(key - KEY_OF_LOG)) {
    case OF_PRESET: return preset_find("preset", arg, &preset, err);
    case OF_ORDER: return sw_order_find(arg, &order, err);
    case OF_DELAY: return sw_delay_find(arg, &delay, err);
    default: return SW_OK;
    }
}

static const struct argp_option own_options[] = {
    { .name = "dialect", .key = KEY_EMIT, .arg = "SYSTEM", .flags = SW_CLI_SHORT,
      .doc = "print the configuration lines of SYSTEM instead of rows" },
    { .name = "preset", .key = KEY_OF_LOG + OF_PRESET, .arg = "NAME", .flags = SW_CLI_SHORT,
      .doc = "system that the LOG was made by, where it does not say" },
    { .name = "order", .key = KEY_OF_LOG + OF_ORDER, .arg = "RULE",
      .doc = "which job went first, where the LOG does not say" },
    { .name = "delay", .key = KEY_OF_LOG + OF_DELAY, .arg = "RULE", .flags = SW_CLI_SHORT,
      .doc = "the wait that the LOG was made under, where it does not say" },
    { .name = "cluster", .key = KEY_OF_LOG + OF_CLUSTER, .arg = "FILE",
      .doc = "nodes and slots of the LOG, in place of its own" },
    { .name = "pools", .key = KEY_OF_LOG + OF_POOLS, .arg = "FILE", .doc = "pools of the LOG" },
    { .name = "topology", .key = KEY_OF_LOG + OF_TOPOLOGY, .arg = "FILE",
      .doc = "racks of the LOG's nodes, from a Rumen topology or a nodes file" },
    { .name = "width", .key = KEY_OF_LOG + OF_WIDTH, .arg = "slots|nodes", .flags = SW_CLI_SHORT,
      .doc = "the LOG's jobs start all at once: recommend how long they wait for one switch" },
    { .name = "backfill", .key = KEY_OF_LOG + OF_BACKFILL, .arg = "RULE",
      .doc = "with --width: what went before a job that did not fit (default none)" },
    { .name = "switches", .key = KEY_OF_LOG + OF_SWITCHES, .arg = "1@TIME[,first]",
      .doc = "with --width: the wait that was in force (default none)" },
    { .name = "penalty", .key = KEY_OF_LOG + OF_PENALTY, .arg = "any=X",
      .doc = "with --width: a job across switches takes X times as long (default: several are tried)" },
    { .name = "runs", .key = KEY_RUNS, .arg = "COUNT",
      .doc = "resampled days, beside the LOG's own (default: 6 to 24, of large logs less)" },
};

static int read_given(struct recommend *r, const struct sw_cli *cli, struct sw_err *err)
{
    struct sw_cli own = *cli;
    own.config = &r->replay;
    for (size_t i = 0; i < OF_LOG_N; i++)
        if (r->given[i] && options_read(&own, given_options[i] + 2, r->given[i], err) != SW_OK)
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

static int check_log_options(const struct sw_cli *cli, const struct recommend *r, struct sw_err *err)
{
    const char *of_log = r->runs > 0 ? "--runs" : NULL;
    for (size_t i = OF_LOG_N; i-- > 0;)
        of_log = r->given[i] ? given_options[i] : of_log;
    return cli->n_named > 0 || !of_log ? SW_OK : sw_err_usage(err, "%s: only with a LOG", of_log);
}

static int is_of_switches(struct recommend *r, bool *asked, struct sw_err *err)
{
    if (setup_has_width(&r->replay, asked, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = OF_BACKFILL; i < OF_LOG_N; i++)
        if (!*asked && r->given[i])
            return sw_err_usage(err, "%s: only with --width", given_options[i]);
    return *asked && r->given[OF_TOPOLOGY]
        ? sw_err_usage(err, "--topology: not with --width, racks are in --cluster") : SW_OK;
}

static int recommend_run(const struct sw_cli *cli, struct recommend *r, struct sw_err *err)
{
    struct sw_out *out;
    bool switches;
    if (check_log_options(cli, r, err) != SW_OK || read_given(r, cli, err) != SW_OK
        || is_of_switches(r, &switches, err) != SW_OK)
        return SW_FAIL;
    if (switches)
        return recommend_switches(r, cli, err);
    if (cli->n_named > 0 && recommend_log(r, cli, err) != SW_OK)
        return SW_FAIL;
    if (r->asked) {
        const char *note = r->replayed ? r->log->note : r->log->log->lacks;
        if (note[0] != '\0')
            sw_cli_warn(cli, "%s: %s%s", r->log->name, r->replayed ? "" : "cannot be replayed as recorded: ", note);
    }
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

int recommend_main(const char *name, int argc, char **argv)
{
    const bool is_formula = strncmp(name, "slot-delay", 10) == 0;
    struct argp_option options[SW_P_COUNT + sizeof own_options / sizeof *own_options + 1], *o;
    struct recommend r = { .f.formula = sw_formula_find("recommend"), .replay = runs_config };
    struct sw_cli cli;
    struct sw_err err = { SW_EXIT_OK, "" };
    o = formula_options(options, r.f.formula, true);
    memcpy(o, own_options, sizeof own_options);
    o[sizeof own_options / sizeof *own_options] = (struct argp_option){ 0 };
    struct sw_tool tool = { name, r.f.formula->summary, "[LOG...]",
        is_formula ? help_examples("recommend") : of_slot_advise, options, option,
        SW_CLI_TABLE | SW_CLI_PRETTY | SW_CLI_PROGRESS | SW_CLI_SEED };
    sw_cli_start(&cli, &tool, &r, argc, argv);
    int status = recommend_run(&cli, &r, &err);
    formula_clear(&r.f);
    if (r.log)
        advised_clear(r.log);
    free(r.log);
    return sw_cli_finish(&cli, status, &err);
}
