/* SPDX-License-Identifier: GPL-3.0-or-later */
/* replay.h - what the files of the replay share: the state of the cluster, of pools, jobs and stages.
 *
 *   feed.c      reads jobs as their time comes (J1)      scan.c     heartbeats; search.c: who launches at a free slot (H5, section 6)
 *   job.c       jobs and pools in the lists of order; pool.c: pools are made     launch.c, end.c   attempts: launch, copy, compute; end; attempt.c: their memory
 *   stage.c     which task, how close (L1, L2)           clock.c    heartbeats and free slots (section 2)
 *   times.c     how long its tasks take (L3)
 *   blocks.c    where the replicas lie (B1-B7)           engine.c   the loop over events (T2, T3); make.c: a replay is made and freed
 *   places.c, table.c   the way back from there to tasks
 *   here.c      which stages have a block on a node      rows.c     nodes come and go (B8)   bits.c  sets of ranks
 *   reload.c    pools over time (O30, O31)
 *   never.c     jobs that can never run (J6)
 *   room.c      max_jobs (J5)                             load.c     a cap on what nodes take by the load (H8)
 *   private.c   nodes of one job or pool (O20-O24)       classes.c  small jobs, pools' allocations (O25, O26)
 *   fetch.c     what attempts get over the network       network.c  its flows in time; flows.c: their rates (section 11)
 *   limit.c     what keeps jobs out of the list (O12, O13), queues (O11)   deficit.c   updates of deficits (O10)
 *   disk.c      room for map output (A6, A7)         evict.c    jobs that wait for one another's (A8, A9)
 *   memory.c   lines of the cache, pieces
 *   global.c, alike.c    one decision for all nodes (Q1-Q6)
 */
#ifndef LIB_REPLAY_REPLAY_H
#define LIB_REPLAY_REPLAY_H
#include "slotwise/sw_chance.h"
#include "slotwise/sw_list.h"
#include "slotwise/sw_names.h"
#include "slotwise/sw_num.h"
#include "slotwise/sw_replay.h"
#include "lib/replay/bits.h"
#include "lib/replay/memory.h"

/* In the conditions of what most replays do without: the compiler lays out the common path without jumps. */
#define SELDOM(condition) __builtin_expect(!!(condition), 0)
/* ---- events: ordered by time, kind, then a number that the rules name (T2) -------------------- */

enum event_kind { EV_COPIED, EV_END, EV_REPORT, EV_COMMIT, EV_CLUSTER, EV_READ, EV_SUBMIT, EV_READY, EV_POOLS, EV_UPDATE, EV_PREEMPT, EV_LOOK, EV_EVICT, EVENT_KINDS };
struct event { int64_t at_us; uint64_t order; void *of; }; /* order: kind in the top byte, serial or place below */
struct heap { struct event *at; size_t n, cap; };
#define HEAP_FAR (1 << 12) /* so large that its lower levels, and what its events are of, are far from the cache */
void heap_push(struct heap *h, struct event ev);
struct event heap_pop(struct heap *h); /* not empty */
static inline enum event_kind event_kind(const struct event *ev) { return (enum event_kind)(ev->order >> 56); }

/* ---- where the blocks of a stage lie --------------------------------------------------------- */

/* For each place (node or rack) with a replica of some task of a stage, its tasks in ascending order. A look reads the place
 * and perhaps the next of its tasks. */
#define LAST_TASK (UINT32_C(1) << 31) /* of its place */
struct place {
    uint32_t next;         /* task[cursor], of which it is not known that it is launched; NONE: all are */
    uint32_t cursor;       /* from here on tasks may be unlaunched */
};
struct places {
    uint32_t n;
    uint32_t *id;          /* ascending; NULL: place i is id i */
    struct place *at;      /* NULL: not made. The others lie behind it. */
    uint32_t *end, *task;  /* a place has task[] from the end of the one before to its own; with the bit LAST_TASK in the last */
};
/* table.c: the same for the nodes of large stages, in 16 bits each. */
enum { COLUMNS = SW_MARKS, NONE_IN_CELL = INT16_MAX, IS_TASK = 1 << 15, ALONE = IS_TASK | NONE_IN_CELL };
struct cell {
    uint16_t next;         /* the first task of which it is not known that it is launched; NONE_IN_CELL or more: all are */
    uint16_t then;         /* with the bit IS_TASK the next task, behind which there is none, or ALONE; else which rest of the column follows */
};
enum { CELLS_A_LINE = LINE / sizeof(struct cell) };
struct column { struct stage *of; struct cell *rest; uint16_t n_rest, spare; }; /* spare: the first of them, whose `then` is the next; ALONE: none */
struct table {
    struct cell *at;
    uint32_t width;        /* of a row, in cells */
    uint64_t taken[COLUMNS / 64]; /* columns: bits */
    struct column column[COLUMNS];
    struct cell *fresh, *rest; /* a column's, while it is made */
};
struct blocks {
    uint32_t per_task;     /* replicas a task, or 0: `first` says */
    uint32_t *first;       /* n_tasks + 1 */
    uint32_t *host;        /* node numbers */
};

/* ---- stages, jobs, pools --------------------------------------------------------------------- */

enum { PREF, NOPREF };     /* tasks with and without preferred hosts: two items in the list of order */
struct job;
struct attempt;
struct stage {
    /* One line of the cache: all that the end of an attempt reads, and what a node that looks for a task reads first. */
    _Alignas(64) struct job *job;
    enum sw_kind kind;
    int slot;              /* the kind of slot it takes: 0 or 1 */
    bool ready, has_parents, all_pref, copies; /* copies: a reduce with a copy phase over the maps of stage 0 */
    bool launched_now;     /* in this heartbeat (D4) */
    bool in_set_up;        /* L20 */
    uint8_t column;        /* 1 + its own in the table; 0: its places are its own */
    uint32_t n_tasks, n_done, n_retry;
    uint32_t seat;         /* while its places are on their nodes' lists (here.c); 0: none */
    uint32_t n_unlaunched[2]; /* [PREF|NOPREF], while ready */
    uint64_t *launched;    /* bits; `few`, if it is no more than a word */
    uint64_t few;
    /* Another: what a launch reads of it, but for its place in the order, which follows. */
    struct places at_node;
    int64_t mean_us;
    uint32_t *drawn_us;    /* its tasks' times, drawn at once (times.c); NULL: not drawn */
    uint32_t next[2];      /* no unlaunched task of that class below this number */
    struct sw_item item[2];
    int64_t *duration_us;  /* from the trace, or NULL, as the others of the trace below */
    double sigma;
    uint64_t times;        /* of the stream of its tasks' times what is the same for all */
    enum sw_level level;
    struct sw_waits waits;
    uint64_t launched_scan; /* the last that launched of it */
    struct stage *next_launched, *next_in_round;
    struct stage *next_listed; /* of its job */
    uint32_t *tries;       /* attempts launched per task; NULL while tasks can never come back, as done_on */
    uint32_t *done_on;     /* 1 + node on which a map was done, 0: not done; and how close, in the top bits */
#define DONE_ON_NODE 0x1fffffff
    uint32_t number;       /* in its job, by the number in the trace; maps before reduces */
    uint64_t name;         /* the number in the trace */
    uint32_t parents_left, n_children, *child;
    int64_t copy_us, setup_us, ready_us;
    int64_t *task_copy_us;
    char **task_id, **task_hosts;
    struct blocks blocks;
    struct places at_rack;
    uint64_t round;        /* the last round of all free nodes in which it launched, and how close (D9) */
    enum sw_level closest;
    struct attempt *copying; /* reduces in their copy phase, newest first */
    uint32_t cap_retry;
    uint32_t *retry;       /* failed tasks, n_retry of them, the first to fail first; they count as without preference (F2) */
};
struct pool;
/* A list of stages that wait and may not be launched: marks in it are cleared like all others (D4). */
struct holder;
struct aside {
    struct sw_list *list;
    uint32_t place;          /* in the replay's list of them, or NONE */
    const struct pool *pool; /* whose it is: one of the two */
    const struct holder *holder;
};
/* Jobs that share a limit on what they run (O13): those of a user in a pool, or a job by itself. */
struct holder {
    struct pool *pool;       /* NULL: of one job */
    struct holder *next;     /* in its pool */
    char *user;
    int64_t running[2], most[2];
    bool holds[2];           /* its jobs' stages stand in held[] */
    struct sw_list held[2];
    struct aside aside[2];
    struct job *jobs;
};
struct job {
    /* What each launch and each end reads and counts lies in three lines of the cache: these two, and the middle of `result`. */
    _Alignas(64) struct stage *stage; /* behind the job, in one piece */
    uint32_t n_stages, n_stages_done;
    struct pool *at_pool;   /* in whose list it stands and for whom it counts: its pool, but for O25 */
    struct holder *holder;  /* NULL: nothing limits it */
    struct stage *listed[2]; /* of the kind of slot, those that stand in a list; the last to come is the first */
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
    struct pool *queue;     /* mlq: in whose list it stands, too; else NULL */
    int64_t submit_us;
    uint64_t place, tasks;
    int64_t key_share[2];   /* at the last update; millionths */
    struct sw_due due[2];     /* at the last update (O10) */
    char *id;               /* behind the stages, as `user` */
    size_t id_len, size;    /* size: of the piece */
    uint64_t name, input_name; /* of job_id, of input_id or job_id, for the random streams */
    uint64_t line;
    char *user;
    struct pool *pool;
    struct job *next_arrived, *next_waiting;
    struct job *prev_held, *next_held; /* of the holder */
    bool updated;             /* there was an update (O10) since it is in */
    int64_t think_us, wait_us[2]; /* wait_us: -1: as its pool or the rule says (D11) */
    double share[2];        /* at the last update or check; slots */
    int64_t last_map_us;
    uint64_t input_bytes;
    struct job *after, *followers, *next_follower; /* closed loop (J1) */
    struct job *prev, *next;  /* in the system, by reading */
};
/* Jobs that wait to be admitted: a heap in fifo order. */
struct waiting { struct job **at; size_t n, cap; };
struct pool {
    /* What counts and keys are made of, as in a job. */
    struct pool *parent;
    int64_t running[2], demand[2]; /* demand before the cut to max */
    int64_t most[2];        /* what it may run: max, or less under max_capacity (O6, O12) */
    bool fifo, has_children, declared;
    int64_t weight, min[2], max[2];
    int64_t capacity, key_share[2]; /* millionths; the second at the last update */
    int64_t allocated[2];   /* by the last look (O26) */
    struct sw_item item[2];
    struct sw_list list[2];
    struct aside aside[2];
    char *name;
    struct pool *next, *first_child, *sibling;
    int64_t max_jobs, n_admitted;
    int64_t max_capacity, user_limit; /* millionths; -1: none */
    struct sw_names users;  /* with a limit of theirs */
    struct holder *holders;
    double share[2];        /* at the last update or check; slots */
    int64_t at_min_us[2], at_fair_us[2]; /* the last check that found it not below */
    bool starved[2];        /* past a timeout at the last check: its waits are waived */
    int64_t min_timeout_us, fair_timeout_us;
    uint32_t number;        /* among the pools */
    int64_t tasks_due;      /* during a check */
    int64_t handed;         /* during a decision: slots handed out to its jobs */
    int64_t wait_node_us, wait_rack_us;
    struct waiting waiting; /* for max_jobs */
    int64_t n_waiting;      /* here and below */
    uint64_t nodes;         /* of a private cluster; 0: as the rule says */
};

/* ---- attempts, nodes ------------------------------------------------------------------------- */

/* FETCHING and QUEUED only when computing is admitted apart: the end of copying is known; it waits for permission. */
enum phase { COPYING, FETCHING, QUEUED, RUNNING, OVER };
struct attempt {
    /* What every launch and every end reads comes first, in one line of the cache. */
    _Alignas(64) uint64_t serial; /* order of launch, from 1; 0: spare */
    struct stage *stage;
    struct job *job;        /* of the stage, so that both can be fetched at once */
    int64_t launch_us, end_us;
    union {
        struct attempt *twin;   /* the other live attempt of the task; of a spare one, the next */
        struct attempt *behind; /* where r->chains: ends at the same time, was launched later, and is not in the heap yet (launch.c) */
    };
    uint32_t task, node;
    uint32_t epoch;         /* of the node when it was launched */
    enum phase phase : 8;
    enum sw_locality locality : 8;
    bool fails : 1, is_copy : 1;
    bool is_whole : 1;      /* else this line is all that there is of it */
    bool own_end : 1;       /* a mechanism says when it ends, or has copied all */
    /* Of reduces that wait for maps, and where more than order and delay looks at attempts (`whole`). */
    int64_t compute_us, copy_us;
    int64_t local_us, run_us; /* its own time; what of it it will run: less if it fails (F1) */
    uint32_t number;        /* of the task's attempts, from 0 */
    uint32_t candidate;     /* 1 + its place among those that may be copied, 0: it is none */
    const char *killed_for;
    struct transfer *net;   /* while it reads or copies over the network */
    struct attempt *older, *newer; /* all that run, by launch (attempt.c) */
    /* Whoever puts it on these lists sets both ends. */
    struct attempt *prev, *next; /* among the stage's copying */
    struct attempt *next_here, *next_queued; /* admit.c */
};
/* here.c: a node's list of stages with a block on it, each by its seat, and by how many had sat there before. */
struct listed {
    uint32_t seat, serial;
    uint32_t place;
    uint32_t only;           /* the place's task, if it is but one: then nobody needs to look at the place; else, or perhaps, NONE */
};
struct here {
    struct listed *at;
    uint32_t n;
    uint8_t cap, n_noted;            /* room for 2^cap */
    uint64_t noted[COLUMNS / 64];    /* of which stages of the table something may be left here: bits */
};
struct seat { struct stage *stage; uint32_t serial, next_spare; };
struct seats { struct seat *at; uint32_t n, cap, spare; };
struct node {
    /* One line of the cache: what a heartbeat reads. */
    _Alignas(64) uint32_t slots[2];
    uint32_t occupied[2], free[2]; /* free: of the slots, while the node is up */
    uint32_t rack;
    uint32_t epoch;          /* grows with each loss */
    double speed;
    bool in_row, up;         /* up: a row holds, or slots of it are kept */
    bool called;             /* has an out-of-band heartbeat at this instant */
    uint8_t stale;           /* bits of the kinds of which the first or last free slot came or went, which no set knows yet */
    uint32_t kept[2];        /* slots beyond those of its row, which are still needed (B20) */
    uint32_t span;           /* the next to begin or, while up, the present one */
};

/* What delay scheduling keeps per kind of slot (D4, D5). */
struct accounting {
    int64_t clock_us;        /* the last heartbeat that counted */
    uint64_t marking_scan;   /* the last that passed anybody by */
    bool marks;              /* there may be marks left by it */
    bool idle;               /* nobody launched at the last one, all are marked, and nobody came since (clock.c) */
};

#include "lib/replay/mechanism.h"

/* A mechanism's record of a job, of a stage. */
static inline void *job_record(const struct job *job, const struct records *at)
{
    return (char *)(job->stage + job->n_stages) + at->of_job;
}
static inline void *stage_record(const struct stage *st, const struct records *at)
{
    return (char *)(st->job->stage + st->job->n_stages) + at->job_size + (size_t)st->number * at->stage_size + at->of_stage;
}

struct sw_replay {
    const struct sw_cluster *cl;
    struct sw_replay_options opt;
    struct sw_replay_sink sink;
    struct sw_totals totals;
    const struct sw_pool_list *pools_declared, *pools_now; /* at the beginning, and at this time */
    struct sw_err *err;      /* of the run; set when it must stop */
    bool stopped;            /* the sink said so */
    uint64_t asked_at;       /* when so many events were over */
    bool failed;             /* out of memory: what is left of it cannot be trusted, and is not freed */

    int64_t now_us;
    uint64_t serial, scan;
    struct heap events;
    size_t n_changes;        /* of them, changes of the cluster and of pools */
    uint64_t n_set_up;       /* and stages being set up (L20) */
    struct sw_names jobs_by_id, pools_by_name;
    struct job *first_job, *last_job;
    struct attempts { struct slab *slabs; struct attempt *spare; } attempts[2]; /* of one line; whole ones (attempt.c) */
    struct attempt *oldest, *newest;
    bool keeps_launches;     /* oldest and newest are kept */
    bool followed;           /* mechanisms hear of launches and ends */
    bool whole;              /* they do, or attempts are reported, or read over the network */
    bool chains;             /* every attempt ends when it was said to, so that ends at one time may be one event */
    struct attempt *last_end; /* the last of the last of them; NULL: an event was taken since */
    struct attempt *in_line; /* of those at this instant the next, which is in no heap; NULL: none is */
    uint64_t n_behind;       /* ends that are not in the heap yet */

    struct node *node;
    uint32_t reducers;       /* A1: what a node with reduce slots takes in their place; 0: its slots */
    bool counts_pools;       /* somebody looks at what pools run and want */
    bool tasks_return;       /* tasks may have to be launched again: what that needs is kept */
    bool blocks_stay;        /* somebody asks where a task's blocks are that is launched */
    uint64_t slots_now[2];
    int64_t runnable[2];     /* running + ready unlaunched tasks, of all jobs */
    int64_t n_up;            /* nodes */
    int64_t slots_since_us;
    uint32_t *rack_of;       /* of each node */
    uint32_t *rank_of, *node_of; /* heartbeat order (H1), or cluster order when there is no period */
    int64_t *phase_us;       /* of each rank, in the period; and the next period's beginning */
    double ranks_per_us;
    uint32_t beat;           /* the rank of the first periodic heartbeat after the last round, and its time, */
    int64_t beat_us;
    int64_t period_us;       /* in the period that begins then */
    int64_t asking_us;       /* when the next may change something, by the last look; INT64_MAX: not looked */
    bool late_bits;          /* sets of ranks take in what was freed or taken once the node's heartbeat is over (clock.c) */
    struct bits free_rank[2], any_free; /* ranks of nodes with a free slot of the kind, of any kind */
    struct here *here;       /* of each node: waiting stages with a block there, while a delay rule may refuse (here.c) */
    struct seats seats;
    struct table table;
    struct bits some_here;   /* ranks of nodes with any, */
    struct bits hot;         /* and of those among them that have a free slot of kind 0 */
    uint32_t *called;        /* nodes with an out-of-band heartbeat at this instant */
    uint32_t n_called;
    struct bits called_set;  /* empty; for a round to sort them by */
    bool call_all;           /* H6 (b), (c): offer to all free nodes */
    int64_t last_round_us;   /* H7 */

    struct pool *pools, *last_pool;
    uint32_t n_pools;
    bool ticking[3];         /* an update, a check, a look is among the events */
    int64_t idle_us;         /* since when nothing else is to come; -1: always was; and what had been done then (stuck.c) */
    uint64_t idle_done, n_killed;
    bool at_end;             /* that was long enough */
    struct shares *shares;   /* share.c: room and the tree of pools */
    struct pool *queue;      /* mlq: rule.n_queues of them (O11) */
    struct sw_list_store store;
    struct sw_list list[2];  /* the root lists */
    struct accounting acc[2];
    uint64_t n_waiting[2];   /* stages, with and without preference counted apart, that stand in a list: about so many are in order */
    uint64_t n_nopref[2];    /* of these, those without */
    struct { struct aside **at; uint32_t n, cap; } aside[2]; /* of pools and holders at their most (O6, O13) */

    struct sw_trace *trace;
    bool trace_ended;
    int64_t first_row_us;
    uint64_t held_bytes;
    uint32_t *host_buf;
    size_t cap_host_buf;
    struct stage *launched_stages; /* in this heartbeat */
    struct stage *round_stages;    /* in this round of all free nodes */
    uint64_t round;                /* such rounds so far; bit 0 is set while one goes on */
    struct reason *reason;         /* why.c; NULL: nobody asks why */
    struct pieces pieces;
    struct mechanisms mechanisms;
};

#include "lib/replay/calls.h"
#endif
