/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outputs.c - the files that slot-replay writes: which go together, how they are opened and closed, which record
 * goes to which. */
#include "tools/replay/replay.h"

int outputs_open(struct sw_cli *cli, struct outputs *o, struct sw_err *err)
{
    const struct config *cfg = cli->config;
    if (o->at[OUT_MAIN]) /* of the log before */
        return SW_OK;
    if (sw_cli_open(cli, &o->at[OUT_MAIN], cli->output, err) != SW_OK)
        return SW_FAIL;
    for (int i = 0; i < OUT_MAIN; i++)
        if (cfg->file[i] && sw_cli_open(cli, &o->at[i], cfg->file[i], err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

/* Rows already on standard output stay there: the rows of finished jobs are correct. */
int outputs_close(struct outputs *o, int status, struct sw_err *err)
{
    for (int i = 0; i < OUT_N; i++)
        status = sw_out_end(o->at[i], status, err);
    return status;
}

int outputs_send(const struct config *cfg, const struct outputs *o, struct sw_records *rec, struct sw_err *err)
{
    struct sw_out *main = o->at[OUT_MAIN];
    rec->attempts = o->at[OUT_ATTEMPTS];
    rec->timeline = o->at[OUT_TIMELINE];
    rec->links = o->at[OUT_LINKS];
    rec->waits = o->at[OUT_WAITS];
    rec->decisions = o->at[OUT_DECISIONS];
    if (cfg->explain)
        return SW_OK;
    switch ((enum emit)cfg->emit) {
    case EMIT_JOBS: rec->jobs = main; break;
    case EMIT_ATTEMPTS: rec->attempts = main; break;
    case EMIT_TIMELINE: rec->timeline = main; break;
    case EMIT_DECISIONS: rec->decisions = main; break;
    case EMIT_SUMMARY: return sw_summary_new(&rec->summary, err);
    }
    return SW_OK;
}

bool outputs_asked(const struct config *cfg)
{
    bool any = false;
    for (int i = 0; i < OUT_MAIN; i++)
        any |= cfg->file[i] != NULL;
    return any;
}

int outputs_check(const struct config *cfg, struct sw_err *err)
{
    if (cfg->emit == EMIT_ATTEMPTS && cfg->file[OUT_ATTEMPTS])
        return sw_err_usage(err, "--attempts: --record attempts writes them to standard output already");
    if (cfg->emit == EMIT_TIMELINE && cfg->file[OUT_TIMELINE])
        return sw_err_usage(err, "--timeline: --record timeline writes it to standard output already");
    if (cfg->emit == EMIT_DECISIONS && cfg->file[OUT_DECISIONS])
        return sw_err_usage(err, "--decisions: --record decisions writes them to standard output already");
    if (cfg->explain && options_given(cfg, "record"))
        return sw_err_usage(err, "--explain: takes the place of --record");
    if (cfg->explain && cfg->runs)
        return sw_err_usage(err, "--explain: explains one run, not --runs");
    return SW_OK;
}
