/* SPDX-License-Identifier: GPL-3.0-or-later */
/* locality.h - which task of a stage goes to a node, and how close to its data. */
#ifndef LIB_SIM_LOCALITY_LOCALITY_H
#define LIB_SIM_LOCALITY_LOCALITY_H
#include "lib/sim/sim.h"
#include "lib/sim/task/task.h"

/* unlaunched.c */
uint32_t unlaunched_first(struct stage *st, int class);
uint32_t unlaunched_from(const struct stage *st, uint32_t task, int class); /* NONE: there is none */
bool unlaunched_is_of_class(const struct stage *st, uint32_t task, int class);
void unlaunched_retry_push(struct stage *st, uint32_t task, bool by_failures);
uint32_t unlaunched_retry_pop(struct stage *st); /* the first failed task, which leaves the list (F2) */
/* replicas.c */
void replicas_place(struct sw_replay *r, struct stage *st);
/* of tasks whose rows have hosts: `read` adds the numbers of a task's to host_buf, of which n are used, and says how
 * many are */
typedef size_t replicas_reader(struct sw_replay *r, void *own, struct stage *st, uint32_t task, size_t n);
void replicas_from_trace(struct sw_replay *r, struct stage *st, replicas_reader *read, void *own);
void replicas_free(struct sw_replay *r, struct stage *st);
void replicas_drop(struct sw_replay *r, struct stage *st);
void replicas_redraw(struct sw_replay *r, struct stage *st); /* those of unlaunched tasks */
/* redraw.c */
void redraw_replicas(const struct sw_replay *r, const struct stage *st, uint64_t task, uint64_t scan, uint32_t *host);
enum sw_locality redraw_closest(const struct sw_replay *r, const struct stage *st, uint32_t node, bool racks_count,
                                uint32_t *task);
/* host_index.c */
void host_index_of_nodes(struct sw_replay *r, struct stage *st);
void host_index_of_racks(struct sw_replay *r, struct stage *st);
uint32_t host_index_search(const struct host_index *p, uint32_t id); /* hosts have ids; NONE: not found */
void host_index_free(struct sw_replay *r, struct stage *st);
/* few.c */
bool few_enter(struct stage *st);                                  /* its replicas are placed; whether they are few */
static inline uint64_t few_left(const struct stage *st)            /* its unlaunched tasks: a bit each */
{
    return ~st->launched[0] & ((UINT64_C(1) << st->n_tasks) - 1);
}
uint32_t few_at_node(const struct stage *st, uint32_t node);       /* the first task left there; NONE */
uint32_t few_in_rack(const struct sw_replay *r, const struct stage *st, uint32_t rack);
/* dense_index.c */
bool dense_index_enter(struct sw_replay *r, struct stage *st); /* its replicas are placed; whether there was room */
void dense_index_leave(struct sw_replay *r, struct stage *st);
/* the first left at the node; NONE */
uint32_t dense_index_task(struct sw_replay *r, const struct stage *st, uint32_t node);
/* The task is unlaunched again. Whether the node had none left. */
bool dense_index_put_back(struct sw_replay *r, const struct stage *st, uint32_t node, uint32_t task);
/* node_index.c */
void node_index_start(struct sw_replay *r);
void node_index_enter(struct sw_replay *r, struct stage *st);
void node_index_leave(struct sw_replay *r, struct stage *st);
/* A listed stage has a task left there again. */
void node_index_return(struct sw_replay *r, struct stage *st, uint32_t node);
void node_index_drop(struct sw_replay *r, uint32_t node, uint32_t i);       /* entry i of the node's list */
/* The stage, of the dense index, has no task left there. */
void node_index_clear(struct sw_replay *r, const struct stage *st, uint32_t node);
/* choose.c */
uint32_t choose_at_place(struct stage *st, struct host_index *p, uint32_t id); /* the first task left there; NONE */
uint32_t choose_at_host(struct stage *st, uint32_t place);    /* its next task at that host of its at_node */
uint32_t choose_local(struct sw_replay *r, struct stage *st, uint32_t node); /* NONE: no task */
uint32_t choose_in_rack(struct sw_replay *r, struct stage *st, uint32_t rack);
struct host_index *choose_racks(struct sw_replay *r, struct stage *st);
uint32_t choose_count_places(struct sw_replay *r, struct stage *st); /* of unlaunched tasks (Y3) */
uint32_t choose_several(struct stage *st, struct host_index *p, uint32_t id, uint32_t most, uint32_t *task);
enum sw_locality choose_distance(const struct sw_replay *r, const struct stage *st, uint32_t task, uint32_t node);
/* stage_data.c */
void stage_data_prepare(struct sw_replay *r, struct stage *st);  /* places its data, when it becomes ready */
void stage_data_forget(struct sw_replay *r, struct stage *st);
void stage_data_release(struct sw_replay *r, struct stage *st);
void stage_data_take(struct sw_replay *r, struct stage *st, uint32_t task, int class);
/* Whether the queue asks the stage's location filter. */
bool stage_data_location(const struct sw_replay *r, const struct stage *st, struct sw_location_filter *out);
void stage_data_index(struct sw_replay *r, struct stage *st);
int stage_data_put_back(struct sw_replay *r, struct stage *st, uint32_t task);

static inline struct dense_cell *dense_cell(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return &r->locality.dense.at[(size_t)node * r->locality.dense.width + st->column - 1];
}
static inline bool dense_index_has(const struct sw_replay *r, const struct stage *st, uint32_t node)
{
    return dense_cell(r, st, node)->next < DENSE_NONE;
}
/* Prefetches the lines of the dense index that may have a task left at the node. */
static inline void dense_index_prefetch(const struct sw_replay *r, uint32_t node)
{
    const struct dense_index *t = &r->locality.dense;
    size_t row = (size_t)node * t->width;
    for (uint32_t w = 0; w < DENSE_COLUMNS / 64; w++)
        for (uint64_t left = r->locality.of_node[node].dense[w]; left; ) {
            uint32_t line = (uint32_t)__builtin_ctzll(left) / DENSE_CELLS_A_LINE;
            __builtin_prefetch(&t->at[row + 64 * w + DENSE_CELLS_A_LINE * line]);
            left &= ~UINT64_C(0) << DENSE_CELLS_A_LINE * line << DENSE_CELLS_A_LINE;
        }
}
/* So many replicas that every id has a record. */
static inline bool host_index_is_full(size_t n_replicas, uint32_t n_ids) { return n_replicas >= n_ids / 4; }
static inline uint32_t host_index_lookup(const struct host_index *p, uint32_t id)
{
    return p->sparse ? host_index_search(p, id) : id;
}
static inline uint32_t host_index_id(const struct host_index *p, uint32_t i)
{
    return p->sparse ? host_index_ids(p)[i] : i;
}
static inline uint32_t replicas_n(const struct stage *st, uint32_t task)
{
    const struct replicas *b = &st->replicas;
    return b->per_task ? b->per_task : b->first ? b->first[task + 1] - b->first[task] : 0;
}
static inline const uint32_t *replicas_of(const struct stage *st, uint32_t task)
{
    const struct replicas *b = &st->replicas;
    return b->host + (b->per_task ? (size_t)task * b->per_task : b->first[task]);
}
static inline size_t replicas_in_all(const struct stage *st)
{
    const struct replicas *b = &st->replicas;
    return b->per_task ? (size_t)b->per_task * st->n_tasks : b->first[st->n_tasks];
}
static inline bool stage_is_indexed(const struct stage *st)
{
    return st->at_node.at || st->at_node.is_few || st->column;
}
/* NULL: the stage has left */
static inline struct stage *node_index_stage(const struct sw_replay *r, const struct node_index_entry *at)
{
    const struct handle *handle = &r->locality.handles.at[at->handle];
    return handle->serial == at->serial ? handle->stage : NULL;
}
/* Whether a waiting stage may have data there. */
static inline bool node_index_any(const struct sw_replay *r, uint32_t node)
{
    return r->locality.of_node[node].n || r->locality.of_node[node].n_dense;
}
static inline void node_index_prefetch(const struct sw_replay *r, uint32_t node)
{
    __builtin_prefetch(r->locality.of_node[node].at);
    dense_index_prefetch(r, node);
}
/* Whether the stage may have a task left there, as far as the entry tells. */
static inline bool node_index_has_left(const struct stage *st, const struct node_index_entry *at)
{
    return at->only == NONE || !bit_get(st->launched, at->only);
}
/* The stage's first task left there, as from choose_at_host(). node_index_has_left() was true. */
static inline uint32_t node_index_task(struct stage *st, const struct node_index_entry *at)
{
    return at->only == NONE ? choose_at_host(st, at->place) : at->only;
}
#endif
