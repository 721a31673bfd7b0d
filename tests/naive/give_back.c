/* SPDX-License-Identifier: GPL-3.0-or-later */
/* give_back.c - Y9, Y10: jobs whose maps starve give reduces back, as YARN's application master for MapReduce does. */
#include "tests/naive/naive.h"

static int64_t maps_waiting(const struct job *j)
{
    int64_t n = 0;
    for (int s = 0; s < j->n_stages; s++)
        if (j->stage[s].kind == SW_MAP) n += stage_waiting(&j->stage[s]);
    return n;
}

static int64_t live(const struct run *r, int job, enum sw_kind kind)
{
    int64_t n = 0;
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        if (a->job == job && a->phase != OVER && r->job[job].stage[a->stage].kind == kind) n++;
    }
    return n;
}

/* Y10: "no node has a free slot, or a limit (O6, O13) holds it back." */
static bool has_headroom(const struct run *r, int job)
{
    for (int n = 0; n < r->n_nodes; n++)
        if (r->node[n].up && node_free(r, n, 0) > 0) return !order_holds_back(r, job, 0);
    return false;
}

/* Y10: "those of the least score (C2), of equals the one launched last". */
static int least_of_job(const struct run *r, int job)
{
    int least = -1;
    for (int i = r->n_attempts - 1; i >= 0; i--) {
        const struct attempt *a = &r->attempt[i];
        if (a->job != job || a->phase == OVER || r->job[job].stage[a->stage].kind != SW_REDUCE) continue;
        if (least < 0 || score_of(r, a) < score_of(r, &r->attempt[least])) least = i;
    }
    return least;
}

/* Y10: min of half its live reduces and its maps waiting. */
static void kill_reduces(struct run *r, int job)
{
    int64_t half = (live(r, job, SW_REDUCE) + 1) / 2, maps = maps_waiting(&r->job[job]);
    for (int64_t k = half < maps ? half : maps; k > 0; k--) kill_attempt(r, least_of_job(r, job), -1);
}

static void look_at(struct run *r, int job)
{
    struct job *j = &r->job[job];
    if (j->no_reduces && maps_waiting(j) == 0) {
        j->no_reduces = false;
        r->work_came = true;
    }
    if (maps_waiting(j) == 0 || live(r, job, SW_MAP) > 0 || live(r, job, SW_REDUCE) == 0) return;
    j->no_reduces = true;
    if (!has_headroom(r, job)) kill_reduces(r, job);
}

void give_back_look(struct run *r)
{
    for (int j = 0; j < r->n_jobs && r->n_kinds == 1; j++)
        if (r->job[j].mapreduce && job_is_in(&r->job[j]) && !r->job[j].held_back) look_at(r, j);
}
