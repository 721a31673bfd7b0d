/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input.h - the trace before it is opened: a pipe, which can be read once, and whether it names preferred hosts. */
#ifndef SLOTWISE_TOOLS_REPLAY_INPUT_H
#define SLOTWISE_TOOLS_REPLAY_INPUT_H
#include "tools/replay/runs.h"

bool input_is_piped(const char *path); /* it can be read once */
SW_USE_RESULT int input_spool(struct runs_source *src, struct sw_err *err); /* makes the copy of the first file */
/* Data lies on the hosts that a trace names, unless --placement says otherwise. */
SW_USE_RESULT int input_names_hosts(struct runs_source *src, bool *named, struct sw_err *err);

#endif
