/* SPDX-License-Identifier: GPL-3.0-or-later */
/* audit.h - who runs more than its share at a time, who is owed, and since when. */
#ifndef SLOTWISE_TOOLS_FAIR_AUDIT_H
#define SLOTWISE_TOOLS_FAIR_AUDIT_H
#include "slotwise/sw_replay.h"

struct audit_pool;
struct audit { struct audit_pool *pool; size_t n, cap; int64_t every_us; bool one_kind, no_room; };
/* How often pools are looked at, so that the last time is at_us: each second, or 20,000 times. */
int64_t audit_every_us(int64_t at_us);
void audit_see(struct audit *a, const struct sw_sample *sample); /* in order of time */
void audit_put(const struct audit *a, int64_t at_us, struct sw_out *out);
void audit_clear(struct audit *a);
#endif
