/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h - the free slots of each node over time, as expected: what backfill plans with (G5 of docs/model.md).
 *
 * A plan knows no jobs and no clock. Its memory is that of the guard it is used under (lib/base/memory.h). */
#ifndef LIB_SCHED_BACKFILL_PLAN_H
#define LIB_SCHED_BACKFILL_PLAN_H
#include <stdbool.h>
#include <stdint.h>
#include "slotwise/sw_num.h"
#include "slotwise/sw_sched.h"

#define PLAN_NEVER INT64_MAX
struct course;
struct stretch { uint32_t first, n, course; }; /* neighbours of one course */
struct stretches { struct stretch *at; uint32_t n, cap; };
struct plan {
    uint32_t n_nodes;
    uint32_t *of;                  /* the course of each node */
    struct course *course;         /* n, of which some are spare; 0 is no node's */
    uint32_t n, cap, spare;
    struct stretches all, some;    /* of all nodes, n 0: not known; of those of a change */
    struct stretches left;         /* plan_reserve() */
    struct opening *opening;       /* plan_earliest(): of each course that has nodes */
    uint32_t n_opening;
};
struct plan_ask {                  /* so many nodes with so many free slots each, for so long */
    uint32_t nodes;
    int64_t width, length_us;
};
/* So much after then; beyond the last time that there is, never. Neither is negative, nor for_us beyond that time. */
static inline int64_t plan_after(int64_t at_us, int64_t for_us)
{
    return at_us > SW_TIME_MAX - for_us ? PLAN_NEVER : at_us + for_us;
}
void plan_start(struct plan *p, uint32_t n_nodes);
void plan_clear(struct plan *p);   /* before plan_begin() of each node */
/* Each of n nodes from this one on has so many slots free now, and keeps them. */
void plan_begin(struct plan *p, uint32_t node, uint32_t n, int64_t now_us, int64_t free_slots);
/* Each of n nodes so many more (or fewer) from then on, or between two times: none before plan_begin()'s, the last may
 * be never. */
void plan_add(struct plan *p, const uint32_t *node, uint32_t n, int64_t from_us, int64_t slots);
void plan_take(struct plan *p, const uint32_t *node, uint32_t n, int64_t from_us, int64_t to_us, int64_t slots);
/* The earliest time at or after from_us from which the node has the slots for so long; PLAN_NEVER. */
int64_t plan_opens(const struct plan *p, uint32_t node, int64_t from_us, const struct plan_ask *ask);
/* Of each node. */
void plan_opens_all(const struct plan *p, int64_t from_us, const struct plan_ask *ask, int64_t *opens);
int64_t plan_free(const struct plan *p, uint32_t node, int64_t at_us); /* how many it then has */
uint32_t plan_n_serving(const struct plan *p, int64_t from_us, const struct plan_ask *ask); /* plan_serves() of all */
/* Of each node that then serves (plan_serves()); 0 of others. ask->width is above 0. */
void plan_free_all(const struct plan *p, int64_t at_us, const struct plan_ask *ask, int64_t *slots);
int64_t plan_next_step(const struct plan *p, uint32_t node, int64_t after_us); /* when it next has more or fewer */
int64_t plan_last_step(const struct plan *p, uint32_t node, int64_t by_us);    /* and had last */
int64_t plan_next_free(const struct plan *p, uint32_t node, int64_t after_us); /* when it next has some after none */
int64_t plan_kth_least(int64_t *at, uint32_t n, uint32_t k); /* k from 0; moves them about */
/* Whether that is from_us. */
bool plan_serves(const struct plan *p, uint32_t node, int64_t from_us, const struct plan_ask *ask);
/* ask->nodes of these nodes, in cluster order (NULL: of all), have ask->width fewer from from_us on for so long. They
 * are the first that then serve, those before that do not from now_us on. So many serve then. */
void plan_reserve(struct plan *p, const uint32_t *node, uint32_t n, int64_t from_us, int64_t now_us,
                  const struct plan_ask *ask);
/* The earliest time at or after from_us from which ask->nodes of all nodes have the slots for so long. */
int64_t plan_earliest(struct plan *p, int64_t from_us, const struct plan_ask *ask);
/* plan_reserve() of all at the earliest time from now on, which is returned; PLAN_NEVER: there is none. */
int64_t plan_reserve_first(struct plan *p, int64_t now_us, const struct plan_ask *ask);
#endif
