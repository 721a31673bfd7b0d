/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values.h - the values of options: each reads its argument into the options of the replay, or says what is wrong with it. */
#ifndef SLOTWISE_VALUES_H
#define SLOTWISE_VALUES_H
#include "slotwise/sw_replay.h"

int value_penalty(const char *arg, struct sw_replay_options *opt, struct sw_err *err);
int value_stragglers(const char *arg, struct sw_variation *vary, struct sw_err *err);
int value_slowstart(const char *arg, struct sw_replay_options *opt, struct sw_err *err);
int value_per_heartbeat(const char *arg, struct sw_replay_options *opt, struct sw_err *err);
int value_load_cap(const char *arg, struct sw_replay_options *opt, struct sw_err *err);
int value_placement(const char *arg, struct sw_replay_options *opt, struct sw_err *err);
int value_block_size(const char *arg, struct sw_replay_options *opt, struct sw_err *err);
int value_step(const char *option, const char *arg, int64_t *us, struct sw_err *err);
int value_balance(const char *arg, struct sw_replay_options *opt, struct sw_err *err);
int value_global(struct sw_replay_options *opt, const char *arg, struct sw_err *err);

#endif
