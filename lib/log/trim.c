/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trim.c - when attempts left their slots, and how long each task is replayed. Attempts of a node are gone through
 * by launch; what runs on its slots is a heap by end. */
#include <stddef.h>
#include <stdlib.h>
#include "lib/base/sw_sort.h"
#include "lib/log/log.h"

/* Spark frees a core when the executor reports, launches the next task on it, and only then fetches the result and
 * records the end. An attempt whose core was given away before its recorded end had therefore ended by then. A gap
 * longer than this has another cause. */
#define MOST_STAMPED_LATE_US SW_US_PER_S

/* SIZE_MAX: a node that the cluster does not have, or that is away, limits nothing. */
static size_t node_slots_at(const struct sw_cluster *cl, struct sw_text node, int64_t at_us)
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

static void put_seat(struct running *r, uint32_t i, uint32_t seat)
{
    r->heap[i] = seat;
    r->place[seat] = i;
}

static void rise_seat(struct running *r, uint32_t i, uint32_t seat)
{
    for (; i > 0 && ends_before(r, seat, r->heap[(i - 1) / 2]); i = (i - 1) / 2)
        put_seat(r, i, r->heap[(i - 1) / 2]);
    put_seat(r, i, seat);
}

/* The first of the heap is the first to end. */
static void drop_first(struct running *r)
{
    uint32_t i = 0, last = r->heap[--r->n];
    r->seat[r->heap[0]] = NULL;
    for (uint32_t child; (child = 2 * i + 1) < r->n; i = child) {
        child += child + 1 < r->n && ends_before(r, r->heap[child + 1], r->heap[child]);
        if (!ends_before(r, r->heap[child], last))
            break;
        put_seat(r, i, r->heap[child]);
    }
    if (r->n > 0)
        put_seat(r, i, last);
}

static void add_running(struct running *r, struct sw_log_attempt *a)
{
    r->seat[r->n_seats] = a;
    rise_seat(r, r->n++, r->n_seats++);
}

/* The attempt on the last seat moves to the seat that became free. Seats behind it may be empty already. */
static void take_seat_of_last(struct running *r, uint32_t seat)
{
    while (r->n_seats > 0 && !r->seat[r->n_seats - 1])
        r->n_seats--;
    if (r->n_seats <= seat)
        return;
    r->seat[seat] = r->seat[--r->n_seats];
    rise_seat(r, r->place[r->n_seats], seat);
}

/* Makes room for a launch: drops those that have ended and, if all slots are taken, ends the one that would end
 * first. */
static void end_overlapping(struct running *r, int64_t now_us, size_t slots)
{
    while (r->n > 0 && r->seat[r->heap[0]]->end_us <= now_us)
        drop_first(r);
    if (r->n < slots || r->n == 0)
        return;
    uint32_t first = r->heap[0];
    struct sw_log_attempt *a = r->seat[first];
    /* That is no late stamp: more ran there than the slots that are known. */
    if (a->end_us - now_us > MOST_STAMPED_LATE_US)
        return;
    drop_first(r);
    a->end_us = now_us;
    take_seat_of_last(r, first);
}

struct turn { int64_t launch_us; struct sw_log_attempt *a; };

/* The attempts of a node. */
static int trim_node(struct sw_log *log, const uint32_t *at, size_t n, struct turn *turn, struct running *running)
{
    running->n = running->n_seats = 0;
    for (size_t i = 0; i < n; i++)
        turn[i] = (struct turn){ log->attempts[at[i]].launch_us, &log->attempts[at[i]] };
    if (sw_sort_records_signed(turn, n, sizeof *turn, offsetof(struct turn, launch_us)) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < n; i++) {
        const int64_t now_us = turn[i].launch_us;
        end_overlapping(running, now_us, node_slots_at(log->cl, sw_log_text(turn[i].a->node), now_us));
        add_running(running, turn[i].a);
    }
    return SW_OK;
}

int trim_ends(struct sw_log *log, struct sw_err *err)
{
    const struct nodewise *by;
    if (nodewise_list(log, &by, err) != SW_OK)
        return SW_FAIL;
    /* by->most is the most attempts of one node, so the arrays serve all nodes. */
    struct turn *turn = malloc((by->most + 1) * sizeof *turn);
    struct running running = { .seat = malloc((by->most + 1) * sizeof *running.seat),
                               .heap = malloc((by->most + 1) * sizeof *running.heap),
                               .place = malloc((by->most + 1) * sizeof *running.place) };
    int status = turn && running.seat && running.heap && running.place ? SW_OK : SW_FAIL;
    for (size_t k = 0; k < by->n_nodes && status == SW_OK; k++)
        status = trim_node(log, by->at + by->from[k], by->from[k + 1] - by->from[k], turn, &running);
    free(turn);
    free(running.seat);
    free(running.heap);
    free(running.place);
    return status == SW_OK ? SW_OK : sw_err_memory(err);
}

/* A reduce's own time begins after its copy phase, which has a column of its own. */
static int64_t time_of(const struct sw_log_attempt *a)
{
    if (!a->has_launch || a->end_us < a->launch_us || a->kind == SW_REDUCE)
        return a->duration_us;
    return a->end_us - a->launch_us;
}

/* What a task ran before in vain is added to its time, as no attempt of a replay fails. Attempts that ran beside
 * the last one add nothing. */
void trim_times(struct sw_log *log)
{
    for (size_t i = 0; i < log->n_tasks; i++) {
        struct sw_log_task *task = &log->tasks[i];
        task->time_us = time_of(task->last);
        for (uint32_t k = task->first; k < task->first + task->n; k++) {
            const struct sw_log_attempt *before = &log->attempts[k];
            if (before != task->last && before->has_launch
                && before->end_us > before->launch_us && before->end_us <= task->last->launch_us)
                task->time_us += before->end_us - before->launch_us;
        }
    }
}
