/* SPDX-License-Identifier: GPL-3.0-or-later */
/* observe.h - what the observers share: reasons, sentences, and whose turn it was. */
#ifndef SLOTWISE_SIM_OBSERVE_OBSERVE_H
#define SLOTWISE_SIM_OBSERVE_OBSERVE_H
#include <stdarg.h>
#include <stddef.h>
#include "lib/sim/sim.h"
#include "slotwise/sw_csv.h"
#include "slotwise/sw_replay.h"

/* ---- reasons.c -------------------------------------------------------------------------------------------- */
/* The reason of a decision, a sentence composed in r->reason. */
struct reason {
    char text[1024], number[4][SW_NUM_MAX + 1];
    size_t len;
    unsigned next;
};
/* Readings of the rule's delay clock; needs < 0: it has none. */
struct passed { int64_t wait_us; enum sw_level level; int64_t had, needs; bool crowded, counts; };
COLD void reasons_add(struct sw_replay *r, const char *fmt, ...) SW_PRINTF(2, 3);
void reasons_launch(struct sw_replay *r, const struct stage *st, uint32_t task, enum sw_locality at,
                    const struct passed *had, uint32_t before);
void reasons_skip(struct sw_replay *r, const struct stage *st, const struct passed *had, const struct stage *instead);
void reasons_round_launch(struct sw_replay *r, const struct stage *st, uint32_t task, enum sw_locality at);
void reasons_gang(struct sw_replay *r, const struct in_gang *of); /* reasons_gang.c */
void reasons_round_skip(struct sw_replay *r, const struct in_round *got);
void reasons_turn(struct sw_replay *r, const struct stage *st, const struct stage *first);
void reasons_no_task(struct sw_replay *r, const struct job *job);
void reasons_held(struct sw_replay *r, const struct blocked *by, int kind);
void reasons_backup(struct sw_replay *r, const struct attempt *a);
void reasons_evicted(struct sw_replay *r, const struct job *job);
void reasons_killed(struct sw_replay *r, const struct sight *s);
void reasons_resumed(struct sw_replay *r, const struct attempt *a);

/* ---- sentence.c ------------------------------------------------------------------------------------------- */
/* Text behind text in a buffer of fixed size. */
/* Puts what vsnprintf() would behind the first `len` bytes of buf[cap]. Returns the new length; what does not fit is
 * cut off, and a NUL follows. */
size_t sentence_put(char *buf, size_t cap, size_t len, const char *fmt, va_list ap);

/* ---- turns.c ---------------------------------------------------------------------------------------------- */
/* The stages that have no row yet of a turn that another had. */
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
#endif
