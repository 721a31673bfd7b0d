/* SPDX-License-Identifier: GPL-3.0-or-later */
/* policy.c - the scheduler that was in force: what the log says of it, and what is assumed. What is found is kept
 * as words of options, which sw_log_policy() sets. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/log/log.h"
#include "lib/options/special.h"
#include "lib/trace/import/sw_importer.h"
#include "slotwise/sw_num.h"

/* ---- facts --------------------------------------------------------------------------------------- */

/* Facts are what the reader of the format has found: settings and counts, by name. */
static bool fact_is(const struct sw_log *log, const char *key, const char *value)
{
    char text[200];
    return sw_trace_fact(log->trace, key, text, sizeof text) && strcmp(text, value) == 0;
}

/* 0 where the log does not say. */
static unsigned long long count_of(const struct sw_log *log, const char *key)
{
    char text[200];
    uint64_t n = 0;
    if (sw_trace_fact(log->trace, key, text, sizeof text))
        (void)!sw_num_u64(text, strlen(text), &n);
    return n;
}

/* R19: what Spark did and the replay does not do is named to the user. */
static void note_unplayed(struct sw_log *log)
{
    unsigned long long copies = count_of(log, "speculative_attempts"), barriers = count_of(log, "barrier_stages"),
                       executors = count_of(log, "excluded_executors"), hosts = count_of(log, "excluded_hosts"),
                       profiles = count_of(log, "resource_profiles");
    if (copies > 0 || fact_is(log, "speculation", "true"))
        note_add(log->note, "speculation is not played (copies left out: %llu)", copies);
    if (executors + hosts > 0 || fact_is(log, "exclusion", "true"))
        note_add(log->note, "exclusion is not played (of executors: %llu, of hosts: %llu)", executors, hosts);
    if (barriers > 0)
        note_add(log->note, "barrier stages are launched task by task (%llu of them)", barriers);
    if (profiles > 0)
        note_add(log->note, "resource profiles are not played (besides the default: %llu)", profiles);
}

/* Its jobs are started by the scheduler itself: nothing prepares them, so all that they wait for is its doing.
 * slurm by its format; others by jobs that ask for processors or nodes. */
bool policy_is_of_jobs(const struct sw_log *log)
{
    bool of_jobs = policy_is_slurm(log);
    for (size_t i = 0; i < log->n_jobs && !of_jobs; i++)
        of_jobs = log->jobs[i].spec.cpus > 0 || log->jobs[i].spec.nodes > 0;
    return of_jobs;
}

bool policy_is_slurm(const struct sw_log *log) { return strncmp(log->format, "sacct", 5) == 0; }

/* It is replayed by the preset slurm, which is not in the log, but was in force. */
bool policy_is_of_gangs(const struct sw_log *log, const struct sw_log_given *given)
{
    return policy_is_slurm(log) && given->gangs && !given->preset;
}

/* Spark's reader always gives the delay, if only as an empty text: so it tells Spark's logs. */
void policy_read_facts(struct sw_log *log)
{
    log->spark = sw_trace_fact(log->trace, "delay", log->delay_text, sizeof log->delay_text);
    log->fair = log->spark && fact_is(log, "scheduler_mode", "FAIR");
    if (log->spark && log->delay_text[0] == '\0') {
        snprintf(log->delay_text, sizeof log->delay_text, "spark:3s,3s,3s");
        note_add(log->note, "the settings are not in the log: Spark's defaults are taken");
    }
    if (log->spark)
        note_unplayed(log);
}

/* ---- the policy ---------------------------------------------------------------------------------- */

/* R8.1: special_offers() reads the release of "spark-3.3.2" and the like. */
static bool has_fair_default(const char *offers)
{
    struct sw_options opt = { .spark.release = 0 };
    return offers && special_offers(NULL, &opt, offers, NULL) == SW_OK && opt.spark.release >= SW_SPARK_(3, 3, 2);
}

/* Spark's policy follows from its settings and version. Hadoop's logs do not name their scheduler; hadoop-fifo is
 * assumed. Nor does slot-replay's own record; its defaults are. A preset that is given takes the place of all that. */
void policy_find(struct sw_log *log, const struct sw_log_given *given)
{
    const bool own = !given->preset, own_log = strcmp(log->format, "attempts") == 0;
    const bool by_launch = fact_is(log, "locality_reset", "launch"); /* Spark up to 3.0: a launch restarts the wait */
    log->preset = !own ? given->preset : own_log ? NULL : policy_is_of_gangs(log, given) ? "slurm"
                  : !log->spark ? "hadoop-fifo" : by_launch ? "spark-2" : "spark-3";
    log->delay = own && log->spark ? log->delay_text : NULL;
    log->order = own && log->fair ? "hfs" : NULL;
    log->offers = own && log->spark
                          && sw_trace_fact(log->trace, "offers", log->offers_text, sizeof log->offers_text)
                      ? log->offers_text : NULL;
    log->own->fair_default = has_fair_default(log->offers);
    log->fifo_pools = own && log->fair && !given->pools;
    if (own && !log->spark)
        note_add(log->note, "the scheduler is not in the log: %s", own_log ? "slot-replay's defaults are taken"
                 : policy_is_of_gangs(log, given) ? "slurm is taken"
                 : policy_is_slurm(log) ? "a job is one slot, by hadoop-fifo; --preset slurm takes cores and nodes"
                                        : "hadoop-fifo is taken");
}

/* What the log does not show stays as the preset has it. */
static void set_clock(const struct sw_log *log, struct sw_options *opt)
{
    switch (log->clock) {
    case SW_CLOCK_PRESET: break;
    case SW_CLOCK_OUT_OF_BAND: opt->out_of_band = true; break;
    case SW_CLOCK_HEARTBEAT: opt->heartbeat_us = opt->commit_pending_us = log->heartbeat_us; break;
    /* H6: without heartbeats --per-heartbeat is `all`. */
    case SW_CLOCK_AT_ONCE:
        opt->heartbeat_us = opt->commit_pending_us = 0;
        opt->per_heartbeat = UINT64_MAX;
        break;
    }
}

/* opt has the preset already; what the log says goes on top of it. */
int sw_log_policy(const struct sw_log *log, struct sw_options *opt, struct sw_err *err)
{
    opt->placement = SW_PLACE_TRACE;
    set_clock(log, opt);
    if (log->delay && sw_options_set(opt, "delay", log->delay, err) != SW_OK)
        return SW_FAIL;
    if (log->offers && sw_options_set(opt, "offers", log->offers, err) != SW_OK)
        return SW_FAIL;
    return log->order ? sw_options_set(opt, "order", log->order, err) : SW_OK;
}

/* ---- pools --------------------------------------------------------------------------------------- */

static bool has_pool(const struct sw_pool_row *rows, size_t n, struct sw_text name)
{
    for (size_t i = n; i-- > 0;) /* the latest first: jobs of a pool come one after the other */
        if (sw_text_same(rows[i].pool, name))
            return true;
    return false;
}

int policy_pools(const struct sw_log *log, struct sw_pool_list **out, struct sw_err *err)
{
    struct sw_pool_row *rows = NULL;
    size_t n = 0, cap = 0;
    int status = SW_OK;
    *out = NULL;
    for (size_t i = 0; i < log->n_jobs && status == SW_OK; i++) {
        const struct sw_text pool = log->jobs[i].pool;
        if (has_pool(rows, n, pool))
            continue;
        status = sw_grow(&rows, &cap, n + 1, sizeof *rows, err);
        if (status != SW_OK)
            break;
        memcpy(&rows[n], sw_schema_pools.defaults, sizeof *rows);
        rows[n].known = UINT64_C(1) << SW_POOL_NAME | UINT64_C(1) << SW_POOL_POLICY;
        rows[n].pool = pool;
        /* An empty name is the pool `default`. */
        rows[n++].fifo = !log->own->fair_default || (pool.len > 0 && !sw_text_is(pool, "default"));
    }
    if (status == SW_OK)
        status = sw_pools_from(out, rows, n, log->cl->one_kind, "the log's pools", err);
    free(rows);
    return status;
}

int sw_log_pools(const struct sw_log *log, struct sw_pool_list **out, struct sw_err *err)
{
    *out = NULL;
    return log->fifo_pools ? policy_pools(log, out, err) : SW_OK;
}
