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

/* Attempts that run on a node. Who ends first, by seats where ends are equal, is the first of a heap. */
struct running {
    struct sw_log_attempt **seat;  /* by launch, but that the last one takes the seat of one that was ended */
    uint32_t *heap, *place;        /* seats; the place of each in the heap */
    uint32_t n, n_seats;
};

static bool ends_before(const struct running *r, uint32_t a, uint32_t b)
{
    int64_t x = r->seat[a]->end_us, y = r->seat[b]->end_us;
    return x != y ? x < y : a < b;
}

static void put(struct running *r, uint32_t i, uint32_t seat)
{
    r->heap[i] = seat;
    r->place[seat] = i;
}

static void rise(struct running *r, uint32_t i, uint32_t seat)
{
    for (; i > 0 && ends_before(r, seat, r->heap[(i - 1) / 2]); i = (i - 1) / 2)
        put(r, i, r->heap[(i - 1) / 2]);
    put(r, i, seat);
}

static void drop_first(struct running *r)
{
    uint32_t i = 0, last = r->heap[--r->n];
    r->seat[r->heap[0]] = NULL;
    for (uint32_t child; (child = 2 * i + 1) < r->n; i = child) {
        child += child + 1 < r->n && ends_before(r, r->heap[child + 1], r->heap[child]);
        if (!ends_before(r, r->heap[child], last))
            break;
        put(r, i, r->heap[child]);
    }
    if (r->n > 0)
        put(r, i, last);
}

static void add(struct running *r, struct sw_log_attempt *a)
{
    r->seat[r->n_seats] = a;
    rise(r, r->n++, r->n_seats++);
}

static void take_seat_of_last(struct running *r, uint32_t seat)
{
    while (r->n_seats > 0 && !r->seat[r->n_seats - 1])
        r->n_seats--;
    if (r->n_seats <= seat)
        return;
    r->seat[seat] = r->seat[--r->n_seats];
    rise(r, r->place[r->n_seats], seat);
}

/* Makes room for a launch: drops those that have ended and, if all slots are taken, ends the one that would end
 * first. */
static void make_room(struct running *r, int64_t now_us, size_t slots)
{
    while (r->n > 0 && r->seat[r->heap[0]]->end_us <= now_us)
        drop_first(r);
    if (r->n < slots || r->n == 0)
        return;
    uint32_t first = r->heap[0];
    struct sw_log_attempt *a = r->seat[first];
    if (a->end_us - now_us > MOST_STAMPED_LATE_US)
        return;
    drop_first(r);
    a->end_us = now_us;
    take_seat_of_last(r, first);
}

int trim_ends(struct sw_log *log, struct sw_err *err)
{
    struct sw_log_attempt **order = calloc(2 * log->n_attempts + 1, sizeof *order);
    uint32_t *places = calloc(2 * log->n_attempts + 1, sizeof *places);
    size_t n = 0;
    if (!order || !places) {
        free(order);
        free(places);
        return sw_err_memory(err);
    }
    struct running running = { order + log->n_attempts, places, places + log->n_attempts, 0, 0 };
    for (size_t i = 0; i < log->n_attempts; i++)
        if (log_knows(log->attempts[i].row, SW_TASK_LAUNCH) && log->attempts[i].node.len > 0)
            order[n++] = &log->attempts[i];
    qsort(order, n, sizeof *order, by_node_and_launch);
    for (size_t i = 0; i < n; i++) {
        const struct sw_log_attempt *a = order[i];
        bool same_node = i > 0 && log_compare(a->node, order[i - 1]->node) == 0;
        if (!same_node)
            running.n = running.n_seats = 0;
        make_room(&running, a->row->launch_us, slots_at(log->cl, a->node, a->row->launch_us));
        add(&running, order[i]);
    }
    free(order);
    free(places);
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
