/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.c - the tasks of a log as columns, so that replays read the same memory and none copies a task.
 *
 * Times and levels are those of the log, made once. Hosts are those of a day, as numbers of its cluster's nodes. A
 * stage's columns are a slice of the log's. A part of a log borrows them, too. */
#include <stdlib.h>
#include "lib/base/grow.h"
#include "lib/cluster/cluster.h"
#include "lib/log/log.h"

/* ---- the log's ------------------------------------------------------------------------------------- */

/* Stages of which no task copies have no column of copies. */
static bool copies(const struct sw_log *log, const struct sw_log_stage *stage)
{
    bool any = false;
    for (uint64_t i = 0; i < stage->spec.n_tasks && !any; i++)
        any = log->tasks[stage->first_task + i].last->copy_us != 0;
    return any;
}

/* A sum that is too large stays at the greatest number. */
static void add_bytes(uint64_t *sum, uint64_t bytes)
{
    if (__builtin_add_overflow(*sum, bytes, sum))
        *sum = UINT64_MAX;
}

/* The place behind the column of copies, which stages without any do not have. */
static int64_t *fill_stage(struct sw_log *log, const struct sw_log_stage *stage, struct sw_task_columns *of,
                           struct log_bytes *bytes, int64_t *copy_us)
{
    int64_t *time_us = log->own->time_us + stage->first_task;
    uint8_t *recorded = log->own->recorded + stage->first_task;
    const bool has_copies = copies(log, stage);
    *of = (struct sw_task_columns){ time_us, has_copies ? copy_us : NULL, recorded, 0, NULL, NULL };
    for (uint64_t i = 0; i < stage->spec.n_tasks; i++) {
        const struct sw_log_task *task = &log->tasks[stage->first_task + i];
        time_us[i] = task->time_us;
        /* The level at which the duration was taken (L3.1). */
        recorded[i] = task->last->has_locality ? task->last->locality : SW_AT_NONE;
        /* levels: a bit for each level that occurs. */
        of->levels |= 1U << recorded[i];
        if (has_copies)
            *copy_us++ = task->last->copy_us;
        add_bytes(stage->spec.kind == SW_REDUCE ? &bytes->shuffle : &bytes->input, task->last->input_bytes);
    }
    return copy_us;
}

int columns_prepare(struct sw_log *log, struct sw_err *err)
{
    struct log_own *own = log->own;
    size_t n_copies = 0;
    for (size_t i = 0; i < log->n_stages; i++)
        n_copies += copies(log, &log->stages[i]) ? log->stages[i].spec.n_tasks : 0;
    /* One piece of memory: times of all tasks, then copies. */
    own->time_us = malloc((log->n_tasks + n_copies + 1) * sizeof *own->time_us);
    own->recorded = malloc(log->n_tasks + 1);
    own->columns = calloc(log->n_stages + 1, sizeof *own->columns);
    own->bytes = calloc(log->n_jobs + 1, sizeof *own->bytes);
    if (!own->time_us || !own->recorded || !own->columns || !own->bytes)
        return sw_err_memory(err);
    int64_t *copy_us = own->time_us + log->n_tasks;
    for (size_t j = 0; j < log->n_jobs; j++)
        for (uint32_t i = 0; i < log->jobs[j].spec.n_stages; i++) {
            const uint32_t at = log->jobs[j].first_stage + i;
            copy_us = fill_stage(log, &log->stages[at], &own->columns[at], &own->bytes[j], copy_us);
        }
    return SW_OK;
}

/* ---- a day's --------------------------------------------------------------------------------------- */

struct stage_range { size_t from, to; };

/* The stages of the part's jobs, which stand behind one another. Without jobs there are none. */
static struct stage_range stages_of(const struct sw_log *part)
{
    const struct sw_log_job *last = part->n_jobs > part->first_job ? &part->jobs[part->n_jobs - 1] : NULL;
    return (struct stage_range){ last ? part->jobs[part->first_job].first_stage : 0,
                                 last ? last->first_stage + last->spec.n_stages : 0 };
}

struct hosts { uint32_t *at; size_t n, cap; };

/* The nodes of "n3|n17", each once; those of other names are left out. */
static int add_hosts(struct hosts *h, struct sw_text names, const struct sw_cluster *cl, struct sw_err *err)
{
    const size_t start = h->n;
    for (const char *at = names.at, *end = at + names.len, *next; at < end; at = next + 1) {
        next = memchr(at, '|', (size_t)(end - at));
        next = next ? next : end;
        const uint32_t host = next > at ? nodes_find_host(cl, (struct sw_text){ at, (size_t)(next - at) }) : SW_NO_NODE;
        /* A name that is no node counts as known: nothing is added for it. */
        bool known = host == SW_NO_NODE;
        for (size_t i = start; i < h->n && !known; i++)
            known = h->at[i] == host;
        if (!known && sw_grow(&h->at, &h->cap, h->n + 1, sizeof *h->at, err) != SW_OK)
            return SW_FAIL;
        if (!known)
            h->at[h->n++] = host;
    }
    return SW_OK;
}

/* first[] of a stage counts from 0, so that its hosts stand at a place of their own. */
static int fill_hosts(struct log_columns *c, const struct sw_log *part, struct stage_range stages,
                      const struct sw_text *hosts, const struct sw_cluster *cl, struct sw_err *err)
{
    static const uint32_t nobody = SW_NO_NODE; /* where no task of any stage prefers a host: an address, never read */
    struct hosts h = { NULL, 0, 0 };
    uint32_t *first = c->first;
    int status = SW_OK;
    for (size_t k = stages.from; k < stages.to && status == SW_OK; k++) {
        const struct sw_log_stage *stage = &part->stages[k];
        const size_t start = h.n;
        c->of[k - stages.from].first = first;
        for (uint64_t i = 0; i < stage->spec.n_tasks && status == SW_OK; i++) {
            const uint32_t task = stage->first_task + (uint32_t)i;
            *first++ = (uint32_t)(h.n - start);
            status = add_hosts(&h, hosts ? hosts[task] : part->tasks[task].hosts, cl, err);
        }
        /* One more than tasks: where the last one's hosts end. */
        *first++ = (uint32_t)(h.n - start);
    }
    /* What was grown in steps is cut to what is needed, as it lasts while the day is replayed. */
    grow_fit(&h.at, h.n, sizeof *h.at);
    c->host = h.at;
    /* Addresses are taken now, for the array does not move any more. */
    for (size_t k = 0, start = 0; status == SW_OK && k < stages.to - stages.from; k++) {
        c->of[k].host = c->host ? c->host + start : &nobody;
        start += c->of[k].first[part->stages[stages.from + k].spec.n_tasks];
    }
    return status;
}

/* out is set also after a failure, for columns_free(). */
int columns_make(struct log_columns **out, const struct sw_log *part, const struct sw_text *hosts,
                 const struct sw_cluster *cl, struct sw_err *err)
{
    struct log_columns *c = *out = calloc(1, sizeof *c);
    const struct stage_range stages = stages_of(part);
    const struct task_range tasks = tasks_of(part);
    const size_t n_stages = stages.to - stages.from;
    if (!c)
        return sw_err_memory(err);
    c->first_stage = stages.from;
    c->of = malloc((n_stages + 1) * sizeof *c->of);
    if (cl)
        c->first = malloc((tasks.to - tasks.from + n_stages + 1) * sizeof *c->first);
    if (!c->of || (cl && !c->first))
        return sw_err_memory(err);
    /* A copy of the log's columns, to which the day's hosts are added. */
    memcpy(c->of, part->own->columns + stages.from, n_stages * sizeof *c->of);
    return cl ? fill_hosts(c, part, stages, hosts, cl, err) : SW_OK;
}

void columns_free(struct log_columns *c)
{
    if (!c)
        return;
    free(c->of);
    free(c->first);
    free(c->host);
    free(c);
}
