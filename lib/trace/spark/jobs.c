/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jobs.c - Spark jobs and their stages as the log tells of them.
 *
 * A job of the trace is a Spark job: JobStart to JobEnd, with the stages that ran for it. JobStart lists all stages of
 * its graph; those whose output was there already are never submitted and do not appear. A stage that several jobs list
 * belongs to the first that is open when it is submitted. One that none lists, since the line is lost, makes a job
 * without a start, which the next end of an unknown job ends. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/base/minmax.h"
#include "lib/base/sw_sort.h"
#include "lib/trace/spark/spark.h"

/* ---- stages ------------------------------------------------------------------------------------------ */

/* Keys are the 8 bytes of the number (spark.h). */
static struct spark_stage *find_live(const struct spark *s, int64_t id)
{
    return sw_names_find(&s->stages, (const char *)&id, sizeof id);
}

/* The first that lists the stage. Only open jobs are looked through, in order of submission. */
static struct spark_job *owner(const struct spark *s, int64_t id)
{
    for (struct spark_job *job = s->open; job; job = job->open_next) {
        size_t at = FIRST_NOT(i, 0, job->n_stage_ids, job->stage_ids[i] < id);
        if (at < job->n_stage_ids && job->stage_ids[at] == id)
            return job;
    }
    return NULL;
}

/* The stage is listed under its number, in the place of an earlier run of it for another job. */
static int list_stage(struct spark *s, struct spark_job *job, int64_t id, struct spark_stage **out, struct sw_err *err)
{
    struct spark_stage *stage = calloc(1, sizeof *stage);
    if (!stage)
        return sw_err_memory(err);
    *stage = (struct spark_stage){ .id = id, .job = job, .submit_ms = SPARK_NO_TIME, .completed_ms = SPARK_NO_TIME,
                                    .ready_ms = SPARK_NO_TIME };
    *job->last_stage = stage;
    job->last_stage = &stage->next;
    if (find_live(s, id))
        sw_names_remove(&s->stages, (const char *)&id, sizeof id);
    *out = stage;
    return sw_names_add(&s->stages, (const char *)&stage->id, sizeof stage->id, stage) == 0
        ? SW_OK : sw_err_memory(err);
}

/* NULL stays NULL; a failure shows as NULL where text is not (spark_jobs_add_job()). */
static char *copy_or_null(const char *text) { return text ? strdup(text) : NULL; }

/* The job stands behind all others, and behind all open ones. */
static int spark_jobs_add_job(struct spark *s, int64_t id, struct spark_job **out, struct sw_err *err)
{
    struct spark_job *job = *out = calloc(1, sizeof *job);
    if (!job)
        return sw_err_memory(err);
    *job = (struct spark_job){ .id = id, .submit_ms = SPARK_NO_TIME, .end_ms = SPARK_NO_TIME, .pool = NAMESET_NONE,
                               .app = copy_or_null(s->app), .user = copy_or_null(s->user), .path = s->path,
                               .line = s->lines.number };
    job->last_stage = &job->stages;
    job->last_attempt = &job->attempts;
    *s->last_job = job;
    s->last_job = &job->next;
    job->open_at = s->last_open;
    *s->last_open = job;
    s->last_open = &job->open_next;
    s->any_job = true;
    return (!s->app) == (!job->app) && (!s->user) == (!job->user) ? SW_OK
                                                                                              : sw_err_memory(err);
}

/* The open job whose start is lost, made when there is none. */
static int startless(struct spark *s, int64_t stage_id, struct spark_job **out, struct sw_err *err)
{
    *out = s->startless;
    if (*out)
        return SW_OK;
    if (spark_jobs_add_job(s, stage_id, out, err) != SW_OK)
        return SW_FAIL;
    s->startless = *out;
    (*out)->startless = (*out)->nameless = true;
    return SW_OK;
}

/* Spark runs a stage again for another job under the same number: `submitted` tells that from a late event. */
int spark_jobs_find_stage(struct spark *s, int64_t id, bool submitted, struct spark_stage **out, struct sw_err *err)
{
    *out = find_live(s, id);
    if (*out && !(submitted && (*out)->job->ended))
        return SW_OK;
    struct spark_job *job = owner(s, id);
    if (!job && *out)
        return SW_OK;
    if (!job) {
        spark_values_note(s, SW_DAMAGE_BEFORE_STAGE);
        if (startless(s, id, &job, err) != SW_OK)
            return SW_FAIL;
    }
    return list_stage(s, job, id, out, err);
}

/* The run of the stage with this attempt number, made when it is new. From the last, which most events are about. */
static int add_round(struct spark *s, struct spark_stage *stage, int32_t attempt, struct spark_round **out,
                     struct sw_err *err)
{
    for (size_t i = stage->n_rounds; i-- > 0;)
        if (stage->rounds[i].attempt == attempt) {
            *out = &stage->rounds[i];
            return SW_OK;
        }
    if (sw_grow(&stage->rounds, &stage->cap_rounds, stage->n_rounds + 1, sizeof *stage->rounds, err) != SW_OK)
        return SW_FAIL;
    *out = &stage->rounds[stage->n_rounds++];
    **out = (struct spark_round){ .attempt = attempt, .line = s->lines.number, .path = s->path };
    return SW_OK;
}

/* The first event that names them counts. */
static int read_parents(struct spark_stage *stage, const struct json_node *info, struct sw_err *err)
{
    const struct json_node *list = json_get(info, "Parent IDs");
    if (!list || stage->knows_parents)
        return SW_OK;
    stage->parents = calloc(json_count(list) + 1, sizeof *stage->parents);
    if (!stage->parents)
        return sw_err_memory(err);
    JSON_EACH (c, list)
        stage->n_parents += json_i64(c, &stage->parents[stage->n_parents]);
    stage->knows_parents = true;
    return SW_OK;
}

/* What the events of submission and of completion both say of a stage. UINT64_MAX: the log does not say how many
 * tasks. */
static int read_info(struct spark *s, struct spark_stage *stage, const struct json_node *info,
                     struct spark_round **round, struct sw_err *err)
{
    int64_t submit_ms = spark_values_ms(info, "Submission Time"), attempt = 0, n = 0;
    bool has_attempt = json_i64_of(info, "Stage Attempt ID", &attempt),
        has_n = json_i64_of(info, "Number of Tasks", &n);
    if (!has_attempt || attempt < 0 || attempt > INT32_MAX)
        attempt = 0;
    if (add_round(s, stage, (int32_t)attempt, round, err) != SW_OK || read_parents(stage, info, err) != SW_OK)
        return SW_FAIL;
    (*round)->n_tasks = has_n && n >= 0 ? (uint64_t)n : UINT64_MAX;
    JSON_EACH (c, json_get(info, "RDD Info"))
        stage->persisted |= spark_values_is_held(json_get(c, "Storage Level"));
    spark_unplayed_note_barrier(s, stage, info);
    /* The first submission, whichever event has it. */
    if (submit_ms != SPARK_NO_TIME && (stage->submit_ms == SPARK_NO_TIME || submit_ms < stage->submit_ms))
        stage->submit_ms = submit_ms;
    return SW_OK;
}

/* The first event of a job that names a pool decides. */
static int keep_pool(struct spark *s, struct spark_job *job, const struct json_node *event, struct sw_err *err)
{
    struct sw_text pool = json_text_of(json_get(event, "Properties"), "spark.scheduler.pool");
    return pool.len > 0 && job->pool == NAMESET_NONE ? nameset_add(&s->pools, pool, &job->pool, err) : SW_OK;
}

/* The first submission also begins the driver's time, to the next launch of any task (setup_s). */
int spark_jobs_on_stage_submitted(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    const struct json_node *info = json_get(event, "Stage Info");
    struct spark_stage *stage;
    struct spark_round *round;
    int64_t id;
    if (!json_i64_of(info, "Stage ID", &id) || id < 0)
        return spark_values_note(s, SW_DAMAGE_MISSING), SW_OK;
    if (spark_jobs_find_stage(s, id, true, &stage, err) != SW_OK)
        return SW_FAIL;
    spark_values_clock(s, spark_values_ms(info, "Submission Time"));
    if (stage->n_rounds == 0) {
        stage->was_free.any = spark_executors_have_free_slot(s, s->now_ms);
        stage->since_ms = s->now_ms;
        stage->next_unready = s->unready;
        s->unready = stage;
    }
    if (read_info(s, stage, info, &round, err) != SW_OK || spark_blocks_keep_rdds(stage, info, err) != SW_OK)
        return SW_FAIL;
    return keep_pool(s, stage->job, event, err);
}

/* The first launch behind the submission of each of these shows that the driver was ready then. */
void spark_jobs_note_launch(struct spark *s, const struct spark_attempt *a)
{
    struct spark_stage *stage = a->stage;
    for (struct spark_stage *at = s->unready, *next; at; at = next) {
        next = at->next_unready;
        at->next_unready = NULL;
        at->ready_ms = a->launch_ms;
        at->was_free.any = at->was_free.any && spark_executors_free_since(s, NAMESET_NONE, at->since_ms);
    }
    s->unready = NULL;
    if (!stage->launched)
        stage->was_free.near = spark_executors_free_since(s, a->host, stage->since_ms);
    stage->launched = true;
}

/* A stage that was never submitted has no completion, so its start is missing. */
int spark_jobs_on_stage_completed(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    const struct json_node *info = json_get(event, "Stage Info");
    int64_t id, done_ms = spark_values_ms(info, "Completion Time");
    int64_t submit_ms = spark_values_ms(info, "Submission Time");
    struct spark_stage *stage;
    struct spark_round *round;
    if (!json_i64_of(info, "Stage ID", &id) || id < 0)
        return spark_values_note(s, SW_DAMAGE_MISSING), SW_OK;
    stage = find_live(s, id);
    if (!stage)
        return spark_values_note(s, SW_DAMAGE_NO_START), SW_OK;
    if (done_ms != SPARK_NO_TIME && submit_ms != SPARK_NO_TIME && done_ms < submit_ms)
        spark_values_note(s, SW_DAMAGE_NEGATIVE);
    if (read_info(s, stage, info, &round, err) != SW_OK)
        return SW_FAIL;
    stage->completed_ms = done_ms;
    round->completed = true;
    round->failed = json_get(info, "Failure Reason");
    round->line = s->lines.number;
    round->path = s->path;
    return SW_OK;
}

/* ---- jobs -------------------------------------------------------------------------------------------- */

/* Sorted, for owner(). */
static int read_stage_ids(struct spark_job *job, const struct json_node *list, struct sw_err *err)
{
    job->stage_ids = calloc(json_count(list) + 1, sizeof *job->stage_ids);
    if (!job->stage_ids)
        return sw_err_memory(err);
    JSON_EACH (c, list)
        job->n_stage_ids += json_i64(c, &job->stage_ids[job->n_stage_ids]);
    sw_sort_signed(job->stage_ids, job->n_stage_ids);
    return SW_OK;
}

/* NULL: it is not there, or has ended. */
static struct spark_job *open_job(const struct spark *s, int64_t id)
{
    return sw_names_find(&s->job_ids, (const char *)&id, sizeof id);
}

/* A second start of an open job is damage and is left out. */
int spark_jobs_on_start(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    int64_t id;
    if (!json_i64_of(event, "Job ID", &id))
        return spark_values_note(s, SW_DAMAGE_MISSING), SW_OK;
    if (open_job(s, id))
        return spark_values_note(s, SW_DAMAGE_REPEATED), SW_OK;
    struct spark_job *job;
    if (spark_jobs_add_job(s, id, &job, err) != SW_OK)
        return SW_FAIL;
    if (sw_names_add(&s->job_ids, (const char *)&job->id, sizeof job->id, job) != 0)
        return sw_err_memory(err);
    job->submit_ms = spark_values_ms(event, "Submission Time");
    spark_values_clock(s, job->submit_ms);
    if (read_stage_ids(job, json_get(event, "Stage IDs"), err) != SW_OK)
        return SW_FAIL;
    return keep_pool(s, job, event, err);
}

/* The end of a job that is not open ends the one whose start is lost, and names it. */
int spark_jobs_on_end(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    int64_t id, end_ms = spark_values_ms(event, "Completion Time");
    (void)err;
    if (!json_i64_of(event, "Job ID", &id))
        return spark_values_note(s, SW_DAMAGE_MISSING), SW_OK;
    struct spark_job *job = open_job(s, id);
    if (!job) {
        spark_values_note(s, SW_DAMAGE_NO_START);
        if (!(job = s->startless))
            return SW_OK;
    }
    spark_jobs_end_one(s, job);
    job->id = id;
    job->nameless = false;
    spark_values_clock(s, end_ms);
    if (end_ms != SPARK_NO_TIME && job->submit_ms != SPARK_NO_TIME && end_ms < job->submit_ms)
        spark_values_note(s, SW_DAMAGE_NEGATIVE);
    /* Without a time it ended at the latest time seen. */
    job->end_ms = end_ms != SPARK_NO_TIME ? end_ms : s->now_ms;
    return SW_OK;
}

/* Out of the list of open jobs, in place; a job that has ended is left as it is. */
void spark_jobs_end_one(struct spark *s, struct spark_job *job)
{
    if (job->ended)
        return;
    job->ended = true;
    *job->open_at = job->open_next;
    *(job->open_next ? &job->open_next->open_at : &s->last_open) = job->open_at;
    if (job == s->startless)
        s->startless = NULL;
    else
        sw_names_remove(&s->job_ids, (const char *)&job->id, sizeof job->id);
}

/* What is open where a log is cut short is no damage of its own. */
void spark_jobs_end(struct spark *s)
{
    for (struct spark_job *job = s->jobs; job; job = job->next) {
        job->cut = !job->ended && !s->app_ended;
        if (!job->ended && !job->cut)
            sw_damage_note(s->damage, SW_DAMAGE_NO_END, job->path, job->line);
        spark_jobs_end_one(s, job);
        /* What still runs is not waited for. */
        job->n_running = 0;
    }
    sw_names_clear(&s->stages);
    sw_names_clear(&s->attempts);
}

/* ---- done with ---------------------------------------------------------------------------------------- */

/* Stages and attempts are still found by their keys until here. */
void spark_jobs_free_one(struct spark *s, struct spark_job *job)
{
    for (struct spark_attempt *a = job->attempts, *next; a; a = next) {
        next = a->next;
        if (sw_names_find(&s->attempts, (const char *)&a->task_id, sizeof a->task_id) == a)
            sw_names_remove(&s->attempts, (const char *)&a->task_id, sizeof a->task_id);
        free(a->cached);
        free(a);
    }
    for (struct spark_stage **at = &s->unready; *at;)
        if ((*at)->job == job)
            *at = (*at)->next_unready;
        else
            at = &(*at)->next_unready;
    for (struct spark_stage *stage = job->stages, *next; stage; stage = next) {
        next = stage->next;
        if (find_live(s, stage->id) == stage)
            sw_names_remove(&s->stages, (const char *)&stage->id, sizeof stage->id);
        free(stage->parents);
        free(stage->kept);
        free(stage->rounds);
        free(stage);
    }
    free(job->stage_ids);
    free(job->app);
    free(job->user);
    free(job);
}
