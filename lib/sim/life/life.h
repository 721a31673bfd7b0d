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
void log_use(const struct sw_replay *r, const struct attempt *a);
/* Writes the attempt's row of the log, if there is a log. */
static inline void log_attempt(struct sw_replay *r, const struct attempt *a, enum sw_outcome outcome)
{
    if (r->sink.attempt)
        log_row(r, a, outcome);
    else if (r->sink.used)
        log_use(r, a);
}
void log_running(struct sw_replay *r);
/* jobs.c */
void job_free(struct sw_replay *r, struct job *job);
struct job *job_new(struct sw_replay *r, const struct sw_job *spec);
uint64_t job_name(struct sw_text text); /* for the random streams, and the tables of jobs */
/* followers.c */
bool followers_keep_row(const struct sw_replay *r, const struct sw_job *spec); /* whether the job may wait as its row */
struct follower **followers_of(struct sw_replay *r, struct sw_text id); /* a job in the system, or a row; NULL: none */
void followers_add_job(struct sw_replay *r, struct follower **list, struct job *job, int64_t think_us);
void followers_add_row(struct sw_replay *r, struct follower **list, const struct sw_job *spec, uint64_t name,
                       struct pool *pool, int64_t think_us); /* name: of its id */
struct job *followers_pop(struct sw_replay *r, struct follower **list, int64_t *think_us, bool *made);
/* set_up.c */
void set_up_stage(struct sw_replay *r, struct stage *st);  /* its parents are done: its set-up begins */
void set_up_ends(struct sw_replay *r, struct stage *st);
void set_up_leave(struct sw_replay *r, struct stage *st);
/* admit_job.c */
void admit_job_push(struct waiting *w, struct job *job);
struct job *admit_job_pop(struct waiting *w);
void admit_job_all(struct sw_replay *r); /* all whose pools are not full */
void admit_job(struct sw_replay *r, struct job *job);
void admit_job_now(struct sw_replay *r, struct job *job); /* whatever the limits are */
void admit_job_left(struct sw_replay *r, struct job *job);
/* infeasible.c */
bool infeasible_why(const struct sw_replay *r, const struct job *job, char *why, size_t cap);
int infeasible_check(struct sw_replay *r, const struct job *job);  /* at its submission */
void infeasible_count(struct sw_replay *r, const struct job *job); /* it is unfinished at the end */
/* arrive.c */
void arrive_followers(struct sw_replay *r, struct job *job);
void arrive_one(struct sw_replay *r, const struct sw_job *spec, int64_t submit_us);
int arrive_submit(struct sw_replay *r, struct job *job);
int arrive_more(struct sw_replay *r);
/* depart.c */
void depart_report(struct sw_replay *r, struct job *job, enum sw_outcome outcome);
void depart_job(struct sw_replay *r, struct job *job, enum sw_outcome outcome);
void depart_from_active(struct sw_replay *r, struct job *job);
/* abandon.c */
void abandon_job(struct sw_replay *r, struct job *job);
void abandon_work(struct sw_replay *r, struct job *job);
/* launch.c */
void launch(struct sw_replay *r, struct stage *st, uint32_t node, uint32_t task, int class, enum sw_locality at);
void launch_backup(struct sw_replay *r, struct attempt *of, uint32_t node);
void launch_resumed(struct sw_replay *r, struct stage *st, uint32_t node, uint32_t task, enum sw_locality at,
                    int64_t left_us);
/* where it runs, at the present speed */
double launch_penalty(const struct sw_replay *r, enum sw_locality at);
int64_t launch_takes(const struct sw_replay *r, const struct attempt *a, int64_t local_us);
bool launch_detach_sibling(struct attempt *a); /* from the other attempt of its task; returns whether there was one */
void launch_end_at(struct sw_replay *r, struct attempt *a, int64_t end_us);
void launch_wait_for_maps(struct attempt *a);
void launch_compute(struct sw_replay *r, struct attempt *a, int64_t at_us);
/* L4: the copy phase ends no earlier */
int64_t launch_shuffle_end_us(const struct sw_replay *r, const struct attempt *a, bool early);
void launch_shuffled(struct sw_replay *r, struct attempt *a, int64_t at_us);
void launch_leave_shuffle(struct attempt *a);
/* finish.c */
/* So many slots have been occupied for so long. Beyond INT64_MAX the replay fails, when it has ended. */
static inline void finish_count_busy(struct sw_replay *r, int kind, int64_t slots, int64_t us)
{
    int64_t *busy_us = &r->totals.busy_us[kind];
    *busy_us = __builtin_mul_overflow(slots, us, &us) ? INT64_MAX : sum_i64(*busy_us, us);
}
/* S2: a finished map or task counts by its locality (by 1), until its output is lost (-1). R18: with its executor is on
 * its node. */
static inline void finish_count_locality(struct job_result *res, enum sw_locality at, uint32_t by)
{
    res->node_local += at == SW_AT_NODE || at == SW_AT_PROCESS ? by : 0;
    res->rack_local += at == SW_AT_RACK ? by : 0;
    res->off_rack += at == SW_AT_ANY ? by : 0;
    res->no_preference += at == SW_AT_NONE ? by : 0;
}
void finish_prefetch(const struct sw_replay *r, const struct attempt *a); /* into the cache, what its end will read */
void finish_attempt(struct sw_replay *r, struct attempt *a);
void finish_report_slot(struct sw_replay *r, struct attempt *a);
void finish_commit(struct sw_replay *r, struct attempt *a);
uint64_t finish_maps_before_reduces(const struct sw_replay *r, uint64_t maps); /* L5 */
uint64_t finish_output_bytes(const struct job *job, uint32_t task); /* of one map (S4) */
/* The largest of them: A7 asks for so much room, whichever map is to launch. */
static inline uint64_t finish_most_output(const struct job *job)
{
    return job->shuffle_bytes / job->result.maps + (job->shuffle_bytes % job->result.maps > 0);
}
/* stop.c */
void stop_attempt(struct sw_replay *r, struct attempt *a, enum sw_outcome outcome);
void stop_at_once(struct sw_replay *r, struct attempt *a, enum sw_outcome outcome); /* and its slot is free */
void stop_suspend(struct sw_replay *r, struct attempt *a);
void stop_by_order(struct sw_replay *r, struct attempt *a);
void stop_report(struct sw_replay *r, struct attempt *a);
void stop_attempts_of(struct sw_replay *r, const struct job *job, enum sw_outcome outcome);
void stop_output_lost(struct sw_replay *r, struct stage *maps, uint32_t task);
void stop_node(struct sw_replay *r, uint32_t node);
void stop_stretch(struct sw_replay *r, struct attempt *a, double from, double to); /* its node's speed changed (B9) */
void stop_stretch_node(struct sw_replay *r, uint32_t node, double from, double to);
/* nodes.c */
void nodes_change(struct sw_replay *r, uint32_t node);
void nodes_set_slots(struct sw_replay *r, uint32_t node, const struct sw_span *span);    /* and what it keeps */
void nodes_begin(struct sw_replay *r);

static inline void attempt_free(struct sw_replay *r, struct attempt *a)
{
    struct job *job = a->job;
    if (unlikely(a->own_end))
        MECHANISMS_TELL(r, attempt, a, &(struct attempt_news){ .what = ATTEMPT_FREED });
    struct attempt_memory *of = &r->attempts.memory[a->is_full];
    a->serial = 0;
    a->sibling = of->spare;
    of->spare = a;
    if (!--job->n_attempts && job->ended)
        job_free(r, job);
}
#endif
