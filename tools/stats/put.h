/* SPDX-License-Identifier: GPL-3.0-or-later */
/* put.h - what all modes write: group columns, names of output columns, means with their intervals. */
#ifndef SLOTWISE_TOOLS_STATS_PUT_H
#define SLOTWISE_TOOLS_STATS_PUT_H
#include "tools/stats/state.h"

/* Writes the values of the group columns. */
void put_group(const struct state *s, size_t group, struct sw_out *out);

/* Writes prefix + stem + mark + unit: ("mean_", "response_s", "_lo") gives "mean_response_lo_s". */
void put_name(struct sw_out *out, const char *prefix, const char *column, const char *mark);
void put_quantile_name(struct sw_out *out, double q, const char *column);
/* Means of "mean_response_s" are called so too, and not mean_mean_response_s, unless "response_s" is beside it. */
void put_mean_names(struct sw_out *out, const char *column, const struct names *beside);

/* Writes the mean and the ends of its interval. */
void put_quantile_names(struct sw_out *out, double q, const char *column); /* and of the ends of its interval */
void put_finite(struct sw_out *out, double x); /* not finite: an empty field */
void put_interval(struct sw_out *out, double mean, struct sw_interval interval);
/* The mean of what the values of one run come to, with an interval if the run tells one. */
void put_one_run(struct state *s, struct sw_out *out, double mean, struct sw_run_interval interval);
extern const char *const put_why[]; /* there is no interval, by enum sw_run_told */
void put_untold(const struct state *s); /* warns of means without an interval */
void put_mean(struct state *s, struct sw_out *out, const struct sw_moments *m);
void put_sum(struct sw_out *out, const struct sw_moments *m);
#endif
