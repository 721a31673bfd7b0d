/* SPDX-License-Identifier: GPL-3.0-or-later */
/* followers.c - jobs that are submitted when another ends (J1).
 *
 * A closed loop is read whole at its start, and most of its jobs are far from their time. Until then such a job is its
 * row: 192 bytes instead of 1,500 (a hundred thousand jobs of which ten run: 33 MB instead of 157). A job is made at
 * once where something tells jobs apart before they are submitted: limits, mechanisms with records of them, and rows of
 * tasks. */
#include "lib/sim/life/life.h"
#include <string.h>

/* What a stage's row says of its tasks, which are alike. */
struct row_stage { uint64_t stage, n_tasks; int64_t mean_us, copy_us, setup_us; double sigma; enum sw_kind kind; };
struct row {
    struct pool *pool;
    uint64_t place, line, name, input_name, input_bytes, shuffle_bytes;
    int64_t weight, wait_us[2];
    uint32_t id_len, user_len;
    enum sw_priority priority : 8;
    bool has_wait[2];
    uint8_t replication, n_stages;
    struct row_stage stage[]; /* and behind them the job's id and its user */
};
/* Either a job or a row. */
struct follower {
    struct follower *next;      /* that follows the same */
    struct follower *followers; /* of a row: those that follow it */
    struct job *job;            /* NULL: it is a row */
    int64_t think_us;
    struct row row;
};

/* The job's id and its user, without ends. */
static char *row_texts(struct row *row)
{
    return (char *)(row->stage + row->n_stages);
}

static size_t follower_size(size_t n_stages, size_t texts)
{
    return sizeof(struct follower) + n_stages * sizeof(struct row_stage) + texts;
}

/* Whether nothing tells the job apart before it is submitted. */
bool followers_keep_row(const struct sw_replay *r, const struct sw_job *spec)
{
    const struct mechanisms *ms = &r->mechanisms;
    bool apart = ms->has.job_made || ms->has.job_check || ms->has.job_freed || r->attempts.can_rerun
                 || r->opt.order.policy->private_nodes || r->queues.mlq || r->opt.order.task_cap < SW_UNLIMITED
                 || r->opt.order.policy->by_capacity || r->pools.by_updates;
    for (uint32_t s = 0; s < spec->n_stages; s++)
        apart |= spec->stages[s].tasks || spec->stages[s].columns;
    return !apart && spec->mapreduce && spec->n_stages <= 2;
}

/* The list of those that follow the job, which may be a row itself; NULL: there is no such job. */
struct follower **followers_of(struct sw_replay *r, struct sw_text id)
{
    struct job *job = sw_names_find(&r->jobs.by_id, id.at, id.len);
    struct follower *row = job ? NULL : sw_names_find(&r->jobs.rows_by_id, id.at, id.len);
    return job ? &job->followers : row ? &row->followers : NULL;
}

/* In front of the list. Submissions go by time and place, whatever its order. */
void followers_add_job(struct sw_replay *r, struct follower **list, struct job *job, int64_t think_us)
{
    struct follower *f = arena_alloc(&r->arena, offsetof(struct follower, row));
    f->next = *list;
    f->followers = NULL;
    f->job = job;
    f->think_us = think_us;
    *list = f;
}

void followers_add_row(struct sw_replay *r, struct follower **list, const struct sw_job *spec, uint64_t name,
                       struct pool *pool, int64_t think_us)
{
    size_t texts = spec->job_id.len + spec->user.len;
    uint8_t n_stages = 0;
    for (uint32_t s = 0; s < spec->n_stages; s++)
        n_stages = (uint8_t)(n_stages + (spec->stages[s].n_tasks > 0));
    struct follower *f = arena_alloc(&r->arena, follower_size(n_stages, texts));
    *f = (struct follower){
        .next = *list, .think_us = think_us,
        .row = { .pool = pool, .place = spec->place, .line = spec->line, .name = name,
                 .input_name = spec->input_id.len ? job_name(spec->input_id) : name,
                 .input_bytes = spec->input_bytes, .shuffle_bytes = spec->shuffle_bytes, .weight = spec->weight,
                 .wait_us = { spec->wait_us[0], spec->wait_us[1] }, .id_len = (uint32_t)spec->job_id.len,
                 .user_len = (uint32_t)spec->user.len, .priority = spec->priority,
                 .has_wait = { spec->has_wait[0], spec->has_wait[1] },
                 .replication = (uint8_t)spec->replication, .n_stages = n_stages } };
    struct row_stage *to = f->row.stage;
    for (uint32_t s = 0; s < spec->n_stages; s++) {
        const struct sw_stage_spec *st = &spec->stages[s];
        if (st->n_tasks)
            *to++ = (struct row_stage){ st->stage, st->n_tasks, st->mean_us, st->copy_us, st->setup_us, st->sigma,
                                        st->kind };
    }
    char *id = row_texts(&f->row);
    memcpy(id, spec->job_id.at, spec->job_id.len);
    if (spec->user.len)
        memcpy(id + spec->job_id.len, spec->user.at, spec->user.len);
    xnames_add_hashed(&r->jobs.rows_by_id, f->row.name, id, spec->job_id.len, f);
    *list = f;
}

/* The row becomes the job that it would have been at once. */
static struct job *job_of_row(struct sw_replay *r, struct row *row)
{
    struct sw_stage_spec stage[2];
    char *id = row_texts(row);
    for (uint32_t s = 0; s < row->n_stages; s++)
        stage[s] = (struct sw_stage_spec){ .stage = row->stage[s].stage, .kind = row->stage[s].kind,
                                           .n_tasks = row->stage[s].n_tasks, .mean_us = row->stage[s].mean_us,
                                           .copy_us = row->stage[s].copy_us, .setup_us = row->stage[s].setup_us,
                                           .sigma = row->stage[s].sigma };
    const struct sw_job spec = {
        .place = row->place, .line = row->line, .job_id = { id, row->id_len },
        .user = { id + row->id_len, row->user_len }, .priority = row->priority, .weight = row->weight,
        .has_wait = { row->has_wait[0], row->has_wait[1] }, .wait_us = { row->wait_us[0], row->wait_us[1] },
        .input_bytes = row->input_bytes, .shuffle_bytes = row->shuffle_bytes, .stages = stage,
        .n_stages = row->n_stages, .replication = row->replication, .mapreduce = true };
    struct job *job = job_new(r, &spec);
    job->input_name = row->input_name;
    job->pool = job->at_pool = row->pool;
    return job;
}

/* The job of the first in the list, which leaves it. `made`: it was a row, and the job is new. */
struct job *followers_pop(struct sw_replay *r, struct follower **list, int64_t *think_us, bool *made)
{
    struct follower *f = *list;
    struct job *job = f->job;
    *list = f->next;
    *think_us = f->think_us;
    *made = !job;
    if (job) {
        arena_free(&r->arena, f, offsetof(struct follower, row));
        return job;
    }
    job = job_of_row(r, &f->row);
    job->followers = f->followers;
    sw_names_remove_hashed(&r->jobs.rows_by_id, f->row.name, row_texts(&f->row), f->row.id_len);
    arena_free(&r->arena, f, follower_size(f->row.n_stages, f->row.id_len + f->row.user_len));
    return job;
}
