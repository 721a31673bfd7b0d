/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer.h - slot-fair --explain=POOL: whose weight, made less, would give the pool most. */
#ifndef SLOTWISE_TOOLS_FAIR_PEER_H
#define SLOTWISE_TOOLS_FAIR_PEER_H
#include "tools/fair/case.h"

/* A sentence; none where nobody's weight would give it more. Spoils the shares of the case. */
int peer_explain(struct sw_out *out, const struct config *cfg, struct fair_case *c, size_t pool, struct sw_err *err);
#endif
