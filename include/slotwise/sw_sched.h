/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_sched.h - the scheduler's small decisions, each a registry of parts.
 *
 * A part is a constant table that carries its own name and summary; look-up, --help-all, the "unknown
 * rule" message and the tests walk one list. This module knows no clock, no events and no cluster:
 * the replay asks it questions. A named scheduler is a point in the space of these parts. */
#ifndef SLOTWISE_SW_SCHED_H
#define SLOTWISE_SW_SCHED_H
#include <stdbool.h>
#include <stddef.h>
#include "slotwise/sw_err.h"
#include "slotwise/sw_terms.h"

#ifdef __cplusplus
extern "C" {
#endif

enum sw_level { SW_LEVEL_NODE, SW_LEVEL_RACK, SW_LEVEL_ANY }; /* how far from its data */

/* ---- order: whose turn is it? --------------------------------------------------------------- */

/* A place in a scheduling queue: ascending rank, then the ratio num/den (den > 0, compared exactly), then
 * submit time and place. Every rule of order is a way of filling this in. */
struct sw_key {
    int64_t rank, num, den;
    int64_t tie_us;
    uint64_t tie; /* place in the trace, stage number below it */
};
static inline int sw_key_cmp(const struct sw_key *a, const struct sw_key *b)
{
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    if (a->den == b->den) {
        if (a->num != b->num)
            return a->num < b->num ? -1 : 1;
    } else {
        __int128 l = (__int128)a->num * b->den, r = (__int128)b->num * a->den;
        if (l != r)
            return l < r ? -1 : 1;
    }
    if (a->tie_us != b->tie_us)
        return a->tie_us < b->tie_us ? -1 : 1;
    return (a->tie > b->tie) - (a->tie < b->tie);
}

/* What a rule of order may look at, per kind of slot. Slots are counts; weights are in millionths. */
struct sw_job_view {
    int64_t running, demand; /* demand: running + ready unlaunched tasks */
    int64_t tasks, tasks_left; /* of the whole job, all kinds */
    int64_t weight;
    enum sw_priority priority;
    int64_t share;             /* millionths of a slot; for rules that ask for it; drf: by_dominant */
    int64_t deficit, min;      /* slot microseconds; its part of the pool's minimum share (deficit) */
    int64_t asks;              /* CPU time (cput; -1: not known); tier and points (multifactor) */
};
struct sw_pool_view {
    int64_t running, demand; /* demand cut to the maximum */
    int64_t min, max, weight;
    int64_t priority;          /* quota: of its part of the surplus */
    int64_t share;             /* millionths of a slot */
    int64_t pending, allocated; /* ready unlaunched tasks; the slots that the last look gave it (modified-fair) */
    int64_t capacity;          /* by_capacity: MB of what is guaranteed, a slot being 1,024 */
    int64_t usage;             /* millionths of a slot (usage) */
};
/* O1, where two pools have the same claim: the one of the earliest job; of the first name, in bytes; of the larger
 * capacity, and then the first of the pools file. */
enum sw_pool_ties { SW_TIES_BY_JOB, SW_TIES_BY_NAME, SW_TIES_BY_CAPACITY };
enum sw_share { SW_SHARE_NONE, SW_SHARE_CAPPED, SW_SHARE_BY_WEIGHT };
struct sw_order_rule;
/* What jobs and pools stand by in it, for the sentences of --decisions. */
enum sw_stands_by { SW_BY_ITS_OWN, SW_BY_RUNNING, SW_BY_RUNNING_OVER_WEIGHT, SW_BY_GAP, SW_BY_USAGE,
                    SW_BY_QUOTA };
struct sw_order {
    const char *name, *summary, *params;
    /* Reads the text after the colon (NULL: none) into the rule. NULL: it takes no parameters. */
    int (*parse)(const char *params, struct sw_order_rule *rule, struct sw_err *err);
    bool uses_pools;    /* pools are asked first; else all jobs stand in one list */
    enum sw_stands_by stands_by;
    enum sw_pool_ties ties;
    bool weighs_jobs;   /* jobs in fair pools go by what they run over their weight (O5) */
    bool needy_first;   /* pools below their minimum share go before the others */
    bool limits_jobs;   /* of pools only max_jobs and minimum shares count (J5, O10) */
    bool by_capacity;   /* pools and their users are limited to parts of the cluster (O12, O13) */
    bool by_dominant;   /* shares are dominant ones, of CPUs and memory that run, in 10^-12 parts (Z5) */
    bool by_quota;      /* pools have quotas and limits on lending and borrowing (X4) */
    bool follows_running; /* a job's key changes when it launches or ends a task */
    bool num_is_running; /* and of the key nothing else: its num is how many run; so of a pool without a minimum */
    bool follows_done;  /* and, of either kind of slot, when a task is done */
    int64_t update_us;  /* keys are made again so often, from shares computed then; 0: never */
    bool by_request;    /* by what a job asks for: with --width alone (G10) */
    bool private_nodes; /* a job, or pool, has nodes of its own (hod) */
    bool by_points;     /* which a mechanism works out at ticks (G12) */
    bool by_windows;    /* and by what they have used of windows of time, which may hold them (U11) */
    bool by_usage;      /* pools are ordered by what they have used, which decays (U4) */
    bool offers_nodes;  /* nodes are offered to pools, which answer for themselves (M1) */
    bool negotiates;    /* pools are matched with slots in cycles, and keep them (P1) */
    bool reallocates;   /* at each update jobs are put into classes and pools are given slots (LC 3.1, 3.2) */
    enum sw_share share; /* what shares: max-min by demand (lib/fair), or by weight alone (3746) */
    void (*job_key)(const struct sw_job_view *, struct sw_key *);
    /* of a pool, or of a queue (mlq); NULL without either. With SW_TIES_BY_NAME it may set tie_us, which goes before
     * the name. */
    void (*pool_key)(const struct sw_pool_view *, struct sw_key *);
    /* A job's priority after a launch at `to` that followed one at `from`. NULL: priorities do not move. */
    enum sw_priority (*moved)(const struct sw_order_rule *, enum sw_priority now, enum sw_level from, enum sw_level to);
};
#define SW_MAX_WINDOWS 24 /* Maui's MAX_MFSDEPTH */
struct sw_windows { int64_t interval_us; uint32_t depth; double decay; }; /* U11 */
/* multifactor (G12): weights of the factors, and Slurm's PriorityFlags. */
struct sw_multifactor {
    double age, fair_share, size, partition, qos;
    int64_t max_age_us;
    bool favor_small, relative_to_time, incr_only, no_fair_tree;
    bool no_limits;      /* AccountingStorageEnforce without limits: usage is counted at ticks alone */
};
#define SW_MAX_QUEUES 16
struct sw_order_rule { /* a part with its parameters */
    const struct sw_order *policy;
    int64_t update_us;         /* the part's, or as its parameters say */
    int64_t boost, age_us;     /* deficit: weights of jobs younger than age are multiplied by boost, millionths */
    int64_t task_cap;          /* deficit: most running tasks of a job; SW_UNLIMITED */
    uint32_t n_queues;         /* mlq; else 0 */
    int64_t bound[SW_MAX_QUEUES - 1], queue_weight[SW_MAX_QUEUES]; /* mlq: tasks; millionths */
    uint64_t nodes;            /* hod: so many nodes each */
    bool per_rack, by_pool;    /* hod: at least one in each rack; for each pool, not job */
    bool lc_table_printed;     /* modified-fair: --lc-table printed */
    bool lc_unclassed, lc_unallocated; /* without LC 3.1, 3.2 */
    int64_t half_life_us;      /* usage, whose ticks are the updates; negotiate */
    double usage_start;        /* slots; no usage is below it */
    double usage_weight;       /* quota-usage: K of X3.3; 0: none */
    int64_t usage_of_entry;    /* millionths of a slot: of a task that the last tick did not see; 0: none */
    struct sw_windows windows;
    bool usage_product, usage_halves; /* all pools in one list, by the tree's shares (U8, U9) */
    struct sw_multifactor factors; /* multifactor, which has half_life_us, too; 0: usage does not decay */
    int64_t offer_us, filter_us; /* offers: between rounds, 0: at once; a declined node is not offered for so long */
    int64_t cycle_us, cycle_delay_us, claim_us; /* negotiate: between cycles, at least; a claim is kept for so long */
};
extern const struct sw_order *const sw_orders[]; /* NULL-terminated */
SW_USE_RESULT int sw_order_find(const char *spec, struct sw_order_rule *out, struct sw_err *err);

#define SW_UNLIMITED (INT64_C(1) << 40)

/* ---- delay: may this stage launch here, at this distance, now? ------------------------------ */

/* what being passed over adds to a stage's delay clock; the replay keeps the delay clocks, lazily */
enum sw_delay_clock {
    SW_DELAY_NONE, /* the rule never refuses */
    SW_COUNT_SKIPS,    /* one for each scan that passes it by */
    SW_COUNT_HEARTBEAT_GAPS,     /* the time from a heartbeat that passed it by to the next that counts */
    SW_SINCE_FIRST_SKIP,       /* the time since it was first skipped */
    SW_SINCE_READY,       /* the time since the stage was ready, or since what resets it: in rounds of Spark's alone */
    SW_COUNT_OPPORTUNITIES /* the rule keeps it: struct sw_yarn_delay */
};
enum sw_counting { SW_COUNT_ASKING, SW_COUNT_SHIPPED, SW_COUNT_ALL };
struct sw_waits { int64_t node, rack; }; /* skips, or microseconds: D1 and D2, W1 and W2 */
struct sw_delay_rule;
/* Rules of YARN's, whose stages count the offers that reach them (Y1 to Y7). */
struct sw_opportunities { enum sw_level level; bool offered; int64_t count, since_us; }; /* offered: once at least */
struct sw_asked { int64_t nodes, pending, places; }; /* nodes that are up; pending tasks; P of Y3 */
struct sw_yarn_delay {
    bool full_nodes;             /* full nodes offer, too (Y5) */
    bool revives;                /* under --heartbeat 0 it needs further offers (H7) */
    /* So many offers, one or more, reach the stage, one after the other. */
    void (*offered)(const struct sw_delay_rule *, struct sw_opportunities *, int64_t offers, int64_t nodes,
                    int64_t now_us);
    enum sw_level (*allowed)(const struct sw_delay_rule *, const struct sw_opportunities *, const struct sw_asked *);
    bool (*needs_places)(const struct sw_delay_rule *); /* allowed() goes by `places`. NULL: it does not. */
    void (*launched)(const struct sw_delay_rule *, struct sw_opportunities *, enum sw_level at, int64_t nodes);
    /* Whether a rack-local launch is for want of another (Y3.2). NULL: it never is. */
    bool (*off_switch)(const struct sw_delay_rule *, const struct sw_opportunities *, int64_t nodes);
    /* When an offer would allow the next level; INT64_MAX: time does not bring it. NULL: as that. */
    int64_t (*due_us)(const struct sw_delay_rule *, const struct sw_opportunities *);
    /* The reading of the delay clock at which the next level, of `to`, is allowed: counts or microseconds. */
    int64_t (*needs)(const struct sw_delay_rule *, const struct sw_opportunities *, const struct sw_asked *,
                     enum sw_level to);
};
/* What a delay rule may look at of a stage that waits. pool_share, in millionths of a slot, is kept for rules that
 * follow it alone; else it is 0. */
struct sw_delay_view {
    struct sw_job_view job;              /* of the stage's kind of slot */
    int64_t stage_tasks, stage_left;     /* of the stage; left: unlaunched */
    int64_t pool_share;
};
enum { SW_FOLLOWS_RUNNING = 1, SW_FOLLOWS_LEFT = 2, SW_FOLLOWS_SHARE = 4 };
struct sw_delay {
    const char *name, *summary, *params;
    enum sw_delay_clock clock;
    bool climbs; /* `now` is told to launched() as the level that the delay clock has reached, not the last launch's */
    /* Reads the text after the colon (NULL: none) into the rule. NULL: it takes no parameters. */
    int (*parse)(const char *params, struct sw_delay_rule *rule, struct sw_err *err);
    /* The delay clock reading from which `wanted` is allowed to a stage that stands at level `now`. */
    int64_t (*allowed_at)(const struct sw_waits *, enum sw_level now, enum sw_level wanted);
    /* may be NULL: before each run, what depends on the cluster's size */
    void (*settle)(struct sw_delay_rule *rule, uint64_t nodes);
    /* May be NULL: a launch at distance `at` had waited so long; sets rule->waits, which are a stage's from its next
     * launch on. */
    void (*learn)(struct sw_delay_rule *rule, enum sw_level at, int64_t waited_us);
    /* May be NULL: changes the waits of a stage, which are the rule's, its pool's or its job's own (D10, D11). Called
     * when its wait starts, and when what `follows` names has changed (D21): how many tasks of its job run; how many of
     * the job are not done, or of the stage not launched; its pool's share. */
    void (*sees)(const struct sw_delay_rule *rule, const struct sw_delay_view *view, struct sw_waits *waits);
    unsigned follows;        /* SW_FOLLOWS_... */
    /* A launch at distance `at`: sets the stage's level; true: the delay clock starts again from 0. */
    bool (*launched)(enum sw_level *now, enum sw_level at);
    const struct sw_yarn_delay *yarn; /* SW_COUNT_OPPORTUNITIES: all goes by it, and nothing by allowed_at() */
};
struct sw_delay_rule { /* a part with its parameters */
    const struct sw_delay *policy;
    enum sw_delay_clock clock;
    enum sw_counting counting;
    struct sw_waits waits;
    double fraction[2];      /* of the nodes (yarn) */
    int64_t process_us;      /* spark: P, for --offers spark-RELEASE */
    int64_t missed[2];       /* capacity: N and A; A -1: not set */
    bool rack_keeps;         /* capacity: a rack-local launch leaves the count */
    /* adaptive: the first waits; what launches at node, at rack have waited */
    int64_t first_us, time_count_us[2], number_count[2];
    int64_t own[4];          /* for what the rule itself keeps; 0 before parse() */
};
extern const struct sw_delay *const sw_delays[];
SW_USE_RESULT int sw_delay_find(const char *spec, struct sw_delay_rule *out, struct sw_err *err);

/* ---- plug-ins: an order or a delay rule of the user's own ------------------------------------ */

/* A shared object holds one: SW_PLUGIN_DELAY = { .name = "few", ... }; `--delay ./few.so:PARAMS` finds it, as
 * sw_delay_find() does by any name with a '/' in it. What it was built with is checked: the number is higher where the
 * meaning of a member changes (docs/howto/policies.md). */
#define SW_SCHED_ABI 1
struct sw_plugin { unsigned abi, order_size, delay_size, view_size; };
#define SW_PLUGIN_BUILT \
    const struct sw_plugin sw_plugin_built = \
        { SW_SCHED_ABI, sizeof(struct sw_order), sizeof(struct sw_delay), sizeof(struct sw_delay_view) }
#define SW_PLUGIN_ORDER SW_PLUGIN_BUILT; const struct sw_order sw_plugin_order
#define SW_PLUGIN_DELAY SW_PLUGIN_BUILT; const struct sw_delay sw_plugin_delay

/* ---- preempt: whose task is killed for it? -------------------------------------------------- */

#define SW_NEVER_US (INT64_MAX / 4)
struct sw_preempt;
struct sw_preempt_rule {
    const struct sw_preempt *policy;
    int64_t min_us, fair_us;   /* the timeouts; a pool's own go before them */
    bool tr;                   /* TR 3.2: starved below all of the share; no job is brought below its own */
    double threshold;          /* Y13: starved below so much of the share */
    int64_t wait_us;           /* from the choice of a task to its kill */
    struct sw_preempt_gangs {  /* G14: words of Slurm's */
        bool cancel, youngest, strict;
        uint32_t reorder;
        int64_t exempt_us, begin_us, again_us;
    } gangs;
};
/* What a pool has and is due, in slots; how long it has been below each. */
struct sw_starving { int64_t running, demand, min; double share;
                     int64_t below_min_us, below_fair_us, min_timeout_us, fair_timeout_us; };
struct sw_preempt {
    const char *name, *summary, *params;
    int (*parse)(const char *params, struct sw_preempt_rule *rule, struct sw_err *err);
    bool (*below_fair)(const struct sw_preempt_rule *, const struct sw_starving *);
    /* How many tasks are to be killed for it now. */
    int64_t (*tasks_to_preempt)(const struct sw_preempt_rule *, const struct sw_starving *);
    enum sw_looks { SW_LOOKS_NONE, SW_LOOKS_YARN, SW_LOOKS_CAPACITY } looks; /* in the place of these two (Y13, Y14) */
    int64_t look_every_us;
    bool suspends;             /* K7: what it would kill is suspended */
    /* G14: whole jobs for one that cannot start, in the place of the above; by what they may be */
    enum sw_preempt_by { SW_PREEMPT_NO_GANGS, SW_PREEMPT_BY_PARTITION, SW_PREEMPT_BY_QOS } gangs;
};
extern const struct sw_preempt *const sw_preempts[];
SW_USE_RESULT int sw_preempt_find(const char *spec, struct sw_preempt_rule *out, struct sw_err *err);

/* ---- admit: may this reduce start here, may it go on to compute? ------------------------------- */

struct sw_admit;
struct sw_admit_rule {
    const struct sw_admit *policy;
    int64_t reducers, computing; /* cpac: maxReducers and maxComputing of a node */
    int64_t per_job;             /* cpac: most reduces of a job on a node; SW_UNLIMITED */
};
struct sw_admit {
    const char *name, *summary, *params;
    bool splits;                 /* shuffling and computing are admitted apart */
    int (*parse)(const char *params, struct sw_admit_rule *rule, struct sw_err *err);
    /* May another reduce of a job that has so many shuffling, and so many at all, on the node start there? */
    bool (*may_start)(const struct sw_admit_rule *, int64_t shuffling, int64_t running);
    /* May a reduce that has copied all compute on a node where so many do? */
    bool (*may_compute)(const struct sw_admit_rule *, int64_t computing);
};
extern const struct sw_admit *const sw_admits[];
SW_USE_RESULT int sw_admit_find(const char *spec, struct sw_admit_rule *out, struct sw_err *err);

/* ---- evict: whose map output is deleted when jobs wait for one another's room? ------------------ */

struct sw_evict_view {           /* of a job, what a rule of eviction may look at */
    int64_t submit_us;
    uint64_t place, tasks, tasks_done, bytes; /* bytes: of map output that its nodes hold */
};
struct sw_evict {
    const char *name, *summary, *params; /* params NULL: it takes none */
    /* a goes rather than b. NULL: none goes */
    bool (*before)(const struct sw_evict_view *a, const struct sw_evict_view *b);
};
extern const struct sw_evict *const sw_evicts[];
SW_USE_RESULT int sw_evict_find(const char *spec, const struct sw_evict **out, struct sw_err *err);

/* ---- speculate: which straggler gets a copy, and on which node? -------------------------------- */

#define SW_SCORE_ONE 1000000     /* a progress score of 1 */
struct sw_progress { int64_t score, age_us; };  /* of an attempt; their quotient is its rate */
struct sw_stage_progress {       /* what an attempt is compared with: the tasks of its stage */
    int64_t tasks, score_sum;    /* all tasks: done SW_SCORE_ONE, live their score, others 0 */
    struct sw_progress bar;      /* the rate at the slow-task percentile; for rules that ask for rates */
};
struct sw_speculate;
struct sw_speculate_rule {
    const struct sw_speculate *policy;
    int64_t lag_us;              /* how long an attempt has run before it is looked at */
    bool since_job;              /* hadoop: how long its job is there, in place of that */
    int64_t gap;                 /* hadoop: below the mean, millionths */
    int64_t cap, slow_node, slow_task; /* late: share of the slots, percentiles, all as shares in millionths */
};
struct sw_speculate {
    const char *name, *summary, *params;
    bool by_job;                 /* candidates by job in fifo order, the closest to the node first; else by before() */
    bool rates;                  /* looks at rates, and at what nodes have done */
    int (*parse)(const char *params, struct sw_speculate_rule *rule, struct sw_err *err);
    /* NULL: none */
    bool (*slow)(const struct sw_speculate_rule *, const struct sw_progress *, const struct sw_stage_progress *);
    bool (*before)(const struct sw_progress *a, const struct sw_progress *b); /* a is the more urgent */
    bool (*may_use)(const struct sw_speculate_rule *, int64_t done, int64_t bar); /* a node that has done so much */
    bool (*has_room)(const struct sw_speculate_rule *, int64_t copies, int64_t slots); /* for one more */
};
extern const struct sw_speculate *const sw_speculates[];
SW_USE_RESULT int sw_speculate_find(const char *spec, struct sw_speculate_rule *out, struct sw_err *err);

/* ---- global: one decision for all nodes, in place of order and delay ----------------------------- */

struct sw_global;
struct sw_global_rule {
    const struct sw_global *policy;
    int64_t rack, off;           /* cost of moving 2^30 bytes, and of a second's waiting; millionths */
    int64_t wait, run;           /* run: what a second that a task has run takes off the cost of leaving it there */
    bool fair;                   /* how many tasks a job launches follows from the shares */
    bool moves;                  /* running tasks are decided on, too (Q6) */
    int64_t every_us;            /* no decision comes sooner than so long after the last */
};
/* What one task costs in the rack of its data, off it, and unlaunched; thousandths. On its node it costs nothing. */
struct sw_price { int64_t rack, off, wait; };
/* By what a launch saves, waiting less a cost of distance: a task with a lower mark never saves less, at any time at
 * which neither has waited for longer than longest_us(). */
struct sw_mark { int64_t us, rest; };
struct sw_global {
    const char *name, *summary, *params;
    bool decides;                /* else the nodes do */
    int (*parse)(const char *params, struct sw_global_rule *rule, struct sw_err *err);
    struct sw_price (*price)(const struct sw_global_rule *, uint64_t bytes, int64_t waited_us);
    int64_t (*kept)(const struct sw_global_rule *, int64_t ran_us); /* what staying saves of it; thousandths */
    struct sw_mark (*mark)(const struct sw_global_rule *, int64_t ready_us, int64_t cost);
    int64_t (*longest_us)(const struct sw_global_rule *); /* longer waiting costs no more */
};
extern const struct sw_global *const sw_globals[];
SW_USE_RESULT int sw_global_find(const char *spec, struct sw_global_rule *out, struct sw_err *err);

/* ---- jobs that start all at once (G1 to G11) -------------------------------------------------------- */

enum sw_width { SW_WIDTH_NONE, SW_WIDTH_SLOTS, SW_WIDTH_NODES }; /* a task takes one slot; its width; the whole node */
extern const char *const sw_width_words[];
#define SW_ITERATION_US (600 * INT64_C(1000000)) /* Torque's PBS_SCHEDULE_CYCLE */
#define SW_BF_MAX_JOB_TEST 500     /* Slurm's */
#define SW_BLOCKED_ENDS (-1)       /* the first blocked job ends a cycle */
struct sw_gang_rule {
    enum sw_width width;
    int64_t reservations;          /* for so many blocked jobs; 0: they are skipped; SW_BLOCKED_ENDS */
    bool whole_reserved;           /* on the nodes that a launch would take then, and whole (G5.4) */
    uint32_t switches;             /* a job waits for nodes of so many racks, */
    int64_t switches_us;           /* so long; 0: it does not */
    bool since_first;              /* from when it could have started elsewhere, not from when it was ready */
    int64_t max_starve_us;         /* a job that has waited longer goes alone; -1: none does (G11) */
    int64_t iteration_us;          /* then so long after a cycle comes another */
};
SW_USE_RESULT int sw_backfill_find(const char *spec, struct sw_gang_rule *rule, struct sw_err *err);
SW_USE_RESULT int sw_switches_find(const char *spec, struct sw_gang_rule *rule, struct sw_err *err);
SW_USE_RESULT int sw_starve_find(const char *spec, struct sw_gang_rule *rule, struct sw_err *err);

#ifdef __cplusplus
}
#endif
#endif
