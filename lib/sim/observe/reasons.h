/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reasons.h - the reason of a decision, a sentence composed in r->reason. */
#ifndef LIB_SIM_OBSERVE_REASONS_H
#define LIB_SIM_OBSERVE_REASONS_H
#include "lib/sim/sim.h"

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
void reasons_given_back(struct sw_replay *r, const struct attempt *a);
void reasons_killed(struct sw_replay *r, const struct attempt *a, const struct pool *for_pool);
#endif
