/* SPDX-License-Identifier: GPL-3.0-or-later */
/* global.c - one decision for all nodes (section 12). Which of several that cost the least is taken, is the solver's
 * choice (Q5). So --follow names a log, whose launches are made. Each decision has to cost the least, by the simplest
 * of solvers, and to give each job what Q4 gives it. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "slotwise/sw_csv.h"
#include "slotwise/sw_num.h"
#include "tests/naive/naive.h"

/* ---- the options and the log --------------------------------------------------------------------- */

int set_global(struct options *o, const char *arg, struct sw_err *err)
{
    struct spec spec;
    int status = SW_OK;
    if (spec_read("--global", arg, &spec, err)) return SW_FAIL;
    o->global = (struct global_rule){ .decides = !strcmp(spec.name, "quincy"), .fair = true, .rack = 1000, .off = 2000,
                                      .wait = 500, .run = 1000 };
    for (size_t i = 0; i < spec.n && status == SW_OK; i++) {
        char *value = strchr(spec.param[i], '=');
        double x = 0;
        if (!value) return sw_err_usage(err, "--global: not a word: '%s'", spec.param[i]);
        *value++ = 0;
        if (!strcmp(spec.param[i], "share")) o->global.fair = !strcmp(value, "fair");
        else if (!strcmp(spec.param[i], "preempt")) o->global.moves = !strcmp(value, "yes");
        else if (!strcmp(spec.param[i], "every")) status = sw_opt_duration("--global", value, &o->global.every_us, err);
        else status = sw_opt_real("--global", value, 0, 1e6, &x, err);
        if (!strcmp(spec.param[i], "rack")) o->global.rack = 1000 * x;
        if (!strcmp(spec.param[i], "any")) o->global.off = 1000 * x;
        if (!strcmp(spec.param[i], "wait")) o->global.wait = 1000 * x;
        if (!strcmp(spec.param[i], "run")) o->global.run = 1000 * x;
    }
    spec_clear(&spec);
    o->order = o->global.fair ? &order_hfs : &order_fifo; /* Q4.3 */
    return status;
}

static char *copy_of(const struct sw_row *row, size_t at)
{
    return naive_copy(row->field[at].at, row->field[at].len);
}

/* The rows are not looked at before their instant. */
void global_read_log(struct run *r)
{
    static const char *const names[] = { "job_id", "task_id", "node", "stage", "attempt", "launch_s", "finish_s",
                                         "outcome" };
    struct sw_err err = { 0 };
    struct sw_csv *in;
    struct sw_row row;
    size_t at[8];
    int got;
    if (!r->o.follow) return;
    if (sw_csv_open(&in, r->o.follow, &err)) naive_fail_err(&err);
    for (int i = 0; i < 8; i++) at[i] = sw_csv_find(in, names[i]);
    while ((got = sw_csv_next(in, &row, &err)) > 0) {
        r->followed = naive_grow(r->followed, (size_t)r->n_followed + 1, sizeof *r->followed);
        struct followed *f = &r->followed[r->n_followed++];
        *f = (struct followed){ .job = copy_of(&row, at[0]), .task = copy_of(&row, at[1]) };
        f->node = copy_of(&row, at[2]);
        if (sw_num_u64(row.field[at[3]].at, row.field[at[3]].len, &f->stage)
            || sw_num_u64(row.field[at[4]].at, row.field[at[4]].len, &f->attempt)
            || sw_num_time(row.field[at[5]].at, row.field[at[5]].len, &f->launch_us))
            naive_fail("not a log of attempts");
        f->killed_us = UNSET;
        if (row.field[at[7]].len == 6 && !memcmp(row.field[at[7]].at, "killed", 6)
            && sw_num_time(row.field[at[6]].at, row.field[at[6]].len, &f->killed_us))
            naive_fail("not a log of attempts");
    }
    if (got < 0) naive_fail_err(&err);
    sw_csv_close(in);
}

/* ---- the problem --------------------------------------------------------------------------------- */

/* node: that it is launched on, or -1; group: the lowest task of its stage with the same free places;
 * attempt: it runs (Q7), or -1 */
struct wish { struct stage *stage; int task; int64_t wait; int node, group, attempt; };
struct problem { int kind, n; struct wish *wish; int64_t *given; };

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

static struct stage *stage_of(const struct run *r, const struct attempt *a) { return &r->job[a->job].stage[a->stage]; }

/* Q7.2: "a node that occupies no more slots than it has" */
static bool takes_part(const struct run *r, int node, int kind)
{
    return r->o.global.moves && r->node[node].up && node_free(r, node, kind) >= 0;
}

static bool runs_in(const struct run *r, const struct attempt *a, int kind)
{
    return a->phase != OVER && stage_of(r, a)->slot_kind == kind && takes_part(r, a->node, kind);
}

/* Q2, Q7.2: the units that a node passes on. */
static int64_t room(const struct run *r, int node, int kind)
{
    int64_t n = most(0, node_free(r, node, kind));
    for (int i = 0; i < r->n_attempts; i++) n += r->attempt[i].node == node && runs_in(r, &r->attempt[i], kind);
    return n;
}

/* What the job runs that may be taken from it. */
static int64_t runs_of(const struct run *r, int job, int kind)
{
    int64_t n = 0;
    for (int i = 0; i < r->n_attempts; i++) n += r->attempt[i].job == job && runs_in(r, &r->attempt[i], kind);
    return n;
}

/* Q3.1, Q3.3 */
static void distances(const struct run *r, const struct job *j, int64_t *rack, int64_t *off)
{
    int64_t tasks = 0;
    for (int s = 0; s < j->n_stages; s++)
        if (j->stage[s].kind != SW_REDUCE) tasks += j->stage[s].n_tasks;
    int64_t bytes = tasks ? j->input_bytes / tasks : 0;
    double gib = (double)(bytes ? bytes : INT64_C(1) << 27) / 1073741824.0;
    *rack = most(1, naive_round(r->o.global.rack * gib));
    *off = most(*rack + 1, naive_round(r->o.global.off * gib));
    *rack = least(*rack, 12500000);
    *off = least(*off, 12500001);
}

/* Q2.1 to Q2.4. A rack counts where it has a free slot and a replica: this node has the slot. */
static int64_t cost_at(const struct run *r, const struct wish *w, int node)
{
    const struct task *t = &w->stage->task[w->task];
    int64_t rack, off;
    if (t->n_replicas == 0 || t->failed) return 0;
    distances(r, &r->job[w->stage->job], &rack, &off);
    enum sw_locality at = locality_of(r, t, node);
    if (at == SW_AT_NODE) return 0;
    bool one_rack = true;
    for (int n = 1; n < r->n_nodes; n++) one_rack = one_rack && !strcmp(r->node[n].rack, r->node[0].rack);
    return at == SW_AT_RACK || one_rack ? rack : off;
}

/* Twice what launching saves, and one for the launch: where it costs the same it is launched (Q3.2). */
static int64_t saves(const struct run *r, const struct wish *w, int node)
{
    int64_t ran_us = 0, saved = 2 * (w->wait - cost_at(r, w, node)) + 1;
    if (w->attempt < 0 || r->attempt[w->attempt].node != node) return saved;
    for (int i = 0; i < r->n_attempts; i++) { /* Q7.3: theta */
        const struct attempt *a = &r->attempt[i];
        if (stage_of(r, a) != w->stage || a->task != w->task) continue;
        if (i == w->attempt) ran_us += r->now_us - a->launch_us;
        else if (a->outcome == SW_KILLED) ran_us += a->finish_us - a->launch_us;
    }
    return saved + 2 * least(25000000, naive_round(r->o.global.run * (double)(ran_us / MILLION))) + 1;
}

static void wish_for(struct run *r, struct problem *p, struct stage *s, int task, int attempt)
{
    double waited = (double)(r->now_us - s->ready_us) / 1e6;
    int64_t waits = naive_round(r->o.global.wait * waited); /* Q3.2 */
    p->wish = naive_grow(p->wish, (size_t)p->n + 1, sizeof *p->wish);
    p->wish[p->n++] = (struct wish){ s, task, least(waits, 25000000), -1, 0, attempt };
}

static void gather(struct run *r, struct problem *p)
{
    for (int j = 0; j < r->n_jobs; j++) {
        int n = p->given[j] ? stages_of_job(&r->job[j], p->kind, r->list) : 0;
        for (int i = 0; i < n; i++)
            for (int t = 0; t < r->list[i]->n_tasks; t++)
                if (!r->list[i]->task[t].launched) wish_for(r, p, r->list[i], t, -1);
    }
    for (int i = 0; i < r->n_attempts; i++)
        if (runs_in(r, &r->attempt[i], p->kind)) wish_for(r, p, stage_of(r, &r->attempt[i]), r->attempt[i].task, i);
}

/* ---- Q4: how many each job launches -------------------------------------------------------------- */

static bool has_room(const struct run *r, const struct problem *p, int job)
{
    for (int pool = r->job[job].pool; pool >= 0; pool = r->pool[pool].parent) {
        int64_t n = pool_running(r, pool, p->kind);
        for (int j = 0; j < r->n_jobs; j++)
            if (r->job[j].state == SUBMITTED && pool_above(r, pool, r->job[j].pool))
                n += p->given[j] - runs_of(r, j, p->kind);
        if (n >= r->pool[pool].max[p->kind]) return false;
    }
    return true;
}

static void give_fairly(struct run *r, struct problem *p, int64_t n_free)
{
    double *pools = naive_alloc((size_t)r->n_pools, sizeof *pools),
        *jobs = naive_alloc((size_t)r->n_jobs, sizeof *jobs);
    pool_shares(r, p->kind, pools);
    job_shares(r, p->kind, pools, jobs);
    for (; n_free > 0; n_free--) {
        int best = -1;
        int64_t gap = 0;
        for (int j = 0; j < r->n_jobs; j++) {
            int64_t runs = runs_of(r, j, p->kind), own = naive_round(jobs[j] * 1e6)
                - MILLION * (job_running(r, j, p->kind) - runs + p->given[j]);
            if (job_waiting(r, j, p->kind) + runs <= p->given[j] || !has_room(r, p, j)) continue;
            if (best < 0 || own > gap || (own == gap && fifo_before(&r->job[j], &r->job[best]))) best = j, gap = own;
        }
        if (best < 0) break;
        p->given[best]++;
    }
    free(pools);
    free(jobs);
}

/* Q4.3: any number. */
static void give(struct run *r, struct problem *p, int64_t n_free)
{
    for (int j = 0; j < r->n_jobs; j++)
        p->given[j] = r->o.global.fair ? 0 : job_waiting(r, j, p->kind) + runs_of(r, j, p->kind);
    if (r->o.global.fair) give_fairly(r, p, n_free);
}

/* ---- the most that can be saved ------------------------------------------------------------------ */

/* From the source over jobs, tasks and nodes to the sink. Each edge is followed by the one back. */
struct edge { int from, to; int64_t room, saves; };
struct graph { struct edge *edge; int n_edges, n; };

static void join(struct graph *g, int from, int to, int64_t room, int64_t saved)
{
    g->edge = naive_grow(g->edge, (size_t)g->n_edges + 2, sizeof *g->edge);
    g->edge[g->n_edges++] = (struct edge){ from, to, room, saved };
    g->edge[g->n_edges++] = (struct edge){ to, from, 0, -saved };
}

static struct graph make_graph(const struct run *r, const struct problem *p)
{
    struct graph g = { NULL, 0, 2 + r->n_jobs + p->n + r->n_nodes };
    int jobs = 1, tasks = jobs + r->n_jobs, nodes = tasks + p->n, sink = g.n - 1;
    for (int j = 0; j < r->n_jobs; j++) join(&g, 0, jobs + j, p->given[j], 0);
    for (int i = 0; i < p->n; i++) join(&g, jobs + p->wish[i].stage->job, tasks + i, 1, 0);
    for (int i = 0; i < p->n; i++)
        for (int n = 0; n < r->n_nodes; n++)
            if (room(r, n, p->kind) > 0) join(&g, tasks + i, nodes + n, 1, saves(r, &p->wish[i], n));
    for (int n = 0; n < r->n_nodes; n++) join(&g, nodes + n, sink, room(r, n, p->kind), 0);
    return g;
}

/* Bellman and Ford: the path that saves the most, each vertex with the edge that leads to it. Whether there is one. */
static bool best_path(const struct graph *g, int64_t *best, int *by)
{
    bool changed = true;
    for (int v = 0; v < g->n; v++) best[v] = INT64_MIN;
    best[0] = 0;
    while (changed) {
        changed = false;
        for (int e = 0; e < g->n_edges; e++) {
            const struct edge *it = &g->edge[e];
            if (!it->room || best[it->from] == INT64_MIN || best[it->from] + it->saves <= best[it->to]) continue;
            best[it->to] = best[it->from] + it->saves;
            by[it->to] = e;
            changed = true;
        }
    }
    return best[g->n - 1] > INT64_MIN;
}

/* One launch more at a time; under share=none while it saves something. */
static int64_t most_saved(const struct run *r, const struct problem *p)
{
    struct graph g = make_graph(r, p);
    int64_t *best = naive_alloc((size_t)g.n, sizeof *best), sum = 0;
    int *by = naive_alloc((size_t)g.n, sizeof *by);
    while (best_path(&g, best, by) && (r->o.global.fair || best[g.n - 1] > 0)) {
        sum += best[g.n - 1];
        for (int v = g.n - 1; v != 0; v = g.edge[by[v]].from) {
            g.edge[by[v]].room--;
            g.edge[by[v] ^ 1].room++;
        }
    }
    free(best);
    free(by);
    free(g.edge);
    return sum;
}

/* ---- what the log launches ----------------------------------------------------------------------- */

static int node_called(const struct run *r, const char *name)
{
    for (int n = 0; n < r->n_nodes; n++)
        if (!strcmp(r->node[n].name, name)) return n;
    naive_fail("no such node: %s", name);
}

/* The wish that the row makes true, or NULL: it is of another kind. */
static struct wish *wish_of(const struct run *r, const struct problem *p, const struct followed *f)
{
    for (int i = 0; i < p->n; i++) {
        struct wish *w = &p->wish[i];
        const struct task *t = &w->stage->task[w->task];
        if (!strcmp(r->job[w->stage->job].id, f->job) && w->stage->number == f->stage
            && !strcmp(t->id, f->task) && t->n_attempts == (int)f->attempt && w->node < 0)
            return w;
    }
    return NULL;
}

/* The row of a running attempt. */
static struct followed *row_of(struct run *r, const struct attempt *a)
{
    for (int i = 0; i < r->n_followed; i++) {
        struct followed *f = &r->followed[i];
        const struct stage *s = stage_of(r, a);
        if (!strcmp(r->job[a->job].id, f->job) && s->number == f->stage && !strcmp(s->task[a->task].id, f->task)
            && (int)f->attempt == a->number)
            return f;
    }
    naive_fail("the log has no row of an attempt");
}

/* Those that the log does not kill now stay (Q7). */
static void follow_running(struct run *r, struct problem *p)
{
    for (int i = 0; i < p->n; i++) {
        const struct attempt *a = p->wish[i].attempt < 0 ? NULL : &r->attempt[p->wish[i].attempt];
        if (a && row_of(r, a)->killed_us != r->now_us) p->wish[i].node = a->node;
    }
}

/* What the launches of this instant, and what stays, save; n: how many. */
static int64_t follow(struct run *r, struct problem *p, int64_t *n)
{
    int64_t sum = 0;
    *n = 0;
    follow_running(r, p);
    for (int i = 0; i < r->n_followed; i++) {
        struct followed *f = &r->followed[i];
        struct wish *w = f->launch_us == r->now_us && !f->taken ? wish_of(r, p, f) : NULL;
        if (!w) continue;
        w->node = node_called(r, f->node);
        f->taken = true;
    }
    for (int i = 0; i < p->n; i++)
        if (p->wish[i].node >= 0) sum += saves(r, &p->wish[i], p->wish[i].node), ++*n;
    return sum;
}

/* Q4.1 */
static void check_given(const struct run *r, const struct problem *p)
{
    for (int j = 0; j < r->n_jobs && r->o.global.fair; j++) {
        int64_t n = 0;
        for (int i = 0; i < p->n; i++) n += p->wish[i].node >= 0 && p->wish[i].stage->job == j;
        if (n != p->given[j])
            naive_fail("Q4: at %lld us job %s has %lld tasks, not %lld", (long long)r->now_us, r->job[j].id,
                       (long long)n, (long long)p->given[j]);
    }
}

/* Q5.2: without data in a free place. */
static bool has_no_place(const struct run *r, const struct problem *p, const struct wish *w)
{
    int64_t rack, off;
    distances(r, &r->job[w->stage->job], &rack, &off);
    for (int n = 0; n < r->n_nodes; n++)
        if (room(r, n, p->kind) > 0 && cost_at(r, w, n) < off) return false;
    return true;
}

static bool launches_before(const struct run *r, const struct problem *p, const struct wish *x, const struct wish *y)
{
    const struct job *jx = &r->job[x->stage->job], *jy = &r->job[y->stage->job];
    bool nx = has_no_place(r, p, x), ny = has_no_place(r, p, y);
    int64_t cx = cost_at(r, x, x->node), cy = cost_at(r, y, y->node);
    if (jx != jy) return fifo_before(jx, jy);
    if (x->stage != y->stage) return stage_before(jx, x->stage, y->stage);
    if (nx != ny) return nx;
    if (x->group != y->group) return x->group < y->group;
    if (cx != cy) return cx < cy;
    return x->node != y->node ? x->node < y->node : x->task < y->task;
}

static int group_of(const struct run *r, const struct problem *p, const struct wish *w)
{
    for (int i = 0; i < p->n; i++) {
        bool same = p->wish[i].stage == w->stage;
        for (int n = 0; n < r->n_nodes && same; n++)
            same = room(r, n, p->kind) <= 0 || cost_at(r, &p->wish[i], n) == cost_at(r, w, n);
        if (same) return p->wish[i].task;
    }
    return w->task;
}

static void launch_wish(struct run *r, const struct wish *w)
{
    attempt_launch(r, w->node, w->stage, w->task, locality_of(r, &w->stage->task[w->task], w->node));
}

static bool stays(const struct run *r, const struct wish *w)
{
    return w->attempt >= 0 && r->attempt[w->attempt].node == w->node;
}

/* Q7.5 */
static void kill_wishes(struct run *r, struct problem *p)
{
    for (int i = 0; i < p->n; i++) {
        const struct wish *w = &p->wish[i];
        if (w->attempt < 0 || stays(r, w)) continue;
        r->job[w->stage->job].killed++;
        attempt_stop(r, w->attempt, SW_KILLED);
    }
    r->work_came = false;
}

static void launch_all(struct run *r, struct problem *p)
{
    int n = 0;
    struct wish *order = naive_alloc((size_t)p->n, sizeof *order);
    for (int i = 0; i < p->n; i++) p->wish[i].group = group_of(r, p, &p->wish[i]);
    for (int i = 0; i < p->n; i++) {
        struct wish w = p->wish[i];
        int at = n;
        if (w.node < 0 || w.attempt >= 0) continue;
        for (; at > 0 && launches_before(r, p, &w, &order[at - 1]); at--) order[at] = order[at - 1];
        order[at] = w;
        n++;
    }
    kill_wishes(r, p);
    for (int i = 0; i < n; i++) launch_wish(r, &order[i]);
    for (int i = 0; i < p->n; i++)
        if (p->wish[i].attempt >= 0 && p->wish[i].node >= 0 && !stays(r, &p->wish[i])) launch_wish(r, &p->wish[i]);
    free(order);
}

static void decide(struct run *r, int kind)
{
    int64_t n, n_free = 0, best, saved;
    struct problem p = { .kind = kind, .given = naive_alloc((size_t)r->n_jobs, sizeof *p.given) };
    for (int i = 0; i < r->n_nodes; i++) n_free += room(r, i, kind);
    give(r, &p, n_free);
    gather(r, &p);
    if (p.n > 0 && n_free > 0) {
        best = most_saved(r, &p);
        saved = follow(r, &p, &n);
        check_given(r, &p);
        if (saved != best)
            naive_fail("Q5: at %lld us %lld launches save %lld, and %lld can be saved", (long long)r->now_us,
                       (long long)n, (long long)saved, (long long)best);
        launch_all(r, &p);
    }
    free(p.wish);
    free(p.given);
}

/* ---- when (Q1) ----------------------------------------------------------------------------------- */

/* Q2: "pending, its job admitted", whatever holds it back. */
static bool some_wait_beside_free(const struct run *r)
{
    for (int kind = 0; kind < r->n_kinds; kind++)
        for (int j = 0; j < r->n_jobs; j++)
            for (int n = 0; n < r->n_nodes; n++)
                if (node_free(r, n, kind) > 0 && job_waiting(r, j, kind) > 0) return true;
    return false;
}

/* Q7.1 */
static bool may_decide(const struct run *r)
{
    for (int i = 0; i < r->n_attempts && r->o.global.moves; i++)
        if (r->attempt[i].phase != OVER) return true;
    return some_wait_beside_free(r);
}

/* Q1: "at each instant at which H6 (a) or (b) would have a node make a heartbeat". */
void global_decide(struct run *r, bool revived)
{
    bool called = r->work_came;
    for (int n = 0; n < r->n_nodes; n++) {
        called |= r->node[n].asks && r->node[n].up;
        r->node[n].asks = false;
    }
    r->work_came = false;
    r->decision_due = may_decide(r) && (r->decision_due || called || revived);
    if (!r->decision_due || (r->decided_us != UNSET && r->now_us < r->decided_us + r->o.global.every_us)) return;
    r->decision_due = false;
    r->decided_us = r->now_us;
    for (int kind = 0; kind < r->n_kinds; kind++) decide(r, kind);
}

static bool some_wait(const struct run *r)
{
    for (int kind = 0; kind < r->n_kinds; kind++)
        for (int j = 0; j < r->n_jobs; j++)
            if (job_waiting(r, j, kind) > 0) return true;
    return false;
}

/* Q1.1, Q1.2 */
int64_t global_next(const struct run *r)
{
    if (!may_decide(r) || r->decided_us == UNSET) return NEVER;
    if (r->decision_due) return r->decided_us + r->o.global.every_us;
    return r->o.global.fair || !some_wait(r) ? NEVER : r->decided_us + most(r->o.global.every_us, r->o.revive_us);
}
