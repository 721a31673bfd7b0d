/* SPDX-License-Identifier: GPL-3.0-or-later */
/* audit.h - what the files of the audit share: the trace and the log in arrays, and what is worked out from them.
 *
 *   run.c fault.c            all of it, run after run; what it found
 *   rules.c load.c log.c     the options as the rules see them; the trace, pools and nodes; the rows
 *   place.c wishes.c vary.c  where the replicas lie, executors that tasks prefer; speeds that differ
 *   tasks.c copies.c fail.c rerun.c   the attempts of each task; two at once; failures; output that was deleted
 *   times.c local.c durations.c cores.c network.c   when jobs and stages are ready; how long attempts take; reads and
 *                                                  copies
 *   admit.c queues.c claims.c cpac.c  limits of jobs in the system (J5); queues of jobs (V1); nodes of one job or pool;
 *                                     reduces that compute apart
 *   nodes.c                  up, slots, heartbeats
 *   plan.c cycle.c gangs.c   in place of nodes.c and the sweep: jobs that start all at once
 *   sweep.c                  all rows in order of time: the state at each launch. Its parts:
 *     events.c counts.c launch.c idle.c stage.c turn.c wait.c kill.c
 *     limit.c deficit.c usage.c cap.c   of turns: limits, deficits, usage, what a node takes by the load (H8)
 *     offers.c                          rounds of Spark's
 *     filters.c answer.c allocate.c     rounds of an allocator's
 *     matches.c pie.c negotiate.c       claims and cycles of HTCondor's
 *     disk.c evict.c                    room for map output, jobs that give way
 *     live.c score.c scan.c             how far attempts are, and which may be copied
 *
 * The groups of checks go from rows by themselves to rows beside others; a later one relies on the earlier ones and
 * is not begun when they found a fault. */
#ifndef LIB_AUDIT_AUDIT_H
#define LIB_AUDIT_AUDIT_H
#include "lib/base/memory.h"
#include "lib/base/minmax.h"
#include "lib/options/options.h"
#include "slotwise/sw_audit.h"
#include "slotwise/sw_chance.h"
#include "slotwise/sw_names.h"
#include "slotwise/sw_num.h"

#define NONE UINT32_MAX
#define NEVER (INT64_MAX / 2)

/* ---- the options ------------------------------------------------------------------------------- */

/* Policies by name (rules.c). OTHER: one that the audit does not know, so that it does not check what it decides. */
enum order {
    ORDER_FIFO, ORDER_FAIR, ORDER_HFS, ORDER_LACK, ORDER_YARN, ORDER_SJF, ORDER_SRTF, ORDER_CPUT, ORDER_HOD,
    ORDER_DEFICIT,
    ORDER_MLQ, ORDER_CAPACITY, ORDER_USAGE, ORDER_GAP, ORDER_MODIFIED, ORDER_OFFERS, ORDER_NEGOTIATE, ORDER_OTHER,
    ORDER_GLOBAL
};
enum delay {
    DELAY_NONE, DELAY_SKIPS, DELAY_WAIT, DELAY_SPARK, DELAY_ADAPTIVE, DELAY_YARN, DELAY_YARN_TIME, DELAY_CAPACITY,
    DELAY_OTHER, DELAY_COST
};
enum speculate_rule { SPECULATE_NONE, SPECULATE_HADOOP, SPECULATE_LATE, SPECULATE_OTHER };
enum evict_rule { EVICT_LATEST, EVICT_LEAST_PROGRESS, EVICT_MOST_SPACE, EVICT_NONE, EVICT_OTHER };
/* Of those that kill the first alone is checked. */
enum preempt_rule { PREEMPT_NONE, PREEMPT_KILL, PREEMPT_YARN, PREEMPT_CAPACITY, PREEMPT_OTHER };
struct rules {
    bool limited;             /* some node has room for so much map output only (A6) */
    uint64_t disk_bytes;      /* of each of which the cluster does not say it */
    enum evict_rule evict;
    enum order order;
    enum delay delay;
    bool limits_jobs, by_capacity; /* as the part says of itself */
    int64_t interval_us, boost, age_us, task_cap; /* deficit; usage: interval_us is its period */
    int64_t half_life_us;     /* usage, negotiate */
    double usage_start;
    bool counts_entries;      /* U6 */
    bool by_product, by_halves; /* U8, U9: all pools stand in one list */
    bool fifo_pools;          /* pools are, unless their row says otherwise */
    uint32_t n_queues;        /* mlq */
    int64_t bound[SW_MAX_QUEUES], queue_weight[SW_MAX_QUEUES];
    enum speculate_rule speculate;
    enum preempt_rule preempt;
    bool uses_pools, balances, splits /* A1 to A4 */, spark_by_launch, out_of_band, no_rack_level;
    int64_t reducers, computing, per_job;
    int64_t scan_every_us, lag_us;
    int64_t gap, cap, slow_node, slow_task; /* millionths; C3, C4 */
    double failure_rate;
    uint64_t max_attempts;
    uint64_t hod_nodes;
    bool hod_per_rack, hod_by_pool;
    int64_t wait[2]; /* D1, D2; W1, W2; N, R; T1, T2; of adaptive the first two; of capacity N, A */
    int64_t fraction[2];      /* of yarn: of the nodes, in millionths */
    uint64_t off_switch;      /* Y4 */
    bool half;                /* Y8 */
    bool offers, spark_2;     /* R1: rounds of Spark's, in the place of heartbeats, order and delay */
    int64_t process_us;       /* P of R14; N and R are wait[] */
    bool allocates;           /* M1: nodes are offered to pools */
    int64_t offer_us, filter_us; /* M2: and so often; 0: at once; M6 */
    bool negotiates;          /* P1 */
    int64_t cycle_us, cycle_delay_us, claim_us; /* P2, P3 */
    bool decides;             /* Q1 to Q6: one decision for all nodes, at what costs in millionths */
    int64_t cost_rack, cost_off, cost_wait, decide_every_us;
    int64_t min_timeout_us, fair_timeout_us, preempt_every_us;
    int64_t heartbeat_us, drift_us, revive_us, startup_us, commit_us, until_us /* NEVER */, jitter_us, slowstart;
    uint64_t per_heartbeat, seed;
    bool ends_early;          /* a heartbeat may end with any launch (Y4, Y8) */
    bool gives_back;          /* Y9, where it has an effect */
    int64_t load_cap;         /* H8; -1: none */
    bool gangs, whole_nodes, since_first, whole_reserved; /* G1, G8, G5.4 */
    int64_t reservations, switches_us;    /* G4, G8 */
    int64_t max_starve_us, iteration_us;  /* G11; max_starve_us -1: no job goes alone */
    uint64_t cores;           /* B21; 0: none */
    struct sw_admission admission; /* V1 */
    uint32_t replication;
    enum sw_placement placement;
    double penalty[5], load;  /* penalty by locality */
    struct sw_network network;
    uint64_t block_bytes;
};

/* ---- the trace --------------------------------------------------------------------------------- */

struct places {               /* tasks by node or rack, ascending */
    uint32_t *first, *cursor, *task;
};
struct failure { int64_t at_us, launch_us; uint32_t task; };
struct stage {
    uint32_t job, n_tasks, n_parents, place; /* place: in its job, which is its turn (O1) */
    uint64_t number;          /* in the trace */
    enum sw_kind kind;
    int slot_kind;
    const uint32_t *parent;   /* places */
    int64_t mean_us, copy_us, setup_us;
    double sigma;
    int64_t *duration_us, *task_copy_us;   /* or NULL */
    enum sw_locality *recorded;            /* levels at which these durations were taken (L3.1), or NULL */
    uint64_t *task_bytes, bytes;           /* N5, N7: of a task; NULL: of each */
    char **task_id;                        /* or NULL: the number */
    struct sw_names by_id;                 /* to the place, from 1 */
    uint32_t *host_first, *host;           /* --placement trace, or NULL */
    uint32_t *executor_first, *executor;   /* R3; host has the first node of each */
    uint64_t *absent;         /* bits: tasks that prefer a host that is not there */
    bool has_blocks;
    int64_t ready_us;         /* NEVER: not in this log */
    /* sweep */
    bool open;
    uint64_t *launched;       /* bits; of tasks that failed, too */
    uint64_t *done, *failed;  /* bits; failed: unlaunched after a failure (F2) */
    uint64_t *returned;       /* bits; R17: was unlaunched again */
    int64_t back_us;          /* when one was so last; -1: none was */
    int rank;                 /* R15: its level, PROCESS to ANY, */
    int64_t ranked_us;        /* and since when */
    bool has_none;            /* tasks without preference, and so a pass at NO_PREF (R10) */
    uint32_t next_waiting;    /* none below it waits */
    uint8_t *n_live;          /* attempts of each task */
    uint32_t n_left[2], next[2]; /* unlaunched, with blocks [0] and without [1]; none below next */
    struct failure *failure;  /* F2, the first to fail first */
    uint32_t n_failed, cap_failed;
    struct places at_node, at_rack;
    uint32_t listed;          /* place among the waiting of its kind, or NONE */
    uint32_t n_launching;     /* of the instant's launches those that an eviction comes after */
    enum sw_level level;
    int64_t since_us, local_us; /* its wait cannot have begun before; its skips */
    uint64_t calls, ends;     /* of the sweep, at local_us */
    int64_t opened_us;
    uint64_t opened_calls, opened_ends;
    int64_t stepped_us, steps; /* yarn-time: when its timer began at the earliest; yarn: offers that its steps took */
    int64_t count_us;         /* capacity: when its count was 0 */
    uint64_t count_calls, count_ends;
    int64_t skips, skipped_us; /* allocate.c: as they must be; since the first skip, -1: none */
    enum sw_level stands;
    /* looks for stragglers */
    uint32_t n_done, n_took, cap_took;
    int64_t *took_us;         /* of the attempts that ended done, the longest first */
    int64_t scanned_us;        /* the latest, or -1 */
    uint32_t first_live;      /* in it, of the live attempts, or NONE */
};
struct job {
    char *id;
    uint64_t name, input, place, line, input_bytes;
    uint32_t pool, user, queue, n_stages, after, again; /* after: the job it follows; again: the next job of that id */
    enum sw_priority priority;
    int64_t weight, row_us, think_us, wait_us[2] /* -1 */;
    bool mapreduce;
    struct stage *stage;
    uint32_t first_stage;     /* of them in stage_at[] */
    int64_t width, limit_us;  /* G1.1, G5.2; -1: not given */
    uint64_t cpus;            /* G10.1 */
    uint64_t n_tasks;
    uint32_t first_row, n_rows; /* in by_task */
    int64_t submit_us, admit_us, end_us; /* NEVER: not in this log, or not known */
    uint64_t shuffle_bytes;
    int64_t given_us;         /* nodes of its own (O21); NEVER: not, or not known */
    uint32_t failed_by;       /* F3: the row that ended it as failed, or NONE */
    int64_t let_in_us, cut_us; /* V1: admitted; what V3 to V5 end; NEVER: not, not known */
    bool let_in_late;         /* V7: by a time-out */
    uint32_t whole;           /* the job that this is a life of, or itself (queues.c) */
    bool unsure;              /* which of its maps were done when the log leaves open (A8, B11) */
    /* sweep */
    int64_t running[2], waiting[2], tasks_done, maps_done;
    bool held_back;           /* A8 */
    int64_t evicted_us;
    int64_t mapped_us;         /* since when all its maps are done */
    bool updated;             /* deficit.c */
    int64_t w, min[2], share[2], deficit[2];
};
struct user { char *key; int64_t running[2]; }; /* of a pool */
/* U5.2: what it was before the ticks that found so many running */
struct usage { double before; int64_t running, ticks; };
struct held { const char *rule, *what, *name; int64_t most; }; /* why a job may run no more */
struct pool {
    char *name;
    uint32_t parent;
    bool fifo, has_children;
    int64_t capacity, max_capacity, user_limit; /* millionths; -1: none */
    int64_t weight, min[2], max[2], max_jobs, wait_us[2] /* -1 */, min_timeout_us, fair_timeout_us;
    uint64_t nodes;           /* of a private cluster; 0: as the rule says */
    int64_t first_submit_us;
    int64_t running[2], waiting[2];
    struct usage usage[2];
    int64_t slot_s[2], list_key[2]; /* U9; U7: of the last tick */
};
struct spell { int64_t from_us, to_us; }; /* [from, to) */
struct tenure { int64_t from_us, to_us; uint32_t of; }; /* of a job, or pool */
struct node {
    uint32_t n_spells, n_tenures;
    struct spell *spell;      /* in which it is up */
    struct tenure *tenure;    /* whose it was, in order of time */
    uint32_t rank;               /* H1 */
    struct sw_span *span;     /* of the run (B12, B13) */
    uint32_t n_spans;
    /* sweep */
    int64_t score;            /* of what was done on it (C4) */
    int64_t total;            /* at the look, live ones included */
    bool up;
    int64_t slots[2], occupied[2], beat_us;
    uint64_t launched[2], off_switch; /* at beat_us; Y4: at least */
    int64_t most[2];          /* Y8: that this heartbeat may launch */
    uint64_t used, used_now;  /* of its room; by launches of beat_us */
};
struct loss { int64_t at_us; uint32_t node; };

/* ---- the log ----------------------------------------------------------------------------------- */

/* Of each attempt of the log, so its size is most of what an audit takes (docs/decisions/audit-memory.md). What shares
 * a place is never wanted at the same time: the first is of the reading. */
struct row {
    uint32_t line;
    uint32_t stage_nr;        /* of stage_at[] */
    uint32_t task;            /* of jobs that share an id: the first of them, until it is known which it is */
    uint32_t number, node;
    union { uint32_t pool; uint32_t original; }; /* the attempt that this is a copy of, or NONE */
    union { uint32_t run; uint32_t live; };      /* place among those that run, or NONE */
    uint8_t kind, at, outcome;
    bool for_pool : 1;        /* killed_for has it */
    bool fails : 1;           /* F1 */
    bool given_back : 1;      /* Y10: killed for no pool while its job goes on */
    bool late : 1;            /* it ends in a round after the launches of its instant (T3) */
    bool evicted : 1;         /* its output was deleted, by taken_us (A8) */
    bool holds : 1, done_now : 1, for_a_check : 1; /* sweep: it takes room; its task is done by it; taken as launched */
    int64_t ready_us, launch_us, finish_us /* NEVER: running */;
    int64_t own_us;           /* see compute_us() and taken_us() */
    union { char *task_text; int64_t copied_us; };   /* of a reduce: the end of its copy phase, or NEVER */
    union { uint64_t stage_number; int64_t end_us; }; /* where it would end by itself; NEVER: not known */
};
_Static_assert(sizeof(void *) != 8 || sizeof(struct row) == 80, "ten million of them take 800 MB");
struct killed { uint32_t line, pool; }; /* that a row was killed for (K4) */
struct candidate { uint32_t row; int64_t score, age_us; bool certain, copied; }; /* C1: at the latest look */
struct candidates { struct candidate *at; uint32_t n, cap; };

enum group { OF_ROWS = 1, OF_TASKS, OF_BEATS, OF_TIMES, OF_SLOTS, OF_TURNS };
struct audit {
    const struct sw_cluster *cl;
    const struct sw_variation *vary; /* or NULL */
    struct rules rules;
    uint64_t first_seed;
    const char *log_path;
    /* the trace */
    struct job *job;
    uint32_t n_jobs;
    struct stage **stage_at;  /* of all jobs, job by job */
    uint32_t n_stages, cap_stages;
    struct pool *pool;
    uint32_t n_pools;
    const struct sw_pool_list *pools; /* over time: each list's are the first of pool[]; NULL: none declared */
    struct user *user;
    uint32_t n_users;
    struct node *node;
    uint32_t *node_of_rank;
    uint32_t *home, n_homes;  /* R2: the first node of each host; those of a rack behind those of the racks before it */
    uint32_t *home_of_rack, *homes_before;
    struct loss *loss;
    uint32_t n_losses;
    struct sw_names jobs_by_id, pools_by_name, nodes_by_name, users_by_name, homes_by_name;
    char *trace_path;
    /* the log; those of one run are row[0] .. row[n_rows - 1] */
    struct row *all_rows, *row;
    size_t n_all_rows, n_rows, cap_rows;
    struct killed *killed;    /* by line */
    size_t n_killed, cap_killed;
    uint32_t *by_task;        /* by job, stage, task, launch */
    uint32_t *host_buf;
    struct spell *mapped;      /* of one job: when all its maps are done */
    uint32_t n_mapped, cap_mapped;
    struct spell *quiet;      /* when no job was kept from giving way (A8) */
    size_t n_quiet;
    /* the fault, if any */
    enum group group;
    uint64_t fault_line;
    char fault[900];
    /* sweep */
    int64_t now_us;
    struct stage **waiting[2];
    uint32_t n_waiting[2], cap_waiting[2];
    uint64_t calls, ends;     /* offers to all nodes, ends of attempts so far */
    uint64_t maybe_calls;     /* of the calls those that may not have been */
    int64_t most_slots[2];    /* of a node */
    int64_t claims_until_us;  /* whose nodes were is known before; NEVER: always */
    int64_t first_us[2];      /* the first launches at a node, in a rack */
    int64_t nodes_up, slots_up[2], runnable[2]; /* running + waiting, of all jobs */
    int64_t reduces_waiting[2]; /* of those; which of them are asked for is not in the log under Y9.1 */
    int64_t queue_running[SW_MAX_QUEUES][2];
    struct job **in, **next_in; /* deficit.c: admitted and not ended; the others, by admission */
    uint32_t n_in, n_next_in;
    int64_t tick_us;          /* the last tick of usage */
    int64_t next_update_us, blind_us; /* from blind_us on the log does not say who is in */
    uint32_t *live, n_live, cap_live;  /* rows */
    int64_t *score;           /* of each of them at the look */
    uint32_t *next_live;      /* of the same stage */
    int64_t n_copies[2];      /* live */
    struct candidates candidate[2];
    int64_t scan_us, bar;     /* of the latest look: node totals at the percentile (C4) */
    bool changes;             /* some node changes, in this run */
    bool lost_track;          /* what happened shows that the log does not tell all: it is followed and not checked */
    struct steps *steps;      /* cores.c */
    struct allocation *allocation;   /* allocate.c; NULL: there is none */
    struct negotiation *negotiation; /* negotiate.c; NULL: there is none */
};

/* row NULL: no row shows it. The first row of a group is kept. */
void audit_fault(struct audit *a, enum group group, const struct row *row, const char *rule, const char *fmt, ...)
    SW_PRINTF(5, 6);
struct seconds { char text[SW_NUM_MAX + 1]; };
struct seconds audit_fault_seconds(int64_t us);
#define S(us) audit_fault_seconds(us).text

/* rules.c */
/* unchecked: what of the options is not known, or NULL; until the next. An error where nothing can be said without
 * it. */
SW_USE_RESULT int audit_rules(struct rules *to, const struct sw_options *opt, const struct sw_cluster *cl,
                              const char **unchecked, struct sw_err *err);
/* load.c */
int audit_load(struct audit *a, const struct sw_audit_input *in, struct sw_err *err);
void audit_load_add_stage(struct audit *a, struct stage *st);
void audit_load_seed(struct audit *a, uint64_t run); /* what depends on the seed */
uint32_t audit_load_pool(struct audit *a, struct sw_text name); /* NONE */
void audit_load_set_pools(struct audit *a, const struct sw_pool_list *list); /* as they are from list->from_us on */
/* log.c */
int audit_log_read(struct audit *a, struct sw_csv *log, struct sw_err *err);
void audit_log_rows(struct audit *a);
/* vary.c */
void audit_vary(struct audit *a);  /* sets the spans of the nodes */
/* fail.c */
void audit_fail_draw(const struct audit *a, struct row *row);
/* its local time, or what a failure leaves of it */
int64_t audit_fail_takes(const struct audit *a, const struct row *row);
void audit_fail_find(struct audit *a, struct job *job);
int64_t audit_fail_at(const struct audit *a, const struct job *job); /* NEVER: it did not fail */
int64_t audit_fail_after(const struct audit *a, const struct job *job); /* what else happens before this touches it */
bool audit_fail_ended(const struct job *job); /* as failed */
void audit_fail_job(struct audit *a, const struct job *job);
/* copies.c */
void audit_copies_pairs(struct audit *a, const uint32_t *at, uint32_t n); /* the attempts of a task, by launch */
/* that superseded it; NULL: not there */
const struct row *audit_copies_winner(const struct audit *a, const struct row *row);
int64_t audit_copies_scan_before(const struct audit *a, int64_t at_us);
/* place.c */
const uint32_t *audit_place_hosts(struct audit *a, const struct stage *st, uint32_t task, uint32_t *n);
enum sw_locality audit_place_distance(const struct audit *a, const uint32_t *host, uint32_t n, uint32_t node);
/* wishes.c */
void audit_wishes_load_hosts(struct audit *a);
void audit_wishes_load(struct audit *a, struct stage *st, struct sw_text wishes, uint32_t task);
bool audit_wishes_prefers(const struct stage *st, uint32_t task);
bool audit_wishes_executor(const struct stage *st, uint32_t task, uint32_t node);
bool audit_wishes_rack_known(const struct audit *a, uint32_t node);
enum sw_locality audit_wishes_distance(struct audit *a, const struct stage *st, uint32_t task, uint32_t node);
/* offers.c */
void audit_offers_open(struct audit *a, struct stage *st);
/* tasks.c */
void audit_tasks(struct audit *a);
void audit_tasks_sort(struct audit *a);
/* queues.c */
void audit_queues(struct audit *a);
/* times.c */
void audit_times(struct audit *a);
int64_t audit_times_submitted_at(const struct audit *a, const struct job *job);
int64_t audit_times_follow_maps(struct audit *a, const struct job *job); /* sets a->whole */
int64_t audit_times_hidden_from(const struct audit *a); /* NEVER: all is told */
/* local.c */
int64_t audit_local(const struct audit *a, const struct row *row);
/* durations.c */
void audit_durations_draw(const struct audit *a, struct row *row); /* whether it fails */
void audit_durations_map(struct audit *a, struct row *row);
void audit_durations_reduce(struct audit *a, struct row *row); /* a->whole is that of its job */
void audit_durations_ended_with(struct audit *a, const struct row *row, const struct row *other);
/* Where a map, or a reduce that computes from begun_us on, ends with the changes of speed up to until_us. */
int64_t audit_durations_map_end(const struct audit *a, const struct row *row, int64_t local_us, int64_t until_us);
int64_t audit_durations_reduce_end(const struct audit *a, const struct row *row, int64_t local_us, int64_t begun_us,
                                   int64_t until_us);
int64_t audit_durations_running(const struct audit *a, const struct row *row, int64_t at_us); /* C2: D */
int64_t audit_durations_copy(const struct audit *a, const struct row *row);
int64_t audit_durations_copied_at(const struct audit *a, const struct job *job, const struct row *row);
/* cores.c */
void audit_cores(struct audit *a);
/* as the time before at_us left it; the first change not before from_us, or NEVER; what rounding may do */
bool audit_cores_repeats(const struct audit *a, int64_t at_us);
double audit_core_share(const struct audit *a, uint32_t node, int64_t at_us);
int64_t audit_cores_next_share(const struct audit *a, uint32_t node, int64_t from_us);
int64_t audit_cores_slack(const struct audit *a, uint32_t node, int64_t from_us, int64_t to_us);
/* network.c */
void audit_network_load_bytes(struct stage *st, const struct rules *rules, const struct sw_job *job,
                              const struct sw_stage_spec *spec);
bool audit_network_reads(const struct audit *a, const struct row *row);  /* over the network */
bool audit_network_copies(const struct audit *a, const struct row *row);
int64_t audit_network_read_by(const struct audit *a, const struct row *row); /* at the earliest */
/* admit.c */
bool audit_admit_is_limited(const struct audit *a, const struct job *job);
void audit_admit(struct audit *a);
bool audit_admit_may_be_in(const struct audit *a, const struct job *job); /* now, though no row of it says so */
/* nodes.c */
bool audit_nodes_late_map(const struct audit *a, const struct job *job, int64_t at_us);
bool audit_nodes_ended_late(const struct audit *a, const struct row *row); /* T3 */
void audit_nodes_beats(struct audit *a);
bool audit_nodes_hide_copied(const struct audit *a);
void audit_nodes_slots(struct audit *a);
int64_t audit_nodes_free_at(const struct audit *a, const struct row *row);  /* its slot */
int64_t audit_nodes_counts_to(const struct audit *a, const struct row *row); /* as running */
int64_t audit_nodes_beat(const struct audit *a, uint32_t node, int64_t from_us); /* the first not before */
int64_t audit_nodes_loss_after(const struct audit *a, uint32_t node, int64_t at_us); /* end of the spell around it */
uint32_t audit_nodes_n_slots(const struct audit *a, const struct sw_span *span, int kind); /* span NULL: 0 */
const struct sw_span *audit_nodes_span(const struct audit *a, uint32_t node, int64_t at_us);
/* cpac.c */
void audit_cpac(struct audit *a);
bool audit_cpac_may_start(const struct audit *a, const struct stage *st, uint32_t node);
void audit_cpac_start(struct audit *a, const struct row *row);
/* gangs.c */
void audit_gangs(struct audit *a);
/* claims.c */
void audit_claims(struct audit *a);
bool audit_claims_has_node(const struct audit *a, const struct job *job, uint32_t node, int64_t at_us);
void audit_claims_own_node(struct audit *a, const struct row *row);
/* sweep.c */
void audit_sweep(struct audit *a);
/* live.c */
void audit_live_add(struct audit *a, struct row *row);
bool audit_live_remove(struct audit *a, struct row *row);           /* whether it ran */
void audit_live_done(struct audit *a, const struct row *row);             /* it ended done */
void audit_live_undone(struct audit *a, struct row *row);           /* B11 */
/* score.c */
int64_t audit_score(const struct audit *a, const struct row *row, int64_t at_us);
/* scan.c */
void audit_scan(struct audit *a);          /* at now_us */
void audit_scan_copy(struct audit *a, const struct row *row, bool clear);
bool audit_scan_copied_before(struct audit *a, const struct row *x, const struct row *y); /* two copies on one node */
const struct row *audit_scan_must_copy(const struct audit *a, int kind, uint32_t node); /* NULL: nothing */
bool audit_scan_any_to_copy(const struct audit *a, int kind);
/* stage.c */
void audit_stage_open(struct audit *a, struct stage *st);
void audit_stage_close(struct stage *st);
uint32_t audit_stage_left(const struct stage *st);                  /* unlaunched */
uint32_t audit_stage_lowest(struct stage *st);                      /* of those that did not fail */
bool audit_stage_waits(const struct stage *st, uint32_t task);      /* is one of them */
void audit_stage_take(struct stage *st, uint32_t task);
void audit_stage_return(struct audit *a, struct stage *st, uint32_t task);
void audit_stage_fail(struct stage *st, const struct row *row);     /* F2 */
/* The closest, up to the level, and the lowest number of those; NONE. */
uint32_t audit_stage_pick(const struct audit *a, struct stage *st, uint32_t node, enum sw_level furthest,
                          enum sw_locality *at);
bool audit_stage_failed_before(const struct stage *st, uint32_t x, uint32_t y); /* of two that failed */
bool audit_stage_has_block_at(const struct audit *a, struct stage *st, uint32_t node);
void audit_stage_closest(struct audit *a, const struct row *row);
/* turn.c */
bool audit_turn_before(const struct audit *a, int kind, const struct stage *x, const struct stage *y);
bool audit_turn_in_queue(const struct audit *a, const struct stage *st);
struct stage *audit_turn_must_launch(struct audit *a, int kind, uint32_t node); /* node NONE: at any */
void audit_turn(struct audit *a, const struct row *row, bool alone);
/* cap.c */
int64_t audit_cap(const struct audit *a, uint32_t node, int kind, int64_t copies); /* H8 */
void audit_cap_check(struct audit *a, const struct row *row, int64_t copies);
/* limit.c */
uint32_t audit_limit_user(struct audit *a, uint32_t pool, struct sw_text user);
bool audit_limit_may_run_more(const struct audit *a, const struct job *job, int kind, struct held *why);
bool audit_limit_lets_go(const struct audit *a, const struct job *job, int kind);
void audit_limit(struct audit *a, const struct row *row);
/* filters.c */
void audit_filters_revive(struct audit *a, uint32_t pool); /* M7 */
/* allocate.c */
void audit_allocate_start(struct audit *a);
void audit_allocate_end(struct audit *a);
void audit_allocate_grew(struct audit *a, uint32_t node);
/* negotiate.c */
void audit_negotiate_start(struct audit *a);
void audit_negotiate_end(struct audit *a);
void audit_negotiate_asks(struct audit *a);
void audit_negotiate_freed(struct audit *a, const struct row *row, bool lost);
/* usage.c */
void audit_usage_start(struct audit *a);
void audit_usage_until(struct audit *a, int64_t at_us);
void audit_usage_at(struct audit *a, bool clear);
int64_t audit_usage_of(const struct audit *a, uint32_t pool, int kind); /* millionths of a slot */
/* deficit.c */
void audit_deficit_start(struct audit *a);
void audit_deficit_until(struct audit *a, int64_t at_us);
void audit_deficit_at(struct audit *a, bool clear);
/* wait.c */
void audit_wait(struct audit *a, const struct row *row);
int64_t audit_wait_of(const struct audit *a, const struct stage *st, int which);
void audit_wait_open(struct audit *a, struct stage *st);
/* sure: the launches of the instant come in the order of the nodes */
void audit_wait_restart(struct audit *a, const struct row *row, bool sure);
/* disk.c */
bool audit_disk_needs_space(const struct audit *a, const struct stage *st);
bool audit_disk_has_space(const struct audit *a, const struct stage *st, uint32_t node);
uint64_t audit_disk_held_by(const struct audit *a, const struct job *job); /* output of finished maps */
void audit_disk_reset(struct audit *a);
void audit_disk_free(struct audit *a, struct row *row);
void audit_disk_take(struct audit *a, struct row *row, bool clear);
/* rerun.c */
void audit_rerun_find_quiet(struct audit *a);
void audit_rerun_find_evictions(struct audit *a, struct job *job);
/* evict.c */
void audit_evict_job_ended(struct audit *a, const struct job *ended);
/* kill.c */
void audit_kill_times(struct audit *a, const struct row *row);
bool audit_kill_may_starve(const struct audit *a, const struct pool *pool, int64_t now_us);
void audit_kill(struct audit *a, const struct row *row);
uint32_t audit_kill_for(const struct audit *a, const struct row *row); /* the pool of a row that is for_pool */

static inline struct stage *stage_of(const struct audit *a, const struct row *r) { return a->stage_at[r->stage_nr]; }
static inline struct job *job_of(const struct audit *a, const struct row *r) { return &a->job[stage_of(a, r)->job]; }
/* Of a reduce: the end of its copying as the log has it, or -1. */
static inline int64_t compute_us(const struct row *r) { return r->kind == SW_REDUCE ? r->own_us : -1; }
/* B11: when the output of a map was lost, or NEVER. */
static inline int64_t taken_us(const struct row *r) { return r->kind == SW_REDUCE ? NEVER : r->own_us; }
/* F3: killed with its job, not for a pool (K4). */
static inline bool audit_ends_with_job(const struct row *r)
{
    return r->outcome == SW_KILLED && !r->for_pool && !r->given_back;
}
/* H2: what ended by itself is reported; the others free their slot at once (K5, C6). */
static inline bool audit_reports(const struct row *r) { return r->outcome == SW_DONE || r->outcome == SW_FAILED; }
static inline bool bit_get(const uint64_t *w, uint32_t i) { return w[i >> 6] >> (i & 63) & 1; }
static inline void bit_set(uint64_t *w, uint32_t i, bool on)
{
    w[i >> 6] = (w[i >> 6] & ~(UINT64_C(1) << (i & 63))) | (uint64_t)on << (i & 63);
}
#endif
