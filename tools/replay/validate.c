/* SPDX-License-Identifier: GPL-3.0-or-later */
/* validate.c - see validate.h. The replay reads files in a temporary folder, as if another program had written them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tools/replay/compare.h"
#include "tools/replay/prepare.h"
#include "tools/replay/validate.h"

enum { TASKS, CLUSTER, POOLS, N_FILES };
struct one {                  /* log */
    struct validate *v;
    struct sw_cli *cli;
    struct sw_trace *trace;
    struct sw_hosts *hosts;
    struct recorded rec;
    struct compared row;
    struct sw_cluster *cl;
    struct sw_pool_list *pools;
    bool spark, fair, has_cluster;
    char delay[200];
    char folder[4096], path[N_FILES][4200];
};

/* ---- the cluster ----------------------------------------------------------------------------- */

static int read_cluster(struct one *o, const char *path, struct sw_err *err)
{
    struct sw_csv *in;
    return sw_csv_open(&in, path, err) == SW_OK ? sw_cluster_read(&o->cl, in, err) : SW_FAIL;
}

/* 1: the log recorded its cluster; 0: it did not. */
static int put_recorded(struct one *o, struct sw_err *err)
{
    struct sw_out *out;
    if (sw_out_open(&out, o->path[CLUSTER], err) != SW_OK)
        return SW_FAIL;
    int got = o->v->slots_given || o->v->kinds_given ? 0 : sw_trace_put_cluster(o->trace, out, err);
    if (got == 1)
        prepare_put_elsewhere(&o->rec, out);
    if (got <= 0) {
        sw_out_abandon(out);
        return got;
    }
    return sw_out_close(out, err) == SW_OK ? 1 : SW_FAIL;
}

static bool has_one_kind(const struct one *o)
{
    const struct sw_preset *preset;
    return o->v->preset != NULL && sw_preset_find("--preset", o->v->preset, &preset, NULL) == SW_OK && preset->one_kind;
}

static void note_slots(struct one *o, const struct sw_slots_given *slots)
{
    static const char what[] = "slots are not in the log: the most that ran at once on a node";
    if (slots->slots > 0)
        compared_note(&o->row, "%s, %llu, is taken for all", what, (unsigned long long)slots->slots);
    else
        compared_note(&o->row, "%s, %llu map and %llu reduce, are taken for all", what,
                      (unsigned long long)slots->map_slots, (unsigned long long)slots->reduce_slots);
}

/* The slots of a node: as given, else the most attempts that ran at once on any node. */
static int find_slots(struct one *o, struct sw_slots_given *slots, struct sw_err *err)
{
    const struct validate *v = o->v;
    bool one_kind = has_one_kind(o);
    uint64_t of_any_kind = v->slots_given ? v->slots : one_kind ? v->map_slots + v->reduce_slots : 0;
    *slots = (struct sw_slots_given){ v->map_slots, v->reduce_slots, of_any_kind };
    if (v->slots_given || v->kinds_given)
        return SW_OK;
    if (recorded_most_at_once(&o->rec, REC_MAPS, &slots->map_slots, err) != SW_OK
        || recorded_most_at_once(&o->rec, REC_REDUCES, &slots->reduce_slots, err) != SW_OK)
        return SW_FAIL;
    if (one_kind && recorded_most_at_once(&o->rec, REC_ALL, &slots->slots, err) != SW_OK)
        return SW_FAIL;
    note_slots(o, slots);
    return SW_OK;
}

static int put_named(struct one *o, struct sw_err *err)
{
    struct sw_slots_given slots;
    struct sw_out *out;
    size_t n_racks;
    int status = SW_OK;
    if (find_slots(o, &slots, err) != SW_OK || sw_out_open(&out, o->path[CLUSTER], err) != SW_OK)
        return SW_FAIL;
    if (sw_hosts_n(o->hosts, &n_racks) > 0)
        sw_hosts_put_cluster(o->hosts, &slots, NULL, out);
    else
        status = prepare_put_nodes(&o->rec, &slots, out, err);
    if (status != SW_OK) {
        sw_out_abandon(out);
        return SW_FAIL;
    }
    return sw_out_close(out, err);
}

static void count_slots(struct one *o)
{
    for (uint32_t i = 0; i < o->cl->n_nodes; i++) {
        const struct sw_span *span = o->cl->node[i].span;
        if (span->from_us < SW_TIME_MAX / 2)
            o->row.slots += span->slots[0] + span->slots[1];
    }
}

static int get_cluster(struct one *o, struct sw_err *err)
{
    if (o->v->cluster != NULL)
        return read_cluster(o, o->v->cluster, err);
    int got = put_recorded(o, err);
    if (got < 0)
        return SW_FAIL;
    o->has_cluster = got == 1;
    if (got == 0 && put_named(o, err) != SW_OK)
        return SW_FAIL;
    return read_cluster(o, o->path[CLUSTER], err);
}

/* ---- the policy ------------------------------------------------------------------------------ */

static bool fact_is(const struct one *o, const char *key, const char *value)
{
    char text[200];
    return sw_trace_fact(o->trace, key, text, sizeof text) && strcmp(text, value) == 0;
}

static void read_facts(struct one *o)
{
    o->spark = sw_trace_fact(o->trace, "delay", o->delay, sizeof o->delay);
    o->fair = o->spark && fact_is(o, "scheduler_mode", "FAIR");
    if (o->spark && o->delay[0] == '\0') {
        snprintf(o->delay, sizeof o->delay, "spark:3s,3s,3s");
        compared_note(&o->row, "the settings are not in the log: Spark's defaults are taken");
    }
    if (o->spark && fact_is(o, "speculation", "true"))
        compared_note(&o->row, "speculative copies are left out");
}

/* Spark's policy follows from its settings and version. Hadoop's logs do not name their scheduler; hadoop-fifo is
 * assumed. */
static int set_policy(struct one *o, struct sw_err *err)
{
    struct sw_replay_options *opt = o->v->opt;
    const struct sw_preset *preset;
    bool by_launch = fact_is(o, "locality_reset", "launch");
    const char *log_preset = !o->spark ? "hadoop-fifo" : by_launch ? "spark-2" : "spark-3";
    const char *name = o->v->preset != NULL ? o->v->preset : log_preset;
    sw_replay_defaults(opt);
    if (sw_preset_find("--preset", name, &preset, err) != SW_OK)
        return SW_FAIL;
    preset->apply(opt, o->cl);
    opt->placement = SW_PLACE_TRACE;
    opt->seed = o->cli->seed;
    if (o->v->preset == NULL && !o->spark)
        compared_note(&o->row, "the scheduler is not in the log: hadoop-fifo is taken");
    if (o->v->preset == NULL && o->spark) {
        if (sw_delay_find(o->delay, &opt->delay, err) != SW_OK
            || (o->fair && sw_order_find("hfs", &opt->order, err) != SW_OK))
            return SW_FAIL;
        opt->delay.reset_on_refusal = !by_launch;
    }
    struct sw_delay_rule own = opt->delay;
    if (o->v->override(o->v->context, err) != SW_OK)
        return SW_FAIL;
    bool as_recorded = o->spark && o->v->preset == NULL && memcmp(&own, &opt->delay, sizeof own) == 0;
    o->row.order = opt->order.policy->name;
    o->row.delay = as_recorded ? o->delay : opt->delay.policy->name;
    return SW_OK;
}

/* FAIR without a file of pools: each pool has weight 1 and is fifo inside. */
static int put_fifo_pools(struct one *o, struct sw_err *err)
{
    struct sw_names seen = { 0 };
    struct sw_out *out;
    int status = SW_OK;
    if (sw_out_open(&out, o->path[POOLS], err) != SW_OK)
        return SW_FAIL;
    sw_out_printf(out, "pool,policy\n");
    for (size_t i = 0; i < o->rec.n_rows && status == SW_OK; i++) {
        struct sw_text pool = o->rec.rows[i].row.pool;
        if (sw_names_find(&seen, pool.at, pool.len) != NULL)
            continue;
        if (sw_names_add(&seen, pool.at, pool.len, o) != 0)
            status = sw_err_memory(err);
        sw_out_text(out, pool.at, pool.len);
        sw_out_str(out, "fifo");
        sw_out_end_row(out);
    }
    sw_names_clear(&seen);
    if (sw_out_close(out, err) != SW_OK)
        return SW_FAIL;
    return status;
}

static int get_pools(struct one *o, struct sw_err *err)
{
    const char *path = o->v->pools != NULL ? o->v->pools : o->path[POOLS];
    struct sw_csv *in;
    struct sw_min_sum sum[2];
    if (o->v->pools == NULL && (!o->fair || o->v->preset != NULL))
        return SW_OK;
    if (o->v->pools == NULL && put_fifo_pools(o, err) != SW_OK)
        return SW_FAIL;
    if (sw_csv_open(&in, path, err) != SW_OK || sw_pools_read(&o->pools, in, o->cl->one_kind, err) != SW_OK)
        return SW_FAIL;
    for (struct sw_pool_list *list = o->pools; list; list = list->next)
        sw_pools_fit(list, o->cl, &o->v->opt->admit, sum);
    if (o->v->pools == NULL)
        compared_note(&o->row, "weights and minimum shares of pools are not in the log: all alike, fifo inside");
    return SW_OK;
}

/* ---- the replay ------------------------------------------------------------------------------ */

static void take_result(void *context, const struct sw_result *result)
{
    struct one *o = context;
    struct rec_job *job = sw_names_find(&o->rec.by_id, result->job_id, strlen(result->job_id));
    if (job != NULL && result->outcome == SW_DONE)
        job->replayed_us = result->finish_us - result->submit_us;
    o->row.replayed.node += result->node_local;
    o->row.replayed.rack += result->rack_local;
    o->row.replayed.any += result->off_rack;
}

static int put_tasks(struct one *o, struct sw_err *err)
{
    struct sw_out *out;
    if (sw_out_open(&out, o->path[TASKS], err) != SW_OK)
        return SW_FAIL;
    prepare_put_tasks(&o->rec, out);
    return sw_out_close(out, err);
}

static int replay(struct one *o, struct sw_err *err)
{
    struct sw_replay_sink sink = { .ctx = o, .job = take_result };
    struct sw_replay *r = NULL;
    struct sw_trace *t;
    struct sw_csv *in;
    if (put_tasks(o, err) != SW_OK || sw_csv_open(&in, o->path[TASKS], err) != SW_OK
        || sw_trace_take(&t, in, err) != SW_OK)
        return SW_FAIL;
    int status = sw_replay_new(&r, o->cl, o->pools, o->v->opt, &sink, err);
    if (status == SW_OK)
        status = sw_replay_run(r, t, err);
    if (status == SW_OK)
        status = compared_jobs(&o->row, &o->rec, sw_replay_totals(r), err);
    sw_replay_free(r);
    sw_trace_free(t);
    return status;
}

/* ---- a log ----------------------------------------------------------------------------------- */

static void note_what_is_left_out(struct one *o)
{
    uint64_t incomplete = 0, unnamed = 0;
    for (size_t i = 0; i < o->rec.n_jobs; i++)
        incomplete += !o->rec.jobs[i].complete;
    for (size_t i = 0; i < o->rec.n_tasks; i++)
        unnamed += o->rec.tasks[i].wish != REC_NONE && o->rec.tasks[i].last->row.hosts.len == 0;
    if (incomplete > 0)
        compared_note(&o->row, "%llu jobs did not finish: replayed, not compared", (unsigned long long)incomplete);
    if (unnamed > 0)
        compared_note(&o->row, "of %llu tasks the hosts follow from the locality they reached, "
                      "so that of the replay cannot be better", (unsigned long long)unnamed);
    if (sw_damage_total(sw_trace_damage(o->trace)) > 0)
        compared_note(&o->row, "the log is damaged (slot-trace --check tells where)");
}

static int prepare(struct one *o, struct sw_err *err)
{
    read_facts(o);
    o->rec.one_driver = o->spark;
    prepare_wishes(&o->rec, o->spark && o->v->cluster == NULL);
    if (get_cluster(o, err) != SW_OK)
        return SW_FAIL;
    count_slots(o);
    if (o->has_cluster && prepare_trim(&o->rec, o->cl, err) != SW_OK)
        return SW_FAIL;
    prepare_times(&o->rec);
    if (prepare_drivers(&o->rec, err) != SW_OK || set_policy(o, err) != SW_OK)
        return SW_FAIL;
    return get_pools(o, err);
}

static const char *what_it_lacks(const struct one *o)
{
    size_t n_racks;
    if (!o->rec.timed)
        return "no attempt in it has the times of both its launch and its end";
    if (o->v->cluster == NULL && !o->rec.placed && sw_hosts_n(o->hosts, &n_racks) == 0)
        return "it names no nodes (--cluster)";
    return NULL;
}

/* Returns SW_OK also for a log that cannot be compared; its row says so. */
static int validate_trace(struct one *o, struct sw_err *err)
{
    if (!sw_trace_is_tasks(o->trace)) {
        compared_note(&o->row, "cannot tell: jobs without recorded tasks");
        return SW_OK;
    }
    sw_trace_keep_rows(o->trace);
    if (recorded_read(&o->rec, o->trace, err) != SW_OK)
        return SW_FAIL;
    o->row.n_jobs = o->rec.n_jobs;
    o->row.n_tasks = o->rec.n_tasks;
    const char *lacks = what_it_lacks(o);
    if (lacks != NULL) {
        compared_note(&o->row, "cannot tell: %s", lacks);
        return SW_OK;
    }
    if (prepare(o, err) != SW_OK)
        return SW_FAIL;
    note_what_is_left_out(o);
    if (replay(o, err) != SW_OK)
        return SW_FAIL;
    if (o->row.n_compared == 0)
        compared_note(&o->row, "cannot tell: no job that finished");
    return SW_OK;
}

static int open_and_validate(struct one *o, const char *file, struct sw_err *err)
{
    const char *const files[] = { file, NULL };
    struct sw_cli_progress progress = { .cli = o->cli, .what = "jobs read" };
    struct sw_trace_input in = {
        .files = files, .n_files = 1, .rules = SW_IMPORT_RULES_DEFAULT, .tell = sw_cli_tell, .context = &progress
    };
    in.rules.hosts = o->hosts;
    if (o->v->topology != NULL && sw_hosts_read(o->hosts, o->v->topology, err) != SW_OK)
        return SW_FAIL;
    if (sw_trace_open(&o->trace, &in, err) != SW_OK)
        return SW_FAIL;
    o->row.format = sw_trace_format(o->trace)->name;
    int status = validate_trace(o, err);
    sw_trace_free(o->trace);
    return status;
}

static int make_folder(struct one *o, struct sw_err *err)
{
    static const char *const names[] = { "tasks.csv", "cluster.csv", "pools.csv" };
    const char *tmp = getenv("TMPDIR");
    snprintf(o->folder, sizeof o->folder, "%s/slot-replay.XXXXXX", tmp != NULL && *tmp != '\0' ? tmp : "/tmp");
    if (mkdtemp(o->folder) == NULL)
        return sw_err_io(err, o->folder, "cannot make a temporary folder");
    for (int i = 0; i < N_FILES; i++)
        snprintf(o->path[i], sizeof o->path[i], "%s/%s", o->folder, names[i]);
    return SW_OK;
}

static void clear(struct one *o)
{
    for (int i = 0; i < N_FILES; i++)
        unlink(o->path[i]);
    rmdir(o->folder);
    sw_pools_free(o->pools);
    sw_cluster_free(o->cl);
    sw_hosts_free(o->hosts);
    recorded_clear(&o->rec);
}

static int validate_one(struct validate *v, struct sw_cli *cli, const char *file, struct sw_out *out,
                        uint64_t *n_untold, struct sw_err *err)
{
    struct one *o = calloc(1, sizeof *o);
    if (o == NULL)
        return sw_err_memory(err);
    o->v = v;
    o->cli = cli;
    compared_start(&o->row, file);
    int status = sw_hosts_new(&o->hosts, err);
    if (status == SW_OK)
        status = make_folder(o, err);
    if (status == SW_OK) {
        status = open_and_validate(o, file, err);
        if (status == SW_OK)
            compared_put(&o->row, out);
        *n_untold += o->row.n_compared == 0;
    }
    clear(o);
    free(o);
    return status;
}

int validate_run(struct validate *v, struct sw_cli *cli, struct sw_err *err)
{
    struct sw_out *out;
    uint64_t n_untold = 0;
    int status = sw_cli_open(cli, &out, cli->output, err);
    if (status != SW_OK)
        return SW_FAIL;
    compared_header(out);
    for (size_t i = 0; i < cli->n_files && status == SW_OK; i++)
        status = validate_one(v, cli, cli->files[i], out, &n_untold, err);
    if (status != SW_OK) {
        sw_out_abandon(out);
        return SW_FAIL;
    }
    if (sw_out_close(out, err) != SW_OK)
        return SW_FAIL;
    return n_untold == 0 ? SW_OK
                         : sw_err_set(err, "--validate: %llu of %zu logs cannot tell (their note says why)",
                                      (unsigned long long)n_untold, cli->n_files);
}
