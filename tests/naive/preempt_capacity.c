/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preempt_capacity.c - Y14: what YARN's Capacity Scheduler kills for pools that lack their guarantee. */
#include <math.h>
#include <stdlib.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

enum { ROUND_EVERY_US = 3000000 };
struct part { double guarantee, use, wish, most, part, owes; bool asks; };

/* ---- Y14.2 ---------------------------------------------------------------------------------------------- */

static double slots_in_all(const struct run *r)
{
    double sum = 0;
    for (int n = 0; n < r->n_nodes; n++) sum += (double)r->node[n].slots[0];
    return sum;
}

/* "Up to its wish, its maximum and, without children, the larger of use and guarantee." */
static double most_of(const struct run *r, int pool, const struct part *q)
{
    double most = fmin(q->wish, q->most);
    return pool_has_children(r, pool) ? most : fmin(most, fmax(q->use, q->guarantee));
}

static double level_of(const struct part *q) { return q->guarantee > 0 ? q->part / q->guarantee : INFINITY; }

/* One offer to all "of the least part / guarantee"; false: nobody asks. */
static bool offer_least(const struct run *r, int parent, struct part *q, double *left)
{
    double least = INFINITY, guarantees = 0, before = *left;
    int n = 0;
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == parent && q[p].asks) {
            least = fmin(least, level_of(&q[p]));
            guarantees += q[p].guarantee;
            n++;
        }
    for (int p = 0; p < r->n_pools; p++) {
        if (r->pool[p].parent != parent || !q[p].asks || level_of(&q[p]) > least + 1e-12) continue;
        double some = guarantees > 0 ? before * q[p].guarantee / guarantees : before / n;
        double takes = fmax(0, fmin(fmin(some, *left), most_of(r, p, &q[p]) - q[p].part));
        q[p].part += takes;
        *left -= takes;
        if (takes <= 1e-6) q[p].asks = false; /* "one that takes nothing is not asked again" */
    }
    return n > 0;
}

static void give(const struct run *r, int parent, bool with_guarantee, struct part *q, double *left)
{
    for (int p = 0; p < r->n_pools; p++)
        q[p].asks = r->pool[p].parent == parent && (q[p].guarantee > 0) == with_guarantee
                    && q[p].part < q[p].wish - 1e-6;
    while (*left > 1e-6 && offer_least(r, parent, q, left)) ;
}

/* Y14.3: "above both its part and the lesser of guarantee and wish, times min(1, slots / (10 N))". */
static void owe(const struct run *r, int parent, struct part *q)
{
    double over = 0;
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == parent) over += fmax(0, q[p].use - q[p].part);
    for (int p = 0; p < r->n_pools; p++) {
        if (r->pool[p].parent != parent) continue;
        double keeps = fmax(q[p].part, fmin(q[p].guarantee, q[p].wish));
        q[p].owes = fmax(0, q[p].use - keeps) * (over > 0 ? fmin(1, slots_in_all(r) / 10 / over) : 1);
    }
}

static void divide(const struct run *r, int parent, double slots, struct part *q)
{
    double left = slots;
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == parent && q[p].guarantee > 0) left -= q[p].part = fmin(q[p].use, q[p].guarantee);
    give(r, parent, true, q, &left);
    give(r, parent, false, q, &left);
    owe(r, parent, q);
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == parent && pool_has_children(r, p)) divide(r, p, q[p].part, q);
}

/* ---- Y14.4, Y14.5 --------------------------------------------------------------------------------------- */

/* Y14.4: "what has ended and is not reported is among them, of jobs that have ended, too." */
static bool has_unheard(const struct run *r, int job)
{
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].job == job && preempt_yarn_seen(&r->attempt[i])) return true;
    return false;
}

/* The last in turn that is not yet gone through. */
static int last_job(const struct run *r, int pool, const bool *gone)
{
    int last = -1;
    for (int j = 0; j < r->n_jobs; j++)
        if (!gone[j] && (r->job[j].state == SUBMITTED || has_unheard(r, j)) && r->job[j].admitted
            && r->job[j].pool == pool && (last < 0 || preempt_yarn_before(r, last, j)))
            last = j;
    return last;
}

static int choose_of_pool(const struct run *r, int pool, double wanted, int64_t *most, int *list, int n)
{
    bool *gone = naive_alloc((size_t)r->n_jobs, sizeof *gone);
    for (int j; (j = last_job(r, pool, gone)) >= 0;) {
        gone[j] = true;
        for (int i = r->n_attempts - 1; i >= 0 && wanted > 1e-6 && *most > 0; i--)
            if (r->attempt[i].job == j && preempt_yarn_seen(&r->attempt[i])) {
                list[n++] = i;
                wanted -= 1;
                (*most)--;
            }
    }
    free(gone);
    return n;
}

static void choose(struct run *r, const struct part *q)
{
    int64_t most = (int64_t)(slots_in_all(r) / 10);
    int *list = naive_alloc((size_t)r->n_attempts, sizeof *list), n = 0;
    for (int p = 0; p < r->n_pools; p++)
        if (!pool_has_children(r, p) && q[p].use > 1.1 * q[p].guarantee + 1e-6)
            n = choose_of_pool(r, p, q[p].owes / 5, &most, list, n);
    for (int i = 0; i < n; i++) {
        struct attempt *a = &r->attempt[list[i]];
        /* "Forgotten in the round that finds it older than 2 W": the round before this. */
        if (a->marked_us == UNSET || a->marked_us + 2 * r->o.wait_us < r->now_us - ROUND_EVERY_US)
            a->marked_us = r->now_us;
        else if (a->marked_us + r->o.wait_us <= r->now_us)
            preempt_yarn_kill(r, list[i]);
    }
    free(list);
}

void preempt_capacity_round(struct run *r)
{
    if (!r->o.capacity_kills || r->now_us % ROUND_EVERY_US) return;
    struct part *q = naive_alloc((size_t)r->n_pools, sizeof *q);
    for (int p = 0; p < r->n_pools; p++) {
        int64_t most = r->pool[p].max_capacity;
        q[p] = (struct part){ .guarantee = (double)capacity_of(r, p) / 1e6 * slots_in_all(r),
                              .use = (double)pool_running(r, p, 0), .wish = (double)pool_demand(r, p, 0),
                              .most = (most == UNSET ? 1 : (double)most / 1e6) * slots_in_all(r) };
    }
    divide(r, -1, slots_in_all(r), q);
    choose(r, q);
    free(q);
}

int64_t preempt_capacity_next(const struct run *r)
{
    return r->o.capacity_kills ? (r->now_us / ROUND_EVERY_US + 1) * ROUND_EVERY_US : NEVER;
}

/* Y14: "capacity[:W]". */
int set_preempt_capacity(struct options *o, const struct spec *spec, struct sw_err *err)
{
    o->wait_us = 15000000;
    if (spec->n > 1) return sw_err_usage(err, "--preempt: capacity takes [W]");
    return spec->n ? sw_opt_duration("--preempt", spec->param[0], &o->wait_us, err) : SW_OK;
}
