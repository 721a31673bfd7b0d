/* SPDX-License-Identifier: GPL-3.0-or-later */
/* observer.h - what observers see. An observer follows a replay and decides nothing: with or without it every result is
 * the same.
 *
 * An observer is a mechanism in lib/sim/observe: one `const struct mechanism` and one line in mechanisms.c. `saw` gets
 * all that happens, as a struct sight whose `what` says which members are set. Of the other callbacks it only takes
 * what changes nothing. */
#ifndef LIB_SIM_OBSERVER_H
#define LIB_SIM_OBSERVER_H
#include "lib/sim/mechanism.h"

struct sw_admission_queue;

enum what {
    SAW_OFFER,           /* node, kind; of the launch to come entry, task, class, at; entry NULL: no launch */
    SAW_LAUNCH,          /* stage, node: it is over */
    SAW_RETURN,          /* stage: tasks of it are to be launched again */
    SAW_ASSIGNMENT,      /* Q5: stage, node, at; of a launch to come, the costs of the distance and of waiting;
                            W3: a cost below 0, as a decider has it */
    SAW_ROUND,           /* R18: stage, round: it launches, or a round refused it */
    SAW_GANG,            /* G3.2: stage, gang: it starts, or why it does not */
    SAW_STAGE_QUEUED,    /* stage */
    SAW_STAGE_RELEASED,  /* stage */
    SAW_NOT_ADMITTED,    /* job */
    SAW_QUEUED,          /* O21: job, which waits for nodes */
    SAW_WAITING,         /* V1: job, queue */
    SAW_LIMIT,           /* kind: stages may be held back by a limit */
    SAW_OFFERS,          /* those of this instant are over */
    SAW_COPY,            /* attempt, of which a copy is launched on node */
    SAW_EVICT,           /* job */
    SAW_KILL,            /* attempt, for_what; pool where that is one's claim */
    SAW_RESUME,          /* K7.3: attempt */
};

/* For what a task is killed: the claim of a pool (K4), for which it may be suspended (K7); a job that YARN's Fair
 * Scheduler found starved (Y13); what YARN's queues are guaranteed (Y14); another placement (Q7); maps of its own job
 * (Y10). */
enum for_what { FOR_CLAIM, FOR_CLAIM_SUSPENDED, FOR_STARVED, FOR_GUARANTEE, FOR_PLACEMENT, FOR_OWN_MAPS };

/* What a round of Spark's gave a stage: a task, or at its end nothing. */
struct in_round {
    uint32_t node, task;         /* node NONE: of a round of all that refused it; task NONE: refused */
    int level;                   /* that its wait allowed */
    int64_t wait_us, left_us;    /* it has waited (D7); until the next level */
    enum sw_locality at;
    bool served;                 /* the round launched others */
};

/* What a cycle says of a job that is to start all at once. */
enum why_gang { GANG_NODES, GANG_RESERVED, GANG_RACK, GANG_POOL, GANG_NOT_LENT, GANG_BEHIND, GANG_STARTS };
struct in_gang {
    enum why_gang why;
    uint32_t nodes, have, node;  /* that it takes, that have the slots now; of a start one of its nodes */
    int64_t width, until_us;     /* slots of each; until when it waits for a rack, -1: not known */
    int64_t limit_us;            /* with so long a limit it would start; 0: with none, or not worked out */
    enum sw_locality at;         /* of a start */
    const struct job *other;     /* the first blocked one, or NULL */
    const struct pool *pool;     /* that it would bring beyond its maximum */
};

struct sight {
    enum what what;
    uint32_t node, task;
    int kind, class;
    enum sw_locality at;
    struct stage *stage;
    struct sw_queue_entry *entry;
    const struct job *job;
    const struct attempt *attempt;
    const struct pool *pool;
    const struct in_round *round;
    const struct in_gang *gang;
    const struct sw_admission_queue *queue;
    enum for_what for_what;
    int64_t cost, waiting;
};

/* OBSERVERS_SEE(r, SAW_COPY, .attempt = a, .node = node) */
#define OBSERVERS_SEE(r, kind, ...) \
    do { \
        if (unlikely((r)->observers.n)) \
            observers_see((r), &(const struct sight){ .what = (kind), ##__VA_ARGS__ }); \
    } while (0)
/* The same of an offer, a launch or a return, which waits that are kept outside the scheduling queue go by, too. */
#define OFFERS_SEE(r, kind, ...) \
    do { \
        if (unlikely((r)->observers.of_offers)) \
            offers_see((r), &(const struct sight){ .what = (kind), ##__VA_ARGS__ }); \
    } while (0)

/* n: of those that see. of_offers: one of them, or `offered`, sees offers. */
struct observers { bool of_offers; uint32_t n; };
void observers_see(struct sw_replay *r, const struct sight *sight);
void offers_see(struct sw_replay *r, const struct sight *sight);
#endif
