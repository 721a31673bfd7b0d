/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_trace.h - the record types, one schema table each, and traces as a stream of jobs.
 *
 * The tables serve the readers, the writers and slotwise-csv(5). Reading a trace checks what a single
 * row can show (a job with no tasks, a negative time, rows out of order); what needs the whole system
 * (is after_job still there?) is checked by the replay. */
#ifndef SLOTWISE_SW_TRACE_H
#define SLOTWISE_SW_TRACE_H
#include <stdbool.h>
#include "slotwise/sw_csv.h"
#include "slotwise/sw_terms.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sw_job_row {
    uint64_t known;
    struct sw_text job_id, pool, user, input_id, after_job, partition, qos;
    int64_t submit_us, map_us, copy_us, reduce_us, think_us, wait_node_us, wait_rack_us, setup_us, limit_us;
    int32_t priority;
    double weight, map_sigma, reduce_sigma;
    uint64_t maps, reduces, input_bytes, shuffle_bytes, output_bytes, job_cpus, job_nodes, replication, task_cpus,
        task_memory;
};
/* Column numbers, as bits of `known` and as places in the table. */
enum { SW_JOB_ID, SW_JOB_SUBMIT, SW_JOB_POOL, SW_JOB_USER, SW_JOB_PRIORITY, SW_JOB_WEIGHT, SW_JOB_MAPS, SW_JOB_MAP_S,
       SW_JOB_MAP_SIGMA, SW_JOB_REDUCES, SW_JOB_COPY_S, SW_JOB_REDUCE_S, SW_JOB_REDUCE_SIGMA, SW_JOB_INPUT_BYTES,
       SW_JOB_SHUFFLE_BYTES, SW_JOB_OUTPUT_BYTES, SW_JOB_INPUT_ID, SW_JOB_AFTER, SW_JOB_THINK, SW_JOB_WAIT_NODE,
       SW_JOB_WAIT_RACK, SW_JOB_SETUP, SW_JOB_CPUS, SW_JOB_NODES, SW_JOB_LIMIT, SW_JOB_PARTITION, SW_JOB_QOS,
       SW_JOB_REPLICATION, SW_JOB_TASK_CPUS, SW_JOB_TASK_MEMORY, SW_JOB_N_COLUMNS };
extern const struct sw_schema sw_schema_jobs;

struct sw_task_row {
    uint64_t known;
    struct sw_text job_id, pool, user, parents, task_id, hosts, after_job, node, rack, partition, qos;
    int64_t submit_us, duration_us, copy_us, think_us, launch_us, finish_us, wait_node_us, wait_rack_us, setup_us,
        limit_us;
    int32_t priority, kind, locality, outcome;
    double weight;
    uint64_t stage, input_bytes, job_cpus, job_nodes, task_cpus, task_memory, replication;
};
enum { SW_TASK_JOB, SW_TASK_SUBMIT, SW_TASK_POOL, SW_TASK_USER, SW_TASK_PRIORITY, SW_TASK_WEIGHT, SW_TASK_STAGE,
       SW_TASK_PARENTS, SW_TASK_KIND, SW_TASK_ID, SW_TASK_DURATION, SW_TASK_COPY, SW_TASK_INPUT_BYTES, SW_TASK_HOSTS,
       SW_TASK_AFTER, SW_TASK_THINK, SW_TASK_NODE, SW_TASK_RACK, SW_TASK_LOCALITY, SW_TASK_LAUNCH, SW_TASK_FINISH,
       SW_TASK_OUTCOME, SW_TASK_WAIT_NODE, SW_TASK_WAIT_RACK, SW_TASK_SETUP, SW_TASK_CPUS, SW_TASK_NODES, SW_TASK_LIMIT,
       SW_TASK_PARTITION, SW_TASK_QOS, SW_TASK_TASK_CPUS,
       SW_TASK_TASK_MEMORY, SW_TASK_REPLICATION, SW_TASK_N_COLUMNS };
extern const struct sw_schema sw_schema_tasks;

struct sw_pool_row {
    uint64_t known;
    struct sw_text pool, parent;
    int32_t fifo; /* SW_WORD: "fair" 0, "fifo" 1 */
    double weight, capacity, max_capacity, user_limit, min_user_limit, am_share, cap;
    uint64_t min_maps, min_reduces, max_maps, max_reduces, min_share, max_share, max_jobs, nodes;
    int64_t min_share_timeout_us, fair_share_timeout_us, wait_node_us, wait_rack_us, from_us;
    uint64_t quota, limit, lending_limit, borrowing_limit;
    int64_t priority;
};
enum { SW_POOL_NAME, SW_POOL_PARENT, SW_POOL_POLICY, SW_POOL_WEIGHT, SW_POOL_MIN_MAPS, SW_POOL_MIN_REDUCES,
       SW_POOL_MAX_MAPS, SW_POOL_MAX_REDUCES, SW_POOL_MIN_SHARE, SW_POOL_MAX_SHARE, SW_POOL_MAX_JOBS,
       SW_POOL_MIN_TIMEOUT, SW_POOL_FAIR_TIMEOUT, SW_POOL_WAIT_NODE, SW_POOL_WAIT_RACK, SW_POOL_NODES, SW_POOL_CAPACITY,
       SW_POOL_MAX_CAPACITY, SW_POOL_USER_LIMIT, SW_POOL_MIN_USER_LIMIT, SW_POOL_AM_SHARE, SW_POOL_CAP,
       SW_POOL_FROM, SW_POOL_QUOTA, SW_POOL_PRIORITY, SW_POOL_LIMIT, SW_POOL_LENDING, SW_POOL_BORROWING,
       SW_POOL_N_COLUMNS };
extern const struct sw_schema sw_schema_pools; /* a maximum that is not given is UINT64_MAX */

struct sw_node_row {
    uint64_t known;
    struct sw_text node, rack, host;
    uint64_t map_slots, reduce_slots, slots, disk_bytes, cpus, memory;
    double speed;
    int64_t from_us, to_us;
    int32_t leaves; /* SW_WORD: enum sw_leaves */
};
enum sw_leaves { SW_LEAVES_LOST, SW_LEAVES_IDLE };
enum { SW_NODE_NAME, SW_NODE_RACK, SW_NODE_MAP_SLOTS, SW_NODE_REDUCE_SLOTS, SW_NODE_SLOTS, SW_NODE_SPEED, SW_NODE_DISK,
       SW_NODE_FROM, SW_NODE_TO, SW_NODE_LEAVES, SW_NODE_HOST, SW_NODE_CPUS, SW_NODE_MEMORY, SW_NODE_N_COLUMNS };
struct sw_partition_row { uint64_t known; struct sw_text partition, nodes; uint64_t tier, factor; int32_t preempt_mode;
                          int64_t grace_us; };
enum { SW_PARTITION_NAME, SW_PARTITION_NODES, SW_PARTITION_TIER, SW_PARTITION_FACTOR, SW_PARTITION_PREEMPT_MODE,
       SW_PARTITION_GRACE, SW_PARTITION_N_COLUMNS };
struct sw_qos_row { uint64_t known; struct sw_text qos, preempt; uint64_t priority; int32_t preempt_mode;
                    int64_t grace_us, exempt_us; };
enum { SW_QOS_NAME, SW_QOS_PRIORITY, SW_QOS_PREEMPT, SW_QOS_PREEMPT_MODE, SW_QOS_GRACE, SW_QOS_EXEMPT,
       SW_QOS_N_COLUMNS };
/* Of a partition, or of a QOS; there the first means that of all. */
enum sw_preempt_mode { SW_PREEMPT_UNSET = -1, SW_PREEMPT_OFF, SW_PREEMPT_CANCEL, SW_PREEMPT_REQUEUE };
extern const struct sw_schema sw_schema_partitions, sw_schema_qos;
/* to_us not given is SW_TIME_MAX; disk_bytes, cpus, memory UINT64_MAX */
extern const struct sw_schema sw_schema_cluster;

/* ---- a trace as a stream of jobs ------------------------------------------------------------ */
/* One task whose properties the trace names. */
struct sw_task_spec {
    struct sw_text task_id;
    int64_t duration_us, copy_us;
    uint64_t input_bytes;
    struct sw_text hosts;  /* "n3|n17", empty: no preference known */
    enum sw_locality recorded; /* the level at which duration_us was taken; SW_AT_NONE: not recorded (L3.1) */
};
/* The same of a stage's tasks, as columns that outlast the replay. It knows no ids of theirs, nor their input. */
struct sw_task_columns {
    const int64_t *duration_us, *copy_us; /* copy_us NULL: 0 */
    const uint8_t *recorded;
    unsigned levels;       /* those that were recorded, a bit each */
    /* Task t prefers the nodes host[first[t]] to host[first[t + 1] - 1] of the replay's cluster. first NULL: none. */
    const uint32_t *first, *host;
};
/* A stage is a set of tasks that wait for the same parents. tasks and columns NULL: n_tasks alike, their times drawn
 * from mean_us and sigma. */
struct sw_stage_spec {
    uint64_t stage;        /* its number in the trace */
    enum sw_kind kind;
    uint64_t n_tasks;
    int64_t mean_us, copy_us;
    int64_t setup_us;      /* until its tasks can be launched, from when nothing else holds them back */
    double sigma;
    const uint32_t *parents; /* places in job->stages */
    uint32_t n_parents;
    const struct sw_task_spec *tasks;
    const struct sw_task_columns *columns; /* in their place */
};
struct sw_job {            /* borrowed until the next call */
    uint64_t place;        /* 0, 1, 2, ... in the trace */
    uint64_t line;         /* where it starts, for messages */
    struct sw_text job_id, pool, user, after_job, input_id;
    int64_t submit_us, think_us; /* submit_us is not used when after_job is set */
    enum sw_priority priority;
    int64_t weight;        /* millionths, at least 1 */
    bool has_wait[2];      /* whether wait_us[] is given: for the node, for the rack (D11) */
    int64_t wait_us[2];
    uint64_t input_bytes, shuffle_bytes, output_bytes;
    /* What the row says of the job as a whole: cores, nodes (0: nothing), and its user's estimate (-1: none) */
    uint64_t cpus, nodes;
    int64_t limit_us;
    struct sw_text partition, qos; /* Slurm's; empty: not given */
    uint64_t replication;  /* of its blocks; 0: not given */
    bool has_task_size[2]; /* whether task_size[] is given */
    uint64_t task_size[2]; /* the CPUs, the bytes of memory that each of its tasks takes */
    uint64_t width;        /* after sw_trace_gangs(): slots of each task */
    const struct sw_stage_spec *stages;
    uint32_t n_stages;
    /* From a jobs file, and from the maps and reduces of a tasks file: stage 0 maps, stage 1 reduces whose
     * launch follows --slowstart and whose copying overlaps the maps. Either may have n_tasks 0, not both. */
    bool mapreduce;
    const char *path;      /* the file it stands in */
    /* After sw_trace_keep_rows(): the rows it was read from, one of a jobs file, every attempt of a tasks file. With
     * them the fields of columns that are in no schema: row i has the n_extras from extras[i * n_extras] on. */
    const struct sw_job_row *job_row;
    const struct sw_task_row *task_rows;
    uint64_t first_task_row; /* where the caller took them one by one; else 0 */
    size_t n_task_rows, n_extras;
    const struct sw_text *extras;
};
struct sw_trace;
/* Takes an open reader of a jobs or a tasks file, which is closed with it and also when this fails (the header
 * tells: a column `task_id` or `duration_s` makes a tasks file). Rows of recorded attempts (outcome present): only the
 * last `done` attempt of a task makes a task. */
SW_USE_RESULT int sw_trace_take(struct sw_trace **out, struct sw_csv *in, struct sw_err *err);
/* Jobs that the caller makes up. next() fills in *job and returns 1, or returns 0 at the end, or fills in err and
 * returns -1. *job comes as a job of pool "default", of normal priority and weight 1, without a name and stages. What
 * it points to must last until the next call. Jobs come in order of submit_us, and in a job parents before their
 * children. `name` stands for the file in messages: "mine:3: job_id: is empty" is about the third job. */
typedef int sw_trace_next_job(void *ctx, struct sw_job *job, struct sw_err *err);
SW_USE_RESULT int sw_trace_from(struct sw_trace **out, sw_trace_next_job *next, void *ctx, const char *name,
                                struct sw_err *err);
/* Gives the job so many maps and reduces that take so long. stage[] must last as long as *job, and what it says may be
 * changed afterwards (copy_us, sigma, tasks). */
void sw_job_mapreduce(struct sw_job *job, struct sw_stage_spec stage[2], uint64_t maps, int64_t map_us,
                      uint64_t reduces, int64_t reduce_us);
/* Sorts the whole input by submit_s first (jobs with after_job stay behind the row they name). */
SW_USE_RESULT int sw_trace_sort(struct sw_trace *in, struct sw_err *err);
/* Reads the whole input, in its order. Then it can be read several times, also by several threads at once: each by a
 * trace of its own, which borrows the jobs of the one held. So can one that is sorted, which is held. */
SW_USE_RESULT int sw_trace_hold(struct sw_trace *in, struct sw_err *err);
SW_USE_RESULT int sw_trace_share(struct sw_trace **out, const struct sw_trace *held, struct sw_err *err);
/* 1: *job is filled in; 0: the end; -1: failed. Jobs whose submit_s falls below an earlier one: an error with
 * the row ("rows are not in order of submit_s (use --sort)"). */
SW_USE_RESULT int sw_trace_next(struct sw_trace *in, struct sw_job *job, struct sw_err *err);
/* "jobs.csv:12: column: message" about the job just read. */
int sw_trace_err(const struct sw_trace *in, const struct sw_job *job, const char *column, struct sw_err *err,
                 const char *fmt, ...) SW_PRINTF(5, 6);
/* Before the first job: each is a gang (G1), of as many tasks as the row names nodes. A job of several stages is an
 * error. */
void sw_trace_gangs(struct sw_trace *in);
uint64_t sw_trace_n_jobs(const struct sw_trace *in); /* that sw_trace_next() has given so far */

/* ---- writing a record ------------------------------------------------------------------------- */

void sw_trace_free(struct sw_trace *in); /* closes the reader */

#ifdef __cplusplus
}
#endif
#endif
