/* SPDX-License-Identifier: GPL-3.0-or-later */
/* naive.h - the second, deliberately naive scheduler: docs/model.md transcribed over plain arrays.
 *
 * Every question is answered by scanning everything: no indexes, no heaps, no cached sums. It shares no
 * code with lib/sched and lib/sim, so that the same log from both is evidence. The tags T1, H2, D4 ...
 * in the comments are the rules of docs/model.md. */
#ifndef SLOTWISE_TESTS_NAIVE_H
#define SLOTWISE_TESTS_NAIVE_H
#include <stdbool.h>
#include <stdint.h>
#include "lib/base/sw_chance.h"
#include "lib/cli/sw_cli.h"
#include "slotwise/sw_trace.h"

/* spec.c: "name:a,b,c", the name before the colon, and its parameters. Borrowed from a copy owned by *out. */
struct spec { char *name; size_t n; char **param; };
SW_USE_RESULT int spec_read(const char *option, const char *arg, struct spec *out, struct sw_err *err);
void spec_clear(struct spec *spec);

#define NEVER INT64_MAX
#define UNSET INT64_C(-1)
#define NO_LIMIT INT64_MAX
#define GAP_EVERY_US INT64_C(500000) /* O9 */
#define MILLION INT64_C(1000000)
#define MOST_BOUNDS 15 /* O11 */
#define MOST_QUEUES 16 /* V1 */
#define MOST_SLOTS 64 /* P7: numbers of a node's slots are below it */
#define N_KINDS 2 /* kinds of slots: 0 maps (or the only kind), 1 reduces */

struct interval { /* B8: a row of the cluster, which holds in [from, to) */
    int64_t from_us, to_us;
    int64_t slots[N_KINDS];
    double speed;
    bool idle; /* B20 */
};

struct node {
    char *name, *rack, *host;
    char id[16];      /* R20 */
    int home;         /* R2: the first node of its host, which stands for the host */
    bool grew;        /* M2: it has more slots than before the instant */
    bool known;       /* R6: up, as far as Spark's scheduler has been told */
    int n_rows;
    struct interval *row;
    bool up;
    int64_t slots[N_KINDS]; /* now: none while it is away */
    const struct interval *held; /* the row that holds */
    int64_t kept[N_KINDS];  /* B20 */
    double speed, row_speed; /* B21: now; of the row */
    bool straggles;   /* B13 */
    int claimant;     /* O21: who has it; -1: nobody */
    int seat; /* H1: in a perfect period */
    bool asks;        /* H2: an end gives it a further heartbeat at this instant */
    int64_t total;    /* C4: of scores, at the last look */
    int64_t disk;     /* A6; NO_LIMIT */
    int64_t size[2];  /* Z1: CPUs, memory; NO_LIMIT */
    const struct stage *reserved; /* Y16: for which it is; NULL */
};

/* U5.2: u before the ticks that found so many running */
struct usage { double before; int64_t running, ticks; };

/* P5.1: u at the first cycle that ended with so many claims */
struct claimed { double before; int64_t claims, since_us; };

struct pool {
    char *name;
    char *parent_name;
    int parent; /* -1: directly below the root */
    bool fifo;
    int64_t weight; /* O7: millionths */
    int64_t min[N_KINDS], max[N_KINDS], max_jobs; /* min as given: O8 is applied by pool_minimum() */
    int64_t wait_us[2]; /* wait_node_s, wait_rack_s; UNSET: not given */
    int64_t timeout_us[2]; /* min_share_timeout_s, fair_share_timeout_s; UNSET: not given */
    int64_t first_timeout_us[2]; /* E9: of its row from time 0 on; UNSET: not given */
    int64_t clock_us[2][N_KINDS]; /* K2: last not below the minimum share, last not below the fair share */
    int64_t nodes;          /* O20; 0: not given */
    int64_t share[N_KINDS]; /* O9: of the last update, millionths */
    double known_share;     /* Y18.4 */
    bool starves[N_KINDS];  /* D12 */
    /* O12, O13: millionths; UNSET: empty */
    int64_t capacity, max_capacity, user_limit, min_user_limit;
    int64_t am_share; /* Y20.3: NO_LIMIT: none */
    bool there; /* Y21.7 */
    int64_t at_hand, n_wait; /* Y21.4, Y21.5 */
    int64_t allocation[N_KINDS]; /* O26 */
    int64_t known_demand[N_KINDS]; /* Y18 */
    int64_t quota[N_KINDS], limit[N_KINDS], lending, borrowing, priority; /* X4; quota UNSET: not given */
    int64_t n_offers; /* M4.2 */
    struct usage usage[N_KINDS];
    double part_used[N_KINDS]; /* X7 */
    double past[N_KINDS][24];   /* U10: slot seconds of windows, the present one first */
    int64_t percent[N_KINDS], cap; /* U11: millionths; cap UNSET: none */
    bool held[N_KINDS];         /* U11.2 */
    bool of_row;      /* U7 */
    /* G12.6: usage at spent_us, what was added since the last tick; the factor, once there was a tick */
    double spent, fair;
    int64_t spent_us, fresh;
    bool ticked;
    int64_t slot_s[N_KINDS], list_key[N_KINDS]; /* U9: usage; U7: of the last tick */
    struct claimed claimed; /* P5 */
};

struct pool_change { /* O30 */
    int64_t from_us;
    char *name;
    struct pool to; /* of which only what a row says of limits, weight, waits and timeouts */
};

struct task {
    char *id;
    char *hosts; /* B5; NULL: none named */
    int64_t local_us, copy_us, input_bytes; /* input_bytes UNSET: its row does not say */
    enum sw_locality recorded; /* L3.1: where local_us was taken */
    int n_replicas, *replica; /* places of nodes, with --offers spark of homes (R2); none: no preference */
    int n_absent, n_executors, *executor; /* R3: preferred hosts that are never alive; preferred executors */
    int n_asked;        /* R20: the names of its preferred hosts, in the order of its wishes */
    char **asked;
    /* R17: the message that it came back by, and R11 the how-manieth to come back; 0: never, or launched since */
    int64_t came, back;
    bool launched, done;
    int n_attempts, done_by; /* B10, B11: launches so far; the attempt that finished it */
    /* F2, F3: failures; its place among the failed tasks that are not launched again, 0: it is none */
    int64_t n_failed, failed;
};

/* Section 14, nearest first. */
enum spark_level { PROCESS_LEVEL, NODE_LEVEL, NO_PREF_LEVEL, RACK_LEVEL, ANY_LEVEL, N_LEVELS };

/* R20: in the order of a walk; size: its buckets; numbers: keys are those of R17.1 */
struct spark_map { int size, n; bool numbers; char **key; };

struct stage {
    int job;
    uint64_t number;
    enum sw_kind kind;
    int slot_kind; /* the kind of slot it takes, L8 */
    int n_tasks, n_parents, *parent;
    struct task *task;
    bool is_master; /* Y19 */
    bool asked;     /* nothing holds it back but its job's master */
    bool ready;
    int updates;    /* E7.1: so many it still needs; 0: it waits for none */
    int64_t from_us;
    int64_t setup_us, due_us; /* L20; due_us: when it is set up; NEVER: something else holds it back */
    int64_t ready_us;
    /* section 6: the state of the delay rules */
    int level;
    int64_t wait_us, skips;
    int64_t passed_us; /* first scan that passed it by since its last launch; UNSET: none */
    int64_t clock_us;  /* D5, `clock`: the same, but that D12 starts it anew */
    bool marked, passed_now, launched_now;
    bool local_now, near_now; /* Y3.3: launched in this heartbeat: node-local, node- or rack-local */
    int far_now;              /* Y3.3, Y3.4: and rack-local, but off-switch, less those whose ask was taken */
    bool held; /* H6 (b) */
    int64_t timer_us;                         /* Y7, R15 */
    bool offered;                             /* Y6, Y7: it has had its first offer */
    int64_t own_wait_us[2];                   /* D20: W1, W2 */
    /* section 14; the timer is timer_us */
    int64_t came;        /* R6: the message that it began by */
    bool unclean;        /* R16 */
    bool has_level[N_LEVELS];
    enum spark_level at_level;
    struct spark_map map[3]; /* R20: executors, hosts and racks */
    int n_order;             /* R11.1: the hosts, as a walk went through them when the set began */
    char **order;
    int n_all, *all;         /* R4: the list of all tasks */
    int since;               /* R17.1: its first attempt is none before this */
    bool levels_known;   /* R12: they were worked out since it began */
};

/* V1, V5, in the order of V7; NOWHERE: in no queue */
enum in_queue { NOWHERE, BESIDE, IN_PLACE, IN_LINE };
struct query_queue {
    const char *name, *hop_name; /* NULL: V4: it ends */
    int64_t places, queued;      /* V2; UNSET: any number */
    int64_t wait_us, run_us;     /* NEVER */
    int64_t short_us, pass_us;   /* 0: none is below */
    int hop;
};

enum job_state { UNREAD, READ, SUBMITTED, ENDED };
struct job {
    enum job_state state;
    int place; /* in the trace */
    char *id, *pool_name, *user, *after, *input, *partition_name, *qos_name;
    enum sw_priority priority;
    int64_t weight; /* millionths */
    uint64_t replication; /* B2 */
    int64_t size[2];      /* Z2 */
    int64_t known_demand[N_KINDS]; /* Y18 */
    double known_share;
    bool mastered;  /* Y19.1: its master has been launched */
    bool activated, left, gone, counts; /* Y21.1, Y21.6 */
    bool mapreduce;
    /* J1: when those below a row that has a submit_s are read, which is before the jitter; NEVER: it has none, or they
     * are */
    int64_t reads_on_us;
    int64_t think_us, due_us; /* due_us: when it is submitted; NEVER: not known yet */
    int waits_for;            /* the job that `after` named when the row was read; -1 */
    int64_t wait_us[2];       /* D11: wait_node_s, wait_rack_s; UNSET: not given */
    int n_stages;
    struct stage *stage;
    int pool;
    bool admitted, failed; /* F3 */
    int64_t submit_us, first_launch_us, finish_us, waited_us, wasted_us;
    int64_t map_tasks_run, killed, speculated, finished_at[5]; /* by locality: node rack any none process */
    int64_t share[N_KINDS]; /* O9, O10: of the last update, millionths */
    int64_t w, minimum[N_KINDS], deficit[N_KINDS]; /* O10: likewise */
    bool updated;           /* O10: an update has seen it */
    bool in_shared;         /* O25 */
    int last_at;            /* O29: distance of its last launch; -1: none */
    int64_t shuffle_bytes, input_bytes;
    bool held_back;         /* A8 */
    int64_t width, limit_us; /* G1, G5.2; UNSET: not given */
    int partition, qos;      /* G12, G13; -1: none */
    int64_t points;          /* G12 */
    int64_t aged_from_us;    /* G12.3, G14.8; UNSET: its submission */
    int64_t grace_us, returns_us, again_us; /* G14.7 to G14.9; UNSET: none */
    int for_pool;            /* that it was preempted for */
    int64_t cpus, asked_us;  /* G10.1; asked_us where limit_us is given */
    int queue;              /* V1 */
    enum in_queue in_queue;
    int64_t in_queue_us, in_queue_as; /* since when, and as the how-manieth to come anywhere */
    bool no_reduces;        /* Y9: its maps found no slot, so it does not ask for reduces */
    int64_t heard_us;       /* Y16.4: its last attempt to be heard of was then */
    double yarn_share, lack, owed; /* Y13 */
    int64_t met_us, rests_us; /* Y13.2: its clock; Y13.5 */
    int starved;            /* Y13.4: the how-manieth that was found; 0: none */
    int64_t came, evicted;  /* evictions when it was admitted, and with its own */
};

/* Section 11: what an attempt reads over the network, or shuffles. */
struct flow {
    bool begun, on, over;         /* over: of a read */
    int64_t begins_us;            /* NEVER: it has none */
    int from, to, sources;        /* N6.2: k */
    int64_t whole, bytes, left;   /* of the block or the shuffle; of this flow; left: times microseconds of a second */
    int64_t rate, greatest;       /* bytes a second; 0: none yet, no greatest one */
    int64_t c, hand, n_hand, n_parts, k; /* N7: shuffled; first output in hand, how many; parts done; of this part */
};

enum attempt_phase { WORKS, COPIES, WAITS /* A2: has copied, may not compute yet */, COMPUTES, OVER };
struct attempt { /* stands in the array in the order of launch */
    int job, stage, task, node, number;
    enum sw_locality locality;
    enum attempt_phase phase;
    int64_t ready_us, launch_us, copied_us, compute_us, finish_us;
    int64_t due_us; /* when its phase ends; NEVER: waits for the job's last map */
    bool freed, committed;
    bool untold;         /* R5: it has ended, and Spark's scheduler has not been told */
    enum sw_outcome outcome;
    int killed_for; /* a pool; -1 */
    int64_t order_us, not_before_us; /* E8.1: when it is killed, NEVER: it is not; its report comes from then on */
    int ordered_for;
    int64_t marked_us;   /* Y14.5; UNSET: it is not */
    bool in_vain; /* Y13.8, Y14.6 */
    int64_t held_until_us; /* Y13.6: it was killed, and its slot is not free before */
    bool slot_gone; /* B10: had ended and was not yet reported when its node was lost */
    int64_t commit_us; /* L7: counts as running until then */
    int64_t local_us;  /* L3; of a copy the same */
    struct flow flow;
    bool copy, candidate;    /* C5, C1 */
    int64_t left_us;         /* K7.3: of one that is suspended */
    bool resumed;
    bool fails;              /* F1: then local_us is that until it does */
    int64_t score, since_us; /* C2: at the last look; time since launch */
    enum sw_priority priority; /* C3: of its job, at the last look */
    int number_of_slot;  /* P3: of its node */
    int64_t claimed_us;  /* since when its pool has a claim to that */
    bool claim_over;     /* it ended, or went on */
};

struct run;
struct order_rule {
    const char *name;
    bool looks_at_pools; /* O2, O3 do not, nor at their limits */
    int (*list)(const struct run *, int kind, struct stage **out);
    /* O13; NULL: maxima of pools (O6) where it looks at them */
    bool (*holds_back)(const struct run *, int job, int kind);
};
struct delay_rule {
    const char *name;
    bool counts_offers; /* D3, D8: a scan for every free slot */
    bool revives;       /* H7: counts offers or refusals */
    enum sw_locality (*furthest)(const struct run *, const struct stage *);
    void (*passed)(struct run *, struct stage *);
    void (*launched)(struct run *, struct stage *, enum sw_locality);
    void (*begins)(struct run *, int node);
    void (*ends)(struct run *);
    bool (*expires)(const struct run *, const struct stage *, int64_t after_us, int64_t *at_us);
    bool when_full;     /* Y5: full nodes offer, too */
    void (*offered)(struct run *, struct stage *); /* Y1; NULL: none of YARN's */
    bool (*off_switch)(const struct run *, const struct stage *, enum sw_locality); /* Y3; NULL: goes by the distance */
};
struct speculate_rule {
    const char *name;
    void (*look)(struct run *);
    bool (*slow)(const struct run *, const struct stage *, const struct attempt *);
    bool (*one_more)(const struct run *, int kind); /* NULL: no cap */
    bool (*refuses)(const struct run *, int node);  /* NULL: none */
    bool (*before)(const struct run *, int node, const struct attempt *, const struct attempt *);
};
extern const struct speculate_rule speculate_hadoop, speculate_late;
extern const struct order_rule order_fifo, order_fair, order_hfs, order_hfs_lack, order_hfs_yarn, order_sjf,
    order_srtf, order_fair_gap, order_hod, order_cput, order_quota, order_quota_usage, order_drf;
extern const struct order_rule order_deficit, order_mlq, order_capacity, order_modified_fair, order_offers, order_usage;
extern const struct order_rule order_negotiate, order_multifactor;
extern const struct delay_rule delay_none, delay_skips, delay_wait, delay_yarn, delay_spark, delay_adaptive;
extern const struct delay_rule delay_yarn_time, delay_capacity;

enum accounting { ASKING, SHIPPED, ALL, CLOCK };
enum placement { UNIFORM, HDFS, TRACE, REDRAW };
enum offers { BY_HEARTBEAT, BY_SPARK }; /* R1 */
/* Q1, Q3, Q4: costs in thousandths of a gigabyte and a second */
struct global_rule { bool decides, fair, moves; double rack, off, wait, run; int64_t every_us; };
struct followed { char *job, *task, *node; uint64_t stage, attempt; int64_t launch_us, killed_us; bool taken; };
enum evict { LATEST, LEAST_PROGRESS, MOST_SPACE, NOBODY }; /* A9 */

/* weights of age, fair share, size, partition, qos */
struct naive_factors {
    double weight[5];
    int64_t max_age_us;
    bool small, relative, incr_only, no_fair_tree, no_limits;
};
struct naive_partition { char *name; int64_t tier, factor, grace_us; int mode; bool *has; };
struct naive_qos { char *name, *preempts; int64_t priority, grace_us, exempt_us; int mode; };
enum { KILLS_NO_GANGS, KILLS_BY_PARTITION, KILLS_BY_QOS };
struct gang_kills { int by; bool cancel, youngest, strict; int64_t reorder, exempt_us, begin_us, again_us; }; /* G14 */
struct options {
    uint64_t seed;
    const char *trace, *cluster, *pools, *attempts, *links, *partitions, *qos;
    uint64_t nodes, racks, map_slots, reduce_slots, slots;
    bool slots_given, map_slots_given;
    const struct order_rule *order;
    int64_t private_nodes; /* O20 */
    bool per_rack, by_pool;
    const struct delay_rule *delay;
    int64_t d1, d2, w1_us, w2_us;
    int64_t few; /* the how-to's `few`: D4's waits hold while a job runs at most so many */
    int64_t f1, f2;       /* D8: millionths */
    int64_t p_us, n_us, r_us; /* R14 */
    enum offers offers;
    int release[3];       /* R1: 3.5.8; what is not given is 99 */
    bool legacy, scala_2_12;
    int64_t adaptive_us;  /* D20 */
    int64_t node_delay, rack_delay;  /* Y2: N, A; negative: not set */
    bool rack_keeps;                 /* Y2: a rack-local launch leaves the count */
    int64_t t_us[2];                 /* Y7 */
    int64_t off_switch;              /* Y4; NO_LIMIT: all */
    bool half;                       /* Y8 */
    int64_t continuous_us;           /* Y15 */
    int64_t am_us;                   /* Y17; 0: none */
    int64_t am_container_us, am_share; /* Y19, Y20; millionths; UNSET */
    int64_t reservable;              /* Y16: millionths; UNSET */
    bool gives_back;                 /* Y9 */
    int64_t interval_us, boost, age_us, job_cap; /* O10, O13; boost in millionths */
    int n_bounds;         /* O11 */
    int64_t bound[MOST_BOUNDS], queue_weight[MOST_BOUNDS + 1];
    bool as_printed;      /* O29: --lc-table printed */
    bool no_classes, no_alloc, no_sort, no_priority; /* O25.6 */
    int64_t allocation_us, filter_us; /* M2.1, M6.1 */
    int64_t cycle_us, cycle_delay_us, claim_us; /* P2, P3 */
    int64_t half_life_us; /* U5, whose period is interval_us; P5 */
    double usage_start, usage_weight; /* X3.3: K */
    bool counts_entries;  /* U6 */
    bool by_product, by_halves; /* U8, U9 */
    int64_t window_us, depth;   /* U11 */
    double decay;
    struct naive_factors factors; /* G12.1 */
    enum accounting accounting;
    enum placement placement;
    bool placement_given;
    uint64_t replication;
    bool no_rack_level, out_of_band, keep_minimums;
    double penalty[5]; /* by locality */
    int64_t slowstart; /* millionths */
    int64_t startup_us, heartbeat_us, drift_us, revive_us, commit_us, until_us, jitter_us;
    int64_t per_heartbeat; /* NO_LIMIT: all */
    uint64_t cores, host_cores; /* B21; 0: not given */
    int64_t load_cap;      /* H8: millionths; UNSET: none */
    double load;
    bool hadoop;    /* E1: --offers hadoop-1 */
    int64_t update_us, demand_us; /* E7; Y18 */
    bool one;       /* H4.3 */
    bool kills, tr, suspends; /* K1, K2, K7 */
    bool yarn_kills, capacity_kills; /* Y13: F, W; Y14 */
    double threshold;
    int64_t wait_us;
    int64_t timeout_us[2], preempt_every_us; /* Tmin, Tfair; NEVER */
    bool cpac;                               /* A1 */
    int64_t max_reducers, max_computing, cap;
    const struct speculate_rule *speculate;  /* NULL: none */
    bool since_job; /* C3.2 */
    int64_t speculate_every_us, lag_us, gap; /* C1, C3; gap in millionths */
    int64_t copies, slow_node, slow_task;    /* C4: cap, percentiles; millionths */
    double failure_rate;                     /* F1 */
    int64_t max_attempts;                    /* F3 */
    double speed_sigma;                      /* B12 */
    double stragglers, slow_speed;           /* B13 */
    int64_t slow_from_us, slow_to_us;
    int64_t long_us;                         /* D13; UNSET: not given */
    int64_t disk;                            /* A6; NO_LIMIT */
    int64_t node_size[2];                    /* Z1; NO_LIMIT */
    bool size_weight;                        /* O5.1 */
    enum evict evict;
    int width;                               /* G1: 0 none, 1 slots, 2 nodes */
    int64_t reservations;                    /* G4: so many; UNSET: the first blocked job ends a cycle */
    bool whole_reserved;                     /* G5.4 */
    struct gang_kills gang_kills;            /* G14 */
    int64_t switches_us;                     /* G8; 0: not given */
    int switches;                            /* racks */
    bool since_first;
    int64_t starve_us, iteration_us;         /* G11; starve_us UNSET: not given */
    struct global_rule global;
    const char *follow;                      /* Q5: a log of attempts */
    int64_t node_rate, rack_rate, block_bytes; /* N1: bytes a second, 0: none; N5.1 */
    int n_queues;                            /* V1; 0: not given */
    struct query_queue queue[MOST_QUEUES];
    char *queue_text;
};

/* R6: what T2 did; task -1: of none. */
enum what { BEGINS, COMES_BACK, NODE_COMES, NODE_GOES };
struct message { enum what what; int job, stage, task, node; bool of_node; };
struct lost { struct stage *of; int task, attempt; }; /* R17.1; attempt -1: its output is lost */

struct link_use { int64_t carried, busy_us, limiting_us, most; bool limits; }; /* N9 */
struct kept { int node, job; int64_t n; }; /* Y13.7 */
struct run {
    struct options o;
    int64_t free_before; /* Y20.2 */
    int64_t known_slots; /* Y21.7 */
    int64_t now_us;
    int n_nodes, n_pools, n_jobs, n_attempts, n_kinds, n_keeping;
    struct kept *kept;
    struct node *node;
    struct pool *pool;
    int n_pool_changes;
    struct pool_change *pool_change;
    struct job *job;
    struct attempt *attempt;
    int n_job_order, n_attempt_order; /* in the order in which they ended */
    int *job_order, *attempt_order;
    int asking;                    /* O24: the node whose turn it is; -1: none */
    uint64_t n_scans;              /* B6 */
    int64_t n_failures;            /* F2 */
    int64_t last_heartbeat_us;     /* H7; UNSET: none yet */
    int64_t n_off_switch;          /* Y4: in this heartbeat */
    int64_t last_count_us[N_KINDS]; /* D4 */
    /* H6 (b) at this instant: a job, a stage, the end of a commit, a change of the cluster */
    bool work_came, waits_fell;
    int64_t changed_us;            /* up to when changes of the cluster were applied */
    int64_t slow_node;             /* C4: the percentile of the totals at the last look */
    bool shared_on;                /* O25, and the allocations of O26 */
    int64_t min_job_size, shared_allocation[N_KINDS];
    int64_t n_launched_at[2], waited_at_us[2]; /* D20: launches at distance node, rack, and what they waited */
    int64_t n_evictions;
    int64_t n_joined;              /* V1.2 */
    /* section 14 */
    int64_t n_steps;               /* T2 and its repetitions so far */
    int64_t n_backs;               /* tasks that came back so far */
    int n_messages;                /* R6: of this T2 */
    struct message *message;
    int64_t n_told, n_numbered;    /* messages so far that the scheduler was told, and all */
    int n_lost, stops;             /* R17.1; the attempt that is being lost, -1: none is */
    struct lost *lost;
    bool goes, let_go;             /* a node does, in T2; one did, at the end of the instant (B20) */
    bool of_one;                   /* R5: a round of one executor is made */
    /* section 15 */
    bool revived;                  /* M7 */
    int answering;                 /* M5: the pool that answers; -1: none */
    int64_t n_kept;                /* M5: free slots of the node that it was not offered */
    int n_filters;
    struct filter *filter;         /* M6 */
    /* section 18; UNSET: none yet, none */
    int64_t cycle_us, asked_us;    /* P2: when the last cycle began; since when one is asked for */
    int n_partitions, n_qos;       /* G12, G13 */
    struct naive_partition *partition;
    struct naive_qos *qos;
    int64_t ticked_us;             /* G12.6, U11: the last tick */
    int beside;                    /* G14.10: the job whose candidates do not run; UNSET: none */
    struct usage all_slots[N_KINDS]; /* X7 */
    /* section 12 */
    int n_followed;
    struct followed *followed;
    bool decision_due;
    int64_t decided_us;            /* UNSET: none yet */
    /* section 11: by link */
    struct link_use *link;
    struct stage **list;           /* room for every stage, for one scan or look */
};

_Noreturn void naive_fail(const char *fmt, ...) SW_PRINTF(1, 2);
_Noreturn void naive_fail_err(const struct sw_err *err);
void *naive_alloc(size_t n, size_t size);   /* zeroed */
void *naive_grow(void *at, size_t n, size_t size);
char *naive_copy(const char *at, size_t len);
int64_t naive_round(double x);              /* half away from zero */

/* cluster.c, pools.c, jobs.c: reading */
void cluster_read(struct run *r);
void pools_read(struct run *r);
void jobs_read(struct run *r);
/* pools.c */
int pool_of_job(struct run *r, const struct job *j); /* J4 */
bool pool_above(const struct run *r, int above, int pool); /* above is pool or one above it */
bool pool_at_maximum(const struct run *r, int pool, int kind); /* O6 */
int64_t pool_minimum(const struct run *r, int pool, int kind); /* O8 */
int64_t pool_wait(const struct run *r, int pool, int which, int64_t otherwise_us);
int64_t pool_running(const struct run *r, int pool, int kind);
int64_t pool_maximum(const struct run *r, int pool, int kind);
int64_t pool_demand(const struct run *r, int pool, int kind);
bool pool_has_children(const struct run *r, int pool);
void pools_apply_changes(struct run *r); /* O30, O31 */
int64_t pools_next_change(const struct run *r, int64_t after_us);
/* shares.c */
void pool_shares(const struct run *r, int kind, double *share);
void job_shares(const struct run *r, int kind, const double *pool_share, double *share);
/* order_quota_usage.c */
void quota_usage_tick(struct run *r);
double quota_surplus(const struct run *r, int kind, int parent, int64_t priority, double left, double *share);
int set_quota_usage_order(struct options *o, const char *arg, struct sw_err *err);
/* order_quota.c */
bool by_quota(const struct run *r);
double quota_wants(const struct run *r, int pool, int kind);
int64_t quota_of(const struct run *r, int pool, int kind);
int64_t quota_limit(const struct run *r, int pool, int kind);
bool quota_lends(const struct run *r, const struct stage *s);
bool quota_holds_back(const struct run *r, int pool, int kind);
void quota_shares(const struct run *r, int kind, int parent, double slots, double *share);
/* order_fair_gap.c, order_deficit.c, order_modified_fair.c: updates, and what they are told */
void gap_update(struct run *r);
void deficit_update(struct run *r);
void modified_fair_look(struct run *r);
void modified_fair_admits(const struct run *r, struct job *j);
void priority_moves(const struct run *r, struct job *j, enum sw_locality at); /* O29 */
/* order_list.c */
bool job_is_in(const struct job *j);
bool job_may_run(const struct run *r, int job, int kind);
bool order_holds_back(const struct run *r, int job, int kind);
int list_group(const struct run *r, int kind, int group, int (*group_of)(const struct run *, int job),
               bool (*before)(const struct run *, int kind, int a, int b), struct stage **out);
/* Pools below a parent and their jobs. job_before NULL: those that may run, by the pool's policy. */
struct tree {
    bool (*is_listed)(const struct run *, int kind, int pool, int parent);
    bool (*pool_before)(const struct run *, int kind, int a, int b), (*job_before)(const struct run *, int, int, int);
};
int list_pools(const struct run *r, int kind, int parent, const struct tree *of, struct stage **out);
bool pool_is_below(const struct run *r, int kind, int pool, int parent); /* and has a job in the list */
int first_of_group(const struct run *r, int kind, int group, int (*group_of)(const struct run *, int job));
int64_t slots_up(const struct run *r, int kind);
/* delay_adaptive.c */
void adaptive_set_waits(const struct run *r, struct stage *s); /* D20 */
/* sizes.c */
void sizes_check(const struct run *r, const struct job *j);
bool sizes_fit(const struct run *r, const struct stage *s, int node);
/* order_list.c: pools, and in them jobs, by who goes before whom */
int list_tree(const struct run *r, int kind, int parent, struct stage **out,
              bool (*pool_before)(const struct run *, int kind, int a, int b),
              bool (*job_before)(const struct run *, int kind, int a, int b));
/* order_hfs.c */
int64_t sized_weight(const struct run *r, int job, int kind);
int compare_ratio(int64_t a, int64_t b, int64_t c, int64_t d);
bool fair_in_pool_before(const struct run *r, int kind, bool fifo, int a, int b);
bool job_in_list(const struct run *r, int job, int kind);
int first_job(const struct run *r, int pool, int kind);
/* preempt_kill.c */
void kill_check(struct run *r);
void kill_update(struct run *r);
bool starves(const struct run *r, const struct stage *s);
void kill_submission(struct run *r, int pool, int job);
void kill_attempt(struct run *r, int attempt, int pool); /* pool: for which; -1 */
int64_t suspended_of_job(const struct run *r, int job, int kind); /* K7.2 */
void suspend_attempt(struct run *r, int attempt, int pool);       /* K7.1 */
void suspended_resume(struct run *r, bool by_shares);             /* K7.4 */
/* vary.c */
void vary_cluster(struct run *r);
double vary_speed(const struct run *r, const struct node *n, double of_row);
/* balance.c */
bool balance_holds_nothing(const struct run *r, const struct stage *s, int node); /* D13 */
/* failures.c */
void failure_draw(const struct run *r, struct attempt *a);
void failure_ends(struct run *r, int attempt);
int first_failed(const struct run *r, const struct stage *s); /* E4.1 */
/* score.c, speculate.c */
int64_t score_of(const struct run *r, const struct attempt *a);
bool same_task(const struct attempt *a, const struct attempt *b);
int other_attempt(const struct run *r, int attempt);
void speculate_look(struct run *r);
bool copies_wait(const struct run *r, int kind);
bool speculate_offer(struct run *r, int node, int kind);
void supersede_others(struct run *r, int attempt);
/* room.c */
bool room_may_start(const struct run *r, const struct stage *s, int node);
bool room_evict(struct run *r);
bool room_stays_stuck(const struct run *r);
void room_job_ended(struct run *r, int ended);
int set_evict(struct options *o, const char *arg, struct sw_err *err);
/* options_later.c, options_orders.c */
int set_speculate(struct options *o, const char *arg, struct sw_err *err);
int set_hod(struct options *o, const char *arg, struct sw_err *err);
int set_stragglers(struct options *o, const char *arg, struct sw_err *err);
int set_deficit_order(struct options *o, const char *arg, struct sw_err *err);
int set_mlq_order(struct options *o, const char *arg, struct sw_err *err);
int set_lc_table(struct options *o, const char *arg, struct sw_err *err);
int set_adaptive(struct options *o, const struct spec *spec, struct sw_err *err);
/* admit_cpac.c */
bool cpac_may_start(const struct run *r, int job, int node);
bool cpac_may_compute(const struct run *r, int node);
void cpac_one_computes_less(struct run *r, int node);
/* order_hod.c */
void hod_hand_out(struct run *r); /* O21 */
bool hod_may_use(const struct run *r, const struct job *j, int node);
/* hadoop.c */
int set_update(struct options *o, const char *arg, struct sw_err *err);
int check_hadoop(struct options *o, struct sw_err *err);
void hadoop_reports(struct run *r);
bool hadoop_goes_anywhere(const struct run *r, const struct stage *s);
bool hadoop_retries_before(const struct task *a, const struct task *b);
enum sw_locality hadoop_level_of(enum sw_locality at);
void update_awaits(const struct run *r, struct stage *s, int64_t from_us);
void update_at_submission(struct run *r);
void update_at_multiple(struct run *r);
int64_t update_next(const struct run *r);
bool hadoop_timed_out(const struct run *r, int pool);
bool hadoop_has_status(const struct run *r, const struct attempt *a);
int64_t orders_in_pool(const struct run *r, int pool, int kind);
int64_t orders_for_pool(const struct run *r, int pool, int kind);
void hadoop_order(struct run *r, int attempt, int pool);
void hadoop_orders_end(struct run *r);
/* preempt_capacity.c */
void preempt_capacity_round(struct run *r);
int64_t preempt_capacity_next(const struct run *r);
SW_USE_RESULT int set_preempt_capacity(struct options *o, const struct spec *spec, struct sw_err *err);
/* order_capacity.c */
int64_t capacity_of(const struct run *r, int pool);
bool capacity_before(const struct run *r, int kind, int a, int b);
int64_t capacity_most(const struct run *r, int pool, int kind);
int64_t capacity_part_mb(const struct run *r, int64_t millionths, int kind);
/* preempt_yarn.c */
bool preempt_yarn_before(const struct run *r, int a, int b);
void preempt_yarn_look(struct run *r);
int64_t preempt_yarn_next(const struct run *r);
bool preempt_yarn_seen(const struct attempt *a);
void preempt_yarn_kill(struct run *r, int attempt);
bool preempt_yarn_in_vain(const struct run *r, const struct attempt *a);
void preempt_yarn_kept(struct run *r, int node);

double preempt_yarn_share(const struct run *r, int job);

/* reserve.c */
int set_am_share(struct options *o, const char *arg, struct sw_err *err);
SW_USE_RESULT int check_masters(const struct options *o, const struct run *r, struct sw_err *err);
bool masters_hold(const struct run *r, const struct stage *s);
void masters_launched(struct run *r, struct attempt *a);
void masters_check(struct run *r, int job);
void masters_heartbeat(struct run *r);
bool masters_may_start(const struct run *r, const struct stage *s);
void masters_resized(struct run *r);
void masters_admitted(struct run *r, int job);
void masters_visit(struct run *r, int pool);
void masters_leave(struct run *r);
double preempt_yarn_pool_share(const struct run *r, int pool);
int set_reservable(struct options *o, const char *arg, struct sw_err *err);
SW_USE_RESULT int check_reservable(const struct options *o, const struct run *r, struct sw_err *err);
bool reserve_takes(struct run *r, int node, const struct stage *s, enum sw_locality at);
bool reserve_holds(struct run *r, int node);

/* demand.c */
bool demand_lets(const struct run *r, int job, int kind);
int64_t demand_of_pool(const struct run *r, int pool, int kind);
void demand_update(struct run *r);

/* continuous.c */
int set_continuous(struct options *o, const char *arg, struct sw_err *err);
SW_USE_RESULT int check_continuous(const struct options *o, const struct run *r, struct sw_err *err);
int64_t continuous_next(const struct run *r);
void continuous_round(struct run *r);
void delay_few_launched(struct run *r, int job, int kind);
void preempt_yarn_launched(struct run *r, int node, int job);
bool heartbeat_offer_to(struct run *r, int node, int job);
SW_USE_RESULT int set_preempt_yarn(struct options *o, const struct spec *spec, struct sw_err *err);
SW_USE_RESULT int check_preempt_yarn(const struct options *o, const struct run *r, struct sw_err *err);
/* clock.c */
int64_t next_beat(const struct run *r, int node, int64_t after_us);
bool node_beats_now(const struct run *r, int node);
/* delay_yarn.c */
int64_t nodes_up(const struct run *r);
/* give_back.c */
void give_back_look(struct run *r); /* Y9 */
/* options_yarn.c */
int set_yarn(struct options *o, const struct spec *spec, struct sw_err *err);
int set_yarn_time(struct options *o, const struct spec *spec, struct sw_err *err);
int set_capacity_delay(struct options *o, const struct spec *spec, struct sw_err *err);
int set_off_switch(struct options *o, const char *arg, struct sw_err *err);
int set_per_heartbeat(struct options *o, const char *arg, struct sw_err *err);
/* count.c */
int64_t job_running(const struct run *r, int job, int kind);
int64_t stage_waiting(const struct stage *s); /* ready unlaunched tasks */
int64_t job_waiting(const struct run *r, int job, int kind);
int64_t job_demand(const struct run *r, int job, int kind); /* running and pending (K7.2) */
bool work_waits(const struct run *r, int kind);
int64_t node_occupied(const struct run *r, int node, int kind);
int64_t node_free(const struct run *r, int node, int kind);
bool stage_is_done(const struct stage *s);
int64_t job_maps(const struct job *j);
int64_t job_maps_done(const struct job *j);
int stages_of_job(const struct job *j, int kind, struct stage **out);
bool stage_before(const struct job *j, const struct stage *a, const struct stage *b); /* O1 */
/* order_fifo.c */
bool fifo_before(const struct job *a, const struct job *b);
bool earlier(const struct job *a, const struct job *b);
/* cores.c, changes.c */
void cores_share(struct run *r); /* B21 */
void node_change_speed(struct run *r, int node, double was, double is); /* B9 */
/* attempt.c */
int64_t attempt_due_us(const struct run *r, const struct attempt *a);
void attempt_tell(struct run *r, int attempt);
void attempt_task_back(struct run *r, const struct attempt *a);
/* network.c */
void network_launched(struct run *r, struct attempt *a);
void network_flows(struct run *r);                                       /* N4 */
void network_passes(struct run *r, int64_t us);
void network_share(struct run *r);                                       /* N3, N7.2 */
bool network_goes_on(const struct run *r);
bool network_holds(const struct run *r, const struct attempt *a);
int64_t network_next(const struct run *r);
void network_speed(struct run *r, int node);                             /* N8.1 */
void network_lost(struct run *r, int node);                              /* N6.2 */
void network_outputs_lost(struct run *r, int job);                       /* N8.2 */
int64_t network_score(const struct run *r, const struct attempt *a);     /* N8.3 */
void network_put_links(const struct run *r, struct sw_out *out);         /* N9 */
int set_network(struct options *o, const char *arg, struct sw_err *err);
/* load_cap.c */
int64_t node_offers(const struct run *r, int node, int kind); /* H8: free slots that a heartbeat offers */
int set_load_cap(struct options *o, const char *arg, struct sw_err *err);
/* submit.c */
void rows_read(struct run *r, int from);
void job_submit(struct run *r, int job);
void job_check_ready(struct run *r, int job);
void stages_set_up(struct run *r, int job); /* L20 */
void stage_is_ready(struct run *r, struct stage *s);
void job_end(struct run *r, int job);
void admit_waiting(struct run *r);
void admit(struct run *r, int job);
/* placement.c */
void placement_of_job(const struct run *r, struct job *j);
void placement_redraw(const struct run *r, struct stage *s);
enum sw_locality locality_of(const struct run *r, const struct task *t, int node);
/* attempt.c */
double attempt_penalty(const struct run *r, const struct task *t, enum sw_locality at);
void attempt_launch(struct run *r, int node, struct stage *s, int task, enum sw_locality at);
void attempt_due(struct run *r, int attempt);
void attempt_free_slot(struct run *r, struct attempt *a);
int64_t attempt_starts(const struct run *r, const struct attempt *a);
void attempt_compute(struct run *r, struct attempt *a);
void attempt_stop(struct run *r, int attempt, enum sw_outcome outcome);
bool stage_waits_with_preference(const struct stage *s);
void task_unlaunch(struct run *r, struct stage *s, struct task *t);
void stage_anew(struct run *r, struct stage *s);
/* changes.c */
bool map_unlaunch(struct run *r, struct job *j, struct stage *s, struct task *t);
void changes_start(struct run *r);
void changes_apply(struct run *r);
void changes_let_go(struct run *r); /* B20 */
int64_t changes_next(const struct run *r, int64_t after_us);
/* heartbeat.c, clock.c, output.c */
void heartbeat(struct run *r, int node);
void heartbeat_reports(struct run *r, int node); /* H2 */
void clock_apply_ends(struct run *r); /* T2 */
void clock_run(struct run *r);
void output_write(const struct run *r);
/* spark_maps.c: R20 */
void maps_name_executors(struct run *r);
void map_begin(struct spark_map *m);
void map_enter(const struct run *r, struct spark_map *m, const char *key);
void map_leave(struct spark_map *m, int at);
void maps_begin(const struct run *r, struct stage *s);                  /* of the tasks that wait */
void maps_back(const struct run *r, struct stage *s, int task);         /* R17 */
bool maps_some_wait(const struct run *r, struct stage *s, int of);      /* R14 */
bool maps_alive(const struct run *r, const struct stage *s, int of);    /* R12 */
int maps_turn(const struct run *r, const struct stage *s, int attempt); /* R17.1 */
/* spark_levels.c */
bool spark_levels_waits(const struct run *r, const struct task *t);     /* R4, R5 */
/* R11 */
int spark_levels_pick(const struct run *r, struct stage *s, int node, enum spark_level allowed,
                      enum spark_level *at);
void spark_levels_update(const struct run *r, struct stage *s);         /* R12, R13 */
enum spark_level spark_levels_allowed(const struct run *r, struct stage *s); /* R14 */
void spark_levels_start(const struct run *r, struct stage *s, enum spark_level launched_as); /* R15, R16 */
/* spark_order.c */
void spark_order_sort(const struct run *r, struct stage **set, int n);  /* R7, R8 */
/* spark_rounds.c */
bool release_from(const struct run *r, int major, int minor);           /* R1 */
void spark_rounds_make(struct run *r, bool first_round);                /* R5, R6 */
void spark_rounds_levels(struct run *r);
int64_t spark_rounds_next(struct run *r);
void spark_rounds_came(struct run *r, struct stage *s);                 /* R4 */
void spark_rounds_back(struct run *r, struct stage *s, struct task *t, bool was_done); /* R17 */
void spark_rounds_node(struct run *r, int node, bool was_up, int64_t had); /* R6 */
int set_offers(struct options *o, const char *arg, struct sw_err *err);
/* order_windows.c */
extern const struct order_rule order_windows;
void windows_tick(struct run *r);
int set_windows_order(struct options *o, const char *arg, struct sw_err *err);
/* order_usage.c */
void usage_tick(struct run *r);
double usage_average(const struct run *r, const struct usage *u);
void usage_count(const struct run *r, struct usage *u, int64_t running); /* at a tick */
int set_usage_order(struct options *o, const char *arg, struct sw_err *err);
/* slurm/preempt_gangs.c */
bool preempts_gangs(const struct run *r, int job, int other);           /* G14.2 */
bool gang_runs(const struct run *r, const struct attempt *a);           /* G14.10 */
typedef void choose_nodes(const struct run *r, int64_t *slots, int n, bool *chosen);
bool preempt_gangs_for(struct run *r, int job, const bool *tried, choose_nodes *choose);
void preempt_gangs_end(struct run *r);                                  /* G14.7 */
int64_t preempt_gangs_next(const struct run *r, int64_t after_us);
int64_t qos_level(const struct run *r, int qos);                        /* G14.11 */
SW_USE_RESULT int set_preempt_gangs(struct options *o, const struct spec *spec, struct sw_err *err);
/* failures.c */
void failure_ends_job(struct run *r, int job);                          /* F3 */
/* slurm/order_multifactor.c */
void multifactor_read(struct run *r);
void multifactor_check(const struct run *r, struct job *j);
void multifactor_submitted(struct run *r, struct job *j);
void multifactor_ended(struct run *r, const struct attempt *a);
void multifactor_tick(struct run *r);
bool in_partition(const struct run *r, const struct job *j, int node);
int set_multifactor_order(struct options *o, const char *arg, struct sw_err *err);
/* order_offers.c */
void offers_make(struct run *r, bool first_round, bool all_free);       /* M2 */
int64_t offers_next(struct run *r);
void offers_revive(struct run *r, int pool);                            /* M7 */
int set_offers_order(struct options *o, const char *arg, struct sw_err *err);
int check_offers_order(struct options *o, struct sw_err *err);
/* order_negotiate.c */
void negotiate_asks(struct run *r);                                     /* P2.1 */
void negotiate_pass(struct run *r);
void negotiate_make(struct run *r);
int64_t negotiate_next(struct run *r);
int set_negotiate_order(struct options *o, const char *arg, struct sw_err *err);
int check_negotiate_order(struct options *o, struct sw_err *err);
/* global.c */
int set_global(struct options *o, const char *arg, struct sw_err *err);
void global_read_log(struct run *r);
void global_decide(struct run *r, bool revived);                        /* Q1 */
int64_t global_next(const struct run *r);
/* slurm/gangs.c */
void gangs_cycle(struct run *r, bool first, bool expired);              /* G3 */
int64_t gangs_next(const struct run *r, int64_t after_us);              /* G8 */
void gangs_check(const struct run *r, struct job *j);                   /* G1 */
int set_width(struct options *o, const char *arg, struct sw_err *err);
int set_backfill(struct options *o, const char *arg, struct sw_err *err);
int set_max_starve(struct options *o, const char *arg, struct sw_err *err);
int set_switches(struct options *o, const char *arg, struct sw_err *err);
int check_gangs(struct options *o, struct sw_err *err);
/* free.c */
/* queues.c */
void queues_submit(struct run *r, int job);                             /* V1 */
void queues_give(struct run *r);
bool queues_time_out(struct run *r);                                    /* V7 */
int64_t queues_next(const struct run *r);
int set_admission(struct options *o, const char *arg, struct sw_err *err);
int check_admission(struct options *o, struct sw_err *err);

void run_free(struct run *r);

#endif
