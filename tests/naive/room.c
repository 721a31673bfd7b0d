/* SPDX-License-Identifier: GPL-3.0-or-later */
/* room.c - A6 to A10: room for map output, and jobs that are evicted. */
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

/* S4: of map i of M, floor(S (i + 1) / M) - floor(S i / M). */
static int64_t output_of(const struct job *j, int map)
{
    __int128 s = j->shuffle_bytes, maps = job_maps(j);
    return (int64_t)(s * (map + 1) / maps - s * map / maps);
}

static bool has_output(const struct job *j, const struct stage *s)
{
    return j->mapreduce && s->kind == SW_MAP;
}

/* A6: taken by maps that run, and by those that are done, until their job ends. */
static int64_t bytes_left(const struct run *r, int node)
{
    int64_t left = r->node[node].disk;
    if (left == NO_LIMIT) return NO_LIMIT;
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        const struct job *j = &r->job[a->job];
        const struct task *t = &j->stage[a->stage].task[a->task];
        bool is_done = a->phase == OVER && t->done && t->done_by == i && j->state == SUBMITTED;
        if (a->node == node && has_output(j, &j->stage[a->stage]) && (a->phase != OVER || is_done))
            left -= output_of(j, a->task);
    }
    if (left < 0) naive_fail("a node holds more than it has room for");
    return left;
}

/* A7: ceil(S / M) bytes are left. */
bool room_may_start(const struct run *r, const struct stage *s, int node)
{
    const struct job *j = &r->job[s->job];
    if (!has_output(j, s)) return true;
    int64_t maps = job_maps(j);
    return bytes_left(r, node) >= j->shuffle_bytes / maps + (j->shuffle_bytes % maps != 0);
}

/* ---- A8 ------------------------------------------------------------------------------------------ */

/* "no attempt runs but reduces that wait for maps of their job, none has ended that still counts as running, no stage
 * is being set up" */
static bool nothing_ends(const struct run *r)
{
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        if (a->phase == OVER ? !a->freed || !a->committed : a->due_us != NEVER || a->phase != COPIES) return false;
    }
    for (int j = 0; j < r->n_jobs; j++)
        for (int s = 0; s < r->job[j].n_stages; s++)
            if (r->job[j].state == SUBMITTED && r->job[j].stage[s].due_us != NEVER) return false;
    return true;
}

/* What waits: whether a task can be launched, whether a map is refused for room, whose tasks are in the lists. */
struct waiting { bool launches, refused; int job, n_jobs; };

static bool some_limit(const struct run *r)
{
    for (int n = 0; n < r->n_nodes; n++)
        if (r->node[n].disk != NO_LIMIT) return true;
    return false;
}

static void look_at_stage(const struct run *r, const struct stage *s, struct waiting *w)
{
    if (w->n_jobs == 0 || w->job != s->job) w->n_jobs++;
    w->job = s->job;
    for (int n = 0; n < r->n_nodes; n++) {
        if (!r->node[n].up || node_free(r, n, s->slot_kind) <= 0) continue;
        if (!hod_may_use(r, &r->job[s->job], n)) continue; /* O24 */
        if (s->kind == SW_REDUCE && !cpac_may_start(r, s->job, n)) continue; /* A2 */
        if (room_may_start(r, s, n) && sizes_fit(r, s, n)) w->launches = true; /* Z3 */
        else w->refused = some_limit(r);
    }
}

static bool is_stuck(const struct run *r, struct waiting *w)
{
    *w = (struct waiting){ .job = -1 };
    if (!nothing_ends(r)) return false;
    for (int kind = 0; kind < r->n_kinds; kind++) {
        int n = r->o.order->list(r, kind, r->list);
        for (int i = 0; i < n; i++) look_at_stage(r, r->list[i], w);
    }
    return w->refused && !w->launches;
}

/* ---- A9 ------------------------------------------------------------------------------------------ */

static int64_t held_by(const struct job *j)
{
    int64_t bytes = 0;
    for (int s = 0; s < j->n_stages; s++)
        for (int t = 0; t < j->stage[s].n_tasks; t++)
            if (has_output(j, &j->stage[s]) && j->stage[s].task[t].done) bytes += output_of(j, t);
    return bytes;
}

static int64_t count_tasks(const struct job *j, bool done)
{
    int64_t n = 0;
    for (int s = 0; s < j->n_stages; s++)
        for (int t = 0; t < j->stage[s].n_tasks; t++)
            if (!done || j->stage[s].task[t].done) n++;
    return n;
}

/* By the rule; ties by O1, the last first. */
static bool goes_before(const struct run *r, const struct job *a, const struct job *b)
{
    int64_t x = 0, y = 0;
    if (r->o.evict == LEAST_PROGRESS) {
        x = count_tasks(b, true) * count_tasks(a, false);
        y = count_tasks(a, true) * count_tasks(b, false);
    } else if (r->o.evict == MOST_SPACE) {
        x = held_by(a);
        y = held_by(b);
    }
    return x != y ? x > y : earlier(b, a);
}

/* "of the jobs admitted, not ended and not held back those that have finished maps with output; if there are none,
 * those with live attempts" */
static bool may_go(const struct run *r, int job, const struct waiting *w, bool by_output)
{
    const struct job *j = &r->job[job];
    if (j->state != SUBMITTED || !j->admitted || j->held_back || !j->mapreduce || (w->n_jobs == 1 && w->job == job))
        return false;
    return by_output ? held_by(j) > 0 : job_running(r, job, 0) + job_running(r, job, 1) > 0;
}

static int choose(const struct run *r, const struct waiting *w, bool by_output)
{
    int first = -1;
    for (int j = 0; j < r->n_jobs && r->o.evict != NOBODY; j++)
        if (may_go(r, j, w, by_output) && (first < 0 || goes_before(r, &r->job[j], &r->job[first]))) first = j;
    return first;
}

/* ---- evicted ---------------------------------------------------------------------------------------- */

static void take_back(struct run *r, int job)
{
    struct job *j = &r->job[job];
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].job == job && r->attempt[i].phase != OVER) {
            attempt_stop(r, i, SW_EVICTED);
            r->node[r->attempt[i].node].asks = true; /* as K5 */
        }
    for (int s = 0; s < j->n_stages; s++)
        for (int t = 0; t < j->stage[s].n_tasks; t++)
            if (j->stage[s].kind == SW_MAP) map_unlaunch(r, j, &j->stage[s], &j->stage[s].task[t]);
}

/* Whether somebody was evicted. */
bool room_evict(struct run *r)
{
    struct waiting w;
    bool stuck = is_stuck(r, &w);
    int job = stuck ? choose(r, &w, true) : -1;
    if (stuck && job < 0) job = choose(r, &w, false);
    if (job < 0) return false;
    take_back(r, job);
    r->job[job].held_back = true;
    r->job[job].evicted = ++r->n_evictions;
    r->work_came = true; /* A10 */
    return true;
}

/* A9: nobody is evicted. */
bool room_stays_stuck(const struct run *r)
{
    struct waiting w;
    return is_stuck(r, &w);
}

/* A8: held back "until a job ends that was admitted before the eviction and had not ended"; A10 */
void room_job_ended(struct run *r, int ended)
{
    if (some_limit(r) && held_by(&r->job[ended]) > 0) r->work_came = true;
    for (int i = 0; i < r->n_jobs; i++) {
        struct job *j = &r->job[i];
        if (!j->held_back || !r->job[ended].admitted || r->job[ended].came >= j->evicted) continue;
        j->held_back = false;
        r->work_came = true;
        for (int s = 0; s < j->n_stages; s++) stage_anew(r, &j->stage[s]);
    }
}

int set_evict(struct options *o, const char *arg, struct sw_err *err)
{
    static const char *const words[] = { "latest", "least-progress", "most-space", "none", NULL };
    size_t word;
    if (sw_opt_word("--evict", arg, words, &word, err)) return SW_FAIL;
    o->evict = (enum evict)word;
    return SW_OK;
}
