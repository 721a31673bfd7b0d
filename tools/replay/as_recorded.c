/* SPDX-License-Identifier: GPL-3.0-or-later */
/* as_recorded.c - see as_recorded.h. The replay reads temporary files, as if another program had written them. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "slotwise/sw_meet.h"
#include "lib/options/options.h"
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
static int put_recorded(struct as_recorded *a, enum as_file file, bool executors, struct sw_err *err)
{
    struct sw_out *out;
    if (sw_out_open(&out, a->path[file], err) != SW_OK)
        return SW_FAIL;
    int got = a->given->slots_given || a->given->kinds_given ? 0 : sw_trace_put_cluster(a->trace, executors, out, err);
    if (got == 1)
        prepare_put_elsewhere(&a->rec, executors, out);
    if (got <= 0) {
        sw_out_abandon(out);
        return got;
    }
    return sw_out_close(out, err) == SW_OK ? 1 : SW_FAIL;
}

static bool has_one_kind(const struct as_recorded *a)
{
    const struct preset *preset;
    const char *name = a->given->preset;
    return name && preset_find("preset", name, &preset, NULL) == SW_OK && preset->one_kind;
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

static int read_cluster(const char *file, struct sw_cluster **cl, struct sw_err *err)
{
    struct sw_csv *in;
    return sw_csv_open(&in, file, err) == SW_OK ? sw_cluster_read(cl, in, err) : SW_FAIL;
}

int as_recorded_cluster(const struct as_recorded *a, struct sw_cluster **cl, struct sw_err *err)
{
    return read_cluster(a->cluster, cl, err);
}

/* Executors stay apart only where that can matter. */
static int tell_executors(struct as_recorded *a, struct sw_err *err)
{
    if (put_recorded(a, AS_HOSTS, false, err) != 1
        || read_cluster(a->path[AS_HOSTS], &a->hosts_cl, err) != SW_OK)
        return SW_FAIL;
    if (recorded_tells_executors(&a->rec, a->cl))
        return SW_OK;
    sw_cluster_free(a->cl);
    a->cl = a->hosts_cl;
    a->hosts_cl = NULL;
    a->cluster = a->path[AS_HOSTS];
    return SW_OK;
}

static int get_cluster(struct as_recorded *a, struct sw_err *err)
{
    a->cluster = a->given->cluster ? a->given->cluster : a->path[AS_CLUSTER];
    if (a->given->cluster)
        return as_recorded_cluster(a, &a->cl, err);
    int got = put_recorded(a, AS_CLUSTER, a->rec.executors, err);
    if (got < 0)
        return SW_FAIL;
    a->has_cluster = got == 1;
    if (got == 0 && put_named(a, err) != SW_OK)
        return SW_FAIL;
    if (as_recorded_cluster(a, &a->cl, err) != SW_OK)
        return SW_FAIL;
    return a->cl->has_hosts ? tell_executors(a, err) : SW_OK;
}

/* ---- the policy ------------------------------------------------------------------------------ */

static bool fact_is(const struct as_recorded *a, const char *key, const char *value)
{
    char text[200];
    return sw_trace_fact(a->trace, key, text, sizeof text) && strcmp(text, value) == 0;
}

static unsigned long long count_of(const struct as_recorded *a, const char *key)
{
    char text[200];
    uint64_t n = 0;
    if (sw_trace_fact(a->trace, key, text, sizeof text))
        (void)!sw_num_u64(text, strlen(text), &n);
    return n;
}

/* R19 */
static void note_unplayed(struct as_recorded *a)
{
    unsigned long long copies = count_of(a, "speculative_attempts"), barriers = count_of(a, "barrier_stages"),
                       executors = count_of(a, "excluded_executors"), hosts = count_of(a, "excluded_hosts"),
                       profiles = count_of(a, "resource_profiles");
    if (copies > 0 || fact_is(a, "speculation", "true"))
        as_recorded_note(a, "speculation is not played (copies left out: %llu)", copies);
    if (executors + hosts > 0 || fact_is(a, "exclusion", "true"))
        as_recorded_note(a, "exclusion is not played (of executors: %llu, of hosts: %llu)", executors, hosts);
    if (barriers > 0)
        as_recorded_note(a, "barrier stages are launched task by task (%llu of them)", barriers);
    if (profiles > 0)
        as_recorded_note(a, "resource profiles are not played (besides the default: %llu)", profiles);
}

/* Its jobs are started by the scheduler itself: nothing prepares them, so all that they wait for is its doing. */
static bool is_slurm(const struct as_recorded *a) { return strcmp(a->format, "sacct") == 0; }

static void read_facts(struct as_recorded *a)
{
    a->spark = sw_trace_fact(a->trace, "delay", a->delay_text, sizeof a->delay_text);
    a->fair = a->spark && fact_is(a, "scheduler_mode", "FAIR");
    if (a->spark && a->delay_text[0] == '\0') {
        snprintf(a->delay_text, sizeof a->delay_text, "spark:3s,3s,3s");
        as_recorded_note(a, "the settings are not in the log: Spark's defaults are taken");
    }
    if (a->spark)
        note_unplayed(a);
}

/* Spark's policy follows from its settings and version. Hadoop's logs do not name their scheduler; hadoop-fifo is
 * assumed. Nor does slot-replay's own record; its defaults are. A preset that is given takes the place of all that. */
static void find_policy(struct as_recorded *a)
{
    bool own = !a->given->preset;
    a->by_launch = fact_is(a, "locality_reset", "launch");
    bool own_log = strcmp(a->format, "attempts") == 0;
    a->preset = !own ? a->given->preset : own_log ? NULL
                : !a->spark ? "hadoop-fifo" : a->by_launch ? "spark-2" : "spark-3";
    a->offers = own && a->spark && sw_trace_fact(a->trace, "offers", a->offers_text, sizeof a->offers_text)
                    ? a->offers_text : NULL;
    a->delay = own && a->spark ? a->delay_text : NULL;
    a->order = own && a->fair ? "hfs" : NULL;
    if (own && !a->spark)
        as_recorded_note(a, "the scheduler is not in the log: %s", own_log ? "slot-replay's defaults are taken"
                                                                           : "hadoop-fifo is taken");
}

/* Hadoop's slots are offered at heartbeats. Where a task's end brings one of its own (out of band), the next launch
 * follows at once; else it comes uniformly within a period, half of one in the median. What the log does not show is
 * the preset's, but for systems that have no such heartbeats. */
static int find_clock(struct as_recorded *a, struct sw_err *err)
{
    enum { FEWEST_GAPS = 20, LONGEST_PERIOD_S = 10, LONGEST_CYCLE_S = 600 };
    struct rec_gaps g;
    if (a->spark || a->given->preset)
        return SW_OK;
    if (recorded_gaps(&a->rec, &g, err) != SW_OK)
        return SW_FAIL;
    if (g.n >= FEWEST_GAPS && g.share_at_once >= 0.5) {
        a->clock = CLOCK_OUT_OF_BAND;
        as_recorded_note(a, "%.0f %% of %llu launches came within 0.5 s of the end before: out-of-band heartbeats",
                         100 * g.share_at_once, (unsigned long long)g.n);
    } else if (g.n >= FEWEST_GAPS && g.p90_s <= (is_slurm(a) ? LONGEST_CYCLE_S : LONGEST_PERIOD_S)) {
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

/* R8 */
static bool default_is_fair(const struct as_recorded *a)
{
    struct sw_options opt;
    options_defaults(&opt);
    return a->offers && sw_options_set(&opt, "offers", a->offers, NULL) == SW_OK && opt.spark.release >= SW_SPARK_(3, 3, 2);
}

/* FAIR without a file of pools: each pool has weight 1 and is fifo inside, from 3.3.2 on but for `default`. */
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
        if (sw_names_find(&seen, pool.at, pool.len))
            continue;
        if (sw_names_add(&seen, pool.at, pool.len, a) != 0)
            status = sw_err_memory(err);
        sw_out_text(out, pool.at, pool.len);
        bool is_default = !pool.len || (pool.len == strlen("default") && !strncmp(pool.at, "default", pool.len));
        sw_out_str(out, is_default && default_is_fair(a) ? "fair" : "fifo");
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
    if (a->pools || !a->fair || a->given->preset)
        return SW_OK;
    a->pools = a->path[AS_POOLS];
    as_recorded_note(a, "weights and minimum shares of pools are not in the log: all alike, %s",
                     default_is_fair(a) ? "`default` fair inside, others fifo" : "fifo inside");
    return put_fifo_pools(a, err);
}

/* An application that launched at RACK_LOCAL knew racks, which the log does not name (R2). That a task ran in the rack
 * of its data tells that its own host stands there, and of no other host. So each host is taken to have its own. */
static int know_racks(struct as_recorded *a, struct sw_err *err)
{
    bool rack = false;
    for (size_t i = 0; i < a->rec.n_rows && !rack; i++)
        rack = a->rec.rows[i].row.locality == SW_AT_RACK
               && a->rec.rows[i].row.known & UINT64_C(1) << SW_TASK_LOCALITY;
    if (!rack || !a->spark || a->given->topology || a->given->cluster)
        return SW_OK;
    a->rec.own_racks = true;
    for (size_t i = 0; i < a->rec.n_rows; i++) {
        struct sw_task_row *row = &a->rec.rows[i].row;
        row->rack = a->rec.executors ? recorded_host(row->node) : row->node;
    }
    as_recorded_note(a, "racks are not in the log: each host is taken to have its own (--topology)");
    return sw_hosts_own_racks(a->hosts, err);
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

int as_recorded_put_tasks(struct as_recorded *a, struct sw_err *err)
{
    struct sw_out *out;
    if (ftruncate(a->fd[AS_TASKS], 0) != 0)
        return sw_err_io(err, a->path[AS_TASKS], "cannot be emptied");
    if (sw_out_open(&out, a->path[AS_TASKS], err) != SW_OK)
        return SW_FAIL;
    prepare_put_tasks(&a->rec, out);
    return sw_out_close(out, err);
}

static int prepare(struct as_recorded *a, struct sw_err *err)
{
    read_facts(a);
    a->rec.one_driver = a->spark;
    a->rec.executors = a->spark && !a->given->heartbeats;
    if (know_racks(a, err) != SW_OK)
        return SW_FAIL;
    prepare_wishes(&a->rec, a->spark && !a->given->cluster);
    if (get_cluster(a, err) != SW_OK)
        return SW_FAIL;
    if (!a->cl->has_hosts)
        recorded_forget_executors(&a->rec);
    if (!a->spark && !is_slurm(a) && prepare_setups(&a->rec, a->cl, err) != SW_OK)
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
    return as_recorded_put_tasks(a, err);
}

static const char *what_it_lacks(const struct as_recorded *a)
{
    size_t n_racks;
    if (!sw_trace_is_tasks(a->trace))
        return "jobs without recorded tasks";
    if (!a->rec.timed)
        return "no attempt in it has the times of both its launch and its end";
    if (!a->given->cluster && !a->rec.placed && sw_hosts_n(a->hosts, &n_racks) == 0)
        return "it names no nodes (--cluster)";
    return NULL;
}

static int make_files(struct as_recorded *a, struct sw_err *err)
{
    for (; a->n_files < AS_N_FILES; a->n_files++)
        if (sw_out_nameless(&a->fd[a->n_files], a->path[a->n_files], err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

/* A replay gives all slots to all pools. Where they had nodes of their own, they did not compete. */
static void note_pools_apart(struct as_recorded *a, const struct sw_meet *meet)
{
    struct sw_meet_pair p;
    size_t n;
    sw_meet_apart(meet, &p, 1, &n);
    if (n > 0)
        as_recorded_note(a, "pools that did not compete in the log compete in the replay: %llu of %llu tasks of "
                         "%.*s ran on the %zu of %zu nodes that %.*s used%s", (unsigned long long)p.met,
                         (unsigned long long)p.tasks, (int)(p.pool.len < 60 ? p.pool.len : 60), p.pool.at, p.nodes,
                         p.all_nodes, (int)(p.other.len < 60 ? p.other.len : 60), p.other.at,
                         n > 1 ? ", and so with other pools" : "");
}

static int read_watched(struct as_recorded *a, struct sw_err *err)
{
    struct sw_meet *meet;
    int status = sw_meet_new(&meet, err);
    sw_trace_watch(a->trace, meet);
    if (status == SW_OK)
        status = recorded_read(&a->rec, a->trace, err);
    sw_trace_watch(a->trace, NULL);
    if (status == SW_OK)
        note_pools_apart(a, meet);
    sw_meet_free(meet);
    return status;
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
    in.rules.executors = !a->given->heartbeats;
    if (a->given->topology && sw_hosts_read(a->hosts, a->given->topology, err) != SW_OK)
        return SW_FAIL;
    if (sw_trace_open(&a->trace, &in, err) != SW_OK)
        return SW_FAIL;
    a->format = sw_trace_format(a->trace)->name;
    if (!sw_trace_is_tasks(a->trace))
        return SW_OK;
    sw_trace_keep_rows(a->trace);
    return read_watched(a, err);
}

int as_recorded_open(struct as_recorded *a, const struct as_given *given, struct sw_cli *cli, const char *file,
                     struct sw_err *err)
{
    *a = (struct as_recorded){ .given = given };
    if (make_files(a, err) != SW_OK || open_trace(a, cli, file, err) != SW_OK)
        return SW_FAIL;
    a->lacks = what_it_lacks(a);
    return a->lacks ? SW_OK : prepare(a, err);
}

void as_recorded_close(struct as_recorded *a)
{
    for (int i = 0; i < a->n_files; i++)
        close(a->fd[i]);
    if (a->trace)
        sw_trace_free(a->trace);
    sw_cluster_free(a->cl);
    sw_cluster_free(a->hosts_cl);
    sw_hosts_free(a->hosts);
    recorded_clear(&a->rec);
}
