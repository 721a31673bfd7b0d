/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_deficit.c - O10, O13: HADOOP-3746. All jobs in one list, those below their minimum first, then by what they
 * missed of their share; minimum, share and deficit are those of the last update. */
#include <stdlib.h>
#include "tests/naive/naive.h"

/* "Towards minus infinity"; b above 0. */
static int64_t floor_of(__int128 a, __int128 b)
{
    return (int64_t)(a % b < 0 ? a / b - 1 : a / b);
}

static int64_t least_of(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t demand_of(const struct run *r, int job, int kind)
{
    return job_running(r, job, kind) + job_waiting(r, job, kind);
}

/* ---- the update: four steps ------------------------------------------------------------------------ */

/* Step 1: "a job that an update has seen before". */
static void add_to_deficit(struct run *r, int job, int kind)
{
    struct job *j = &r->job[job];
    __int128 missed = (__int128)j->share[kind] - (__int128)job_running(r, job, kind) * MILLION;
    if (j->updated) j->deficit[kind] += floor_of(missed * r->o.interval_us, MILLION);
}

/* Step 2: weight, factor (O5, here times 4) and boost; "half up, at least one". */
static void set_weight(struct run *r, struct job *j)
{
    static const int64_t factor[] = { 16, 8, 4, 2, 1 };
    bool young = r->now_us - j->submit_us < r->o.age_us;
    __int128 product = (__int128)j->weight * factor[j->priority] * (young ? r->o.boost : MILLION),
        one = 4 * (__int128)MILLION;
    j->w = (int64_t)((product + one / 2) / one);
    if (j->w < 1) j->w = 1;
}

/* Step 3: "some job of the pool has demand above its minimum, these jobs (chosen once a round)". Returns W. */
static int64_t choose(const struct run *r, int kind, int pool, bool *chosen)
{
    int64_t sum = 0;
    for (int i = 0; i < r->n_jobs; i++) {
        const struct job *j = &r->job[i];
        chosen[i] = job_is_in(j) && j->pool == pool && demand_of(r, i, kind) > j->minimum[kind];
        if (chosen[i]) sum += j->w;
    }
    return sum;
}

static void give(const struct run *r, int kind, int job, int64_t part, int64_t *left)
{
    int64_t *minimum = &r->job[job].minimum[kind];
    part = least_of(least_of(part, demand_of(r, job, kind) - *minimum), *left);
    *minimum += part;
    *left -= part;
}

/* "by w (largest first), deficit (step 1, largest first), fifo order (O2)" */
static bool is_given_before(const struct run *r, int kind, int a, int b)
{
    const struct job *ja = &r->job[a], *jb = &r->job[b];
    if (ja->w != jb->w) return ja->w > jb->w;
    if (ja->deficit[kind] != jb->deficit[kind]) return ja->deficit[kind] > jb->deficit[kind];
    return fifo_before(ja, jb);
}

static void give_one_after_the_other(const struct run *r, int kind, bool *chosen, int64_t old, int64_t sum,
                                     int64_t *left)
{
    for (;;) {
        int first = -1;
        for (int j = 0; j < r->n_jobs; j++)
            if (chosen[j] && (first < 0 || is_given_before(r, kind, j, first))) first = j;
        if (first < 0) return;
        chosen[first] = false;
        /* the quotient rounded up */
        give(r, kind, first, (int64_t)(((__int128)old * r->job[first].w + sum - 1) / sum), left);
    }
}

static void set_minimums(const struct run *r, int kind, int pool)
{
    int64_t left = pool_minimum(r, pool, kind), sum; /* after O8 */
    bool *chosen = naive_alloc((size_t)r->n_jobs, sizeof *chosen);
    while (left > 0 && (sum = choose(r, kind, pool, chosen)) > 0) {
        int64_t old = left;
        for (int j = 0; j < r->n_jobs; j++)
            if (chosen[j]) give(r, kind, j, (int64_t)((__int128)old * r->job[j].w / sum), &left);
        if (left == old) give_one_after_the_other(r, kind, chosen, old, sum, &left);
    }
    free(chosen);
}

/* Step 4: "all of these at once have share = minimum 10^6 and take part no more". False: there were none. */
static bool settle_minimums(const struct run *r, int kind, bool *takes_part, int64_t *level, int64_t *sum)
{
    int64_t old_level = *level, old_sum = *sum;
    bool some = false;
    for (int i = 0; i < r->n_jobs; i++) {
        struct job *j = &r->job[i];
        if (!takes_part[i] || j->minimum[kind] * MILLION <= floor_of((__int128)old_level * j->w, old_sum)) continue;
        j->share[kind] = j->minimum[kind] * MILLION;
        takes_part[i] = false;
        *level -= j->share[kind];
        *sum -= j->w;
        some = true;
    }
    return some;
}

static void set_shares(const struct run *r, int kind)
{
    int64_t level = MILLION * slots_up(r, kind), sum = 0;
    bool *takes_part = naive_alloc((size_t)r->n_jobs, sizeof *takes_part);
    for (int i = 0; i < r->n_jobs; i++) {
        struct job *j = &r->job[i];
        if (!job_is_in(j)) continue;
        j->share[kind] = 0;
        takes_part[i] = demand_of(r, i, kind) > 0;
        if (takes_part[i]) sum += j->w;
    }
    while (settle_minimums(r, kind, takes_part, &level, &sum)) continue;
    for (int i = 0; i < r->n_jobs; i++)
        if (takes_part[i]) r->job[i].share[kind] = floor_of((__int128)level * r->job[i].w, sum);
    free(takes_part);
}

/* "In four steps, each for all jobs before the next." */
static void update_kind(struct run *r, int kind)
{
    for (int j = 0; j < r->n_jobs; j++)
        if (job_is_in(&r->job[j])) add_to_deficit(r, j, kind);
    for (int j = 0; j < r->n_jobs; j++)
        if (job_is_in(&r->job[j])) set_weight(r, &r->job[j]);
    for (int j = 0; j < r->n_jobs; j++) r->job[j].minimum[kind] = 0;
    for (int p = 0; p < r->n_pools; p++) set_minimums(r, kind, p);
    set_shares(r, kind);
}

void deficit_update(struct run *r)
{
    for (int kind = 0; kind < r->n_kinds; kind++) update_kind(r, kind);
    for (int j = 0; j < r->n_jobs; j++) r->job[j].updated |= job_is_in(&r->job[j]);
}

/* ---- the list -------------------------------------------------------------------------------------- */

/* O13: "a job runs at most cap tasks of a kind"; of pools no maximum is looked at. */
static bool holds_back(const struct run *r, int job, int kind)
{
    return job_running(r, job, kind) >= r->o.job_cap;
}

static bool before(const struct run *r, int kind, int a, int b)
{
    const struct job *ja = &r->job[a], *jb = &r->job[b];
    bool lacks_a = job_running(r, a, kind) < ja->minimum[kind], lacks_b = job_running(r, b, kind) < jb->minimum[kind];
    if (lacks_a != lacks_b) return lacks_a;
    if (ja->deficit[kind] != jb->deficit[kind]) return ja->deficit[kind] > jb->deficit[kind];
    return earlier(ja, jb); /* O1 */
}

static int one_group(const struct run *r, int job)
{
    (void)r, (void)job;
    return 0;
}

static int list_deficit(const struct run *r, int kind, struct stage **out)
{
    return list_group(r, kind, 0, one_group, before, out);
}

const struct order_rule order_deficit = { "deficit", true, list_deficit, holds_back };
