/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cpac.c - reduces whose copying and computing are admitted apart (section 8): who may start (A2), who computes when
 * (A3). */
#include "lib/audit/audit.h"
#include <stdlib.h>

/* ---- A3: who computes ---------------------------------------------------------------------------- */

/* Of a reducer on its node: what it has to wait for ends, it begins, it is gone. At one time the last come first. */
enum step_kind { GONE, COPIED, COMPUTES };
struct step { uint32_t node; int64_t at_us; enum step_kind kind; const struct row *row; };
struct reducers { const struct row **queued; size_t n_queued; int64_t n_computing; };

static int by_node_and_time(const void *x, const void *y)
{
    const struct step *a = x, *b = y;
    if (a->node != b->node)
        return a->node < b->node ? -1 : 1;
    if (a->at_us != b->at_us)
        return a->at_us < b->at_us ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return (a->row->line > b->row->line) - (a->row->line < b->row->line);
}

/* Computing that takes no time takes no place. */
static size_t list_steps(const struct audit *a, struct step *step)
{
    size_t n = 0;
    for (size_t i = 0; i < a->n_rows; i++) {
        const struct row *row = &a->row[i];
        if (row->kind != SW_REDUCE || row->copied_us >= row->finish_us || row->copied_us > a->rules.until_us)
            continue;
        step[n++] = (struct step){ row->node, row->copied_us, COPIED, row };
        if (compute_us(row) >= 0)
            step[n++] = (struct step){ row->node, compute_us(row), COMPUTES, row };
        if (row->finish_us < NEVER)
            step[n++] = (struct step){ row->node, row->finish_us, GONE, row };
    }
    if (n)
        qsort(step, n, sizeof *step, by_node_and_time);
    return n;
}

static bool leave_queue(struct reducers *on, const struct row *row)
{
    for (size_t i = 0; i < on->n_queued; i++)
        if (on->queued[i] == row) {
            on->queued[i] = on->queued[--on->n_queued];
            return true;
        }
    return false;
}

/* T2.1, T2.2: its copying ends with a map of its job, so after those that end by themselves in the instant, or (T3) in
 * a later round. */
static bool ends_with_map(const struct audit *a, const struct row *reduce)
{
    const struct job *job = job_of(a, reduce);
    for (uint32_t i = 0; i < job->n_rows; i++) {
        const struct row *row = &a->row[a->by_task[job->first_row + i]];
        if (row->kind == SW_MAP && row->outcome == SW_DONE && row->finish_us == reduce->copied_us)
            return true;
    }
    return false;
}

/* In order of the end of copying, then of launch. */
static void check_first(struct audit *a, const struct reducers *on, const struct row *row)
{
    for (size_t i = 0; i < on->n_queued; i++) {
        const struct row *other = on->queued[i];
        if (compute_us(other) == compute_us(row))
            continue;
        if (other->copied_us < row->copied_us
            || (other->copied_us == row->copied_us && other->launch_us < row->launch_us
                && !ends_with_map(a, other)))
            audit_fault(a, OF_TIMES, row, "A3",
                        "computes from %s, before the attempt of line %llu, which had copied all before it",
                        S(compute_us(row)), (unsigned long long)other->line);
    }
}

static void take_step(struct audit *a, struct reducers *on, const struct step *step)
{
    switch (step->kind) {
    case COPIED: on->queued[on->n_queued++] = step->row; break;
    case COMPUTES:
        leave_queue(on, step->row);
        check_first(a, on, step->row);
        if (compute_us(step->row) == step->row->finish_us)
            break;
        if (++on->n_computing > a->rules.computing)
            audit_fault(a, OF_TIMES, step->row, "A3", "computes from %s, when %lld others on '%s' do", S(step->at_us),
                        (long long)on->n_computing - 1, a->cl->node[step->node].name);
        break;
    case GONE:
        on->n_computing -= !leave_queue(on, step->row) && compute_us(step->row) < step->row->finish_us;
    }
}

/* After all of an instant. */
static void check_waiting(struct audit *a, const struct reducers *on, const struct step *step)
{
    for (size_t i = 0; i < on->n_queued && on->n_computing < a->rules.computing; i++)
        audit_fault(a, OF_TIMES, on->queued[i], "A3",
                    "has copied all at %s and does not compute at %s, when only %lld on '%s' do",
                    S(on->queued[i]->copied_us), S(step->at_us), (long long)on->n_computing,
                    a->cl->node[step->node].name);
}

void audit_cpac(struct audit *a)
{
    struct step *step = xcalloc(3 * a->n_rows, sizeof *step);
    struct reducers on = { .queued = xcalloc(a->n_rows, sizeof *on.queued) };
    size_t n = list_steps(a, step);
    for (size_t i = 0; i < n; i++) {
        if (i && step[i].node != step[i - 1].node)
            on.n_queued = 0, on.n_computing = 0;
        take_step(a, &on, &step[i]);
        if (i + 1 == n || step[i + 1].node != step[i].node || step[i + 1].at_us != step[i].at_us)
            check_waiting(a, &on, &step[i]);
    }
    xfree(on.queued);
    xfree(step);
}

/* ---- A2: who starts ------------------------------------------------------------------------------ */

static bool is_there(const struct row *row, uint32_t node)
{
    return row->node == node && row->kind == SW_REDUCE && row->live != NONE;
}

/* Of the job's reducers on the node now: all, and those that copy. */
static void count(const struct audit *a, const struct job *job, uint32_t node, int64_t *copying, int64_t *all)
{
    *copying = *all = 0;
    for (uint32_t i = 0; i < job->n_rows; i++) {
        const struct row *row = &a->row[a->by_task[job->first_row + i]];
        if (!is_there(row, node))
            continue;
        ++*all;
        *copying += row->copied_us > a->now_us;
    }
}

/* node NONE: that is for no node in general to say. */
bool audit_cpac_may_start(const struct audit *a, const struct stage *st, uint32_t node)
{
    int64_t copying, all;
    if (audit_disk_needs_space(a, st)) /* A7 */
        return node != NONE && audit_disk_has_space(a, st, node);
    if (!a->rules.splits || st->kind != SW_REDUCE)
        return true;
    if (node == NONE || a->rules.network.node_rate) /* who copies is not known */
        return false;
    count(a, &a->job[st->job], node, &copying, &all);
    return copying < a->rules.computing && all < a->rules.per_job;
}

void audit_cpac_start(struct audit *a, const struct row *row)
{
    int64_t copying, all;
    if (row->kind != SW_REDUCE || a->rules.network.node_rate || audit_cpac_may_start(a, stage_of(a, row), row->node))
        return;
    count(a, job_of(a, row), row->node, &copying, &all);
    audit_fault(a, OF_TURNS, row, "A2",
                "launched at %s on '%s', which has %lld of the job's reducers already, %lld copying",
                S(row->launch_us), a->cl->node[row->node].name, (long long)all, (long long)copying);
}
