/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.c - the places of large stages, side by side: a row for each node, a column for each of up to 128 stages.
 *
 * A node that asks looks at one place of each of several stages. Here these lie together, each in half the bytes of a place of its own, as
 * stages in the table have no more tasks and replicas than 16 bits can tell; so what a replay of a hundred such stages reads over and over
 * stays in the cache. Larger stages and smaller ones, and those for which no column is left, have places of their own (places.c). */
#include "lib/replay/replay.h"
#include <stdlib.h>
#include <string.h>

void table_end(struct sw_replay *r)
{
    free(r->table.at);
    free(r->table.end);
}

/* Rows of four times the length, or the first. */
static void widen(struct sw_replay *r)
{
    struct table *t = &r->table;
    uint32_t n = r->cl->n_nodes, width = t->width ? 4 * t->width : CELLS_A_LINE;
    if (width > COLUMNS)
        width = COLUMNS;
    struct cell *wide = xlines((size_t)n * width * sizeof *wide);
    for (uint32_t i = 0; i < n && t->width; i++)
        memcpy(wide + (size_t)i * width, t->at + (size_t)i * t->width, t->width * sizeof *wide);
    free(t->at);
    t->at = wide;
    t->width = width;
    if (!t->end)
        t->end = xlines(n * sizeof *t->end);
}

/* 0: all are taken. */
static uint8_t take_column(struct sw_replay *r)
{
    struct table *t = &r->table;
    uint32_t c = 0;
    while (c < COLUMNS && bit_get(t->taken, c))
        c++;
    if (c == COLUMNS)
        return 0;
    if (c == t->width)
        widen(r);
    bit_set(t->taken, c);
    return (uint8_t)(c + 1);
}

/* Every place starts at its first task. */
static void fill(struct sw_replay *r, const struct stage *st)
{
    struct table *t = &r->table;
    uint16_t *task = t->column[st->column - 1].task;
    struct cell *at = t->at + st->column - 1;
    for (uint32_t i = 0; i < st->n_tasks; i++)
        for (const uint32_t *h = blocks_of(st, i), *stop = h + blocks_n(st, i); h < stop; h++)
            task[t->end[*h]++] = (uint16_t)i;
    for (uint32_t i = 0, begin = 0, end; i < r->cl->n_nodes; i++, begin = end, at += t->width) {
        end = t->end[i];
        if (begin < end)
            task[end - 1] |= LAST_OF_CELL;
        *at = (struct cell){ begin < end ? task[begin] : NONE_IN_CELL, (uint16_t)begin };
    }
}

bool table_enter(struct sw_replay *r, struct stage *st)
{
    size_t n = blocks_in_all(st);
    if (!places_are_many(st, r->cl->n_nodes) || n > UINT16_MAX || st->n_tasks > MOST_IN_CELL || !(st->column = take_column(r)))
        return false;
    struct table *t = &r->table;
    t->column[st->column - 1] = (struct column){ st, piece_new(&r->pieces, n * sizeof(uint16_t)) };
    places_count(st, NULL, t->end, r->cl->n_nodes);
    fill(r, st);
    return true;
}

/* With the last column the table's room goes. */
void table_leave(struct sw_replay *r, struct stage *st)
{
    struct table *t = &r->table;
    uint32_t c = st->column - 1U;
    piece_free(&r->pieces, t->column[c].task, blocks_in_all(st) * sizeof(uint16_t));
    t->taken[c >> 6] &= ~(UINT64_C(1) << (c & 63));
    st->column = 0;
    if (t->taken[0] | t->taken[1])
        return;
    free(t->at);
    t->at = NULL;
    t->width = 0;
}

static inline struct cell *cell_of(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return &r->table.at[(size_t)node * r->table.width + st->column - 1];
}

bool table_has(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return cell_of(r, st, node)->next != NONE_IN_CELL;
}

uint32_t table_task(struct sw_replay *r, const struct stage *st, uint32_t node)
{
    struct cell *at = cell_of(r, st, node);
    while (at->next != NONE_IN_CELL && bit_get(st->launched, at->next & MOST_IN_CELL))
        at->next = at->next & LAST_OF_CELL ? NONE_IN_CELL : r->table.column[st->column - 1].task[++at->cursor];
    return at->next == NONE_IN_CELL ? NONE : at->next & MOST_IN_CELL;
}

/* What comes back lies before the cursor, or at it, among the place's tasks, of which the one before has the bit of the last of its place. */
bool table_back(struct sw_replay *r, const struct stage *st, uint32_t node, uint32_t task)
{
    const uint16_t *of = r->table.column[st->column - 1].task;
    struct cell *at = cell_of(r, st, node);
    uint16_t k = at->cursor;
    bool none = at->next == NONE_IN_CELL;
    if (!none && task >= (at->next & MOST_IN_CELL))
        return false;
    while ((of[k] & MOST_IN_CELL) != task)
        k--;
    *at = (struct cell){ of[k], k };
    return none;
}
