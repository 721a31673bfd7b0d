/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs.c - replays of one trace, in turn: its reading, one replay, the rows and warnings of each. */
#include "tools/replay/runs.h"
#include "tools/replay/explain.h"
#include "tools/replay/option_warnings.h"
#include "tools/replay/parallel.h"
#include "tools/replay/parts.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const struct sw_tool *runs_tool(void)
{
    static struct sw_tool tool = {
        .name = "slot-replay", .summary = "replay a trace through a scheduler with locality waits and fair shares",
        .args = "[TRACE]", .named = options_read,
        .common = SW_CLI_TABLE | SW_CLI_SEED | SW_CLI_PROGRESS | SW_CLI_REJECTS | SW_CLI_PRETTY,
        .lists = parts_put, .settled = settled_put,
        .after = "Examples:\n"
                 "  slot-replay --nodes 600 --racks 30 --map-slots 5 --reduce-slots 2 --delay wait:5s jobs.csv\n"
                 "  slot-gen --preset tr-bm | slot-replay --nodes 100 --preset hfs --emit summary\n"
                 "  slot-replay --cluster cluster.csv --pools pools.csv --timeline t.csv --every 30s jobs.csv"
                 " > results.csv\n"
                 "  slot-replay --nodes 100 --preset hfs --explain job_17 jobs.csv\n",
    };
    tool.options = options_argp();
    return &tool;
}

const struct config runs_config = {
    .map_slots = 2, .reduce_slots = 2, .jobs = 1, .vary = { .speed = 1, .to_us = SW_TIME_MAX }
};

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static struct sw_cli_way way; /* of --progress */

/* Reports at most once a second, and not in the first two seconds. */
static void tell_progress(const struct sw_records *rec, int64_t now_us, const struct sw_totals *totals)
{
    static double told_s;
    char left[64];
    double at_s = now_s();
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

/* ---- runs ------------------------------------------------------------------------------------ */

/* Standard input can be read once; several runs read a copy of it, a file without a name. */
int runs_spool(struct runs_source *src, struct sw_err *err)
{
    struct sw_bytes *in;
    struct sw_out *copy = NULL;
    char buf[1 << 16];
    size_t got = 1;
    int fd, status = sw_out_nameless(&fd, src->spool, err);
    if (status != SW_OK || sw_bytes_open(&in, src->cli->files[0], err) != SW_OK)
        return SW_FAIL;
    snprintf(src->spooled, sizeof src->spooled, "%s", sw_bytes_path(in));
    status = sw_out_open(&copy, src->spool, err);
    while (status == SW_OK && (status = sw_bytes_read(in, buf, sizeof buf, &got, err)) == SW_OK && got)
        sw_out_bytes(copy, buf, got);
    sw_bytes_close(in);
    if (status == SW_OK)
        return sw_out_close(copy, err);
    sw_out_abandon(copy);
    return SW_FAIL;
}

void runs_name_copy(const char *spool, const char *name, struct sw_err *err)
{
    size_t n = strlen(spool);
    char rest[sizeof err->text];
    if (n == 0 || strncmp(err->text, spool, n) != 0)
        return;
    memcpy(rest, err->text + n, sizeof rest - n);
    snprintf(err->text, sizeof err->text, "%.60s%.*s", name, (int)(sizeof rest - 62), rest);
}

int runs_open_trace(struct runs_source *src, struct sw_trace **trace, struct sw_err *err)
{
    struct config *cfg = src->cli->config;
    struct sw_bytes *bytes;
    struct sw_csv *in;
    if (src->held)
        return sw_trace_share(trace, src->held, err);
    if (src->cli->n_files > 1)
        return sw_err_usage(err, "one trace at a time: '%s'", src->cli->files[1]);
    const char *path = *src->spool ? src->spool : src->cli->files[0];
    if (sw_bytes_open_as(&bytes, path, *src->spool ? src->spooled : NULL, err) != SW_OK
        || sw_csv_take(&in, bytes, err) != SW_OK)
        return SW_FAIL;
    if (!src->rejects && sw_cli_tolerate(src->cli, in, &src->rejects, err) != SW_OK)
        return SW_FAIL;
    if (sw_trace_take(trace, in, err) != SW_OK)
        return SW_FAIL;
    if (cfg->opt.gang.width != SW_WIDTH_NONE)
        sw_trace_gangs(*trace);
    sw_trace_watch(*trace, src->watched ? NULL : src->meet);
    src->watched = true;
    if (cfg->sort && sw_trace_sort(*trace, err) != SW_OK) {
        sw_trace_free(*trace);
        return SW_FAIL;
    }
    return SW_OK;
}

int runs_one(struct runs *r, struct sw_records *rec, const struct outputs *o, struct sw_err *err)
{
    struct runs_source *src = &r->src;
    struct config *cfg = src->cli->config;
    struct sw_replay_sink sink = sw_records_sink(rec);
    struct sw_trace *trace;
    struct sw_replay *replay = NULL;
    struct explain why;
    double start_s = now_s();
    if (cfg->explain)
        sink = explain_start(&why, cfg->explain, cfg->opt.until_us, o->main, &sink);
    if (runs_open_trace(src, &trace, err) != SW_OK)
        return SW_FAIL;
    int status = cfg->varies ? sw_cluster_vary(r->cl, &cfg->vary, cfg->opt.seed, err) : SW_OK;
    if (status == SW_OK)
        status = sw_replay_new(&replay, r->cl, r->pools, &cfg->opt, &sink, err);
    if (status == SW_OK)
        status = sw_replay_run(replay, trace, err);
    if (status == SW_OK && rec->summary)
        status = sw_summary_write(rec, sw_replay_totals(replay), cfg->timing ? now_s() - start_s : 0, o->main, err);
    if (status == SW_OK && cfg->explain)
        status = explain_finish(&why, err);
    if (status == SW_OK && options_given(cfg, "delay") && cfg->opt.delay.clock != SW_DELAY_NONE
        && sw_replay_totals(replay)->launches && !sw_replay_totals(replay)->with_preference)
        sw_cli_warn(src->cli, "--delay %s has no effect: no task has a preferred host", cfg->opt.delay.policy->name);
    if (status == SW_OK && options_given(cfg, "disk") && sw_replay_totals(replay)->launches
        && !sw_replay_totals(replay)->with_output)
        sw_cli_warn(src->cli, "--disk has no effect: no job has map output (shuffle_bytes)");
    if (status == SW_OK && sw_replay_totals(replay)->hosts_unknown)
        sw_cli_warn(src->cli, "%llu preferred hosts are not in the cluster and were ignored",
                    (unsigned long long)sw_replay_totals(replay)->hosts_unknown);
    if (status == SW_OK)
        option_warnings_hosts(src->cli, cfg->as_recorded, sw_replay_totals(replay));
    if (status == SW_OK)
        option_warnings_queues(src->cli, &cfg->opt.admission, sw_replay_totals(replay));
    if (status == SW_OK)
        option_warnings_limits(src->cli, &cfg->opt, sw_replay_totals(replay));
    if (status == SW_OK && sw_replay_totals(replay)->never_run)
        sw_cli_warn(src->cli, "%llu unfinished %s never run, first %s",
                    (unsigned long long)sw_replay_totals(replay)->never_run,
                    sw_replay_totals(replay)->never_run == 1 ? "job can" : "jobs can",
                    sw_replay_totals(replay)->never_why);
    uint64_t bad = sw_trace_n_rejected(trace);
    if (bad)
        sw_cli_warn(src->cli, "%llu bad %s set aside", (unsigned long long)bad, bad == 1 ? "row" : "rows");
    sw_replay_free(replay);
    sw_trace_free(trace);
    return status;
}

bool runs_is_piped(const char *path)
{
    return !strcmp(path, "-") || !strcmp(path, "/dev/stdin") || !strncmp(path, "/dev/fd/", 8);
}

void runs_seed(struct runs *r, struct sw_records *rec, uint64_t run)
{
    struct config *cfg = r->src.cli->config;
    rec->run = cfg->runs ? run : 0;
    rec->seed = cfg->opt.seed = cfg->alone_opt.seed = r->src.cli->seed + run - 1;
}

/* Slots go to all pools here. Where they had nodes of their own, differences between pools are made up. */
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
    if (cfg->runs > 1 && runs_is_piped(r->src.cli->files[0]))
        status = runs_spool(&r->src, err);
    for (uint64_t run = 1; status == SW_OK && run <= (cfg->runs ? cfg->runs : 1); run++) {
        runs_seed(r, rec, run);
        status = runs_one(r, rec, o, err);
    }
    return status;
}

int runs_replay(struct runs *r, struct outputs *o, struct sw_err *err)
{
    const struct sw_cli *cli = r->src.cli;
    const struct config *cfg = cli->config;
    struct sw_records rec = { .one_kind = r->cl->one_kind, .run = cfg->runs ? 1 : 0,
                              .progress = cli->progress ? tell_progress : NULL };
    int status = outputs_send(cfg, o, &rec, err);
    if (rec.progress) /* not where slot-sweep runs several of these at once */
        sw_cli_way_start(&way, cli, cfg->runs ? cfg->runs : 1);
    sw_records_headers(&rec);
    if (rec.summary)
        sw_summary_header(&rec, o->main);
    if (status == SW_OK)
        status = sw_meet_new(&r->src.meet, err);
    if (status == SW_OK)
        status = cfg->jobs > 1 && cfg->runs > 1 ? parallel_replay(r, o, err) : replay_in_turn(r, &rec, o, err);
    if (status == SW_OK)
        warn_of_pools_apart(cli, r->src.meet);
    sw_meet_free(r->src.meet);
    r->src.meet = NULL;
    sw_summary_free(rec.summary);
    return outputs_close_one(r->src.rejects, status, err);
}

int runs_setup(struct runs *r, struct sw_err *err)
{
    struct sw_cli *cli = r->src.cli;
    struct config *cfg = cli->config;
    int status = outputs_check(cfg, err);
    setup_slots(cfg);
    if (status == SW_OK && cfg->jobs > 1 && (!cfg->runs || cli->tolerate))
        status = sw_err_usage(err, !cfg->runs ? "--jobs: only with --runs"
                              : "--jobs: not with --rejects and --max-bad");
    if (status == SW_OK)
        status = outputs_check_files(cli, err);
    if (status == SW_OK)
        status = setup_cluster(cfg, &r->cl, err);
    if (status == SW_OK)
        status = setup_pools(cfg, r->cl, &r->pools, err);
    if (status == SW_OK)
        status = setup_options(cli, r->cl, err);
    if (status == SW_OK)
        setup_fit_pools(cli, r->cl, r->pools);
    if (status == SW_OK && !cfg->audit_file)
        option_warnings_put(cli, r->cl, r->pools);
    return status;
}

void runs_clear(struct runs *r)
{
    sw_pools_free(r->pools);
    sw_cluster_free(r->cl);
}
