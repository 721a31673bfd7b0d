/* SPDX-License-Identifier: GPL-3.0-or-later */
/* offer.h - heartbeats, the offers that they make, and the stages that launch. */
#ifndef LIB_SIM_OFFER_OFFER_H
#define LIB_SIM_OFFER_OFFER_H
#include "lib/sim/sim.h"
#include "lib/sim/life/life.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/queue/queue.h"

/* A heartbeat of a node, while it lasts; by kind of slot. */
struct beat {
    uint32_t node;
    struct node *nd;
    uint64_t launched[2], refused[2];
    bool stale[2];               /* waiting flags of the heartbeat before are still set (D4) */
};

/* heartbeat.c */
void heartbeat(struct sw_replay *r, uint32_t node);
/* its steps: whether there is work for free slots of the kind; an offer, and whether there may be another; the end */
bool heartbeat_begin(struct sw_replay *r, struct beat *b, int kind);
bool heartbeat_serve(struct sw_replay *r, struct beat *b, int kind);
void heartbeat_end(struct sw_replay *r, struct beat *b);
/* next_beat.c */
int64_t next_beat(const struct sw_replay *r);
/* time of the next heartbeat of a node with a free slot; perhaps INT64_MAX if it is after until_us */
int64_t next_beat_until(struct sw_replay *r, int64_t until_us);
int64_t next_beat_all_wait_until(const struct sw_replay *r, int kind);
/* round.c */
/* the heartbeats of this instant (T3), each made by `beat` */
void round_heartbeats(struct sw_replay *r, void (*beat)(struct sw_replay *, uint32_t node));
#endif
