/* SPDX-License-Identifier: GPL-3.0-or-later */
/* copies.c - two attempts of a task at once (C1, C5, C6): when there may be, and that they end together. */
#include "lib/audit/audit.h"

static bool runs_at(const struct row *row, int64_t at_us) { return row->launch_us < at_us && row->finish_us > at_us; }

/* ---- C1 ------------------------------------------------------------------------------------------ */

/* C1.1: no other attempt of the task ran at the scan. at[0..n-1] were launched before the copy. */
static bool was_alone(const struct audit *a, const uint32_t *at, uint32_t n, const struct row *row, int64_t scan_us)
{
    for (uint32_t i = 0; i < n; i++)
        if (&a->row[at[i]] != row && runs_at(&a->row[at[i]], scan_us))
            return false;
    return true;
}

/* C1.2: a candidate that has got a backup is one no more until the next scan. */
static bool was_copied(const struct audit *a, const uint32_t *at, uint32_t i, const struct row *row, int64_t scan_us)
{
    while (i-- > 0)
        if (&a->row[at[i]] != row && a->row[at[i]].launch_us >= scan_us
            && a->row[at[i]].original == (uint32_t)(row - a->row))
            return true;
    return false;
}

static void check_candidate(struct audit *a, const uint32_t *at, uint32_t i, const struct row *row)
{
    const struct row *copy = &a->row[at[i]];
    /* The state at a look: after the ends of its instant, before the launches. */
    int64_t scan_us = copy->launch_us / a->opt->speculate_every_us * a->opt->speculate_every_us;
    if (!runs_at(row, scan_us) || scan_us - row->launch_us < a->opt->speculate.lag_us)
        audit_fault(a, OF_TASKS, copy, "C1", "copies attempt %u at %s, which at the look at %s had not run for %s s",
                    row->number, S(copy->launch_us), S(scan_us), S(a->opt->speculate.lag_us));
    else if (!was_alone(a, at, i, row, scan_us) || was_copied(a, at, i, row, scan_us))
        audit_fault(a, OF_TASKS, copy, "C1", "copies attempt %u at %s, which has been copied since the look at %s",
                    row->number, S(copy->launch_us), S(scan_us));
}

/* ---- a launch beside others ---------------------------------------------------------------------- */

/* n_beside: so many attempts of the task ran at the launch. row->original is the one of them that was launched
 * last. */
static void check_beside(struct audit *a, const uint32_t *at, uint32_t i, uint32_t n_beside)
{
    const struct row *row = &a->row[at[i]], *other = &a->row[row->original];
    if (!a->rules.copies)
        audit_fault(a, OF_TASKS, row, "B10", "launched at %s while attempt %u of the task ran", S(row->launch_us),
                    other->number);
    else if (n_beside > 1)
        audit_fault(a, OF_TASKS, row, "C6", "launched at %s while %u attempts of the task ran", S(row->launch_us),
                    n_beside);
    else if (other->node == row->node)
        audit_fault(a, OF_TASKS, row, "C5", "launched at %s on '%s', where attempt %u of the task ran",
                    S(row->launch_us), a->cl->node[row->node].name, other->number);
    else
        check_candidate(a, at, i, other);
}

/* at[0..i-1] were launched before. T2: one that ends at the instant of the launch has ended before it. */
static void check_launch(struct audit *a, const uint32_t *at, uint32_t i)
{
    struct row *row = &a->row[at[i]];
    uint32_t n_beside = 0;
    row->original = NONE;
    for (uint32_t k = 0; k < i; k++) {
        const struct row *other = &a->row[at[k]];
        if (other->finish_us > row->launch_us) {
            n_beside++;
            row->original = at[k];
        } else if (other->outcome == SW_DONE && taken_us(other) > row->launch_us)
            audit_fault(a, OF_TASKS, row, "L6", "launched at %s though attempt %u had done the task",
                        S(row->launch_us), other->number);
    }
    if (n_beside)
        check_beside(a, at, i, n_beside);
}

/* ---- C6: the end of both ------------------------------------------------------------------------- */

static const struct row *winner_among(const struct audit *a, const uint32_t *at, uint32_t n, const struct row *row)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct row *other = &a->row[at[i]];
        if (other != row && other->stage_nr == row->stage_nr && other->task == row->task && other->outcome == SW_DONE
            && other->finish_us == row->finish_us)
            return other;
    }
    return NULL;
}

const struct row *audit_copies_winner(const struct audit *a, const struct row *row)
{
    const struct job *job = job_of(a, row);
    return winner_among(a, a->by_task + job->first_row, job->n_rows, row);
}

/* C6.2: attempts that run when one of their task is done end at that instant. */
static void check_copy_end(struct audit *a, const uint32_t *at, uint32_t n, const struct row *row)
{
    const struct row *winner
        = row->outcome == SW_SUPERSEDED || row->outcome == SW_DONE ? winner_among(a, at, n, row) : NULL;
    if (row->outcome == SW_SUPERSEDED && !winner)
        audit_fault(a, OF_TASKS, row, "C6", "superseded, but no attempt of the task was done at %s", S(row->finish_us));
    /* Of two that end by themselves at one instant one alone is done. Both were launched before that instant: an
     * attempt of length 0 may do again what a loss has just taken (B11). */
    if (row->outcome == SW_DONE && winner && winner->line < row->line && winner->launch_us < row->finish_us
        && row->launch_us < row->finish_us)
        audit_fault(a, OF_TASKS, row, "C6", "done at %s, as attempt %u of the task is", S(row->finish_us),
                    winner->number);
    for (uint32_t i = 0; i < n; i++) {
        const struct row *other = &a->row[at[i]];
        if (other->outcome == SW_DONE && runs_at(row, other->finish_us))
            audit_fault(a, OF_TASKS, row, "C6", "goes on after attempt %u had done the task at %s", other->number,
                        S(other->finish_us));
    }
}

void audit_copies_pairs(struct audit *a, const uint32_t *at, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        check_launch(a, at, i);
        check_copy_end(a, at, n, &a->row[at[i]]);
    }
}
