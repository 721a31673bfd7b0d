/* SPDX-License-Identifier: GPL-3.0-or-later */
/* floors.c - what a replay cannot be faster than, measured on the machine at hand:
 *   floors          a heap of events and the event queue (a pop and a push at 1,000, 10,000 and 100,000 pending events,
 *                   in nanoseconds), and a bare FIFO loop (the heap and an array of slots, with no locality, in
 *                   nanoseconds a task); medians of five
 *   floors once     of these the heap at 10,000 and the loop, once and in a sixth of a second
 *   floors FILE     libcsv with empty callbacks over the file, as a whole process */
#include <csv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "lib/sim/event/event.h"
#include "lib/sim/event/heap.h"

enum { ROUNDS = 5, N_STEPS = 1 << 20, HOLDS = 2000000, TASKS = 1000000, SLOTS = 2400 };

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* who else uses the machine does not count */
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* Exponential steps from a table, so that log() is not timed. */
static int64_t *make_steps(void)
{
    int64_t *step = malloc(N_STEPS * sizeof *step);
    struct sw_chance c = sw_chance_start(1, SW_CHANCE_OTHER, 0, 0);
    if (step == NULL)
        exit(1);
    for (size_t i = 0; i < N_STEPS; i++)
        step[i] = 1 + (int64_t)(-1e6 * log(((double)(sw_chance_u64(&c) >> 11) + 1) / 9007199254740993.0));
    return step;
}

/* The hold model: pop the least, push it back a step later. */
static inline double hold_ns(void *h, void (*push)(void *, struct event), struct event (*pop)(void *), size_t pending,
                             size_t holds, const int64_t *step, volatile int64_t *end)
{
    uint64_t serial = 0;
    for (size_t i = 0; i < pending; i++)
        push(h, (struct event){ step[i % N_STEPS], serial++, NULL });
    double start = 0;
    for (size_t i = 0; i < 4 * pending + holds; i++) {
        if (i == 4 * pending)
            start = now_ns();
        struct event ev = pop(h);
        push(h, (struct event){ ev.at_us + step[serial % N_STEPS], serial, NULL });
        serial++;
    }
    double ns = (now_ns() - start) / (double)holds;
    *end += pop(h).at_us;
    return ns;
}

static void to_heap(void *h, struct event ev) { heap_push(h, ev); }
static struct event of_heap(void *h) { return heap_pop(h); }
static void to_queue(void *q, struct event ev) { events_push(q, ev); }
static struct event of_queue(void *q) { return events_pop(q); }

static double heap_ns(size_t pending, size_t holds, const int64_t *step, volatile int64_t *end)
{
    struct event_heap h = { 0 };
    double ns = hold_ns(&h, to_heap, of_heap, pending, holds, step, end);
    xfree(h.at);
    return ns;
}

/* The event queue of a replay. */
static double queue_ns(size_t pending, size_t holds, const int64_t *step, volatile int64_t *end)
{
    struct event_queue q = { 0 };
    double ns = hold_ns(&q, to_queue, of_queue, pending, holds, step, end);
    events_end(&q);
    return ns;
}

/* A million tasks in one queue on 2,400 slots: each end starts the next task on the slot that it frees. */
static double fifo_ns(const int64_t *step, volatile int64_t *end)
{
    struct event_heap h = { 0 };
    uint32_t *slot_of = malloc(TASKS * sizeof *slot_of);
    int64_t *ends_us = malloc(TASKS * sizeof *ends_us);
    if (slot_of == NULL || ends_us == NULL)
        exit(1);
    double start = now_ns();
    size_t next = 0;
    for (; next < SLOTS; next++) {
        slot_of[next] = (uint32_t)next;
        heap_push(&h, (struct event){ step[next], next, NULL });
    }
    while (h.n > 0) {
        struct event ev = heap_pop(&h);
        ends_us[ev.order] = ev.at_us;
        if (next == TASKS)
            continue;
        slot_of[next] = slot_of[ev.order];
        heap_push(&h, (struct event){ ev.at_us + step[next % N_STEPS], next, NULL });
        next++;
    }
    double ns = (now_ns() - start) / TASKS;
    *end += ends_us[TASKS - 1] + slot_of[TASKS - 1];
    xfree(h.at);
    free(slot_of);
    free(ends_us);
    return ns;
}

static int compare_reals(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void report(const char *name, double *ns)
{
    qsort(ns, ROUNDS, sizeof *ns, compare_reals);
    printf("%s,%.1f,%.1f,%.1f\n", name, ns[ROUNDS / 2], ns[0], ns[ROUNDS - 1]);
}

static void queues_and_loop(void)
{
    static const char *const names[]
        = { "heap-1k", "heap-10k", "heap-100k", "bare-fifo", "queue-1k", "queue-10k", "queue-100k" };
    static const size_t pending[] = { 1000, 10000, 100000 };
    int64_t *step = make_steps();
    volatile int64_t end = 0; /* so that nothing is optimised away */
    double ns[7][ROUNDS];
    for (size_t round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < 3; i++)
            ns[i][round] = heap_ns(pending[i], HOLDS, step, &end);
        for (size_t i = 0; i < 3; i++)
            ns[4 + i][round] = queue_ns(pending[i], HOLDS, step, &end);
        ns[3][round] = fifo_ns(step, &end);
    }
    printf("floor,ns,ns_min,ns_max\n");
    for (size_t i = 0; i < 7; i++)
        report(names[i], ns[i]);
    free(step);
}

static void once(void)
{
    int64_t *step = make_steps();
    volatile int64_t end = 0;
    printf("heap-10k,%.1f\n", heap_ns(10000, HOLDS / 4, step, &end));
    printf("bare-fifo,%.1f\n", fifo_ns(step, &end));
    free(step);
}

static void no_field(void *at, size_t len, void *ctx) { (void)at, (void)len, (void)ctx; }
static void no_row(int c, void *ctx) { (void)c, (void)ctx; }

static int read_csv(const char *path)
{
    static char buf[1 << 18];
    struct csv_parser p;
    FILE *in = fopen(path, "rb");
    size_t n;
    if (in == NULL || csv_init(&p, CSV_STRICT) != 0)
        return 1;
    while ((n = fread(buf, 1, sizeof buf, in)) > 0)
        if (csv_parse(&p, buf, n, no_field, no_row, NULL) != n)
            return 1;
    csv_fini(&p, no_field, no_row, NULL);
    csv_free(&p);
    return fclose(in) != 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "once") != 0)
        return read_csv(argv[1]);
    if (argc > 1)
        once();
    else
        queues_and_loop();
    return 0;
}
