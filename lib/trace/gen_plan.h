/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_plan.h - the settings of a workload, read and checked. */
#ifndef SLOTWISE_GEN_PLAN_H
#define SLOTWISE_GEN_PLAN_H
#include "gen.h"

#define GEN_MAX_JOBS UINT64_C(1000000000)

enum gen_arrival { GEN_POISSON, GEN_EVERY, GEN_WINDOW, GEN_AT_ONCE, GEN_CLOSED };

struct gen_plan {
    uint64_t seed, n_jobs, n_tasks;  /* n_tasks: as many jobs as hold so many maps */
    enum gen_arrival arrival;
    int64_t gap_us, think_us;        /* of poisson and uniform; the length of window; of closed */
    uint64_t workers;
    struct gen_dist maps, map_time, reduces, copy_time, reduce_time;
    double map_sigma, reduce_sigma, map_growth, reduce_growth, map_only, shuffle_ratio;
    uint64_t block_bytes;
    uint64_t n_pools, n_users;       /* 0: none named */
    struct sw_text *pool;            /* names, when given as a list; into the setting's text */
    const char *input, *prefix;
    int64_t *window_us;              /* sorted submits of a window */
};
SW_USE_RESULT int gen_plan_read(struct gen_plan *p, const struct sw_gen_config *config, struct sw_err *err);
void gen_plan_clear(struct gen_plan *p);

#endif
