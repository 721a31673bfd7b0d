/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queue.h - jobs and pools in the scheduling queue, their limits, shares and waits. */
#ifndef LIB_SIM_QUEUE_QUEUE_H
#define LIB_SIM_QUEUE_QUEUE_H
#include "lib/sim/sim.h"

/* pools.c */
struct pool *pool_get(struct sw_replay *r, struct sw_text name);
struct pool *pool_make(struct sw_replay *r, char *name); /* takes the name, under which it will not be found */
void pool_init(struct sw_replay *r, struct pool *p);
void pool_clear(struct pool *p);
void pool_declare(struct pool *p, const struct sw_pool_spec *spec);
int pools_start(struct sw_replay *r, const struct sw_pool_list *declared);
void pools_end(struct sw_replay *r);
/* shares.c */
void shares_compute(struct sw_replay *r, int slot, double demand_slots); /* of pools; < 0: by demand now, else that of each */
void shares_of_jobs(struct sw_replay *r, int slot); /* within the pools' shares */
void shares_end(struct sw_replay *r);
/* blocked.c */
void set_aside(struct sw_replay *r, struct aside *a, int slot, bool on);
void limit_lets_go(struct sw_replay *r, const struct pool *p, int slot);
/* pool_keys.c */
void pool_place(struct sw_replay *r, struct pool *p, int slot);
void pools_place(struct sw_replay *r, struct pool *p, int slot); /* and those above */
void pools_count(struct pool *p, int slot, int64_t running, int64_t demand);
/* limits.c */
void limits_start(struct sw_replay *r);
void limits_resize(struct sw_replay *r); /* the cluster has changed */
void limits_end(struct sw_replay *r);
struct sw_list *list_of(struct sw_replay *r, const struct job *job, int slot); /* where its stages that wait stand */
void limits_count(struct job *job, int slot, int64_t running, int64_t demand);
void job_join(struct sw_replay *r, struct job *job);  /* its pool is known */
void job_leave(struct sw_replay *r, struct job *job);
void holder_place(struct sw_replay *r, struct holder *h, int slot);
/* waits.c */
void stage_set_due(const struct sw_replay *r, struct stage *st);
void stage_set_waits(const struct sw_replay *r, struct stage *st);
enum sw_level stage_level(const struct sw_replay *r, const struct stage *st); /* to which its meter has brought it */
/* keys.c */
void job_count(struct sw_replay *r, struct job *job, int slot, int64_t running, int64_t unlaunched);
void job_rekey(struct sw_replay *r, struct job *job, int slot);
void job_recount(struct sw_replay *r, struct job *job, int slot, int64_t running, int64_t unlaunched); /* both of them */
void stage_list_item(struct sw_replay *r, struct stage *st, int class);
void stage_unlist_item(struct sw_replay *r, struct stage *st, int class);
void jobs_rekey(struct sw_replay *r, int slot); /* of all that are admitted */
/* enter.c */
void stage_return(struct sw_replay *r, struct stage *st, uint32_t task); /* unlaunched again */
void stage_comes_back(struct sw_replay *r, struct stage *st);
void job_withdraw(struct sw_replay *r, struct job *job); /* what it has unlaunched stands in no list any more */
void stage_enter(struct sw_replay *r, struct stage *st);   /* becomes ready */
#endif
