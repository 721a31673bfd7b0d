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

/* Each part is written by the folder, or file, that is named beside it, and read by all. */
struct slots { /* nodes/ */
    struct node *node;
    uint32_t reducers;           /* A1: what a node with reduce slots takes in their place; 0: its slots */
    uint64_t now[2];             /* of all nodes */
    int64_t since_us;            /* when slot time was last counted; -1: not yet */
    int64_t n_up;                /* nodes */
    uint32_t *rack_of;           /* of each node */
    uint32_t *rank_of, *node_of; /* heartbeat order (H1), or cluster order when there is no period */
    bool late_bits;              /* the sets below hear of a slot once its node's heartbeat is over */
    struct bits free_rank[2], any_free; /* ranks of nodes with a free slot of the kind, of any kind */
    struct bits has_local;       /* ranks of nodes with a replica of something that waits */
    struct bits free_and_local;  /* of these, those with a free slot of kind 0 */
    uint32_t *kicked, n_kicked;  /* nodes with an out-of-band heartbeat at this instant */
    struct bits kicked_set;      /* empty; a round sorts them by it */
    bool offer_to_all;           /* H6 (b), (c): to all free nodes */
};
struct beats { /* nodes/beats.h */
    int64_t *phase_us;           /* of each rank, in the period; and the next period's beginning */
    double ranks_per_us;
    uint32_t rank;               /* of the first periodic heartbeat after the last round, */
    int64_t at_us, period_us;    /* its time, and the beginning of its period */
    int64_t asking_us;           /* when the next may change something; INT64_MAX: not known */
};
struct locality { /* locality/ */
    struct node_index *of_node;  /* waiting stages with a replica there, while a delay rule may refuse */
    struct handles handles;
    struct dense_index dense;
    uint32_t *host_buf;          /* hosts of a stage, while the trace's are read */
    size_t cap_host_buf;
    bool keep_replicas;          /* those of launched tasks are asked for */
};
struct queues { /* queue/ */
    struct sw_queue of_kind[2];  /* the root queues */
    struct sw_queue_pool tnodes;
    struct accounting clock[2];
    uint64_t n_waiting[2];       /* stages in a queue, with and without preference counted apart */
    uint64_t n_nopref[2];        /* of these, those without */
    int64_t runnable[2];         /* running and ready unlaunched tasks, of all jobs */
    struct { struct blocked **at; uint32_t n, cap; } blocked[2]; /* of pools and groups at their limit (O6, O13) */
    int64_t deficits_from[2];    /* O10: what keys count them from (mech/deficit.c) */
    struct pool *mlq;            /* rule.n_queues of them (O11) */
};
struct pools { /* queue/pools.c, shares.c */
    struct pool *first, *last;
    uint32_t n;
    struct sw_names by_name;
    const struct sw_pool_list *declared, *now; /* at the beginning, and at this time */
    bool counted;                /* what pools run and want is asked for */
    struct shares *shares;       /* memory, and the tree of pools */
};
struct jobs { /* life/ */
    struct job *first, *last;    /* in the system, which those that wait for an `after_job` are from the beginning */
    struct job *first_active, *last_active; /* admitted and not ended, by admission */
    struct sw_names by_id;
    uint64_t held_bytes;         /* S4 */
    uint64_t n_set_up;           /* stages being set up (L20) */
};
struct attempts { /* task/attempts.c, life/ */
    struct attempt_memory { struct slab *slabs; struct attempt *spare; } memory[2]; /* of one line; full records */
    struct attempt *oldest, *newest;
    uint64_t serial;             /* launches so far */
    bool keep_order;             /* oldest and newest are kept */
    bool has_hooks;              /* mechanisms hear of launches and ends */
    bool full_records;           /* they do, or attempts are reported, or read over the network */
    bool can_rerun;              /* tasks may have to be launched again: what that needs is kept */
};
struct chain { /* life/launch.c, engine.c: ends of one instant as one event */
    bool kept;                   /* every attempt ends when it was said to */
    struct attempt *last;        /* the last of the newest chain; NULL: an event was taken since */
    struct attempt *next;        /* of those at this instant the next, which is in no heap; NULL: none is */
    uint64_t n_after;            /* ends that are not in the heap yet */
};
struct offers { /* offer/ */
    uint64_t number;             /* offers so far */
    struct stage *launched;      /* in this heartbeat */
    struct stage *of_round;      /* launched in this round of all free nodes */
    uint64_t round;              /* such rounds so far; bit 0 is set while one goes on */
    int64_t round_us;            /* H7: the last heartbeat */
    uint64_t off_switch_left;    /* in this heartbeat (Y4) */
    bool full_nodes;             /* full nodes offer, too (Y5) */
    bool by_yarn;                /* they do, or heartbeats end by Y4 or Y8 */
};
struct settled { /* event/ticks.c: what there was when the last update was over, which would repeat itself until then */
    int64_t at_us, until_us;
    uint64_t events, launches, slots[2];
};
struct source { /* life/arrive.c */
    struct sw_trace *trace;
    bool ended;
    int64_t first_row_us;
};
struct liveness { /* liveness.c */
    int64_t idle_us;             /* since when nothing else is to come; -1: always was */
    uint64_t idle_done;          /* what had been done then */
    uint64_t n_killed;
    bool at_end;                 /* that was long enough */
};
struct sw_replay {
    const struct sw_cluster *cl;
    struct sw_replay_options opt;
    struct sw_replay_sink sink;
    struct sw_totals totals;
    struct sw_err *err;          /* of the run; set when it must stop */
    bool stopped;                /* the sink said so */
    uint64_t asked_at;           /* when so many events were over */
    struct memory *memory;       /* all that it has; NULL: it shares that of the replay which it is a part of */
    bool failed;                 /* out of memory: what is left of it cannot be trusted */

    int64_t now_us;
    struct event_queue events;
    size_t n_changes;            /* of them, changes of the cluster and of pools */
    bool ticking[EV_SCAN - EV_UPDATE + 1]; /* an update, a check, a look, a straggler scan is among them */
    struct settled settled;
    struct jobs jobs;
    struct attempts attempts;
    struct chain chain;
    struct slots slots;
    struct beats beats;
    struct locality locality;
    struct pools pools;
    struct queues queues;
    struct offers offers;
    struct source source;
    struct liveness liveness;
    struct arena arena;
    struct reason *reason;       /* observe/reasons.c; NULL: no reason is asked for */
    struct mechanisms mechanisms;
};
#endif
