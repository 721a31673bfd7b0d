/* SPDX-License-Identifier: GPL-3.0-or-later */
/* even.c - the cost of distance at which two waits are even, and from which on a wait pays. */
#include <math.h>
#include <pthread.h>
#include "lib/study/study.h"

#define GREATEST 10.0

struct beside { struct one p; int status; struct sw_err err; };

static void *run_beside(void *context)
{
    struct beside *b = context;
    b->status = one_run(&b->p, &b->err);
    return NULL;
}

/* What is compared: two waits of a study, on its log or the beginning of a large one. */
struct pair { const struct sw_study *s; struct part part; size_t with, without; };

static int gain_at(const struct pair *of, double cost, double *gain, struct sw_err *err)
{
    const struct sw_study *s = of->s;
    struct one a = { .s = s, .part = &of->part, .wait = of->with, .rack = cost, .any = cost };
    struct beside b = { .p = { .s = s, .part = &of->part, .wait = of->without, .rack = cost, .any = cost } };
    pthread_t other;
    bool beside = s->ask.threads > 1 && pthread_create(&other, NULL, run_beside, &b) == 0;
    if (!beside)
        run_beside(&b);
    int status = one_run(&a, err);
    if (beside)
        pthread_join(other, NULL);
    if (status == SW_OK && b.status != SW_OK) {
        *err = b.err;
        status = SW_FAIL;
    }
    *gain = goals_of(s, &b.p.out) - goals_of(s, &a.out);
    return status;
}

/* Bisection: a factor above GREATEST is no cost of distance. */
int even_between(const struct sw_study *s, size_t with, size_t without, double *factor, struct sw_err *err)
{
    struct pair of = { s, { .log = parts_beginning(s->ask.log) }, with, without };
    double lo = 1, hi = GREATEST, at_lo, at_hi, gain;
    of.part.to = of.part.log.n_jobs;
    *factor = NAN;
    if (gain_at(&of, lo, &at_lo, err) != SW_OK || gain_at(&of, hi, &at_hi, err) != SW_OK)
        return SW_FAIL;
    if ((at_lo > 0) == (at_hi > 0)) {
        *factor = at_lo > 0 && s->tried[with].recorded.placed.node >= s->tried[without].recorded.placed.node ? 1 : NAN;
        return SW_OK;
    }
    for (int i = 0; i < 8; i++) {
        double mid = sqrt(lo * hi);
        if (gain_at(&of, mid, &gain, err) != SW_OK)
            return SW_FAIL;
        *((gain > 0) == (at_hi > 0) ? &hi : &lo) = mid;
    }
    *factor = at_hi > 0 ? hi : lo;
    return SW_OK;
}

/* ---- the penalty from which on a wait pays --------------------------------------------------------- */

/* Of the waits that bring tasks nearer than no wait at all does, the log's own, else the shortest; -1: none does. */
static int find_nearer(const struct sw_study *s)
{
    const struct sw_located *none = &s->tried[s->waits.none].recorded.placed;
    int best = -1;
    for (size_t i = 0; i < s->waits.n; i++) {
        const struct sw_located *p = &s->tried[i].recorded.placed;
        const struct sw_candidate *wait = &s->waits.at[i];
        bool nearer = p->node > none->node || p->any < none->any;
        if (nearer && sw_candidate_wait(wait) > 0 && wait->role != SW_ROLE_SHOWN && wait->role != SW_ROLE_LEVEL
            && (best < 0 || (wait->role != SW_ROLE_OWN && s->waits.at[best].role != SW_ROLE_OWN
                             && sw_candidate_wait(wait) < sw_candidate_wait(&s->waits.at[best]))))
            best = (int)i;
    }
    return best;
}

int even_find(struct sw_study *s, struct sw_err *err)
{
    s->pays_from = NAN;
    s->pays = find_nearer(s);
    return s->pays < 0 ? SW_OK : even_between(s, (size_t)s->pays, s->waits.none, &s->pays_from, err);
}
