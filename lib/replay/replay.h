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
#include <setjmp.h>
#include "slotwise/sw_chance.h"
#include "slotwise/sw_list.h"
#include "slotwise/sw_names.h"
#include "slotwise/sw_num.h"
#include "slotwise/sw_replay.h"
#include "lib/replay/bits.h"
#include "lib/replay/flows.h"

/* In the conditions of what most replays do without: the compiler lays out the common path without jumps. */
#define SELDOM(condition) __builtin_expect(!!(condition), 0)
/* What happens once in many instants at most, or writes rows that take longer anyhow: laid apart, and small rather than fast. */
#define COLD __attribute__((cold))

/* ---- events: ordered by time, kind, then a number that the rules name (T2) -------------------- */

enum event_kind { EV_COPIED, EV_END, EV_REPORT, EV_COMMIT, EV_CLUSTER, EV_READ, EV_SUBMIT, EV_READY, EV_POOLS, EV_UPDATE, EV_PREEMPT, EV_LOOK, EV_EVICT };
struct event { int64_t at_us; uint64_t order; void *of; }; /* order: kind in the top byte, serial or place below */
struct heap { struct event *at; size_t n, cap; };
#define HEAP_FAR (1 << 12) /* so large that its lower levels, and what its events are of, are far from the cache */
void heap_push(struct heap *h, struct event ev);
struct event heap_pop(struct heap *h); /* not empty */
static inline enum event_kind event_kind(const struct event *ev) { return (enum event_kind)(ev->order >> 56); }

/* ---- memory (memory.c) ------------------------------------------------------------------------- */

#define LINE 64                            /* of the cache */
#define MOST_LINES 64                      /* larger ones are allocated each by itself */
/* Pieces of a few lines of the cache, cut from blocks and kept by their size when they are given back. */
struct pieces {
    struct piece *spare[MOST_LINES + 1];   /* by lines */
    struct piece_block *blocks;
    char *at;                              /* what is left of the last block, in lines */
    size_t left;
};

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
enum { COLUMNS = 128, NONE_IN_CELL = UINT16_MAX, LAST_OF_CELL = 1 << 15, MOST_IN_CELL = LAST_OF_CELL - 1 };
struct cell { uint16_t next, cursor; };
enum { CELLS_A_LINE = LINE / sizeof(struct cell) };
struct column { struct stage *of; uint16_t *task; };
struct table {
    struct cell *at;
    uint32_t width;        /* of a row, in cells */
    uint64_t taken[COLUMNS / 64]; /* columns: bits */
    struct column column[COLUMNS];
    uint32_t *end;         /* of each node's tasks, while a column is made */
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
    bool is_short;         /* D13 */
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
    uint32_t *tries;       /* attempts launched per task; NULL while tasks can never come back, as done_on */
    uint32_t *done_on;     /* 1 + node on which a map was done, 0: not done; and how close, in the top bits */
#define DONE_ON_NODE 0x1fffffff
    uint32_t number;       /* in its job, by the number in the trace; maps before reduces */
    uint64_t name;         /* the number in the trace */
    uint32_t parents_left, n_children, *child;
    int64_t copy_us, setup_us, ready_us;
    int64_t *task_copy_us;
    char **task_id, **task_hosts;
    uint64_t *task_bytes, bytes;             /* a task's: of the trace's row (NULL: none), else of each (N5, N7) */
    struct blocks blocks;
    struct places at_rack;
    uint64_t n_ran;        /* of its attempts that are done, and how long they took; kept for D13 alone */
    int64_t ran_us;
    uint16_t told;         /* what --decisions said of it in this period (decide.c) */
    uint64_t round;        /* the last round of all free nodes in which it launched, and how close (D9) */
    enum sw_level closest;
    struct attempt *copying; /* reduces in their copy phase, newest first */
    uint32_t cap_retry;
    uint32_t *retry;       /* failed tasks, n_retry of them, the first to fail first; they count as without preference (F2) */
    uint32_t *fails;       /* attempts that failed, a task; NULL: none */
    struct ran *ran;       /* progress.c */
    struct progress *progress;
    uint64_t refused_at;
};
struct pool;
struct claim;
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
    struct pool *queue;     /* mlq: in whose list it stands, too; else NULL */
    struct holder *holder;  /* NULL: nothing limits it */
    struct claim *claim;    /* private.c */
    int64_t running[2], unlaunched[2];
    uint64_t tasks_done, maps_done;
    uint64_t n_attempts;   /* attempt objects that still point here */
    uint64_t shuffle_bytes, held_bytes;
    bool mapreduce, submitted, admitted, ended, told; /* told: decide.c */
    enum sw_priority priority;
    enum sw_locality last_at; /* of its launch before (O29) */
    int64_t weight;
    struct sw_result result;
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
    uint32_t *outputs, n_outputs, outputs_wanted; /* N7: the nodes of its finished maps, and how many somebody waits for */
    bool held_back;         /* evicted; its tasks stand in no list */
    uint64_t came, evicted; /* how many evictions there had been when it was admitted; and with its own */
    struct job *after, *followers, *next_follower; /* closed loop (J1) */
    struct job *prev, *next;  /* in the system, by reading */
    struct solo_spec *spec;   /* kept for --alone */
};
/* Jobs that wait to be admitted: a heap in fifo order. */
struct waiting { struct job **at; size_t n, cap; };
struct pool {
    /* What counts and keys are made of, as in a job. */
    struct pool *parent;
    int64_t running[2], demand[2]; /* demand before the cut to max */
    int64_t weight, min[2], max[2];
    int64_t most[2];        /* what it may run: max, or less under max_capacity (O6, O12) */
    int64_t capacity, key_share[2]; /* millionths; the second at the last update */
    int64_t allocated[2];   /* by the last look (O26) */
    struct sw_item item[2];
    struct sw_list list[2];
    struct aside aside[2];
    bool fifo, has_children, declared;
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
    struct claim *claim;    /* private.c */
    uint64_t sampled_bytes; /* sample.c */
    int64_t sampled_copying;
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
    /* Of reduces, and where more than order and delay looks at attempts (`whole`). */
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
    struct attempt *reduces, *queue; /* admit.c */
    struct claim *claim;     /* whose it is; only where nodes are private */
    int64_t computing;
    uint32_t n_long[2];      /* balance.c */
};

/* decide.c and why.c: which kinds of slot may have somebody held back since the last look; the sentence in the making. */
struct decide {
    bool look[2], queued;
    char text[1024], number[4][SW_NUM_MAX + 1];
    size_t len;
    unsigned next;
};

/* What delay scheduling keeps per kind of slot (D4, D5). */
struct accounting {
    int64_t clock_us;        /* the last heartbeat that counted */
    bool marks;              /* there may be marks left by it */
    bool idle;               /* nobody launched at the last one, all are marked, and nobody came since (clock.c) */
};

/* What an attempt gets over the network, one flow at a time. It begins at at_us, or its flow ends then. */
struct transfer {
    struct flow flow;        /* first, so that a flow's address is its transfer's */
    struct attempt *attempt;
    int64_t at_us;
    uint32_t place;          /* in the network's heap, or NONE: not known yet, or it waits for maps */
    uint32_t looks;          /* place among those that look for map output, or NONE */
    bool begun, moving;      /* its start-up is over; it has a flow */
    uint32_t from;           /* the flow's source */
    uint64_t left, bytes;    /* of the flow to go at since_us, in millionths of a byte; of the flow in all */
    int64_t since_us;
    /* fetch.c: a read */
    int64_t local_end_us;    /* it ends no earlier (N5) */
    uint64_t to_read;        /* bytes; less than its block, if it fails */
    uint64_t scan, moves;    /* in which it was launched (B6); to another replica (N6) */
    /* a copy (N7) */
    uint64_t total;
    uint32_t copied, in_part, base, seen, part, first, n_parts;
    bool early;              /* it waited for maps */
    struct transfer *next_spare;
};

/* What nodes have for map output. */
struct room {
    uint64_t *size, *used;   /* of each node, in bytes; size SW_NO_DISK_LIMIT */
    uint64_t n_busy;         /* attempts that live and are no reduces, and those that have ended and are not committed */
    uint64_t n_evictions;
    struct job *victim;      /* of the last look: who gives way, or NULL */
    const struct job *refused; /* the first that waits for room */
};

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
    uint32_t n_keeping;      /* nodes that keep slots */
    struct sw_names jobs_by_id, pools_by_name;
    struct job *first_job, *last_job;
    struct attempts { struct slab *slabs; struct attempt *spare; } attempts[2]; /* of one line; whole ones (attempt.c) */
    struct attempt *oldest, *newest;
    bool keeps_launches;     /* oldest and newest are kept */
    bool followed;           /* they are, or parts beside order and delay hear of launches and ends (launch.c) */
    bool whole;              /* they do, or attempts are reported, or read over the network */
    bool chains;             /* every attempt ends when it was said to, so that ends at one time may be one event */
    struct attempt *last_end; /* the last of the last of them; NULL: an event was taken since */
    struct attempt *in_line; /* of those at this instant the next, which is in no heap; NULL: none is */
    uint64_t n_behind;       /* ends that are not in the heap yet */

    struct node *node;
    bool preempts;           /* there is a rule that kills */
    struct speculation *speculation; /* NULL: nobody is copied */
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
    struct bits called_set;  /* them in cluster order, while a round sorts them; else empty */
    bool call_all;           /* H6 (b), (c): offer to all free nodes */
    int64_t last_round_us;   /* H7 */

    struct pool *pools, *last_pool;
    uint32_t n_pools;
    bool ticking[3];         /* an update, a check, a look is among the events */
    int64_t idle_us;         /* since when nothing else is to come; -1: always was; and what had been done then (stuck.c) */
    uint64_t idle_done, n_killed;
    bool at_end;             /* that was long enough */
    struct shares *shares;   /* share.c: room and the tree of pools */
    struct privates *privates; /* private.c; NULL: nodes are everybody's */
    struct classes *classes; /* classes.c; NULL: jobs are all of one class */
    struct pool *queue;      /* mlq: rule.n_queues of them (O11) */
    struct due_room *due_room; /* deficit.c */
    struct room *room;       /* disk.c; NULL: no node has a limit */
    struct global *global;   /* global.c; NULL while the nodes choose */
    struct sw_list_store store;
    struct sw_list list[2];  /* the root lists */
    struct accounting acc[2];
    uint64_t n_waiting[2];   /* stages, with and without preference counted apart, that stand in a list: about so many are in order */
    struct { struct aside **at; uint32_t n, cap; } aside[2]; /* of pools and holders at their most (O6, O13) */

    struct sw_trace *trace;
    bool trace_ended;
    int64_t first_row_us, next_sample_us;
    uint64_t held_bytes;
    struct sw_replay *solo;
    struct network *network; /* NULL: distance costs what the penalties say */
    uint32_t *host_buf;
    size_t cap_host_buf;
    struct stage *launched_stages; /* in this heartbeat */
    struct stage *round_stages;    /* in this round of all free nodes */
    uint64_t round;                /* such rounds so far; bit 0 is set while one goes on */
    bool balance;                  /* balance.c */
    uint64_t n_long[2], n_with_slots[2]; /* attempts of long stages; nodes with slots of the kind, now */
    struct decide *decide;         /* decide.c; NULL: nobody asks why */
    struct pieces pieces;
};

int64_t rounded_us(double us);

/* memory.c */
extern _Thread_local jmp_buf *out_of_memory; /* where to go when there is none */
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t n, size_t size);
char *xcopy(const char *at, size_t len);
void *xlines(size_t size); /* of whole lines of the cache */
size_t block_size(size_t before); /* of the next block to cut up: twice the one before, as most replays need little; 0: there is none */
void *piece_new(struct pieces *p, size_t size); /* of whole lines */
void piece_free(struct pieces *p, void *at, size_t size); /* at: NULL, or a piece of that size */
void pieces_end(struct pieces *p);

/* blocks.c */
void blocks_draw_one(struct sw_replay *r, const struct stage *st, uint64_t task, uint64_t scan, uint32_t *host);
void blocks_place(struct sw_replay *r, struct stage *st);
void blocks_free(struct sw_replay *r, struct stage *st);

/* table.c */
void table_end(struct sw_replay *r);
bool table_enter(struct sw_replay *r, struct stage *st); /* once its blocks are placed; whether it is in */
void table_leave(struct sw_replay *r, struct stage *st);
bool table_has(const struct sw_replay *r, const struct stage *st, uint32_t node);
uint32_t table_task(struct sw_replay *r, const struct stage *st, uint32_t node); /* the first left at the node; NONE */
bool table_back(struct sw_replay *r, const struct stage *st, uint32_t node, uint32_t task); /* it comes back; whether nothing was left there */
/* Into the cache, the lines of the table where something may be left at the node. */
static inline void table_fetch(const struct sw_replay *r, uint32_t node)
{
    const struct table *t = &r->table;
    const struct cell *row = t->at + (size_t)node * t->width;
    for (uint32_t w = 0; w < COLUMNS / 64; w++)
        for (uint64_t left = r->here[node].noted[w]; left; ) {
            uint32_t line = (uint32_t)__builtin_ctzll(left) / CELLS_A_LINE;
            __builtin_prefetch(row + 64 * w + CELLS_A_LINE * line);
            left &= ~UINT64_C(0) << CELLS_A_LINE * line << CELLS_A_LINE;
        }
}

/* places.c */
void places_of_nodes(struct sw_replay *r, struct stage *st);
void places_of_racks(struct sw_replay *r, struct stage *st);
uint32_t places_search(const struct places *p, uint32_t id); /* of some places, with ids; NONE */
static inline uint32_t places_find(const struct places *p, uint32_t id) { return p->id ? places_search(p, id) : id; }
static inline uint32_t place_id(const struct places *p, uint32_t i) { return p->id ? p->id[i] : i; }
void places_free(struct sw_replay *r, struct stage *st);
static inline uint32_t blocks_n(const struct stage *st, uint32_t task)
{
    const struct blocks *b = &st->blocks;
    return b->per_task ? b->per_task : b->first ? b->first[task + 1] - b->first[task] : 0;
}
static inline const uint32_t *blocks_of(const struct stage *st, uint32_t task)
{
    const struct blocks *b = &st->blocks;
    return b->host + (b->per_task ? (size_t)task * b->per_task : b->first[task]);
}
static inline size_t blocks_in_all(const struct stage *st)
{
    const struct blocks *b = &st->blocks;
    return b->per_task ? (size_t)b->per_task * st->n_tasks : b->first[st->n_tasks];
}

/* stage.c */
void stage_prepare(struct sw_replay *r, struct stage *st);  /* draws blocks, when it becomes ready */
void stage_release(struct sw_replay *r, struct stage *st);
uint32_t stage_task_at(struct stage *st, uint32_t place);    /* likewise, at that place of its at_node */
uint32_t stage_local_task(struct sw_replay *r, struct stage *st, uint32_t node); /* NONE */
static inline bool stage_has_places(const struct stage *st) { return st->at_node.at || st->column; }
uint32_t stage_rack_task(struct sw_replay *r, struct stage *st, uint32_t rack);
uint32_t stage_next_task(struct stage *st, int class);
uint32_t stage_task_from(const struct stage *st, uint32_t task, int class); /* NONE */
struct places *stage_racks(struct sw_replay *r, struct stage *st);
uint32_t stage_tasks_at(struct stage *st, struct places *p, uint32_t id, uint32_t most, uint32_t *task);
bool stage_take(struct sw_replay *r, struct stage *st, uint32_t task, int class);
enum sw_locality stage_distance(const struct sw_replay *r, const struct stage *st, uint32_t task, uint32_t node);
void stage_return(struct sw_replay *r, struct stage *st, uint32_t task); /* unlaunched again */
void stage_comes_back(struct sw_replay *r, struct stage *st);
/* here.c */
void here_start(struct sw_replay *r);
void here_end(struct sw_replay *r);
void here_enter(struct sw_replay *r, struct stage *st);
void here_leave(struct sw_replay *r, struct stage *st);
void here_again(struct sw_replay *r, struct stage *st, uint32_t node); /* a stage that is in has something left there once more */
void here_drop(struct sw_replay *r, uint32_t node, uint32_t i);       /* entry i of the node's list */
void here_unnote(struct sw_replay *r, const struct stage *st, uint32_t node); /* of the table: nothing of it is left there */
static inline struct stage *here_stage(const struct sw_replay *r, const struct listed *at) /* NULL: it has left */
{
    const struct seat *seat = &r->seats.at[at->seat];
    return seat->serial == at->serial ? seat->stage : NULL;
}
/* Whether there may be a block there of any that waits. */
static inline bool here_any(const struct sw_replay *r, uint32_t node)
{
    return r->here[node].n || r->here[node].n_noted;
}
/* Whether something may be left of the stage's there, as far as can be told without its place. */
static inline bool here_left(const struct stage *st, const struct listed *at)
{
    return at->only == NONE || !bit_get(st->launched, at->only);
}
/* The first task left of the stage's there, as stage_task_at() says; here_left(). */
static inline uint32_t here_task(struct stage *st, const struct listed *at)
{
    return at->only == NONE ? stage_task_at(st, at->place) : at->only;
}

/* times.c */
void times_draw(struct sw_replay *r, struct stage *st);
void times_free(struct sw_replay *r, struct stage *st);
int64_t stage_local_us(const struct stage *st, uint32_t task); /* at a node with its data, of speed 1 */
int64_t stage_copy_us(const struct stage *st, uint32_t task);

/* pool.c */
struct pool *pool_get(struct sw_replay *r, struct sw_text name);
struct pool *pool_make(struct sw_replay *r, char *name); /* takes the name, under which it will not be found */
void pool_init(struct sw_replay *r, struct pool *p);
void pool_clear(struct pool *p);
void pool_declare(struct pool *p, const struct sw_pool_spec *spec);
int pools_start(struct sw_replay *r, const struct sw_pool_list *declared);
void pools_end(struct sw_replay *r);

/* job.c: jobs and pools in the lists */
void pool_place(struct sw_replay *r, struct pool *p, int slot);
void pools_place(struct sw_replay *r, struct pool *p, int slot); /* and those above */
void pools_count(struct pool *p, int slot, int64_t running, int64_t demand);
void waiting_push(struct waiting *w, struct job *job);
struct job *waiting_pop(struct waiting *w);
/* Into the cache, what a launch and an end read of it. */
static inline void job_fetch(const struct job *job)
{
    __builtin_prefetch(job, 1);
    __builtin_prefetch(&job->unlaunched, 1);
    __builtin_prefetch(&job->result.first_launch_us, 1);
}
bool job_fifo_before(const struct job *a, const struct job *b);
double job_weight(const struct job *job); /* with its priority's factor */
void job_withdraw(struct sw_replay *r, struct job *job); /* what it has unlaunched stands in no list any more */
void job_count(struct sw_replay *r, struct job *job, int slot, int64_t running, int64_t unlaunched);
void job_rekey(struct sw_replay *r, struct job *job, int slot);
void job_recount(struct sw_replay *r, struct job *job, int slot, int64_t running, int64_t unlaunched); /* both of them */
void stage_enter(struct sw_replay *r, struct stage *st);   /* becomes ready */
void stage_set_up(struct sw_replay *r, struct stage *st);  /* nothing but its set-up holds it back */
void stage_is_set_up(struct sw_replay *r, struct stage *st);
void stage_leave_set_up(struct sw_replay *r, struct stage *st);
void stage_forget(struct sw_replay *r, struct stage *st);
void stage_set_due(const struct sw_replay *r, struct stage *st);
void stage_set_waits(const struct sw_replay *r, struct stage *st);
void stage_list_item(struct sw_replay *r, struct stage *st, int class);
void stage_unlist_item(struct sw_replay *r, struct stage *st, int class);

/* reload.c: pools over time */
void pools_begin(struct sw_replay *r);
void pools_change(struct sw_replay *r);

/* room.c: max_jobs */
void jobs_let_in(struct sw_replay *r); /* all for whom there is room */
void job_admit(struct sw_replay *r, struct job *job);
void job_let_in(struct sw_replay *r, struct job *job); /* without asking */
void job_left(struct sw_replay *r, struct job *job);

/* limit.c: queues, users, parts of the cluster */
void limits_start(struct sw_replay *r);
void limits_resize(struct sw_replay *r); /* the cluster has changed */
void limits_end(struct sw_replay *r);
struct sw_list *list_of(struct sw_replay *r, const struct job *job, int slot); /* where its stages that wait stand */
void limits_count(struct job *job, int slot, int64_t running, int64_t demand);
void job_join(struct sw_replay *r, struct job *job);  /* its pool is known */
void job_leave(struct sw_replay *r, struct job *job);
void holder_place(struct sw_replay *r, struct holder *h, int slot);
void set_aside(struct sw_replay *r, struct aside *a, int slot, bool on);
void limit_lets_go(struct sw_replay *r, const struct pool *p, int slot);

/* deficit.c */
void deficits_update(struct sw_replay *r);
void deficits_end(struct sw_replay *r);

/* attempt.c */
struct attempt *attempt_new(struct sw_replay *r, bool whole); /* or its first line alone */
void attempt_free(struct sw_replay *r, struct attempt *a);
void attempts_end(struct sw_replay *r);
struct attempt **attempts_running(const struct sw_replay *r, size_t *n); /* whole ones, by launch; the caller's */
void link_newest(struct sw_replay *r, struct attempt *a);
void unlink_running(struct sw_replay *r, struct attempt *a);

/* launch.c */
enum sw_level stage_level(const struct sw_replay *r, const struct stage *st); /* to which its meter has brought it */
void launch(struct sw_replay *r, struct stage *st, uint32_t node, uint32_t task, int class, enum sw_locality at);
void launch_copy(struct sw_replay *r, struct attempt *of, uint32_t node);
int64_t attempt_takes(const struct sw_replay *r, const struct attempt *a, int64_t local_us); /* where it runs, at the present speed */
bool attempt_part(struct attempt *a); /* from the other attempt of its task; whether there was one */
void attempt_end_at(struct sw_replay *r, struct attempt *a, int64_t end_us);
void attempt_wait_for_maps(struct attempt *a);
void attempt_compute(struct sw_replay *r, struct attempt *a, int64_t at_us);
int64_t attempt_copy_us(const struct sw_replay *r, const struct attempt *a, bool early); /* L4: the copy phase ends no earlier */
void attempt_copied(struct sw_replay *r, struct attempt *a, int64_t at_us);
bool maps_are_done(const struct job *job);

/* end.c */
void attempt_fetch(const struct sw_replay *r, const struct attempt *a); /* into the cache, what its end will read */
void attempt_event(struct sw_replay *r, struct attempt *a);
void attempt_report(struct sw_replay *r, struct attempt *a);
void attempt_commit(struct sw_replay *r, struct attempt *a);
void report_attempt(struct sw_replay *r, const struct attempt *a, enum sw_outcome outcome);
void report_running(struct sw_replay *r);
uint64_t maps_before_reduces(const struct sw_replay *r, uint64_t maps); /* L5 */

/* fail.c */
void fail_draw(struct sw_replay *r, struct attempt *a);
void fail_ends(struct sw_replay *r, struct attempt *a);
uint32_t fail_next(struct stage *st);

/* speculate.c, progress.c */
void speculation_start(struct sw_replay *r);
void speculation_reset(struct sw_replay *r);
void speculation_end(struct sw_replay *r);
void speculation_note_done(struct sw_replay *r, struct attempt *a);
void speculation_forget_stage(struct stage *st);
bool speculation_waits(const struct sw_replay *r, int slot); /* there are candidates, and one more copy may be */
void speculation_drop(struct sw_replay *r, struct attempt *a);
void speculation_leaves(struct sw_replay *r, struct attempt *a);
bool speculate(struct sw_replay *r, uint32_t node, int slot); /* offers the slot; whether a copy was launched */
void speculate_look(struct sw_replay *r);
/* Work of the kind waits (H5). */
static inline bool work_waits(const struct sw_replay *r, int slot)
{
    return r->list[slot].n || (SELDOM(r->speculation) && speculation_waits(r, slot));
}

/* disk.c: called while there is r->room */
uint64_t output_bytes(const struct job *job, uint32_t task); /* of one map (S4) */
bool room_is_limited(const struct sw_replay_options *opt, const struct sw_cluster *cl);
void room_start(struct sw_replay *r);
void room_end(struct sw_replay *r);
bool room_is_needed(const struct stage *st);
uint64_t room_for_map(const struct job *job); /* that one of its maps asks for (A7) */
uint64_t room_left(const struct sw_replay *r, uint32_t node);
bool room_is_there(const struct sw_replay *r, const struct stage *st, uint32_t node);
void room_free(struct sw_replay *r, const struct job *job, uint32_t task, uint32_t node);
void room_launched(struct sw_replay *r, const struct attempt *a);
void room_ended(struct sw_replay *r, const struct attempt *a);
void room_committed(struct sw_replay *r);
void room_stopped(struct sw_replay *r, const struct attempt *a);
void room_job_ended(struct sw_replay *r, struct job *job);
/* evict.c */
bool evict_look(struct sw_replay *r); /* whether nothing can go on for want of room; sets the victim */
void evict_now(struct sw_replay *r);
int evict_stuck(const struct sw_replay *r);
void evict_let_back(struct sw_replay *r, const struct job *ended);

/* admit.c */
bool admit_is_admitted(const struct sw_replay *r, const struct stage *st, uint32_t node);
bool admit_has_slot(const struct sw_replay *r, const struct stage *st, uint32_t node);
bool admit_may_start(const struct sw_replay *r, const struct stage *st, uint32_t node);
void admit_arrives(struct sw_replay *r, struct attempt *a);
void admit_copied(struct sw_replay *r, struct attempt *a);
void admit_leaves(struct sw_replay *r, struct attempt *a, enum phase was);

/* lost.c */
void leave_copying(struct attempt *a);
void attempt_stop(struct sw_replay *r, struct attempt *a, enum sw_outcome outcome);
uint64_t attempts_stop(struct sw_replay *r, const struct job *job, enum sw_outcome outcome);
void output_lost(struct sw_replay *r, struct stage *maps, uint32_t task);
void node_lost(struct sw_replay *r, uint32_t node);
void node_slower(struct sw_replay *r, uint32_t node, double from, double to);

/* rows.c */
void cluster_change(struct sw_replay *r, uint32_t node);
uint32_t node_slots_in(const struct sw_replay *r, const struct sw_span *span, int slot); /* NULL: none */
void node_set_slots(struct sw_replay *r, uint32_t node, const struct sw_span *span);    /* and what it keeps */
void clock_count_slots(struct sw_replay *r, int64_t until_us);
void rows_begin(struct sw_replay *r);

/* clock.c */
void clock_start(struct sw_replay *r);
void clock_reset(struct sw_replay *r);
void clock_end(struct sw_replay *r);
void node_take_slot(struct sw_replay *r, uint32_t node, int slot);
void node_free_slot(struct sw_replay *r, uint32_t node, int slot);
void node_call(struct sw_replay *r, uint32_t node);
void node_note_free(struct sw_replay *r, uint32_t node); /* whether it asks for work may have changed */
void node_note_stale(struct sw_replay *r, uint32_t node);
int64_t clock_next_beat(struct sw_replay *r, int64_t until_us); /* time of the next heartbeat of a node that asks; INT64_MAX, perhaps, if after until_us */
int64_t clock_all_wait_until(const struct sw_replay *r, int slot);
int64_t clock_node_beat(const struct sw_replay *r, uint32_t node);
void clock_round(struct sw_replay *r); /* the heartbeats of this instant (T3) */

/* load.c: H8 */
int64_t load_cap(const struct sw_replay *r, const struct node *nd, int slot);
/* Free slots that a node offers at a heartbeat. */
static inline int64_t slots_offered(const struct sw_replay *r, const struct node *nd, int slot)
{
    int64_t below;
    if (SELDOM(r->opt.load_cap >= 0) && (below = load_cap(r, nd, slot) - nd->occupied[slot]) < nd->free[slot])
        return below > 0 ? below : 0;
    return nd->free[slot];
}

/* keep.c */
bool keep_leaves_idle(const struct sw_replay *r, const struct sw_span *ends);
void keep_needed(struct sw_replay *r, struct node *nd, const struct sw_span *ends, const struct sw_span *next); /* next: may be NULL */
void keep_nothing(struct sw_replay *r, struct node *nd);
void keep_let_go(struct sw_replay *r); /* at the end of an instant */

/* scan.c */
void heartbeat(struct sw_replay *r, uint32_t node);

/* network.c: flows in time */
struct network *network_new(const struct sw_replay *r); /* NULL without --network */
void network_free(struct network *net);
void network_reset(struct sw_replay *r);
int64_t network_next_us(const struct sw_replay *r);
void network_apply(struct sw_replay *r);   /* N4: what begins and ends now */
void network_settle(struct sw_replay *r);  /* N3: after everything at an instant */
void network_report(struct sw_replay *r);  /* N9 */
struct transfer *network_start(struct sw_replay *r, struct attempt *a, int64_t at_us);
void network_move(struct sw_replay *r, struct transfer *t, uint32_t from, uint64_t left, uint64_t most);
void network_stop(struct sw_replay *r, struct transfer *t);
uint64_t network_left(const struct sw_replay *r, const struct transfer *t);
void network_look(struct sw_replay *r, struct transfer *t);
void network_end(struct sw_replay *r, struct transfer *t);
struct transfer *network_reading_from(const struct sw_replay *r, uint32_t node, uint32_t i); /* NULL: no more */
/* fetch.c: reads and copies */
bool fetch_reads(struct sw_replay *r, struct attempt *a);
int64_t fetch_score(const struct sw_replay *r, const struct attempt *a); /* C2: of what it gets over the network, in millionths */
bool fetch_copies(struct sw_replay *r, struct attempt *a);
void fetch_begins(struct sw_replay *r, struct transfer *t);
void fetch_look(struct sw_replay *r, struct transfer *t);
void fetch_moved(struct sw_replay *r, struct transfer *t);
void fetch_map_ended(struct sw_replay *r, struct job *job, uint32_t node);
void fetch_slower(struct sw_replay *r, struct attempt *a, double from, double to);
void fetch_outputs_lost(struct sw_replay *r, struct job *job, uint32_t node);
void fetch_source_lost(struct sw_replay *r, uint32_t node);
#define FETCH_MOST (UINT64_C(1) << 44) /* bytes of a task */
uint64_t stage_bytes(const struct stage *st, uint32_t task);
/* global.c */
void global_begin(struct sw_replay *r);
void global_round(struct sw_replay *r);        /* in place of the heartbeats of this instant */
int64_t global_next(const struct sw_replay *r); /* when the next decision comes, if nothing changes; INT64_MAX */
void global_end(struct sw_replay *r);

/* feed.c */
void feed_one(struct sw_replay *r, const struct sw_job *spec, int64_t submit_us);
int job_submit(struct sw_replay *r, struct job *job);
void job_report(struct sw_replay *r, struct job *job, enum sw_outcome outcome);
int feed_more(struct sw_replay *r);
void job_end(struct sw_replay *r, struct job *job, enum sw_outcome outcome);
void job_free(struct sw_replay *r, struct job *job);

/* never.c: J6 */
bool nothing_left(struct sw_replay *r, int64_t next_us); /* next_us: of heartbeats, INT64_MAX: none */
int never_ends(struct sw_replay *r);
bool never_runs(const struct sw_replay *r, const struct job *job, char *why, size_t cap);
int never_check(struct sw_replay *r, const struct job *job);  /* at its submission */
void never_count(struct sw_replay *r, const struct job *job); /* it is unfinished at the end */
/* check.c */
int check_order(const struct sw_replay_options *opt, const struct sw_cluster *cl, const struct sw_pool_list *pools, struct sw_err *err);
/* private.c */
void private_start(struct sw_replay *r);
void private_end(struct sw_replay *r);
void private_ask(struct sw_replay *r, struct job *job);
void private_left(struct sw_replay *r, struct job *job);
void private_note_node(struct sw_replay *r, uint32_t node); /* it came or went */
void private_hand_out(struct sw_replay *r);
void private_place(struct sw_replay *r, struct job *job, int slot);
bool private_wants(const struct sw_replay *r, const struct node *nd, int slot);
struct sw_list *private_list(const struct sw_replay *r, uint32_t node, int slot); /* NULL: nobody's */
struct sw_list *private_list_of(const struct job *job, int slot);
/* classes.c */
void classes_start(struct sw_replay *r);
void classes_reset(struct sw_replay *r);
void classes_admit(struct sw_replay *r, struct job *job);
void classes_look(struct sw_replay *r);
/* share.c */
void shares_compute(struct sw_replay *r, int slot, double demand_slots); /* of pools; < 0: by demand now, else that of each */
void shares_of_jobs(struct sw_replay *r, int slot); /* within the pools' shares */
void shares_end(struct sw_replay *r);
/* preempt.c */
void preempt_check(struct sw_replay *r);
void preempt_note_submission(struct sw_replay *r, struct pool *p);
void order_update(struct sw_replay *r);
void expect_tick(struct sw_replay *r, enum event_kind kind, int64_t every_us);
/* sample.c */
void samples_until(struct sw_replay *r, int64_t until_us);
/* balance.c: guarded by r->balance */
void balance_starts(struct sw_replay *r, const struct attempt *a);
void balance_leaves(struct sw_replay *r, const struct attempt *a);
void balance_done(struct sw_replay *r, struct stage *st, int64_t ran_us);
void balance_node(struct sw_replay *r, const struct node *nd, int slot, bool has);
bool balance_crowds(const struct sw_replay *r, const struct stage *st, uint32_t node); /* it may launch there only as if far from its data */
/* decide.c: what --decisions says. Calls are guarded by r->decide. */
void decide_start(struct sw_replay *r);
void decide_end(struct sw_replay *r);
COLD void decide_scan(struct sw_replay *r, uint32_t node, int slot, struct sw_item *item, uint32_t task, int class, enum sw_locality at);
COLD void decide_assigned(struct sw_replay *r, const struct stage *st, uint32_t node, enum sw_locality at, int64_t cost, int64_t waiting);
COLD void decide_launched(struct sw_replay *r, struct stage *st, uint32_t node); /* the scan's launch was made */
COLD void decide_not_admitted(struct sw_replay *r, const struct job *job);
COLD void decide_queued(struct sw_replay *r); /* a job waits for nodes (O21) */
COLD void decide_look(struct sw_replay *r, int slot); /* somebody may be held back by a limit */
COLD void decide_held(struct sw_replay *r);           /* the heartbeats of this instant are over */
COLD void decide_copy(struct sw_replay *r, const struct attempt *a, uint32_t node);
COLD void decide_evict(struct sw_replay *r, const struct job *job);
COLD void decide_kill(struct sw_replay *r, const struct attempt *a, const struct pool *for_pool);
/* A row with the reason that why_add() put together. node NONE, wait_us, level and at -1: does not apply. */
struct decided { enum sw_action action; const struct job *job; uint32_t node; int64_t wait_us; int level, at; bool turn; };
void decide_row(struct sw_replay *r, const struct decided *d);
/* why.c: the reason, a sentence, put together in r->decide. */
struct passed { int64_t wait_us; enum sw_level level; int64_t had, needs; bool crowded; }; /* by the rule's meter; needs < 0: it has none */
void why_add(struct sw_replay *r, const char *fmt, ...) SW_PRINTF(2, 3);
void why_launch(struct sw_replay *r, const struct stage *st, uint32_t task, enum sw_locality at, const struct passed *had, uint32_t before);
void why_skip(struct sw_replay *r, const struct stage *st, const struct passed *had, const struct stage *instead);
void why_turn(struct sw_replay *r, const struct stage *st, const struct stage *first);
void why_no_task(struct sw_replay *r, const struct job *job);
void why_held(struct sw_replay *r, const struct aside *by, int slot);
void why_copied(struct sw_replay *r, const struct attempt *a);
void why_no_room(struct sw_replay *r, const struct stage *st, uint32_t node);
void why_evicted(struct sw_replay *r, const struct job *job);
void why_killed(struct sw_replay *r, const struct attempt *a, const struct pool *for_pool);
/* solo.c */
struct solo_spec *solo_keep(const struct sw_job *job);
void solo_drop(struct solo_spec *spec);
int solo_new(struct sw_replay **out, const struct sw_replay_options *opt, const struct sw_cluster *cl, const struct sw_pool_list *pools,
             struct sw_err *err);
int64_t solo_response(struct sw_replay *r, const struct job *job);
/* engine.c */
int replay_one(struct sw_replay *r, const struct sw_job *spec, int64_t submit_us); /* a single job on the idle cluster */
#endif
