/* SPDX-License-Identifier: GPL-3.0-or-later */
/* as_recorded.c - see as_recorded.h. The replay reads files in a temporary folder, as if another program had written
 * them. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tools/replay/as_recorded.h"
#include "tools/replay/prepare.h"

void as_recorded_note(struct as_recorded *a, const char *fmt, ...)
{
    size_t at = strlen(a->note);
    va_list args;
    if (at > 0 && at + 3 < sizeof a->note) {
        strcpy(a->note + at, "; ");
        at += 2;
    }
    va_start(args, fmt);
    vsnprintf(a->note + at, sizeof a->note - at, fmt, args);
    va_end(args);
}

/* ---- the cluster ----------------------------------------------------------------------------- */

/* 1: the log recorded its cluster; 0: it did not. */
static int put_recorded(struct as_recorded *a, struct sw_err *err)
{
    struct sw_out *out;
    if (sw_out_open(&out, a->path[AS_CLUSTER], err) != SW_OK)
        return SW_FAIL;
    int got = a->given->slots_given || a->given->kinds_given ? 0 : sw_trace_put_cluster(a->trace, out, err);
    if (got == 1)
        prepare_put_elsewhere(&a->rec, out);
    if (got <= 0) {
        sw_out_abandon(out);
        return got;
    }
    return sw_out_close(out, err) == SW_OK ? 1 : SW_FAIL;
}

static bool has_one_kind(const struct as_recorded *a)
{
    const struct sw_preset *preset;
    const char *name = a->given->preset;
    return name != NULL && sw_preset_find("--preset", name, &preset, NULL) == SW_OK && preset->one_kind;
}

static void note_slots(struct as_recorded *a, const struct sw_slots_given *slots)
{
    static const char what[] = "slots are not in the log: the most that ran at once on a node";
    if (slots->slots > 0)
        as_recorded_note(a, "%s, %llu, is taken for all", what, (unsigned long long)slots->slots);
    else
        as_recorded_note(a, "%s, %llu map and %llu reduce, are taken for all", what,
                      (unsigned long long)slots->map_slots, (unsigned long long)slots->reduce_slots);
}

/* The slots of a node: as given, else the most attempts that ran at once on any node. */
static int find_slots(struct as_recorded *a, struct sw_slots_given *slots, struct sw_err *err)
{
    const struct as_given *v = a->given;
    bool one_kind = has_one_kind(a);
    uint64_t of_any_kind = v->slots_given ? v->slots : one_kind ? v->map_slots + v->reduce_slots : 0;
    *slots = (struct sw_slots_given){ v->map_slots, v->reduce_slots, of_any_kind };
    if (v->slots_given || v->kinds_given)
        return SW_OK;
    if (recorded_most_at_once(&a->rec, REC_MAPS, &slots->map_slots, err) != SW_OK
        || recorded_most_at_once(&a->rec, REC_REDUCES, &slots->reduce_slots, err) != SW_OK)
        return SW_FAIL;
    if (one_kind && recorded_most_at_once(&a->rec, REC_ALL, &slots->slots, err) != SW_OK)
        return SW_FAIL;
    note_slots(a, slots);
    return SW_OK;
}

static int put_named(struct as_recorded *a, struct sw_err *err)
{
    struct sw_slots_given slots;
    struct sw_out *out;
    size_t n_racks;
    int status = SW_OK;
    if (find_slots(a, &slots, err) != SW_OK || sw_out_open(&out, a->path[AS_CLUSTER], err) != SW_OK)
        return SW_FAIL;
    if (sw_hosts_n(a->hosts, &n_racks) > 0)
        sw_hosts_put_cluster(a->hosts, &slots, NULL, out);
    else
        status = prepare_put_nodes(&a->rec, &slots, out, err);
    if (status != SW_OK) {
        sw_out_abandon(out);
        return SW_FAIL;
    }
    return sw_out_close(out, err);
}

/* R2: whoever launched at RACK_LOCAL knew racks, though the log does not name them. */
static void know_racks(const struct as_recorded *a, struct sw_cluster *cl)
{
    bool rack = false;
    for (size_t i = 0; i < a->rec.n_rows && !rack; i++)
        rack = a->rec.rows[i].row.locality == SW_AT_RACK
               && a->rec.rows[i].row.known & UINT64_C(1) << SW_TASK_LOCALITY;
    for (uint32_t i = 0; i < cl->n_nodes && rack; i++)
        cl->node[i].rack_known = true;
}

int as_recorded_cluster(const struct as_recorded *a, struct sw_cluster **cl, struct sw_err *err)
{
    struct sw_csv *in;
    if (sw_csv_open(&in, a->cluster, err) != SW_OK || sw_cluster_read(cl, in, err) != SW_OK)
        return SW_FAIL;
    if (a->given->cluster == NULL)
        know_racks(a, *cl);
    return SW_OK;
}

static int get_cluster(struct as_recorded *a, struct sw_err *err)
{
    a->cluster = a->given->cluster != NULL ? a->given->cluster : a->path[AS_CLUSTER];
    if (a->given->cluster != NULL)
        return as_recorded_cluster(a, &a->cl, err);
    int got = put_recorded(a, err);
    if (got < 0)
        return SW_FAIL;
    a->has_cluster = got == 1;
    if (got == 0 && put_named(a, err) != SW_OK)
        return SW_FAIL;
    return as_recorded_cluster(a, &a->cl, err);
}

/* ---- the policy ------------------------------------------------------------------------------ */

static bool fact_is(const struct as_recorded *a, const char *key, const char *value)
{
    char text[200];
    return sw_trace_fact(a->trace, key, text, sizeof text) && strcmp(text, value) == 0;
}

static void read_facts(struct as_recorded *a)
{
    a->spark = sw_trace_fact(a->trace, "delay", a->delay_text, sizeof a->delay_text);
    a->fair = a->spark && fact_is(a, "scheduler_mode", "FAIR");
    if (a->spark && a->delay_text[0] == '\0') {
        snprintf(a->delay_text, sizeof a->delay_text, "spark:3s,3s,3s");
        as_recorded_note(a, "the settings are not in the log: Spark's defaults are taken");
    }
    if (a->spark && fact_is(a, "speculation", "true"))
        as_recorded_note(a, "speculative copies are left out");
}

/* Spark's policy follows from its settings and version. Hadoop's logs do not name their scheduler; hadoop-fifo is
 * assumed. A preset that is given takes the place of all that. */
static void find_policy(struct as_recorded *a)
{
    bool own = a->given->preset == NULL;
    a->by_launch = fact_is(a, "locality_reset", "launch");
    a->preset = !own ? a->given->preset : !a->spark ? "hadoop-fifo" : a->by_launch ? "spark-2" : "spark-3";
    a->delay = own && a->spark ? a->delay_text : NULL;
    a->order = own && a->fair ? "hfs" : NULL;
    if (own && !a->spark)
        as_recorded_note(a, "the scheduler is not in the log: hadoop-fifo is taken");
}

/* Hadoop's slots are offered at heartbeats. Where a task's end brings one of its own (out of band), the next launch
 * follows at once; else it comes uniformly within a period, half of one in the median. What the log does not show is
 * the preset's, but for systems that have no such heartbeats. */
static int find_clock(struct as_recorded *a, struct sw_err *err)
{
    enum { FEWEST_GAPS = 20, LONGEST_PERIOD_S = 10 };
    struct rec_gaps g;
    if (a->spark || a->given->preset != NULL)
        return SW_OK;
    if (recorded_gaps(&a->rec, &g, err) != SW_OK)
        return SW_FAIL;
    if (g.n >= FEWEST_GAPS && g.share_at_once >= 0.5) {
        a->clock = CLOCK_OUT_OF_BAND;
        as_recorded_note(a, "%.0f %% of %llu launches came within 0.5 s of the end before: out-of-band heartbeats",
                         100 * g.share_at_once, (unsigned long long)g.n);
    } else if (g.n >= FEWEST_GAPS && g.p90_s <= LONGEST_PERIOD_S) {
        a->clock = CLOCK_HEARTBEAT;
        a->heartbeat_us = (int64_t)(2 * g.p50_s * (double)SW_US_PER_S);
        as_recorded_note(a, "%llu launches came %.2f s after the end before in the median: a heartbeat each %.2f s",
                         (unsigned long long)g.n, g.p50_s, 2 * g.p50_s);
    } else if (strncmp(a->format, "google", 6) == 0 || strncmp(a->format, "alibaba", 7) == 0) {
        a->clock = CLOCK_AT_ONCE;
        as_recorded_note(a, "its system has no heartbeats: slots are offered at once");
    }
    return SW_OK;
}

/* FAIR without a file of pools: each pool has weight 1 and is fifo inside. */
static int put_fifo_pools(struct as_recorded *a, struct sw_err *err)
{
    struct sw_names seen = { 0 };
    struct sw_out *out;
    int status = SW_OK;
    if (sw_out_open(&out, a->path[AS_POOLS], err) != SW_OK)
        return SW_FAIL;
    sw_out_printf(out, "pool,policy\n");
    for (size_t i = 0; i < a->rec.n_rows && status == SW_OK; i++) {
        struct sw_text pool = a->rec.rows[i].row.pool;
        if (sw_names_find(&seen, pool.at, pool.len) != NULL)
            continue;
        if (sw_names_add(&seen, pool.at, pool.len, a) != 0)
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

static int get_pools(struct as_recorded *a, struct sw_err *err)
{
    a->pools = a->given->pools;
    if (a->pools != NULL || !a->fair || a->given->preset != NULL)
        return SW_OK;
    a->pools = a->path[AS_POOLS];
    as_recorded_note(a, "weights and minimum shares of pools are not in the log: all alike, fifo inside");
    return put_fifo_pools(a, err);
}

/* ---- a log ----------------------------------------------------------------------------------- */

static void note_what_is_left_out(struct as_recorded *a)
{
    uint64_t incomplete = 0, unnamed = 0;
    for (size_t i = 0; i < a->rec.n_jobs; i++)
        incomplete += !a->rec.jobs[i].complete;
    for (size_t i = 0; i < a->rec.n_tasks; i++)
        unnamed += a->rec.tasks[i].wish != REC_NONE && a->rec.tasks[i].last->row.hosts.len == 0;
    if (incomplete > 0)
        as_recorded_note(a, "%llu jobs did not finish: replayed, not compared", (unsigned long long)incomplete);
    if (unnamed > 0)
        as_recorded_note(a, "of %llu tasks the hosts follow from the locality they reached, "
                      "so that of the replay cannot be better", (unsigned long long)unnamed);
    if (sw_damage_total(sw_trace_damage(a->trace)) > 0)
        as_recorded_note(a, "the log is damaged (slot-trace --check tells where)");
}

static int put_tasks(struct as_recorded *a, struct sw_err *err)
{
    struct sw_out *out;
    if (sw_out_open(&out, a->path[AS_TASKS], err) != SW_OK)
        return SW_FAIL;
    prepare_put_tasks(&a->rec, out);
    return sw_out_close(out, err);
}

static int prepare(struct as_recorded *a, struct sw_err *err)
{
    read_facts(a);
    a->rec.one_driver = a->spark;
    prepare_wishes(&a->rec, a->spark && a->given->cluster == NULL);
    if (get_cluster(a, err) != SW_OK)
        return SW_FAIL;
    if (!a->spark && prepare_setups(&a->rec, a->cl, err) != SW_OK)
        return SW_FAIL;
    if (a->has_cluster && prepare_trim(&a->rec, a->cl, err) != SW_OK)
        return SW_FAIL;
    prepare_times(&a->rec);
    if (prepare_drivers(&a->rec, err) != SW_OK)
        return SW_FAIL;
    find_policy(a);
    if (find_clock(a, err) != SW_OK)
        return SW_FAIL;
    if (get_pools(a, err) != SW_OK)
        return SW_FAIL;
    note_what_is_left_out(a);
    return put_tasks(a, err);
}

static const char *what_it_lacks(const struct as_recorded *a)
{
    size_t n_racks;
    if (!sw_trace_is_tasks(a->trace))
        return "jobs without recorded tasks";
    if (!a->rec.timed)
        return "no attempt in it has the times of both its launch and its end";
    if (a->given->cluster == NULL && !a->rec.placed && sw_hosts_n(a->hosts, &n_racks) == 0)
        return "it names no nodes (--cluster)";
    return NULL;
}

static int make_folder(struct as_recorded *a, struct sw_err *err)
{
    static const char *const names[] = { "tasks.csv", "cluster.csv", "pools.csv" };
    const char *tmp = getenv("TMPDIR");
    snprintf(a->folder, sizeof a->folder, "%s/slot-replay.XXXXXX", tmp != NULL && *tmp != '\0' ? tmp : "/tmp");
    if (mkdtemp(a->folder) == NULL) {
        sw_err_io(err, a->folder, "cannot make a temporary folder");
        a->folder[0] = '\0';
        return SW_FAIL;
    }
    for (int i = 0; i < AS_N_FILES; i++)
        snprintf(a->path[i], sizeof a->path[i], "%s/%s", a->folder, names[i]);
    return SW_OK;
}

static int open_trace(struct as_recorded *a, struct sw_cli *cli, const char *file, struct sw_err *err)
{
    const char *const files[] = { file, NULL };
    struct sw_cli_progress progress = { .cli = cli, .what = "jobs read" };
    struct sw_trace_input in = {
        .files = files, .n_files = 1, .rules = SW_IMPORT_RULES_DEFAULT, .tell = sw_cli_tell, .context = &progress
    };
    if (sw_hosts_new(&a->hosts, err) != SW_OK)
        return SW_FAIL;
    in.rules.hosts = a->hosts;
    if (a->given->topology != NULL && sw_hosts_read(a->hosts, a->given->topology, err) != SW_OK)
        return SW_FAIL;
    if (sw_trace_open(&a->trace, &in, err) != SW_OK)
        return SW_FAIL;
    a->format = sw_trace_format(a->trace)->name;
    if (!sw_trace_is_tasks(a->trace))
        return SW_OK;
    sw_trace_keep_rows(a->trace);
    return recorded_read(&a->rec, a->trace, err);
}

int as_recorded_open(struct as_recorded *a, const struct as_given *given, struct sw_cli *cli, const char *file,
                     struct sw_err *err)
{
    *a = (struct as_recorded){ .given = given };
    if (make_folder(a, err) != SW_OK || open_trace(a, cli, file, err) != SW_OK)
        return SW_FAIL;
    a->lacks = what_it_lacks(a);
    return a->lacks != NULL ? SW_OK : prepare(a, err);
}

void as_recorded_close(struct as_recorded *a)
{
    for (int i = 0; i < AS_N_FILES && a->folder[0] != '\0'; i++)
        unlink(a->path[i]);
    if (a->folder[0] != '\0')
        rmdir(a->folder);
    if (a->trace != NULL)
        sw_trace_free(a->trace);
    sw_cluster_free(a->cl);
    sw_hosts_free(a->hosts);
    recorded_clear(&a->rec);
}
