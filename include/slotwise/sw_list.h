/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_list.h - the list of order: stages and pools in the order in which they may choose, with the waits of
 * all that were passed by kept lazily.
 *
 * A list is a B+ tree. An item is a stage, or a pool that owns a list of its own, so that pools nest to any
 * depth. Passing by everything before a stage, as one scan of ES algorithm 3 does, changes the meters of a whole
 * prefix; here that is one operation left at the roots of the subtrees that make up the prefix, carried further down only when someone looks
 * (O(log n) a scan). Each subtree knows the earliest reading at which any stage in it may launch in the rack or
 * anywhere, so "the first in order that may" is a descent.
 *
 * Meters. An unmarked stage has `due` = what is missing from its meter, allowed at <= 0. A marked stage's meter
 * runs with the clock, and its `due` is the clock reading at which it is allowed. So marking adds the clock to due,
 * unmarking takes it off, and a running clock touches nobody. */
#ifndef SLOTWISE_SW_LIST_H
#define SLOTWISE_SW_LIST_H
#include "slotwise/sw_sched.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SW_DUE_NEVER (INT64_MAX / 2)   /* at least half of it: never */
#define SW_DUE_ALWAYS (-SW_DUE_NEVER)

#define SW_NEAR 256
#define SW_MARKS 128
struct sw_list_node;
struct sw_list;

struct sw_item_state {           /* of a stage */
    int64_t due_rack, due_any;
    int64_t skipped_us;          /* when it was first passed by since its last launch; -1: not yet */
    uint64_t passed;             /* the last round that passed it by */
    bool marked;
};
struct sw_item {
    struct sw_list_node *leaf;   /* NULL: in no list */
    uint32_t cell;               /* in the leaf */
    uint8_t mark;                /* of a stage: 1 + its bit of the SW_MARKS that a walk brings along, which says better than near whether
                                    to visit it; 0: near does. Not the mark of meters. Changed like the state */
    struct sw_list *inner;       /* a pool's own list; NULL for a stage */
    void *of;                    /* the stage or pool it stands for */
    struct sw_key key;           /* while it is in a list change it with the two moves only */
    uint64_t near[SW_NEAR / 64]; /* of a stage: bits that say where its data may be, place p with others in bit p mod SW_NEAR; changed
                                    like the state */
    struct sw_item_state state;  /* valid while it is in no list, and after sw_list_look() */
};

/* Nodes come from, and go back to, one store that all lists of a replay share. */
struct sw_list_store {
    struct sw_list_node *spare;
    bool lazy;                   /* meters are in use */
    bool open;                   /* sw_list_pass() has left sums as they were */
};
struct sw_list {
    struct sw_list_node *root;
    struct sw_item *owner;       /* the pool item whose inner list this is, or NULL */
    struct sw_list_store *store;
    size_t n;
    int64_t low_us, as_of_us;    /* of a list that no pool owns: no marked due in the rack is less than low, and no other than low - as_of */
};

enum sw_list_set { SW_KEEP, SW_MARK, SW_UNMARK };
struct sw_list_op {              /* add[marked] to every due, then set the mark; and note the first skip and the last round */
    int64_t add[2], skipped_us;
    uint64_t passed;             /* the number of the round; 0: none */
    enum sw_list_set set;
};

void sw_list_init(struct sw_list *list, struct sw_list_store *store, struct sw_item *owner);
void sw_list_store_clear(struct sw_list_store *store); /* after its lists are empty */
void sw_list_insert(struct sw_list *list, struct sw_item *item);
void sw_list_erase(struct sw_item *item);              /* leaves its state in item->state */
void sw_list_move(struct sw_item *item, const struct sw_key *key);
/* Likewise where num is all of the key that changes. */
void sw_list_move_num(struct sw_item *item, int64_t num);
/* Brings item->state up to date while the item stays in its list. */
void sw_list_look(struct sw_item *item);
/* What that would say in item->state.marked. */
bool sw_list_is_marked(const struct sw_item *item);
/* The other way: item->state, perhaps changed after sw_list_look(), becomes what the list holds. For lists with meters. */
void sw_list_put(struct sw_item *item);
/* Likewise where nothing of it has changed since. */
void sw_list_keep(struct sw_item *item);

struct sw_item *sw_list_first(const struct sw_list *list); /* the first stage, through pools; NULL: empty */
/* Whether `item`, a stage that the list holds, is that. Asks upward from the item: mostly it is not first in its own pool, and that is all. */
bool sw_list_is_first(const struct sw_list *list, const struct sw_item *item);
/* The earliest (submit, place) among the list's stages; the list is not empty. */
void sw_list_earliest(const struct sw_list *list, int64_t *tie_us, uint64_t *tie);
/* Applies op to every stage before `item`, a stage, in the whole order, and `rest` (NULL: nothing) to it and to those behind it; or op to
 * every stage of a list. The first brings item->state up to date as sw_list_look() does, and leaves the sums above it as
 * they were: sw_list_put(), sw_list_keep() or sw_list_erase() of the item must come next. */
void sw_list_pass(struct sw_item *item, const struct sw_list_op *op, const struct sw_list_op *rest);
void sw_list_pass_all(struct sw_list *list, const struct sw_list_op *op);
/* Stages in order; visit returns true to stop. All of them, or only those that may launch in the rack or
 * anywhere when the clock reads clock_us. Returns the stage stopped at, or NULL. The visited item's state is up to date in the second. */
typedef bool sw_list_visit(void *ctx, struct sw_item *item);
struct sw_item *sw_list_walk(const struct sw_list *list, sw_list_visit *visit, void *ctx);
struct sw_item *sw_list_walk_due(struct sw_list *list, int64_t clock_us, sw_list_visit *visit, void *ctx);
/* Stages in order of which `near` has near->place's bit, or of those with a mark near->marks has theirs (NULL: nobody has a mark), at most
 * until near->nodes nodes of the tree have been looked at: then it is 0, and there may be more. For lists with meters. */
struct sw_near {
    uint32_t place, nodes;
    const uint64_t *marks;       /* SW_MARKS bits */
};
struct sw_item *sw_list_walk_near(const struct sw_list *list, struct sw_near *near, sw_list_visit *visit, void *ctx);
/* Whether the item stands in `top`, through the lists of pools (one of which may be set aside). */
bool sw_list_holds(const struct sw_list *top, const struct sw_item *item);
/* Whether a stands before b in the whole order; both are held by one list. */
bool sw_list_before(const struct sw_item *a, const struct sw_item *b);
/* The earliest clock reading after clock_us at which a marked stage is allowed more; SW_DUE_NEVER: none. */
int64_t sw_list_next_due(struct sw_list *list, int64_t clock_us);
/* The earliest clock reading at which a marked stage is allowed more than its node; SW_DUE_NEVER: none. */
int64_t sw_list_least_due(const struct sw_list *list);
/* Whether every stage is marked. */
bool sw_list_all_marked(const struct sw_list *list);
/* Asserts that order, sums and links are what they should be. */
void sw_list_check(const struct sw_list *list);

#ifdef __cplusplus
}
#endif
#endif
