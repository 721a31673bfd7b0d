/* SPDX-License-Identifier: GPL-3.0-or-later */
/* submit.h - slot-replay --submit: when a job would start that is submitted at a time of a recorded log. */
#ifndef SLOTWISE_TOOLS_REPLAY_SUBMIT_H
#define SLOTWISE_TOOLS_REPLAY_SUBMIT_H
#include "tools/replay/runs.h"

int submit_run(struct runs *r, struct sw_err *err);
#endif
