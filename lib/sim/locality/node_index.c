/* SPDX-License-Identifier: GPL-3.0-or-later */
/* node_index.c - for each node the stages that wait with a block on it, so that a node that asks finds those that may launch there
 * whatever their turn. Only kept where a rule may refuse.
 *
 * Stages of the table (table.c) are bits: large ones have blocks on most nodes, and few of their entries would ever be read. The others stand in
 * the node's list.
 *
 * A stage that has nothing more to launch does not go round the nodes to be struck off. It gives up its seat, and an entry that names a
 * seat and another number than its present one is dropped when it is met. */
#include "lib/base/arena.h"
#include "lib/base/bitset.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/nodes/nodes.h"
#include <stdlib.h>
#include <string.h>

/* For so many entries. */
static inline uint32_t room(const struct here *h)
{
    return h->at ? UINT32_C(1) << h->cap : 0;
}

void here_start(struct sw_replay *r)
{
    r->here = xcalloc(r->cl->n_nodes, sizeof *r->here);
    bits_start(&r->some_here, r->cl->n_nodes);
}

void here_end(struct sw_replay *r)
{
    for (uint32_t i = 0; r->here && i < r->cl->n_nodes; i++)
        piece_free(&r->pieces, r->here[i].at, room(&r->here[i]) * sizeof *r->here[i].at);
    free(r->here);
    bits_end(&r->some_here);
    free(r->seats.at);
}

static uint32_t new_seat(struct seats *s)
{
    if (s->n == s->cap) {
        s->cap = s->cap ? 2 * s->cap : 64;
        s->at = xrealloc(s->at, s->cap, sizeof *s->at);
        s->n += !s->n; /* 0 is nobody's */
    }
    s->at[s->n].serial = 0;
    return s->n++;
}

static void take_seat(struct sw_replay *r, struct stage *st)
{
    struct seats *s = &r->seats;
    uint32_t seat = s->spare;
    if (seat)
        s->spare = s->at[seat].next_spare;
    else
        seat = new_seat(s);
    s->at[seat].stage = st;
    st->seat = seat;
}

/* Of a node whose bit is set. */
static inline void unnote(struct sw_replay *r, uint32_t node, uint32_t word, uint64_t bit)
{
    struct here *h = &r->here[node];
    h->n_noted--;
    h->noted[word] &= ~bit;
    if (SELDOM(!here_any(r, node)))
        node_note_here(r, node, false);
}

/* Of a node whose bit is not set: sets it if there is something. Whether there is nobody can predict, so it takes no branch. */
static inline void note(struct sw_replay *r, uint32_t node, uint32_t word, uint64_t bit, bool something)
{
    struct here *h = &r->here[node];
    if (SELDOM(something & !here_any(r, node)))
        node_note_here(r, node, true);
    h->n_noted += something;
    h->noted[word] |= something ? bit : 0;
}

static inline uint32_t word_of(const struct stage *st)
{
    return (st->column - 1U) / 64;
}

static inline uint64_t bit_of(const struct stage *st)
{
    return UINT64_C(1) << (st->column - 1U) % 64;
}

void here_unnote(struct sw_replay *r, const struct stage *st, uint32_t node)
{
    if (r->here[node].noted[word_of(st)] & bit_of(st))
        unnote(r, node, word_of(st), bit_of(st));
}

static void leave_bits(struct sw_replay *r, const struct stage *st)
{
    uint32_t word = word_of(st);
    uint64_t bit = bit_of(st);
    for (uint32_t i = 0, n = r->cl->n_nodes; i < n; i++)
        if (r->here[i].noted[word] & bit)
            unnote(r, i, word, bit);
}

/* All its entries are void. A seat that has run out of numbers stays empty. */
void here_leave(struct sw_replay *r, struct stage *st)
{
    if (!st->seat)
        return;
    if (st->column)
        leave_bits(r, st);
    struct seat *seat = &r->seats.at[st->seat];
    seat->stage = NULL;
    if (++seat->serial) {
        seat->next_spare = r->seats.spare;
        r->seats.spare = st->seat;
    }
    st->seat = 0;
}

void here_drop(struct sw_replay *r, uint32_t node, uint32_t i)
{
    struct here *h = &r->here[node];
    h->at[i] = h->at[--h->n];
    if (!here_any(r, node))
        node_note_here(r, node, false);
}

enum { FIRST = 2 }; /* a line of the cache */
_Static_assert(sizeof(struct listed) << FIRST == LINE, "four entries");

/* Those that have left make room first. */
static void grow(struct sw_replay *r, uint32_t node)
{
    struct here *h = &r->here[node];
    for (uint32_t i = h->n; i-- > 0; )
        if (!here_stage(r, &h->at[i]))
            here_drop(r, node, i);
    if (h->at && h->n < room(h) / 2)
        return;
    struct here old = *h;
    h->cap = old.at ? (uint8_t)(old.cap + 1) : FIRST;
    h->at = piece_new(&r->pieces, (sizeof *h->at) << h->cap);
    if (h->n)
        memcpy(h->at, old.at, h->n * sizeof *h->at);
    piece_free(&r->pieces, old.at, room(&old) * sizeof *old.at);
}

/* Where tasks come back a place must hear of every look, to know when nothing was left there. */
static uint32_t only_task(const struct sw_replay *r, const struct places *p, uint32_t place)
{
    uint32_t begin = place ? p->end[place - 1] : 0;
    return !r->tasks_return && p->end[place] == begin + 1 ? p->task[begin] & ~LAST_TASK : NONE;
}

static struct listed entry_of(const struct sw_replay *r, const struct stage *st, uint32_t place)
{
    return (struct listed){ st->seat, r->seats.at[st->seat].serial, place, only_task(r, &st->at_node, place) };
}

static inline void put(struct sw_replay *r, uint32_t node, struct listed stage)
{
    struct here *h = &r->here[node];
    if (h->n == room(h))
        grow(r, node);
    if (!here_any(r, node))
        node_note_here(r, node, true);
    h->at[h->n++] = stage;
}

static bool is_listed(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    const struct here *h = &r->here[node];
    for (uint32_t i = 0; i < h->n; i++)
        if (here_stage(r, &h->at[i]) == st)
            return true;
    return false;
}

void here_again(struct sw_replay *r, struct stage *st, uint32_t node)
{
    if (st->column && !(r->here[node].noted[word_of(st)] & bit_of(st)))
        note(r, node, word_of(st), bit_of(st), true);
    else if (!st->column && !is_listed(r, st, node))
        put(r, node, entry_of(r, st, places_find(&st->at_node, node)));
}

static void enter_bits(struct sw_replay *r, const struct stage *st)
{
    uint32_t word = word_of(st);
    uint64_t bit = bit_of(st);
    for (uint32_t i = 0, n = r->cl->n_nodes; i < n; i++)
        note(r, i, word, bit, table_has(r, st, i));
}

static void enter_lists(struct sw_replay *r, const struct stage *st)
{
    const struct places *p = &st->at_node;
    for (uint32_t i = 0; i < p->n; i++) {
        if (i + 8 < p->n)
            __builtin_prefetch(&r->here[place_id(p, i + 8)]);
        if (i + 4 < p->n) {
            const struct here *soon = &r->here[place_id(p, i + 4)];
            __builtin_prefetch(soon->at + soon->n);
        }
        if (p->at[i].next != NONE)
            put(r, place_id(p, i), entry_of(r, st, i));
    }
}

void here_enter(struct sw_replay *r, struct stage *st)
{
    take_seat(r, st);
    if (st->column)
        enter_bits(r, st);
    else
        enter_lists(r, st);
}
