/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types.h - pools, and what limits jobs: the parts of the scheduling queue. */
#ifndef LIB_SIM_QUEUE_TYPES_H
#define LIB_SIM_QUEUE_TYPES_H
#include "lib/sim/task/types.h"

/* A list of stages that wait and may not be launched: marks in it are cleared like all others (D4). */
struct limit_group;
struct blocked {
    struct sw_queue *list;
    uint32_t place;          /* in the replay's list of them, or NONE */
    const struct pool *pool; /* whose it is: one of the two */
    const struct limit_group *group;
};
/* Jobs that share a limit on what they run (O13): those of a user in a pool, or a job by itself. */
struct limit_group {
    struct pool *pool;       /* NULL: of one job */
    struct limit_group *next;     /* in its pool */
    char *user;
    int64_t running[2], most[2];
    bool is_blocked[2];           /* its jobs' stages stand in held[] */
    struct sw_queue held[2];
    struct blocked blocked[2];
    struct job *jobs;
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
    struct sw_queue_entry entry[2];
    struct sw_queue queue[2];
    struct blocked blocked[2];
    char *name;
    struct pool *next, *first_child, *sibling;
    int64_t max_jobs, n_admitted;
    int64_t max_capacity, user_limit; /* millionths; -1: none */
    struct sw_names users;  /* with a limit of theirs */
    struct limit_group *groups;
    double share[2];        /* at the last update or check; slots */
    int64_t at_min_us[2], at_fair_us[2]; /* the last check that found it not below */
    bool starved[2];        /* past a timeout at the last check: its waits are waived */
    int64_t min_timeout_us, fair_timeout_us;
    uint32_t number;        /* among the pools */
    int64_t known_us;       /* S1: from its first row on, or from the reading of its first job */
    int64_t tasks_owed;      /* during a check */
    int64_t handed;         /* during a decision: slots handed out to its jobs */
    int64_t wait_node_us, wait_rack_us;
    struct waiting waiting; /* for max_jobs */
    int64_t n_waiting;      /* here and below */
    uint64_t nodes;         /* of a private cluster; 0: as the rule says */
};

/* What delay scheduling keeps per kind of slot (D4, D5). */
struct accounting {
    int64_t clock_us;        /* the last heartbeat that counted */
    uint64_t marking_offer;   /* the last that passed anybody by */
    bool marks;              /* there may be marks left by it */
    bool idle;               /* nobody launched at the last one, all are marked, and nobody came since (lib/sim/offer/next_beat.c) */
};
#endif
