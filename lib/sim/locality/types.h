/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types.h - where the blocks of a stage lie, and the ways back from there to its tasks. */
#ifndef LIB_SIM_LOCALITY_TYPES_H
#define LIB_SIM_LOCALITY_TYPES_H
#include "slotwise/sw_queue.h"
#include "lib/base/arena.h"
#include "lib/base/bitset.h"

struct stage;
/* For each place (node or rack) with a replica of some task of a stage, its tasks in ascending order. A look reads the
 * place and perhaps the next of its tasks. */
#define LAST_TASK_OF_HOST (UINT32_C(1) << 31) /* of its place */
struct host_tasks {
    uint32_t next;         /* task[cursor], of which it is not known that it is launched; NONE: all are */
    uint32_t cursor;       /* from here on tasks may be unlaunched */
};
struct host_index {
    uint32_t n;
    uint32_t *id;          /* ascending; NULL: place i is id i */
    struct host_tasks *at;      /* NULL: not made. The others lie behind it. */
    uint32_t *end, *task;  /* a place has task[] from the end of the one before to its own; with the bit
                              LAST_TASK_OF_HOST in the last */
};
/* dense_index.c: the same for the nodes of large stages, in 16 bits each. */
enum {
    DENSE_COLUMNS = SW_DENSE_COLUMNS,
    DENSE_NONE = INT16_MAX,
    DENSE_IS_TASK = 1 << 15,
    DENSE_ALONE = DENSE_IS_TASK | DENSE_NONE
};
struct dense_cell {
    uint16_t next;         /* the first task of which it is not known that it is launched; DENSE_NONE or more: all are */
    uint16_t then;         /* with the bit IS_TASK the next task, behind which there is none, or ALONE; else which rest
                              of the column follows */
};
enum { DENSE_CELLS_A_LINE = CACHE_LINE / sizeof(struct dense_cell) };
/* spare: the first of them, whose `then` is the next; ALONE: none */
struct dense_column { struct stage *of; struct dense_cell *rest; uint16_t n_rest, spare; };
struct dense_index {
    struct dense_cell *at;
    uint32_t width;        /* of a row, in cells */
    uint64_t taken[DENSE_COLUMNS / 64]; /* columns: bits */
    struct dense_column column[DENSE_COLUMNS];
    struct dense_cell *fresh, *rest; /* a column's, while it is made */
};
struct replicas {
    uint32_t per_task;     /* replicas a task, or 0: `first` says */
    uint32_t *first;       /* n_tasks + 1 */
    uint32_t *host;        /* node numbers */
};
/* node_index.c: a node's list of stages with a block on it, each by its seat, and by how many had sat there before. */
struct node_index_entry {
    uint32_t handle, serial;
    uint32_t place;
    uint32_t only;           /* the place's task, if it is but one: then nobody needs to look at the place; else, or
                                perhaps, NONE */
};
struct node_index {
    struct node_index_entry *at;
    uint32_t n;
    uint8_t cap, n_dense;            /* room for 2^cap */
    uint64_t dense[DENSE_COLUMNS / 64];    /* of which stages of the table something may be left here: bits */
};
struct handle { struct stage *stage; uint32_t serial, next_spare; };
struct handles { struct handle *at; uint32_t n, cap, spare; };
#endif
