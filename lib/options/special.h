/* SPDX-License-Identifier: GPL-3.0-or-later */
/* special.h - options whose value is no plain number or word. */
#ifndef LIB_OPTIONS_SPECIAL_H
#define LIB_OPTIONS_SPECIAL_H
#include "lib/options/options.h"

/* Each reads its value into the struct sw_replay_options at `to`. */
int special_backfill(void *to, const char *arg, struct sw_err *err);
int special_max_starve(void *to, const char *arg, struct sw_err *err);
int special_switches(void *to, const char *arg, struct sw_err *err);
int special_admission(void *to, const char *arg, struct sw_err *err);
int special_penalty(void *to, const char *arg, struct sw_err *err);
int special_network(void *to, const char *arg, struct sw_err *err);
int special_per_heartbeat(void *to, const char *arg, struct sw_err *err);
#endif
