/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs.c - replays of one trace, in turn: its reading, one replay, the rows and warnings of each. Here are the
 * program itself, which slot-sweep runs in its threads, and what each of its runs does. */
#include <math.h>
#include "lib/csv/sw_table.h"
#include "lib/options/special.h"
#include "lib/trace/stream/trace_private.h"
#include "lib/trace/stream/sw_stream.h"
#include "tools/replay/replay.h"
#include <time.h>
#include <unistd.h>

const struct sw_tool *runs_tool(void)
{
    static const struct sw_tool tool = {
        .name = "slot-replay", .summary = "replay a trace through a scheduler with locality waits and fair shares",
        .args = "[TRACE]", .named = options_read, .rows = { options_run, options_table },
        .headings = { [OPTION_CLUSTER] = "The cluster:", [OPTION_SCHEDULER] = "The scheduler:",
                      [OPTION_MODEL] = "The model:", [OPTION_RUN] = "The run:", [OPTION_OUTPUT] = "Output:" },
        .common = SW_CLI_TABLE | SW_CLI_SEED | SW_CLI_PROGRESS | SW_CLI_REJECTS | SW_CLI_PRETTY
                  | SW_CLI_STRICT,
        .lists = parts_put, .settled = settled_put,
        .after = "Examples:\n"
                 "  slot-replay --nodes 600 --racks 30 --map-slots 5 --reduce-slots 2 --delay wait:5s jobs.csv\n"
                 "  slot-gen --preset tr-bm | slot-replay --nodes 100 --preset hfs --record summary\n"
                 "  slot-replay --cluster cluster.csv --pools pools.csv --timeline t.csv --every 30s jobs.csv"
                 " > results.csv\n"
                 "  slot-replay --nodes 100 --preset hfs --explain job_17 jobs.csv\n",
    };
    return &tool;
}

/* Two map and two reduce slots of each node, as Hadoop 1 has by default. Speeds do not vary, and a straggler is one for
 * all of the time. */
const struct config runs_config = {
    .map_slots = 2, .reduce_slots = 2, .jobs = 1, .vary = { .speed = 1, .to_us = SW_TIME_MAX }
};

/* ---- runs ------------------------------------------------------------------------------------ */

/* The bytes may be open already: a pipe whose beginning was looked at. */
static int open_file(struct runs_source *src, struct sw_trace **trace, struct sw_err *err)
{
    const struct config *cfg = src->cli->config;
    struct sw_bytes *bytes = src->bytes;
    struct sw_csv *in;
    const char *path = *src->spool ? src->spool : src->cli->files[0];
    src->bytes = NULL;
    if ((!bytes && sw_bytes_open_as(&bytes, path, *src->spool ? src->spooled : NULL, err) != SW_OK)
        || sw_csv_take(&in, bytes, err) != SW_OK)
        return SW_FAIL;
    /* Bad rows of all runs go to one file. */
    if (!src->rejects && sw_cli_tolerate(src->cli, in, &src->rejects, err) != SW_OK)
        return SW_FAIL;
    /* Columns that this replay does not read are warned of, as a reader of the trace would expect them to count. */
    if (cfg->opt.delay.policy && cfg->opt.delay.policy->clock != SW_COUNT_HEARTBEAT_GAPS) {
        sw_csv_not_used(in, "wait_node_s", "without --delay wait");
        sw_csv_not_used(in, "wait_rack_s", "without --delay wait");
    }
    if (!src->takes_sizes) {
        sw_csv_not_used(in, "task_cpus", "without --node-cpus, --node-memory or the columns cpus and memory");
        sw_csv_not_used(in, "task_memory", "without --node-cpus, --node-memory or the columns cpus and memory");
    }
    return sw_trace_take(trace, in, err);
}

/* A log gives its jobs again; a trace that is held is shared; else the file is read again. */
int runs_open_trace(struct runs_source *src, struct sw_trace **trace, struct sw_err *err)
{
    const struct config *cfg = src->cli->config;
    if (src->held)
        return sw_trace_share(trace, src->held, err);
    if (src->cli->n_files > 1 && !cfg->log)
        return sw_err_usage(err, "one trace at a time: '%s'", src->cli->files[1]);
    if ((cfg->log ? sw_log_trace(trace, cfg->log, NULL, err) : open_file(src, trace, err)) != SW_OK)
        return SW_FAIL;
    if (cfg->opt.gang.width != SW_WIDTH_NONE) /* an audit replays nothing */
        sw_trace_gangs(*trace);
    /* Pools are watched in the first reading alone: all runs have the same jobs. */
    sw_trace_watch(*trace, src->watched ? NULL : src->meet);
    src->watched = true;
    /* Another reading of the file takes less than holding it. */
    const bool sorted = cfg->sort && !cfg->log && !src->cli->tolerate
                        && in_order(*src->spool ? src->spool : src->cli->files[0], NULL);
    if (cfg->sort && !sorted && sw_trace_sort(*trace, err) != SW_OK) {
        sw_trace_free(*trace);
        return SW_FAIL;
    }
    return SW_OK;
}

/* S14: the greatest part first. */
static void tell_waits(const struct sw_cli *cli, struct sw_records *rec)
{
    char text[400];
    size_t len = 0;
    double sum = 0;
    for (int i = 0; i < SW_HELD_N; i++)
        sum += rec->held_s[i];
    /* Sorted by taking the greatest each time; a part that was told is set to 0. */
    for (int n = 0; n < SW_HELD_N && len < sizeof text; n++) {
        int most = 0;
        for (int i = 1; i < SW_HELD_N; i++)
            if (rec->held_s[i] > rec->held_s[most])
                most = i;
        if (rec->held_s[most] <= 0)
            break;
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%.3g %% %s", n ? ", " : "",
                                100 * rec->held_s[most] / sum, sw_held_by_words[most]);
        rec->held_s[most] = 0;
    }
    if (sum > 0)
        sw_cli_say(cli, "ready tasks waited %.10g s in all: %s", sum, text);
}

/* Bad rows and warnings are told of each run, on behalf of its own cli. */
int runs_one(struct runs *r, struct sw_records *rec, const struct outputs *o, struct sw_err *err)
{
    struct runs_source *src = &r->src;
    struct config *cfg = src->cli->config;
    struct sw_replay_sink sink = sw_records_sink(rec);
    struct sw_trace *trace;
    struct sw_replay *replay = NULL;
    struct explain why;
    double start_s = sw_cli_now_s();
    if (cfg->explain)
        sink = explain_start(&why, cfg->explain, cfg->opt.until_us, o->at[OUT_MAIN], &sink);
    if (runs_open_trace(src, &trace, err) != SW_OK)
        return SW_FAIL;
    /* Speeds of nodes are drawn from the seed of the run. */
    int status = cfg->varies ? sw_cluster_vary(r->cl, &cfg->vary, cfg->opt.seed, err) : SW_OK;
    if (status == SW_OK)
        status = sw_replay_new(&replay, r->cl, r->pools, &cfg->opt, &sink, err);
    if (status == SW_OK)
        status = sw_replay_run(replay, trace, err);
    if (status == SW_OK && rec->summary)
        status = sw_summary_write(rec, sw_replay_totals(replay), cfg->timing ? sw_cli_now_s() - start_s : 0,
                                  o->at[OUT_MAIN], err);
    if (status == SW_OK && rec->waits && !cfg->runs)
        tell_waits(src->cli, rec);
    if (status == SW_OK && cfg->explain)
        status = explain_finish(&why, err);
    if (status == SW_OK)
        option_warnings_of_run(src->cli, sw_replay_totals(replay));
    /* Mean response in seconds, for --until-precise. 0 / 0 is NaN: no job was done. */
    if (replay)
        r->mean_s = sw_replay_totals(replay)->response_us / (double)sw_replay_totals(replay)->jobs_done
                    / (double)SW_US_PER_S;
    uint64_t bad = sw_trace_n_rejected(trace);
    if (bad)
        sw_cli_warn(src->cli, "%llu bad %s set aside", (unsigned long long)bad, bad == 1 ? "row" : "rows");
    sw_replay_free(replay);
    sw_trace_free(trace);
    return status;
}

/* ---- --until-precise --------------------------------------------------------------------------- */

/* Half of the 95 % interval of the mean, by Student's t over the runs. One run has none: INFINITY. */
static double half_width(const struct sw_moments *m)
{
    return m->n > 1 ? sw_moments_t(0.975, (double)(m->n - 1)) * sw_moments_sd(m) / sqrt((double)m->n) : INFINITY;
}

/* Of five runs at least, as a few that agree by chance would end it. */
bool runs_are_precise(struct runs *r, double mean_s)
{
    enum { LEAST = 5 };
    const struct config *cfg = r->src.cli->config;
    sw_moments_add(&r->means, mean_s);
    return cfg->precise > 0 && r->means.n >= LEAST && half_width(&r->means) <= cfg->precise * r->means.mean;
}

/* Also where the mean is not known at all, since a comparison with NaN fails. */
void runs_warn_of_precision(const struct runs *r)
{
    const struct config *cfg = r->src.cli->config;
    const double share = half_width(&r->means) / r->means.mean;
    char within[40];
    snprintf(within, sizeof within, !isfinite(share) ? "not known" : "known within %.3g %%", 100 * share);
    if (cfg->precise > 0 && !(share <= cfg->precise))
        sw_cli_warn(r->src.cli, "--until-precise: the mean response is %s after %llu runs (--runs)", within,
                    (unsigned long long)cfg->runs);
}

/* Run r has the seed of the command line plus r - 1. Without --runs rows have no number of a run. */
void runs_seed(struct runs *r, struct sw_records *rec, uint64_t run)
{
    struct config *cfg = r->src.cli->config;
    rec->run = cfg->runs ? run : 0;
    rec->seed = cfg->opt.seed = cfg->alone_opt.seed = r->src.cli->seed + run - 1;
}

/* The order matters: a cluster is needed for presets and pools, and options are known before minimum shares are
 * fitted. */
int runs_setup(struct runs *r, struct sw_err *err)
{
    struct sw_cli *cli = r->src.cli;
    struct config *cfg = cli->config;
    int status = outputs_check(cfg, err);
    if (status == SW_OK && cfg->precise > 0 && cfg->runs < 2)
        status = sw_err_usage(err, "--until-precise: only with --runs, the most that are made");
    setup_slots(cfg);
    if (status == SW_OK && cfg->jobs > 1 && (!cfg->runs || cli->tolerate))
        status = sw_err_usage(err, !cfg->runs ? "--parallel: only with --runs"
                              : "--parallel: not with --rejects and --max-bad");
    if (status == SW_OK)
        status = setup_cluster(cfg, &r->cl, err);
    if (status == SW_OK)
        status = setup_pools(cfg, r->cl, &r->pools, err);
    if (status == SW_OK && !cfg->log)
        status = input_names_hosts(&r->src, &cfg->named_hosts, err);
    if (status == SW_OK)
        status = setup_options(cli, r->cl, err);
    r->src.takes_sizes = status == SW_OK && special_sizes_are_limited(&cfg->opt, r->cl);
    if (status == SW_OK)
        setup_fit_pools(cli, r->cl, r->pools);
    if (status == SW_OK && !cfg->audit_file)
        option_warnings_put(cli, r->cl, r->pools);
    if (status == SW_OK && cfg->named_hosts && cfg->opt.placement != SW_PLACE_TRACE && !cfg->audit_file)
        sw_cli_warn(cli, "--placement %s draws over the preferred hosts of the trace", options_given(cfg, "placement"));
    return status;
}

void runs_clear(struct runs *r)
{
    sw_bytes_close(r->src.bytes);
    sw_pools_free(r->pools);
    sw_cluster_free(r->cl);
}
