/* SPDX-License-Identifier: GPL-3.0-or-later */
/* audit.h - what the files of the audit share: the trace and the log in arrays, and what is worked out from them.
 *
 *   run.c fault.c            all of it, run after run; what it found
 *   rules.c load.c log.c     the options as the rules see them; the trace, pools and nodes; the rows
 *   place.c wishes.c vary.c  where the replicas lie, executors that tasks prefer; speeds that differ
 *   tasks.c copies.c fail.c  the attempts of each task; two at once; failures
 *   times.c local.c durations.c cores.c network.c   when jobs and stages are ready; how long attempts take
 *   admit.c kill.c           jobs in a pool at once; when attempts are killed
 *   uses.c nodes.c counts.c gangs.c   limits by count; heartbeats and slots; others; jobs that start all at once
 *
 * Nothing here schedules. Whose turn it was, and whether a slot stayed free too long, is for the naive scheduler to say
 * (tests/naive).
 *
 * The groups of checks go from rows by themselves to rows beside others. A later one relies on the earlier ones and
 * is not begun when they found a fault. */
#ifndef LIB_AUDIT_AUDIT_H
#define LIB_AUDIT_AUDIT_H
#include "lib/base/memory.h"
#include "lib/base/minmax.h"
#include "lib/options/options.h"
#include "slotwise/sw_audit.h"
#include "lib/base/sw_chance.h"
#include "lib/base/sw_names.h"
#include "lib/base/sw_shown.h"
#include "slotwise/sw_num.h"

#define NONE UINT32_MAX
#define NEVER (INT64_MAX / 2)

/* ---- the options ------------------------------------------------------------------------------- */

struct rules {
    bool uses_pools, limits_jobs;  /* maxima of pools hold; J5 */
    bool hands_out_nodes;     /* O21: when a job is in, its log says */
    bool lends;               /* O25: a job may count for another pool than its own */
    bool limited;             /* some node has room for so much map output only (A6) */
    bool evicts, copies, kills;
    bool checks_kills;        /* K1, K3: of the rule whose times are known */
    bool offers, splits, gives_back, gangs, whole_nodes, out_of_band, no_rack_level; /* R1; A1; Y9; G1, G8; H2 */
    bool moves;              /* Q7 */
    int64_t task_cap;         /* O13 */
    uint64_t node_size[2];    /* Z1: of nodes that do not say, or SW_NO_DISK_LIMIT */
    int64_t reducers, computing, per_job; /* A1 to A3 */
    int64_t scan_every_us, lag_us; /* C1 */
    double failure_rate;
    uint64_t max_attempts;
    int64_t min_timeout_us, fair_timeout_us, preempt_every_us;
    int64_t heartbeat_us, drift_us, startup_us, commit_us, until_us /* NEVER */, jitter_us, slowstart;
    uint64_t seed, cores, host_cores; /* B21; 0: none */
    bool queues;              /* V1 */
    uint32_t replication, n_hosts; /* n_hosts: on which blocks may lie */
    enum sw_placement placement;
    double penalty[5], load;  /* penalty by locality */
    struct sw_network network;
    uint64_t block_bytes;
};

/* ---- the trace --------------------------------------------------------------------------------- */

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
};
struct job {
    char *id;
    uint32_t replication;     /* B2 */
    int64_t task_size[2];     /* Z2: CPUs and memory that each of its tasks takes */
    uint64_t name, input, place, line, input_bytes;
    uint32_t pool, n_stages, after, again; /* after: the job it follows; again: the next job of that id */
    enum sw_priority priority;
    int64_t row_us, think_us;
    bool mapreduce;
    struct stage *stage;
    uint32_t first_stage;     /* of them in stage_at[] */
    int64_t width;            /* G1.1 */
    uint64_t n_tasks;
    uint32_t first_row, n_rows; /* in by_task */
    int64_t submit_us, admit_us, end_us; /* NEVER: not in this log, or not known */
    uint64_t shuffle_bytes;
    uint32_t failed_by;       /* F3: the row that ended it as failed, or NONE */
    bool unsure;              /* which of its maps were done when the log leaves open (A8, B11) */
};
struct pool {
    char *name;
    uint32_t parent;
    bool has_children;
    int64_t max[2], max_jobs, min_timeout_us, fair_timeout_us;
    int64_t first_submit_us;
};
struct spell { int64_t from_us, to_us; }; /* [from, to) */
struct node {
    uint32_t n_spells;
    struct spell *spell;      /* in which it is up */
    uint32_t rank;            /* H1 */
    struct sw_span *span;     /* of the run (B12, B13) */
    uint32_t n_spans;
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
    uint32_t run;
    uint8_t kind, at, outcome;
    bool for_pool : 1;        /* killed_for has it */
    bool fails : 1;           /* F1 */
    bool given_back : 1;      /* Y10: killed for no pool while its job goes on */
    int64_t ready_us, launch_us, finish_us /* NEVER: running */;
    int64_t own_us;           /* see compute_us() and taken_us() */
    union { char *task_text; int64_t copied_us; };   /* of a reduce: the end of its copy phase, or NEVER */
    union { uint64_t stage_number; int64_t end_us; }; /* where it would end by itself; NEVER: not known */
};
_Static_assert(sizeof(void *) != 8 || sizeof(struct row) == 80, "ten million of them take 800 MB");
struct killed { uint32_t line, pool; }; /* that a row was killed for (K4) */

enum group { OF_ROWS = 1, OF_TASKS, OF_BEATS, OF_TIMES, OF_SLOTS };
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
    struct node *node;
    uint32_t *home, n_homes;  /* R2: the first node of each host; those of a rack behind those of the racks before it */
    uint32_t *home_of_rack, *homes_before;
    struct loss *loss;
    uint32_t n_losses;
    struct sw_names jobs_by_id, pools_by_name, nodes_by_name, homes_by_name;
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
    /* the fault, if any */
    enum group group;
    uint64_t fault_line;
    char fault[900];
    char open[300];           /* the first thing that the log does not tell; "": it tells all */
    struct steps *steps;      /* cores.c */
};

/* row NULL: no row shows it. The first row of a group is kept. */
void audit_fault(struct audit *a, enum group group, const struct row *row, const char *rule, const char *fmt, ...)
    SW_PRINTF(5, 6);
void audit_fault_open(struct audit *a, const char *fmt, ...) SW_PRINTF(2, 3); /* what the log does not tell */
#define S(us) shown_time(us).text

/* rules.c. unchecked: what of the options is not known, or NULL; until the next. */
void audit_rules(struct rules *to, const struct sw_options *opt, const struct sw_cluster *cl, const char **unchecked);
/* Why no row can be judged, or NULL. */
const char *audit_rules_unknown(const struct sw_options *opt, const struct sw_cluster *cl);
/* load.c */
int audit_load(struct audit *a, const struct sw_audit_input *in, struct sw_err *err);
void audit_load_seed(struct audit *a, uint64_t run); /* what depends on the seed */
uint32_t audit_load_pool(struct audit *a, struct sw_text name); /* NONE */
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
void audit_fail_job(struct audit *a, const struct job *job);
/* copies.c */
void audit_copies_pairs(struct audit *a, const uint32_t *at, uint32_t n); /* the attempts of a task, by launch */
/* that superseded it; NULL: not there */
const struct row *audit_copies_winner(const struct audit *a, const struct row *row);
/* place.c */
const uint32_t *audit_place_hosts(struct audit *a, const struct stage *st, uint32_t task, uint32_t *n);
enum sw_locality audit_place_distance(const struct audit *a, const uint32_t *host, uint32_t n, uint32_t node);
/* wishes.c */
void audit_wishes_load_hosts(struct audit *a);
void audit_wishes_load(struct audit *a, struct stage *st, struct sw_text wishes, uint32_t task);
enum sw_locality audit_wishes_distance(struct audit *a, const struct stage *st, uint32_t task, uint32_t node);
/* tasks.c */
void audit_tasks(struct audit *a);
void audit_tasks_sort(struct audit *a);
/* times.c */
void audit_times(struct audit *a);
int64_t audit_times_follow_maps(struct audit *a, const struct job *job); /* sets a->mapped */
/* local.c */
int64_t audit_local(const struct audit *a, const struct row *row);
/* durations.c */
void audit_durations_draw(const struct audit *a, struct row *row); /* whether it fails */
void audit_durations_map(struct audit *a, struct row *row);
void audit_durations_reduce(struct audit *a, struct row *row); /* a->mapped is that of its job */
void audit_durations_ended_with(struct audit *a, const struct row *row, const struct row *other);
int64_t audit_durations_map_end(const struct audit *a, const struct row *row, int64_t local_us);
int64_t audit_durations_copied_at(const struct audit *a, const struct job *job, const struct row *row);
/* cores.c */
void audit_cores(struct audit *a);
bool audit_cores_shared(const struct audit *a); /* by attempts of a node, or of a host */
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
/* nodes.c */
bool audit_nodes_late_map(const struct audit *a, const struct job *job, int64_t at_us);
bool audit_nodes_ended_late(const struct audit *a, const struct row *row); /* T3 */
void audit_nodes_beats(struct audit *a);
void audit_nodes_slots(struct audit *a);
int64_t audit_nodes_counts_to(const struct audit *a, const struct row *row); /* as running */
int64_t audit_nodes_loss_after(const struct audit *a, uint32_t node, int64_t at_us); /* end of the spell around it */
const struct sw_span *audit_nodes_span(const struct audit *a, uint32_t node, int64_t at_us);
/* uses.c: what is taken, over time, of what is limited. The uses that are added last for one check. */
struct use { uint64_t of; int64_t at_us; int by; const struct row *row; }; /* by -1: it ends; 0: it takes no time */
struct uses { struct use *at; size_t n; };
struct limit {
    int64_t (*most)(const struct audit *a, const struct use *use);
    const char *rule, *what;
    int size;                 /* that is counted: 0 slots, 1 CPUs, 2 bytes of memory */
    void (*tell)(struct audit *a, const struct use *use); /* NULL: by rule and what */
};
void audit_uses_add(struct uses *to, uint64_t of, const struct row *row, int64_t from_us, int64_t to_us);
void audit_uses_check(struct audit *a, struct uses *s, const struct limit *limit);
/* counts.c */
void audit_counts(struct audit *a);
/* gangs.c */
void audit_gangs(struct audit *a);
/* kill.c */
void audit_kill_times(struct audit *a, const struct row *row);

static inline struct stage *stage_of(const struct audit *a, const struct row *r) { return a->stage_at[r->stage_nr]; }
static inline struct job *job_of(const struct audit *a, const struct row *r) { return &a->job[stage_of(a, r)->job]; }
/* The rows of a job, task by task. */
static inline struct row *nth(const struct audit *a, const struct job *job, uint32_t i)
{
    return &a->row[a->by_task[job->first_row + i]];
}
static inline bool same_task(const struct row *x, const struct row *y)
{
    return x->stage_nr == y->stage_nr && x->task == y->task;
}
static inline bool among(const uint32_t *at, uint32_t n, uint32_t node)
{
    while (n-- > 0)
        if (at[n] == node)
            return true;
    return false;
}
/* G1.1, G1.2: how many slots it takes on its node. */
static inline int64_t slots_of(const struct audit *a, const struct row *row)
{
    if (!a->rules.gangs)
        return 1;
    return a->rules.whole_nodes ? (int64_t)a->node[row->node].span[0].slots[0] : job_of(a, row)->width;
}
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
