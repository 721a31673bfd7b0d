/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mechanism.h - how an optional mechanism takes part in a replay.
 *
 * A mechanism is one `const struct mechanism` in a file of its own and one line in mechanisms.c, which says when a
 * replay has it. CONTRIBUTING.md adds one. A replay keeps a list for each callback: its mechanisms that have one, in
 * the order of mechanisms.c. An absent mechanism costs nothing. A callback that no mechanism takes costs one test. The
 * core calls mechanisms through these lists and names none of them.
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
struct sight;

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
    NEEDS_COUNTS = 512,      /* the mechanism is told when what a job runs or wants has changed */
    NEEDS_ZEROS = 1024,      /* its own record is zeros again before each run */
};

/* Where a mechanism's records lie: of a job and of its stages behind the job's stages, of an attempt behind its full
 * record, of a pool behind it. */
struct records { uint32_t of_job, of_stage, of_attempt, of_pool, job_size, stage_size; };

/* What happens to a stage, an attempt, the output of a map, a node. A mechanism is told all and picks what is its
 * own. */
enum stage_news {
    STAGE_PLACES,        /* the hosts of its tasks are about to be read; replicas_from_trace() reads them otherwise */
    STAGE_SETS_UP,       /* nothing holds it back; in_set_up is set: the mechanism says when it is ready */
    STAGE_SET_UP,        /* that has ended: it is ready, or its job has failed */
    STAGE_READY,         /* its data is there, and it waits */
    STAGE_QUEUED,        /* it entered a scheduling queue with PREF or NOPREF */
    STAGE_UNQUEUED,      /* and left it */
    STAGE_RELEASED,
};
struct attempt_news {
    enum {
        ATTEMPT_DONE,        /* it ended, and its task is done by it */
        ATTEMPT_FAILED,
        ATTEMPT_COMMITTED,   /* L7 */
        ATTEMPT_KILL_DUE,    /* Y13.6: its kill that was ordered is due; it may have ended */
        ATTEMPT_SLOWED,      /* its node's speed changed; only if `runs` was true, as the next */
        ATTEMPT_FREED,
    } what;
    double from, to;         /* speeds */
};
enum output_news {
    OUTPUT_MADE,         /* on that node */
    OUTPUT_LOST,         /* that task's; done_on still says where it was */
    OUTPUTS_LOST,        /* B11: some of them, on that node; NONE: all */
};
enum node_news {
    NODE_ROW_ENDS,       /* of the cluster file; `span` is the next */
    NODE_LOSES,          /* its attempts are about to be lost */
    NODE_LOST,           /* they are */
};

/* MECHANISM_CALLBACKS(X) is X(result, name, parameters) for each callback. The replay and the mechanism's record come
 * before the parameters. */
#define MECHANISM_CALLBACKS(X) \
    X(void, start)                                           /* once; `broken`: it failed, and the error is set */ \
    X(void, reset)                                           /* before each run; nodes are as the last left them */ \
    X(void, report)                                          /* after a run */ \
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
    X(void, stage, struct stage *, enum stage_news, int)     /* the last: of QUEUED and UNQUEUED, PREF or NOPREF */ \
    X(void, counted, struct job *, int)                      /* what it runs or wants has changed */ \
    X(void, task_back, struct stage *, uint32_t)             /* that task is unlaunched again */ \
    /* attempts */ \
    X(void, launched, struct attempt *)                      /* its local time is known, its end is not */ \
    X(bool, runs, struct attempt *)                          /* true: the mechanism says when it ends */ \
    /* `copied`: its shuffle ends at that time; true: the mechanism starts its computing */ \
    X(bool, copied, struct attempt *, int64_t) \
    X(void, ended, struct attempt *)                         /* it is done or failed; before the news of that */ \
    X(void, stopped, struct attempt *, enum phase)           /* it was killed or lost; its phase until then */ \
    X(void, left, struct attempt *)                          /* either, behind those */ \
    X(void, attempt, struct attempt *, const struct attempt_news *) \
    X(void, output, struct stage *, enum output_news, uint32_t) /* of maps; a node or, of OUTPUT_LOST, the task */ \
    /* nodes */ \
    X(void, slots_changed, uint32_t, int, uint32_t, uint32_t) /* node, kind, slots before and now */ \
    X(void, node, uint32_t, enum node_news) \
    X(void, node_changed, uint32_t)                          /* its slots, or whether it is up */ \
    /* which stage may run on which node: each must say true */ \
    X(bool, admits, const struct stage *, uint32_t) \
    X(bool, fits, const struct stage *, uint32_t)            /* A7, X6: it has space, and a slot, for it */ \
    /* `says_why`: true: `admits` or `fits` is false, and r->reason has the reason */ \
    X(bool, says_why, const struct stage *, uint32_t) \
    X(bool, crowds, const struct stage *, uint32_t)          /* D13: the stage launches there as if far from data */ \
    X(void, full, uint32_t, int)                             /* Y5: that node offers, with no slot of the kind free */ \
    /* slots */ \
    X(int64_t, slots_cap, const struct node *, int)          /* H8: the most it may occupy */ \
    /* `spare`: no task took a slot of the kind on that node; whether it launched. NONE: whether it could use one */ \
    X(bool, spare, uint32_t, int) \
    /* `kept`, Y13.7: the node is about to make its offers; true: it makes none (Y16.2) */ \
    X(bool, kept, uint32_t) \
    /* instants */ \
    X(int64_t, next_us)                                      /* its next instant; INT64_MAX: none */ \
    X(void, happen)                                          /* what happens to it at this instant */ \
    X(void, event, const struct event *)                     /* an event of `event_kind` */ \
    X(void, updates_repeat, int64_t)                         /* so many updates change nothing (ticks_settled()) */ \
    /* `settles_us`, where only ticks are to come: its tick may wait so long before it does something; 0: no tick */ \
    X(int64_t, settles_us) \
    X(void, before_offers)                                   /* the instant's events are over */ \
    X(bool, instant_ends)                                    /* after the offers; false: the run is over */ \
    /* `stuck`: jobs are left, never to run; true: the error is set; else it may say what may hold them up */ \
    X(bool, stuck, const char **) \
    X(void, offered, const struct sight *)                   /* SAW_OFFER, SAW_LAUNCH, SAW_RETURN of observer.h */ \
    X(void, saw, const struct sight *)                       /* of observers: all that is in observer.h */ \
    X(void, time_passes, int64_t)                            /* nothing happens before that time */

#define MECHANISM_MEMBER(result, name, ...) result (*name)(struct sw_replay *, void *own, ##__VA_ARGS__);
struct mechanism {
    unsigned needs;           /* bits NEEDS_... */
    size_t size;              /* of its record, which starts as zeros */
    /* Sizes of its records of each job, stage, attempt and pool, which start as zeros, those of pools in each run. Its
     * own record must then begin with a struct records, which says where they are. */
    size_t job_size, stage_size, attempt_size, pool_size;
    enum event_kind event_kind;  /* of `event` */
    enum sw_held_by unfit;       /* S14.3: what a job waits for that `fits` refuses */
    MECHANISM_CALLBACKS(MECHANISM_MEMBER)
};

/* Enters what the replay is to have, by its options, cluster, pools and sink: all mechanisms, then the dispatcher,
 * which is told after them, then the observers. */
typedef void mechanisms_choice(struct sw_replay *r);

enum { MECHANISMS_MOST = 24 };
#define MECHANISM_COUNT(result, name, ...) uint8_t name;
#define MECHANISM_LIST(result, name, ...) \
    struct { \
        result (*call)(struct sw_replay *, void *own, ##__VA_ARGS__); \
        void *own; \
    } name[MECHANISMS_MOST];
struct mechanisms {
    mechanisms_choice *choose;
    struct { MECHANISM_CALLBACKS(MECHANISM_COUNT) } has; /* how many take each callback; a cache line or two */
    struct { MECHANISM_CALLBACKS(MECHANISM_LIST) } on;
    struct { void (*call)(struct sw_replay *, void *own, const struct event *); void *own; } on_event[EVENT_KINDS];
    uint32_t n, job_size, stage_size, attempt_size, pool_size; /* of all records of a job, of a stage and so on */
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

void mechanisms_choose(struct sw_replay *r, mechanisms_choice *choose);
void *mechanisms_enter(struct sw_replay *r, const struct mechanism *m); /* its record */
void mechanisms_enter_dispatcher(struct sw_replay *r, const struct dispatcher *d);
void mechanisms_reset(struct sw_replay *r); /* before a run */
unsigned mechanisms_need(const struct sw_replay *r);                             /* all that they need */
void *mechanisms_own(const struct sw_replay *r, const struct mechanism *of); /* its record; NULL: the replay has none */
#endif
