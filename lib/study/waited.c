/* SPDX-License-Identifier: GPL-3.0-or-later */
/* waited.c - see waited.h. */
#include <stddef.h>
#include <stdlib.h>
#include "lib/base/grow.h"
#include "lib/log/log.h"
#include "lib/study/waited.h"
#include "lib/base/sw_sort.h"

enum event { READY, LAUNCHED, LAUNCHED_AT_ONCE, FINISHED, N_EVENTS };

static void add(struct waited *w, int64_t at_us, enum event event)
{
    struct sw_err unsaid;
    w->no_room |= sw_grow(&w->events, &w->cap, w->n + 1, sizeof *w->events, &unsaid) != SW_OK;
    if (!w->no_room)
        w->events[w->n++] = N_EVENTS * at_us + event;
}

void waited_add(struct waited *w, enum sw_kind kind, int64_t ready_us, int64_t launch_us, int64_t finish_us)
{
    const bool waited = ready_us >= 0 && ready_us < launch_us;
    if (kind == SW_REDUCE && !w->one_kind)
        return;
    if (waited)
        add(w, ready_us, READY);
    add(w, launch_us, waited ? LAUNCHED : LAUNCHED_AT_ONCE);
    add(w, finish_us, FINISHED);
}

void waited_take(void *waited, const struct sw_attempt *a)
{
    waited_add(waited, a->kind, a->ready_us, a->launch_us, a->finish_us);
}

struct waited waited_start(const struct sw_cluster *cl)
{
    struct waited w = { .one_kind = cl->one_kind };
    size_t n = 0;
    for (uint32_t i = 0; i < cl->n_nodes; i++)
        n += 2 * cl->node[i].n_spans;
    w.slots = calloc(n + 1, sizeof *w.slots);
    w.no_room = !w.slots;
    for (uint32_t i = 0; i < cl->n_nodes && w.slots; i++)
        for (uint32_t k = 0; k < cl->node[i].n_spans; k++) {
            const struct sw_span *span = &cl->node[i].span[k];
            w.slots[w.n_slots++] = (struct waited_slots){ span->from_us, span->slots[0] };
            w.slots[w.n_slots++] = (struct waited_slots){ span->to_us, -(int64_t)span->slots[0] };
        }
    return w;
}

static void waited_sum(const struct waited *w, double *free_s, double *used_s)
{
    static const int runs[] = { [LAUNCHED] = 1, [LAUNCHED_AT_ONCE] = 1, [FINISHED] = -1 };
    static const int waits[] = { [READY] = 1, [LAUNCHED] = -1, [FINISHED] = 0 };
    int64_t slots = 0, running = 0, waiting = 0, last_us = 0;
    double unused_us = 0, used_us = 0;
    for (size_t i = 0, k = 0; i < w->n || k < w->n_slots;) {
        const int64_t event = i < w->n ? w->events[i] : 0;
        const bool of_slots = k < w->n_slots && (i == w->n || w->slots[k].at_us <= event >> 2);
        const int64_t at_us = of_slots ? w->slots[k].at_us : event >> 2;
        const int64_t held_us = i + k > 0 ? at_us - last_us : 0;
        int64_t vacant = slots - running, unused = vacant < waiting ? vacant : waiting;
        if (running > 0)
            used_us += (double)running * (double)held_us;
        if (unused > 0)
            unused_us += (double)unused * (double)held_us;
        last_us = at_us;
        if (of_slots)
            slots += w->slots[k++].slots;
        else {
            running += runs[event & 3];
            waiting += waits[event & 3];
            i++;
        }
    }
    *free_s = unused_us / (double)SW_US_PER_S;
    *used_s = used_us / (double)SW_US_PER_S;
}

int waited_end(struct waited *w, double *free_s, double *used_s, struct sw_err *err)
{
    const bool sorted = !w->no_room && sw_sort_records_signed(w->events, w->n, sizeof *w->events, 0) == SW_OK
                        && sw_sort_records_signed(w->slots, w->n_slots, sizeof *w->slots,
                                                  offsetof(struct waited_slots, at_us)) == SW_OK;
    if (sorted)
        waited_sum(w, free_s, used_s);
    free(w->events);
    free(w->slots);
    *w = (struct waited){ 0 };
    return sorted ? SW_OK : sw_err_memory(err);
}

int waited_recorded(const struct sw_log *log, double *free_s, double *used_s, struct sw_err *err)
{
    struct waited w = waited_start(log->cl);
    for (size_t i = 0; i < log->n_attempts; i++) {
        const struct sw_log_attempt *a = &log->attempts[i];
        if (a->has_launch && a->end_us > a->launch_us)
            waited_add(&w, a->kind, setups_ready_us(log, a), a->launch_us, a->end_us);
    }
    return waited_end(&w, free_s, used_s, err);
}
