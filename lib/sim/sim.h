/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sim.h - the state of a replay. Each folder's types.h declares the folder's records. All files read them; the folder
 * alone writes them. docs/architecture.md has the map.
 *
 *   event/     the event queue, ticks            nodes/    slots, free ones, heartbeats
 *   task/      jobs, stages, attempts            life/     what happens to them, from the row of a trace to the result
 *   locality/  replicas, and the ways back       offer/    a free slot is offered, and who launches
 *   queue/     pools, limits, keys, waits        dispatch/ who decides (dispatcher.h)
 *                                                mech/     optional mechanisms (mechanism.h)
 *                                                observe/  what people read */
#ifndef LIB_SIM_SIM_H
#define LIB_SIM_SIM_H
#include "lib/base/sw_chance.h"
#include "lib/sched/sw_queue.h"
#include "lib/base/sw_names.h"
#include "slotwise/sw_num.h"
#include "slotwise/sw_replay.h"
#include "lib/base/arena.h"
#include "lib/base/bits.h"
#include "lib/base/million.h"
#include "lib/base/minmax.h"
#include "lib/sim/event/types.h"
#include "lib/sim/locality/types.h"
#include "lib/sim/dispatcher.h"
#include "lib/sim/mechanism.h"
#include "lib/sim/observer.h"
#include "lib/sim/nodes/types.h"
#include "lib/sim/queue/types.h"
#include "lib/sim/task/types.h"

/* A mechanism's own record of a job, and of a stage. */
static inline void *job_record(const struct job *job, const struct records *at)
{
    return (char *)(job->stage + job->n_stages) + at->of_job;
}
static inline void *stage_record(const struct stage *st, const struct records *at)
{
    return (char *)(st->job->stage + st->job->n_stages) + at->job_size + (size_t)st->number * at->stage_size
           + at->of_stage;
}

/* And of an attempt with a full record, as all have where a mechanism keeps one. */
static inline void *attempt_record(const struct attempt *a, const struct records *at)
{
    return (char *)a->records + at->of_attempt;
}

/* And of a pool. */
static inline void *pool_record(const struct pool *p, const struct records *at)
{
    return (char *)(p + 1) + at->of_pool;
}

/* A time out of range becomes SW_TIME_MAX + 1. The run ends with an error when it comes up (engine.c). */
static inline int64_t rounded_us(double us)
{
    return us < (double)(SW_TIME_MAX + 1) ? sw_num_round(us) : SW_TIME_MAX + 1;
}

/* The folder or file named beside a struct writes it; all files read it. */
struct slots { /* nodes/ */
    struct node *node;
    uint32_t reducers;           /* A1: reducers of a node with reduce slots; 0: as many as its slots */
    uint64_t now[2];             /* slots of all nodes */
    int64_t n_free[2];           /* those of them that are free */
    int64_t since_us;            /* when slot time was last counted; -1: not yet */
    int64_t n_up;                /* nodes that are up */
    uint32_t *rack_of;           /* each node's; and of the one that stands for hosts elsewhere (n_nowhere) */
    uint32_t *rank_of, *node_of; /* heartbeat order (H1); without a period cluster order */
    bool late_bits;              /* a slot enters the sets below when its node's heartbeat is over */
    struct bits free_rank[2], any_free; /* ranks of nodes with a free slot of the kind, of any kind */
    struct bits has_local;       /* ranks of nodes with a replica of a waiting task */
    struct bits free_and_local;  /* ranks in has_local with a free slot of kind 0 */
    uint32_t *kicked, n_kicked;  /* nodes with an out-of-band heartbeat at this instant */
    struct bits kicked_set;      /* empty between rounds; a round sorts the kicked nodes by it */
    bool keeps_idle;             /* B20: what runs when an idle row ends is not lost */
    bool offer_to_all;           /* H6 (b), (c): this instant's round goes to all free nodes */
};
struct beats { /* nodes/beats.h */
    int64_t *phase_us;           /* of each seat in the period, and behind them the period's end */
    double ranks_per_us;
    struct drift *drift;         /* who has which seat in a period (nodes/drift.c); NULL: each rank its own */
    uint32_t rank;               /* the seat of the first periodic heartbeat after the last round */
    int64_t at_us, period_us;    /* its time, and the beginning of its period */
    int64_t asking_us;           /* the next heartbeat that may change something; INT64_MAX: not known */
};
struct locality { /* locality/ */
    struct node_index *of_node;  /* waiting stages with a replica there; kept while a delay rule may refuse */
    struct handles handles;
    struct dense_index dense;
    uint32_t *host_buf;          /* hosts of a stage, while the trace's hosts are read */
    size_t cap_host_buf;
    bool keep_replicas;          /* those of launched tasks are needed, too */
    bool no_blocks;              /* no task has preference */
    bool keep_hosts;             /* the hosts of a task are needed beside the dense index */
    uint32_t n_nowhere;          /* 1: node n_nodes stands for hosts that the cluster does not have, rack n_racks for
                                    racks that are not known (R3); else 0 */
    struct sw_cluster *hosts;    /* hosts as nodes, where nodes share them (R3); NULL: each node is one */
    uint32_t *home;              /* of each of them, the first node there */
};
struct queues { /* queue/ */
    struct sw_queue of_kind[2];  /* the root queues */
    struct sw_queue_pool tnodes;
    bool delay_clocks;           /* stages have them in the queue (section 6), and offers use them */
    struct accounting clock[2];
    uint64_t n_waiting[2];       /* entries of stages in a queue */
    uint64_t n_nopref[2];        /* those of them for tasks without preferred hosts */
    int64_t runnable[2];         /* running and ready unlaunched tasks, of all jobs */
    uint64_t claims[2];          /* changes of what jobs want, weigh and come before: shares follow them */
    /* Of pools and groups at their limit (O6, O13). n_released: so many times one was taken out. */
    struct { struct blocked **at; uint32_t n, cap; uint64_t n_released; } blocked[2];
    int64_t deficits_from[2];    /* O10: what keys count them from (mech/deficit.c) */
    struct pool *mlq;            /* rule.n_queues of them (O11) */
    bool keeps_shares;           /* jobs have struct job_shares */
    bool own_waits;              /* stages have waits of their own (D20, D21) */
    bool follows_done;           /* keys or waits change when a task is done */
};
struct pools { /* queue/pools.c, shares.c */
    struct pool *first, *last, **at; /* at: by number */
    uint32_t n;
    struct bits busy;            /* numbers of those that busy_next() finds */
    struct sw_names by_name;
    struct pool **in_order;      /* by name; n_in_order, with room for more */
    uint32_t n_in_order, cap_in_order;
    struct pool *found;          /* the last by its name; NULL: none yet */
    const struct sw_pool_list *declared, *now; /* at the beginning, and at this time */
    bool counted;                /* what pools run and want is kept */
    int64_t unlent[2];           /* X6: slots that pools keep and do not run (mech/lending.c) */
    bool by_updates;             /* demand is that of the last update (Y18) */
    bool limited;                /* their maximums hold, and so does max_jobs */
    bool fifo;                   /* jobs of a pool are in fifo order, unless its row says otherwise */
    bool fair_default;           /* but for the pool `default` (R8) */
    bool counts_told;            /* changes of what jobs run and want are noted for shares, or told mechanisms */
    bool makes_any;              /* a pool that the file does not name is made on its first use (R8) */
    struct shares *shares;       /* the tree of pools, and room to compute in */
};
struct jobs { /* life/ */
    struct job *first, *last;    /* in the system, which those that wait for an `after_job` are from the beginning */
    struct job *first_active, *last_active; /* admitted and not ended, by admission */
    struct sw_names by_id, rows_by_id; /* rows: of jobs that are none yet (life/followers.c) */
    uint64_t held_bytes;         /* of map output (S4) */
    uint64_t n_set_up;           /* stages being set up (L20) */
    uint64_t n_submitted;        /* and not ended */
};
struct attempts { /* task/attempts.c, life/ */
    struct attempt_memory { struct slab *slabs; struct attempt *spare; } memory[2]; /* one line; full records */
    struct attempt *oldest, *newest;
    uint64_t serial;             /* launches so far */
    bool keep_order;             /* oldest and newest are kept */
    bool has_hooks;              /* mechanisms are told of launches and ends */
    bool full_records;           /* every attempt has a full record */
    bool can_rerun;              /* tasks may have to be launched again; what that needs is kept */
    bool told_late;              /* what an end means to its job happens at its report (E2) */
    bool by_node;                /* those that end at one instant do so node by node */
};
struct chain { /* life/launch.c, engine.c: attempts that end at one instant are one event */
    bool kept;                   /* chains are made: no attempt's end changes once it is known */
    struct attempt *last;        /* the last of the newest chain; NULL: an event was taken since */
    struct attempt *next;        /* the next to end at this instant, beside the heap; NULL: none */
    uint64_t n_after;            /* ends that are not in the heap yet */
};
struct pick_stage;
struct offers { /* offer/, dispatch/ */
    uint64_t number;             /* offers so far */
    struct stage *launched;      /* stages that launched in this heartbeat */
    int64_t round_us;            /* the time of the last heartbeat (H7) */
    uint64_t off_switch_left;    /* in this heartbeat (Y4) */
    uint64_t beat;               /* heartbeats so far (Y3.3) */
    bool full_nodes;             /* full nodes offer, too (Y5) */
    uint32_t n_reserved;         /* nodes that are reserved: each heartbeat of theirs may end that (Y16) */
    /* The first stage that launches, where an offer asks every stage in order (Y1, B6); NULL: pick_stage(). */
    struct sw_queue_entry *(*pick)(struct pick_stage *);
    bool by_hadoop, maps_first;  /* E3, E4; E6 */
};
struct settled { /* event/ticks.c: what there was when the last update was over, which would repeat itself until then */
    int64_t at_us, until_us;
    uint64_t events, launches, slots[2];
};
struct quiet { /* event/ticks.c: nothing but ticks that settle has happened */
    int64_t from_us;             /* since then */
    uint64_t others;             /* events, offers, launches and kills until then, without such ticks */
    uint64_t ticks, in_row;      /* such ticks so far, and since then */
    uint64_t checks, checks_each; /* totals.owed.checks at the last check, and what it added */
    int64_t every_us[EV_SCAN - EV_UPDATE + 1]; /* time between these, if they settle; or 0 */
    int64_t look_us;             /* straggler scans find nothing before then, if nothing else happens */
    int64_t turn_us;             /* checks do the same again after so long, and are left out in such turns; or 0 */
    int64_t left_out_us;         /* by such turns, until the next check */
};
struct source { /* life/arrive.c */
    struct sw_trace *trace;
    bool ended;
    int64_t first_row_us;
    int64_t more_us;             /* before the first submission of that time more rows are read; -1: an event says so */
};
struct liveness { /* liveness.c */
    int64_t idle_us;             /* since then only repeating events are to come; -1: others are */
    uint64_t idle_done;          /* launches and kills until then */
    uint64_t n_killed;
    bool at_end;                 /* that has lasted long enough: nothing is left to happen */
};
struct sw_replay {
    const struct sw_cluster *cl;
    struct sw_options opt;
    struct sw_order own_order;   /* with --size-based-weight: that of opt.order */
    enum sw_delay_clock given_clock; /* of the delay as it was given; opt's is that of the mechanism in its place */
    struct sw_replay_sink sink;
    struct sw_totals totals;
    struct sw_err *err;          /* of the run; set when it must stop */
    bool stopped;                /* the sink said so */
    bool broken;                 /* a round has failed; the error is set */
    uint64_t asked_at;           /* when so many events were over */
    struct memory *memory;       /* all that it has; NULL: it shares that of the replay which it is a part of */

    int64_t now_us;
    struct event_queue events;
    size_t n_changes;            /* events that are changes of the cluster or of pools */
    bool ticking[EV_SCAN - EV_UPDATE + 1]; /* an update, a check, a look, a straggler scan is among them */
    int64_t idle_us[EV_SCAN - EV_UPDATE + 1]; /* time between these, where the last found no job in the system; or 0 */
    struct settled settled;
    struct quiet quiet;
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
    struct reason *reason;       /* observe/reasons.c; NULL: no reasons are wanted */
    struct dispatch dispatch;
    struct observers observers;
    struct mechanisms mechanisms;
};
#endif
