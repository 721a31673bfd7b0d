/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outputs.h - the files that slot-replay writes. */
#ifndef SLOTWISE_TOOLS_REPLAY_OUTPUTS_H
#define SLOTWISE_TOOLS_REPLAY_OUTPUTS_H
#include "tools/replay/config.h"

struct outputs { struct sw_out *main, *attempts, *timeline, *decisions, *links, *waits; };

int outputs_check(const struct config *cfg, struct sw_err *err);    /* which options do not go together */
int outputs_open(struct sw_cli *cli, struct outputs *o, struct sw_err *err);
/* Closes or, after a failure, abandons one output; NULL: there is none. Returns the status from then on. */
int outputs_close_one(struct sw_out *out, int status, struct sw_err *err);
int outputs_close(struct outputs *o, int status, struct sw_err *err);
/* Which record goes to which output. */
int outputs_send(const struct config *cfg, const struct outputs *o, struct sw_records *rec, struct sw_err *err);
#endif
