/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen.h - what the generator is made of: distributions, counts, the plan of a trace. */
#ifndef SLOTWISE_TRACE_GEN_GEN_H
#define SLOTWISE_TRACE_GEN_GEN_H
#include <stdbool.h>
#include "lib/base/sw_chance.h"
#include "slotwise/sw_gen.h"

/* ---- gen.c ------------------------------------------------------------------------------------------------ */
/* Distributions of the workload generator: read from text, drawn from a named stream. */
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
/* What is being read: an option's name ("maps"), its text as typed, and what a distribution is of. */
struct gen_setting { const char *option, *text; enum gen_unit unit; struct sw_err *err; };
int gen_dist_bad(const struct gen_setting *s, const char *what); /* SW_FAIL */
SW_USE_RESULT int gen_dist_read(struct gen_dist *d, struct gen_setting s, enum gen_unit unit);
/* A table gives each bin its part of every `hand` jobs in a row by largest remainder and shuffles those. */
SW_USE_RESULT int gen_table_deal(struct gen_dist *d, uint64_t n_jobs, uint64_t hand, uint64_t seed, struct sw_err *err);
double gen_dist_uniform(struct gen_source *from);
/* maps is what ratio and upto refer to. */
double gen_dist_draw(const struct gen_dist *d, struct gen_source *from, uint64_t job, double maps);
void gen_dist_clear(struct gen_dist *d);
/* table:NAME, a built-in one or a CSV file. */
SW_USE_RESULT int gen_table_read(struct gen_dist *d, const char *option, const char *name, struct sw_err *err);

/* ---- gen_plan.c ------------------------------------------------------------------------------------------- */
/* The settings of a workload, read and checked. */
#define GEN_MAX_JOBS UINT64_C(1000000000)

#define GEN_HAND 100 /* jobs in a row that have a table's proportions, when draws are even */

enum gen_arrival { GEN_POISSON, GEN_DAILY, GEN_EVERY, GEN_WINDOW, GEN_AT_ONCE, GEN_CLOSED };

struct gen_plan {
    uint64_t seed, n_jobs, n_tasks;  /* n_tasks: as many jobs as hold so many maps */
    enum gen_arrival arrival;
    int64_t gap_us, think_us;        /* of poisson, daily and uniform; the length of window; of closed */
    int64_t spread_us;               /* of uniform: gaps are gap_us to this much more */
    double swing;                    /* of daily */
    uint64_t workers;
    struct gen_dist maps, map_time, reduces, copy_time, reduce_time, setup_time, width;
    double map_sigma, reduce_sigma, map_growth, reduce_growth, map_only, shuffle_ratio;
    uint64_t block_bytes;
    uint64_t n_pools, n_users;       /* 0: none named */
    struct sw_text *pool;            /* names, when given as a list; into the setting's text */
    bool sets_up;                    /* some job may have a set-up, and rows have a column for it */
    bool wide, limited;              /* a job is a task on so many nodes; it has an estimate of its time */
    double badness;                  /* estimates are from 1 to 1 + badness times the time */
    const char *input, *prefix;
    int64_t *window_us;              /* sorted submits of a window */
    bool even;                       /* sizes and times by a sequence instead of chance, see gen_even.c */
    uint32_t *rank_of;               /* even, with bins: a job's number among those of its bin */
};
SW_USE_RESULT int gen_plan_read(struct gen_plan *p, const struct sw_gen_config *config, struct sw_err *err);
void gen_plan_clear(struct gen_plan *p);

/* What a job's numbers are for; each has its own stream, so that they do not disturb each other. */
enum gen_draw { GEN_DRAW_MAPS, GEN_DRAW_MAP_TIME, GEN_DRAW_REDUCES, GEN_DRAW_MAP_ONLY, GEN_DRAW_COPY_TIME,
                GEN_DRAW_REDUCE_TIME, GEN_DRAW_USER, GEN_DRAW_SETUP_TIME, GEN_DRAW_WIDTH, GEN_DRAW_LIMIT };
struct gen_source gen_even_source(const struct gen_plan *p, uint64_t job, enum gen_draw what);
SW_USE_RESULT int gen_even_rank(struct gen_plan *p, struct sw_err *err);
#endif
