/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queue_kills.c - what YARN's Capacity Scheduler kills for queues that lack their capacity (rule Y14 of docs/model.md):
 * a few tasks a round, of queues over theirs. */
#include "lib/base/arena.h"
#include "lib/base/grow.h"
#include "lib/sim/mech/yarn/yarn_kills.h"
#include "lib/sim/queue/queue.h"
#include <math.h>

#define SOME 1e-6

/* ---- who owes (Y14.2, Y14.3) ------------------------------------------------------------------------ */

static struct part *queue_part(const struct yarn_kills *k, const struct pool *p) { return &k->parts[p->number]; }

/* Y14.2: part over guarantee. Those without a guarantee are behind all others. */
static double pct(const struct part *q) { return q->guarantee > 0 ? q->part / q->guarantee : INFINITY; }

/* TempQueuePerPartition.offer() of YARN: what it takes of `some`. */
static double take_part(struct part *q, const struct pool *p, double some)
{
    double more = fmin(fmin(some, q->most - q->part), q->wish - q->part);
    if (!p->has_children)
        more = fmin(more, fmax(q->use, q->guarantee) - q->part);
    more = fmax(0, more);
    q->part += more;
    return more;
}

/* Asks those of the least part / guarantee; returns what they take of `left`. */
static double ask_least(struct sw_replay *r, struct yarn_kills *k, const struct pool *above, double left)
{
    double least = INFINITY, weights = 0, taken = 0;
    uint32_t n = 0;
    for (struct pool *p = r->pools.first; p; p = p->next)
        if (p->parent == above && queue_part(k, p)->asks) {
            least = fmin(least, pct(queue_part(k, p)));
            weights += queue_part(k, p)->guarantee;
            n++;
        }
    for (struct pool *p = r->pools.first; p; p = p->next) {
        struct part *q = queue_part(k, p);
        if (p->parent != above || !q->asks || pct(q) > least + 1e-12)
            continue;
        double more = take_part(q, p, fmin(left - taken, weights > 0 ? left * q->guarantee / weights : left / n));
        q->asks = more > SOME;
        taken += more;
    }
    return n > 0 ? taken : -1;
}

/* Y14.3: what the pools run above their parts, cut so that it is a tenth of the slots in all. */
static void owe(struct sw_replay *r, struct yarn_kills *k, const struct pool *above)
{
    double over = 0, most = (double)r->slots.now[0] / 10;
    for (struct pool *p = r->pools.first; p; p = p->next)
        if (p->parent == above)
            over += fmax(0, queue_part(k, p)->use - queue_part(k, p)->part);
    for (struct pool *p = r->pools.first; p; p = p->next) {
        struct part *q = queue_part(k, p);
        if (p->parent == above)
            q->owes = fmax(0, q->use - fmax(q->part, fmin(q->guarantee, q->wish))) * (over > most ? most / over : 1);
    }
}

/* Y14.2: the parts of the pools below `above`, which have so many slots; first those with a guarantee, then those
 * without. */
static void divide_queue(struct sw_replay *r, struct yarn_kills *k, const struct pool *above, double slots)
{
    double left = slots, taken;
    for (struct pool *p = r->pools.first; p; p = p->next)
        if (p->parent == above && queue_part(k, p)->guarantee > 0)
            left -= queue_part(k, p)->part = fmin(queue_part(k, p)->use, queue_part(k, p)->guarantee);
    for (int without = 0; without < 2; without++) {
        for (struct pool *p = r->pools.first; p; p = p->next)
            if (p->parent == above && (queue_part(k, p)->guarantee > 0) != without)
                queue_part(k, p)->asks = queue_part(k, p)->part < queue_part(k, p)->wish - SOME;
        while (left > SOME && (taken = ask_least(r, k, above, left)) >= 0)
            left -= taken;
        for (struct pool *p = r->pools.first; p; p = p->next)
            queue_part(k, p)->asks = false;
    }
    owe(r, k, above);
    for (struct pool *p = r->pools.first; p; p = p->next)
        if (p->parent == above && p->has_children)
            divide_queue(r, k, p, queue_part(k, p)->part);
}

/* Y14.1: guarantees, uses, wishes and maximums of this round. */
static void find_parts(struct sw_replay *r, struct yarn_kills *k)
{
    double slots = (double)r->slots.now[0], million = (double)SW_WEIGHT_ONE;
    k->parts = xrealloc(k->parts, r->pools.n, sizeof *k->parts);
    for (struct pool *p = r->pools.first; p; p = p->next)
        *queue_part(k, p) = (struct part){
            .guarantee = (double)p->capacity / million * slots, .use = (double)p->running[0],
            .wish = (double)min_i64(p->demand[0], p->max[0]),
            .most = p->max_capacity < 0 ? slots : (double)p->max_capacity / million * slots };
    divide_queue(r, k, NULL, slots);
}

/* ---- which attempts (Y14.4, Y14.5) ------------------------------------------------------------------- */

/* Y14.4: the newest first, as far as is wanted. */
static void choose_of_job(struct yarn_kills *k, const struct job *job, double *wanted, size_t most)
{
    for (size_t i = k->n_seen; i-- > 0 && *wanted > SOME && k->n_chosen < most;)
        if (k->seen[i].attempt->job == job) {
            PUSH(k->chosen, k->n_chosen, k->cap_chosen, k->seen[i]);
            *wanted -= 1;
        }
}

/* Y14.4: of pools that use more than 1.1 of their guarantee a fifth of what they owe; of each the last jobs first. */
static void choose_all(struct sw_replay *r, struct yarn_kills *k)
{
    size_t most = (size_t)(r->slots.now[0] / 10);
    k->n_chosen = 0;
    for (struct pool *p = r->pools.first; p; p = p->next) {
        const struct part *q = queue_part(k, p);
        double wanted = q->use > 1.1 * q->guarantee + SOME ? q->owes / 5 : 0;
        for (size_t i = p->has_children ? 0 : k->n_jobs; i-- > 0;)
            if (k->jobs[i]->pool == p)
                choose_of_job(k, k->jobs[i], &wanted, most);
    }
}

/* Y14.5: what is chosen without a mark is marked. A mark of more than 2 W before the last round is forgotten. */
void queue_kills_round(struct sw_replay *r, struct yarn_kills *k)
{
    int64_t wait_us = r->opt.preempt.wait_us, before_us = r->now_us - r->opt.preempt.policy->look_every_us;
    find_parts(r, k);
    choose_all(r, k);
    size_t n = 0;
    for (size_t i = 0; i < k->n_chosen; i++) {
        int64_t *marked_us = attempt_record(k->chosen[i].attempt, &k->at);
        if (*marked_us < 0 || *marked_us + 2 * wait_us < before_us)
            *marked_us = r->now_us;
        else if (*marked_us + wait_us <= r->now_us)
            k->chosen[n++] = k->chosen[i];
    }
    k->n_chosen = n;
}
