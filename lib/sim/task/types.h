/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types.h - jobs, their stages, and the attempts to run their tasks. */
#ifndef LIB_SIM_TASK_TYPES_H
#define LIB_SIM_TASK_TYPES_H
#include "slotwise/sw_names.h"
#include "slotwise/sw_replay.h"
#include "lib/sim/locality/types.h"

struct limit_group;
struct pool;
struct transfer;
enum { PREF, NOPREF };     /* tasks with and without preferred hosts: two items in the scheduling queue */
struct job;
struct attempt;
struct stage {
    /* One line of the cache: all that the end of an attempt reads, and what a node that looks for a task reads first. */
    _Alignas(64) struct job *job;
    enum sw_kind kind;
    int slot_kind;              /* the kind of slot it takes: 0 or 1 */
    bool ready, has_parents, all_pref, shuffles; /* copies: a reduce with a copy phase over the maps of stage 0 */
    bool launched_now;     /* in this heartbeat (D4) */
    bool in_set_up;        /* L20 */
    bool withheld;         /* it asks for nothing, whatever is unlaunched of it (Y9) */
    uint8_t column;        /* 1 + its own in the table; 0: its places are its own */
    uint32_t n_tasks, n_done, n_retry;
    uint32_t handle;         /* while its places are on their nodes' lists (node_index.c); 0: none */
    uint32_t n_unlaunched[2]; /* [PREF|NOPREF], while ready */
    uint64_t *launched;    /* bits; `few`, if it is no more than a word */
    uint64_t few;
    /* Another: what a launch reads of it, but for its place in the order, which follows. */
    struct host_index at_node;
    int64_t mean_us;
    uint32_t *drawn_us;    /* its tasks' times, drawn at once (durations.c); NULL: not drawn */
    uint32_t next[2];      /* no unlaunched task of that class below this number */
    struct sw_queue_entry entry[2];
    int64_t *duration_us;  /* from the trace, or NULL, as the others of the trace below */
    double sigma;
    uint64_t times;        /* of the stream of its tasks' times what is the same for all */
    enum sw_level level;
    struct sw_waits waits;
    uint64_t launched_offer; /* the last that launched of it */
    struct stage *next_launched, *next_in_round;
    struct stage *next_queued_stage, *prev_queued_stage; /* of its job */
    uint32_t *tries;       /* attempts launched per task; NULL while tasks can never come back, as done_on */
    uint32_t *done_on;     /* 1 + node on which a map was done, 0: not done; and how close, in the top bits */
    uint32_t number;       /* in its job, by the number in the trace; maps before reduces */
    uint64_t name;         /* the number in the trace */
    uint32_t parents_left, n_children, *child;
    int64_t shuffle_us, setup_us, ready_us;
    int64_t *task_shuffle_us;
    char **task_id, **task_hosts;
    struct replicas replicas;
    struct host_index at_rack;
    uint64_t round;        /* the last round of all free nodes in which it launched, and how close (D9) */
    enum sw_level closest;
    struct attempt *shuffling; /* reduces in their copy phase, newest first */
    uint32_t cap_retry;
    uint32_t *retry;       /* failed tasks, n_retry of them, the first to fail first; they count as without preference
                              (F2) */
};
struct job {
    /* What each launch and each end reads and counts lies in three lines of the cache: these two, and the middle of
     * `result`. */
    _Alignas(64) struct stage *stage; /* behind the job, in one piece */
    uint32_t n_stages, n_stages_done;
    struct pool *at_pool;   /* in whose list it stands and for whom it counts: its pool, but for O25 */
    struct limit_group *group;  /* NULL: nothing limits it */
    struct stage *queued_stages[2]; /* of the kind of slot, those that stand in a list; the last to come is the first */
    int64_t running[2], unlaunched[2];
    uint64_t tasks_done, maps_done;
    uint64_t n_attempts;   /* attempt objects that still point here */
    uint64_t shuffle_bytes, held_bytes;
    bool mapreduce, submitted, admitted, ended;
    bool limited;           /* it has a holder or a queue */
    enum sw_priority priority;
    enum sw_locality last_at; /* of its launch before (O29) */
    int64_t weight;
    struct sw_result result;
    struct pool *mlq;     /* mlq: in whose list it stands, too; else NULL */
    int64_t submit_us;
    uint64_t place, tasks;
    struct pool *pool;        /* what updates read: from submit_us on */
    struct job *next_active, *prev_active; /* while it is admitted, by admission */
    double share[2];        /* at the last update or check; slots */
    int64_t key_share[2];   /* at the last update; millionths */
    struct sw_deficit due[2];     /* at the last update (O10) */
    char *id;               /* behind the stages, as `user` */
    size_t id_len, size;    /* size: of the piece */
    uint64_t name, input_name; /* of job_id, of input_id or job_id, for the random streams */
    uint64_t line;
    char *user;
    struct job *next_arrived, *next_waiting;
    struct job *prev_held, *next_held; /* of the holder */
    bool updated;             /* there was an update (O10) since it is in */
    int64_t think_us, wait_us[2]; /* wait_us: -1: as its pool or the rule says (D11) */
    int64_t last_map_us;
    uint64_t input_bytes;
    struct job *after, *followers, *next_follower; /* closed loop (J1) */
    struct job *prev, *next;  /* in the system, by reading */
};

/* A job's stages have numbers of 19 bits, so that a number of 64 bits tells stages of all jobs apart, in order. */
enum { STAGES_MOST = 1 << 19 };
static inline uint64_t stage_serial(const struct stage *st)
{
    return st->job->place << 19 | st->number;
}
/* An element of done_on: where a map was done, and how close. 0: it is not done. */
enum { DONE_ON_BITS = 29 };
static inline uint32_t done_on_make(uint32_t node, enum sw_locality at) { return (node + 1) | (uint32_t)at << DONE_ON_BITS; }
static inline uint32_t done_on_node(uint32_t done_on) { return (done_on & ((UINT32_C(1) << DONE_ON_BITS) - 1)) - 1; }
static inline enum sw_locality done_on_locality(uint32_t done_on) { return (enum sw_locality)(done_on >> DONE_ON_BITS); }

/* SHUFFLE_ENDS and QUEUED only when computing is admitted apart: the end of shuffling is known; it waits for
 * permission. */
enum phase { SHUFFLING, SHUFFLE_ENDS, QUEUED, RUNNING, OVER };
struct attempt {
    /* What every launch and every end reads comes first, in one line of the cache. */
    _Alignas(64) uint64_t serial; /* order of launch, from 1; 0: spare */
    struct stage *stage;
    struct job *job;        /* of the stage, so that both can be fetched at once */
    int64_t launch_us, end_us;
    union {
        struct attempt *sibling;   /* the other live attempt of the task; of a spare one, the next */
        struct attempt *after_it; /* where r->chain.kept: ends at the same time, was launched later, and is not in the heap
                                     yet (launch.c) */
    };
    uint32_t task, node;
    uint32_t epoch;         /* of the node when it was launched */
    enum phase phase : 8;
    enum sw_locality locality : 8;
    bool fails : 1, is_backup : 1;
    bool is_full : 1;      /* else this line is all that there is of it */
    bool own_end : 1;       /* a mechanism says when it ends, or has copied all */
    /* Of reduces that wait for maps, and where more than order and delay looks at attempts (`whole`). */
    int64_t compute_us, shuffle_us;
    int64_t local_us, run_us; /* its own time; what of it it will run: less if it fails (F1) */
    uint32_t number;        /* of the task's attempts, from 0 */
    uint32_t candidate;     /* 1 + its place among those that may be copied, 0: it is none */
    const char *killed_for;
    struct transfer *net;   /* while it reads or copies over the network */
    struct attempt *older, *newer; /* all that run, by launch (attempts.c) */
    /* Whoever puts it on these lists sets both ends. */
    struct attempt *prev, *next; /* among the stage's shuffling */
    struct attempt *next_here, *next_queued; /* cpac.c */
};
#endif
