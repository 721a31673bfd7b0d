/* SPDX-License-Identifier: GPL-3.0-or-later */
/* turns.h - the stages that have no row yet of a turn that another had (turns.c). */
#ifndef LIB_SIM_OBSERVE_TURNS_H
#define LIB_SIM_OBSERVE_TURNS_H
#include "lib/sim/sim.h"

struct turns {
    struct records at;           /* of decisions.c, which has `struct turns` first */
    struct turns_of_kind {
        struct stage **stage;    /* n of them; those from n_open on are held back by a limit */
        uint32_t n, n_open, cap;
        uint64_t n_released;     /* that of queues.blocked when they were set apart */
    } of[2];
    struct sw_queue_entry **behind;
    size_t cap_behind;
};
/* In a stage's record, first. */
struct turns_stage { uint32_t place; }; /* 1 + its place in stage[]; 0: it is not there */

void turns_add(struct turns *t, struct stage *st);    /* if it is not there */
void turns_remove(struct turns *t, struct stage *st); /* if it is there */
/* Takes out the stages that the queue has behind `entry`, which is about to launch, and returns their number. Their
 * entries, in order, are t->behind[]. */
size_t turns_take_behind(const struct sw_replay *r, struct turns *t, const struct sw_queue *list,
                         const struct sw_queue_entry *entry, int kind);
void turns_clear(struct turns *t);
#endif
