/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_queue.h - the scheduling queue: stages and pools in the order in which they may choose, with the waits of all that
 * were skipped kept lazily.
 *
 * A list is a B+ tree. An item is a stage, or a pool that owns a list of its own, so that pools nest to any depth.
 * Passing by everything before a stage, as one scan of ES algorithm 3 does, changes the delay clocks of a whole prefix;
 * here that is one operation left at the roots of the subtrees that make up the prefix, carried further down only when
 * someone looks (O(log n) a scan). Each subtree knows the earliest reading at which any stage in it may launch in the
 * rack or anywhere, so "the first in order that may" is a descent.
 *
 * Meters. An unmarked stage has `due` = what is missing from its delay clock, allowed at <= 0. A marked stage's delay
 * clock runs with the clock, and its `due` is the clock reading at which it is allowed. So marking adds the clock to
 * due, unmarking takes it off, and a running clock touches nobody. */
#ifndef SLOTWISE_SW_LIST_H
#define SLOTWISE_SW_LIST_H
#include "slotwise/sw_sched.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SW_ALLOWED_NEVER (INT64_MAX / 2)   /* at least half of it: never */
#define SW_ALLOWED_ALWAYS (-SW_ALLOWED_NEVER)

#define SW_LOCATION_BITS 256
#define SW_DENSE_COLUMNS 128
struct sw_queue_node;
struct sw_queue;

struct sw_wait_state {           /* of a stage */
    int64_t rack_allowed_at, any_allowed_at;
    int64_t skipped_us;          /* when it was first skipped since its last launch; -1: not yet */
    uint64_t passed;             /* the last round that passed it by */
    bool waiting;
};
struct sw_queue_entry {
    struct sw_queue_node *leaf;   /* NULL: in no list */
    uint32_t cell;               /* in the leaf */
    uint8_t dense;                /* of a stage: 1 + its bit of the SW_DENSE_COLUMNS that a walk brings along, which says better than near whether
                                    to visit it; 0: near does. Not the mark of delay clocks. Changed like the state */
    struct sw_queue *inner;       /* a pool's own list; NULL for a stage */
    void *of;                    /* the stage or pool it stands for */
    struct sw_key key;           /* while it is in a list change it with the two moves only */
    uint64_t location[SW_LOCATION_BITS / 64]; /* of a stage: bits that say where its data may be, place p with others in bit p mod SW_LOCATION_BITS; changed
                                    like the state */
    struct sw_wait_state state;  /* valid while it is in no list, and after sw_queue_load() */
};

/* Nodes come from, and go back to, one store that all lists of a replay share. */
struct sw_queue_pool {
    struct sw_queue_node *spare;
    bool lazy;                   /* delay clocks are in use */
    bool dirty;                   /* sw_queue_skip() has left sums as they were */
};
struct sw_queue {
    struct sw_queue_node *root;
    struct sw_queue_entry *owner;       /* the pool item whose inner list this is, or NULL */
    struct sw_queue_pool *pool;
    size_t n;
    int64_t low_us, as_of_us;    /* of a list that no pool owns: no marked due in the rack is less than low, and no
                                    other than low - as_of */
};

enum sw_queue_set { SW_WAITING_UNCHANGED, SW_WAITING_SET, SW_WAITING_CLEAR };
/* add[marked] to every due, then set the mark; and note the first skip and the last round */
struct sw_queue_op {
    int64_t add[2], skipped_us;
    uint64_t passed;             /* the number of the round; 0: none */
    enum sw_queue_set set;
};

void sw_queue_init(struct sw_queue *queue, struct sw_queue_pool *pool, struct sw_queue_entry *owner);
void sw_queue_pool_clear(struct sw_queue_pool *pool); /* after its lists are empty */
void sw_queue_insert(struct sw_queue *queue, struct sw_queue_entry *entry);
void sw_queue_erase(struct sw_queue_entry *entry);              /* leaves its state in item->state */
void sw_queue_move(struct sw_queue_entry *entry, const struct sw_key *key);
/* The same where num is all of the key that changes. */
void sw_queue_move_num(struct sw_queue_entry *entry, int64_t num);
/* Brings item->state up to date while the item stays in its list. */
void sw_queue_load(struct sw_queue_entry *entry);
/* What that would say in item->state.marked. */
bool sw_queue_is_waiting(const struct sw_queue_entry *entry);
/* The other way: item->state, perhaps changed after sw_queue_load(), becomes what the list holds. For lists with delay
 * clocks. */
void sw_queue_store(struct sw_queue_entry *entry);
/* The same where nothing of it has changed since. */
void sw_queue_unchanged(struct sw_queue_entry *entry);

struct sw_queue_entry *sw_queue_first(const struct sw_queue *queue); /* the first stage, through pools; NULL: empty */
/* Whether `item`, a stage that the list holds, is that. Asks upward from the item: mostly it is not first in its own
 * pool, and that is all. */
bool sw_queue_is_first(const struct sw_queue *queue, const struct sw_queue_entry *entry);
/* The earliest (submit, place) among the list's stages; the list is not empty. */
void sw_queue_earliest(const struct sw_queue *queue, int64_t *tie_us, uint64_t *tie);
/* Applies op to every stage before `item`, a stage, in the whole order, and `rest` (NULL: nothing) to it and to those
 * behind it; or op to every stage of a list. The first brings item->state up to date as sw_queue_load() does, and
 * leaves the sums above it as they were: sw_queue_store(), sw_queue_unchanged() or sw_queue_erase() of the item must
 * come next. */
void sw_queue_skip(struct sw_queue_entry *entry, const struct sw_queue_op *op, const struct sw_queue_op *rest);
void sw_queue_skip_all(struct sw_queue *queue, const struct sw_queue_op *op);
/* Stages in order; visit returns true to stop. All of them, or only those that may launch in the rack or anywhere when
 * the clock reads clock_us. Returns the stage stopped at, or NULL. The visited item's state is up to date in the
 * second. */
typedef bool sw_queue_visit(void *ctx, struct sw_queue_entry *entry);
struct sw_queue_entry *sw_queue_walk(const struct sw_queue *queue, sw_queue_visit *visit, void *ctx);
struct sw_queue_entry *sw_queue_walk_allowed(struct sw_queue *queue, int64_t clock_us, sw_queue_visit *visit,
                                             void *ctx);
/* Stages in order of which `near` has location->place's bit, or of those with a mark location->dense has theirs (NULL:
 * nobody has a mark), at most until location->nodes nodes of the tree have been looked at: then it is 0, and there may
 * be more. For lists with delay clocks. */
struct sw_location {
    uint32_t place, nodes;
    const uint64_t *dense;       /* SW_DENSE_COLUMNS bits */
};
struct sw_queue_entry *sw_queue_walk_local(const struct sw_queue *queue, struct sw_location *location,
                                           sw_queue_visit *visit, void *ctx);
/* Whether the item stands in `top`, through the lists of pools (one of which may be set aside). */
bool sw_queue_holds(const struct sw_queue *top, const struct sw_queue_entry *entry);
/* Whether a stands before b in the whole order; both are held by one list. */
bool sw_queue_before(const struct sw_queue_entry *a, const struct sw_queue_entry *b);
/* The earliest clock reading after clock_us at which a marked stage is allowed more; SW_ALLOWED_NEVER: none. */
int64_t sw_queue_next_allowed(struct sw_queue *queue, int64_t clock_us);
/* The earliest clock reading at which a marked stage is allowed more than its node; SW_ALLOWED_NEVER: none. */
int64_t sw_queue_first_allowed(const struct sw_queue *queue);
/* Whether every stage is marked. */
bool sw_queue_all_waiting(const struct sw_queue *queue);
/* Asserts that order, sums and links are what they should be. */
void sw_queue_check(const struct sw_queue *queue);

#ifdef __cplusplus
}
#endif
#endif
