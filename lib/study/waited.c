/* SPDX-License-Identifier: GPL-3.0-or-later */
/* waited.c - see waited.h. Times are kept in lists, sorted at the end and gone through once. */
#include <stddef.h>
#include <stdlib.h>
#include "lib/base/grow.h"
#include "lib/log/log.h"
#include "lib/study/waited.h"
#include "lib/base/sw_sort.h"

static void add_time(struct waited *w, int64_t **list, size_t *n, size_t *cap, int64_t at)
{
    /* waited_end() says that there was no room. */
    struct sw_err unsaid;
    w->no_room |= sw_grow(list, cap, *n + 1, sizeof **list, &unsaid) != SW_OK;
    if (!w->no_room)
        (*list)[(*n)++] = at;
}

static void add_ready(struct waited *w, int64_t at_us)
{
    struct sw_err unsaid;
    uint32_t *recent = &w->recent[((uint64_t)at_us * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - WAITED_RECENT_BITS)];
    /* A miss makes another entry of the same time, which adds up to the same. */
    if (*recent < w->n_ready && w->ready[*recent].at_us == at_us) {
        w->ready[*recent].n++;
        return;
    }
    w->no_room |= sw_grow(&w->ready, &w->cap_ready, w->n_ready + 1, sizeof *w->ready, &unsaid) != SW_OK;
    if (w->no_room)
        return;
    *recent = (uint32_t)w->n_ready;
    w->ready[w->n_ready++] = (struct waited_ready){ at_us, 1 };
}

void waited_add(struct waited *w, enum sw_kind kind, int64_t ready_us, int64_t launch_us, int64_t finish_us)
{
    const bool waited = ready_us >= 0 && ready_us < launch_us;
    if (kind == SW_REDUCE && !w->one_kind)
        return;
    if (waited)
        add_ready(w, ready_us);
    add_time(w, &w->launches, &w->n_launches, &w->cap_launches, 2 * launch_us + waited);
    add_time(w, &w->ends, &w->n_ends, &w->cap_ends, finish_us);
}

void waited_take(void *waited, const struct sw_use *use)
{
    waited_add(waited, use->kind, use->ready_us, use->launch_us, use->finish_us);
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
            /* Of two kinds of slots these are the maps'. */
            const struct sw_span *span = &cl->node[i].span[k];
            w.slots[w.n_slots++] = (struct waited_slots){ span->from_us, span->slots[0] };
            w.slots[w.n_slots++] = (struct waited_slots){ span->to_us, -(int64_t)span->slots[0] };
        }
    return w;
}

/* Those of a replay are in order already. */
static int sort_ends(struct waited *w)
{
    for (size_t i = 1; i < w->n_ends; i++)
        if (w->ends[i - 1] > w->ends[i])
            return sw_sort_records_signed(w->ends, w->n_ends, sizeof *w->ends, 0);
    return SW_OK;
}

static int sort(struct waited *w)
{
    if (w->no_room || sort_ends(w) != SW_OK
        || sw_sort_records_signed(w->launches, w->n_launches, sizeof *w->launches, 0) != SW_OK
        || sw_sort_records_signed(w->ready, w->n_ready, sizeof *w->ready, offsetof(struct waited_ready, at_us))
            != SW_OK)
        return SW_FAIL;
    return sw_sort_records_signed(w->slots, w->n_slots, sizeof *w->slots, offsetof(struct waited_slots, at_us));
}

/* How far the lists have been applied, and what follows. */
struct state { size_t launch, end, ready, slot; int64_t slots, running, waiting; };

static int64_t earlier_us(int64_t a, int64_t b) { return a < b ? a : b; }

/* SW_TIME_MAX and more may be times of slots. */
static bool find_next(const struct waited *w, const struct state *s, int64_t *at_us)
{
    *at_us = INT64_MAX;
    if (s->launch < w->n_launches)
        *at_us = w->launches[s->launch] >> 1;
    if (s->end < w->n_ends)
        *at_us = earlier_us(*at_us, w->ends[s->end]);
    if (s->ready < w->n_ready)
        *at_us = earlier_us(*at_us, w->ready[s->ready].at_us);
    if (s->slot < w->n_slots)
        *at_us = earlier_us(*at_us, w->slots[s->slot].at_us);
    return s->launch < w->n_launches || s->end < w->n_ends || s->ready < w->n_ready || s->slot < w->n_slots;
}

/* All of an instant. */
static void apply_instant(const struct waited *w, struct state *s, int64_t at_us)
{
    for (; s->slot < w->n_slots && w->slots[s->slot].at_us == at_us; s->slot++)
        s->slots += w->slots[s->slot].slots;
    for (; s->ready < w->n_ready && w->ready[s->ready].at_us == at_us; s->ready++)
        s->waiting += (int64_t)w->ready[s->ready].n;
    for (; s->launch < w->n_launches && w->launches[s->launch] >> 1 == at_us; s->launch++) {
        s->running++;
        s->waiting -= w->launches[s->launch] & 1;
    }
    for (; s->end < w->n_ends && w->ends[s->end] == at_us; s->end++)
        s->running--;
}

static void waited_sum(const struct waited *w, double *free_s, double *used_s)
{
    struct state s = { 0 };
    int64_t last_us = 0, at_us;
    double unused_us = 0, used_us = 0;
    for (bool first = true; find_next(w, &s, &at_us); first = false) {
        /* Before the first time there is nothing. */
        const int64_t held_us = first ? 0 : at_us - last_us;
        const int64_t unused = earlier_us(s.slots - s.running, s.waiting);
        if (s.running > 0)
            used_us += (double)s.running * (double)held_us;
        if (unused > 0)
            unused_us += (double)unused * (double)held_us;
        last_us = at_us;
        apply_instant(w, &s, at_us);
    }
    *free_s = unused_us / (double)SW_US_PER_S;
    *used_s = used_us / (double)SW_US_PER_S;
}

int waited_end(struct waited *w, double *free_s, double *used_s, struct sw_err *err)
{
    const bool sorted = sort(w) == SW_OK;
    if (sorted)
        waited_sum(w, free_s, used_s);
    free(w->launches);
    free(w->ends);
    free(w->ready);
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
