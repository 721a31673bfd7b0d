/* SPDX-License-Identifier: GPL-3.0-or-later */
/* changes.c - nodes that come and go: B8 (which row holds), B9 (speed), B10 (loss), B11 (maps whose output is lost),
 * B20 (slots that are let go when they are idle). */
#include "tests/naive/naive.h"

static const struct interval *row_at(const struct node *n, int64_t at_us)
{
    for (int i = 0; i < n->n_rows; i++)
        if (n->row[i].from_us <= at_us && at_us < n->row[i].to_us) return &n->row[i];
    return NULL;
}

/* B9: "multiplies what is left of each attempt running on the node by s/s' (rounded); of a reduce only what is left of
 * its computing". */
void node_change_speed(struct run *r, int node, double was, double is)
{
    for (int i = 0; i < r->n_attempts; i++) {
        struct attempt *a = &r->attempt[i];
        if (a->node != node || (a->phase != WORKS && a->phase != COMPUTES)) continue;
        if (a->due_us > r->now_us && a->due_us != NEVER)
            a->due_us = r->now_us + naive_round((double)(a->due_us - r->now_us) * was / is);
    }
    network_speed(r, node);
}

static bool has_copied(const struct run *r, const struct stage *s, int task)
{
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        if (a->job == s->job && &r->job[s->job].stage[a->stage] == s && a->task == task &&
            (a->phase == WAITS || a->phase == COMPUTES)) return true;
    }
    return false;
}

/* B11: "each MapReduce job of which some reduce has not passed its copy phase". */
static bool needs_maps(const struct run *r, const struct job *j)
{
    for (int i = 0; i < j->n_stages; i++)
        for (int t = 0; t < j->stage[i].n_tasks; t++)
            if (j->stage[i].kind == SW_REDUCE && !j->stage[i].task[t].done && !has_copied(r, &j->stage[i], t))
                return true;
    return false;
}

/* B11: unlaunched again, no longer done, no longer counted (S2). */
bool map_unlaunch(struct run *r, struct job *j, struct stage *s, struct task *t)
{
    bool was_done = stage_is_done(s);
    if (!t->done) return false;
    t->done = false;
    j->finished_at[r->attempt[t->done_by].locality]--;
    task_unlaunch(r, s, t);
    spark_rounds_back(r, s, t, was_done);
    offers_revive(r, j->pool);
    return true;
}

static bool ran_on(const struct run *r, const struct task *t, int node)
{
    return t->done && r->attempt[t->done_by].node == node;
}

static void take_maps(struct run *r, int job, int node)
{
    struct job *j = &r->job[job];
    bool taken = false;
    for (int i = 0; i < j->n_stages; i++)
        for (int t = 0; t < j->stage[i].n_tasks; t++)
            if (j->stage[i].kind == SW_MAP && ran_on(r, &j->stage[i].task[t], node))
                taken |= map_unlaunch(r, j, &j->stage[i], &j->stage[i].task[t]);
    for (int i = 0; taken && i < r->n_attempts; i++) /* "wait again for the last map (L4)" */
        if (r->attempt[i].job == job && r->attempt[i].phase == COPIES) r->attempt[i].due_us = NEVER;
    if (taken) network_outputs_lost(r, job);
}

static void lose_node(struct run *r, int node)
{
    r->node[node].asks = false;
    r->goes = true;
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].node == node) {
            if (r->attempt[i].phase != OVER) attempt_stop(r, i, SW_LOST);
            else r->attempt[i].slot_gone = true;
            r->attempt[i].held_until_us = 0;
        }
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].state == SUBMITTED && r->job[j].mapreduce && needs_maps(r, &r->job[j])) take_maps(r, j, node);
    r->goes = false;
}

/* B20: "while work of their kind waits or a stage is being set up". */
static bool needed(const struct run *r, int kind)
{
    if (work_waits(r, kind)) return true;
    for (int j = 0; j < r->n_jobs; j++)
        for (int s = 0; s < r->job[j].n_stages; s++)
            if (r->job[j].stage[s].due_us != NEVER) return true;
    return false;
}

static int64_t slots_of(const struct interval *row, int kind) { return row ? row->slots[kind] : 0; }

static bool keeps(const struct node *n)
{
    for (int kind = 0; kind < N_KINDS; kind++)
        if (n->kept[kind] > 0) return true;
    return false;
}

/* B21.3. B13: the ends of its slowness are changes, too. */
static void set_speed(const struct run *r, struct node *n, const struct interval *row)
{
    bool turns = n->straggles && (r->now_us == r->o.slow_from_us || r->now_us == r->o.slow_to_us);
    if (row && (row != n->held || turns)) n->speed = n->row_speed = vary_speed(r, n, row->speed);
}

static void hold(struct run *r, struct node *n, const struct interval *row)
{
    bool was_up = n->up;
    n->held = row;
    n->up = row != NULL || keeps(n);
    for (int kind = 0; kind < r->n_kinds; kind++)
        n->slots[kind] = n->kept[kind] > slots_of(row, kind) ? n->kept[kind] : slots_of(row, kind);
    if (!n->up) n->reserved = NULL; /* Y16.3 */
    if (n->up != was_up) r->let_go = true; /* R12 */
}

void changes_start(struct run *r)
{
    for (int n = 0; n < r->n_nodes; n++) {
        set_speed(r, &r->node[n], row_at(&r->node[n], 0));
        hold(r, &r->node[n], row_at(&r->node[n], 0));
        r->node[n].known = r->node[n].up;
    }
}

/* B20: what the end of a row leaves there. */
static void keep(const struct run *r, int node, const struct interval *next)
{
    struct node *it = &r->node[node];
    for (int kind = 0; kind < r->n_kinds; kind++) {
        bool more = it->slots[kind] > slots_of(next, kind);
        bool taken = node_occupied(r, node, kind) > slots_of(next, kind);
        it->kept[kind] = it->held->idle && more && (taken || needed(r, kind)) ? it->slots[kind] : 0;
    }
}

/* T2: within a kind, nodes in cluster order. H6 does not say what a change does under --heartbeat 0: any is taken as
 * (b), else a node that returns would not ask. */
void changes_apply(struct run *r)
{
    if (changes_next(r, r->changed_us) > r->now_us) return;
    r->changed_us = r->now_us;
    r->work_came = true;
    for (int n = 0; n < r->n_nodes; n++) {
        struct node *it = &r->node[n];
        const struct interval *row = row_at(it, r->now_us);
        double was = it->speed;
        bool stays = it->up;
        int64_t had = it->slots[0];
        if (it->held && row != it->held) keep(r, n, row);
        bool lost = it->held && !row && !it->held->idle;
        if (lost) lose_node(r, n);
        set_speed(r, it, row);
        hold(r, it, row);
        it->grew = it->slots[0] > had;
        if (lost && !it->up) network_lost(r, n);
        spark_rounds_node(r, n, stays, had);
        if (stays && it->up && it->speed != was) node_change_speed(r, n, was, it->speed);
        clock_apply_ends(r); /* of an attempt of which a greater speed leaves less than half a microsecond */
    }
}

void changes_let_go(struct run *r)
{
    for (int n = 0; n < r->n_nodes; n++) {
        struct node *it = &r->node[n];
        bool kept = keeps(it);
        for (int kind = 0; kind < r->n_kinds && kept; kind++)
            if (node_occupied(r, n, kind) <= slots_of(it->held, kind) && !needed(r, kind)) it->kept[kind] = 0;
        if (kept) hold(r, it, it->held);
    }
}

int64_t changes_next(const struct run *r, int64_t after_us)
{
    int64_t least = NEVER;
    for (int n = 0; n < r->n_nodes; n++) {
        const int64_t slow_us[] = { r->o.slow_from_us, r->o.slow_to_us }; /* B13: "in the row that holds then" */
        for (int i = 0; i < 2 && r->node[n].straggles; i++)
            if (slow_us[i] > after_us && slow_us[i] < least && row_at(&r->node[n], slow_us[i])) least = slow_us[i];
        for (int i = 0; i < r->node[n].n_rows; i++) {
            const struct interval *row = &r->node[n].row[i];
            if (row->from_us > after_us && row->from_us < least) least = row->from_us;
            if (row->to_us > after_us && row->to_us < least) least = row->to_us;
        }
    }
    return least;
}
