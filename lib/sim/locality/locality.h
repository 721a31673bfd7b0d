/* SPDX-License-Identifier: GPL-3.0-or-later */
/* locality.h - which task of a stage goes to a node, and how close to its data. */
#ifndef LIB_SIM_LOCALITY_LOCALITY_H
#define LIB_SIM_LOCALITY_LOCALITY_H
#include "lib/sim/sim.h"
#include "lib/sim/task/task.h"

/* unlaunched.c */
uint32_t stage_next_task(struct stage *st, int class);
uint32_t stage_task_from(const struct stage *st, uint32_t task, int class); /* NONE */
bool stage_of_class(const struct stage *st, uint32_t task, int class);
void stage_retry_push(struct stage *st, uint32_t task);
uint32_t stage_retry_next(struct stage *st); /* the first failed task, taken off its list (F2) */
/* replicas.c */
void blocks_draw_one(struct sw_replay *r, const struct stage *st, uint64_t task, uint64_t scan, uint32_t *host);
void blocks_place(struct sw_replay *r, struct stage *st);
void blocks_free(struct sw_replay *r, struct stage *st);
void blocks_forget(struct sw_replay *r, struct stage *st);
void blocks_again(struct sw_replay *r, struct stage *st); /* of tasks left */
/* host_index.c */
void places_of_nodes(struct sw_replay *r, struct stage *st);
void places_of_racks(struct sw_replay *r, struct stage *st);
uint32_t places_search(const struct places *p, uint32_t id); /* of some places, with ids; NONE */
void places_free(struct sw_replay *r, struct stage *st);
/* dense_index.c */
void table_end(struct sw_replay *r);
bool table_enter(struct sw_replay *r, struct stage *st); /* once its blocks are placed; whether it is in */
void table_leave(struct sw_replay *r, struct stage *st);
uint32_t table_task(struct sw_replay *r, const struct stage *st, uint32_t node); /* the first left at the node; NONE */
bool table_back(struct sw_replay *r, const struct stage *st, uint32_t node, uint32_t task); /* it comes back; whether nothing was left there */
/* node_index.c */
void here_start(struct sw_replay *r);
void here_end(struct sw_replay *r);
void here_enter(struct sw_replay *r, struct stage *st);
void here_leave(struct sw_replay *r, struct stage *st);
void here_again(struct sw_replay *r, struct stage *st, uint32_t node); /* a stage that is in has something left there once more */
void here_drop(struct sw_replay *r, uint32_t node, uint32_t i);       /* entry i of the node's list */
void here_unnote(struct sw_replay *r, const struct stage *st, uint32_t node); /* of the table: nothing of it is left there */
/* choose_task.c */
uint32_t stage_task_at(struct stage *st, uint32_t place);    /* likewise, at that place of its at_node */
uint32_t stage_local_task(struct sw_replay *r, struct stage *st, uint32_t node); /* NONE */
uint32_t stage_rack_task(struct sw_replay *r, struct stage *st, uint32_t rack);
struct places *stage_racks(struct sw_replay *r, struct stage *st);
uint32_t stage_tasks_at(struct stage *st, struct places *p, uint32_t id, uint32_t most, uint32_t *task);
enum sw_locality stage_distance(const struct sw_replay *r, const struct stage *st, uint32_t task, uint32_t node);
/* stage_data.c */
void stage_prepare(struct sw_replay *r, struct stage *st);  /* draws blocks, when it becomes ready */
void stage_release(struct sw_replay *r, struct stage *st);
bool stage_take(struct sw_replay *r, struct stage *st, uint32_t task, int class);
void stage_note_near(struct stage *st);
void stage_look_for(struct sw_replay *r, struct stage *st);
int stage_put_back(struct sw_replay *r, struct stage *st, uint32_t task);

static inline struct cell *table_cell(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return &r->table.at[(size_t)node * r->table.width + st->column - 1];
}
static inline bool table_has(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return table_cell(r, st, node)->next < NONE_IN_CELL;
}
/* Into the cache, the lines of the table where something may be left at the node. */
static inline void table_fetch(const struct sw_replay *r, uint32_t node)
{
    const struct table *t = &r->table;
    const struct cell *row = t->at + (size_t)node * t->width;
    for (uint32_t w = 0; w < COLUMNS / 64; w++)
        for (uint64_t left = r->here[node].noted[w]; left; ) {
            uint32_t line = (uint32_t)__builtin_ctzll(left) / CELLS_A_LINE;
            __builtin_prefetch(row + 64 * w + CELLS_A_LINE * line);
            left &= ~UINT64_C(0) << CELLS_A_LINE * line << CELLS_A_LINE;
        }
}
/* So many that every id is a place. */
static inline bool places_are_many(size_t n_replicas, uint32_t n_ids) { return n_replicas >= n_ids / 4; }
static inline uint32_t places_find(const struct places *p, uint32_t id) { return p->id ? places_search(p, id) : id; }
static inline uint32_t place_id(const struct places *p, uint32_t i) { return p->id ? p->id[i] : i; }
static inline uint32_t blocks_n(const struct stage *st, uint32_t task)
{
    const struct blocks *b = &st->blocks;
    return b->per_task ? b->per_task : b->first ? b->first[task + 1] - b->first[task] : 0;
}
static inline const uint32_t *blocks_of(const struct stage *st, uint32_t task)
{
    const struct blocks *b = &st->blocks;
    return b->host + (b->per_task ? (size_t)task * b->per_task : b->first[task]);
}
static inline size_t blocks_in_all(const struct stage *st)
{
    const struct blocks *b = &st->blocks;
    return b->per_task ? (size_t)b->per_task * st->n_tasks : b->first[st->n_tasks];
}
static inline bool stage_has_places(const struct stage *st) { return st->at_node.at || st->column; }
static inline struct stage *here_stage(const struct sw_replay *r, const struct listed *at) /* NULL: it has left */
{
    const struct seat *seat = &r->seats.at[at->seat];
    return seat->serial == at->serial ? seat->stage : NULL;
}
/* Whether there may be a block there of any that waits. */
static inline bool here_any(const struct sw_replay *r, uint32_t node)
{
    return r->here[node].n || r->here[node].n_noted;
}
static inline void here_prefetch(const struct sw_replay *r, uint32_t node)
{
    __builtin_prefetch(r->here[node].at);
    table_fetch(r, node);
}
/* Whether something may be left of the stage's there, as far as can be told without its place. */
static inline bool here_left(const struct stage *st, const struct listed *at)
{
    return at->only == NONE || !bit_get(st->launched, at->only);
}
/* The first task left of the stage's there, as stage_task_at() says; here_left(). */
static inline uint32_t here_task(struct stage *st, const struct listed *at)
{
    return at->only == NONE ? stage_task_at(st, at->place) : at->only;
}
#endif
