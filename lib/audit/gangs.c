/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs.c - jobs that start all at once (section 17): all tasks or none, each on a node of its own (G1), in the order
 * of nodes (G6.1), to one end (G7). Rows are task by task here, so the first row of a job is its first task. */
#include "lib/audit/audit.h"


/* G7: the level of the lowest switch that covers all nodes of the job. */
static enum sw_locality gang_level(const struct audit *a, const struct job *job)
{
    const struct sw_node *node = a->cl->node;
    for (uint32_t i = 1; i < job->n_rows; i++)
        if (a->opt->no_rack_level || node[nth(a, job, i)->node].rack != node[nth(a, job, 0)->node].rack)
            return SW_AT_ANY;
    return job->n_rows > 1 ? SW_AT_RACK : SW_AT_NODE;
}

static void check_whole(struct audit *a, const struct job *job)
{
    const struct row *first = nth(a, job, 0);
    for (uint32_t i = 0; i < job->n_rows; i++) {
        const struct row *row = nth(a, job, i);
        if (row->launch_us != first->launch_us)
            audit_fault(a, OF_TASKS, row, "G1", "launched at %s, another task of its job at %s", S(row->launch_us),
                        S(first->launch_us));
        else if (row->finish_us != first->finish_us)
            audit_fault(a, OF_TASKS, row, "G7", "ends at %s, another task of its job at %s", S(row->finish_us),
                        S(first->finish_us));
    }
    if (job->n_rows != job->n_tasks)
        audit_fault(a, OF_TASKS, first, "G1", "%u of %llu tasks of job '%s' were launched", job->n_rows,
                    (unsigned long long)job->n_tasks, job->id);
}

/* G6.1: tasks by number have nodes in cluster order, so no two the same. */
static void check_nodes(struct audit *a, const struct job *job)
{
    for (uint32_t i = 1; i < job->n_rows; i++) {
        uint32_t here = nth(a, job, i)->node, before = nth(a, job, i - 1)->node;
        if (here <= before)
            audit_fault(a, OF_TASKS, nth(a, job, i), here == before ? "G1" : "G6.1",
                        here == before ? "on the node of another task of its job"
                                       : "on a node before that of the task before it");
    }
}

/* G7: all end with the one that takes longest. Of a job that still runs, that is after --until. */
static void check_gang_end(struct audit *a, const struct job *job)
{
    int64_t end_us = 0, finish_us = nth(a, job, 0)->finish_us;
    for (uint32_t i = 0; i < job->n_rows; i++) {
        const struct row *row = nth(a, job, i);
        if (row->at != gang_level(a, job))
            audit_fault(a, OF_TASKS, row, "G7", "locality is %s, not %s", sw_locality_words[gang_level(a, job)],
                        sw_locality_words[row->at]);
        end_us = max_i64(end_us, audit_durations_map_end(a, row, audit_local(a, row)));
    }
    if (finish_us == NEVER ? end_us <= a->rules.until_us : end_us != finish_us)
        audit_fault(a, OF_TASKS, nth(a, job, 0), "G7", "the job ends at %s, not %s", S(end_us),
                    finish_us == NEVER ? "later" : S(finish_us));
}

/* A job without rows has not started, which is no fault: whose turn it was is not asked here. */
void audit_gangs(struct audit *a)
{
    for (uint32_t j = 0; j < a->n_jobs; j++) {
        const struct job *job = &a->job[j];
        if (!job->n_rows)
            continue;
        check_whole(a, job);
        /* Nodes and ends are compared only where the job is whole. */
        if (!a->group)
            check_nodes(a, job);
        if (!a->group)
            check_gang_end(a, job);
    }
}
