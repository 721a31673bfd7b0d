/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_results.h - what the programs make of the results of a replay: summaries of jobs, two runs of the
 * same jobs, load. */
#ifndef SLOTWISE_SW_RESULTS_H
#define SLOTWISE_SW_RESULTS_H
#include "slotwise/sw_stats.h"

/* ---- quantiles ------------------------------------------------------------------------------ */

/* Empirical distribution: x sorted; fills in the places (0..n-1) of the points to show, at most `points`
 * (0: all; else at least 2): the last of each run of equal values, thinned evenly by rank, least and
 * greatest included. place[] has room for n. A point's share is (place+1)/n. Returns how many. */
size_t sw_cdf_places(const double *x, size_t n, size_t points, size_t *place);

/* ---- two runs of the same jobs ---------------------------------------------------------------- */
/* gain = base / value: 2 means twice as fast as the base (TR figure 10). A pair with a zero in it has a
 * difference but no gain. diff = value - base, below zero when faster. All zero is an empty one. */
struct sw_gains { struct sw_moments base, value, gain, diff; };
void sw_gains_add(struct sw_gains *g, double base, double value);
/* Of the sums, and so on the same side of 1 as the mean difference is of 0. The interval is that of a ratio of two
 * paired means (Cochran 1977, 6.4). NaN without a value above zero, the interval also below two pairs. */
double sw_gains_total(const struct sw_gains *g);
struct sw_interval sw_gains_total_interval(const struct sw_gains *g, double level);

/* ---- job results --------------------------------------------------------------------------------- */
enum sw_job_field {
    SW_JF_SUBMIT, SW_JF_FINISH, SW_JF_RESPONSE, SW_JF_SLOWDOWN, SW_JF_MAPS, SW_JF_REDUCES, SW_JF_MAP_TASKS_RUN,
    SW_JF_NODE_LOCAL, SW_JF_RACK_LOCAL, SW_JF_OFF_RACK, SW_JF_KILLED, SW_JF_SPECULATED, SW_JF_WASTED,
    SW_JF_WAITED, SW_JF_N
};
extern const char *const sw_job_field_names[SW_JF_N]; /* their columns: "submit_s", "finish_s", ... */
/* What a set of jobs comes to. All zero but for `response` is an empty one; the caller owns `response`. */
struct sw_job_summary {
    uint64_t jobs;
    struct sw_moments field[SW_JF_N];
    struct sw_quantiles *response;
};
/* field: SW_JF_N values, NaN where not known. SW_FAIL only when out of memory. */
SW_USE_RESULT int sw_job_summary_add(struct sw_job_summary *s, const double *field);
/* Share of the maps with preferred hosts that ran at SW_JF_NODE_LOCAL, _RACK_LOCAL or _OFF_RACK
 * (docs/model.md S2); NaN when there are none. */
double sw_job_summary_locality(const struct sw_job_summary *s, enum sw_job_field level);

/* ---- the load of a replay ------------------------------------------------------------------------ */
/* Jobs come in any order. Beyond SW_LOAD_KEPT of them every second one is kept, then every fourth and so on. */
enum { SW_LOAD_KEPT = 65536 };
struct sw_load;
struct sw_load *sw_load_new(void); /* NULL: out of memory */
void sw_load_free(struct sw_load *l);
/* response_s INFINITY: it has not ended. SW_FAIL only when out of memory. */
SW_USE_RESULT int sw_load_add(struct sw_load *l, double submit_s, double response_s);
/* by_others: ends of other jobs brought submissions, so their rate says nothing. SW_FAIL only when out of memory. */
SW_USE_RESULT int sw_load_judge(struct sw_load *l, const struct sw_load_slots slots[], size_t n_kinds,
                                double makespan_s, bool by_others, struct sw_load_answer *out);

/* ---- values that hold for a while -------------------------------------------------------------- */
/* A step function's average over time: each value holds until the next time. All zero is an empty one. */
struct sw_time_mean { double area, span_s; };
void sw_time_mean_add(struct sw_time_mean *t, double value, double held_s);
double sw_time_mean_get(const struct sw_time_mean *t); /* NaN when nothing was held for any time */
#endif
