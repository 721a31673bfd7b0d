/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load.c - whether the jobs of a replay kept ahead of its slots (docs/model.md S13). */
#include "lib/base/minmax.h"
#include "lib/base/grow.h"
#include "lib/base/sw_sort.h"
#include "lib/stats/sw_results.h"
#include "slotwise/sw_stats.h"
#include <math.h>
#include <stdlib.h>

/* Of 45 pairs of ten batches 36 rise and 9 fall where S is 27. Without a trend that much comes up once in 120 (Kendall
 * 1938: 0.0083 of all orders of ten). */
enum { BATCHES = 10, PARTS = 3, LEAST_JOBS = 20, LEAST_S = 27 };
static const double LEAST_RISE = 1.5; /* below it the trend is of no account */
static const double LEAST_BUSY = 0.5; /* a burst that leaves more than half of the slots free overloads nothing */

struct one { double submit_s, response_s; };
struct sw_load {
    struct one *at;
    size_t n, cap;
    uint64_t all, step;               /* every step-th job is kept */
    bool cut_off;                     /* some have not ended: what they bring is not known */
    double first_s, last_s;           /* submissions */
};

const char *const sw_load_words[] = { "", "stable", "backlogged", "overloaded", NULL };

struct sw_load *sw_load_new(void)
{
    struct sw_load *l = calloc(1, sizeof *l);
    if (l)
        l->step = 1;
    return l;
}

void sw_load_free(struct sw_load *l)
{
    if (l)
        free(l->at);
    free(l);
}

static int load_make_room(struct sw_load *l)
{
    if (l->n == SW_LOAD_KEPT) {
        /* Every second one goes, and from now on only every second one of those to come is kept. */
        for (size_t i = 0; i < l->n / 2; i++)
            l->at[i] = l->at[2 * i];
        l->n /= 2;
        l->step *= 2;
    }
    return sw_grow(&l->at, &l->cap, l->n + 1, sizeof *l->at, NULL);
}

int sw_load_add(struct sw_load *l, double submit_s, double response_s)
{
    l->first_s = l->all && l->first_s < submit_s ? l->first_s : submit_s;
    l->last_s = l->all && l->last_s > submit_s ? l->last_s : submit_s;
    l->cut_off |= isinf(response_s);
    /* SW_LOAD_KEPT at most stay in memory, and they stay spread over all jobs. */
    if (l->all % l->step == 0 && load_make_room(l) != SW_OK)
        return SW_FAIL;
    if (l->all % l->step == 0)
        l->at[l->n++] = (struct one){ submit_s, response_s };
    l->all++;
    return SW_OK;
}

/* ---- the trend ------------------------------------------------------------------------------- */

static int by_submit(const void *a, const void *b)
{
    const struct one *x = a, *y = b;
    return ORDER(x->submit_s, y->submit_s) ?: ORDER(x->response_s, y->response_s);
}

/* Jobs that have not ended are longer than all others: the middle one may be one of them. */
static double median(const struct one *from, size_t n, double *scratch)
{
    for (size_t i = 0; i < n; i++)
        scratch[i] = from[i].response_s;
    sw_sort_reals(scratch, n);
    double lo = scratch[(n - 1) / 2], hi = scratch[n / 2];
    /* Two infinities have no mean, hence the comparison. */
    return lo == hi ? lo : (lo + hi) / 2;
}

static bool rises(struct sw_load *l, double *scratch)
{
    double of[BATCHES];
    int s = 0;
    qsort(l->at, l->n, sizeof *l->at, by_submit);
    for (size_t b = 0; b < BATCHES; b++) {
        size_t from = b * l->n / BATCHES, to = (b + 1) * l->n / BATCHES;
        of[b] = median(l->at + from, to - from, scratch);
    }
    for (size_t i = 0; i < BATCHES; i++)
        for (size_t k = i + 1; k < BATCHES; k++)
            s += (of[k] > of[i]) - (of[k] < of[i]);
    /* The first and the last three tenths. */
    size_t part = l->n * PARTS / BATCHES;
    return s >= LEAST_S
           && median(l->at + l->n - part, part, scratch) >= LEAST_RISE * median(l->at, part, scratch);
}

/* ---- the verdict ----------------------------------------------------------------------------- */

/* n jobs have n - 1 gaps between them; the work of all is offered in n gaps. */
static double offered_load(const struct sw_load *l, const struct sw_load_slots *s, double makespan_s)
{
    double gaps_s = (l->last_s - l->first_s) * (double)l->all / ((double)l->all - 1);
    return s->there_s > 0 ? s->busy_s / s->there_s * makespan_s / gaps_s : 0;
}

int sw_load_judge(struct sw_load *l, const struct sw_load_slots slots[], size_t n_kinds, double makespan_s,
                  bool by_others, struct sw_load_answer *out)
{
    bool over = false, pressed = false;
    *out = (struct sw_load_answer){ NAN, SW_LOAD_CANNOT_TELL };
    if (l->all < 2 || !(makespan_s > 0))
        return SW_OK;
    /* by_others: ends brought submissions, so no rate was offered. cut_off: the work of some is not known. */
    for (size_t k = 0; k < n_kinds && !by_others && !l->cut_off; k++) {
        double load = offered_load(l, &slots[k], makespan_s);
        out->offered = fmax(out->offered, load);
        over |= load > 1;
        pressed |= load > 1 && slots[k].busy_s >= LEAST_BUSY * slots[k].there_s;
    }
    if (isinf(out->offered)) /* all at once */
        out->offered = NAN;
    if (l->all < LEAST_JOBS)
        return SW_OK;
    double *scratch = malloc(l->n * sizeof *scratch);
    if (!scratch)
        return SW_FAIL;
    bool rising = rises(l, scratch);
    free(scratch);
    /* S13.3, in its order. */
    out->verdict = pressed ? SW_LOAD_OVERLOADED : rising ? SW_LOAD_BACKLOGGED
                   : over ? SW_LOAD_CANNOT_TELL : SW_LOAD_STABLE;
    return SW_OK;
}
