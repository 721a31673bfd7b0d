/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trim.c - when attempts left their slots, and how long each task is replayed. */
#include <stdlib.h>
#include "lib/log/log.h"

/* Spark frees a core when the executor reports, launches the next task on it, and only then fetches the result and
 * records the end. An attempt whose core was given away before its recorded end had therefore ended by then. A gap
 * longer than this has another cause. */
#define MOST_STAMPED_LATE_US SW_US_PER_S

static int by_node_and_launch(const void *a, const void *b)
{
    const struct sw_log_attempt *x = *(struct sw_log_attempt *const *)a, *y = *(struct sw_log_attempt *const *)b;
    int order = log_compare(x->node, y->node);
    return order != 0 ? order : (x->row->launch_us > y->row->launch_us) - (x->row->launch_us < y->row->launch_us);
}

static size_t slots_at(const struct sw_cluster *cl, struct sw_text node, int64_t at_us)
{
    uint32_t n = sw_cluster_find(cl, node);
    for (uint32_t k = 0; n != SW_NO_NODE && k < cl->node[n].n_spans; k++)
        if (cl->node[n].span[k].from_us <= at_us && at_us < cl->node[n].span[k].to_us)
            return cl->node[n].span[k].slots[0];
    return SIZE_MAX;
}

/* Makes room for a launch among the running attempts: drops those that have ended and, if all slots are taken, ends
 * the one that would end first. */
static size_t make_room(struct sw_log_attempt **running, size_t n, int64_t now_us, size_t slots)
{
    size_t left = 0, first = 0;
    for (size_t i = 0; i < n; i++)
        if (running[i]->end_us > now_us)
            running[left++] = running[i];
    for (size_t i = 1; i < left; i++)
        if (running[i]->end_us < running[first]->end_us)
            first = i;
    if (left < slots || left == 0 || running[first]->end_us - now_us > MOST_STAMPED_LATE_US)
        return left;
    running[first]->end_us = now_us;
    running[first] = running[left - 1];
    return left - 1;
}

int trim_ends(struct sw_log *log, struct sw_err *err)
{
    struct sw_log_attempt **order = calloc(2 * log->n_attempts + 1, sizeof *order);
    size_t n = 0, n_running = 0;
    if (!order)
        return sw_err_memory(err);
    struct sw_log_attempt **running = order + log->n_attempts;
    for (size_t i = 0; i < log->n_attempts; i++)
        if (log_knows(log->attempts[i].row, SW_TASK_LAUNCH) && log->attempts[i].node.len > 0)
            order[n++] = &log->attempts[i];
    qsort(order, n, sizeof *order, by_node_and_launch);
    for (size_t i = 0; i < n; i++) {
        const struct sw_log_attempt *a = order[i];
        bool same_node = i > 0 && log_compare(a->node, order[i - 1]->node) == 0;
        n_running = make_room(running, same_node ? n_running : 0, a->row->launch_us,
                              slots_at(log->cl, a->node, a->row->launch_us));
        running[n_running++] = order[i];
    }
    free(order);
    return SW_OK;
}

/* A reduce's own time begins after its copy phase, which has a column of its own. */
static int64_t time_of(const struct sw_log_attempt *a)
{
    if (!log_knows(a->row, SW_TASK_LAUNCH) || a->end_us < a->row->launch_us || a->row->kind == SW_REDUCE)
        return a->row->duration_us;
    return a->end_us - a->row->launch_us;
}

void trim_times(struct sw_log *log)
{
    for (size_t i = 0; i < log->n_tasks; i++) {
        struct sw_log_task *task = &log->tasks[i];
        task->time_us = time_of(task->last);
        for (uint32_t k = task->first; k < task->first + task->n; k++) {
            const struct sw_log_attempt *before = &log->attempts[k];
            if (before != task->last && log_knows(before->row, SW_TASK_LAUNCH)
                && before->end_us > before->row->launch_us && before->end_us <= task->last->row->launch_us)
                task->time_us += before->end_us - before->row->launch_us;
        }
    }
}
