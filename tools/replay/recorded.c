/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recorded.c - a log that is replayed as it was recorded, opened as the command line of slot-replay says. Three
 * steps: read, prepare, settle. Between the first two a caller may look whether the log lacks something. */
#include <string.h>
#include "lib/trace/import/sw_importer.h"
#include "tools/replay/replay.h"

/* True of command lines of slot-replay alone: other tools have neither option. */
static bool is_replayed(const struct config *cfg) { return cfg->as_recorded || cfg->validate; }

/* The hosts outlive the log, which borrows them: recorded_close() frees in that order. */
static int read_files(struct recorded *r, struct sw_cli *cli, const char *const *files, size_t n_files,
                      struct sw_err *err)
{
    const struct config *cfg = cli->config;
    struct sw_cli_progress progress = { .cli = cli, .what = "jobs read" };
    struct sw_trace_input in = {
        .files = files, .n_files = n_files, .rules = SW_IMPORT_RULES_DEFAULT, .tell = sw_cli_tell, .context = &progress
    };
    struct sw_trace *trace;
    *r = (struct recorded){ NULL };
    if (sw_hosts_new(&r->hosts, err) != SW_OK)
        return SW_FAIL;
    /* Slurm's jobs have width unless something else is said, and then nodes have cores (--node-slots). */
    in.rules.cores = is_replayed(cfg) && (setup_has_width(cfg) || (!cfg->preset && !options_given(cfg, "width")));
    in.rules.hosts = r->hosts;
    in.rules.resource = cfg->resource;
    in.rules.from_ms = cfg->from_ms;
    in.rules.to_ms = cfg->to_ms;
    in.rules.executors = !setup_asks_for_heartbeats(cfg);
    const bool one = cfg->topology_file && strcmp(cfg->topology_file, "one") == 0; /* rack, whatever the hosts */
    /* Racks are the topology's, so the hosts know it before the log is read. */
    if (cfg->topology_file && !one && sw_hosts_read(r->hosts, cfg->topology_file, err) != SW_OK)
        return SW_FAIL;
    if (sw_trace_open(&trace, &in, err) != SW_OK)
        return SW_FAIL;
    if ((cfg->from_ms || cfg->to_ms) && strcmp(sw_trace_format(trace)->name, "spark") != 0) {
        sw_trace_free(trace);
        return sw_err_usage(err, "--from, --to: of event logs of Spark alone: '%s'", files[0]);
    }
    if (cfg->resource && !cfg->state_file && strcmp(sw_trace_format(trace)->name, "kubernetes") != 0) {
        sw_trace_free(trace);
        return sw_err_usage(err, "--resource: of a log or a --state of Kubernetes alone: '%s'", files[0]);
    }
    return sw_log_read(&r->log, trace, err);
}

int recorded_read(struct recorded *r, struct sw_cli *cli, const char *file, struct sw_err *err)
{
    return read_files(r, cli, &file, 1, err);
}

int recorded_read_files(struct recorded *r, struct sw_cli *cli, const struct apps_log *of, struct sw_err *err)
{
    *r = (struct recorded){ NULL };
    if (!of->failed)
        return read_files(r, cli, of->path, of->n, err);
    *err = *of->failed;
    return SW_FAIL;
}

int recorded_prepare(struct recorded *r, const struct config *cfg, struct sw_err *err)
{
    struct sw_log_given given = {
        .hosts = r->hosts, .topology = cfg->topology_file, .pools = cfg->pools_file,
        .preset = cfg->preset, .map_slots = cfg->map_slots, .reduce_slots = cfg->reduce_slots, .slots = cfg->slots,
        .kinds_given = cfg->kinds_given, .slots_given = cfg->slots_given,
        .heartbeats = setup_asks_for_heartbeats(cfg), .gangs = is_replayed(cfg),
    };
    struct sw_csv *in;
    /* There is nothing to prepare; the caller says what is lacking. */
    if (r->log->lacks)
        return SW_OK;
    if (cfg->cluster_file && (sw_csv_open(&in, cfg->cluster_file, err) != SW_OK
                              || sw_cluster_read(&r->cluster, in, err) != SW_OK
                              || setup_site(cfg, r->cluster, err) != SW_OK))
        return SW_FAIL;
    /* NULL: the nodes of the log. */
    given.cluster = r->cluster;
    return sw_log_prepare(r->log, &given, err);
}

int recorded_open(struct recorded *r, struct sw_cli *cli, const char *file, struct sw_err *err)
{
    return recorded_read(r, cli, file, err) == SW_OK ? recorded_prepare(r, cli->config, err) : SW_FAIL;
}

void recorded_close(struct recorded *r)
{
    sw_log_free(r->log);
    sw_cluster_free(r->cluster);
    sw_hosts_free(r->hosts);
    *r = (struct recorded){ NULL };
}

/* Partitions and qualities of service belong to a cluster file; a log's nodes have none. */
int recorded_settle(const struct recorded *r, struct sw_cli *cli, struct sw_pool_list **pools, struct sw_err *err)
{
    struct config *cfg = cli->config;
    struct sw_min_sum sum[2];
    cfg->log = r->log;
    *pools = NULL;
    if ((cfg->partitions_file || cfg->qos_file) && !r->cluster)
        return sw_err_usage(err, "--%s: a log is validated with it beside --cluster alone",
                            cfg->partitions_file ? "partitions" : "qos");
    if (setup_options(cli, r->log->cl, err) != SW_OK || setup_pools(cfg, r->log->cl, pools, err) != SW_OK)
        return SW_FAIL;
    for (struct sw_pool_list *list = cfg->opt.offers ? NULL : *pools; list; list = list->next) /* R8 */
        sw_pools_fit(list, r->log->cl, &cfg->opt.admit, sum);
    return SW_OK;
}
