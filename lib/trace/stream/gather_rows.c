/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gather_rows.c - the rows of a job as they stood in a tasks file, attempts and unknown columns included, for
 * programs that map rows to rows. Their texts are places in the gatherer's buffer until the job is handed out, as
 * those of tasks are. */
#include "lib/trace/stream/trace_private.h"
#include "lib/base/grow.h"

#define AT(member) offsetof(struct sw_task_row, member)
/* All texts of a row: one that is left out would point into the reader, which goes on and may be closed. */
static const size_t texts[] = { AT(job_id), AT(pool), AT(user), AT(parents), AT(task_id), AT(hosts), AT(after_job),
                                AT(node), AT(rack), AT(partition), AT(qos) };
enum { N_TEXTS = sizeof texts / sizeof *texts };

static struct sw_text *text_in_row(struct sw_task_row *row, size_t i)
{
    return (struct sw_text *)(void *)((char *)row + texts[i]);
}

/* The fields of the row that no record has stand behind those of the row before: n for each row. */
static int keep_extras(struct sw_trace *t, struct sw_err *err)
{
    const size_t n = t->source.n_extras, first = t->gather->n_rows * n;
    if (sw_grow(&t->extras, &t->cap_extras, first + n, sizeof *t->extras, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < n; i++) {
        t->extras[first + i] = source_extra(t, i);
        if (gather_place(t->gather, &t->extras[first + i], err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

int gather_rows_keep(struct sw_trace *t, struct sw_err *err)
{
    struct gather *g = t->gather;
    if (keep_extras(t, err) != SW_OK
        || (t->keep_rows && sw_grow(&g->rows, &g->cap_rows, g->n_rows + 1, sizeof *g->rows, err) != SW_OK))
        return SW_FAIL;
    if (t->keep_rows)
        g->rows[g->n_rows] = g->row;
    for (size_t i = 0; t->keep_rows && i < N_TEXTS; i++) {
        struct sw_text *text = text_in_row(&g->rows[g->n_rows], i);
        if (text->len > 0 && gather_place(g, text, err) != SW_OK)
            return SW_FAIL;
    }
    g->n_rows++;
    return SW_OK;
}

/* The buffer grows no more now: places become pointers, once. */
void gather_rows_give(struct sw_trace *t, struct sw_job *job)
{
    struct gather *g = t->gather;
    for (size_t r = 0; t->keep_rows && r < g->n_rows; r++)
        for (size_t i = 0; i < N_TEXTS; i++) {
            struct sw_text *text = text_in_row(&g->rows[r], i);
            *text = gather_placed(g, *text);
        }
    for (size_t i = 0; i < g->n_rows * t->source.n_extras; i++)
        t->extras[i] = gather_placed(g, t->extras[i]);
    job->task_rows = g->rows; /* NULL where extras alone are kept */
}
