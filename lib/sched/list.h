/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list.h - the list of order from inside: a B+ tree with lazy operations. sw_list.h says what it is for.
 *
 *   list.c        insert, erase
 *   list_move.c   move
 *   list_standing.h   who comes before whom in a node
 *   list_meters.c operations on whole subtrees, and the sums that show what may launch where
 *   list_due.c    whose wait is over
 *   list_look.c   other walks, questions and the check
 *
 * Every node has up to FAN entries. An entry sums up what hangs below it: the least key, the least due per mark and
 * level, the earliest submission. A pending operation at an entry has been applied to that entry's sums, not yet
 * to what is below. list_push() carries it one level down; whoever changes a subtree pushes the path to it first, through the lists
 * of the pools above.
 *
 * What is true or false of an entry is a bit in a word of its node, so that those whom an operation would leave as they are
 * are passed over together: of a thousand stages that were passed by before, and are again, nobody is touched.
 *
 * Keys change with each launch and each end, and whom that takes an entry past, nobody foresees. So an entry stays in the cell of its node that
 * it was given, items and nodes know their cell, and where it stands in the order is a number of 16 bits, its standing. Who
 * comes before an entry, and who of some comes first, is asked of all standings of a node at once (list_standing.h). They are
 * of one of two kinds:
 *
 *   places        0, 1, 2 and so on. A move takes those that it passes along.
 *   short keys    of a leaf that is its list's root: num, less a base, and a rank among ties of 5 bits. A move is one addition.
 */
#ifndef LIB_SCHED_LIST_H
#define LIB_SCHED_LIST_H
#include "lib/base/minmax.h"
#include "slotwise/sw_list.h"

#define FAN 32

typedef uint32_t some;                   /* some of a node's entries: bit i is entry i's */
struct due { int64_t rack[2], any[2]; }; /* [marked]; SW_DUE_NEVER where there is no such stage */
struct near { uint64_t word[SW_NEAR / 64]; };
struct rest { int64_t rank, den, tie_us; uint64_t tie; }; /* of a key: all but num */
struct entry {                           /* two lines of the cache */
    _Alignas(64) struct due due;
    struct rest rest;
    struct sw_list_op op;                /* pending below; of a stage only skipped_us and passed are used, as its own */
    int64_t earliest_us;
    uint64_t earliest;
};
enum fact {
    IS_STAGE,                            /* of a leaf: the item is a stage, no pool */
    UNMARKED, MARKED,                    /* there are such stages below, or it is one */
    FRESH,                               /* likewise, one that was not passed by since its last launch */
    N_FACTS
};
struct sw_list_node {
    struct sw_list_node *up;
    struct sw_list *list;
    int n;
    bool is_leaf;
    uint8_t cell_above;                  /* its own, in the node above */
    uint8_t till_short;                  /* 0: standings are short keys; else places, until so much has moved */
    some fact[N_FACTS];                  /* cells, as are the sets that follow */
    some taken, with_mark;
    uint64_t marks[SW_MARKS / 64];       /* of a leaf: those of its stages, and perhaps of some that left */
    some pending;                        /* with an operation for what is below */
    some odd;                            /* of a leaf: whose rank or den in the key is not this; mostly none, and num is all that is compared */
    int64_t rank, den;                   /* see odd */
    int64_t short_base;
    uint8_t cell[FAN];                   /* by place, or by rank among ties: standing % FAN */
    _Alignas(64) int16_t standing[FAN];  /* by cell, as all that follows; NOWHERE: it is free */
    uint8_t mark[FAN];                   /* of stages */
    struct sw_list_node *below[FAN];     /* of a pool in a leaf its list's root, NULL if that is empty; not of stages */
    struct sw_item *item[FAN];           /* of a leaf */
    int64_t num[FAN];                    /* of the key: close together, as most comparisons read no more */
    struct near near[FAN];               /* of stages */
    struct entry e[FAN];
};
typedef struct sw_list_node node;

#define NOWHERE INT16_MAX
#define TILL_SHORT 128                   /* to make short keys takes as long as some tens of moves gain */

static const struct sw_list_op no_op = { { 0, 0 }, -1, 0, SW_KEEP };

static inline some bit(int i) { return UINT32_C(1) << i; }
static inline some bits_below(int i) { return (some)((UINT64_C(1) << i) - 1); }
static inline void set_bit(some *s, int i, bool on) { *s = (*s & ~bit(i)) | (some)on << i; }
/* The first of them, which leaves. */
static inline int next_of(some *s)
{
    int i = __builtin_ctz(*s);
    *s &= *s - 1;
    return i;
}
/* A due that was one of the two: operations shift them a little, as they shift all. */
static inline int64_t always_or_never(int64_t due)
{
    return due < SW_DUE_ALWAYS / 2 ? SW_DUE_ALWAYS : due > SW_DUE_NEVER / 2 ? SW_DUE_NEVER : due;
}
/* The outermost list hears of a due below this cell of its root. */
static inline void list_note_due(const node *top, int cell)
{
    struct sw_list *list = top->list;
    const struct due *due = &top->e[cell].due;
    if (list->store->lazy)
        list->low_us = min_i64(list->low_us, min_i64(due->rack[0] + list->as_of_us, due->rack[1]));
}
static inline struct sw_key key_in(const node *nd, int cell)
{
    const struct rest *rest = &nd->e[cell].rest;
    return (struct sw_key){ rest->rank, nd->num[cell], rest->den, rest->tie_us, rest->tie };
}
static inline int key_cmp(const node *nd, int cell, const struct sw_key *key)
{
    const struct sw_key own = key_in(nd, cell);
    return sw_key_cmp(&own, key);
}
static inline bool earlier(const struct entry *a, const struct entry *b)
{
    return a->earliest_us != b->earliest_us ? a->earliest_us < b->earliest_us : a->earliest < b->earliest;
}
/* Of a node that is not empty. */
static inline const struct entry *earliest_in(const node *nd)
{
    some left = nd->taken;
    const struct entry *first = &nd->e[next_of(&left)];
    while (left) {
        const struct entry *e = &nd->e[next_of(&left)];
        if (earlier(e, first))
            first = e;
    }
    return first;
}

/* The cell above nd, in its list or in that of the pool whose list it is, and the node that it is of; NULL: none. */
static inline node *above(const node *nd, int *cell)
{
    const struct sw_item *owner = nd->list->owner;
    node *up = nd->up ? nd->up : owner ? owner->leaf : NULL;
    if (up)
        *cell = nd->up ? nd->cell_above : (int)owner->cell;
    return up;
}

/* list.c */
void list_set_key(node *nd, int cell, const struct sw_key *key);
void list_take_out(struct sw_item *item, bool right); /* right: the sums above it are */
/* list_move.c */
void list_to_places(node *leaf); /* if its standings are short keys */
/* list_meters.c */
void list_push_down(node *nd, int cell); /* its pending operation goes one level down */
void list_push_path(node *nd);           /* to nd, from the outermost list */
void list_sum_up(const node *nd, node *up, int cell); /* of nd, into this cell of the node above */
void list_sum_in(const node *nd, int k, node *up, int cell); /* of nd's cell k alone */
/* Whether they are right without an entry that has left nd. */
struct gone { struct due due; int64_t earliest_us; uint64_t earliest; };
bool list_sum_stands(const struct gone *gone, const node *nd, const node *up, int cell);
void list_fill_entry(node *leaf, int cell);        /* from its item */
void list_read_entry(const node *leaf, int cell);  /* into its item, if it is a stage */
static inline void list_push(node *nd, int cell)
{
    if (nd->pending & bit(cell))
        list_push_down(nd, cell);
}
#endif
