/* SPDX-License-Identifier: GPL-3.0-or-later */
/* yarn.h - heartbeats by the rules of YARN and Hadoop 1, and the rounds beside them. */
#ifndef LIB_SIM_DISPATCH_YARN_YARN_H
#define LIB_SIM_DISPATCH_YARN_YARN_H
#include "lib/sim/sim.h"

typedef void heartbeat_of(struct sw_replay *r, uint32_t node);

struct room { uint32_t node, free; };
struct continuous {       /* Y15 */
    struct room *at;      /* nodes of the round, one of each number of free slots */
    uint32_t *place;      /* in `at`, of so many free slots; NONE */
    uint32_t most;        /* slots of a node */
    int64_t round_us;     /* the last round */
    bool changed;         /* since the last round, or by it */
};
struct yarn {             /* the first of a record, so that the callbacks below are those of its dispatcher */
    struct records at;
    heartbeat_of *beat;   /* by the rules that the options ask for */
    struct continuous continuous;
};

/* Y3.1: places change with a heartbeat's launches (Y3.3). */
static inline bool yarn_needs_places(const struct sw_replay *r)
{
    const struct sw_yarn_delay *yarn = r->opt.delay.policy->yarn;
    return yarn->needs_places && yarn->needs_places(&r->opt.delay);
}

/* yarn.c */
void yarn_start(struct sw_replay *r, void *own);
void yarn_reset(struct sw_replay *r, void *own);
void yarn_round(struct sw_replay *r, void *own);
int64_t yarn_next_us(struct sw_replay *r, void *own, int64_t until_us);
bool yarn_has_rules(const struct sw_replay *r); /* the options ask for rules of a heartbeat */
heartbeat_of *yarn_beat(const struct sw_replay *r);
/* a slot, to the job alone (Y13.7), or to that stage of it (Y16.2) */
bool yarn_offer_to(struct sw_replay *r, uint32_t node, struct job *job, const struct stage *st);
/* opportunities.c: Y3.2, Y3.4: a launch of the stage at that distance is off-switch */
bool opportunities_far(const struct sw_replay *r, const struct stage *st, enum sw_locality at);
extern const struct dispatcher opportunities_dispatcher;
/* continuous.c; where r->opt.continuous_us is set */
void continuous_start(struct sw_replay *r, struct continuous *k);
void continuous_reset(struct continuous *k);
void continuous_round(struct sw_replay *r, struct continuous *k, heartbeat_of *beat);
int64_t continuous_next_us(struct sw_replay *r, const struct continuous *k);
#endif
