/* SPDX-License-Identifier: GPL-3.0-or-later */
/* heartbeat.h - when heartbeats come, for dispatchers that decide at them (heartbeat.c). */
#ifndef LIB_SIM_DISPATCH_HEARTBEAT_H
#define LIB_SIM_DISPATCH_HEARTBEAT_H
#include "lib/sim/sim.h"

int64_t heartbeat_next_us(struct sw_replay *r, void *own, int64_t until_us); /* own: is not read */
#endif
