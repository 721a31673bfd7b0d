/* SPDX-License-Identifier: GPL-3.0-or-later */
/* node_index.c - for each node the waiting stages with data there. An offer finds those that may launch there, wherever
 * they are in the order. It is kept only where a delay rule may refuse.
 *
 * Stages in the dense index are bits: large stages have data on most nodes, and few of their entries would ever be
 * read. The others are in the node's list.
 *
 * A stage with no task left does not visit the nodes to be removed. It gives up its handle. An entry whose serial is
 * not the handle's present one is dropped when it is met. */
#include "lib/base/arena.h"
#include "lib/base/bits.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/nodes/nodes.h"
#include <string.h>

/* How many entries the list has room for. */
static inline uint32_t capacity(const struct node_index *h)
{
    return h->at ? UINT32_C(1) << h->cap : 0;
}

void node_index_start(struct sw_replay *r)
{
    r->locality.of_node = xcalloc(r->cl->n_nodes, sizeof *r->locality.of_node);
    bits_start(&r->slots.has_local, r->cl->n_nodes);
}

/* A handle that no stage has had. */
static uint32_t new_seat(struct handles *s)
{
    s->n += !s->n; /* 0 is no stage's */
    RESERVE(s->at, s->n + 1, s->cap);
    s->at[s->n].serial = 0;
    return s->n++;
}

/* A handle for the stage. */
static void take_seat(struct sw_replay *r, struct stage *st)
{
    struct handles *s = &r->locality.handles;
    uint32_t handle = s->spare;
    if (handle)
        s->spare = s->at[handle].next_spare;
    else
        handle = new_seat(s);
    s->at[handle].stage = st;
    st->handle = handle;
}

/* Clears the stage's bit at the node, which is set. */
static inline void unnote_bit(struct sw_replay *r, uint32_t node, uint32_t word, uint64_t bit)
{
    struct node_index *h = &r->locality.of_node[node];
    h->n_dense--;
    h->dense[word] &= ~bit;
    if (unlikely(!node_index_any(r, node)))
        slots_note_local(r, node, false);
}

/* Sets the stage's bit at the node, which is clear, if something is left there. Branch-free: the outcome is
 * unpredictable. */
static inline void note_bit(struct sw_replay *r, uint32_t node, uint32_t word, uint64_t bit, bool something)
{
    struct node_index *h = &r->locality.of_node[node];
    if (unlikely(something & !node_index_any(r, node)))
        slots_note_local(r, node, true);
    h->n_dense += something;
    h->dense[word] |= something ? bit : 0;
}

/* The word of its bit. */
static inline uint32_t word_of(const struct stage *st)
{
    return (st->column - 1U) / 64;
}

/* The bit of its column. */
static inline uint64_t bit_of(const struct stage *st)
{
    return UINT64_C(1) << (st->column - 1U) % 64;
}

/* No task of the stage is left at the node. */
void node_index_clear(struct sw_replay *r, const struct stage *st, uint32_t node)
{
    if (r->locality.of_node[node].dense[word_of(st)] & bit_of(st))
        unnote_bit(r, node, word_of(st), bit_of(st));
}

static void leave_bits(struct sw_replay *r, const struct stage *st)
{
    uint32_t word = word_of(st);
    uint64_t bit = bit_of(st);
    for (uint32_t i = 0, n = r->cl->n_nodes; i < n; i++)
        if (r->locality.of_node[i].dense[word] & bit)
            unnote_bit(r, i, word, bit);
}

/* Makes all entries of the stage stale. A handle that has run out of serials stays unused. */
void node_index_leave(struct sw_replay *r, struct stage *st)
{
    if (!st->handle)
        return;
    if (st->column)
        leave_bits(r, st);
    struct handle *handle = &r->locality.handles.at[st->handle];
    handle->stage = NULL;
    if (++handle->serial) {
        handle->next_spare = r->locality.handles.spare;
        r->locality.handles.spare = st->handle;
    }
    st->handle = 0;
}

/* The last entry takes its place. */
void node_index_drop(struct sw_replay *r, uint32_t node, uint32_t i)
{
    struct node_index *h = &r->locality.of_node[node];
    h->at[i] = h->at[--h->n];
    if (!node_index_any(r, node))
        slots_note_local(r, node, false);
}

enum { FIRST = 2 }; /* 2^2 entries: a cache line */
_Static_assert(sizeof(struct node_index_entry) << FIRST == CACHE_LINE, "four entries");

/* Stale entries make room first. */
static void grow_list(struct sw_replay *r, uint32_t node)
{
    struct node_index *h = &r->locality.of_node[node];
    for (uint32_t i = h->n; i-- > 0; )
        if (!node_index_stage(r, &h->at[i]))
            node_index_drop(r, node, i);
    if (h->at && h->n < capacity(h) / 2)
        return;
    struct node_index old = *h;
    h->cap = old.at ? (uint8_t)(old.cap + 1) : FIRST;
    h->at = arena_alloc(&r->arena, (sizeof *h->at) << h->cap);
    if (h->n)
        memcpy(h->at, old.at, h->n * sizeof *h->at);
    arena_free(&r->arena, old.at, capacity(&old) * sizeof *old.at);
}

/* Where tasks can return, the host index must be read each time, as it knows when no task was left. */
static uint32_t only_task(const struct sw_replay *r, const struct host_index *p, uint32_t place)
{
    uint32_t begin = place ? host_index_end(p)[place - 1] : 0;
    return !r->attempts.can_rerun && host_index_end(p)[place] == begin + 1
               ? host_index_task(p)[begin] & ~LAST_TASK_OF_HOST
               : NONE;
}

/* `only`: the only task of the stage at the node; NONE: ask the index. */
static inline struct node_index_entry entry_with(const struct sw_replay *r, const struct stage *st, uint32_t place,
                                                 uint32_t only)
{
    return (struct node_index_entry){ st->handle, r->locality.handles.at[st->handle].serial, place, only };
}

static struct node_index_entry entry_of(const struct sw_replay *r, const struct stage *st, uint32_t place)
{
    return entry_with(r, st, place, only_task(r, &st->at_node, place));
}

static inline void put_entry(struct sw_replay *r, uint32_t node, struct node_index_entry stage)
{
    struct node_index *h = &r->locality.of_node[node];
    if (h->n == capacity(h))
        grow_list(r, node);
    if (!node_index_any(r, node))
        slots_note_local(r, node, true);
    h->at[h->n++] = stage;
}

static bool is_entered(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    const struct node_index *h = &r->locality.of_node[node];
    for (uint32_t i = 0; i < h->n; i++)
        if (node_index_stage(r, &h->at[i]) == st)
            return true;
    return false;
}

/* A task returns to the node, which may list the stage still. */
void node_index_return(struct sw_replay *r, struct stage *st, uint32_t node)
{
    if (st->column && !(r->locality.of_node[node].dense[word_of(st)] & bit_of(st)))
        note_bit(r, node, word_of(st), bit_of(st), true);
    else if (!st->column && !is_entered(r, st, node))
        put_entry(r, node, st->at_node.is_few ? entry_with(r, st, node, NONE)
                                        : entry_of(r, st, host_index_lookup(&st->at_node, node)));
}

/* A bit at each node with a task of the stage. */
static void enter_bits(struct sw_replay *r, const struct stage *st)
{
    uint32_t word = word_of(st);
    uint64_t bit = bit_of(st);
    for (uint32_t i = 0, n = r->cl->n_nodes; i < n; i++)
        note_bit(r, i, word, bit, dense_index_has(r, st, i));
}

/* Each node with a replica of an unlaunched task gets the stage. A node that a second task names has it as its last
 * entry. 64 bits say of most nodes that no task has named them yet. */
static void enter_few(struct sw_replay *r, const struct stage *st)
{
    const bool can_rerun = r->attempts.can_rerun;
    uint64_t named = 0;
    for (uint32_t i = 0, n = (uint32_t)replicas_in_all(st); i < n; i++)
        __builtin_prefetch(&r->locality.of_node[st->replicas.host[i]]);
    for (uint64_t left = few_left(st); left; left &= left - 1) {
        const uint32_t t = (uint32_t)__builtin_ctzll(left), *node = replicas_of(st, t);
        for (const uint32_t *end = node + st->replicas.per_task; node < end; node++) {
            struct node_index *h = &r->locality.of_node[*node];
            if (named >> *node % 64 & 1 && h->n && node_index_stage(r, &h->at[h->n - 1]) == st)
                h->at[h->n - 1].only = NONE;
            else
                put_entry(r, *node, entry_with(r, st, *node, can_rerun ? NONE : t));
            named |= UINT64_C(1) << *node % 64;
        }
    }
}

/* An entry for each host of its index. */
static void enter_lists(struct sw_replay *r, const struct stage *st)
{
    const struct host_index *p = &st->at_node;
    for (uint32_t i = 0; i < p->n; i++) {
        if (i + 8 < p->n)
            __builtin_prefetch(&r->locality.of_node[host_index_id(p, i + 8)]);
        if (i + 4 < p->n) {
            const struct node_index *soon = &r->locality.of_node[host_index_id(p, i + 4)];
            __builtin_prefetch((const void *)((uintptr_t)soon->at + soon->n * sizeof *soon->at)); /* at may be NULL */
        }
        if (p->at[i].next != NONE)
            put_entry(r, host_index_id(p, i), entry_of(r, st, i));
    }
}

void node_index_enter(struct sw_replay *r, struct stage *st)
{
    take_seat(r, st);
    if (st->column)
        enter_bits(r, st);
    else if (st->at_node.is_few)
        enter_few(r, st);
    else
        enter_lists(r, st);
}
