/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deficit.c - rule O10 from its text: minimum, share and deficit of each job that is in, at each update. */
#include "lib/audit/audit.h"
#include "lib/base/million.h"
#include <stdlib.h>

typedef __int128 wide;

/* b > 0 */
static wide floor_of(wide a, wide b) { return a / b - (a % b < 0); }
static int64_t wanted(const struct job *job, int kind) { return job->running[kind] + job->waiting[kind]; }

/* ---- who is in ------------------------------------------------------------------------------------- */

static int by_admission(const void *x, const void *y)
{
    const struct job *a = *(struct job *const *)x, *b = *(struct job *const *)y;
    return (a->admit_us > b->admit_us) - (a->admit_us < b->admit_us);
}

void audit_deficit_start(struct audit *a)
{
    if (a->rules.order != ORDER_DEFICIT)
        return;
    a->in = xrealloc(a->in, 2 * (size_t)a->n_jobs + 1, sizeof *a->in);
    a->n_in = 0;
    a->next_in = a->in + a->n_jobs;
    a->n_next_in = a->n_jobs;
    a->next_update_us = NEVER;
    for (uint32_t j = 0; j < a->n_jobs; j++) {
        struct job *job = &a->job[j];
        job->updated = false;
        a->next_in[j] = job;
        for (int kind = 0; kind < 2; kind++)
            job->min[kind] = job->share[kind] = job->deficit[kind] = 0;
        if (job->submit_us < NEVER)
            a->next_update_us
                = min_i64(a->next_update_us, (job->submit_us / a->rules.interval_us + 1) * a->rules.interval_us);
    }
    if (a->n_jobs)
        qsort(a->next_in, a->n_jobs, sizeof *a->next_in, by_admission);
}

static void let_in_and_out(struct audit *a, int64_t at_us)
{
    uint32_t n = 0;
    for (; a->n_next_in && (*a->next_in)->admit_us <= at_us; a->n_next_in--)
        a->in[a->n_in++] = *a->next_in++;
    for (uint32_t i = 0; i < a->n_in; i++)
        if (a->in[i]->end_us > at_us)
            a->in[n++] = a->in[i];
    a->n_in = n;
}

/* ---- the four steps --------------------------------------------------------------------------------- */

static void add_missed(const struct audit *a, struct job *job, int kind)
{
    if (job->updated)
        job->deficit[kind] += (int64_t)floor_of(
            ((wide)job->share[kind] - (wide)job->running[kind] * MILLION) * a->rules.interval_us, MILLION);
}

static void set_weight(const struct audit *a, struct job *job, int64_t at_us)
{
    static const int64_t quarters[] = { 16, 8, 4, 2, 1 };
    int64_t boost = at_us - job->submit_us < a->rules.age_us ? a->rules.boost : MILLION;
    wide w = floor_of((wide)job->weight * quarters[job->priority] * boost + 2 * MILLION, 4 * MILLION);
    job->w = w < 1 ? 1 : (int64_t)w;
}

static bool before_in_fifo(const struct job *x, const struct job *y)
{
    if (x->priority != y->priority)
        return x->priority < y->priority;
    if (x->submit_us != y->submit_us)
        return x->submit_us < y->submit_us;
    return x->place < y->place;
}

static int by_weight_deficit_fifo(const struct job *x, const struct job *y, int kind)
{
    if (x->w != y->w)
        return x->w > y->w ? -1 : 1;
    if (x->deficit[kind] != y->deficit[kind])
        return x->deficit[kind] > y->deficit[kind] ? -1 : 1;
    return before_in_fifo(x, y) ? -1 : 1;
}

static int64_t give(struct job *job, int kind, int64_t tasks, int64_t left)
{
    tasks = min_i64(min_i64(tasks, wanted(job, kind) - job->min[kind]), left);
    job->min[kind] += tasks;
    return left - tasks;
}

/* Of those chosen and not yet given to the first by weight, deficit, fifo order. */
static struct job *next_odd_one(struct job **chosen, uint32_t n, const struct job *after, int kind)
{
    struct job *next = NULL;
    for (uint32_t i = 0; i < n; i++)
        if ((!after || by_weight_deficit_fifo(after, chosen[i], kind) < 0) && chosen[i] != after
            && (!next || by_weight_deficit_fifo(chosen[i], next, kind) < 0))
            next = chosen[i];
    return next;
}

static int64_t deal_round(struct job **chosen, uint32_t n, int kind, int64_t old)
{
    wide weights = 0;
    int64_t left = old;
    for (uint32_t i = 0; i < n; i++)
        weights += chosen[i]->w;
    for (uint32_t i = 0; i < n; i++)
        left = give(chosen[i], kind, (int64_t)floor_of((wide)old * chosen[i]->w, weights), left);
    if (left < old)
        return left;
    for (struct job *job = NULL; left > 0 && (job = next_odd_one(chosen, n, job, kind)); )
        left = give(job, kind, (int64_t)-floor_of(-(wide)old * job->w, weights), left);
    return left;
}

static void deal_minimum(struct audit *a, uint32_t pool, int kind)
{
    struct job **chosen = xcalloc((size_t)a->n_in + 1, sizeof *chosen);
    for (int64_t left = a->pool[pool].min[kind]; left > 0; ) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < a->n_in; i++)
            if (a->in[i]->pool == pool && a->in[i]->min[kind] < wanted(a->in[i], kind))
                chosen[n++] = a->in[i];
        if (!n)
            break;
        left = deal_round(chosen, n, kind, left);
    }
    xfree(chosen);
}

/* One pass: all whose minimum is above their part of what is left. */
static bool lift(struct audit *a, int kind, wide *slots, wide *weights)
{
    wide left = *slots, all = *weights;
    bool any = false;
    for (uint32_t i = 0; i < a->n_in; i++) {
        struct job *job = a->in[i];
        if (job->share[kind] >= 0 || (wide)job->min[kind] * MILLION <= floor_of(left * job->w, all))
            continue;
        *slots -= job->share[kind] = job->min[kind] * MILLION;
        *weights -= job->w;
        any = true;
    }
    return any;
}

static void set_shares(struct audit *a, int kind)
{
    wide slots = (wide)a->slots_up[kind] * MILLION, weights = 0;
    for (uint32_t i = 0; i < a->n_in; i++) {
        bool wants = wanted(a->in[i], kind) > 0;
        a->in[i]->share[kind] = wants ? -1 : 0;
        weights += wants ? a->in[i]->w : 0;
    }
    while (weights > 0 && lift(a, kind, &slots, &weights))
        ;
    for (uint32_t i = 0; i < a->n_in; i++)
        if (a->in[i]->share[kind] < 0)
            a->in[i]->share[kind] = (int64_t)floor_of(slots * a->in[i]->w, weights);
}

static void update(struct audit *a, int64_t at_us)
{
    let_in_and_out(a, at_us);
    for (uint32_t i = 0; i < a->n_in; i++) {
        set_weight(a, a->in[i], at_us);
        for (int kind = 0; kind < 2; kind++) {
            add_missed(a, a->in[i], kind);
            a->in[i]->min[kind] = 0;
        }
        a->in[i]->updated = true;
    }
    for (int kind = 0; kind < 2; kind++) {
        for (uint32_t p = 0; p < a->n_pools; p++)
            if (a->pool[p].min[kind])
                deal_minimum(a, p, kind);
        set_shares(a, kind);
    }
}

/* Updates before at_us. */
void audit_deficit_until(struct audit *a, int64_t at_us)
{
    while (a->rules.order == ORDER_DEFICIT && a->next_update_us < at_us) {
        update(a, a->next_update_us);
        a->next_update_us += a->rules.interval_us;
    }
}

/* The one at this instant. clear: the instant has one round; else it is not said what the update saw of it. */
void audit_deficit_at(struct audit *a, bool clear)
{
    if (a->next_update_us == a->now_us && !clear && a->now_us < a->blind_us)
        a->blind_us = a->now_us;
    audit_deficit_until(a, a->now_us + 1);
}
