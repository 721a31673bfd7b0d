/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log.c - a recorded log: read, and made ready to be replayed as it was. Steps that others need come first: nodes
 * need what tasks preferred, times need nodes. */
#include <stdlib.h>
#include <stdio.h>
#include "lib/log/log.h"
#include "lib/trace/stream/trace_private.h"
#include "lib/trace/report/sw_meet.h"

/* ---- reading ------------------------------------------------------------------------------------- */

/* A replay gives all slots to all pools. Where they had nodes of their own, they did not compete. */
static void note_pools_apart(struct sw_log *log, const struct sw_meet *meet)
{
    struct sw_meet_pair p;
    size_t n;
    sw_meet_apart(meet, &p, 1, &n);
    if (n > 0)
        note_add(log->note, "pools that did not compete in the log compete in the replay: %llu of %llu tasks of "
                 "%.*s ran on the %zu of %zu nodes that %.*s used%s", (unsigned long long)p.met,
                 (unsigned long long)p.tasks, (int)(p.pool.len < 60 ? p.pool.len : 60), p.pool.at, p.nodes,
                 p.all_nodes, (int)(p.other.len < 60 ? p.other.len : 60), p.other.at,
                 n > 1 ? ", and so with other pools" : "");
}

/* The trace tells `meet` which pools met on which nodes while it is read. */
static int read_watched(struct sw_log *log, struct sw_err *err)
{
    struct sw_meet *meet;
    int status = sw_meet_new(&meet, err);
    sw_trace_watch(log->trace, meet);
    if (status == SW_OK)
        status = attempts_read(log, err);
    sw_trace_watch(log->trace, NULL);
    if (status == SW_OK)
        note_pools_apart(log, meet);
    sw_meet_free(meet);
    return status;
}

/* Applications do not run on the executors of others. */
static int lack_one_system(struct sw_log *log, uint64_t n)
{
    snprintf(log->lacks_text, sizeof log->lacks_text, "it holds %llu applications, each with executors and settings of "
             "its own (name their files)", (unsigned long long)n);
    log->lacks = log->lacks_text;
    return SW_OK;
}

/* Of one file that goes on with another application. */
static uint64_t applications_in(const struct sw_trace *trace)
{
    char text[32];
    uint64_t n;
    const bool has = sw_trace_fact(trace, "applications", text, sizeof text);
    return has && sw_num_u64(text, strlen(text), &n) == SW_OK ? n : 0;
}

/* A log that cannot be replayed is no failure: log->lacks says what it lacks. The trace is the log's, also after a
 * failure. */
int sw_log_read(struct sw_log **out, struct sw_trace *trace, struct sw_err *err)
{
    struct sw_log *log = *out = calloc(1, sizeof *log);
    struct log_own *own = calloc(1, sizeof *own);
    if (!log || !own) {
        sw_trace_free(trace);
        free(log);
        free(own);
        *out = NULL;
        return sw_err_memory(err);
    }
    log->own = own;
    log->trace = trace;
    log->format = sw_trace_format(trace)->name;
    if (source_logs(trace) > 1)
        return lack_one_system(log, source_logs(trace));
    if (!sw_trace_is_tasks(trace)) {
        log->lacks = "jobs without recorded tasks";
        return SW_OK;
    }
    if (read_watched(log, err) != SW_OK) {
        sw_log_free(log);
        *out = NULL;
        return SW_FAIL;
    }
    if (trace->source.side.n_outside > 0)
        note_add(log->note, "%llu jobs were submitted before or after the time that is asked for",
                 (unsigned long long)trace->source.side.n_outside);
    if (applications_in(trace) > 1)
        return lack_one_system(log, applications_in(trace));
    if (!log->timed)
        log->lacks = "no attempt in it has the times of both its launch and its end";
    return SW_OK;
}

/* NULL is fine. */
void sw_log_free(struct sw_log *log)
{
    if (!log)
        return;
    nodewise_clear(log);
    own_free(log->own);
    sw_cluster_free(log->hosts_cl);
    sw_trace_free(log->trace);
    void *const owned[] = { log->attempts, log->tasks, log->stages, log->jobs, log };
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
}

/* ---- preparing ----------------------------------------------------------------------------------- */

/* An application that launched at RACK_LOCAL knew racks, which the log does not name (R2). That a task ran in the rack
 * of its data tells that its own host stands there, and of no other host. So each host is taken to have its own. */
static int know_racks(struct sw_log *log, const struct sw_log_given *given, struct sw_err *err)
{
    bool rack = false;
    for (size_t i = 0; i < log->n_attempts && !rack; i++)
        rack = log->attempts[i].locality == SW_AT_RACK && log->attempts[i].has_locality;
    if (!rack || !log->spark || given->topology || given->cluster)
        return SW_OK;
    log->own_racks = true;
    note_add(log->note, "racks are not in the log (--topology)");
    return given->hosts ? sw_hosts_own_racks(given->hosts, err) : SW_OK;
}

static void note_what_is_left_out(struct sw_log *log)
{
    uint64_t incomplete = 0, unnamed = 0;
    for (size_t i = 0; i < log->n_jobs; i++)
        incomplete += !log->jobs[i].complete;
    for (size_t i = 0; i < log->n_tasks; i++)
        unnamed += log->tasks[i].wish != SW_WISH_NONE && sw_log_text(log->tasks[i].last->hosts).len == 0;
    if (incomplete > 0)
        note_add(log->note, "%llu jobs did not finish: replayed, not compared", (unsigned long long)incomplete);
    if (unnamed > 0)
        note_add(log->note, "of %llu tasks the hosts follow from the locality they reached, so that of the replay "
                 "cannot be better", (unsigned long long)unnamed);
    if (sw_damage_total(sw_trace_damage(log->trace)) > 0)
        note_add(log->note, "the log is damaged (slot-trace --check tells where)");
}

/* What tasks preferred, and where they could run. */
static int find_places(struct sw_log *log, const struct sw_log_given *given, struct sw_err *err)
{
    log->executors = log->spark && !given->heartbeats;
    const bool own_hosts = !given->cluster || given->cluster->has_hosts;
    if (know_racks(log, given, err) != SW_OK || wishes_find(log, log->spark && own_hosts, err) != SW_OK
        || nodes_find(log, given, err) != SW_OK)
        return SW_FAIL;
    /* A cluster that tells no hosts has no executors: attempts name hosts from here on. */
    if (!log->cl->has_hosts && executors_forget(log, err) != SW_OK)
        return SW_FAIL;
    return log->executors ? SW_OK : wishes_forget_executors(log, err);
}

/* When tasks could begin, and how long they took. */
static int find_times(struct sw_log *log, struct sw_err *err)
{
    /* Of Spark set-ups are in the log. A batch system's jobs wait for nothing but the scheduler. */
    if (!log->spark && !policy_is_of_jobs(log) && setups_find(log, err) != SW_OK)
        return SW_FAIL;
    /* Slots that were recorded tell when an attempt had left its own. */
    if (log->has_cluster && trim_ends(log, err) != SW_OK)
        return SW_FAIL;
    trim_times(log);
    return drivers_find(log, err);
}

int sw_log_prepare(struct sw_log *log, const struct sw_log_given *given, struct sw_err *err)
{
    size_t n_racks;
    if (!given->cluster && !log->placed && (!given->hosts || sw_hosts_n(given->hosts, &n_racks) == 0)) {
        log->lacks = "it names no nodes (--cluster)";
        return SW_OK;
    }
    policy_read_facts(log);
    if (find_places(log, given, err) != SW_OK || find_times(log, err) != SW_OK)
        return SW_FAIL;
    policy_find(log, given);
    if (clock_find(log, given, err) != SW_OK)
        return SW_FAIL;
    if (log->fifo_pools)
        note_add(log->note, "weights and minimum shares of pools are not in the log: all alike, %s",
                 log->own->fair_default ? "`default` fair inside, others fifo" : "fifo inside");
    note_what_is_left_out(log);
    /* What was made for preparing alone is freed before replays need memory. */
    setups_count_given(log);
    nodewise_clear(log);
    return source_prepare(log, err);
}
