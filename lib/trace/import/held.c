/* SPDX-License-Identifier: GPL-3.0-or-later */
/* held.c - see held.h. An importer that makes one row for each job of the jobs record keeps held_job. One with jobs
 * of its own kind has its places ordered alone (held_order()). */
#include <stdlib.h>
#include "lib/trace/import/held.h"
#include "lib/trace/import/jobids.h"
#include "lib/base/grow.h"
#include "lib/base/minmax.h"
#include "lib/trace/import/sw_importer.h"
#include "lib/trace/record/known.h"

/* An empty text has no place: it is not known. */
static int hold_name(struct held *h, struct sw_text text, uint32_t *place, struct sw_err *err)
{
    *place = NAMESET_NONE;
    if (text.len == 0)
        return SW_OK;
    return nameset_add(&h->names, text, place, err);
}

/* The line is where the job stood, for messages about its row. */
int held_add(struct held *h, const struct held_job *job, struct sw_text id, struct sw_text pool, struct sw_text user,
             struct sw_err *err)
{
    struct held_job j = *job;
    if (sw_grow(&h->job, &h->cap, h->n + 1, sizeof *h->job, err) != SW_OK || hold_name(h, id, &j.id, err) != SW_OK
        || hold_name(h, pool, &j.pool, err) != SW_OK || hold_name(h, user, &j.user, err) != SW_OK)
        return SW_FAIL;
    h->job[h->n++] = j;
    return SW_OK;
}

/* Ties keep the order of the file. */
static int by_submit_and_line(const void *a, const void *b)
{
    const struct held_job *x = a, *y = b;
    int order = ORDER(x->submit_us, y->submit_us);
    return order ? order : ORDER(x->line, y->line);
}

static void give_name(const struct held *h, struct sw_job_row *row, int column, struct sw_text *to, uint32_t place)
{
    if (place == NAMESET_NONE)
        return;
    *to = nameset_text(&h->names, place);
    row->known |= BIT(column);
}

/* The first call sorts, since only then all jobs are there. */
int held_give(struct held *h, const struct sw_import_rules *rules, const char *path, struct sw_job_row *row,
              uint64_t *line, struct sw_err *err)
{
    struct sw_import_side *side = rules->side;
    if (!h->sorted && h->n > 0)
        qsort(h->job, h->n, sizeof *h->job, by_submit_and_line);
    h->sorted = true;
    if (h->place == h->n)
        return 0;
    const struct held_job *job = &h->job[h->place++];
    *row = *(const struct sw_job_row *)sw_schema_jobs.defaults;
    *line = job->line;
    give_name(h, row, SW_JOB_ID, &row->job_id, job->id);
    give_name(h, row, SW_JOB_POOL, &row->pool, job->pool);
    give_name(h, row, SW_JOB_USER, &row->user, job->user);
    row->submit_us = job->submit_us;
    row->maps = job->tasks;
    row->map_us = job->task_us;
    row->known |= BIT(SW_JOB_SUBMIT) | BIT(SW_JOB_MAPS) | BIT(SW_JOB_MAP_S);
    /* Behind sorting, so that the first of two jobs of one id is the one that came first. */
    if (jobids_take(side->job_ids, row->job_id, &side->damage, path, job->line, &row->job_id, err) != SW_OK)
        return -2;
    return 1;
}

void held_clear(struct held *h)
{
    sw_keys_clear(&h->names);
    free(h->job);
}

/* ---- jobs of an importer's own kind --------------------------------------------------------------------- */

struct jobs { const char *at; size_t size; };

/* The type of a job is its importer's; each begins with its submission (held.h). */
static int64_t submit_us(const struct jobs *jobs, uint32_t i)
{
    return *(const int64_t *)(const void *)(jobs->at + i * jobs->size);
}

static int by_submit_and_place(const void *a, const void *b, void *jobs)
{
    uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    int order = ORDER(submit_us(jobs, i), submit_us(jobs, k));
    return order ? order : ORDER(i, k);
}

void held_order(uint32_t *place, size_t n, const void *jobs, size_t size)
{
    struct jobs all = { jobs, size };
    qsort_r(place, n, sizeof *place, by_submit_and_place, &all);
}

/* 128 bits, as times of 10^6 instances add up beyond 64. */
void held_took(struct held_times *job, struct held_times *all, int64_t us, uint64_t n)
{
    job->done_us += (__int128)us * (__int128)n;
    job->n_done += (int64_t)n;
    all->done_us += (__int128)us * (__int128)n;
    all->n_done += (int64_t)n;
}

int64_t held_mean(const struct held_times *job, const struct held_times *all)
{
    const struct held_times *of = job->n_done > 0 ? job : all;
    return of->n_done > 0 ? (int64_t)(of->done_us / of->n_done) : 0;
}
