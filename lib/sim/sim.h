/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sim.h - the state of a replay. Each folder's types.h says what its parts are; the folder is their owner, and alone
 * writes them.
 *
 *   event/     the event queue, ticks            nodes/    slots, free ones, heartbeats
 *   task/      jobs, stages, attempts            life/     what happens to them, from the row of a trace to the result
 *   locality/  replicas, and the ways back       offer/    a free slot is offered, and who launches
 *   queue/     pools, limits, keys, waits        mech/     optional mechanisms; observe/ what people read (mechanism.h) */
#ifndef LIB_SIM_SIM_H
#define LIB_SIM_SIM_H
#include "slotwise/sw_chance.h"
#include "slotwise/sw_queue.h"
#include "slotwise/sw_names.h"
#include "slotwise/sw_num.h"
#include "slotwise/sw_replay.h"
#include "lib/base/arena.h"
#include "lib/base/bitset.h"
#include "lib/base/million.h"
#include "lib/base/minmax.h"
#include "lib/sim/event/types.h"
#include "lib/sim/locality/types.h"
#include "lib/sim/mechanism.h"
#include "lib/sim/nodes/types.h"
#include "lib/sim/queue/types.h"
#include "lib/sim/task/types.h"

/* A mechanism's record of a job, of a stage. */
static inline void *job_record(const struct job *job, const struct records *at)
{
    return (char *)(job->stage + job->n_stages) + at->of_job;
}
static inline void *stage_record(const struct stage *st, const struct records *at)
{
    return (char *)(st->job->stage + st->job->n_stages) + at->job_size + (size_t)st->number * at->stage_size
           + at->of_stage;
}

/* Times that leave the range end the run when they come up (engine.c). */
static inline int64_t rounded_us(double us)
{
    return us < (double)(SW_TIME_MAX + 1) ? sw_num_round(us) : SW_TIME_MAX + 1;
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
    struct event_queue events;
    size_t n_changes;        /* of them, changes of the cluster and of pools */
    uint64_t n_set_up;       /* and stages being set up (L20) */
    struct sw_names jobs_by_id, pools_by_name;
    struct job *first_job, *last_job;
    /* of one line; whole ones (attempt.c) */
    struct attempts { struct slab *slabs; struct attempt *spare; } attempts[2];
    struct attempt *oldest, *newest;
    bool keep_launch_order;     /* oldest and newest are kept */
    bool has_hooks;           /* mechanisms hear of launches and ends */
    bool full_records;              /* they do, or attempts are reported, or read over the network */
    bool chains;             /* every attempt ends when it was said to, so that ends at one time may be one event */
    struct attempt *last_end; /* the last of the last of them; NULL: an event was taken since */
    struct attempt *next_in_chain; /* of those at this instant the next, which is in no heap; NULL: none is */
    uint64_t n_behind;       /* ends that are not in the heap yet */

    struct node *node;
    uint32_t reducers;       /* A1: what a node with reduce slots takes in their place; 0: its slots */
    bool counts_pools;       /* somebody looks at what pools run and want */
    bool tasks_can_rerun;       /* tasks may have to be launched again: what that needs is kept */
    bool keep_replicas;        /* somebody asks where a task's blocks are that is launched */
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
    bool late_bits;          /* sets of ranks take in what was freed or taken once the node's heartbeat is over
                                (clock.c) */
    struct bits free_rank[2], any_free; /* ranks of nodes with a free slot of the kind, of any kind */
    struct node_index *node_index;       /* of each node: waiting stages with a block there, while a delay rule may
                                            refuse (here.c) */
    struct handles handles;
    struct dense_index dense;
    struct bits has_local;   /* ranks of nodes with any, */
    struct bits free_and_local;         /* and of those among them that have a free slot of kind 0 */
    uint32_t *kicked;        /* nodes with an out-of-band heartbeat at this instant */
    uint32_t n_kicked;
    struct bits kicked_set;  /* empty; for a round to sort them by */
    bool offer_to_all_nodes;           /* H6 (b), (c): offer to all free nodes */
    int64_t last_round_us;   /* H7 */

    struct pool *pools, *last_pool;
    uint32_t n_pools;
    bool ticking[3];         /* an update, a check, a look is among the events */
    int64_t idle_us;         /* since when nothing else is to come; -1: always was; and what had been done then
                                (stuck.c) */
    uint64_t idle_done, n_killed;
    bool at_end;             /* that was long enough */
    struct shares *shares;   /* share.c: room and the tree of pools */
    struct pool *mlq;      /* mlq: rule.n_queues of them (O11) */
    struct sw_queue_pool tnodes;
    struct sw_queue queue[2];  /* the root lists */
    struct accounting acc[2];
    uint64_t n_waiting[2];   /* stages, with and without preference counted apart, that stand in a list: about so many
                                are in order */
    uint64_t n_nopref[2];    /* of these, those without */
    struct { struct blocked **at; uint32_t n, cap; } blocked[2]; /* of pools and holders at their most (O6, O13) */

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
    struct arena arena;
    struct mechanisms mechanisms;
};
#endif
