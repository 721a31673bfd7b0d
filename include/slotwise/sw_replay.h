/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_replay.h - replays a trace of jobs on a cluster through a scheduler.
 *
 * Jobs are read as their time comes and reported as they end, so memory follows the jobs in the system.
 * The rules are in docs/model.md; its numbers (T2, D4, ...) stand in the code. What is reported goes to the caller's
 * functions; nothing here reads options or writes files, but for the records of records.c. */
#ifndef SLOTWISE_SW_REPLAY_H
#define SLOTWISE_SW_REPLAY_H
#include <stdbool.h>
#include "slotwise/sw_err.h"
#include "slotwise/sw_sched.h"
#include "slotwise/sw_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the cluster ---------------------------------------------------------------------------- */

struct sw_span {              /* an interval [from, to) in which a node is up, and how */
    int64_t from_us, to_us;   /* to_us SW_TIME_MAX: for good */
    uint32_t slots[2];        /* map and reduce; with one kind all in slots[0] */
    double speed;
    bool idle;                /* at its end the slots go once they are free and no work waits (B20) */
    uint64_t line;            /* of the cluster file, for messages */
    bool goes_on;             /* the next is the same row, at another speed (B13) */
};
struct sw_node {              /* as the cluster file or --nodes says */
    char *name;
    uint32_t rack, n_spans;
    struct sw_span *span;     /* in order of time, not overlapping; at least one */
    struct sw_span *plain;    /* as they were before speeds were drawn; NULL: no speeds are drawn */
    uint32_t n_plain;
    uint64_t disk_bytes;      /* room for map output, or SW_NO_DISK_LIMIT */
};
#define SW_NO_DISK_LIMIT UINT64_MAX
struct sw_cluster {
    uint32_t n_nodes, n_racks;
    bool one_kind;
    struct sw_node *node;
    char **rack_name;
    uint32_t *rack_first, *rack_node; /* nodes of rack r: rack_node[rack_first[r] .. rack_first[r+1]-1] */
    uint64_t total_slots[2];  /* the most of each node, added up */
    bool keeps;               /* some row leaves idle */
    bool changes;             /* some node has more than one span, or one that does not last from 0 for good */
    void *index;              /* node names */
};
SW_USE_RESULT int sw_cluster_make(struct sw_cluster **out, uint64_t nodes, uint64_t racks, uint64_t map_slots,
                                  uint64_t reduce_slots, bool one_kind, struct sw_err *err);
/* From a cluster CSV; the reader is closed. */
SW_USE_RESULT int sw_cluster_read(struct sw_cluster **out, struct sw_csv *in, struct sw_err *err);
/* Speeds that differ (B20, B13): drawn around what the cluster says, and stragglers, which are slow for a while. */
struct sw_variation {
    double sigma;                /* standard deviation of the logarithm; 0: none */
    double stragglers, speed;    /* share of the nodes; what their speed is multiplied by */
    int64_t from_us, to_us;      /* when; to_us SW_TIME_MAX: for good */
};
/* Draws the speeds anew from the seed, forgetting what was drawn before. */
void sw_cluster_vary(struct sw_cluster *cl, const struct sw_variation *by, uint64_t seed);
void sw_cluster_free(struct sw_cluster *cl);
#define SW_NO_NODE UINT32_MAX
uint32_t sw_cluster_find(const struct sw_cluster *cl, struct sw_text name); /* SW_NO_NODE */

/* ---- pools as the pools file declares them --------------------------------------------------- */

#define SW_NO_LIMIT (INT64_C(1) << 40)
struct sw_pool_spec {
    char *name;
    uint32_t parent;          /* place in the list, or SW_NO_POOL */
    bool fifo, fair;          /* policy; both false: not given */
    int64_t weight;           /* millionths */
    int64_t capacity, max_capacity, user_limit; /* millionths; max_capacity, user_limit -1: not given */
    int64_t min[2], max[2], max_jobs;
    int64_t min_timeout_us, fair_timeout_us; /* -1: none */
    int64_t wait_node_us, wait_rack_us;      /* -1: as the rule says */
    uint64_t nodes;           /* of a private cluster; 0: as the rule says */
    uint64_t line;
};
#define SW_NO_POOL UINT32_MAX
struct sw_pool_list {
    uint32_t n;
    struct sw_pool_spec *at;
    int64_t from_us;           /* 0: of the first */
    /* the same pools, in the same places, from then on (O30); NULL: they do not change any more */
    struct sw_pool_list *next;
};
/* The reader is closed. With one kind of slot min_share and max_share count (or min_maps + min_reduces), with two
 * min_maps and the like. */
SW_USE_RESULT int sw_pools_read(struct sw_pool_list **out, struct sw_csv *in, bool one_kind, struct sw_err *err);
/* O8, of one list and not those after it: minimum shares of top-level pools that exceed the slots of a kind, those of
 * A1 where the rule of admission has its own, are scaled down to whole slots that fit. Says for each kind what they
 * added up to (0: they fitted) and the slots. */
struct sw_min_sum { int64_t over, slots; };
void sw_pools_fit(struct sw_pool_list *pools, const struct sw_cluster *cl, const struct sw_admit_rule *admit,
                  struct sw_min_sum sum[2]);
void sw_pools_free(struct sw_pool_list *pools);

/* ---- options -------------------------------------------------------------------------------- */

enum sw_placement { SW_PLACE_UNIFORM, SW_PLACE_HDFS, SW_PLACE_TRACE, SW_PLACE_REDRAW };
extern const char *const sw_placement_words[];
struct sw_network { uint64_t node_rate, rack_rate; }; /* bytes a second; 0: not played, not limited */
/* "node=1G,rack=10G", or "none": bits a second in powers of ten, with a B bytes in powers of 1024. */
SW_USE_RESULT int sw_network_parse(const char *arg, struct sw_network *out, struct sw_err *err);
struct sw_replay_options {
    struct sw_order_rule order;
    struct sw_delay_rule delay;
    struct sw_preempt_rule preempt;
    struct sw_admit_rule admit;
    const struct sw_evict *evict;
    /* room for map output of nodes of which the cluster does not say it; SW_NO_DISK_LIMIT */
    uint64_t disk_bytes;
    struct sw_speculate_rule speculate;
    int64_t speculate_every_us;
    double failure_rate;             /* of an attempt */
    uint64_t max_attempts;           /* failures of a task that end its job */
    struct sw_global_rule global;    /* when it decides, order is fifo */
    int64_t preempt_every_us;
    bool keep_minimums;              /* those that do not fit are not scaled down */
    int64_t balance_us;              /* D13: a stage whose tasks take as long is long; 0: nobody asks */
    uint64_t seed;
    int64_t heartbeat_us, revive_us, startup_us, commit_pending_us, until_us /* -1: none */, jitter_us, every_us;
    bool out_of_band, no_rack_level;
    uint64_t per_heartbeat;          /* UINT64_MAX: all */
    int64_t load_cap;                /* H8: millionths; -1: none */
    uint64_t replication;
    enum sw_placement placement;
    double penalty_rack, penalty_off, load;
    struct sw_network network;
    uint64_t block_bytes;            /* of a block that the trace does not give the size of */
    int64_t slowstart;               /* millionths */
    bool alone;                      /* fill in alone_s */
    const struct sw_replay_options *alone_opt; /* under these options; NULL: the same */
};
void sw_replay_defaults(struct sw_replay_options *opt); /* INTERFACES.md, "Without a preset" */

/* A named point in the space of parts, with the clock of its system. */
struct sw_preset {
    const char *name, *summary;
    bool one_kind;        /* the system has one kind of slot: map and reduce slots are added up */
    bool keeps_minimums;  /* and does not scale minimum shares that do not fit */
    void (*apply)(struct sw_replay_options *opt, const struct sw_cluster *cl);
};
extern const struct sw_preset *const sw_presets[];
SW_USE_RESULT int sw_preset_find(const char *option, const char *name, const struct sw_preset **out,
                                 struct sw_err *err);

/* ---- what is reported ----------------------------------------------------------------------- */

struct sw_result {                   /* texts last for the call */
    const char *job_id, *pool, *user;
    int64_t submit_us, finish_us, alone_us, first_launch_us; /* -1: not known */
    uint64_t maps, reduces, map_tasks_run, node_local, rack_local, off_rack, no_preference, killed, speculated;
    int64_t wasted_us, waited_us;
    enum sw_outcome outcome;
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
struct sw_sample {                   /* one pool at one time; [0] maps or the one kind, [1] reduces */
    int64_t time_us;
    const char *pool;
    int64_t running[2], pending[2];
    double fair_share[2], steady_share[2];
    int64_t copying;
    uint64_t intermediate_bytes;
};
struct sw_link {                     /* of a node or a rack, at the end of a run with --network */
    const char *place;
    bool up;
    uint64_t rate, bytes;            /* bytes a second; carried */
    uint32_t most_flows;
    int64_t busy_us, limiting_us, makespan_us;
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
    uint64_t hosts_unknown;          /* preferred hosts that are not in the cluster */
    uint64_t never_run;              /* of the jobs that --until cut off, those that can never run (J6) */
    char never_why[320];             /* the first of them, and why */
};
enum sw_action { SW_DID_LAUNCH, SW_DID_SKIP, SW_DID_NO_TASK, SW_DID_AT_LIMIT, SW_DID_KILL, SW_DID_EVICT,
                 SW_DID_SPECULATE };
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
    void (*sample)(void *ctx, const struct sw_sample *);
    void (*decision)(void *ctx, const struct sw_decision *);
    /* of this job alone, with what is killed for its pool while it is there; NULL: of all */
    const char *decisions_of;
    void (*link)(void *ctx, const struct sw_link *);
    /* Asked now and then, with the time reached; true ends the run early. */
    bool (*stop)(void *ctx, int64_t now_us, const struct sw_totals *totals);
};

/* ---- records: the sinks that write CSV -------------------------------------------------------- */

/* Each may be NULL. run > 0: rows begin with run and seed. */
struct sw_records {
    struct sw_out *jobs, *attempts, *timeline, *decisions, *links;
    bool one_kind;
    uint64_t run, seed;
    struct sw_summary *summary;      /* NULL: not wanted */
    /* now and then; NULL: nobody asks */
    void (*progress)(const struct sw_records *rec, int64_t now_us, const struct sw_totals *totals);
};
void sw_records_headers(const struct sw_records *rec);
struct sw_replay_sink sw_records_sink(struct sw_records *rec);
SW_USE_RESULT int sw_summary_new(struct sw_summary **out, struct sw_err *err);
void sw_summary_free(struct sw_summary *s);
void sw_summary_header(const struct sw_records *rec, struct sw_out *out);
/* One row; wall_s > 0 fills in sim_tasks_per_s. Empties the summary for the next run. */
void sw_summary_write(struct sw_records *rec, const struct sw_totals *totals, double wall_s, struct sw_out *out);

struct sw_replay;
/* cluster and pools (may be NULL) are borrowed and outlive the replay. */
SW_USE_RESULT int sw_replay_new(struct sw_replay **out, const struct sw_cluster *cl, const struct sw_pool_list *pools,
                                const struct sw_replay_options *opt, const struct sw_replay_sink *sink,
                                struct sw_err *err);
SW_USE_RESULT int sw_replay_run(struct sw_replay *r, struct sw_trace *trace, struct sw_err *err);
const struct sw_totals *sw_replay_totals(const struct sw_replay *r);
void sw_replay_free(struct sw_replay *r);

#ifdef __cplusplus
}
#endif
#endif
