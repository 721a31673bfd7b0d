/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-replay - replays a trace through the scheduler and reports jobs, attempts and a timeline.
 *
 * Its parts are in tools/replay, which other programs use, too. Here is which of them a command line asks for: a
 * replay, --validate, --as-recorded, or --submit. */
#include "lib/cli/cli.h"
#include "lib/cli/sw_cli.h"
#include "lib/trace/stream/apps.h"
#include "tools/replay/replay.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Of this release only: what --audit was is slot-audit, which takes the whole command line. */
static int audit(const struct sw_cli *cli, struct sw_err *err)
{
    const struct config *cfg = cli->config;
    char **argv = calloc((size_t)cli->argc + 3, sizeof *argv);
    if (!argv)
        return sw_err_memory(err);
    sw_cli_warn(cli, "--audit is a program of its own now and will go: slot-audit %s slot-replay ...", cfg->audit_file);
    argv[0] = (char[]){ "slot-audit" };
    argv[1] = (char *)cfg->audit_file;
    argv[2] = (char *)cli->tool->name;
    /* The whole command line follows, without the name of the program, and ends with the NULL that calloc() left. */
    memcpy(argv + 3, cli->argv + 1, (size_t)cli->argc * sizeof *argv - sizeof *argv);
    beside_run("slot-audit", argv);
    free(argv);
    return sw_err_set(err, "slot-audit: cannot run: %s", strerror(errno));
}

/* ---- --validate ------------------------------------------------------------------------------ */

/* Refuses options under which something else than the recorded workload would be replayed. */
static int check_validate(const struct sw_cli *cli, struct sw_err *err)
{
    const struct config *cfg = cli->config;
    if (cfg->audit_file || outputs_asked(cfg) || cfg->explain || options_given(cfg, "record") || cfg->runs
        || cfg->jobs > 1 || cfg->alone || cfg->timing)
        return sw_err_usage(err, "--validate: writes one row per log and nothing else");
    return setup_check_log(cli, err);
}

/* Of several logs the outputs stay open for those behind it. */
static int run_into(struct outputs *o, struct sw_cli *cli, struct sw_err *err)
{
    struct config *cfg = cli->config;
    /* An output that is open has rows of a log before. */
    struct runs r = { .src.cli = cli, .goes_on = o->at[OUT_MAIN] };
    if (cfg->validate && (cli->print_options || cli->stamp))
        return sw_err_usage(err, "--print-options, --stamp: not with --validate, which takes each log's own options");
    if (cfg->validate)
        return check_validate(cli, err) == SW_OK ? validate_run(cli, err) : SW_FAIL;
    if (cfg->topology_file && !cfg->as_recorded)
        return sw_err_usage(err, "--topology: only with --validate and --as-recorded");
    if ((cfg->at_given || cfg->draws || cfg->state_file) && !cfg->submit)
        return sw_err_usage(err, "--%s: only with --submit", cfg->at_given ? "at" : cfg->draws ? "draws" : "state");
    if (cfg->resource && !cfg->as_recorded)
        return sw_err_usage(err, "--resource: only with --validate and --as-recorded");
    /* Cluster, pools and options are there from here on, for each of the three that may follow. */
    int status = runs_setup(&r, err);
    if (status == SW_OK && cli->print_options)
        status = sw_cli_print_options(cli, err);
    else if (status == SW_OK && cfg->submit)
        status = submit_run(&r, err);
    else if (status == SW_OK && (status = outputs_open(cli, o, err)) == SW_OK)
        status = series_replay(&r, o, err);
    runs_clear(&r);
    return status;
}

static int replay_run(struct sw_cli *cli, struct sw_err *err)
{
    struct outputs o = { 0 };
    return outputs_close(&o, run_into(&o, cli, err), err);
}

/* ---- --as-recorded --------------------------------------------------------------------------- */

/* Each log has a copy of the options: what it settles is no other log's. */
static int run_log(struct outputs *o, const struct sw_cli *cli, const struct apps_log *of, const char *name,
                   struct sw_err *err)
{
    struct config cfg = *(const struct config *)cli->config;
    struct sw_cli own = *cli;
    struct recorded r;
    own.config = &cfg;
    int status = recorded_read_files(&r, &own, of, err) == SW_OK ? recorded_prepare(&r, &cfg, err) : SW_FAIL;
    if (status == SW_OK && r.log->lacks)
        status = sw_err_set(err, "%s: cannot be replayed as recorded: %s", name, r.log->lacks);
    if (status == SW_OK) {
        if (r.log->note[0] != '\0')
            sw_cli_warn(cli, "%s: %s", name, r.log->note);
        cfg.log = r.log;
        status = run_into(o, &own, err);
    }
    recorded_close(&r);
    return status;
}

/* Applications have executors and settings of their own, and one clock each: one by one, in a column `log`. */
static int run_logs(struct outputs *o, struct sw_cli *cli, const struct apps *a, struct sw_err *err)
{
    const struct config *cfg = cli->config;
    char passed[400];
    size_t n_failed = 0, i;
    if (cfg->submit || cfg->explain || cli->print_options || cli->stamp)
        return sw_err_usage(err, "--%s: of one log, and these are %zu", cfg->submit ? "submit"
                            : cfg->explain ? "explain" : cli->stamp ? "stamp" : "print-options", a->n);
    if (apps_passed(a, passed, sizeof passed))
        sw_cli_warn(cli, "%s", passed);
    /* A label without a value, which is set for each log. The text that was allocated is put back before labels are
     * cleared. */
    if (sw_opt_labels("--label", "log=", &cli->labels, err) != SW_OK)
        return SW_FAIL;
    char **label = &cli->labels.value[cli->labels.n - 1], *empty = *label;
    int status = SW_OK;
    for (i = 0; i < a->n && status == SW_OK; i++) {
        struct sw_err why = { 0 };
        *label = a->log[i].name;
        if (run_log(o, cli, &a->log[i], a->log[i].name, &why) == SW_OK)
            continue;
        n_failed++;
        /* Wrong for this log is wrong for all. */
        if (why.exit == SW_EXIT_USAGE) {
            *err = why;
            status = SW_FAIL;
        } else
            sw_cli_warn(cli, "%s", why.text);
    }
    if (status == SW_OK && n_failed == a->n)
        status = sw_err_set(err, "none of %zu logs could be replayed", a->n);
    status = outputs_close(o, status, err);
    *label = empty;
    return status == SW_OK && n_failed > 0 ? sw_err_set(err, "%zu of %zu logs could not be replayed", n_failed, a->n)
                                           : status;
}

static int run_as_recorded(struct sw_cli *cli, struct sw_err *err)
{
    struct outputs o = { 0 };
    struct apps a = { .n = 0 };
    int status = setup_check_recorded(cli, err) == SW_OK ? apps_find(&a, cli->files, cli->n_files, err) : SW_FAIL;
    /* Files of other formats that were named one by one: apps_find() makes a log of each. */
    if (status == SW_OK && a.n > 1 && a.n_spark == 0)
        status = sw_err_usage(err, "one log at a time: '%s'", cli->files[1]);
    if (status == SW_OK)
        status = a.n > 1 ? run_logs(&o, cli, &a, err)
                         : outputs_close(&o, run_log(&o, cli, a.log, cli->files[0], err), err);
    apps_clear(&a);
    return status;
}

int main(int argc, char **argv)
{
    struct config cfg = runs_config;
    struct sw_cli cli;
    struct sw_err err = { 0 };
    sw_cli_start(&cli, runs_tool(), &cfg, argc, argv);
    if (cfg.audit_file && !cfg.validate && !cli.print_options)
        return sw_cli_finish(&cli, audit(&cli, &err), &err);
    return sw_cli_finish(&cli, cfg.as_recorded ? run_as_recorded(&cli, &err) : replay_run(&cli, &err), &err);
}
