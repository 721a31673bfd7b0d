/* SPDX-License-Identifier: GPL-3.0-or-later */
/* held.c - see held.h. */
#include <stdlib.h>
#include "lib/trace/import/held.h"
#include "lib/trace/import/jobids.h"
#include "lib/base/grow.h"

#define BIT(column) (UINT64_C(1) << (column))

static int name(struct held *h, struct sw_text text, uint32_t *place, struct sw_err *err)
{
    *place = NAMESET_NONE;
    if (text.len == 0)
        return SW_OK;
    return nameset_add(&h->names, text, place, err);
}

int held_add(struct held *h, const struct held_job *job, struct sw_text id, struct sw_text pool, struct sw_text user,
             struct sw_err *err)
{
    struct held_job j = *job;
    if (sw_grow(&h->job, &h->cap, h->n + 1, sizeof *h->job, err) != SW_OK || name(h, id, &j.id, err) != SW_OK
        || name(h, pool, &j.pool, err) != SW_OK || name(h, user, &j.user, err) != SW_OK)
        return SW_FAIL;
    h->job[h->n++] = j;
    return SW_OK;
}

static int by_submit(const void *a, const void *b)
{
    const struct held_job *x = a, *y = b;
    if (x->submit_us != y->submit_us)
        return x->submit_us < y->submit_us ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

static void set(const struct held *h, struct sw_job_row *row, int column, struct sw_text *to, uint32_t place)
{
    if (place == NAMESET_NONE)
        return;
    *to = nameset_text(&h->names, place);
    row->known |= BIT(column);
}

int held_give(struct held *h, const struct sw_import_rules *rules, const char *path, struct sw_job_row *row,
              uint64_t *line, struct sw_err *err)
{
    struct sw_import_side *side = rules->side;
    if (!h->sorted && h->n > 0)
        qsort(h->job, h->n, sizeof *h->job, by_submit);
    h->sorted = true;
    if (h->place == h->n)
        return 0;
    const struct held_job *job = &h->job[h->place++];
    *row = *(const struct sw_job_row *)sw_schema_jobs.defaults;
    *line = job->line;
    set(h, row, SW_JOB_ID, &row->job_id, job->id);
    set(h, row, SW_JOB_POOL, &row->pool, job->pool);
    set(h, row, SW_JOB_USER, &row->user, job->user);
    row->submit_us = job->submit_us;
    row->maps = job->tasks;
    row->map_us = job->task_us;
    row->known |= BIT(SW_JOB_SUBMIT) | BIT(SW_JOB_MAPS) | BIT(SW_JOB_MAP_S);
    if (side && side->job_ids
        && jobids_take(side->job_ids, row->job_id, &side->damage, path, job->line, &row->job_id, err) != SW_OK)
        return -2;
    return 1;
}

void held_clear(struct held *h)
{
    sw_keys_clear(&h->names);
    free(h->job);
}
