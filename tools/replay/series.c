/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series.c - all replays that a command line asks for: one, or --runs of them, in turn or several at once. */
#include "tools/replay/replay.h"

/* ---- progress -------------------------------------------------------------------------------- */

static struct sw_cli_way way; /* of --progress */

/* Reports at most once a second, and not in the first two seconds. */
static void tell_way_of_run(const struct sw_records *rec, int64_t now_us, const struct sw_totals *totals)
{
    static double told_s;
    char left[64];
    double at_s = sw_cli_now_s();
    if (told_s == 0)
        told_s = at_s + 1;
    if (at_s - told_s < 1)
        return;
    told_s = at_s;
    if (rec->run)
        fprintf(stderr, "slot-replay: run %llu: ", (unsigned long long)rec->run);
    else
        fprintf(stderr, "slot-replay: ");
    sw_cli_way_text(&way, left);
    fprintf(stderr, "at %.0f s: %llu jobs done, %llu tasks launched%s\n", (double)now_us / (double)SW_US_PER_S,
            (unsigned long long)totals->jobs, (unsigned long long)totals->launches, left);
}

/* ---- replays --------------------------------------------------------------------------------- */

/* Slots go to all pools here. Where they had nodes of their own, differences between pools are made up. One pair is
 * named, that which chance would have let meet most often (sw_meet.h). */
static void warn_of_pools_apart(const struct sw_cli *cli, const struct sw_meet *meet)
{
    struct sw_meet_pair p;
    size_t n;
    sw_meet_apart(meet, &p, 1, &n);
    if (n == 0)
        return;
    sw_cli_warn(cli, "pools that did not compete in the log compete here, so the replay cannot say how one fares "
                "beside the other: %llu of %llu tasks of %.*s ran on the %zu of %zu nodes that %.*s used%s",
                (unsigned long long)p.met, (unsigned long long)p.tasks, (int)(p.pool.len < 60 ? p.pool.len : 60),
                p.pool.at, p.nodes, p.all_nodes, (int)(p.other.len < 60 ? p.other.len : 60), p.other.at,
                n > 1 ? ", and so with other pools (slot-trace --info)" : "");
}

static int replay_in_turn(struct runs *r, struct sw_records *rec, struct outputs *o, struct sw_err *err)
{
    const struct config *cfg = r->src.cli->config;
    int status = SW_OK;
    /* A pipe that several runs read is copied before the first one. */
    if (cfg->runs > 1 && !cfg->log && !*r->src.spool && input_is_piped(r->src.cli->files[0]))
        status = input_spool(&r->src, err);
    for (uint64_t run = 1; status == SW_OK && run <= (cfg->runs ? cfg->runs : 1); run++) {
        runs_seed(r, rec, run);
        status = runs_one(r, rec, o, err);
        if (status == SW_OK && runs_are_precise(r, r->mean_s))
            break;
    }
    return status;
}

int series_replay(struct runs *r, struct outputs *o, struct sw_err *err)
{
    const struct sw_cli *cli = r->src.cli;
    const struct config *cfg = cli->config;
    struct sw_records rec = { .one_kind = r->cl->one_kind,
                              .run = cfg->runs ? 1 : 0,
                              .progress = cli->progress ? tell_way_of_run : NULL };
    int status = outputs_send(cfg, o, &rec, err);
    if (rec.progress) /* not where slot-sweep runs several of these at once */
        sw_cli_way_start(&way, cli, cfg->runs ? cfg->runs : 1);
    /* Rows of a further log go under the header of the first. */
    if (!r->goes_on)
        sw_records_headers(&rec);
    if (!r->goes_on && rec.summary)
        sw_summary_header(&rec, o->at[OUT_MAIN]);
    if (status == SW_OK)
        status = sw_meet_new(&r->src.meet, err);
    if (status == SW_OK)
        status = cfg->jobs > 1 && cfg->runs > 1 ? parallel_replay(r, o, err) : replay_in_turn(r, &rec, o, err);
    if (status == SW_OK)
        runs_warn_of_precision(r);
    if (status == SW_OK)
        warn_of_pools_apart(cli, r->src.meet);
    sw_meet_free(r->src.meet);
    r->src.meet = NULL;
    sw_summary_free(rec.summary);
    return sw_out_end(r->src.rejects, status, err);
}
