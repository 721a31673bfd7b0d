/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wishes.c - the hosts that tasks preferred, and nodes that are never there for those that a log does not name.
 * Where Spark's log does not name them, the levels at which the tasks of a stage were launched tell what they
 * preferred. */
#include <stdio.h>
#include <string.h>
#include "lib/base/minmax.h"
#include "lib/log/log.h"

/* Of "spark:3s,3s,3s" the waits for the process and for the node. */
struct first_waits { int64_t process_us, node_us; };

static struct first_waits first_waits_of(const struct sw_log *log)
{
    struct first_waits w = { 0, 0 };
    char process[32], node[32];
    if (sscanf(log->delay_text, "spark:%31[^,],%31[^,]", process, node) != 2
        || sw_num_duration(process, &w.process_us) != SW_OK || sw_num_duration(node, &w.node_us) != SW_OK)
        return (struct first_waits){ 0, 0 };
    return w;
}

/* What comes a wait after another thing comes as much earlier or later. Offers are made each second at least. */
enum { EARLY_US = 50000, LATE_US = 1200000 };

/* What the tasks of a stage at PROCESS_LOCAL preferred: nothing, or their executor. Then a far one of that stage
 * preferred a host that is not there, or an executor. */
enum prefers { PREFERS_NOTHING, PREFERS_HOST, PREFERS_EXECUTOR };

/* The tasks of a stage stand together. */
struct stage_tasks { uint32_t from, to; };

static struct stage_tasks stage_from(const struct sw_log *log, const struct sw_log_job *job, uint32_t first)
{
    uint32_t i = first + 1;
    while (i < job->first_task + job->n_tasks && log->tasks[i].last->stage == log->tasks[first].last->stage)
        i++;
    return (struct stage_tasks){ first, i };
}

/* Of a stage at PROCESS_LOCAL and ANY. Where near ones preferred nothing it has no level but ANY, and waits for none.
 * Else its first far task comes the wait for the node, or both waits, after a launch of the stage. */
static enum prefers waits_in(const struct sw_log *log, struct stage_tasks of, struct first_waits w)
{
    int64_t far_us = INT64_MAX, near_us = INT64_MIN;
    for (uint32_t i = of.from; i < of.to; i++) {
        const struct sw_log_attempt *row = log->tasks[i].last;
        if (row->has_launch && row->locality == SW_AT_ANY)
            far_us = row->launch_us < far_us ? row->launch_us : far_us;
    }
    for (uint32_t i = of.from; i < of.to; i++) {
        const struct sw_log_attempt *row = log->tasks[i].last;
        if (sw_log_text(row->hosts).len > 0)
            return PREFERS_NOTHING; /* which is known */
        if (row->locality == SW_AT_PROCESS && row->launch_us < far_us)
            near_us = row->launch_us > near_us ? row->launch_us : near_us;
    }
    if (far_us == INT64_MAX || near_us == INT64_MIN || w.node_us == 0)
        return PREFERS_NOTHING;
    /* What the wait for the process and that for the node add up to, or the latter alone. */
    const int64_t gap_us = far_us - near_us + EARLY_US, both_us = w.process_us + w.node_us;
    return w.process_us > 0 && gap_us >= both_us && gap_us <= both_us + LATE_US ? PREFERS_EXECUTOR
           : gap_us >= w.node_us && gap_us <= w.node_us + LATE_US               ? PREFERS_HOST
                                                                                : PREFERS_NOTHING;
}

/* Of a stage at ANY alone that names no hosts: how long after it was ready it launched its first task. Else -1. */
static int64_t first_far_after(const struct sw_log *log, struct stage_tasks of)
{
    const struct sw_log_attempt *first = log->tasks[of.from].last;
    for (uint32_t i = of.from; i < of.to; i++) {
        const struct sw_log_attempt *row = log->tasks[i].last;
        if (!row->has_launch || !row->has_locality || row->locality != SW_AT_ANY || sw_log_text(row->hosts).len > 0)
            return -1;
        first = row->launch_us < first->launch_us ? row : first;
    }
    return max_i64(0, first->launch_us - setups_ready_us(log, first));
}

/* Whether stages at ANY alone preferred hosts that had executors, and found them full. A stage without such a host has
 * no level but ANY, and waits for none. So none of them may have begun before the wait for the node was over, and one
 * at least began just then. */
static bool far_stages_waited(const struct sw_log *log, struct first_waits w)
{
    bool some = false;
    /* w.node_us 0: there is no wait to tell by. */
    for (size_t j = 0; j < log->n_jobs && w.node_us > 0; j++) {
        const struct sw_log_job *job = &log->jobs[j];
        const uint32_t end = job->first_task + job->n_tasks;
        for (struct stage_tasks of = { .to = job->first_task }; of.to < end;) {
            of = stage_from(log, job, of.to);
            const int64_t after_us = first_far_after(log, of);
            if (after_us >= 0 && after_us + EARLY_US < w.node_us)
                return false;
            some |= after_us >= 0 && after_us <= w.node_us + LATE_US;
        }
    }
    return some;
}

/* The closest level, in the order in which Spark tries them, at which a task of the stage was launched. Closer
 * levels had no executor for the stage, so tasks at this level did not wait. `full`: all were at ANY, and waited. */
struct stage_levels { bool node, rack, full; enum prefers process; };

static struct stage_levels levels_of(const struct sw_log *log, struct stage_tasks of, struct first_waits waits,
                                     bool far_waited)
{
    struct stage_levels levels = { .process = PREFERS_NOTHING };
    for (uint32_t i = of.from; i < of.to; i++) {
        const struct sw_log_attempt *row = log->tasks[i].last;
        if (!row->has_locality)
            continue;
        levels.node |= row->locality == SW_AT_NODE
                       || (row->locality == SW_AT_PROCESS && sw_log_text(row->hosts).len > 0);
        levels.rack |= row->locality == SW_AT_RACK;
    }
    /* Spark's levels are those of R12. Other logs name their hosts. */
    if (log->spark && !levels.node && !levels.rack)
        levels.node = (levels.process = waits_in(log, of, waits)) != PREFERS_NOTHING;
    levels.full = far_waited && !levels.node && !levels.rack && first_far_after(log, of) >= 0;
    return levels;
}

/* own_racks: the rack of a task at ANY is that of its own host, where its data is not. */
static enum sw_wish wish_of(const struct sw_log_attempt *row, struct stage_levels levels, bool own_racks)
{
    if (row->kind == SW_REDUCE || !row->has_locality)
        return SW_WISH_NONE;
    switch ((enum sw_locality)row->locality) {
    case SW_AT_NODE: return SW_WISH_HOSTS;
    case SW_AT_RACK: return levels.node ? SW_WISH_RACK : SW_WISH_NONE;
    case SW_AT_ANY:
        if (levels.full)
            return SW_WISH_ANY;
        if (own_racks || levels.process != PREFERS_NOTHING)
            return levels.node || levels.rack ? SW_WISH_ANY : SW_WISH_NONE;
        return levels.node && levels.rack ? SW_WISH_ANY : levels.node || levels.rack ? SW_WISH_RACK : SW_WISH_NONE;
    case SW_AT_PROCESS: return levels.process ? SW_WISH_HOSTS : SW_WISH_NONE;
    default: return SW_WISH_NONE;
    }
}

/* Preferred hosts that are not in the cluster: one in a rack, one anywhere, an executor of that one. */
static const char rack_mark[] = "elsewhere in ";
static const char any_mark[] = "elsewhere", executor_mark[] = "elsewhere/0";

/* A name a rack. */
static int name_elsewhere(struct sw_log *log, struct sw_names *racks, struct sw_text rack, struct sw_text *name,
                          struct sw_err *err)
{
    const size_t mark = sizeof rack_mark - 1;
    name->at = sw_names_find(racks, rack.at, rack.len);
    name->len = mark + rack.len;
    if (name->at)
        return SW_OK;
    name->at = own_keep(log, (struct sw_text){ rack_mark, mark }, rack);
    if (!name->at || sw_names_add(racks, name->at + mark, rack.len, (void *)(uintptr_t)name->at) != 0)
        return sw_err_memory(err);
    return SW_OK;
}

/* What the log names goes before what its levels tell. shown false: levels tell nothing. */
static int settle_wish(struct sw_log *log, struct sw_log_task *task, struct stage_levels levels, bool shown,
                       struct sw_names *racks, struct sw_err *err)
{
    const struct sw_text named = sw_log_text(task->last->hosts), ran = sw_log_text(task->last->node);
    const enum sw_wish told = shown ? wish_of(task->last, levels, log->own_racks) : SW_WISH_NONE;
    task->hosts = named;
    /* The task ran on a host that it preferred, as far as the log says. */
    task->ran_there = task->last->locality == SW_AT_NODE
                      && (named.len == 0 || sw_text_same(named, executors_host(ran)));
    task->wish = (uint8_t)(named.len > 0 ? SW_WISH_HOSTS : told);
    if (task->wish == SW_WISH_HOSTS && named.len == 0) /* reduce locality, say: it ran where it preferred to */
        task->hosts = log->executors && !levels.process ? executors_host(ran) : ran;
    if (task->wish == SW_WISH_ANY)
        task->hosts = levels.process == PREFERS_EXECUTOR ? (struct sw_text){ executor_mark, sizeof executor_mark - 1 }
                                                         : (struct sw_text){ any_mark, sizeof any_mark - 1 };
    return task->wish == SW_WISH_RACK ? name_elsewhere(log, racks, log_rack(log, task->last), &task->hosts, err)
                                      : SW_OK;
}

int wishes_find(struct sw_log *log, bool shown, struct sw_err *err)
{
    struct sw_names racks = { 0 };
    const struct first_waits waits = first_waits_of(log);
    const bool far_waited = shown && log->spark && far_stages_waited(log, waits);
    int status = SW_OK;
    /* Stage by stage, since levels are those of a stage. */
    for (size_t j = 0; j < log->n_jobs; j++) {
        const struct sw_log_job *job = &log->jobs[j];
        const uint32_t end = job->first_task + job->n_tasks;
        for (struct stage_tasks of = { .to = job->first_task }; of.to < end;) {
            of = stage_from(log, job, of.to);
            const struct stage_levels none = { 0 },
                levels = shown ? levels_of(log, of, waits, far_waited) : none;
            for (uint32_t i = of.from; i < of.to && status == SW_OK; i++)
                status = settle_wish(log, &log->tasks[i], levels, shown, &racks, err);
        }
    }
    sw_names_clear(&racks);
    return status;
}

/* ---- nodes that are never there ------------------------------------------------------------------- */

/* It has a slot, for a node needs one, but is there from a time on that no replay reaches. */
static int add_node(struct sw_log *log, struct sw_text name, struct sw_text host, struct sw_text rack,
                    struct sw_err *err)
{
    struct sw_node_row row;
    memcpy(&row, sw_schema_cluster.defaults, sizeof row);
    row.known = UINT64_C(1) << SW_NODE_SLOTS;
    row.node = name;
    row.host = host;
    row.rack = rack;
    row.slots = 1;
    row.from_us = SW_TIME_MAX / 2;
    return own_add_node(log, &row, err);
}

int wishes_add_nodes(struct sw_log *log, bool executors, struct sw_err *err)
{
    static const struct sw_text elsewhere = { any_mark, sizeof any_mark - 1 };
    static const struct sw_text executor = { executor_mark, sizeof executor_mark - 1 };
    struct sw_names seen = { 0 };
    /* any[1]: an executor of the host elsewhere; any[0]: the host alone. */
    bool any[2] = { false, false };
    int status = SW_OK;
    for (size_t i = 0; i < log->n_tasks && status == SW_OK; i++) {
        const struct sw_text name = log->tasks[i].hosts;
        if (log->tasks[i].wish == SW_WISH_ANY)
            any[executors && name.at == executor_mark] = true;
        if (log->tasks[i].wish != SW_WISH_RACK || sw_names_find(&seen, name.at, name.len))
            continue;
        const size_t mark = sizeof rack_mark - 1;
        status = sw_names_add(&seen, name.at, name.len, log) == 0
            ? add_node(log, name, (struct sw_text){ NULL, 0 },
                       (struct sw_text){ name.at + mark, name.len - mark }, err) : sw_err_memory(err);
    }
    sw_names_clear(&seen);
    /* A host elsewhere stands in a rack of its own. */
    if (status == SW_OK && any[0])
        status = add_node(log, elsewhere, (struct sw_text){ NULL, 0 }, elsewhere, err);
    return status == SW_OK && any[1] ? add_node(log, executor, elsewhere, elsewhere, err) : status;
}

/* ---- without executors ---------------------------------------------------------------------------- */

/* n3/7 is for the host, n3. */
static int strip(struct sw_log *log, struct sw_text *hosts, struct sw_err *err)
{
    /* A copy, as several tasks may share the text. It can only become shorter. */
    char *to = (char *)(uintptr_t)own_keep(log, *hosts, (struct sw_text){ "", 0 });
    bool of_executor = false;
    if (!to)
        return sw_err_memory(err);
    hosts->at = to;
    for (const char *at = to, *end = to + hosts->len; at < end; at++) {
        of_executor = *at != '|' && (of_executor || *at == '/');
        if (!of_executor)
            *to++ = *at;
    }
    hosts->len = (size_t)(to - hosts->at);
    return SW_OK;
}

int wishes_forget_executors(struct sw_log *log, struct sw_err *err)
{
    for (size_t i = 0; i < log->n_tasks; i++)
        if (log->tasks[i].wish == SW_WISH_HOSTS && memchr(log->tasks[i].hosts.at, '/', log->tasks[i].hosts.len)
            && strip(log, &log->tasks[i].hosts, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}
