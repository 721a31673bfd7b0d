/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types.h - where the replicas of a stage's data lie, and the ways back from there to its tasks. */
#ifndef LIB_SIM_LOCALITY_TYPES_H
#define LIB_SIM_LOCALITY_TYPES_H
#include "lib/sched/sw_queue.h"
#include "lib/base/arena.h"
#include "lib/base/bits.h"

struct stage;
/* The host index of a stage: for each host (a node, or a rack) with a replica of a task, its tasks in ascending order.
 * A search reads the host's record, and perhaps its next task. */
#define LAST_TASK_OF_HOST (UINT32_C(1) << 31)
struct host_tasks {
    uint32_t next;         /* task[cursor], not known to be launched; NONE: all are */
    uint32_t cursor;       /* tasks before it are launched */
};
struct host_index {
    struct host_tasks *at; /* NULL: not made. Three arrays lie behind it. */
    uint32_t n;
    bool sparse;           /* hosts have ids; else host i has id i */
    bool is_few;           /* nothing is made, as the replicas themselves are searched (few.c) */
};
/* Host i has task[end[i - 1]] to task[end[i] - 1]; the last has the bit LAST_TASK_OF_HOST. */
static inline uint32_t *host_index_end(const struct host_index *p) { return (uint32_t *)(p->at + p->n); }
static inline uint32_t *host_index_ids(const struct host_index *p) { return host_index_end(p) + p->n; } /* ascending */
static inline uint32_t *host_index_task(const struct host_index *p)
{
    return host_index_end(p) + (p->sparse ? 2 : 1) * (size_t)p->n;
}
/* The dense index, one for all large stages: a row for each node, a column for each stage, 16 bits for a task. */
enum {
    DENSE_COLUMNS = SW_DENSE_COLUMNS,
    DENSE_NONE = INT16_MAX,
    DENSE_IS_TASK = 1 << 15,
    DENSE_ALONE = DENSE_IS_TASK | DENSE_NONE
};
struct dense_cell {
    uint16_t next;         /* the first task not known to be launched; DENSE_NONE or more: all are */
    uint16_t then;         /* with DENSE_IS_TASK: the second and last task, or DENSE_ALONE; else a place in `rest` */
};
enum { DENSE_CELLS_A_LINE = CACHE_LINE / sizeof(struct dense_cell) };
/* rest: the chains of cells with more than two tasks. spare: its first free place, whose `then` is the next;
 * DENSE_ALONE: none. */
struct dense_column { struct stage *of; struct dense_cell *rest; uint16_t n_rest, spare; };
struct dense_index {
    struct dense_cell *at;
    uint32_t width;        /* of a row, in cells */
    uint64_t taken[DENSE_COLUMNS / 64]; /* a bit a column */
    struct dense_column column[DENSE_COLUMNS];
    struct dense_cell *fresh, *rest; /* room to make a column in */
};
struct replicas {
    uint32_t *host;        /* nodes */
    uint32_t *first;       /* NULL: each task has per_task; else task t has host[first[t]] to host[first[t + 1] - 1] */
    uint32_t per_task;
    bool lent;             /* by the trace */
};
/* A node's list of waiting stages with data there (node_index.c). A handle names a stage: a place in a table, and its
 * serial there. A finished stage changes the serial, which makes all its entries stale at once. */
struct node_index_entry {
    uint32_t handle, serial;
    uint32_t place;          /* of the node in the stage's host index; with few replicas the node */
    uint32_t only;           /* the node's task, if it has one alone, so that the host index is not read; else NONE */
};
struct node_index {
    struct node_index_entry *at;
    uint32_t n;
    uint8_t cap, n_dense;    /* room for 2^cap entries; bits in `dense` */
    uint64_t dense[DENSE_COLUMNS / 64]; /* columns of the dense index that may have a task left here */
};
struct handle { struct stage *stage; uint32_t serial, next_spare; };
struct handles { struct handle *at; uint32_t n, cap, spare; };
#endif
