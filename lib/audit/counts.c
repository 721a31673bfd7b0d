/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counts.c - limits that are a number at a time: tasks of a pool (O6) and of a job (O13), reducers (A2, A3), what tasks
 * take of a node (Z3).
 *
 * At an instant what ends is counted before what begins. What takes no time is counted by itself, as the log does not
 * say what ran beside it. So a fault is one in whatever order the instant went. */
#include "lib/audit/audit.h"
#include <stdlib.h>

struct step { uint64_t of; int64_t at_us; int by; const struct row *row; }; /* by -1: it ends; 0: it takes no time */
struct steps_of { struct step *at; size_t n; };

static int by_owner_and_time(const void *x, const void *y)
{
    const struct step *a = x, *b = y;
    if (a->of != b->of)
        return a->of < b->of ? -1 : 1;
    if (a->at_us != b->at_us)
        return a->at_us < b->at_us ? -1 : 1;
    if (a->by != b->by)
        return a->by - b->by;
    return (a->row->line > b->row->line) - (a->row->line < b->row->line);
}

static void add(struct steps_of *to, uint64_t of, const struct row *row, int64_t from_us, int64_t to_us)
{
    to->at[to->n++] = (struct step){ of, from_us, to_us > from_us, row };
    if (to_us > from_us)
        to->at[to->n++] = (struct step){ of, to_us, -1, row };
}

typedef int64_t most_at(const struct audit *a, const struct step *step);
struct limit { most_at *most; const char *rule, *what; int size; }; /* size: 0 slots, 1 CPUs, 2 bytes of memory */

static void check(struct audit *a, struct steps_of *s, const struct limit *limit)
{
    int64_t n = 0;
    if (s->n)
        qsort(s->at, s->n, sizeof *s->at, by_owner_and_time);
    for (size_t i = 0; i < s->n; i++) {
        const struct step *step = &s->at[i];
        const struct row *row = step->row;
        n = i && step->of != s->at[i - 1].of ? 0 : n;
        int64_t takes = limit->size ? job_of(a, row)->task_size[limit->size - 1] : slots_of(a, row);
        n += step->by * takes;
        int64_t with = n + (step->by ? 0 : takes);
        if (step->by >= 0 && with > limit->most(a, step))
            audit_fault(a, OF_SLOTS, row, limit->rule, "is number %lld of %s at %s, which may have %lld",
                        (long long)with, limit->what, S(step->at_us), (long long)limit->most(a, step));
    }
    s->n = 0;
}

/* ---- O6, O13 --------------------------------------------------------------------------------------- */

/* O30: a change comes before the launches of its instant. */
static int64_t most_of_pool(const struct audit *a, const struct step *step)
{
    uint32_t pool = (uint32_t)(step->of >> 1);
    const struct sw_pool_list *list = a->pools;
    while (list->next && list->next->from_us <= step->at_us)
        list = list->next;
    return list->at[pool].max[step->of & 1];
}

static int64_t most_of_job(const struct audit *a, const struct step *step)
{
    (void)step;
    return a->rules.task_cap;
}

static void check_pools(struct audit *a, struct steps_of *s)
{
    static const struct limit limit = { most_of_pool, "O6", "the tasks of its pool" };
    for (uint32_t p = 0; a->pools && p < a->pools->n && a->rules.uses_pools && !a->rules.lends; p++) {
        for (size_t i = 0; i < a->n_rows; i++) {
            const struct row *row = &a->row[i];
            uint32_t above = job_of(a, row)->pool;
            while (above != NONE && above != p)
                above = a->pool[above].parent;
            if (above == p)
                add(s, 2 * (uint64_t)p + (uint64_t)stage_of(a, row)->slot_kind, row, row->launch_us,
                    audit_nodes_counts_to(a, row));
        }
        check(a, s, &limit);
    }
}

static void check_jobs(struct audit *a, struct steps_of *s)
{
    static const struct limit limit = { most_of_job, "O13", "its job's tasks" };
    for (size_t i = 0; i < a->n_rows && a->rules.task_cap < SW_NO_LIMIT; i++) {
        const struct row *row = &a->row[i];
        add(s, 2 * (uint64_t)stage_of(a, row)->job + (uint64_t)stage_of(a, row)->slot_kind, row, row->launch_us,
            audit_nodes_counts_to(a, row));
    }
    check(a, s, &limit);
}

/* ---- Z3 --------------------------------------------------------------------------------------------- */

static uint64_t size_of_node(const struct audit *a, uint32_t node, int size)
{
    uint64_t own = a->cl->node[node].size[size];
    return own != SW_NO_DISK_LIMIT ? own : a->rules.node_size[size];
}

static int64_t most_cpus(const struct audit *a, const struct step *step)
{
    return (int64_t)size_of_node(a, (uint32_t)step->of, 0);
}

static int64_t most_memory(const struct audit *a, const struct step *step)
{
    return (int64_t)size_of_node(a, (uint32_t)step->of, 1);
}

static void check_sizes(struct audit *a, struct steps_of *s)
{
    static const struct limit limit[] = { { most_cpus, "Z3", "the CPUs that are taken on its node", 1 },
                                          { most_memory, "Z3", "the bytes of memory that are taken on its node", 2 } };
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < a->n_rows; i++)
            if (size_of_node(a, a->row[i].node, k) != SW_NO_DISK_LIMIT)
                add(s, a->row[i].node, &a->row[i], a->row[i].launch_us, a->row[i].finish_us);
        check(a, s, &limit[k]);
    }
}

/* ---- A2, A3 ---------------------------------------------------------------------------------------- */

static int64_t most_on_node(const struct audit *a, const struct step *step)
{
    (void)step;
    return a->rules.per_job;
}

static int64_t most_computing(const struct audit *a, const struct step *step)
{
    (void)step;
    return a->rules.computing;
}

static void check_reducers(struct audit *a, struct steps_of *s)
{
    static const struct limit reducers = { most_on_node, "A2", "the job's reducers on its node" },
                              computing = { most_computing, "A3", "those that compute on its node" };
    for (size_t i = 0; i < a->n_rows; i++)
        if (a->row[i].kind == SW_REDUCE)
            add(s, (uint64_t)stage_of(a, &a->row[i])->job << 32 | a->row[i].node, &a->row[i], a->row[i].launch_us,
                a->row[i].finish_us);
    check(a, s, &reducers);
    for (size_t i = 0; i < a->n_rows; i++)
        if (a->row[i].kind == SW_REDUCE && compute_us(&a->row[i]) >= 0)
            add(s, a->row[i].node, &a->row[i], compute_us(&a->row[i]), a->row[i].finish_us);
    check(a, s, &computing);
}

void audit_counts(struct audit *a)
{
    struct steps_of s = { .at = xcalloc(2 * a->n_rows + 1, sizeof *s.at) };
    check_pools(a, &s);
    check_jobs(a, &s);
    check_sizes(a, &s);
    if (a->rules.splits)
        check_reducers(a, &s);
    xfree(s.at);
}
