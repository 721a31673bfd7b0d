/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spark.h - what the files of Spark's offers share (section 14 of docs/model.md).
 *
 *   wishes.c   which hosts and racks a task prefers
 *   scala.c    the order of Scala's maps
 *   lists.c    tasks by host and by rack, in the order of these
 *   sets.c     the task sets and their order
 *   levels.c   how far a set may go
 *   pick.c     which task an executor gets
 *   parts.c    what a round gives one set
 *   lost.c     in which order tasks come back that were lost
 *   rounds.c   the rounds */
#ifndef LIB_SIM_MECH_SPARK_SPARK_H
#define LIB_SIM_MECH_SPARK_SPARK_H
#include "lib/sim/sim.h"

enum spark_level { AT_PROCESS, AT_NODE, NO_PREF, AT_RACK, AT_ANY, N_LEVELS };

struct spark_job { int64_t number; }; /* R7 */
/* R3: the executors that tasks of a stage prefer. */
struct spark_wish { uint32_t task, node; };
/* R20: Scala's mutable.HashMap. Its buckets are chains of keys, which are never moved. */
struct scala_key { uint32_t id, hash, next; };
struct scala_map {
    struct scala_key *key;
    uint32_t *bucket;            /* of each the first key; NONE */
    uint32_t n, n_keys, cap_keys, n_buckets; /* n: those that are in it now */
    uint32_t from;               /* the first bucket of a walk that is not known to be empty */
    bool old;                    /* of Scala 2.12 */
};
/* The tasks of each key. */
struct spark_stack { uint32_t first, n; };
struct spark_lists {
    struct scala_map keys;
    struct spark_stack *list;    /* of each key, in task[] */
    uint32_t *task;
};
struct spark_entry { uint32_t task, key; };
enum spark_of { EXECUTORS, HOSTS, RACKS, N_MAPS }; /* what the keys are */
struct spark_back { uint32_t task; uint64_t number; }; /* a waiting task that came back, by which message */
/* R5, R6: what T2 did, in the order in which Spark's scheduler is told of it. */
struct spark_end { struct spark_set *set; const struct pool *pool; uint32_t node; }; /* set NULL: its job has ended */
enum spark_told { SET_BEGINS, TASK_BACK, NODE_COMES, NODE_GOES };
/* A task that a node takes along, and its launch, or that its output is gone. */
#define LOST_OUTPUT UINT64_MAX
struct spark_lost { struct spark_set *set; uint32_t task, launch; uint64_t turn; bool is_output; };
struct spark_message {
    enum spark_told what;
    struct spark_set *set;       /* NULL: of none, or its job has ended */
    uint32_t of;                 /* a task, or a node */
    bool of_node;                /* a task that was lost with its node, which is told of then */
};
struct spark_set {
    struct stage *stage;
    bool listed;                 /* among the task sets */
    bool levels_known;           /* they were worked out since the set began */
    bool unclean;                /* R16 */
    uint8_t has_level;           /* bits */
    enum spark_level level;
    int64_t timer_us, passed_us; /* passed_us: the first refusal (D7); -1: none */
    bool refused;                /* in this round, which is yet to be said */
    uint64_t came;               /* the message that it began by */
    uint32_t ending;             /* attempts that have ended, which the scheduler has not been told of */
    uint32_t n_executor, n_rack; /* waiting tasks that prefer an executor, a host of known rack */
    uint64_t near;               /* of few replicas: a bit of each one's host, modulo 64; else all bits */
    struct spark_back *back;     /* the last to come back is the last */
    uint32_t n_back, cap_back;
    uint32_t next;               /* R4: those before it have left the list of all tasks */
    uint32_t *again, n_again, cap_again; /* tasks on top of that list, which came back */
    uint32_t *launch, n_launches, cap_launches; /* R17.1: of its launches, which of all it was */
    struct spark_wish *wish, *at_node; /* by task; by node and then task */
    uint32_t n_wishes, cap_wishes;
    struct spark_entry *asked;   /* of a trace the hosts that its tasks prefer, where there are lists */
    size_t n_asked, cap_asked;
    struct spark_lists lists[N_MAPS];
    bool has_lists;              /* they are filled */
};
struct spark_list {
    struct spark_set **at;       /* at[first .. first + n) */
    size_t first, n, cap;
    const struct pool *pool;     /* NULL: of all */
    bool mixed;                  /* not in the order of fifo */
};
struct spark {
    struct records at;           /* of a job a spark_job, of a stage a spark_set */
    struct spark_list *list;     /* of each pool by its number; of all, if none are looked at */
    uint32_t n_lists;
    struct spark_list **order;   /* those with sets, as a round goes through them */
    size_t n_sets;
    struct spark_end *end;
    struct spark_message *message;
    struct spark_lost *lost;
    size_t n_ends, cap_ends, n_messages, cap_messages, n_lost, cap_lost;
    uint64_t number, told;       /* of the last message, and of the last that the scheduler was told */
    uint32_t *ending, *ending_of_pool; /* as of a set; of each node, and of each pool by its number */
    uint32_t n_pools;
    struct spark_set **refused;  /* in this round, where an observer follows decisions */
    size_t n_refused, cap_refused;
    bool *was_up;                /* of each node */
    bool *is_up;                 /* the same, as far as the scheduler has been told */
    uint32_t *up_host, *up_rack; /* of each home, the nodes that are up; of each rack */
    int more_slots;              /* of the node that changes: more (1), fewer (-1) */
    bool nodes_changed;          /* one went at the end of an instant (B20) */
    bool in_t2;                  /* of an instant, not at its end (B20) */
    bool goes;                   /* a node does, and takes what runs there along */
    bool of_one;                 /* a round of one executor is made */
    bool was_done;               /* the stage whose output is being lost had been done */
    uint64_t lost_launch;        /* of the attempt that is being lost; LOST_OUTPUT: it is an output */
    int64_t last_us;             /* of the last round */
    uint32_t *offered;           /* executors, in the order in which they are offered */
    uint32_t *shuffled;
    uint8_t *failed;             /* of each executor offered, 1 + the farthest level at which a part found nothing */
    bool racks_known;            /* of all hosts */
    /* What differs between releases: resets by rounds (R16), not by launches (R15); levels that come back (R13); a
     * round of an executor that comes alone (R6). */
    bool by_round, shifts, alone;
    bool by_host;                /* lists of racks are filled host by host */
    bool has_lists;              /* sets have lists: racks are known, or nodes come and go */
    bool keeps_keys;             /* all three, from the beginning: nodes come and go */
    uint32_t *hash[N_MAPS], cap_hashes; /* of each key; cap_hashes: of hosts */
    struct sw_names strangers;   /* hosts that the cluster does not have, by name */
    char **stranger_name;
    uint32_t *place, cap_places, *key, cap_keys; /* lists.c */
};

struct spark_round { uint32_t n, n_free; uint8_t *failed; const struct pool *pool; }; /* pool: whose turn it is */

static inline struct spark_set *spark_set_of(const struct spark *sp, const struct stage *st)
{
    return stage_record(st, &sp->at);
}
static inline bool spark_has_level(const struct spark_set *s, enum spark_level level)
{
    return s->has_level >> level & 1;
}
/* What the scheduler takes for running and for free. */
static inline int64_t spark_pool_running(const struct spark *sp, const struct pool *p)
{
    return p->running[0] + (p->number < sp->n_pools ? sp->ending_of_pool[p->number] : 0);
}
static inline uint32_t spark_free(const struct sw_replay *r, const struct spark *sp, uint32_t node)
{
    uint32_t free = r->slots.node[node].free[0];
    return free > sp->ending[node] ? free - sp->ending[node] : 0;
}
/* O6; NULL: no pools are looked at. */
static inline bool spark_held_back(const struct spark *sp, const struct pool *p)
{
    for (; p; p = p->parent)
        if (spark_pool_running(sp, p) >= p->max[0])
            return true;
    return false;
}
/* The nearest that is as far as this one, or farther. */
static inline enum spark_level spark_level_from(const struct spark_set *s, enum spark_level level)
{
    return (enum spark_level)__builtin_ctz((unsigned)s->has_level >> level << level);
}
/* R5: a round does not see tasks that the scheduler has not been told of. */
static inline bool spark_hides(const struct spark *sp, const struct spark_set *s)
{
    return s->n_back && s->back[s->n_back - 1].number > sp->told;
}
/* Of a waiting task. */
static inline bool spark_sees(const struct spark *sp, const struct spark_set *s, uint32_t task)
{
    for (uint32_t i = s->n_back; i-- > 0 && s->back[i].number > sp->told;)
        if (s->back[i].task == task)
            return false;
    return true;
}

/* wishes.c */
void wishes_start(struct sw_replay *r, struct spark *sp);
size_t wishes_read(struct sw_replay *r, void *sp, struct stage *st, uint32_t task, size_t n);
void wishes_index(struct spark_set *s);
uint32_t wishes_of_task(const struct spark_set *s, uint32_t task, uint32_t *n); /* the first of n in s->wish */
bool wishes_has_executor(const struct spark_set *s, uint32_t task, uint32_t node);
bool wishes_has_rack(const struct sw_replay *r, const struct spark *sp, const struct stage *st, uint32_t task);
void wishes_count(const struct sw_replay *r, const struct spark *sp, struct spark_set *s, uint32_t task, int by);
/* scala.c; a place is one in key[] */
uint32_t scala_hash(const char *text, size_t len);
uint32_t scala_add(struct scala_map *m, uint32_t id, uint32_t hash); /* its place, where it may have been before */
void scala_remove(struct scala_map *m, uint32_t place);
uint32_t scala_find(const struct scala_map *m, uint32_t id, uint32_t hash); /* NONE: it is not in it */
uint32_t scala_first(struct scala_map *m);                 /* in a walk; NONE: it is empty */
uint32_t scala_next(struct scala_map *m, uint32_t place);  /* NONE: that was the last */
void scala_clear(struct scala_map *m);
/* lists.c */
void lists_make(const struct sw_replay *r, struct spark *sp, struct spark_set *s);
void lists_again(struct spark_set *s);                     /* R17: it has none of its tasks left */
void lists_free(struct spark_set *s);
void lists_back(const struct sw_replay *r, struct spark *sp, struct spark_set *s, uint32_t task); /* R17 */
bool lists_alive(const struct sw_replay *r, const struct spark *sp, struct spark_set *s, enum spark_of of); /* R12 */
/* R14: a walk to the first key for which a task waits, before which all leave; whether there is one */
bool lists_walk(const struct sw_replay *r, struct spark *sp, struct spark_set *s, enum spark_of of);
/* the first task for an executor in the rack, but for those that came back; NONE */
uint32_t lists_in_rack(const struct sw_replay *r, struct spark *sp, struct spark_set *s, uint32_t rack);
uint64_t scala_turn(const struct scala_map *m, uint32_t place);
/* lost.c */
void lost_note_launch(struct spark_set *s, uint64_t launch);
void lost_add(struct spark *sp, struct spark_set *s, uint32_t task, uint64_t launch); /* launch: or LOST_OUTPUT */
void lost_sort(struct spark *sp, bool old); /* sp->lost[] */
/* sets.c */
void sets_add(const struct sw_replay *r, struct spark *sp, struct spark_set *s);
void sets_remove(struct spark *sp, struct spark_set *s);
uint32_t sets_order(struct spark *sp); /* sp->order[], and how many */
void sets_sort(struct spark *sp, struct spark_list *list); /* as a round goes through them */
void sets_each(struct sw_replay *r, struct spark *sp,
               void (*call)(const struct sw_replay *, const struct spark *, struct spark_set *));
void sets_reset(struct spark *sp);
int64_t sets_job_number(const char *id);
/* levels.c */
void levels_work_out(const struct sw_replay *r, const struct spark *sp, struct spark_set *s);
/* R14: tasks that the round sees wait for the level; of NODE, any that prefer a host */
bool levels_some_wait(const struct sw_replay *r, const struct spark *sp, const struct spark_set *s,
                      enum spark_level level);
enum spark_level levels_allowed(const struct sw_replay *r, struct spark *sp, struct spark_set *s);
/* until the next level; -1: it is the last */
int64_t levels_left(const struct sw_replay *r, const struct spark_set *s);
void levels_start(const struct sw_replay *r, struct spark_set *s, enum spark_level launched_as);
/* pick.c */
void pick_begin(struct spark_set *s); /* its replicas are placed */
/* a task of the set for the executor, and where it was found; NONE */
uint32_t pick(struct sw_replay *r, struct spark *sp, struct spark_set *s, uint32_t node, enum spark_level allowed,
              enum spark_level *at);
uint32_t pick_waiting(const struct spark *sp, const struct spark_set *s); /* how many tasks wait that the round sees */
void pick_again(struct spark_set *s, uint32_t task); /* R17 */
static inline bool pick_may_find(const struct spark_set *s) /* R4 */
{
    return s->n_again || s->next < s->stage->n_tasks;
}
bool pick_prefers(const struct sw_replay *r, const struct spark_set *s, uint32_t task, uint32_t node,
                  enum spark_level at);
/* parts.c */
void parts_give(struct sw_replay *r, struct spark *sp, struct spark_round *rd, struct spark_set *s);
int parts_row_level(enum spark_level level); /* as decisions name it */
int64_t parts_waited(const struct sw_replay *r, const struct spark_set *s);
#endif
