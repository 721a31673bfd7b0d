/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-replay - replays a trace through the scheduler and reports jobs, attempts and a timeline. */
#include "slotwise/sw_audit.h"
#include "slotwise/sw_cli.h"
#include "slotwise/sw_replay.h"
#include "tools/replay/outputs.h"
#include "tools/replay/recorded.h"
#include "tools/replay/submit.h"
#include "tools/replay/series.h"
#include "tools/replay/validate.h"
#include <stdlib.h>
#include <string.h>

static int audit(struct runs *r, struct sw_err *err)
{
    struct sw_cli *cli = r->src.cli;
    struct config *cfg = cli->config;
    struct sw_audit_input in = {
        .cluster = r->cl, .pools = r->pools, .opt = &cfg->opt, .vary = cfg->varies ? &cfg->vary : NULL
    };
    struct sw_csv *log;
    const char *unchecked = NULL;
    if (sw_csv_open(&log, cfg->audit_file, err) != SW_OK)
        return SW_FAIL;
    if (runs_open_trace(&r->src, &in.trace, err) != SW_OK) {
        sw_csv_close(log);
        return SW_FAIL;
    }
    int status = sw_audit_log(&in, log, &unchecked, err);
    if (unchecked)
        sw_cli_warn(cli, "--audit: not checked: %s", unchecked);
    sw_trace_free(in.trace);
    return outputs_close_one(r->src.rejects, status, err);
}

/* ---- --validate ------------------------------------------------------------------------------ */

/* Refuses options under which something else than the recorded workload would be replayed. */
static int check_validate(const struct sw_cli *cli, struct sw_err *err)
{
    static const char *const strangers[] = { "load", "jitter", "until" };
    const struct config *cfg = cli->config;
    if (cfg->audit_file || cfg->attempts_file || cfg->timeline_file || cfg->decisions_file || cfg->links_file
        || cfg->waits_file || cfg->explain || options_given(cfg, "emit") || cfg->runs || cfg->jobs > 1 || cfg->alone
        || cfg->timing)
        return sw_err_usage(err, "--validate: writes one row per log and nothing else");
    if (cfg->nodes || cfg->racks)
        return sw_err_usage(err, "--validate: the nodes are those of the log (or --cluster FILE)");
    if (cfg->cluster_file && (cfg->kinds_given || cfg->slots_given))
        return sw_err_usage(err, "--cluster: takes the place of the slots");
    if (cfg->slots_given && cfg->kinds_given)
        return sw_err_usage(err, "--slots: takes the place of --map-slots and --reduce-slots");
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
        if (options_given(cfg, strangers[i]))
            return sw_err_usage(err, "--%s: not with --validate, which replays what was recorded", strangers[i]);
    return cli->tolerate ? sw_err_usage(err, "--rejects and --max-bad: not with --validate (slot-trace --check)")
                         : SW_OK;
}

static int run(struct sw_cli *cli, struct sw_err *err)
{
    struct config *cfg = cli->config;
    struct runs r = { .src.cli = cli };
    struct outputs o = { 0 };
    if (cfg->validate && (cli->print_options || cli->stamp))
        return sw_err_usage(err, "--print-options, --stamp: not with --validate, which takes each log's own options");
    if (cfg->validate)
        return check_validate(cli, err) == SW_OK ? validate_run(cli, err) : SW_FAIL;
    if (cfg->topology_file && !cfg->as_recorded)
        return sw_err_usage(err, "--topology: only with --validate and --as-recorded");
    if ((cfg->at_given || cfg->draws) && !cfg->submit)
        return sw_err_usage(err, "--%s: only with --submit", cfg->at_given ? "at" : "draws");
    int status = runs_setup(&r, err);
    if (status == SW_OK && cli->print_options)
        status = sw_cli_print_options(cli, err);
    else if (status == SW_OK && cfg->submit)
        status = submit_run(&r, err);
    else if (status == SW_OK && cfg->audit_file)
        status = audit(&r, err);
    else if (status == SW_OK && (status = outputs_open(cli, &o, err)) == SW_OK)
        status = series_replay(&r, &o, err);
    status = outputs_close(&o, status, err);
    runs_clear(&r);
    return status;
}

static int run_as_recorded(struct sw_cli *cli, struct sw_err *err)
{
    struct config *cfg = cli->config;
    struct recorded r = { NULL };
    const char *const name = cli->files[0];
    int status = setup_check_recorded(cli, err);
    if (status == SW_OK)
        status = recorded_open(&r, cli, name, err);
    if (status == SW_OK && r.log->lacks)
        status = sw_err_set(err, "%s: cannot be replayed as recorded: %s", name, r.log->lacks);
    if (status == SW_OK) {
        if (r.log->note[0] != '\0')
            sw_cli_warn(cli, "%s: %s", name, r.log->note);
        cfg->log = r.log;
        status = run(cli, err);
    }
    recorded_close(&r);
    return status;
}

int main(int argc, char **argv)
{
    struct config cfg = runs_config;
    struct sw_cli cli;
    struct sw_err err = { 0 };
    sw_cli_start(&cli, runs_tool(), &cfg, argc, argv);
    return sw_cli_finish(&cli, cfg.as_recorded ? run_as_recorded(&cli, &err) : run(&cli, &err), &err);
}
