/* SPDX-License-Identifier: GPL-3.0-or-later */
/* special.h - options whose value is no plain number or word. */
#ifndef LIB_OPTIONS_SPECIAL_H
#define LIB_OPTIONS_SPECIAL_H
#include "lib/options/options.h"

/* Each pair reads its value into a struct sw_options, and prints it. */
int special_offers(void *to, const char *arg, struct sw_err *err);
void special_put_offers(const void *of, FILE *to);
int special_backfill(void *to, const char *arg, struct sw_err *err);
void special_put_backfill(const void *of, FILE *to);
int special_max_starve(void *to, const char *arg, struct sw_err *err);
void special_put_max_starve(const void *of, FILE *to);
int special_switches(void *to, const char *arg, struct sw_err *err);
void special_put_switches(const void *of, FILE *to);
void special_outside(struct sw_options *opt); /* another decides than its order and its delay rule */
int special_decide(void *to, const char *arg, struct sw_err *err);
void special_put_decide(const void *of, FILE *to);
int special_admission(void *to, const char *arg, struct sw_err *err);
void special_put_admission(const void *of, FILE *to);
int special_penalty(void *to, const char *arg, struct sw_err *err);
void special_put_penalty(const void *of, FILE *to);
int special_network(void *to, const char *arg, struct sw_err *err);
void special_put_network(const void *of, FILE *to);
int special_per_heartbeat(void *to, const char *arg, struct sw_err *err);
void special_put_per_heartbeat(const void *of, FILE *to);
/* Z1: CPUs or memory that tasks take */
bool special_sizes_are_limited(const struct sw_options *opt, const struct sw_cluster *cl);
bool special_room_is_limited(const struct sw_options *opt, const struct sw_cluster *cl); /* for map output */
#endif
