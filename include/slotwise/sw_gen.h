/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_gen.h - workloads made by rule: a jobs record from a handful of settings, or from a preset of them.
 *
 * Every draw is a function of the seed and the job, so one more setting leaves the other draws as they were. */
#ifndef SLOTWISE_SW_GEN_H
#define SLOTWISE_SW_GEN_H
#include "slotwise/sw_csv.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The settings, as text in the same grammar as slot-gen's options of these names. */
enum sw_gen_setting { SW_GEN_JOBS, SW_GEN_ARRIVAL, SW_GEN_MAPS, SW_GEN_MAP_TIME, SW_GEN_MAP_SIGMA, SW_GEN_MAP_GROWTH,
                      SW_GEN_REDUCES, SW_GEN_MAP_ONLY, SW_GEN_COPY_TIME, SW_GEN_REDUCE_TIME, SW_GEN_REDUCE_SIGMA,
                      SW_GEN_REDUCE_GROWTH, SW_GEN_POOLS, SW_GEN_USERS, SW_GEN_BLOCK_SIZE, SW_GEN_SHUFFLE_RATIO,
                      SW_GEN_INPUT, SW_GEN_PREFIX, SW_GEN_DRAWS, SW_GEN_SETUP_TIME, SW_GEN_WIDTH, SW_GEN_LIMIT,
                      SW_GEN_N };
extern const char *const sw_gen_names[SW_GEN_N]; /* "jobs", "arrival", ... */

struct sw_gen_preset {
    const char *name, *source, *cluster; /* the paper's section; the cluster it was run on, as slot-replay options */
    const char *summary;
    const char *value[SW_GEN_N];         /* NULL: the default */
};
extern const struct sw_gen_preset *const sw_gen_presets[]; /* NULL-terminated */
const struct sw_gen_preset *sw_gen_preset_find(const char *name); /* NULL */

/* value[i] NULL: the preset's (when there is one), else the default. Mistakes in a value are usage errors that
 * name the option. */
struct sw_gen_config {
    const struct sw_gen_preset *preset;
    const char *value[SW_GEN_N];
    uint64_t seed;
    void (*tell)(void *context, uint64_t n_jobs); /* called with each job that is made; NULL: not called */
    void *context;
};
const char *sw_gen_value(const struct sw_gen_config *config, enum sw_gen_setting i); /* which of these it is */
SW_USE_RESULT int sw_gen_run(const struct sw_gen_config *config, struct sw_out *out, struct sw_err *err);

#ifdef __cplusplus
}
#endif
#endif
