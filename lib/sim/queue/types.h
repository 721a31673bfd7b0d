/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types.h - pools, and the limits of jobs: what the scheduling queue is made of. */
#ifndef LIB_SIM_QUEUE_TYPES_H
#define LIB_SIM_QUEUE_TYPES_H
#include "lib/sched/sw_arithmetic.h"
#include "lib/sim/task/types.h"

/* A queue of stages that may not launch, as a pool or group is at its limit. Their waiting flags are cleared as all
 * others are (D4). */
struct limit_group;
struct blocked {
    struct sw_queue *list;
    uint32_t place;          /* in queues.blocked; NONE: it is not blocked */
    const struct pool *pool; /* its owner: the pool or the group */
    const struct limit_group *group;
};
/* Jobs that share a limit on running tasks (O13): those of a user in a pool, or one job. */
struct limit_group {
    struct pool *pool;       /* NULL: the group of one job */
    struct limit_group *next; /* in its pool */
    char *user;
    int64_t running[2], pending[2], most[2];
    bool is_blocked[2];      /* it runs all it may */
    bool is_aside[2];        /* its jobs' stages are in held[]; of a pool's only group they stay, and the pool waits */
    struct sw_queue held[2];
    struct blocked blocked[2];
    struct job *jobs;
};
/* What limits keep of a job. */
struct job_limits {
    struct limit_group *group;  /* NULL: no limit on tasks */
    struct pool *mlq;           /* order mlq: the queue that it is in (O11); else NULL */
    struct job *prev_held, *next_held; /* in its group */
};
static inline struct limit_group *job_group(const struct job *job) { return job->limits ? job->limits->group : NULL; }
static inline struct pool *job_mlq(const struct job *job) { return job->limits ? job->limits->mlq : NULL; }
/* Jobs that wait to be admitted: a heap in fifo order. */
struct waiting { struct job **at; size_t n, cap; };
struct pool {
    /* Counts, and what keys are made of. */
    struct pool *parent;
    int64_t running[2], demand[2]; /* demand before the cut to max */
    int64_t most[2];        /* the most it may run: max, or less under max_capacity (O6, O12) */
    bool fifo, has_children, declared, takes_others; /* takes_others: jobs of other pools stand in it (O25) */
    int64_t weight, min[2], max[2];
    int64_t capacity, key_share[2]; /* millionths; key_share is that of the last update */
    int64_t allocated[2];   /* slots, by the last update (O26) */
    int64_t known_demand[2]; /* of the last update, cut to the maximum (Y18) */
    struct sw_usage usage[2]; /* U5; its key_share is that of the last tick */
    double used[2];         /* X7: its part of what all slots have had; of the last tick */
    struct sw_queue_entry entry[2];
    struct sw_queue queue[2];
    struct blocked blocked[2];
    char *name;
    uint64_t name_rank;      /* rises with the name, among the pools that have a name of the trace or the pools file */
    struct pool *next, *first_child, *sibling;
    int64_t max_jobs, n_admitted;
    int64_t max_capacity, user_limit, min_user_limit; /* millionths; -1: none */
    int64_t am_share;        /* Y20.3: millionths; -1: as the option says */
    int64_t cap;            /* U11.2: millionths of a per cent; -1: none */
    bool held[2];           /* it is above; X6: what is free other pools keep */
    struct sw_names users;  /* groups by user, where users have a limit */
    struct limit_group *groups;
    bool group_holds[2];     /* all its jobs are of one group, which runs all it may */
    double share[2];        /* slots, at the last update or check */
    int64_t at_min_us[2], at_fair_us[2]; /* the last check that found it at its minimum, at its fair share */
    bool starved[2];        /* it was past a timeout at the last check, so its stages do not wait */
    int64_t min_timeout_us, fair_timeout_us;
    uint32_t number;        /* among the pools */
    int64_t known_us;       /* S1: from its first row on, or from the reading of its first job */
    int64_t tasks_owed;     /* during a check */
    int64_t owed_now[2];    /* K6: by the last check, and not to be had */
    int64_t n_ordered[2], n_ordered_for[2]; /* attempts under an order to be killed (E8): in it, for it */
    int64_t n_suspended[2]; /* K7.2: tasks of its own jobs */
    int64_t handed;         /* during a global decision: slots given to its jobs */
    int64_t wait_node_us, wait_rack_us;
    struct waiting waiting; /* for max_jobs */
    int64_t n_waiting;      /* jobs in `waiting`, here and in pools below */
    int64_t priority, lending, borrowing; /* X4, X5; SW_NO_LIMIT: none */
    uint64_t nodes;         /* of a virtual cluster (hod); 0: as many as the order's default */
};

/* What delay scheduling keeps per kind of slot (D4, D5). */
struct accounting {
    int64_t clock_us;        /* the last heartbeat that counted */
    uint64_t skipping_offer;  /* the last offer that skipped a stage */
    bool any_waiting;              /* waiting flags may be set since then */
    /* The last heartbeat launched nothing, all waiting flags are set, and no stage has come since. Read by
     * lib/sim/offer/next_beat.c. */
    bool idle;
};
#endif
