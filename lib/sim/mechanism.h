/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mechanism.h - how an optional mechanism takes part in a replay, and how an observer follows it.
 *
 * A mechanism is one `const struct mechanism` in a file of its own and one line in mechanisms.c. A replay keeps a list
 * for each callback: the mechanisms that it wants and that have one, in the order of mechanisms.c. An absent mechanism
 * costs nothing; a callback that no mechanism takes costs one test. The core calls mechanisms through these lists and
 * names none of them.
 *
 * Every callback gets the replay and the mechanism's own record. */
#ifndef LIB_SIM_MECHANISM_H
#define LIB_SIM_MECHANISM_H
#include "lib/base/arena.h"
#include "lib/sim/event/types.h"
#include "lib/sim/task/types.h"
#include "slotwise/sw_queue.h"
#include "slotwise/sw_replay.h"

struct sw_replay;
struct job;
struct stage;
struct attempt;
struct node;
struct pool;
struct event;
struct passed;

/* What a mechanism needs the core to keep. */
enum {
    NEEDS_RETURNS = 1,   /* tasks may have to be launched again */
    NEEDS_LAUNCHES = 2,  /* running attempts in the order of their launch */
    NEEDS_ENDS = 4,      /* to be told of ends of attempts */
    NEEDS_WHOLE_RECORD = 64, /* all of an attempt's record, not its first line alone */
    NEEDS_OWN_ENDS = 8,  /* it says by rules of its own when an attempt ends */
    NEEDS_REPLICAS = 16, /* the replicas of tasks that are launched */
    NEEDS_POOLS = 32,    /* what pools run and want */
};

/* Where a mechanism's records of jobs and stages lie, behind the stages of each job. */
struct records { uint32_t of_job, of_stage, job_size, stage_size; };

/* CALLBACKS(X): X(result, name, parameters behind the replay and the record). */
#define MECHANISM_CALLBACKS(X) \
    /* jobs */ \
    X(void, job_made, struct job *, const struct sw_job *)   /* its stages are there */ \
    X(int, job_check, struct job *, const struct sw_job *)   /* a row of the trace; SW_FAIL: the error is set */ \
    X(void, job_submitted, struct job *) \
    X(bool, job_asks, struct job *)                          /* it may enter; true: the mechanism lets it in, then or later */ \
    X(void, job_entered, struct job *)                       /* it is admitted; its stages have not started yet */ \
    X(void, job_ended, struct job *) \
    X(void, job_row, struct job *, enum sw_outcome)          /* its result is about to be reported */ \
    X(void, job_left, struct job *)                          /* an admitted job has ended and is reported */ \
    X(void, job_freed, struct job *) \
    X(void, stage_released, struct stage *) \
    /* attempts */ \
    X(void, launched, struct attempt *)                      /* its local time is known, its end is not */ \
    X(bool, runs, struct attempt *)                          /* true: the mechanism says when it ends */ \
    X(bool, copied, struct attempt *, int64_t)               /* it will have copied all at that time; true: the mechanism starts its computing */ \
    X(void, failed, struct attempt *) \
    X(void, done, struct attempt *)                          /* it ended, and its task is done by it */ \
    X(void, ended, struct attempt *)                         /* it ended by itself, done or failed; comes before `done` and `failed` */ \
    X(void, stopped, struct attempt *, enum phase)           /* it was killed or lost; its phase until then */ \
    X(void, committed, struct attempt *)                     /* L7 */ \
    X(void, freed, struct attempt *)                         /* where `runs` was true */ \
    X(void, slowed, struct attempt *, double, double)        /* likewise: its node's speed changed */ \
    X(bool, score, const struct attempt *, int64_t *)        /* C2, likewise: what it has done over the network, in millionths */ \
    /* map output */ \
    X(void, map_done, struct job *, uint32_t)                /* on that node */ \
    X(void, output_lost, struct stage *, uint32_t)           /* of that task; its done_on still says where it was */ \
    X(void, outputs_lost, struct job *, uint32_t)            /* some, on that node (B11) */ \
    /* nodes */ \
    X(void, slots_changed, uint32_t, int, uint32_t, uint32_t) /* node, kind, slots before and now */ \
    X(void, node_changed, uint32_t)                          /* its slots, or whether it is up */ \
    X(bool, row_ends, uint32_t, const struct sw_span *, const struct sw_span *) /* true: nothing on it is lost; the row, and the next or NULL */ \
    X(void, node_goes, uint32_t)                             /* its attempts are about to be lost */ \
    X(void, node_gone, uint32_t) \
    /* who may run where: each must say true */ \
    X(bool, admits, const struct stage *, uint32_t) \
    X(bool, fits, const struct stage *, uint32_t)            /* A7: there is room for what it writes */ \
    X(bool, says_why, const struct stage *, uint32_t)        /* it does not admit or fit the stage, and has put the reason into words */ \
    X(bool, crowds, const struct stage *, uint32_t)          /* D13: the stage launches there only as if far from its data */ \
    /* waits that the rule keeps itself (Y1) */ \
    X(enum sw_level, reached, struct stage *)                /* an offer reaches it: the level up to which it may launch */ \
    X(void, skipped, struct stage *)                         /* and launches nothing of it, because of its wait */ \
    X(bool, far, const struct stage *)                       /* Y3.2: its rack-local launch is off-switch */ \
    X(void, full, int)                                       /* Y5: a node without a free slot of the kind offers */ \
    X(bool, stands, struct stage *, struct passed *)         /* how its wait stands; false: it has none */ \
    /* slots */ \
    X(bool, asks, const struct node *, int)                  /* false: the node's free slots are not offered */ \
    X(int64_t, slots_cap, const struct node *, int)          /* H8: the most it may occupy */ \
    X(bool, waits, int)                                      /* it has a use for a free slot of the kind */ \
    X(bool, offer, uint32_t, int)                            /* a slot of the node that no task took; whether it launched */ \
    X(bool, decides, bool)                                   /* in place of heartbeats; whether slots are to be offered to all */ \
    X(int64_t, next_offer, int)                              /* when it decides next, if nothing changes; INT64_MAX */ \
    /* the scheduling queue of a job */ \
    X(struct sw_queue *, queue_of, const struct job *, int)   /* NULL: the job has none of its own */ \
    X(struct sw_queue *, queue_for, uint32_t, int)            /* the queue for a node; NULL: none */ \
    X(bool, queue_changed, struct job *, int)                /* a stage entered or left it; false: the job has none */ \
    /* instants */ \
    X(int64_t, next_us, int)                                 /* when something of its own happens next; INT64_MAX */ \
    X(void, happen, int)                                     /* all that happens of its own at this instant */ \
    X(int, event, const struct event *)                      /* of its kind */ \
    X(void, updates_repeat, int64_t)                         /* so many of its updates, which find what the last one left (ticks_settled()) */ \
    X(void, before_offers, int) \
    X(bool, instant_ends, int)                               /* after the offers; false: nothing will ever happen again */ \
    X(bool, stuck, int)                                      /* the run ends with jobs that can never run; true: it has set the error */ \
    X(const char *, stuck_why, int)                          /* what may be in their way */ \
    /* observers */ \
    X(void, saw_return, struct stage *)                      /* tasks of it are to be launched again */ \
    X(void, saw_offer, uint32_t, int, struct sw_queue_entry *, uint32_t, int, enum sw_locality) /* before the launch, or none: item NULL */ \
    X(void, saw_launch, struct stage *, uint32_t) \
    X(void, saw_assignment, struct stage *, uint32_t, enum sw_locality, int64_t, int64_t) /* Q5: cost of the distance, of waiting */ \
    X(void, saw_not_admitted, const struct job *) \
    X(void, saw_queued, const struct job *)                  /* O21: it waits for nodes */ \
    X(void, saw_limit, int)                                  /* stages may be held back by a limit */ \
    X(void, saw_offers, int)                                 /* the offers of this instant are over */ \
    X(void, saw_copy, const struct attempt *, uint32_t) \
    X(void, saw_evict, const struct job *) \
    X(void, saw_kill, const struct attempt *, const struct pool *) /* NULL: given back (Y10) */ \
    X(void, time_passes, int64_t)                            /* nothing happens before that time */

#define MECHANISM_MEMBER(result, name, ...) result (*name)(struct sw_replay *, void *own, __VA_ARGS__);
struct mechanism {
    const char *name;
    bool (*wanted)(const struct sw_replay *); /* by its options, cluster, pools and sink */
    unsigned needs;           /* NEEDS_... */
    size_t size;              /* of its record, which starts as zeros */
    size_t job_size, stage_size; /* of its records of each job and stage, which start as zeros. Where they are is written to the first
                                    bytes of its own record, a struct records. */
    enum event_kind event_kind;  /* of `event` */
    int (*start)(struct sw_replay *, void *own, struct sw_err *); /* once; NULL: nothing to do, as with the following */
    void (*reset)(struct sw_replay *, void *own);  /* before each run; nodes are as they were left */
    void (*report)(struct sw_replay *, void *own); /* after a run */
    void (*release)(struct sw_replay *, void *own); /* lets go of the jobs that it holds, before all are freed */
    void (*stop)(struct sw_replay *, void *own);   /* frees what the record points to */
    MECHANISM_CALLBACKS(MECHANISM_MEMBER)
};

enum { MECHANISMS_MOST = 24 };
#define MECHANISM_COUNT(result, name, ...) uint8_t name;
#define MECHANISM_LIST(result, name, ...) \
    struct { result (*call)(struct sw_replay *, void *own, __VA_ARGS__); void *own; } name[MECHANISMS_MOST];
struct mechanisms {
    const struct mechanism *const *all; /* to choose from */
    struct { MECHANISM_CALLBACKS(MECHANISM_COUNT) } has; /* how many take each callback: a line or two of the cache */
    struct { MECHANISM_CALLBACKS(MECHANISM_LIST) } on;
    struct { int (*call)(struct sw_replay *, void *own, const struct event *); void *own; } on_event[EVENT_KINDS];
    uint32_t n, job_size, stage_size; /* of all records of a job, of a stage */
    struct { const struct mechanism *of; void *own; } at[MECHANISMS_MOST];
};

/* All that are wanted. */
#define MECHANISMS_TELL(r, name, ...) \
    do { \
        if (unlikely((r)->mechanisms.has.name)) \
            for (uint32_t tell_ = 0; tell_ < (r)->mechanisms.has.name; tell_++) \
                (r)->mechanisms.on.name[tell_].call((r), (r)->mechanisms.on.name[tell_].own, __VA_ARGS__); \
    } while (0)
/* Whether one of them says true, asked one after the other until then. */
#define MECHANISMS_ANY(r, name, ...) \
    ({ \
        bool any_ = false; \
        for (uint32_t ask_ = 0; ask_ < (r)->mechanisms.has.name && !any_; ask_++) \
            any_ = (r)->mechanisms.on.name[ask_].call((r), (r)->mechanisms.on.name[ask_].own, __VA_ARGS__); \
        any_; \
    })
/* Whether all of them say true. */
#define MECHANISMS_ALL(r, name, ...) \
    ({ \
        bool all_ = true; \
        for (uint32_t ask_ = 0; ask_ < (r)->mechanisms.has.name && all_; ask_++) \
            all_ = (r)->mechanisms.on.name[ask_].call((r), (r)->mechanisms.on.name[ask_].own, __VA_ARGS__); \
        all_; \
    })
/* The least of what they say, and of `least`. */
#define MECHANISMS_LEAST(r, name, least, ...) \
    ({ \
        int64_t least_ = (least); \
        for (uint32_t ask_ = 0; ask_ < (r)->mechanisms.has.name; ask_++) { \
            int64_t says_ = (r)->mechanisms.on.name[ask_].call((r), (r)->mechanisms.on.name[ask_].own, __VA_ARGS__); \
            least_ = says_ < least_ ? says_ : least_; \
        } \
        least_; \
    })

/* those that are wanted, and the lists */
void mechanisms_choose(struct sw_replay *r, const struct mechanism *const *all);
unsigned mechanisms_need(const struct sw_replay *r);                             /* all that they need */
int mechanisms_start(struct sw_replay *r, struct sw_err *err);
void mechanisms_reset(struct sw_replay *r);
void mechanisms_report(struct sw_replay *r);
void mechanisms_release(struct sw_replay *r);
void mechanisms_stop(struct sw_replay *r);
extern const struct mechanism *const mechanisms_all[]; /* ends with NULL */
#endif
