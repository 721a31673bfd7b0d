/* SPDX-License-Identifier: GPL-3.0-or-later */
/* offer_waits.h - what stages wait where pools answer offers: callbacks of the dispatcher (offer_waits.c). */
#ifndef LIB_SIM_DISPATCH_MESOS_OFFER_WAITS_H
#define LIB_SIM_DISPATCH_MESOS_OFFER_WAITS_H
#include "lib/sim/sim.h"

struct offer_wait {          /* of a stage */
    int64_t skips;           /* D3 */
    int64_t skipped_us;      /* 1 + the first offer that skipped it since its last launch (D5, D7); 0: none */
};
struct offer_waits {
    struct records at;
    enum sw_locality launched_at; /* by the offer that is being made; NONE: without preference */
};

enum sw_level offer_waits_reached(struct sw_replay *r, void *own, struct stage *st);
void offer_waits_skipped(struct sw_replay *r, void *own, struct stage *st);
void offer_waits_offered(struct sw_replay *r, void *own, const struct sight *s);
int64_t offer_waits_next_us(struct sw_replay *r, void *own);
bool offer_waits_stands(struct sw_replay *r, void *own, struct stage *st, struct passed *passed);
#endif
