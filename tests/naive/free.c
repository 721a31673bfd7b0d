/* SPDX-License-Identifier: GPL-3.0-or-later */
/* free.c - gives everything back, so that leak checkers have nothing to say. */
#include <stdlib.h>
#include "tests/naive/naive.h"

static void free_stage(struct stage *s)
{
    for (int t = 0; t < s->n_tasks; t++) {
        free(s->task[t].id);
        free(s->task[t].hosts);
        free(s->task[t].replica);
        free(s->task[t].executor);
        for (int i = 0; i < s->task[t].n_asked; i++) free(s->task[t].asked[i]);
        free(s->task[t].asked);
    }
    free(s->task);
    for (int i = 0; i < 3; i++) map_begin(&s->map[i]);
    for (int i = 0; i < s->n_order; i++) free(s->order[i]);
    free(s->order);
    free(s->all);
    free(s->parent);
}

static void free_job(struct job *j)
{
    char *const texts[] = { j->id, j->pool_name, j->user, j->after, j->input, j->partition_name, j->qos_name };
    for (int i = 0; i < (int)(sizeof texts / sizeof *texts); i++) free(texts[i]);
    for (int s = 0; s < j->n_stages; s++) free_stage(&j->stage[s]);
    free(j->stage);
}

void run_free(struct run *r)
{
    for (int i = 0; i < r->n_followed; i++) {
        free(r->followed[i].job);
        free(r->followed[i].task);
        free(r->followed[i].node);
    }
    free(r->followed);
    void *const arrays[] = { r->attempt_order, r->job_order, r->list, r->attempt, r->filter, r->message, r->lost,
                            r->kept, r->link, r->partition, r->qos };
    for (int n = 0; n < r->n_nodes; n++)
        free(r->node[n].name), free(r->node[n].rack), free(r->node[n].host), free(r->node[n].row);
    for (int p = 0; p < r->n_pools; p++) free(r->pool[p].name), free(r->pool[p].parent_name);
    for (int j = 0; j < r->n_jobs; j++) free_job(&r->job[j]);
    for (int p = 0; p < r->n_partitions; p++) free(r->partition[p].name), free(r->partition[p].has);
    for (int q = 0; q < r->n_qos; q++) {
        free(r->qos[q].name);
        free(r->qos[q].preempts);
    }
    for (int i = 0; i < (int)(sizeof arrays / sizeof *arrays); i++) free(arrays[i]);
    free(r->node);
    free(r->pool);
    for (int i = 0; i < r->n_pool_changes; i++) free(r->pool_change[i].name);
    free(r->pool_change);
    free(r->job);
    free(r->o.queue_text);
}
