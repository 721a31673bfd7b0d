/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counts.c - limits that are a number at a time: tasks of a pool (O6) and of a job (O13), reducers (A2, A3), what tasks
 * take of a node (Z3). */
#include "lib/audit/audit.h"

/* ---- O6, O13 --------------------------------------------------------------------------------------- */

/* O30: a change comes before the launches of its instant. use->of is twice the pool, plus the kind of slot. */
static int64_t most_of_pool(const struct audit *a, const struct use *use)
{
    uint32_t pool = (uint32_t)(use->of >> 1);
    const struct sw_pool_list *list = a->pools;
    while (list->next && list->next->from_us <= use->at_us)
        list = list->next;
    return list->at[pool].max[use->of & 1];
}

/* use->of is twice the job, plus the kind of slot. O13.2: both kinds have the same cap. */
static int64_t most_of_job(const struct audit *a, const struct use *use)
{
    (void)use;
    return a->opt->order.task_cap;
}

/* The uses of one pool at a time: of the rows of it and of all pools below it. O25: where jobs may be in a shared
 * pool, rows do not say which one counts. */
static void check_pools(struct audit *a, struct uses *s)
{
    static const struct limit limit = { most_of_pool, "O6", "the tasks of its pool" };
    for (uint32_t p = 0; a->pools && p < a->pools->n && a->rules.uses_pools && !a->rules.lends; p++) {
        for (size_t i = 0; i < a->n_rows; i++) {
            const struct row *row = &a->row[i];
            uint32_t above = job_of(a, row)->pool;
            while (above != NONE && above != p)
                above = a->pool[above].parent;
            if (above == p)
                audit_uses_add(s, 2 * (uint64_t)p + (uint64_t)stage_of(a, row)->slot_kind, row, row->launch_us,
                                 audit_nodes_counts_to(a, row));
        }
        audit_uses_check(a, s, &limit);
    }
}

/* SW_NO_LIMIT: the order has no cap. */
static void check_jobs(struct audit *a, struct uses *s)
{
    static const struct limit limit = { most_of_job, "O13", "its job's tasks" };
    for (size_t i = 0; i < a->n_rows && a->opt->order.task_cap < SW_NO_LIMIT; i++) {
        const struct row *row = &a->row[i];
        audit_uses_add(s, 2 * (uint64_t)stage_of(a, row)->job + (uint64_t)stage_of(a, row)->slot_kind, row,
                         row->launch_us, audit_nodes_counts_to(a, row));
    }
    audit_uses_check(a, s, &limit);
}

/* ---- Z3 --------------------------------------------------------------------------------------------- */

/* Z1: the node's own column goes before --node-cpus and --node-memory. SW_NO_DISK_LIMIT: no limit. */
static uint64_t size_of_node(const struct audit *a, uint32_t node, int size)
{
    uint64_t own = a->cl->node[node].size[size];
    return own != SW_NO_DISK_LIMIT ? own : a->opt->node_size[size];
}

static int64_t most_cpus(const struct audit *a, const struct use *use)
{
    return (int64_t)size_of_node(a, (uint32_t)use->of, 0);
}

static int64_t most_memory(const struct audit *a, const struct use *use)
{
    return (int64_t)size_of_node(a, (uint32_t)use->of, 1);
}

static void check_sizes(struct audit *a, struct uses *s)
{
    static const struct limit limit[] = { { most_cpus, "Z3", "the CPUs that are taken on its node", 1 },
                                          { most_memory, "Z3", "the bytes of memory that are taken on its node", 2 } };
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < a->n_rows; i++)
            if (size_of_node(a, a->row[i].node, k) != SW_NO_DISK_LIMIT)
                audit_uses_add(s, a->row[i].node, &a->row[i], a->row[i].launch_us, a->row[i].finish_us);
        audit_uses_check(a, s, &limit[k]);
    }
}

/* ---- A2, A3 ---------------------------------------------------------------------------------------- */

/* use->of is the job and the node. */
static int64_t most_on_node(const struct audit *a, const struct use *use)
{
    (void)use;
    return a->opt->admit.per_job;
}

/* use->of is the node. */
static int64_t most_computing(const struct audit *a, const struct use *use)
{
    (void)use;
    return a->opt->admit.computing;
}

/* A2 counts the reducers of a job from launch to end, A3 those of all jobs while they compute. */
static void check_reducers(struct audit *a, struct uses *s)
{
    static const struct limit reducers = { most_on_node, "A2", "the job's reducers on its node" },
                              computing = { most_computing, "A3", "those that compute on its node" };
    for (size_t i = 0; i < a->n_rows; i++)
        if (a->row[i].kind == SW_REDUCE)
            audit_uses_add(s, (uint64_t)stage_of(a, &a->row[i])->job << 32 | a->row[i].node, &a->row[i],
                             a->row[i].launch_us, a->row[i].finish_us);
    audit_uses_check(a, s, &reducers);
    for (size_t i = 0; i < a->n_rows; i++)
        if (a->row[i].kind == SW_REDUCE && compute_us(&a->row[i]) >= 0)
            audit_uses_add(s, a->row[i].node, &a->row[i], compute_us(&a->row[i]), a->row[i].finish_us);
    audit_uses_check(a, s, &computing);
}

void audit_counts(struct audit *a)
{
    struct uses s = { .at = xcalloc(2 * a->n_rows + 1, sizeof *s.at) };
    check_pools(a, &s);
    check_jobs(a, &s);
    check_sizes(a, &s);
    if (a->rules.splits)
        check_reducers(a, &s);
    xfree(s.at);
}
