/* SPDX-License-Identifier: GPL-3.0-or-later */
/* even.c - the cost of distance at which two waits are even, and from which on a wait pays. The goal's difference
 * between the waits is replayed at costs until its change of sign is found, by bisection. */
#include <math.h>
#include <stdlib.h>
#include "lib/base/grow.h"
#include "lib/study/study.h"

/* The greatest cost that is looked at. So many halvings of its logarithm leave 0.9 % of a cost open. */
#define GREATEST 10.0
enum { HALVINGS = 8 };

/* ---- replays, each of which is made once --------------------------------------------------------------- */

struct even_at { struct crew_work work; struct part part; struct one p; double goal_s; }; /* a wait at a cost */

/* NULL: not begun. One that is found may still run. */
static struct even_at *find_replayed(const struct sw_study *s, size_t wait, double cost)
{
    const struct even *e = &s->inside->even;
    for (size_t i = 0; i < e->n; i++)
        if (e->at[i]->p.wait == wait && e->at[i]->p.any == cost)
            return e->at[i];
    return NULL;
}

static int replay_at_cost(struct crew_work *work, struct sw_err *err)
{
    struct even_at *at = (struct even_at *)work;
    if (one_run(&at->p, err) != SW_OK)
        return SW_FAIL;
    at->goal_s = at->p.out.goal_s;
    return SW_OK;
}

static int add_replay(const struct sw_study *s, size_t wait, double cost, struct sw_err *err)
{
    struct even *e = &s->inside->even;
    const struct sw_log log = days_beginning(s->ask.log); /* or the whole of it */
    if (find_replayed(s, wait, cost))
        return SW_OK;
    if (sw_grow(&e->at, &e->cap, e->n + 1, sizeof *e->at, err) != SW_OK)
        return SW_FAIL;
    /* Blocks of their own: the crew has their addresses while the list of them grows. */
    struct even_at *at = e->at[e->n] = malloc(sizeof *at);
    if (!at)
        return sw_err_memory(err);
    /* One factor does for the rack and beyond. The part is the whole of what is replayed. */
    *at = (struct even_at){ .work = { .run = replay_at_cost }, .part = { log, 0, log.n_jobs },
                            .p = { .s = s, .part = &at->part, .wait = wait, .rack = cost, .any = cost } };
    e->n++;
    /* Before the days' replays, as bisection stands still until it is done. */
    crew_add(s->inside->crew, &e->begun, &at->work, CREW_NEXT);
    return SW_OK;
}

void even_free(struct even *e)
{
    for (size_t i = 0; i < e->n; i++)
        free(e->at[i]);
    free(e->at);
}

static int wait_for_all(const struct sw_study *s, struct sw_err *err)
{
    return crew_wait(s->inside->crew, &s->inside->even.begun, err);
}

/* ---- a wait beside another -------------------------------------------------------------------------------- */

struct between { const struct sw_study *s; size_t with, without; };

static int add_both(const struct between *b, double cost, struct sw_err *err)
{
    return add_replay(b->s, b->with, cost, err) == SW_OK ? add_replay(b->s, b->without, cost, err) : SW_FAIL;
}

/* The next costs that bisection may ask for, so many steps ahead: as many as there are threads for. */
static int add_ahead(const struct between *b, double lo, double hi, int steps, struct sw_err *err)
{
    /* The middle of the logarithms. */
    const double mid = sqrt(lo * hi);
    if (steps == 0)
        return SW_OK;
    if (add_both(b, mid, err) != SW_OK || add_ahead(b, lo, mid, steps - 1, err) != SW_OK)
        return SW_FAIL;
    return add_ahead(b, mid, hi, steps - 1, err);
}

/* Steps of 1, 2 and 3 make 2, 6 and 14 replays at once. */
static int steps_ahead(const struct sw_study *s, int most)
{
    const size_t threads = crew_size(s->inside->crew);
    const int steps = threads < 6 ? 1 : threads < 14 ? 2 : 3;
    return steps < most ? steps : most;
}

/* In seconds of the goal: above 0 the wait gains. */
static double gain_at(const struct between *b, double cost)
{
    return find_replayed(b->s, b->without, cost)->goal_s - find_replayed(b->s, b->with, cost)->goal_s;
}

/* Bisection: a factor above GREATEST is no cost of distance. */
static int bisect(const struct between *b, double *factor, struct sw_err *err)
{
    const struct sw_study *s = b->s;
    double lo = 1, hi = GREATEST;
    *factor = NAN;
    if (add_both(b, lo, err) != SW_OK || add_both(b, hi, err) != SW_OK || wait_for_all(s, err) != SW_OK)
        return SW_FAIL;
    const double at_lo = gain_at(b, lo), at_hi = gain_at(b, hi);
    /* Both ends say the same: it gains at all costs, or at none. */
    if ((at_lo > 0) == (at_hi > 0)) {
        const bool nearer = s->tried[b->with].recorded.placed.node >= s->tried[b->without].recorded.placed.node;
        *factor = at_lo > 0 && nearer ? 1 : NAN;
        return SW_OK;
    }
    for (int i = 0; i < HALVINGS; i++) {
        const double mid = sqrt(lo * hi);
        const bool replayed = find_replayed(s, b->with, mid) && find_replayed(s, b->without, mid);
        const int steps = replayed ? 0 : steps_ahead(s, HALVINGS - i);
        if (add_ahead(b, lo, hi, steps, err) != SW_OK || wait_for_all(s, err) != SW_OK)
            return SW_FAIL;
        /* The half with the change of sign is kept. */
        *((gain_at(b, mid) > 0) == (at_hi > 0) ? &hi : &lo) = mid;
    }
    /* Of the last interval the end at which the wait gains. */
    *factor = at_hi > 0 ? hi : lo;
    return SW_OK;
}

int even_between(const struct sw_study *s, size_t with, size_t without, double *factor, struct sw_err *err)
{
    const int status = bisect(&(struct between){ s, with, without }, factor, err);
    /* What was begun ahead is waited for, also after a failure. */
    return wait_for_all(s, err) == SW_OK ? status : SW_FAIL;
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
