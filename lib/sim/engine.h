/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine.h - what run.c, engine.c and liveness.c offer each other. */
#ifndef LIB_SIM_ENGINE_H
#define LIB_SIM_ENGINE_H
#include "lib/sim/sim.h"

/* How long nothing but ticks must come until those that settle change nothing more. */
int64_t liveness_settles_us(struct sw_replay *r);
bool liveness_is_over(struct sw_replay *r, int64_t next_us); /* next_us: of heartbeats, INT64_MAX: none */
int liveness_explain(struct sw_replay *r);
/* What a replay is made of, and it. */
struct making {
    struct sw_replay *r;
    mechanisms_choice *choose;
    const struct sw_cluster *cl;
    const struct sw_pool_list *pools;
    const struct sw_options *opt;
    const struct sw_replay_sink *sink; /* NULL: none */
    struct sw_err *err;
};
/* run_new() gives the replay memory of its own. A replay that is made inside another, under its guard, shares the
 * other's. */
int run_new(struct sw_replay **out, struct making *m);
int run_make(void *making);
/* One job alone on the idle cluster. */
int engine_run_one(struct sw_replay *r, const struct sw_job *spec, int64_t submit_us);
#endif
