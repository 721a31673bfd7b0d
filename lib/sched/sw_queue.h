/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_queue.h - the scheduling queue: stages and pools in the order in which slots are offered to them.
 *
 * A queue is a B+ tree. An entry is a stage, or a pool that owns a queue of its own, so pools nest to any depth.
 * An offer skips all stages before the one that launches (ES algorithm 3), which changes the delay clocks of a prefix.
 * That is one operation, left at the roots of the subtrees that make up the prefix. It is carried down when an entry
 * is read: O(log n) an offer. Each subtree knows the earliest clock reading at which a stage in it may launch in the
 * rack or anywhere. So the first stage in order that may launch is found by a descent.
 *
 * Delay clocks. While a stage's waiting flag is clear, its `allowed_at` is what its delay clock still lacks: it may
 * launch at 0 or below. While the flag is set, its delay clock runs with the queue's clock, and `allowed_at` is the
 * reading from which it may launch. Setting the flag adds the clock and clearing it subtracts the clock, so a running
 * clock changes no entry. */
#ifndef SLOTWISE_SW_QUEUE_H
#define SLOTWISE_SW_QUEUE_H
#include "slotwise/sw_sched.h"

#define SW_ALLOWED_NEVER (INT64_MAX / 2)   /* at least half of it: never */
#define SW_ALLOWED_ALWAYS (-SW_ALLOWED_NEVER)

#define SW_LOCATION_BITS 512
#define SW_DENSE_COLUMNS 128
struct sw_queue_node;
struct sw_queue;

struct sw_wait_state {           /* of a stage */
    int64_t rack_allowed_at, any_allowed_at;
    int64_t skipped_us;          /* when it was first skipped since its last launch; -1: not yet */
    bool waiting;                /* the waiting flag (D4) */
};
/* Of a stage: where its data may be. A place has two bits: of some that share the one few share the other. */
struct sw_location_filter { uint64_t word[SW_LOCATION_BITS / 64]; };
static inline uint32_t sw_location_first(uint32_t place) { return place % SW_LOCATION_BITS; }
static inline uint32_t sw_location_second(uint32_t place) { return place * UINT32_C(2654435769) >> 23; }
static inline void sw_location_add(struct sw_location_filter *of, uint32_t place)
{
    const uint32_t first = sw_location_first(place), second = sw_location_second(place);
    of->word[first / 64] |= UINT64_C(1) << first % 64;
    of->word[second / 64] |= UINT64_C(1) << second % 64;
}
/* A cache line. Its key and its location filter are kept by the queue alone. */
struct sw_queue_entry {
    struct sw_queue_node *leaf;  /* NULL: in no queue */
    uint8_t cell;                /* in the leaf */
    uint8_t dense;               /* of a stage: 1 + its bit in sw_location.dense; 0: the filter is asked instead */
    struct sw_queue *inner;      /* a pool's own queue; NULL for a stage */
    void *of;                    /* the stage or pool it stands for */
    struct sw_wait_state state;  /* valid while it is in no queue, and after sw_queue_load() */
};

/* All queues of a replay share one store of tree nodes. */
struct sw_queue_pool {
    struct sw_queue_node *spare;
    bool lazy;                   /* skips are in use */
    /* Of this stage the summaries above are left as they were, until they are asked for; NULL: all are right. Those of
     * so many levels are wrong whatever its own change is. */
    struct sw_queue_entry *late;
    int late_levels;
};
struct sw_queue {
    struct sw_queue_node *root;
    struct sw_queue_entry *owner; /* the pool's entry whose inner queue this is, or NULL */
    struct sw_queue_pool *pool;
    size_t n;
    /* Of a queue without an owner, a bound: rack_allowed_at is at least low_us where the waiting flag is set, and at
     * least low_us - as_of_us elsewhere. */
    int64_t low_us, as_of_us;
};

enum sw_queue_set { SW_WAITING_UNCHANGED, SW_WAITING_SET, SW_WAITING_CLEAR };
/* What a skip does to a stage: it adds add[waiting] to both times, then sets or clears the waiting flag. It notes
 * skipped_us, if that is the first skip. */
struct sw_queue_op {
    int64_t add[2], skipped_us;
    enum sw_queue_set set;
};

void sw_queue_init(struct sw_queue *queue, struct sw_queue_pool *pool, struct sw_queue_entry *owner);
void sw_queue_pool_clear(struct sw_queue_pool *pool); /* after its queues are empty */
/* location: of a stage without a dense column; NULL: its data is nowhere. */
void sw_queue_insert(struct sw_queue *queue, struct sw_queue_entry *entry, const struct sw_key *key,
                     const struct sw_location_filter *location);
void sw_queue_erase(struct sw_queue_entry *entry);              /* leaves its state in entry->state */
void sw_queue_move(struct sw_queue_entry *entry, const struct sw_key *key);
/* As sw_queue_move(), when only the key's num changes. */
void sw_queue_move_num(struct sw_queue_entry *entry, int64_t num);
/* To another queue, with its key, its state and its location filter. */
void sw_queue_transfer(struct sw_queue *to, struct sw_queue_entry *entry);
struct sw_key sw_queue_key(const struct sw_queue_entry *entry); /* of an entry that is in a queue */
void sw_queue_set_location(struct sw_queue_entry *entry, const struct sw_location_filter *location);
/* Brings entry->state up to date while the entry stays in its queue. */
void sw_queue_load(struct sw_queue_entry *entry);
/* The waiting flag, without loading the state. */
bool sw_queue_is_waiting(const struct sw_queue_entry *entry);
/* Puts entry->state, which may have changed after sw_queue_load(), back into the queue. The queue has delay clocks. */
void sw_queue_store(struct sw_queue_entry *entry);

struct sw_queue_entry *sw_queue_first(const struct sw_queue *queue); /* the first stage, through pools; NULL: empty */
/* Whether `entry`, a stage in the queue, is its first. It asks upward, as most stages are not the first of their own
 * pool. */
bool sw_queue_is_first(const struct sw_queue *queue, const struct sw_queue_entry *entry);
/* The earliest (submission, place) among the queue's stages. The queue is not empty. */
void sw_queue_earliest(const struct sw_queue *queue, int64_t *tie_us, uint64_t *tie);
/* sw_queue_skip() applies op to every stage before `entry` in the whole order, and `rest` (NULL: nothing) to `entry`
 * and those behind it. It loads entry->state.
 * sw_queue_skip_all() applies op to every stage of a queue. */
void sw_queue_skip(struct sw_queue_entry *entry, const struct sw_queue_op *op, const struct sw_queue_op *rest);
void sw_queue_skip_all(struct sw_queue *queue, const struct sw_queue_op *op);
/* Both walks visit stages in order until visit returns true. They return the stage at which they stopped, or NULL.
 * sw_queue_walk() visits all. sw_queue_walk_allowed() visits those that may launch in the rack or anywhere when the
 * clock reads clock_us, with their state loaded. */
typedef bool sw_queue_visit(void *ctx, struct sw_queue_entry *entry);
struct sw_queue_entry *sw_queue_walk(const struct sw_queue *queue, sw_queue_visit *visit, void *ctx);
/* As sw_queue_walk(), from the first entry of the queue behind `key` on. */
struct sw_queue_entry *sw_queue_walk_behind(struct sw_queue *queue, const struct sw_key *key, sw_queue_visit *visit,
                                            void *ctx);
struct sw_queue_entry *sw_queue_walk_allowed(struct sw_queue *queue, int64_t clock_us, sw_queue_visit *visit,
                                             void *ctx);
/* Visits, in order, stages that may have data at a place. A stage with a dense column is asked by the place's dense
 * bits, another by its location filter. The walk ends early when `nodes` tree nodes have been read: then `nodes` is 0,
 * and there may be more. The queue has delay clocks. */
struct sw_location {
    uint32_t place, nodes;
    const uint64_t *dense;       /* SW_DENSE_COLUMNS bits; NULL: no stage has a dense column */
};
struct sw_queue_entry *sw_queue_walk_local(const struct sw_queue *queue, struct sw_location *location,
                                           sw_queue_visit *visit, void *ctx);
/* Whether the entry is in `top`, through the queues of pools. The queue of a pool at its limit is in none. */
bool sw_queue_holds(const struct sw_queue *top, const struct sw_queue_entry *entry);
/* Whether a comes before b in the whole order. One queue holds both. */
bool sw_queue_before(const struct sw_queue_entry *a, const struct sw_queue_entry *b);
/* The earliest clock reading after clock_us at which a waiting stage may go further from its data; SW_ALLOWED_NEVER:
 * none. */
int64_t sw_queue_next_allowed(struct sw_queue *queue, int64_t clock_us);
/* The earliest clock reading at which a waiting stage may launch in its rack; SW_ALLOWED_NEVER: none. */
int64_t sw_queue_first_allowed(const struct sw_queue *queue);
/* Whether every stage has its waiting flag set. */
bool sw_queue_all_waiting(const struct sw_queue *queue);
/* Asserts that order, summaries and links are right. */
void sw_queue_check(const struct sw_queue *queue);
#endif
