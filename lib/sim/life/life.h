/* SPDX-License-Identifier: GPL-3.0-or-later */
/* life.h - what happens to jobs, attempts and nodes. */
#ifndef LIB_SIM_LIFE_LIFE_H
#define LIB_SIM_LIFE_LIFE_H
#include "lib/sim/sim.h"
#include "lib/sim/event/event.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/queue/queue.h"
#include "lib/sim/task/task.h"

/* log.c */
void log_row(struct sw_replay *r, const struct attempt *a, enum sw_outcome outcome);
/* Its row of the log, if there is one. */
static inline void report_attempt(struct sw_replay *r, const struct attempt *a, enum sw_outcome outcome)
{
    if (r->sink.attempt)
        log_row(r, a, outcome);
}
void report_running(struct sw_replay *r);
/* jobs.c */
void job_free(struct sw_replay *r, struct job *job);
struct job *job_new(struct sw_replay *r, const struct sw_job *spec);
/* set_up.c */
void stage_set_up(struct sw_replay *r, struct stage *st);  /* nothing but its set-up holds it back */
void stage_is_set_up(struct sw_replay *r, struct stage *st);
void stage_leave_set_up(struct sw_replay *r, struct stage *st);
void stage_forget(struct sw_replay *r, struct stage *st);
/* admit_job.c */
void waiting_push(struct waiting *w, struct job *job);
struct job *waiting_pop(struct waiting *w);
void jobs_let_in(struct sw_replay *r); /* all for whom there is room */
void job_admit(struct sw_replay *r, struct job *job);
void job_let_in(struct sw_replay *r, struct job *job); /* without asking */
void job_left(struct sw_replay *r, struct job *job);
/* infeasible.c */
bool never_runs(const struct sw_replay *r, const struct job *job, char *why, size_t cap);
int never_check(struct sw_replay *r, const struct job *job);  /* at its submission */
void never_count(struct sw_replay *r, const struct job *job); /* it is unfinished at the end */
/* arrive.c */
void submit_follower(struct sw_replay *r, struct job *job);
void feed_one(struct sw_replay *r, const struct sw_job *spec, int64_t submit_us);
int job_submit(struct sw_replay *r, struct job *job);
int feed_more(struct sw_replay *r);
/* depart.c */
void job_report(struct sw_replay *r, struct job *job, enum sw_outcome outcome);
void job_end(struct sw_replay *r, struct job *job, enum sw_outcome outcome);
/* launch.c */
void launch(struct sw_replay *r, struct stage *st, uint32_t node, uint32_t task, int class, enum sw_locality at);
void launch_copy(struct sw_replay *r, struct attempt *of, uint32_t node);
int64_t attempt_takes(const struct sw_replay *r, const struct attempt *a, int64_t local_us); /* where it runs, at the present speed */
bool attempt_part(struct attempt *a); /* from the other attempt of its task; whether there was one */
void attempt_end_at(struct sw_replay *r, struct attempt *a, int64_t end_us);
void attempt_wait_for_maps(struct attempt *a);
void attempt_compute(struct sw_replay *r, struct attempt *a, int64_t at_us);
int64_t attempt_copy_us(const struct sw_replay *r, const struct attempt *a, bool early); /* L4: the copy phase ends no earlier */
void attempt_copied(struct sw_replay *r, struct attempt *a, int64_t at_us);
void leave_copying(struct attempt *a);
/* finish.c */
void attempt_fetch(const struct sw_replay *r, const struct attempt *a); /* into the cache, what its end will read */
void attempt_event(struct sw_replay *r, struct attempt *a);
void attempt_report(struct sw_replay *r, struct attempt *a);
void attempt_commit(struct sw_replay *r, struct attempt *a);
uint64_t maps_before_reduces(const struct sw_replay *r, uint64_t maps); /* L5 */
uint64_t output_bytes(const struct job *job, uint32_t task); /* of one map (S4) */
/* stop.c */
void attempt_stop(struct sw_replay *r, struct attempt *a, enum sw_outcome outcome);
uint64_t attempts_stop(struct sw_replay *r, const struct job *job, enum sw_outcome outcome);
void output_lost(struct sw_replay *r, struct stage *maps, uint32_t task);
void node_lost(struct sw_replay *r, uint32_t node);
void node_slower(struct sw_replay *r, uint32_t node, double from, double to);
/* nodes.c */
void cluster_change(struct sw_replay *r, uint32_t node);
void node_set_slots(struct sw_replay *r, uint32_t node, const struct sw_span *span);    /* and what it keeps */
void rows_begin(struct sw_replay *r);

static inline void attempt_free(struct sw_replay *r, struct attempt *a)
{
    struct job *job = a->job;
    if (SELDOM(a->own_end))
        MECHANISMS_TELL(r, freed, a);
    struct attempts *of = &r->attempts[a->is_whole];
    a->serial = 0;
    a->twin = of->spare;
    of->spare = a;
    if (!--job->n_attempts && job->ended)
        job_free(r, job);
}
#endif
