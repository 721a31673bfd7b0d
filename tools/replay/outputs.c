/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outputs.c - the files that slot-replay writes: which go together, how they are opened and closed, which record
 * goes to which. */
#include "tools/replay/replay.h"

int outputs_open(struct sw_cli *cli, struct outputs *o, struct sw_err *err)
{
    const struct config *cfg = cli->config;
    if (o->main) /* of the log before */
        return SW_OK;
    if (sw_cli_open(cli, &o->main, cli->output, err) != SW_OK)
        return SW_FAIL;
    if (cfg->attempts_file && sw_cli_open(cli, &o->attempts, cfg->attempts_file, err) != SW_OK)
        return SW_FAIL;
    if (cfg->decisions_file && sw_cli_open(cli, &o->decisions, cfg->decisions_file, err) != SW_OK)
        return SW_FAIL;
    if (cfg->waits_file && sw_cli_open(cli, &o->waits, cfg->waits_file, err) != SW_OK)
        return SW_FAIL;
    if (cfg->links_file && sw_cli_open(cli, &o->links, cfg->links_file, err) != SW_OK)
        return SW_FAIL;
    return cfg->timeline_file ? sw_cli_open(cli, &o->timeline, cfg->timeline_file, err) : SW_OK;
}

int outputs_close_one(struct sw_out *out, int status, struct sw_err *err)
{
    if (!out)
        return status;
    if (status == SW_OK)
        return sw_out_close(out, err);
    sw_out_abandon(out);
    return SW_FAIL;
}

/* Rows already on standard output stay there: the rows of finished jobs are correct. */
int outputs_close(struct outputs *o, int status, struct sw_err *err)
{
    status = outputs_close_one(o->attempts, status, err);
    status = outputs_close_one(o->timeline, status, err);
    status = outputs_close_one(o->decisions, status, err);
    status = outputs_close_one(o->links, status, err);
    status = outputs_close_one(o->waits, status, err);
    return outputs_close_one(o->main, status, err);
}

int outputs_send(const struct config *cfg, const struct outputs *o, struct sw_records *rec, struct sw_err *err)
{
    rec->attempts = o->attempts;
    rec->timeline = o->timeline;
    rec->links = o->links;
    rec->waits = o->waits;
    rec->decisions = o->decisions;
    if (cfg->explain)
        return SW_OK;
    switch ((enum emit)cfg->emit) {
    case EMIT_JOBS: rec->jobs = o->main; break;
    case EMIT_ATTEMPTS: rec->attempts = o->main; break;
    case EMIT_TIMELINE: rec->timeline = o->main; break;
    case EMIT_DECISIONS: rec->decisions = o->main; break;
    case EMIT_SUMMARY: return sw_summary_new(&rec->summary, err);
    }
    return SW_OK;
}

int outputs_check(const struct config *cfg, struct sw_err *err)
{
    if (cfg->emit == EMIT_ATTEMPTS && cfg->attempts_file)
        return sw_err_usage(err, "--attempts: --record attempts writes them to standard output already");
    if (cfg->emit == EMIT_TIMELINE && cfg->timeline_file)
        return sw_err_usage(err, "--timeline: --record timeline writes it to standard output already");
    if (cfg->emit == EMIT_DECISIONS && cfg->decisions_file)
        return sw_err_usage(err, "--decisions: --record decisions writes them to standard output already");
    if (cfg->explain && options_given(cfg, "record"))
        return sw_err_usage(err, "--explain: takes the place of --record");
    if (cfg->explain && cfg->runs)
        return sw_err_usage(err, "--explain: explains one run, not --runs");
    return SW_OK;
}
