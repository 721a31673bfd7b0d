/* SPDX-License-Identifier: GPL-3.0-or-later */
/* score.c - C2: how far an attempt has come, in whole millionths, each quotient cut before it is used further. */
#include "tests/naive/naive.h"

static int64_t quotient(int64_t part_us, int64_t whole_us)
{
    if (whole_us <= 0) return MILLION;
    return part_us <= 0 ? 0 : (int64_t)((__int128)part_us * MILLION / whole_us);
}

/* "(D - left)/D, D its running time by L3 at the node's present speed"; with F1 "D is what it would take without
 * failing, and D - left what it has done of it". */
static int64_t worked(const struct run *r, const struct attempt *a, int64_t local_us, double penalty)
{
    double speed = r->node[a->node].speed;
    int64_t whole_us = naive_round((double)local_us * penalty / speed);
    int64_t until_it_fails_us = naive_round((double)a->local_us * penalty / speed);
    return quotient(until_it_fails_us - (a->due_us - r->now_us), whole_us);
}

static int64_t least_of(int64_t a, int64_t b) { return a < b ? a : b; }

/* "min((t - launch - startup)/copy_s, maps done/maps) until the last map has ended, then min((t - launch -
 * startup)/copy_s, (copy_s - left)/copy_s)". */
static int64_t copied(const struct run *r, const struct attempt *a, const struct job *j, int64_t copy_us)
{
    int64_t since = quotient(r->now_us - attempt_starts(r, a), copy_us), maps = job_maps(j),
        done = job_maps_done(j), shuffled = network_score(r, a);
    if (shuffled >= 0) return least_of(since, shuffled);
    if (j->mapreduce && done < maps) return least_of(since, quotient(done, maps));
    return least_of(since, quotient(copy_us - (a->due_us - r->now_us), copy_us));
}

int64_t score_of(const struct run *r, const struct attempt *a)
{
    const struct job *j = &r->job[a->job];
    const struct stage *s = &j->stage[a->stage];
    const struct task *t = &s->task[a->task];
    if (s->kind != SW_REDUCE) {
        if (r->now_us <= attempt_starts(r, a)) return 0;
        if (network_score(r, a) >= 0) return network_score(r, a);
        return worked(r, a, t->local_us, attempt_penalty(r, t, a->locality));
    }
    if (a->phase == COPIES) return copied(r, a, j, t->copy_us) / 3;
    if (a->phase == WAITS) return 666666;
    return 666666 + worked(r, a, t->local_us, 1) / 3;
}
