/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queue.h - the scheduling queue from inside: a B+ tree with lazy operations. sw_queue.h says what it is for.
 *
 *   queue.c         insert, erase
 *   queue_move.c    move
 *   queue_rank.h    which entry of a tree node comes first
 *   queue_skip.c    operations on whole subtrees, and their summaries
 *   queue_allowed.c stages whose wait is over
 *   queue_walk.c    other walks, questions and the check
 *
 * Every tree node has up to FAN entries. An entry sums up what hangs below it: the least key, the least time at which
 * a stage is allowed more, per waiting flag and level, and the earliest submission. A pending operation at an entry
 * has been applied to that entry's summary, and not yet to what is below. queue_push() carries it one level down.
 * Before a subtree is changed, the path to it is pushed, through the queues of the pools above.
 *
 * What is true or false of an entry is a bit in a word of its tree node. So entries that an operation would not change
 * are left out together: skipping a thousand stages that were skipped before touches none of them.
 *
 * Keys change with each launch and each end, and no processor foresees how many entries that takes an entry past. So
 * an entry stays in its cell of the tree node. Its position in the order is a rank, a number of 16 bits. Which entry
 * comes before another is asked of all ranks of a tree node at once (queue_rank.h). Ranks are of one of two kinds:
 *
 *   places         0, 1, 2 and so on. A move shifts the entries that it passes.
 *   packed keys    num, less a base, and a rank among ties of 5 bits. A move is one addition. Only a leaf that is its
 *                  queue's root has them. */
#ifndef LIB_SCHED_QUEUE_H
#define LIB_SCHED_QUEUE_H
#include "lib/base/minmax.h"
#include "lib/sched/sw_queue.h"

#define FAN 32

typedef uint32_t mask32;                 /* entries of a tree node: bit i is entry i's */
/* When a stage may launch in its rack and anywhere. `both` are added to and stored at once. */
typedef int64_t pair __attribute__((vector_size(16)));
union due { struct { int64_t rack, any; }; pair both; };
struct tie { int64_t us; uint64_t number; };
struct note { int64_t skipped_us; }; /* when a stage was first skipped */
enum fact {
    IS_STAGE,                            /* of a leaf: the entry is a stage, no pool */
    NOT_WAITING, WAITING,                /* the entry is, or has below, a stage with the flag clear, set */
    FRESH,                               /* the entry is, or has below, a stage not skipped since its last launch */
    N_FACTS
};
struct sw_queue_node {
    struct sw_queue_node *up;
    struct sw_queue *list;
    int n;
    bool is_leaf;
    uint8_t cell_above;                  /* its own, in the node above */
    uint8_t moves_until_packed;          /* 0: ranks are packed keys; else places, for so many more moves */
    uint8_t gone;                        /* of a leaf: entries that left since its location filters were summed up */
    mask32 fact[N_FACTS];                /* cells, as are the sets that follow */
    mask32 taken, with_dense;
    uint64_t dense[SW_DENSE_COLUMNS / 64]; /* of a leaf: those of its stages, and perhaps of some that left */
    mask32 pending;                      /* with an operation for what is below */
    mask32 to_set, to_clear;             /* of those: it sets, or clears, the waiting flag */
    mask32 odd;                          /* of a leaf: the key's rank or den is not the one below. Mostly none is, and
                                            only num is compared. */
    int64_t rank, den;                   /* see odd */
    int64_t packed_base;
    uint8_t cell[FAN];                   /* by place, or by rank among ties: rank % FAN */
    _Alignas(64) int16_t node_rank[FAN]; /* by cell, as all that follows; NOWHERE: it is free */
    uint8_t dense_column[FAN];           /* of stages */
    struct sw_queue_node *below[FAN];    /* of a pool in a leaf: its queue's root, NULL if empty; unused for a stage */
    struct sw_queue_entry *item[FAN];    /* of a leaf */
    int64_t num[FAN];                    /* of the key: side by side, as most comparisons read nothing else */
    struct tie tie[FAN];                 /* of the key, too */
    int64_t key_rank[FAN], key_den[FAN];
    struct tie earliest[FAN];
    uint64_t location[SW_LOCATION_BITS / 64][FAN]; /* a walk reads one word of each, side by side. Above a leaf: what
                                                      is below, and perhaps what has left it */
    /* [waiting]: the earliest of its stages whose flag is so. It holds where fact[NOT_WAITING + waiting] has the bit.
     * So a stage has one, and four stages are a line of the cache. */
    _Alignas(64) union due due[2][FAN];
    struct note note[FAN];               /* of a stage its own, else pending below */
    union { int64_t of[2]; pair both; } add[FAN]; /* pending below, as are the two sets; unused for a stage */
};
typedef struct sw_queue_node tnode;

#define NOWHERE INT16_MAX
#define MOVES_UNTIL_PACKED 128           /* making packed keys costs as much as some tens of moves gain */

static const struct sw_queue_op no_op = { { 0, 0 }, -1, SW_WAITING_UNCHANGED };

static inline mask32 bit(int i) { return UINT32_C(1) << i; }
static inline mask32 bits_below(int i) { return (mask32)((UINT64_C(1) << i) - 1); }
static inline void set_bit(mask32 *s, int i, bool on) { *s = (*s & ~bit(i)) | (mask32)on << i; }
/* Removes the lowest bit and returns its number. */
static inline int pop_lowest(mask32 *s)
{
    int i = __builtin_ctz(*s);
    *s &= *s - 1;
    return i;
}
/* Operations shift ALWAYS and NEVER a little, as they shift all times. This restores them. */
static inline int64_t always_or_never(int64_t allowed)
{
    return allowed < SW_ALLOWED_ALWAYS / 2  ? SW_ALLOWED_ALWAYS
           : allowed > SW_ALLOWED_NEVER / 2 ? SW_ALLOWED_NEVER
                                            : allowed;
}
/* NOT_WAITING or WAITING */
static inline enum fact fact_of(int waiting) { return (enum fact)(NOT_WAITING + waiting); }
/* Lowers the bound of the outermost queue to what is below this cell of its root. */
static inline void queue_note_allowed(const tnode *top, int cell)
{
    struct sw_queue *list = top->list;
    if (!list->pool->lazy)
        return;
    if (top->fact[NOT_WAITING] & bit(cell))
        list->low_us = min_i64(list->low_us, top->due[0][cell].rack + list->as_of_us);
    if (top->fact[WAITING] & bit(cell))
        list->low_us = min_i64(list->low_us, top->due[1][cell].rack);
}
static inline struct sw_key key_in(const tnode *nd, int cell)
{
    const struct tie *tie = &nd->tie[cell];
    return (struct sw_key){ nd->key_rank[cell], nd->num[cell], nd->key_den[cell], tie->us, tie->number };
}
static inline struct sw_location_filter location_in(const tnode *nd, int cell)
{
    struct sw_location_filter of;
    for (int w = 0; w < SW_LOCATION_BITS / 64; w++)
        of.word[w] = nd->location[w][cell];
    return of;
}
static inline void set_location(tnode *nd, int cell, const struct sw_location_filter *of)
{
    for (int w = 0; w < SW_LOCATION_BITS / 64; w++)
        nd->location[w][cell] = of->word[w];
    for (; nd->up; nd = nd->up)
        for (int w = 0; w < SW_LOCATION_BITS / 64; w++)
            nd->up->location[w][nd->cell_above] |= of->word[w];
}
/* Of nd in the node above it: what left is forgotten. */
static inline void sum_locations(tnode *nd)
{
    for (int w = 0; w < SW_LOCATION_BITS / 64; w++) {
        uint64_t sum = 0;
        for (mask32 left = nd->taken; left; )
            sum |= nd->location[w][pop_lowest(&left)];
        nd->up->location[w][nd->cell_above] = sum;
    }
    nd->gone = 0;
}
static inline int key_cmp(const tnode *nd, int cell, const struct sw_key *key)
{
    const struct sw_key own = key_in(nd, cell);
    return sw_key_cmp(&own, key);
}
static inline bool tie_before(const struct tie *a, const struct tie *b)
{
    return a->us != b->us ? a->us < b->us : a->number < b->number;
}
/* The tree node is not empty. */
static inline const struct tie *earliest_in(const tnode *nd)
{
    mask32 left = nd->taken;
    const struct tie *first = &nd->earliest[pop_lowest(&left)];
    while (left) {
        const struct tie *own = &nd->earliest[pop_lowest(&left)];
        if (tie_before(own, first))
            first = own;
    }
    return first;
}
static inline struct sw_queue_op op_in(const tnode *nd, int cell)
{
    const struct note *note = &nd->note[cell];
    return (struct sw_queue_op){ { nd->add[cell].of[0], nd->add[cell].of[1] }, note->skipped_us,
                                 nd->to_set & bit(cell)     ? SW_WAITING_SET
                                 : nd->to_clear & bit(cell) ? SW_WAITING_CLEAR
                                                            : SW_WAITING_UNCHANGED };
}
static inline void clear_pending(tnode *nd, int cell)
{
    nd->to_set &= ~bit(cell);
    nd->to_clear &= ~bit(cell);
    nd->pending &= ~bit(cell);
}
static inline void clear_op(tnode *nd, int cell)
{
    nd->add[cell].both = (pair){ 0, 0 };
    nd->note[cell] = (struct note){ -1 };
    clear_pending(nd, cell);
}

/* The tree node above nd and nd's cell in it, in its own queue or in that of the pool above; NULL: none. */
static inline tnode *above(const tnode *nd, int *cell)
{
    const struct sw_queue_entry *owner = nd->list->owner;
    tnode *up = nd->up ? nd->up : owner ? owner->leaf : NULL;
    if (up)
        *cell = nd->up ? nd->cell_above : (int)owner->cell;
    return up;
}

/* queue.c */
void queue_set_key(tnode *nd, int cell, const struct sw_key *key);
void queue_take_out(struct sw_queue_entry *item);
/* queue_move.c */
void queue_move_to_places(tnode *leaf); /* if its ranks are packed keys */
/* queue_skip.c */
void queue_skip_push_down(tnode *nd, int cell); /* its pending operation goes one level down */
void queue_skip_push_path(tnode *nd);           /* to nd, from the outermost queue */
enum { ALL_LEVELS = INT16_MAX };
void queue_skip_settle(struct sw_queue_pool *pool); /* the late summaries become right */
static inline void queue_settle(struct sw_queue_pool *pool)
{
    if (pool->late)
        queue_skip_settle(pool);
}
void queue_skip_update_summary(const tnode *nd, tnode *up, int cell); /* of nd, into this cell of the node above */
/* Of nd's cell k alone. Returns whether the summary may have changed. */
bool queue_skip_update_summary_of(const tnode *nd, int k, tnode *up, int cell);
/* What an entry was that has left nd. */
struct gone { union due due[2]; bool has[2]; struct tie earliest; };
bool queue_skip_update_summary_without(const struct gone *gone, const tnode *nd, tnode *up, int cell); /* it changed */
/* Whether the summaries above stay right without it. */
bool queue_skip_leaves_summary(const struct gone *gone, const tnode *nd, const tnode *up, int cell);
void queue_skip_fill_entry(tnode *leaf, int cell, const struct sw_key *key); /* from its item */
void queue_skip_read_entry(const tnode *leaf, int cell);  /* into its item, if it is a stage */
static inline void queue_push(tnode *nd, int cell)
{
    if (nd->pending & bit(cell))
        queue_skip_push_down(nd, cell);
}
#endif
