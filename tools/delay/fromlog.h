/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fromlog.h - slot-delay recommend LOG: parameters that are not given are measured. */
#ifndef SLOTWISE_TOOLS_DELAY_FROMLOG_H
#define SLOTWISE_TOOLS_DELAY_FROMLOG_H
#include "tools/delay/config.h"

int fromlog_take(struct config *cfg, const struct sw_cli *cli, struct sw_err *err);
#endif
