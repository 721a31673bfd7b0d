/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gains.h - what --compare has found: the base, the pairs, and gains by group and run. */
#ifndef SLOTWISE_TOOLS_STATS_GAINS_H
#define SLOTWISE_TOOLS_STATS_GAINS_H
#include "lib/stats/sw_results.h"
#include "tools/stats/state.h"

/* Of a group or of all jobs. first_run is 1 + a place in base.of_run, or 0; so is `next`. last_pair and `before` are so
 * in base.kept. */
struct gains_group { struct sw_gains all; size_t first_run, n_runs, last_pair; };
struct gains_run { size_t next; struct sw_gains gains; };
struct gains_pair { size_t at, group, run, before; double base, value; }; /* at: the base's row */

struct base {
    struct sw_keys *keys;    /* run and job_id of the base's rows */
    size_t room;
    double *value, *submit_s;
    bool *paired;
    bool has_run;
    struct sw_keys *pairs;   /* (group, base row, run) seen so far, to find a job that comes twice */
    uint64_t n_extra, n_unknown;
    struct sw_keys *runs;    /* those of the files to compare, by name */
    struct sw_keys *of_run_keys; /* (group, run) */
    struct gains_run *of_run;
    size_t room_of_run;
    struct gains_group total;
    struct gains_pair *kept; /* pairs with both values */
    size_t n_kept, room_kept;
};

const char *gains_column(const struct state *s);
/* Each run counts as one pair, that of its means; *of_jobs: its mean gain of a job. */
struct sw_gains gains_over_runs(const struct base *b, const struct gains_group *g, struct sw_moments *of_jobs);

/* The jobs of one run. *gain is of the ratio that --gain-of asks for, *diff of value - base. g NULL: of all pairs. */
struct gains_told { struct sw_run_interval gain, diff; };
SW_USE_RESULT int gains_of_one_run(const struct state *s, const struct gains_group *g, struct gains_told *out,
                                   struct sw_err *err);

/* ---- verdict.c: who won, who lost, and by how much ----------------------------------------------------- */
SW_USE_RESULT int verdict_put_worst(struct state *s, struct sw_out *out, struct sw_err *err);
SW_USE_RESULT int verdict_put_words(struct state *s, struct sw_out *out, struct sw_err *err);
/* --fail-if-slower: an error when a group's mean, or that of all, is above the base's by more than the limit. */
SW_USE_RESULT int verdict_judge(const struct state *s, struct sw_err *err);
#endif
