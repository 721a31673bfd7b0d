/* SPDX-License-Identifier: GPL-3.0-or-later */
/* waited.c - see waited.h. */
#include <stddef.h>
#include <stdlib.h>
#include "lib/base/grow.h"
#include "lib/study/waited.h"
#include "lib/base/sw_sort.h"

static void add(struct waited *w, struct waited_change change)
{
    struct sw_err unsaid;
    w->no_room |= sw_grow(&w->changes, &w->cap, w->n + 1, sizeof *w->changes, &unsaid) != SW_OK;
    if (!w->no_room)
        w->changes[w->n++] = change;
}

void waited_add(struct waited *w, int64_t ready_us, int64_t launch_us, int64_t finish_us)
{
    const bool waited = ready_us >= 0 && ready_us < launch_us;
    if (waited)
        add(w, (struct waited_change){ ready_us, 0, 0, 1 });
    add(w, (struct waited_change){ launch_us, 0, 1, waited ? -1 : 0 });
    add(w, (struct waited_change){ finish_us, 0, -1, 0 });
}

void waited_add_slots(struct waited *w, const struct sw_cluster *cl)
{
    for (uint32_t i = 0; i < cl->n_nodes; i++)
        for (uint32_t k = 0; k < cl->node[i].n_spans; k++) {
            const struct sw_span *span = &cl->node[i].span[k];
            add(w, (struct waited_change){ span->from_us, (int32_t)span->slots[0], 0, 0 });
            add(w, (struct waited_change){ span->to_us, -(int32_t)span->slots[0], 0, 0 });
        }
}

int waited_sum(struct waited *w, double *free_s, double *used_s, struct sw_err *err)
{
    int64_t slots = 0, running = 0, waiting = 0;
    double unused_us = 0, used_us = 0;
    if (w->no_room || sw_sort_records_signed(w->changes, w->n, sizeof *w->changes,
                                             offsetof(struct waited_change, at_us)) != SW_OK)
        return sw_err_memory(err);
    for (size_t i = 0; i < w->n; i++) {
        const struct waited_change *c = &w->changes[i];
        int64_t held_us = i > 0 ? c->at_us - w->changes[i - 1].at_us : 0;
        int64_t vacant = slots - running, unused = vacant < waiting ? vacant : waiting;
        if (running > 0)
            used_us += (double)running * (double)held_us;
        if (unused > 0)
            unused_us += (double)unused * (double)held_us;
        slots += c->slots;
        running += c->running;
        waiting += c->waiting;
    }
    *free_s = unused_us / (double)SW_US_PER_S;
    *used_s = used_us / (double)SW_US_PER_S;
    return SW_OK;
}

void waited_clear(struct waited *w)
{
    free(w->changes);
    *w = (struct waited){ 0 };
}
