/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why.h - the reason of a decision, a sentence (why.c), put together in r->reason. */
#ifndef LIB_REPLAY_WHY_H
#define LIB_REPLAY_WHY_H
#include "lib/replay/replay.h"

struct reason {
    char text[1024], number[4][SW_NUM_MAX + 1];
    size_t len;
    unsigned next;
};
struct passed { int64_t wait_us; enum sw_level level; int64_t had, needs; bool crowded; }; /* by the rule's meter; needs < 0: it has none */
void why_launch(struct sw_replay *r, const struct stage *st, uint32_t task, enum sw_locality at, const struct passed *had, uint32_t before);
void why_skip(struct sw_replay *r, const struct stage *st, const struct passed *had, const struct stage *instead);
void why_turn(struct sw_replay *r, const struct stage *st, const struct stage *first);
void why_no_task(struct sw_replay *r, const struct job *job);
void why_held(struct sw_replay *r, const struct aside *by, int slot);
void why_copied(struct sw_replay *r, const struct attempt *a);
void why_evicted(struct sw_replay *r, const struct job *job);
void why_killed(struct sw_replay *r, const struct attempt *a, const struct pool *for_pool);
#endif
