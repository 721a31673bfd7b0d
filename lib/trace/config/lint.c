/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lint.c - what the files say that cannot be meant: bounds, sums, timeouts, waits, and keys and queues without
 * effect. Readers note what they meet as they read; here all files are looked at together. Each function adds
 * notes, and the last step sorts them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "lib/trace/config/config.h"

#define N_OF(a) (sizeof(a) / sizeof *(a))
#define DAY_US (86400 * SW_US_PER_S)

/* ---- bounds of a queue ------------------------------------------------------------------------------------- */

/* Without both bounds there is nothing to compare. */
static void judge_bound(struct sw_config *c, const struct pool *p, const char *what, double least, double most)
{
    if (!(least > most)) /* also when one is NaN */
        return;
    config_note(c, SW_CONFIG_WRONG, p->path, p->min_line > 0 ? p->min_line : p->line,
                "queue '%.100s': the minimum of %g %s is above the maximum of %g", p->name, least, what, most);
}

static double count_or_nan(uint64_t x) { return x == CONFIG_NONE ? NAN : (double)x; }

/* Each pair in the unit of the file, so that the message shows what it says. */
static void judge_bounds(struct sw_config *c, const struct pool *p)
{
    judge_bound(c, p, "maps", count_or_nan(p->min_maps), count_or_nan(p->max_maps));
    judge_bound(c, p, "reduces", count_or_nan(p->min_reduces), count_or_nan(p->max_reduces));
    judge_bound(c, p, "mb", p->min.memory_mb, p->max.memory_mb);
    judge_bound(c, p, "vcores", p->min.cores, p->max.cores);
    judge_bound(c, p, "%", p->min.percent, p->max.percent);
    /* Both are parts of the cluster by now. */
    if (p->mode == CAPACITY_PERCENT && p->capacity > p->max_capacity + 1e-9)
        config_note(c, SW_CONFIG_WRONG, p->path, p->max_line > 0 ? p->max_line : p->line,
                    "queue '%.100s': its capacity is %g %% of the cluster, and at most %g %% are allowed", p->name,
                    100 * p->capacity, 100 * p->max_capacity);
}

/* ---- capacities -------------------------------------------------------------------------------------------- */

/* Both at the top, or both inside of one queue. */
static bool same_parent(const struct pool *a, const struct pool *b)
{
    return !a->parent || !b->parent ? a->parent == b->parent : strcmp(a->parent, b->parent) == 0;
}

/* The queues beside c->pools[first], which is the first of its parent's. The Capacity Scheduler refuses a sum that is
 * off by more than 0.05 %, and percentages beside weights. */
static void judge_sum(struct sw_config *c, size_t first)
{
    const struct pool *one = &c->pools[first];
    const struct property *legacy = config_get(c, "yarn.scheduler.capacity.legacy-queue-mode.enabled");
    bool flexible = legacy && strcasecmp(legacy->value, "false") == 0, mixed = false;
    char parts[300] = "";
    double sum = 0;
    for (size_t i = first; i < c->n_pools; i++) {
        const struct pool *p = &c->pools[i];
        size_t used = strlen(parts);
        if (p->mode == CAPACITY_NONE || !same_parent(p, one))
            continue;
        mixed |= p->mode != one->mode;
        /* NaN, of a value that was noted as wrong, makes the sum NaN, which is not judged. */
        sum += p->percent;
        snprintf(parts + used, sizeof parts - used, "%s%.40s %g", used > 0 ? ", " : "", p->name, p->percent);
    }
    const char *parent = one->parent ? one->parent : "root";
    if (mixed && !flexible)
        config_note(c, SW_CONFIG_WRONG, one->path, one->line,
                    "the queues of '%.100s' have percentages, weights and resources side by side", parent);
    else if (!mixed && one->mode == CAPACITY_PERCENT && fabs(sum - 100) > 0.05)
        config_note(c, SW_CONFIG_WRONG, one->path, one->line,
                    "the capacities of the queues of '%.100s' add up to %g, not 100: %s", parent, sum, parts);
}

/* ---- timeouts ---------------------------------------------------------------------------------------------- */

/* Of the queue itself or of one inside of it. */
static bool has_minimum(const struct sw_config *c, const struct pool *p)
{
    const size_t n = strlen(p->name);
    for (size_t i = 0; i < c->n_pools; i++) {
        const char *name = c->pools[i].name;
        if (c->pools[i].min_line > 0 && strncmp(name, p->name, n) == 0 && (name[n] == '.' || name[n] == '\0'))
            return true;
    }
    return false;
}

/* A day is longer than any pool waits for its slots. */
void config_lint_timeout(struct sw_config *c, const char *path, uint64_t line, const char *name, int64_t us)
{
    if (us > DAY_US)
        config_note(c, SW_CONFIG_DOUBTFUL, path, line,
                    "%s: %.10g seconds are %.1f days, so it never comes (milliseconds in place of seconds?)", name,
                    (double)us / SW_US_PER_S, (double)us / DAY_US);
}

/* The first timeout of the files, then each queue's timeout of its minimum. */
static void judge_timeouts(struct sw_config *c)
{
    /* The site's files were read, too, and do not switch preemption on: then no timeout is ever looked at. */
    bool site = config_options_has_keys(c, "mapred.fairscheduler.")
                || config_options_has_keys(c, "yarn.scheduler.fair.");
    bool off = site && !config_is_true(c, "mapred.fairscheduler.preemption")
               && !config_is_true(c, "yarn.scheduler.fair.preemption");
    if (c->timeout_line > 0 && off)
        config_note(c, SW_CONFIG_DOUBTFUL, c->timeout_path, c->timeout_line,
                    c->has_allocations[SW_CONFIG_MR1]
                        ? "a timeout, but preemption is not switched on: when it has passed, no job of the pool waits "
                          "for its data any more"
                        : "a timeout, but preemption is not switched on, so it never comes");
    for (size_t i = 0; i < c->n_pools; i++) {
        const struct pool *p = &c->pools[i];
        if (p->min_timeout_line > 0 && !has_minimum(c, p))
            config_note(c, SW_CONFIG_DOUBTFUL, p->path, p->min_timeout_line,
                        "queue '%.100s': a timeout of the minimum, and no minimum, so it never comes", p->name);
    }
}

/* ---- the site ---------------------------------------------------------------------------------------------- */

/* Of two values of a key the last counts, as in config_get(). Equal values are no matter. */
static void judge_repeated(struct sw_config *c)
{
    for (size_t i = 1; i < c->n_properties; i++) {
        const struct property *p = &c->properties[i], *before = NULL;
        for (size_t k = 0; k < i; k++)
            if (strcmp(c->properties[k].name, p->name) == 0)
                before = &c->properties[k];
        if (before && strcmp(before->value, p->value) != 0)
            config_note(c, SW_CONFIG_DOUBTFUL, before->path, before->line, "%.200s: '%.60s' has no effect, since "
                        "%.100s:%llu says '%.60s'", p->name, before->value, p->path, (unsigned long long)p->line,
                        p->value);
    }
}

/* ---- against a log ----------------------------------------------------------------------------------------- */

/* A wait that is longer than most tasks take cannot pay for itself. */
static void judge_waits(struct sw_config *c, const struct sw_config_log *log)
{
    static const struct { const char *key; bool spark; } waits[] = {
        { "spark.locality.wait", true }, { "spark.locality.wait.process", true }, { "spark.locality.wait.node", true },
        { "spark.locality.wait.rack", true }, { "mapred.fairscheduler.locality.delay", false },
        { "mapred.fairscheduler.locality.delay.node", false }, { "mapred.fairscheduler.locality.delay.rack", false },
        { "mapred.fairscheduler.locality.delay.nodelocal", false },
        { "mapred.fairscheduler.locality.delay.racklocal", false },
        { "yarn.scheduler.fair.locality-delay-node-ms", false },
        { "yarn.scheduler.fair.locality-delay-rack-ms", false } };
    for (size_t i = 0; log->n_tasks > 0 && i < N_OF(waits); i++) {
        const struct property *p = config_get(c, waits[i].key);
        int64_t us = 0, ms = 0;
        if (!p)
            continue;
        bool read = waits[i].spark ? config_options_spark_time(p->value, &us) :
                    sw_num_i64(p->value, strlen(p->value), &ms) == SW_OK;
        double wait_s = waits[i].spark ? (double)us / SW_US_PER_S : (double)ms / 1000;
        if (read && wait_s > log->median_task_s)
            config_note(c, SW_CONFIG_DOUBTFUL, p->path, p->line, "%s: a wait of %g s is longer than the task it is "
                        "for: half of the log's %llu tasks take at most %g s", p->name, wait_s,
                        (unsigned long long)log->n_tasks, log->median_task_s);
    }
}

/* root.etl and etl are one. Logs write either. */
static const char *without_root(const char *name) { return strncmp(name, "root.", 5) == 0 ? name + 5 : name; }

/* The Capacity Scheduler's go by their last name, too. logged: as the log names it. */
static bool is_queue(const struct pool *p, const char *logged)
{
    const char *dot = strrchr(logged, '.');
    return strcmp(without_root(p->name), without_root(logged)) == 0
           || (p->mode != CAPACITY_NONE && dot && strcmp(p->name, dot + 1) == 0);
}

/* A queue with others inside has no jobs of its own. */
static void judge_unused(struct sw_config *c, const struct pool *p, const struct sw_config_log *log)
{
    for (size_t i = 0; i < c->n_pools; i++)
        if (c->pools[i].parent && strcmp(c->pools[i].parent, p->name) == 0)
            return;
    for (size_t k = 0; k < log->n_pools; k++)
        if (is_queue(p, log->pools[k]))
            return;
    const char *near = sw_err_nearest(without_root(p->name), log->pools, log->n_pools);
    if (near)
        config_note(c, SW_CONFIG_DOUBTFUL, p->path, p->line,
                    "queue '%.100s': no job of the log is in it (did you mean '%.100s'?)", p->name, near);
    else
        config_note(c, SW_CONFIG_DOUBTFUL, p->path, p->line, "queue '%.100s': no job of the log is in it", p->name);
}

/* Both schedulers of YARN and MR1 know `default` without being told. */
static void judge_undeclared(struct sw_config *c, const struct sw_config_log *log, size_t k)
{
    bool known = strcmp(without_root(log->pools[k]), "default") == 0 || strcmp(log->pools[k], "") == 0;
    for (size_t i = 0; !known && i < c->n_pools; i++)
        known = is_queue(&c->pools[i], log->pools[k]);
    if (!known)
        config_note(c, SW_CONFIG_DOUBTFUL, log->path, 0, "queue '%.100s' has %llu job%s, and no configuration names it",
                    log->pools[k], (unsigned long long)log->n_jobs[k], log->n_jobs[k] == 1 ? "" : "s");
}

/* ---- all of it --------------------------------------------------------------------------------------------- */

/* By file in the order of reading, then line, then text, so that repeated notes stand together. */
static int notes_by_place(const void *a, const void *b)
{
    const struct note *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return x->line != y->line ? (x->line < y->line ? -1 : 1) : strcmp(x->text, y->text);
}

/* A value that is looked at twice is noted twice. */
static void drop_repeated(struct sw_config *c)
{
    size_t n = 0;
    for (size_t i = 0; i < c->n_notes; i++)
        if (n > 0 && strcmp(c->notes[n - 1].text, c->notes[i].text) == 0)
            free(c->notes[i].text);
        else
            c->notes[n++] = c->notes[i];
    c->n_notes = n;
}

/* Values are read as options are, so that each wrong one is noted. */
int sw_config_lint(struct sw_config *c, const struct sw_config_log *log, struct sw_err *err)
{
    if (config_capacity(c, err) != SW_OK || config_options_judge_values(c, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < c->n_pools; i++)
        judge_bounds(c, &c->pools[i]);
    /* The queues inside of one add up, each such level once. */
    for (size_t i = 0; i < c->n_pools; i++) {
        bool first = c->pools[i].mode != CAPACITY_NONE;
        for (size_t k = 0; first && k < i; k++)
            first = c->pools[k].mode == CAPACITY_NONE || !same_parent(&c->pools[k], &c->pools[i]);
        if (first)
            judge_sum(c, i);
    }
    judge_timeouts(c);
    config_options_judge_schedulers(c);
    judge_repeated(c);
    /* SchedulableBuilder.scala: under FIFO no file is read; without one there is the pool `default` alone, FIFO
     * inside up to 3.3.1 (SPARK-42157). */
    const struct property *mode = config_get(c, "spark.scheduler.mode");
    const bool has_file = c->has_allocations[SW_CONFIG_SPARK] || config_get(c, "spark.scheduler.allocation.file");
    if (mode && has_file && strcasecmp(mode->value, "FIFO") == 0)
        config_note(c, SW_CONFIG_DOUBTFUL, mode->path, mode->line,
                    "spark.scheduler.mode: under FIFO the allocation file has no effect");
    if (mode && !has_file && strcasecmp(mode->value, "FAIR") == 0)
        config_note(c, SW_CONFIG_DOUBTFUL, mode->path, mode->line,
                    "spark.scheduler.mode: without an allocation file (fairscheduler.xml) FAIR does nothing up to "
                    "Spark 3.3.1 to jobs that set no spark.scheduler.pool");
    if (log) {
        judge_waits(c, log);
        /* Leaves that no job of the log is in, and queues of the log that no file names. */
        for (size_t i = 0; i < c->n_pools; i++)
            judge_unused(c, &c->pools[i], log);
        for (size_t k = 0; c->n_pools > 0 && k < log->n_pools; k++)
            judge_undeclared(c, log, k);
    }
    if (c->n_notes > 1)
        qsort(c->notes, c->n_notes, sizeof *c->notes, notes_by_place);
    drop_repeated(c);
    return c->no_memory ? sw_err_memory(err) : SW_OK;
}
