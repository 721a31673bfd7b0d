/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outputs.c - the files that slot-replay writes: which go together, how they are opened and closed, which record goes
 * to which. Outputs have places in enum output. Standard output is OUT_MAIN, and each other one is a file of its own
 * option. */
#include "tools/replay/replay.h"

/* Several logs in turn write to the outputs of the first. */
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

/* What --record puts on standard output may have a file, too. */
static const enum output output_of[] = { [EMIT_JOBS] = OUT_MAIN, [EMIT_ATTEMPTS] = OUT_ATTEMPTS,
    [EMIT_TIMELINE] = OUT_TIMELINE, [EMIT_SUMMARY] = OUT_MAIN, [EMIT_DECISIONS] = OUT_DECISIONS };

/* The record on standard output, or a file of its own, takes each kind of row. */
int outputs_send(const struct config *cfg, const struct outputs *o, struct sw_records *rec, struct sw_err *err)
{
    struct outputs to = *o;
    if (!cfg->explain)
        to.at[output_of[cfg->emit]] = o->at[OUT_MAIN];
    rec->attempts = to.at[OUT_ATTEMPTS];
    rec->timeline = to.at[OUT_TIMELINE];
    rec->links = to.at[OUT_LINKS];
    rec->waits = to.at[OUT_WAITS];
    rec->decisions = to.at[OUT_DECISIONS];
    if (!cfg->explain && cfg->emit == EMIT_JOBS)
        rec->jobs = to.at[OUT_MAIN];
    return !cfg->explain && cfg->emit == EMIT_SUMMARY ? sw_summary_new(&rec->summary, err) : SW_OK;
}

bool outputs_asked(const struct config *cfg)
{
    bool any = false;
    for (int i = 0; i < OUT_MAIN; i++)
        any |= !!cfg->file[i];
    return any;
}

/* One record has one place, and sentences take the place of rows. */
int outputs_check(const struct config *cfg, struct sw_err *err)
{
    const enum output own = output_of[cfg->emit];
    const char *word = options_records[cfg->emit];
    if (own != OUT_MAIN && cfg->file[own])
        return sw_err_usage(err, "--%s: --record %s writes %s to standard output already", word, word,
                            own == OUT_TIMELINE ? "it" : "them");
    if (cfg->explain && options_given(cfg, "record"))
        return sw_err_usage(err, "--explain: takes the place of --record");
    if (cfg->explain && cfg->runs)
        return sw_err_usage(err, "--explain: explains one run, not --runs");
    return SW_OK;
}
