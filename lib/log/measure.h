/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measure.h - what can be measured of a recorded trace: when attempts ran, how close to their blocks, and on how many
 * slots; how fast slots are released, and what distance costs.
 *
 * A task counts as reading blocks when it succeeded and its locality tells their distance. Four kinds of tasks are
 * left out: reduces; tasks that are known to have read no input (Spark's shuffle stages, whose NODE_LOCAL is reduce
 * locality); tasks without a preference; and Spark's PROCESS_LOCAL where no executor is known that the task
 * preferred, as tasks without a preference have it, too. */
#ifndef LIB_LOG_MEASURE_H
#define LIB_LOG_MEASURE_H
#include "slotwise/sw_log.h"
#include "slotwise/sw_stats.h"

enum measure_level { MEASURE_NODE, MEASURE_RACK, MEASURE_ANY, MEASURE_LEVELS };
struct measure_task {             /* a task that reads blocks */
    uint32_t stage, pool, node;   /* node: in `named`; one more than the last where the log has none */
    uint64_t place;               /* in its stage: its number, or that of its row */
    enum measure_level level;
    double s, log_s;              /* log_s: its logarithm */
    /* from speeds_find() */
    double speed;                 /* logarithm of what its node takes longer for the same work; 0: not told */
    bool alone;                   /* hardly any task ran near its data on its node, so that speed is not known */
};
#define MEASURE_ALL UINT32_MAX /* pools */
struct measure_change { int64_t at_us, slots, nodes; };
struct measure {
    uint64_t n_jobs, n_stages, n_attempts, n_done, n_process, n_no_input, n_no_preference, n_no_locality;
    struct measure_task *tasks;
    size_t n_tasks, cap_tasks;
    bool sorted;                      /* the tasks, by stage: all have been added */
    /* In order of time after measure_nodes(): slots that come and go; attempts, twice their launch, and twice their end
     * and 1. */
    struct measure_change *changes;
    int64_t *uses;
    size_t n_changes, cap_changes, n_uses, cap_uses;
    bool has_cluster;
    struct sw_keys *named;            /* nodes that attempts ran on */
    struct sw_keys *pools;            /* a task's pool is a number in them */
    /* NULL after measure_log(), whose caller asks for none */
    struct sw_quantiles *done_s, *level_s[MEASURE_LEVELS], *tasks_per_job, *readers_per_job;
    struct sw_moments mean_s;
    double wait_s;                    /* wait for the node, from the log's settings; NaN: not known */
    /* from estimate_sweep() */
    double span_s, busy_s, used_share;
    uint64_t n_ends, n_busy_ends;
    /* The most at once; without a cluster the most attempts at once, and the number of nodes named. */
    int64_t slots, nodes;
};
SW_USE_RESULT int measure_start(struct measure *m, struct sw_err *err);
/* Of a trace of tasks, in whatever order. `file` is for messages; facts: whose settings are looked at. */
SW_USE_RESULT int measure_read(struct measure *m, struct sw_trace *t, const struct sw_trace *facts, const char *file,
                               struct sw_err *err);
/* Of one that is in memory. */
SW_USE_RESULT int measure_read_log(struct measure *m, const struct sw_log *log, const char *file, struct sw_err *err);
/* The slots over time: of a cluster CSV or, where that is NULL, as the trace recorded them. Comes last. */
SW_USE_RESULT int measure_nodes(struct measure *m, struct sw_trace *t, const char *cluster, struct sw_err *err);
/* All of that for a log in memory. */
SW_USE_RESULT int measure_log(struct measure *m, const struct sw_log *log, struct sw_err *err);
/* Mean time of the tasks that read blocks, at the node or anywhere. NaN: there are none. */
double measure_mean_s(const struct measure *m, bool at_node);
void measure_clear(struct measure *m);

/* ---- speeds.c ------------------------------------------------------------------------------------ */
SW_USE_RESULT int speeds_find(struct measure *m, struct sw_err *err);

/* ---- estimate.c ---------------------------------------------------------------------------------- */
/* Fills in how long at least `busy` of the slots were taken, and how many attempts ended in that time. */
void estimate_sweep(struct measure *m, double busy);
/* Ratio of task times at a level to those at the node, within stages. */
struct sw_ratio estimate_penalty(struct measure *m, enum measure_level level, uint32_t pool); /* or MEASURE_ALL */
/* Of a level that five tasks ran at, or few more, and that estimate_penalty() does not tell of. They are taken to vary
 * as the near tasks of all stages do within these, or as they themselves do, if that is more; Student's t of their
 * number. */
struct sw_ratio estimate_penalty_by_few(struct measure *m, enum measure_level level);
/* Counts the stages that read blocks, and those of them whose mean task is shorter than wait_s. */
void estimate_short_stages(struct measure *m, double wait_s, uint64_t *n_short, uint64_t *n_stages);
/* Slots released a second: while they are busy, else over all. NaN: nothing ran. After estimate_sweep(). */
double estimate_rate(const struct measure *m);
#endif
