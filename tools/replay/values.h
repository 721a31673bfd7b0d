/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values.h - the values of options: each function reads an argument into the options of the replay, or reports what
 * is wrong. */
#ifndef SLOTWISE_TOOLS_REPLAY_VALUES_H
#define SLOTWISE_TOOLS_REPLAY_VALUES_H
#include "slotwise/sw_replay.h"

int values_count(const char *option, const char *arg, uint64_t *out, struct sw_err *err); /* option: "replication" */
int values_real(const char *option, const char *arg, double *out, struct sw_err *err);
int values_share(const char *option, const char *arg, double *out, struct sw_err *err);
int values_penalty(const char *arg, struct sw_replay_options *opt, struct sw_err *err);
int values_stragglers(const char *arg, struct sw_variation *vary, struct sw_err *err);
int values_slowstart(const char *arg, struct sw_replay_options *opt, struct sw_err *err);
int values_per_heartbeat(const char *arg, struct sw_replay_options *opt, struct sw_err *err);
int values_off_switch(const char *arg, struct sw_replay_options *opt, struct sw_err *err);
int values_load_cap(const char *arg, struct sw_replay_options *opt, struct sw_err *err);
int values_offers(const char *arg, struct sw_replay_options *opt, struct sw_err *err);
int values_width(const char *arg, struct sw_replay_options *opt, struct sw_err *err);
int values_placement(const char *arg, struct sw_replay_options *opt, struct sw_err *err);
int values_block_size(const char *arg, struct sw_replay_options *opt, struct sw_err *err);
int values_step(const char *option, const char *arg, int64_t *us, struct sw_err *err);
int values_balance(const char *arg, struct sw_replay_options *opt, struct sw_err *err);
int values_global(struct sw_replay_options *opt, const char *arg, struct sw_err *err);

#endif
