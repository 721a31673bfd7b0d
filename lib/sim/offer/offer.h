/* SPDX-License-Identifier: GPL-3.0-or-later */
/* offer.h - heartbeats, the offers that they make, and the stages that launch. */
#ifndef LIB_SIM_OFFER_OFFER_H
#define LIB_SIM_OFFER_OFFER_H
#include "lib/sim/sim.h"
#include "lib/sim/life/life.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/queue/queue.h"

/* heartbeat.c */
void heartbeat(struct sw_replay *r, uint32_t node);
/* a slot, to the job alone (Y13.7), or to that stage of it (Y16.2) */
bool heartbeat_offer_to(struct sw_replay *r, uint32_t node, struct job *job, const struct stage *st);
/* next_beat.c */
int64_t next_beat(const struct sw_replay *r);
/* time of the next heartbeat of a node with a free slot; perhaps INT64_MAX if it is after until_us */
int64_t next_beat_until(struct sw_replay *r, int64_t until_us);
int64_t next_beat_all_wait_until(const struct sw_replay *r, int kind);
/* round.c */
void round_offers(struct sw_replay *r); /* the heartbeats of this instant (T3) */
#endif
