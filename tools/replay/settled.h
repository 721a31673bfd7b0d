/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settled.h - see settled.c. */
#ifndef SLOTWISE_TOOLS_REPLAY_SETTLED_H
#define SLOTWISE_TOOLS_REPLAY_SETTLED_H
#include "tools/replay/config.h"

/* After setup_options(). */
SW_USE_RESULT int settled_put(const struct sw_cli *cli, FILE *to, struct sw_err *err);
#endif
