/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types.h - jobs, their stages, and the attempts to run their tasks. */
#ifndef LIB_SIM_TASK_TYPES_H
#define LIB_SIM_TASK_TYPES_H
#include "lib/base/sw_names.h"
#include "lib/sched/sw_arithmetic.h"
#include "slotwise/sw_replay.h"
#include "lib/sim/locality/types.h"

struct follower;
struct job_limits;
struct pool;
enum { PREF, NOPREF };     /* tasks with and without preferred hosts: two entries in the scheduling queue */
struct job;
struct attempt;
/* What the trace says of a stage's tasks one by one: in one piece of memory, but for what the trace lends. */
struct stage_rows {
    const int64_t *duration_us, *shuffle_us; /* shuffle_us NULL: 0 */
    const uint8_t *recorded_at; /* the level at which each was taken (L3.1); NULL: none that a penalty slows down */
    char **id, **hosts;    /* NULL: not told; the trace lends its hosts as numbers: */
    const uint32_t *first, *host;
};
/* Where tasks can run again. */
struct stage_reruns {
    uint32_t *tries;       /* attempts launched, of each task */
    uint32_t *done_on;     /* of each map: where it was done, and how close (done_on_make) */
    uint32_t *failed;      /* attempts that failed, of each task; NULL: none */
    /* n_retry failed tasks, in the order in which they are launched again (F2, E4); they count as NOPREF */
    uint32_t *retry, cap_retry;
};
struct stage {
    /* First cache line: all that the end of an attempt reads, and what a search for a task reads first. */
    _Alignas(64) struct job *job;
    enum sw_kind kind : 8;
    uint8_t slot_kind;     /* the kind of slot that its tasks take: 0 or 1 */
    enum sw_level closest : 8; /* see round */
    bool ready, has_parents, all_pref, shuffles; /* shuffles: a reduce stage that copies from the maps of stage 0 */
    bool launched_now;     /* in this heartbeat (D4) */
    bool in_set_up;        /* L20 */
    bool withheld;         /* it asks for nothing, whatever is unlaunched of it (Y9) */
    uint8_t column;        /* 1 + its column of the dense index; 0: it has a host index of its own */
    uint32_t n_tasks, n_done, n_retry;
    uint32_t handle;       /* its name in the lists of nodes (lib/sim/locality/node_index.c); 0: it is in none */
    uint32_t n_unlaunched[2]; /* [PREF|NOPREF], while ready */
    uint64_t *launched;    /* a bit a task; points to `few` if one word is enough */
    uint64_t few;
    /* Next cache line: what a launch reads, but for the queue's entries, which follow. */
    struct host_index at_node;
    int64_t mean_us;
    uint32_t *drawn_us;    /* its tasks' times, drawn together (durations.c); NULL: not drawn */
    uint32_t next[2];      /* [PREF|NOPREF]: no unlaunched task is below this number */
    struct stage_rows *rows; /* NULL: the trace gives its tasks no rows of their own */
    struct stage_reruns *reruns; /* NULL: no task can run again */
    uint32_t number;       /* in its job, in the order of `name`; maps before reduces */
    uint32_t parents_left;
    struct sw_queue_entry entry[2];
    /* What every launch of a stage that waits for locality reads. */
    struct sw_waits waits;
    enum sw_level level;
    uint64_t launched_offer; /* the number of the last offer that launched one of its tasks */
    struct stage *next_launched;
    struct stage *next_queued_stage, *prev_queued_stage; /* of its job */
    struct replicas replicas;
    /* The rest. */
    double sigma;
    uint64_t times;        /* what the random streams of its tasks' times have in common */
    struct host_index at_rack;
    uint64_t name;         /* its number in the trace */
    uint32_t n_children, *child;
    int64_t shuffle_us, setup_us, ready_us;
    int64_t at_once;       /* slots that a launch takes: more than 1 of a gang */
    struct attempt *shuffling; /* reduces in their copy phase, newest first */
};
/* A job's stages stand side by side in every order. Of a job with many they share one entry, so that a launch moves
 * that and not each of them. 8,000 stages of a task: 20 s and more without it, 0.02 s with it. */
enum { STAGES_MANY = 32 };
struct job_queue { struct sw_queue_entry entry[2]; struct sw_queue queue[2]; };
/* What its row of results says. Counts of a job's tasks have 30 bits (life/arrive.c), and those of attempts no end. */
struct job_result {
    int64_t first_launch_us, waited_us; /* first_launch_us: -1: none yet */
    uint64_t map_tasks_run;
    uint32_t maps, reduces, node_local, rack_local, off_rack, no_preference;
    uint64_t killed, speculated;
    int64_t wasted_us;
};
struct job {
    /* What each launch and each end reads and counts is in the first two cache lines. */
    _Alignas(64) struct stage *stage; /* behind the job, in the same piece of memory */
    struct pool *at_pool;   /* the pool in which it is queued and counted: its own, except under O25 */
    struct stage *queued_stages[2]; /* by kind of slot; the last to come is the first */
    int32_t running[2], unlaunched[2];
    uint32_t n_stages, n_stages_done;
    uint32_t n_attempts;    /* attempts that still point here; the job is freed after the last */
    enum sw_priority priority : 8;
    enum sw_locality last_at : 8; /* of its previous launch (O29) */
    bool mapreduce : 1, submitted : 1, admitted : 1, ended : 1;
    bool limited : 1;       /* it has `limits` */
    bool has_queue : 1;     /* its stages stand in a queue of its own, `own` */
    uint8_t replication;    /* of its blocks, no more than there are nodes */
    uint32_t tasks_done, maps_done;
    uint64_t shuffle_bytes;
    struct job_result result;
    /* The rest. */
    uint64_t held_bytes;
    int64_t weight;
    int64_t last_map_us, submit_us;
    struct job_limits *limits; /* of a job that limits tell apart (queue/limits.c); else NULL */
    struct job_queue *own;  /* of a job with many stages; else NULL */
    struct pool *pool;      /* what updates read: from submit_us on */
    struct job *next_active, *prev_active; /* while it is admitted, by admission */
    uint64_t place;
    char *id;               /* behind the stages and their records; behind it the user */
    uint32_t id_len, size;  /* size: of the job's piece of memory */
    uint64_t name, input_name; /* hashes of job_id, and of input_id or job_id, for the random streams */
    uint64_t line;
    union {
        int64_t wait_us[2]; /* -1: as its pool or the rule says (D11) */
        int64_t asks;       /* of a gang, which has no such wait: CPU time (G10; -1: not known), points (G12) */
    };
    uint64_t input_bytes;
    struct follower *followers; /* closed loop (J1) */
    struct job *prev, *next; /* in the system, in the order of reading */
};

/* What updates and checks leave of a job, for orders and mechanisms that go by shares; r->queues.keeps_shares. It lies
 * before the job's id. */
struct job_shares {
    double share[2];        /* at the last update or check; slots */
    int64_t key_share[2];   /* at the last update; millionths */
    struct sw_deficit deficit[2]; /* at the last update (O10) */
    struct missed { int64_t share, running, each; } missed[2]; /* each update adds so much to its deficit (O10) */
    bool updated;           /* there was an update (O10) since it entered */
    bool wanted[2];         /* it wanted something when weights and shares were last worked out (O10) */
};
static inline struct job_shares *job_shares(const struct job *job) { return (struct job_shares *)job->id - 1; }
static inline const char *job_user(const struct job *job) { return job->id + job->id_len + 1; }
static inline uint64_t job_tasks(const struct job *job) { return (uint64_t)job->result.maps + job->result.reduces; }
enum { JOB_TASKS_MOST = 1 << 30 };

/* A stage's number in its job has 19 bits. So 64 bits name each stage of all jobs, in order. */
enum { STAGES_MOST = 1 << 19 };
static inline uint64_t stage_serial(const struct stage *st)
{
    return st->job->place << 19 | st->number;
}
/* An element of done_on: where a map was done, and how close. 0: it is not done. */
enum { DONE_ON_BITS = 29 };
static inline uint32_t done_on_make(uint32_t node, enum sw_locality at)
{
    return (node + 1) | (uint32_t)at << DONE_ON_BITS;
}
static inline uint32_t done_on_node(uint32_t done_on) { return (done_on & ((UINT32_C(1) << DONE_ON_BITS) - 1)) - 1; }
static inline enum sw_locality done_on_locality(uint32_t done_on)
{
    return (enum sw_locality)(done_on >> DONE_ON_BITS);
}

/* SHUFFLE_ENDS: the end of shuffling is known. QUEUED: it waits to be let compute. Both occur only when computing is
 * admitted apart (cpac). */
enum phase { SHUFFLING, SHUFFLE_ENDS, QUEUED, RUNNING, OVER };
struct attempt {
    /* First cache line: what every launch and every end reads. */
    _Alignas(64) uint64_t serial; /* order of launch, from 1; 0: spare */
    struct stage *stage;
    struct job *job;        /* the stage's, so that both can be prefetched together */
    int64_t launch_us, end_us;
    union {
        struct attempt *sibling;  /* the other live attempt of the task; of a spare one, the next */
        struct attempt *after_it; /* where r->chain.kept: the next to end at the same time, not in the heap yet */
    };
    uint32_t task, node;
    uint32_t epoch;         /* of the node at its launch */
    enum phase phase : 8;
    enum sw_locality locality : 8;
    bool fails : 1, is_backup : 1;
    bool is_full : 1;       /* false: it has only this cache line */
    bool own_end : 1;       /* a mechanism says when it ends, or when its shuffle does */
    bool is_ordered : 1;    /* it is under an order to be killed (E8) */
    /* Only of full records: reduces that wait for maps, and all where mechanisms follow attempts. */
    int64_t compute_us, shuffle_us;
    int64_t local_us, run_us; /* its whole time, and the part that it runs: less if it fails (F1) */
    uint32_t number;        /* of the task's attempts, from 0 */
    const char *killed_for;
    struct pool *ordered_for; /* where is_ordered */
    struct attempt *older, *newer; /* of all that run, by launch (attempts.c) */
    struct attempt *prev, *next; /* in the stage's list `shuffling` */
    _Alignas(8) char records[]; /* of mechanisms (attempt_record()) */
};
#endif
