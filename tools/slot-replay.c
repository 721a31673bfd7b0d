/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-replay - replays a trace through the scheduler and reports jobs, attempts and a timeline. */
#include "slotwise/sw_audit.h"
#include "slotwise/sw_cli.h"
#include "slotwise/sw_replay.h"
#include "tools/replay/explain.h"
#include "tools/replay/outputs.h"
#include "tools/replay/parts.h"
#include "tools/replay/validate.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Reports at most once a second, and not in the first two seconds. */
static void tell_progress(const struct sw_records *rec, int64_t now_us, const struct sw_totals *totals)
{
    static double told_s;
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
    fprintf(stderr, "at %.0f s: %llu jobs done, %llu tasks launched\n", (double)now_us / (double)SW_US_PER_S,
            (unsigned long long)totals->jobs, (unsigned long long)totals->launches);
}

/* ---- runs ------------------------------------------------------------------------------------ */

struct job_source { struct sw_cli *cli; char *spool; struct sw_out *rejects; };

/* Standard input can be read once; several runs read a copy of it. */
static int spool_stdin(struct job_source *src, struct sw_err *err)
{
    static char name[] = "/tmp/slot-replay.XXXXXX";
    struct sw_bytes *in;
    char buf[1 << 16];
    size_t got = 1;
    int fd = mkstemp(name), status = sw_bytes_open(&in, src->cli->files[0], err);
    FILE *copy = fd < 0 ? NULL : fdopen(fd, "w+");
    if (!copy)
        return sw_err_io(err, name, "cannot make a copy of standard input");
    while (status == SW_OK && (status = sw_bytes_read(in, buf, sizeof buf, &got, err)) == SW_OK && got)
        fwrite(buf, 1, got, copy);
    sw_bytes_close(in);
    if (status == SW_OK && (fflush(copy) || ferror(copy)))
        status = sw_err_io(err, name, "cannot make a copy of standard input");
    src->spool = strdup("/dev/fd/XXXXXXXXXXX");
    snprintf(src->spool, 20, "/dev/fd/%d", fileno(copy));
    remove(name);
    return status;
}

static int open_trace(struct job_source *src, struct sw_trace **trace, struct sw_err *err)
{
    struct config *cfg = src->cli->config;
    struct sw_csv *in;
    if (src->cli->n_files > 1)
        return sw_err_usage(err, "one trace at a time: '%s'", src->cli->files[1]);
    if (sw_csv_open(&in, src->spool ? src->spool : src->cli->files[0], err) != SW_OK)
        return SW_FAIL;
    if (!src->rejects && sw_cli_tolerate(src->cli, in, &src->rejects, err) != SW_OK)
        return SW_FAIL;
    if (sw_trace_take(trace, in, err) != SW_OK)
        return SW_FAIL;
    if (cfg->sort && sw_trace_sort(*trace, err) != SW_OK) {
        sw_trace_free(*trace);
        return SW_FAIL;
    }
    return SW_OK;
}

static int one_run(struct job_source *src, struct sw_cluster *cl, const struct sw_pool_list *pools,
                   struct sw_records *rec, const struct outputs *o, struct sw_err *err)
{
    struct config *cfg = src->cli->config;
    struct sw_replay_sink sink = sw_records_sink(rec);
    struct sw_trace *trace;
    struct sw_replay *r = NULL;
    struct explain why;
    double start_s = now_s();
    if (cfg->explain)
        sink = explain_start(&why, cfg->explain, cfg->opt.until_us, o->main, &sink);
    if (open_trace(src, &trace, err) != SW_OK)
        return SW_FAIL;
    if (cfg->varies)
        sw_cluster_vary(cl, &cfg->vary, cfg->opt.seed);
    int status = sw_replay_new(&r, cl, pools, &cfg->opt, &sink, err);
    if (status == SW_OK)
        status = sw_replay_run(r, trace, err);
    if (status == SW_OK && rec->summary)
        sw_summary_write(rec, sw_replay_totals(r), cfg->timing ? now_s() - start_s : 0, o->main);
    if (status == SW_OK && cfg->explain)
        status = explain_finish(&why, err);
    if (status == SW_OK && options_given(cfg, OPT_DELAY) && cfg->opt.delay.clock != SW_DELAY_NONE
        && sw_replay_totals(r)->launches && !sw_replay_totals(r)->with_preference)
        sw_cli_warn(src->cli, "--delay %s has no effect: no task has a preferred host", cfg->opt.delay.policy->name);
    if (status == SW_OK && options_given(cfg, OPT_DISK) && sw_replay_totals(r)->launches
        && !sw_replay_totals(r)->with_output)
        sw_cli_warn(src->cli, "--disk has no effect: no job has map output (shuffle_bytes)");
    if (status == SW_OK && sw_replay_totals(r)->hosts_unknown)
        sw_cli_warn(src->cli, "%llu preferred hosts are not in the cluster and were ignored",
                    (unsigned long long)sw_replay_totals(r)->hosts_unknown);
    if (status == SW_OK && sw_replay_totals(r)->never_run)
        sw_cli_warn(src->cli, "%llu unfinished %s never run, first %s",
                    (unsigned long long)sw_replay_totals(r)->never_run,
                    sw_replay_totals(r)->never_run == 1 ? "job can" : "jobs can", sw_replay_totals(r)->never_why);
    uint64_t bad = sw_trace_n_rejected(trace);
    if (bad)
        sw_cli_warn(src->cli, "%llu bad %s set aside", (unsigned long long)bad, bad == 1 ? "row" : "rows");
    sw_replay_free(r);
    sw_trace_free(trace);
    return status;
}

static int all_runs(struct sw_cli *cli, struct sw_cluster *cl, const struct sw_pool_list *pools, struct outputs *o,
                    struct sw_err *err)
{
    struct config *cfg = cli->config;
    struct job_source src = { .cli = cli };
    struct sw_records rec = { .one_kind = cl->one_kind, .run = cfg->runs ? 1 : 0,
                              .progress = cli->progress ? tell_progress : NULL };
    int status = outputs_send(cfg, o, &rec, err);
    bool piped = cfg->runs > 1 && (!strcmp(cli->files[0], "-") || !strcmp(cli->files[0], "/dev/stdin")
                                   || !strncmp(cli->files[0], "/dev/fd/", 8));
    if (status == SW_OK && piped)
        status = spool_stdin(&src, err);
    sw_records_headers(&rec);
    if (rec.summary)
        sw_summary_header(&rec, o->main);
    for (uint64_t run = 1; status == SW_OK && run <= (cfg->runs ? cfg->runs : 1); run++) {
        rec.run = cfg->runs ? run : 0;
        rec.seed = cfg->opt.seed = cfg->alone_opt.seed = cli->seed + run - 1;
        status = one_run(&src, cl, pools, &rec, o, err);
    }
    sw_summary_free(rec.summary);
    free(src.spool);
    return outputs_close_one(src.rejects, status, err);
}

static int audit(struct sw_cli *cli, struct sw_cluster *cl, const struct sw_pool_list *pools, struct sw_err *err)
{
    struct config *cfg = cli->config;
    struct job_source src = { .cli = cli };
    struct sw_audit_input in = {
        .cluster = cl, .pools = pools, .opt = &cfg->opt, .vary = cfg->varies ? &cfg->vary : NULL
    };
    struct sw_csv *log;
    const char *unchecked = NULL;
    if (sw_csv_open(&log, cfg->audit_file, err) != SW_OK)
        return SW_FAIL;
    if (open_trace(&src, &in.trace, err) != SW_OK) {
        sw_csv_close(log);
        return SW_FAIL;
    }
    int status = sw_audit_log(&in, log, &unchecked, err);
    if (unchecked)
        sw_cli_warn(cli, "--audit: not checked: %s", unchecked);
    sw_trace_free(in.trace);
    return outputs_close_one(src.rejects, status, err);
}

/* ---- --validate ------------------------------------------------------------------------------ */

static int override(void *context, struct sw_err *err)
{
    struct config *cfg = context;
    for (size_t i = 0; i < cfg->n_late; i++)
        if (options_late(cfg, cfg->late[i].key, cfg->late[i].arg, err) != SW_OK)
            return SW_FAIL;
    if (cfg->spark_reset_given)
        cfg->opt.delay.reset_on_refusal = cfg->opt.delay.clock == SW_SINCE_READY && cfg->spark_reset == 1;
    return setup_offers(cfg, err);
}

/* Refuses options under which something else than the recorded workload would be replayed. */
static int check_validate(const struct sw_cli *cli, struct sw_err *err)
{
    static const struct { int key; const char *name; } strangers[] = { { OPT_LOAD, "load" }, { OPT_JITTER, "jitter" },
        { OPT_UNTIL, "until" } };
    const struct config *cfg = cli->config;
    if (cfg->audit_file || cfg->attempts_file || cfg->timeline_file || cfg->decisions_file || cfg->links_file
        || cfg->explain || cfg->emit_given || cfg->runs || cfg->alone || cfg->timing)
        return sw_err_usage(err, "--validate: writes one row per log and nothing else");
    if (cfg->nodes || cfg->racks)
        return sw_err_usage(err, "--validate: the nodes are those of the log (or --cluster FILE)");
    if (cfg->cluster_file && (cfg->kinds_given || cfg->slots_given))
        return sw_err_usage(err, "--cluster: takes the place of the slots");
    if (cfg->slots_given && cfg->kinds_given)
        return sw_err_usage(err, "--slots: takes the place of --map-slots and --reduce-slots");
    for (size_t i = 0; i < cfg->n_late; i++)
        for (size_t k = 0; k < sizeof strangers / sizeof *strangers; k++)
            if (cfg->late[i].key == strangers[k].key)
                return sw_err_usage(err, "--%s: not with --validate, which replays what was recorded",
                                    strangers[k].name);
    return cli->tolerate ? sw_err_usage(err, "--rejects and --max-bad: not with --validate (slot-trace --check)")
                         : SW_OK;
}

static int validate(struct sw_cli *cli, struct sw_err *err)
{
    struct config *cfg = cli->config;
    struct validate v = { .cluster = cfg->cluster_file, .pools = cfg->pools_file, .topology = cfg->topology_file,
        .preset = cfg->preset, .map_slots = cfg->map_slots, .reduce_slots = cfg->reduce_slots, .slots = cfg->slots,
        .kinds_given = cfg->kinds_given, .slots_given = cfg->slots_given, .opt = &cfg->opt, .override = override,
        .context = cfg };
    return check_validate(cli, err) == SW_OK ? validate_run(&v, cli, err) : SW_FAIL;
}

static int run(struct sw_cli *cli, struct sw_err *err)
{
    struct config *cfg = cli->config;
    struct sw_cluster *cl = NULL;
    struct sw_pool_list *pools = NULL;
    struct outputs o = { 0 };
    if (cfg->validate)
        return validate(cli, err);
    if (cfg->topology_file)
        return sw_err_usage(err, "--topology: only with --validate");
    int status = outputs_check(cfg, err);
    setup_slots(cfg);
    if (status == SW_OK)
        status = outputs_check_files(cli, err);
    if (status == SW_OK)
        status = setup_cluster(cfg, &cl, err);
    if (status == SW_OK)
        status = setup_pools(cfg, cl, &pools, err);
    if (status == SW_OK)
        status = setup_options(cli, cl, err);
    if (status == SW_OK)
        setup_fit_pools(cli, cl, pools);
    if (status == SW_OK && !cfg->audit_file)
        setup_warn(cli, cl, pools);
    if (status == SW_OK && cfg->audit_file)
        status = audit(cli, cl, pools, err);
    else if (status == SW_OK && (status = outputs_open(cli, &o, err)) == SW_OK)
        status = all_runs(cli, cl, pools, &o, err);
    status = outputs_close(&o, status, err);
    sw_pools_free(pools);
    sw_cluster_free(cl);
    return status;
}

int main(int argc, char **argv)
{
    static const struct sw_tool tool = {
        .name = "slot-replay", .summary = "replay a trace through a scheduler with locality waits and fair shares",
        .args = "[TRACE]", .options = options_table, .option = options_read,
        .common = SW_CLI_OUTPUT | SW_CLI_SEED | SW_CLI_PROGRESS | SW_CLI_REJECTS,
        .lists = parts_put,
        .after = "Examples:\n"
                 "  slot-replay --nodes 600 --racks 30 --map-slots 5 --reduce-slots 2 --delay wait:5s jobs.csv\n"
                 "  slot-gen --preset tr-bm | slot-replay --nodes 100 --preset hfs --emit summary\n"
                 "  slot-replay --cluster cluster.csv --pools pools.csv --timeline t.csv --every 30s jobs.csv"
                 " > results.csv\n"
                 "  slot-replay --nodes 100 --preset hfs --explain job_17 jobs.csv\n",
    };
    struct config cfg = {
        .map_slots = 2, .reduce_slots = 2, .spark_reset = 1, .vary = { .speed = 1, .to_us = SW_TIME_MAX }
    };
    struct sw_cli cli;
    struct sw_err err = { 0 };
    sw_cli_start(&cli, &tool, &cfg, argc, argv);
    return sw_cli_finish(&cli, run(&cli, &err), &err);
}
