/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_replay.h - replays a trace of jobs on a cluster through a scheduler.
 *
 * Jobs are read as their time comes and reported as they end, so memory follows the jobs in the system.
 * The rules are in docs/model.md; its numbers (T2, D4, ...) stand in the code. What is reported goes to the caller's
 * functions; nothing here reads options or writes files, but for the records of rows.c. */
#ifndef SLOTWISE_SW_REPLAY_H
#define SLOTWISE_SW_REPLAY_H
#include <stdbool.h>
#include "slotwise/sw_cluster.h"
#include "slotwise/sw_err.h"
#include "slotwise/sw_options.h"
#include "slotwise/sw_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what is reported ----------------------------------------------------------------------- */

struct sw_result {                   /* texts last for the call */
    const char *job_id, *pool, *user;
    int64_t submit_us, finish_us, alone_us, first_launch_us; /* -1: not known */
    uint64_t maps, reduces, map_tasks_run, node_local, rack_local, off_rack, no_preference, killed, speculated;
    int64_t wasted_us, waited_us;
    enum sw_outcome outcome;
    uint64_t place;                  /* of the job in its trace */
};
struct sw_attempt {
    const char *job_id, *pool, *task_id, *node, *rack, *killed_for; /* task_id NULL: the number */
    uint64_t stage, task;
    uint32_t attempt;
    enum sw_kind kind;
    enum sw_locality locality;
    int64_t ready_us, launch_us, compute_us, finish_us; /* -1: not known */
    enum sw_outcome outcome;
};
struct sw_use {                      /* of a slot, by an attempt that has left it */
    int64_t ready_us, launch_us, finish_us;
    uint64_t place, stage;           /* of the job in its trace; of its stage the number in the trace */
    uint64_t node;                   /* its place in the cluster */
    enum sw_kind kind;
    enum sw_locality locality;
};
struct sw_sample {                   /* one pool at one time; [0] maps or the one kind, [1] reduces */
    int64_t time_us;
    const char *pool;
    int64_t running[2], pending[2];
    double fair_share[2], steady_share[2];
    int64_t shuffling;
    uint64_t intermediate_bytes;
};
struct sw_link {                     /* of a node or a rack, at the end of a run with --network */
    const char *place;
    bool up;
    uint64_t rate, bytes;            /* bytes a second; carried */
    uint32_t most_flows;
    int64_t busy_us, limiting_us, makespan_us;
};
/* Why a job's ready tasks did not run (S14). */
enum sw_held_by { SW_HELD_NOT_ADMITTED, SW_HELD_POOL_LIMIT, SW_HELD_USER_LIMIT, SW_HELD_JOB_LIMIT, SW_HELD_OWED,
               SW_HELD_BUSY, SW_HELD_RESERVED, SW_HELD_NOT_LENT, SW_HELD_NO_SPACE, SW_HELD_NODE_RULE,
               SW_HELD_LOAD_CAP, SW_HELD_DATA, SW_HELD_OFFER, SW_HELD_DECIDER, SW_HELD_N };
extern const char *const sw_held_by_words[];
struct sw_held_up {                  /* one reason of one job, when it has ended */
    const char *job_id, *pool, *user;
    enum sw_held_by held;
    int64_t us;                      /* in which some task of it waited for that */
    double task_s;                   /* that times the tasks that waited */
};
struct sw_totals {
    uint64_t jobs, tasks, events, launches;
    int64_t first_submit_us, last_end_us;
    int64_t busy_us[2];              /* slot time occupied by attempts */
    int64_t computing_us;            /* of reduces, where computing is admitted apart (else 0) */
    double computing_slot_us;        /* maxComputing of the nodes, over time */
    double slot_us[2];               /* slot time there was, from the first submission to the last end */
    uint64_t peak_intermediate_bytes;
    uint64_t with_preference;        /* stages that have tasks with preferred hosts */
    uint64_t with_output;            /* jobs whose maps have output */
    uint64_t followers;              /* jobs submitted at the end of another (J1) */
    uint64_t hosts_unknown;          /* preferred hosts that are not in the cluster */
    uint64_t jobs_of_strange_pools;  /* under Spark's offers: of pools that the pools file does not name */
    uint64_t tasks_read;             /* of all jobs that were read */
    uint64_t hosts_missing[3];       /* with --placement trace: tasks recorded at node, rack, any that name no host */
    uint64_t without_limit;          /* jobs that have none: gangs (G5.2), and where short ones pass (V5, V6) */
    uint64_t without_size[2];        /* jobs without task_cpus, task_memory, where nodes have a limit of it (Z2) */
    /* Jobs that --admission moved or ended: hopped, some of them to begin again; waited or ran too long; turned away */
    struct {
        uint64_t hops, restarts, waited_out, ran_out, refused;
        uint32_t named;              /* bits: queues that have a job of their pool */
    } queues;
    /* K6: the first pool that a check left owed, and how often that was; the greatest attempt that was killed */
    struct { const char *pool; int64_t at_us, tasks; uint64_t checks; } owed;
    uint64_t jobs_done;              /* and the sum of their responses */
    double response_us;
    uint64_t killed_attempt;         /* from 1 */
    char killed_job[64];
    uint64_t cut_off, never_run;     /* jobs that --until cut off, and of them those that can never run (J6) */
    char never_why[320];             /* the first of them, and why */
};
enum sw_action { SW_DID_LAUNCH, SW_DID_SKIP, SW_DID_NO_TASK, SW_DID_AT_LIMIT, SW_DID_KILL, SW_DID_EVICT,
                 SW_DID_SPECULATE, SW_DID_SUSPEND };
extern const char *const sw_action_words[];
struct sw_decision {                 /* why a job ran, or did not, at a moment (S9-S11) */
    int64_t time_us, wait_us;        /* -1: does not apply, and so with level and locality */
    const char *node, *job_id, *reason; /* node NULL: none in particular */
    enum sw_action action;
    int level, locality;
    bool turn;                       /* a skip because another stood before it, not for its wait's sake */
};
struct sw_replay_sink {              /* any may be NULL */
    void *ctx;
    void (*job)(void *ctx, const struct sw_result *);
    void (*attempt)(void *ctx, const struct sw_attempt *);
    void (*used)(void *ctx, const struct sw_use *); /* less than attempt(), and for less; not with it */
    void (*sample)(void *ctx, const struct sw_sample *);
    void (*decision)(void *ctx, const struct sw_decision *);
    /* of this job alone, with what is killed for its pool while it is there; NULL: of all */
    const char *decisions_of;
    void (*link)(void *ctx, const struct sw_link *);
    void (*held)(void *ctx, const struct sw_held_up *);
    /* Asked now and then, with the time reached; true ends the run early. */
    bool (*stop)(void *ctx, int64_t now_us, const struct sw_totals *totals);
};

/* ---- who decides, where the caller does ------------------------------------------------------- */

struct sw_replay;
/* What has happened since the decider was last called. Numbers: of a job its place in the trace, of its stages, tasks
 * and the cluster's nodes their places, all from 0. Texts and arrays last for the call. */
enum sw_news_kind {
    SW_NEWS_CAME,                    /* a job was admitted: job_id, pool, user, weight, priority, n_stages, n_tasks */
    SW_NEWS_READY,                   /* its stage may run: stage_kind, slot_kind, n_tasks, first, host */
    SW_NEWS_ENDED,                   /* an attempt: stage, task, node, outcome */
    SW_NEWS_BACK,                    /* a task is to be launched again: stage, task */
    SW_NEWS_LEFT,                    /* a job has ended: outcome */
    SW_NEWS_NODE                     /* node has these slots now, or is there no more, without any */
};
struct sw_news {
    enum sw_news_kind kind;
    uint64_t job, stage, task, node;
    const char *job_id, *pool, *user;
    int64_t weight;                  /* millionths */
    enum sw_priority priority;
    uint64_t n_stages, n_tasks;
    enum sw_kind stage_kind;
    int slot_kind;
    /* The nodes with the data of task t: host[first[t]] to host[first[t + 1] - 1]. NULL: no task has any. */
    const uint32_t *first, *host;
    enum sw_outcome outcome;
    uint64_t slots[2];
};
struct sw_offer { uint64_t node, free[2]; }; /* by kind of slot */
struct sw_moment {
    int64_t now_us;
    const struct sw_news *news;
    size_t n_news;
    const struct sw_offer *offer;    /* nodes that heartbeat now and have free slots, in the order of their turns */
    size_t n_offers;
    const char *const *node, *const *rack; /* names of the cluster's nodes, and of the rack of each */
    size_t n_nodes;
    int64_t wake_us;                 /* INT64_MAX; the decider may set it: with --heartbeat 0 it is called then, too */
    struct sw_replay *replay;
};
/* Called at each instant at which a slot is offered that a task could take. With `kills` it is called as well when a
 * task waits and there are news. SW_FAIL ends the run with the error that it has set. */
struct sw_decider {
    void *ctx;
    bool kills;
    int (*decide)(void *ctx, struct sw_moment *moment, struct sw_err *err);
};
/* While the decider is called. Launches at once: by the rules of docs/model.md, or SW_FAIL and the rule that it would
 * break. waited_us: for the column waited_s; 0 unless the decider knows better. */
SW_USE_RESULT int sw_decide_launch(struct sw_moment *moment, uint64_t job, uint64_t stage, uint64_t task, uint64_t node,
                                   int64_t waited_us, struct sw_err *err);
/* The slot is free at once, and the task unlaunched again. */
SW_USE_RESULT int sw_decide_kill(struct sw_moment *moment, uint64_t job, uint64_t stage, uint64_t task,
                                 struct sw_err *err);
/* A replay under these options asks the decider, which is borrowed, in the place of an order and a delay rule. NULL: as
 * --decide says. */
void sw_options_decider(struct sw_options *opt, const struct sw_decider *decider);

/* ---- records: the sinks that write CSV -------------------------------------------------------- */

/* Each may be NULL. run > 0: rows begin with run and seed. */
struct sw_records {
    struct sw_out *jobs, *attempts, *timeline, *decisions, *links, *waits;
    double held_s[SW_HELD_N];        /* task_s by reason, of all jobs so far; with `waits` */
    bool one_kind;
    uint64_t run, seed;
    struct sw_summary *summary;      /* NULL: not wanted */
    /* now and then; NULL: not called */
    void (*progress)(const struct sw_records *rec, int64_t now_us, const struct sw_totals *totals);
};
void sw_records_headers(const struct sw_records *rec);
struct sw_replay_sink sw_records_sink(struct sw_records *rec);
SW_USE_RESULT int sw_summary_new(struct sw_summary **out, struct sw_err *err);
void sw_summary_free(struct sw_summary *s);
void sw_summary_header(const struct sw_records *rec, struct sw_out *out);
/* One row; wall_s > 0 fills in sim_tasks_per_s. Empties the summary for the next run. */
SW_USE_RESULT int sw_summary_write(struct sw_records *rec, const struct sw_totals *totals, double wall_s,
                                   struct sw_out *out, struct sw_err *err);

struct sw_replay;
/* cluster and pools (may be NULL) are borrowed and outlive the replay. */
SW_USE_RESULT int sw_replay_new(struct sw_replay **out, const struct sw_cluster *cl, const struct sw_pool_list *pools,
                                const struct sw_options *opt, const struct sw_replay_sink *sink,
                                struct sw_err *err);
SW_USE_RESULT int sw_replay_run(struct sw_replay *r, struct sw_trace *trace, struct sw_err *err);
const struct sw_totals *sw_replay_totals(const struct sw_replay *r);
void sw_replay_free(struct sw_replay *r);

#ifdef __cplusplus
}
#endif
#endif
