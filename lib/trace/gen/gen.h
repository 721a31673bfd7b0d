/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen.h - distributions of the workload generator: read from text, drawn from a named stream. */
#ifndef SLOTWISE_GEN_H
#define SLOTWISE_GEN_H
#include <stdbool.h>
#include "lib/base/sw_chance.h"
#include "slotwise/sw_gen.h"

#define GEN_MAX_TASKS 100000000.0

enum gen_unit { GEN_COUNT, GEN_TIME /* microseconds inside */ };
enum gen_kind { GEN_FIXED, GEN_UNIFORM, GEN_LOGUNIFORM, GEN_ZIPF, GEN_LOGNORMAL, GEN_EXPONENTIAL, GEN_RATIO,
                GEN_UPTO, GEN_TABLE, GEN_POWERS, GEN_LUBLIN };

/* A bin of job sizes: `weight` parts of the jobs have from `from` to `to` maps. */
struct gen_bin { double from, to, weight; };
struct gen_dist {
    enum gen_kind kind;
    enum gen_unit unit;
    double a, b;
    double *sum;             /* zipf: P(X <= a + i) up to a factor */
    struct gen_bin *bins;    /* table; owned */
    size_t n_bins;
    uint32_t *bin_of;        /* table: the bin of each job */
};
/* What a draw takes its numbers from: a stream, or a number that is given. */
struct gen_source { struct sw_chance stream; bool given; double u; /* in (0,1) */ };
/* option is "maps"; text as typed. */
SW_USE_RESULT int gen_dist_read(struct gen_dist *d, const char *option, const char *text, enum gen_unit unit,
                                struct sw_err *err);
/* A table gives each bin its part of every `hand` jobs in a row by largest remainder and shuffles those. */
SW_USE_RESULT int gen_table_deal(struct gen_dist *d, uint64_t n_jobs, uint64_t hand, uint64_t seed, struct sw_err *err);
double gen_dist_uniform(struct gen_source *from);
/* maps is what ratio and upto refer to. */
double gen_dist_draw(const struct gen_dist *d, struct gen_source *from, uint64_t job, double maps);
void gen_dist_clear(struct gen_dist *d);
/* table:NAME, a built-in one or a CSV file. */
SW_USE_RESULT int gen_table_read(struct gen_dist *d, const char *option, const char *name, struct sw_err *err);

#endif
