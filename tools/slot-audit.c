/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-audit - checks a log of attempts against the command of slot-replay that is said to have written it.
 *
 * lib/audit checks each row by rules alone. Nothing is replayed: the command is only read, for the trace, the
 * cluster, the pools and the options that it names. */
#include <stdlib.h>
#include <string.h>
#include "slotwise/sw_audit.h"
#include "tools/replay/replay.h"

static const struct sw_tool tool = {
    .name = "slot-audit", .summary = "check a log of attempts: no row of it breaks a rule of the replay",
    .args = "LOG slot-replay [OPTION...] [TRACE]", .common = SW_CLI_COMMAND,
    .after = "The command is the one that wrote LOG; what it would write is not written.\n"
             "Exit status: 0 no rule is broken, 1 one is, 2 cannot tell.\n\n"
             "Examples:\n"
             "  slot-audit log.csv slot-replay --nodes 20 --attempts log.csv jobs.csv\n"
             "  slot-audit log.csv slot-replay --cluster cluster.csv --preset hfs jobs.csv\n"
             "  zcat log.gz | slot-audit - slot-replay --nodes 20 --until 1h jobs.csv\n",
};

struct checked {
    struct sw_cli *cli;       /* of this program */
    struct sw_cli command;    /* of slot-replay */
    struct config cfg;
    struct runs runs;
    struct sw_audit_found found;
};

/* The folder that a program is named with does not matter: the options do. */
static int audit_parse(struct checked *c, struct sw_err *err)
{
    char **argv = (char **)c->cli->files + 1;
    const char *name = c->cli->n_named > 1 ? basename(argv[0]) : NULL;
    if (c->cli->n_named == 0)
        return sw_err_usage(err, "which log, and which command is said to have written it?");
    if (!name)
        return sw_err_usage(err, "which command wrote '%s'? (slot-audit LOG slot-replay OPTION... TRACE)",
                            c->cli->files[0]);
    if (strcmp(name, runs_tool()->name))
        return sw_err_usage(err, "not a command of slot-replay: '%s'", argv[0]);
    c->cfg = runs_config;
    if (sw_cli_parse(&c->command, runs_tool(), &c->cfg, (int)c->cli->n_named - 1, argv, err) != SW_OK)
        return SW_FAIL;
    c->cli->quiet = c->command.quiet |= c->cli->quiet;
    /* Other parts of tools/replay see by it that nothing is replayed, and keep warnings back. */
    c->cfg.audit_file = c->cli->files[0];
    return c->cfg.validate ? sw_err_usage(err, "--validate: writes no log of attempts") : SW_OK;
}

/* The trace is read as the replay would read it; nothing is replayed. */
static int audit_check(struct checked *c, struct sw_err *err)
{
    struct sw_audit_input in = { .pools = NULL };
    struct sw_csv *log;
    int status = runs_setup(&c->runs, err);
    if (status != SW_OK || sw_csv_open(&log, c->cfg.audit_file, err) != SW_OK)
        return SW_FAIL;
    if (runs_open_trace(&c->runs.src, &in.trace, err) != SW_OK) {
        sw_csv_close(log);
        return SW_FAIL;
    }
    in.cluster = c->runs.cl;
    in.pools = c->runs.pools;
    in.opt = &c->cfg.opt;
    in.vary = c->cfg.varies ? &c->cfg.vary : NULL;
    status = sw_audit_log(&in, log, &c->found, err);
    /* What of the options no row of the log shows. */
    if (c->found.unchecked)
        sw_cli_warn(c->cli, "not checked: %s", c->found.unchecked);
    sw_trace_free(in.trace);
    return sw_out_end(c->runs.src.rejects, status, err);
}

/* --as-recorded: the rules are those that the log recorded. */
static int check_recorded(struct checked *c, struct sw_err *err)
{
    struct recorded r = { NULL };
    int status = setup_check_recorded(&c->command, err);
    if (status == SW_OK && c->command.n_files > 1)
        status = sw_err_usage(err, "one log at a time: '%s'", c->command.files[1]);
    if (status == SW_OK)
        status = recorded_open(&r, &c->command, c->command.files[0], err);
    if (status == SW_OK && r.log->lacks)
        status = sw_err_set(err, "%s: cannot be replayed as recorded: %s", c->command.files[0], r.log->lacks);
    /* NULL where it could not be read; then status says so. */
    c->cfg.log = r.log;
    if (status == SW_OK)
        status = audit_check(c, err);
    recorded_close(&r);
    return status;
}

int main(int argc, char **argv)
{
    struct sw_cli cli;
    struct sw_err err = { 0 };
    struct checked *c = calloc(1, sizeof *c);
    sw_cli_start(&cli, &tool, NULL, argc, argv);
    int status = c ? SW_OK : sw_err_memory(&err);
    if (status == SW_OK) {
        c->cli = &cli;
        c->runs.src.cli = &c->command;
        c->command.config = &c->cfg;
        status = audit_parse(c, &err);
    }
    if (status == SW_OK)
        status = c->cfg.as_recorded ? check_recorded(c, &err) : audit_check(c, &err);
    bool open = status == SW_OK && c->found.open[0];
    /* open: the first thing that the log does not say, without which it cannot be told. The exit status is then 2. */
    if (open)
        fprintf(stderr, "%s: %s: cannot tell %s\n", tool.name, c->cfg.audit_file, c->found.open);
    if (c) {
        runs_clear(&c->runs);
        sw_cli_clear(&c->command);
    }
    free(c);
    int code = sw_cli_finish(&cli, status, &err);
    return code == SW_EXIT_OK && open ? 2 : code;
}
