/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series.h - all replays that a command line asks for. */
#ifndef SLOTWISE_TOOLS_REPLAY_SERIES_H
#define SLOTWISE_TOOLS_REPLAY_SERIES_H
#include "tools/replay/runs.h"

/* The outputs are open, and are closed by the caller. */
SW_USE_RESULT int series_replay(struct runs *r, struct outputs *o, struct sw_err *err);
#endif
