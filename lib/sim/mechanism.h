/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mechanism.h - how an optional mechanism takes part in a replay, and how an observer follows it.
 *
 * A mechanism is one `const struct mechanism` in a file of its own and one line in mechanisms.c. CONTRIBUTING.md adds
 * one. A replay keeps a list for each callback: the mechanisms that it wants and that have one, in the order of
 * mechanisms.c. An absent mechanism costs nothing. A callback that no mechanism takes costs one test. The core calls
 * mechanisms through these lists and names none of them.
 *
 * Every callback gets the replay and the mechanism's own record. */
#ifndef LIB_SIM_MECHANISM_H
#define LIB_SIM_MECHANISM_H
#include "lib/base/arena.h"
#include "lib/options/options.h"
#include "lib/sim/event/types.h"
#include "lib/sim/task/types.h"
#include "lib/sched/sw_queue.h"
#include "slotwise/sw_replay.h"

struct sw_replay;
struct job;
struct stage;
struct attempt;
struct node;
struct pool;
struct event;
struct passed;
struct dispatcher;

/* What a mechanism needs the core to do or to keep. */
enum {
    NEEDS_RETURNS = 1,       /* tasks can be launched again */
    NEEDS_LAUNCHES = 2,      /* running attempts are kept in the order of their launch */
    NEEDS_ENDS = 4,          /* the mechanism is told of ends of attempts */
    NEEDS_OWN_ENDS = 8,      /* the mechanism says when an attempt ends */
    NEEDS_REPLICAS = 16,     /* the replicas of launched tasks are kept */
    NEEDS_POOLS = 32,        /* what pools run and want is kept */
    NEEDS_WHOLE_RECORD = 64, /* attempts have a full record, not its first line alone */
    NEEDS_HOSTS = 128,       /* the hosts of an unlaunched task are kept beside the dense index */
    NEEDS_SHARES = 256,      /* jobs keep what updates and checks compute of them */
};

/* Where a mechanism's records of a job and of its stages lie, behind the job's stages, and those of an attempt, behind
 * its full record. */
struct records { uint32_t of_job, of_stage, of_attempt, job_size, stage_size; };

/* What a round of Spark's gave a stage: a task, or at its end nothing. */
struct in_round {
    uint32_t node, task;         /* node NONE: of a round of all that refused it; task NONE: refused */
    int level;                   /* that its wait allowed */
    int64_t wait_us, left_us;    /* it has waited (D7); until the next level */
    enum sw_locality at;
    bool served;                 /* the round launched others */
};

/* MECHANISM_CALLBACKS(X) is X(result, name, parameters) for each callback. The replay and the mechanism's record come
 * before the parameters. */
#define MECHANISM_CALLBACKS(X) \
    /* jobs */ \
    X(void, job_made, struct job *, const struct sw_job *)   /* its stages are there */ \
    X(int, job_check, struct job *, const struct sw_job *)   /* a row of the trace; SW_FAIL: the error is set */ \
    X(void, job_submitted, struct job *) \
    X(bool, job_asks, struct job *)                          /* true: the mechanism admits it, now or later */ \
    X(void, job_entered, struct job *)                       /* it is admitted; no stage has started */ \
    X(void, job_ended, struct job *) \
    X(void, job_row, const struct job *, struct sw_result *) /* its result is about to be reported */ \
    X(void, job_left, struct job *)                          /* an admitted job has ended and is reported */ \
    X(void, job_freed, struct job *) \
    X(void, stage_released, struct stage *) \
    X(void, stage_ready, struct stage *)                     /* its data is there, and it waits */ \
    X(bool, stage_kept, struct stage *)                      /* true: the mechanism says when it is ready */ \
    X(void, stage_set_up, struct stage *)                    /* it is ready, or its job has failed */ \
    X(void, updated)                                         /* E7 */ \
    X(void, stage_queued, struct stage *, int)               /* it entered a scheduling queue with PREF or NOPREF */ \
    X(void, stage_unqueued, struct stage *, int)             /* and left it */ \
    X(void, counted, struct job *, int)                      /* what it runs or wants has changed */ \
    X(void, task_back, struct stage *, uint32_t)             /* that task is unlaunched again */ \
    X(size_t, wishes, struct stage *, uint32_t, size_t)      /* for B5: a task's hosts into host_buf[n]; the new n */ \
    /* attempts */ \
    X(void, launched, struct attempt *)                      /* its local time is known, its end is not */ \
    X(bool, runs, struct attempt *)                          /* true: the mechanism says when it ends */ \
    /* `copied`: its shuffle ends at that time; true: the mechanism starts its computing */ \
    X(bool, copied, struct attempt *, int64_t) \
    X(void, failed, struct attempt *) \
    X(void, done, struct attempt *)                          /* it ended, and its task is done by it */ \
    X(void, kill_due, struct attempt *)                      /* Y13.6: its kill that was ordered is due */ \
    X(void, ended, struct attempt *)                         /* it is done or failed; before `done` and `failed` */ \
    X(void, stopped, struct attempt *, enum phase)           /* it was killed or lost; its phase until then */ \
    X(void, committed, struct attempt *)                     /* L7 */ \
    X(void, freed, struct attempt *)                         /* only if `runs` was true, as the next two */ \
    X(void, slowed, struct attempt *, double, double)        /* its node's speed changed, from and to */ \
    X(bool, score, const struct attempt *, int64_t *)        /* C2: its progress over the network, in millionths */ \
    /* map output */ \
    X(void, map_done, struct job *, uint32_t)                /* on that node */ \
    X(void, output_lost, struct stage *, uint32_t)           /* that task's; done_on still says where it was */ \
    X(void, outputs_lost, struct job *, uint32_t)            /* B11: some of them, on that node */ \
    /* nodes */ \
    X(void, slots_changed, uint32_t, int, uint32_t, uint32_t) /* node, kind, slots before and now */ \
    X(void, node_changed, uint32_t)                          /* its slots, or whether it is up */ \
    /* `row_ends`: the node, its row and the next or NULL; true: what runs there is not lost */ \
    X(bool, row_ends, uint32_t, const struct sw_span *, const struct sw_span *) \
    X(void, node_goes, uint32_t)                             /* its attempts are about to be lost */ \
    X(void, node_gone, uint32_t) \
    /* which stage may run on which node: each must say true */ \
    X(bool, admits, const struct stage *, uint32_t) \
    X(bool, fits, const struct stage *, uint32_t)            /* A7, X6: it has space, and a slot, for it */ \
    /* `says_why`: true: `admits` or `fits` is false, and r->reason has the reason */ \
    X(bool, says_why, const struct stage *, uint32_t) \
    X(bool, crowds, const struct stage *, uint32_t)          /* D13: the stage launches there as if far from data */ \
    X(void, full, uint32_t, int)                             /* Y5: that node offers, with no slot of the kind free */ \
    /* slots */ \
    X(bool, asks, const struct node *, int)                  /* false: the node's free slots are not offered */ \
    X(int64_t, slots_cap, const struct node *, int)          /* H8: the most it may occupy */ \
    X(bool, waits, int)                                      /* the mechanism can use a free slot of the kind */ \
    /* `kept`, Y13.7: the node is about to make its offers; true: it makes none (Y16.2) */ \
    X(bool, kept, uint32_t) \
    X(bool, offer, uint32_t, int)                            /* a slot that no task took; whether it launched */ \
    /* instants */ \
    X(int64_t, next_us)                                      /* its next instant; INT64_MAX: none */ \
    X(void, happen)                                          /* what happens to it at this instant */ \
    X(int, event, const struct event *)                      /* an event of `event_kind` */ \
    X(void, updates_repeat, int64_t)                         /* so many updates change nothing (ticks_settled()) */ \
    /* `settles_us`, where only ticks are to come: its tick may wait so long before it does something; 0: no tick */ \
    X(int64_t, settles_us) \
    X(void, before_offers)                                   /* the instant's events are over */ \
    X(bool, instant_ends)                                    /* after the offers; false: the run is over */ \
    X(bool, stuck)                                           /* jobs are left, never to run; true: error is set */ \
    X(const char *, stuck_why)                               /* what may hold them up */ \
    /* observers */ \
    X(void, saw_return, struct stage *)                      /* tasks of it are to be launched again */ \
    /* `saw_offer`: node, kind; entry, task, PREF or NOPREF, distance of the launch to come; entry NULL: no launch */ \
    X(void, saw_offer, uint32_t, int, struct sw_queue_entry *, uint32_t, int, enum sw_locality) \
    X(void, saw_launch, struct stage *, uint32_t) \
    /* `saw_assignment`, Q5: the last two are the costs of the distance and of waiting; -1: a decider's (W3) */ \
    X(void, saw_assignment, struct stage *, uint32_t, enum sw_locality, int64_t, int64_t) \
    X(void, saw_round, struct stage *, const struct in_round *) /* R18: it launches, or a round refused it */ \
    X(void, saw_not_admitted, const struct job *) \
    X(void, saw_queued, const struct job *)                  /* O21: it waits for nodes */ \
    X(void, saw_waiting, const struct job *, const struct sw_admission_queue *) /* V1 */ \
    X(void, saw_limit, int)                                  /* stages may be held back by a limit */ \
    X(void, saw_offers)                                      /* the offers of this instant are over */ \
    X(void, saw_copy, const struct attempt *, uint32_t) \
    X(void, saw_evict, const struct job *) \
    X(void, saw_kill, const struct attempt *, const struct pool *) /* NULL: given back (Y10) */ \
    X(void, time_passes, int64_t)                            /* nothing happens before that time */

#define MECHANISM_MEMBER(result, name, ...) result (*name)(struct sw_replay *, void *own, ##__VA_ARGS__);
struct mechanism {
    const char *name;
    bool (*wanted)(const struct sw_replay *); /* by its options, cluster, pools and sink */
    unsigned needs;           /* bits NEEDS_... */
    size_t size;              /* of its record, which starts as zeros */
    /* Sizes of its records of each job, stage and attempt, which start as zeros. Its own record must then begin with a
     * struct records, which says where they are. */
    size_t job_size, stage_size, attempt_size;
    enum event_kind event_kind;  /* of `event` */
    int (*start)(struct sw_replay *, void *own, struct sw_err *); /* once; NULL: nothing to do, as for the next four */
    void (*reset)(struct sw_replay *, void *own);  /* before each run; nodes are still as the last run left them */
    void (*report)(struct sw_replay *, void *own); /* after a run */
    void (*release)(struct sw_replay *, void *own); /* gives up jobs that it holds, before all are freed */
    void (*stop)(struct sw_replay *, void *own);   /* frees what its record points to */
    MECHANISM_CALLBACKS(MECHANISM_MEMBER)
};

/* What a replay chooses from; each list ends with NULL. */
struct parts {
    const struct mechanism *const *mechanisms;
    const struct dispatcher *const *dispatchers; /* the first that is wanted */
    const struct mechanism *const *observers;
};

enum { MECHANISMS_MOST = 24 };
#define MECHANISM_COUNT(result, name, ...) uint8_t name;
#define MECHANISM_LIST(result, name, ...) \
    struct { \
        result (*call)(struct sw_replay *, void *own, ##__VA_ARGS__); \
        void *own; \
    } name[MECHANISMS_MOST];
struct mechanisms {
    const struct parts *all;     /* to choose from */
    struct { MECHANISM_CALLBACKS(MECHANISM_COUNT) } has; /* how many take each callback; a cache line or two */
    struct { MECHANISM_CALLBACKS(MECHANISM_LIST) } on;
    struct { int (*call)(struct sw_replay *, void *own, const struct event *); void *own; } on_event[EVENT_KINDS];
    uint32_t n, job_size, stage_size, attempt_size; /* of all records of a job, of a stage, of an attempt */
    struct { const struct mechanism *of; void *own; } at[MECHANISMS_MOST];
};

/* The callback of the mechanism that is number i of its list. */
#define MECHANISM_CALL(r, name, i, ...) \
    (r)->mechanisms.on.name[i].call((r), (r)->mechanisms.on.name[i].own, ##__VA_ARGS__)
/* Calls all that take the callback. */
#define MECHANISMS_TELL(r, name, ...) \
    do { \
        if (unlikely((r)->mechanisms.has.name)) \
            for (uint32_t tell_ = 0; tell_ < (r)->mechanisms.has.name; tell_++) \
                MECHANISM_CALL(r, name, tell_, ##__VA_ARGS__); \
    } while (0)
/* Whether one says true. They are asked in order until one does. */
#define MECHANISMS_ANY(r, name, ...) \
    ({ \
        bool any_ = false; \
        for (uint32_t ask_ = 0; ask_ < (r)->mechanisms.has.name && !any_; ask_++) \
            any_ = MECHANISM_CALL(r, name, ask_, ##__VA_ARGS__); \
        any_; \
    })
/* Whether all say true. They are asked in order until one does not. */
#define MECHANISMS_ALL(r, name, ...) \
    ({ \
        bool all_ = true; \
        for (uint32_t ask_ = 0; ask_ < (r)->mechanisms.has.name && all_; ask_++) \
            all_ = MECHANISM_CALL(r, name, ask_, ##__VA_ARGS__); \
        all_; \
    })
/* The least of what they return and `least`. */
#define MECHANISMS_LEAST(r, name, least, ...) \
    ({ \
        int64_t least_ = (least); \
        for (uint32_t ask_ = 0; ask_ < (r)->mechanisms.has.name; ask_++) { \
            int64_t says_ = MECHANISM_CALL(r, name, ask_, ##__VA_ARGS__); \
            least_ = says_ < least_ ? says_ : least_; \
        } \
        least_; \
    })

/* the wanted ones, and the lists */
void mechanisms_choose(struct sw_replay *r, const struct parts *all);
unsigned mechanisms_need(const struct sw_replay *r);                             /* all that they need */
int mechanisms_start(struct sw_replay *r, struct sw_err *err);
void mechanisms_reset(struct sw_replay *r);
void mechanisms_report(struct sw_replay *r);
void mechanisms_release(struct sw_replay *r);
void mechanisms_stop(struct sw_replay *r);
#endif
