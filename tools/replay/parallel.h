/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parallel.h - the runs of --runs, several at once. A part of slot-replay. */
#ifndef SLOTWISE_TOOLS_REPLAY_PARALLEL_H
#define SLOTWISE_TOOLS_REPLAY_PARALLEL_H
#include "tools/replay/runs.h"

/* The headers are written. The bytes are those of the runs in turn. */
SW_USE_RESULT int parallel_replay(struct runs *r, struct outputs *o, struct sw_err *err);
#endif
