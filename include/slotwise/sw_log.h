/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_log.h - a recorded log in memory: every attempt, what became of each task and job, and what a replay of it needs.
 *
 * A log is read from a trace of recorded attempts. A second step makes it ready, and takes what the caller knows
 * better. Then sw_log_trace() gives its jobs to as many replays as are wanted. sw_log_cluster() and sw_log_pools() give
 * what they run on, and sw_log_policy() sets what was in force.
 *
 * A task is replayed once. Its time is that of the last attempt, which succeeded, and of the attempts that had ended
 * when the last one was launched. Copies that ran beside the last attempt are left out. */
#ifndef SLOTWISE_SW_LOG_H
#define SLOTWISE_SW_LOG_H
#include <string.h>
#include "slotwise/sw_cluster.h"
#include "slotwise/sw_import.h"
#include "slotwise/sw_options.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A row of a task without what is its job's. Texts are in a table of the log, each once: sw_log_text(). */
struct sw_log_attempt {
    int64_t launch_us;
    int64_t finish_us, end_us;        /* as recorded, or the end of the log; when it left its slot */
    int64_t duration_us, copy_us;
    int64_t setup_us;                 /* of its stage, as the log gives it or shows it */
    uint64_t stage, input_bytes;
    const char *task_id, *node, *rack, *hosts, *parents;
    uint32_t job;
    uint8_t kind, locality, outcome;
    bool has_launch : 1, has_finish : 1, has_duration : 1, has_input : 1, has_locality : 1, has_outcome : 1;
};
static inline struct sw_text sw_log_text(const char *at)
{
    struct sw_text text = { at, 0 };
    uint32_t len; /* stands before it */
    memcpy(&len, at - sizeof len, sizeof len);
    text.len = len;
    return text;
}
/* Whether a task preferred hosts. SW_WISH_RACK, SW_WISH_ANY: the log does not name them, and they were elsewhere in
 * the rack where it ran, or nowhere that it could know. */
enum sw_wish { SW_WISH_NONE, SW_WISH_HOSTS, SW_WISH_RACK, SW_WISH_ANY };
struct sw_log_task {
    uint32_t job, first, n;           /* its attempts */
    bool done;
    uint8_t wish;                     /* enum sw_wish */
    bool ran_there;                   /* at its node, which is the one preferred host that is known, if any is */
    const struct sw_log_attempt *last; /* the one that is replayed */
    int64_t time_us;
    struct sw_text hosts;             /* that it preferred, as a replay is told: "n3|n17" */
};
struct sw_log_stage {
    struct sw_stage_spec spec;        /* without its tasks: */
    uint32_t first_task;              /* they stand together */
};
struct sw_log_job {
    struct sw_text id, pool;
    int64_t submit_us, end_us;        /* end_us: end of the last attempt that counts */
    bool complete;                    /* every task was done */
    uint32_t first_task, n_tasks;
    uint32_t after;                   /* the job whose end its submission follows; UINT32_MAX: none */
    uint32_t app;
    uint32_t first_stage;
    struct sw_job spec;               /* as it was read; stages and submission are those above */
};

enum { SW_LOG_NOTE = 1000 };
/* The clock by which slots were offered, where the log shows it. SW_CLOCK_PRESET: it does not. */
enum sw_clock { SW_CLOCK_PRESET, SW_CLOCK_AT_ONCE, SW_CLOCK_OUT_OF_BAND, SW_CLOCK_HEARTBEAT };
/* Callers read it. Attempts stand by job, stage, task and launch; jobs by submission. */
struct sw_log {
    struct sw_trace *trace;           /* its own, for facts and damage */
    const char *format;
    const char *lacks;                /* why it cannot be replayed as recorded; NULL: it can */
    size_t n_users;                   /* who think before they ask again; 0: none are told */
    char note[SW_LOG_NOTE];           /* what had to be assumed or left out, in words */
    struct sw_log_attempt *attempts;
    struct sw_log_task *tasks;
    struct sw_log_stage *stages;
    struct sw_log_job *jobs;
    size_t n_attempts, n_tasks, n_stages, n_jobs;
    size_t first_job;                 /* of a part of a log; those before it are not replayed */
    bool timed, placed, names_hosts;  /* some attempt has times, a node, preferred hosts */
    /* After sw_log_prepare(): */
    const struct sw_cluster *cl;      /* its own, or as given */
    struct sw_cluster *hosts_cl;      /* of hosts, where the nodes of `cl` are executors; else NULL */
    bool given_cluster, has_cluster;  /* has_cluster: `cl` is recorded */
    bool spark, fair, fifo_pools;     /* fair: Spark's FAIR mode; fifo_pools: its pools are alike, fifo inside */
    bool executors;                   /* nodes are those of Spark, host/ID */
    bool own_racks;                   /* each host is taken to have one */
    uint64_t n_launched, n_given;     /* stages with a first launch; of them those whose first launch follows from it */
    /* The policy: a preset, and what of it the log replaces. NULL: none, and nothing. */
    const char *preset, *delay, *order, *offers;
    enum sw_clock clock;
    int64_t heartbeat_us;             /* of SW_CLOCK_HEARTBEAT */
    char delay_text[200], offers_text[64], lacks_text[200];
    struct log_own *own;              /* lib/log/log.h */
};

/* Reads the log, and takes the trace, also when it fails; no job has been read from it. What is not a log of recorded
 * attempts has `lacks`. */
SW_USE_RESULT int sw_log_read(struct sw_log **out, struct sw_trace *trace, struct sw_err *err);
void sw_log_free(struct sw_log *log); /* NULL is fine */
const struct sw_log_job *sw_log_find(const struct sw_log *log, const char *id, size_t len); /* NULL: not there */

/* What the caller knows, in place of what the log says. All zero: nothing. */
struct sw_log_given {
    const struct sw_cluster *cluster; /* lent; NULL: the log's own */
    struct sw_hosts *hosts;           /* lent: those of the trace's import rules; NULL: none */
    bool topology;                    /* the racks of `hosts` are known */
    bool pools;                       /* the caller has pools */
    const char *preset;               /* NULL: the log's own policy */
    uint64_t map_slots, reduce_slots, slots; /* of a node, where the log does not tell */
    bool kinds_given, slots_given;
    bool heartbeats;                  /* nodes make heartbeats: no executors */
    bool gangs;                       /* the jobs of Slurm take the cores and nodes that they asked for, at once */
};
/* Finds out what a replay needs: once, of a log that lacks nothing. It may lack something afterwards. */
SW_USE_RESULT int sw_log_prepare(struct sw_log *log, const struct sw_log_given *given, struct sw_err *err);

/* The jobs as a trace, which reads the log until it is freed. Several may be read at once. `hosts`: those that each
 * task prefers, in place of the log's; NULL: as the log has them. */
SW_USE_RESULT int sw_log_trace(struct sw_trace **out, const struct sw_log *log, const struct sw_text *hosts,
                               struct sw_err *err);
/* The job that such a trace gives at this place. It has this id. */
const struct sw_log_job *sw_log_at(const struct sw_log *log, uint64_t place, const char *id);
/* The log's own cluster once more, for a caller who changes it. Not where a cluster was given. */
SW_USE_RESULT int sw_log_cluster(const struct sw_log *log, struct sw_cluster **out, struct sw_err *err);
/* Its pools; *out is NULL where it tells nothing of them. */
SW_USE_RESULT int sw_log_pools(const struct sw_log *log, struct sw_pool_list **out, struct sw_err *err);
/* Replaces in the options of its preset what the log recorded: clock, delay rule, order, offers. */
SW_USE_RESULT int sw_log_policy(const struct sw_log *log, struct sw_options *opt, struct sw_err *err);

/* The ratio of task times at a distance to those at the node, within stages, whose tasks do the same work. */
struct sw_ratio {
    double value, lo, hi;             /* with its 95 % interval; NaN: cannot tell */
    uint64_t n_stages, n_node, n_level; /* stages that have tasks of both levels, and their tasks */
    bool over_stages, tells, few;     /* few: of so few tasks that others might say something else */
    const char *why;                  /* the reason when `tells` is false */
    const char *doubt;                /* what goes together with the level; NULL: nothing that is seen */
};

#ifdef __cplusplus
}
#endif
#endif
