/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load.c - the trace, the pools and the nodes, copied into arrays. What depends on the seed, phases and speeds, is
 * set for each run by audit_load_seed(). */
#include "lib/audit/audit.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t hash_of(struct sw_text text)
{
    return sw_chance_name(text.at, text.len);
}

/* Names have their place plus one, for 0 is a name that is not there. */
static uint32_t place_named(const struct sw_names *names, struct sw_text name)
{
    uintptr_t found = (uintptr_t)sw_names_find(names, name.at, name.len);
    return found ? (uint32_t)found - 1 : NONE;
}

static void add_place(struct sw_names *names, const char *name, uint32_t place)
{
    xnames_add(names, name, strlen(name), (void *)(uintptr_t)(place + 1));
}

/* ---- pools --------------------------------------------------------------------------------------- */

uint32_t audit_load_pool(struct audit *a, struct sw_text name)
{
    return place_named(&a->pools_by_name, name);
}

/* J4: fair, weight 1, no limits, directly below the root. */
static struct pool *append_pool(struct audit *a, struct sw_text name)
{
    a->pool = xrealloc(a->pool, a->n_pools + 1, sizeof *a->pool);
    struct pool *p = &a->pool[a->n_pools];
    *p = (struct pool){ .name = xcopy(name.at, name.len),
                        .parent = NONE,
                        .max = { SW_NO_LIMIT, SW_NO_LIMIT },
                        .max_jobs = SW_NO_LIMIT,
                        .min_timeout_us = -1,
                        .fair_timeout_us = -1,
                        .first_submit_us = NEVER };
    add_place(&a->pools_by_name, p->name, a->n_pools++);
    return p;
}

/* NULL: no pools file, and each pool comes with the first job of it (J4). */
static void load_pools(struct audit *a, const struct sw_pool_list *pools)
{
    a->pools = pools;
    for (uint32_t i = 0; pools && i < pools->n; i++) {
        const struct sw_pool_spec *spec = &pools->at[i];
        struct pool *p = append_pool(a, (struct sw_text){ spec->name, strlen(spec->name) });
        p->parent = spec->parent;
        /* What the pool file says of it, which rules go by. Those that change over time are read from a->pools. */
        memcpy(p->max, spec->max, sizeof p->max);
        p->max_jobs = spec->max_jobs;
        p->min_timeout_us = spec->min_timeout_us;
        p->fair_timeout_us = spec->fair_timeout_us;
    }
    for (uint32_t i = 0; i < a->n_pools; i++)
        if (a->pool[i].parent != NONE)
            a->pool[a->pool[i].parent].has_children = true;
}

/* ---- nodes --------------------------------------------------------------------------------------- */

/* B8: rows that touch are one spell, whose end is a loss. */
static void load_node(struct audit *a, uint32_t i)
{
    const struct sw_node *spec = &a->cl->node[i];
    struct node *node = &a->node[i];
    node->spell = xcalloc(spec->n_spans, sizeof *node->spell);
    for (uint32_t k = 0; k < spec->n_spans; k++) {
        const struct sw_span *span = &spec->span[k];
        int64_t to_us = span->to_us >= SW_TIME_MAX ? NEVER : span->to_us;
        if (node->n_spells && node->spell[node->n_spells - 1].to_us == span->from_us)
            node->spell[node->n_spells - 1].to_us = to_us;
        else
            node->spell[node->n_spells++] = (struct spell){ span->from_us, to_us };
    }
    add_place(&a->nodes_by_name, spec->name, i);
}

static int by_time_then_node(const void *x, const void *y)
{
    const struct loss *a = x, *b = y;
    return ORDER(a->at_us, b->at_us) ?: ORDER(a->node, b->node);
}

/* B8.1: the end of a spell is a loss; in order of time, then cluster order (T2.3). */
static void list_losses(struct audit *a)
{
    for (uint32_t i = 0; i < a->cl->n_nodes; i++)
        for (uint32_t k = 0; k < a->node[i].n_spells; k++)
            if (a->node[i].spell[k].to_us < NEVER) {
                a->loss = xrealloc(a->loss, a->n_losses + 1, sizeof *a->loss);
                a->loss[a->n_losses++] = (struct loss){ a->node[i].spell[k].to_us, i };
            }
    if (a->n_losses)
        qsort(a->loss, a->n_losses, sizeof *a->loss, by_time_then_node);
}

/* host_buf has room for the replicas of one task, which are at most as many as the hosts. */
static void load_nodes(struct audit *a)
{
    a->node = xcalloc(a->cl->n_nodes, sizeof *a->node);
    a->host_buf = xcalloc(a->rules.n_hosts + (size_t)1, sizeof *a->host_buf);
    for (uint32_t i = 0; i < a->cl->n_nodes; i++)
        load_node(a, i);
    if (a->rules.offers)
        audit_wishes_load_hosts(a);
    list_losses(a);
}

/* H1: pi(i). */
static void set_phases(struct audit *a)
{
    uint32_t n = a->cl->n_nodes, *rank = xcalloc(n, sizeof *rank);
    struct sw_chance c = sw_chance_start(a->rules.seed, SW_CHANCE_PHASE, 0, 0);
    sw_chance_permutation(&c, rank, n);
    for (uint32_t i = 0; i < n; i++)
        a->node[i].rank = rank[i];
    xfree(rank);
}

/* ---- stages -------------------------------------------------------------------------------------- */

/* B5: an executor stands for its node. */
static uint32_t find_host(const struct audit *a, struct sw_text host)
{
    uint32_t node = place_named(&a->nodes_by_name, host);
    while (node == NONE && host.len && host.at[host.len - 1] != '/')
        host.len--;
    return node == NONE && host.len ? place_named(&a->nodes_by_name, (struct sw_text){ host.at, host.len - 1 }) : node;
}

/* B5: hosts that are in the cluster, each once. */
static void load_hosts(struct audit *a, struct stage *st, struct sw_text hosts, uint32_t task)
{
    uint32_t start = st->host_first[task], n = start;
    for (size_t at = 0; at < hosts.len; ) {
        const char *bar = memchr(hosts.at + at, '|', hosts.len - at);
        size_t len = bar ? (size_t)(bar - hosts.at) - at : hosts.len - at;
        uint32_t node = find_host(a, (struct sw_text){ hosts.at + at, len });
        if (node != NONE && !(n > start && among(st->host + start, n - start, node))) {
            st->host = xrealloc(st->host, n + 1, sizeof *st->host);
            st->host[n++] = node;
        }
        at += len + 1;
    }
    st->host_first[task + 1] = n;
}

/* B5: only --placement trace has preferred hosts, and reduces have none. */
static void load_tasks(struct audit *a, struct stage *st, const struct sw_task_spec *task)
{
    bool hosts = a->opt->placement == SW_PLACE_TRACE && st->kind != SW_REDUCE;
    st->duration_us = xcalloc(st->n_tasks, sizeof *st->duration_us);
    st->recorded = xcalloc(st->n_tasks, sizeof *st->recorded);
    st->task_copy_us = xcalloc(st->n_tasks, sizeof *st->task_copy_us);
    st->task_id = xcalloc(st->n_tasks, sizeof *st->task_id);
    if (hosts)
        st->host_first = xcalloc(st->n_tasks + 1, sizeof *st->host_first);
    for (uint32_t t = 0; t < st->n_tasks; t++) {
        st->duration_us[t] = task[t].duration_us;
        /* L3.1: without a rack level a recorded rack is any. */
        st->recorded[t] = a->opt->no_rack_level && task[t].recorded == SW_AT_RACK ? SW_AT_ANY : task[t].recorded;
        st->task_copy_us[t] = task[t].copy_us;
        st->task_id[t] = xcopy(task[t].task_id.at, task[t].task_id.len);
        add_place(&st->by_id, st->task_id[t], t);
        if (hosts && a->rules.offers)
            audit_wishes_load(a, st, task[t].hosts, t);
        else if (hosts)
            load_hosts(a, st, task[t].hosts, t);
    }
    st->has_blocks = hosts;
}

/* The arrays of tasks exist where the trace has a row for each task. Else all tasks of the stage are alike. */
static void load_stage(struct audit *a, struct job *job, uint32_t i, const struct sw_job *from)
{
    const struct sw_stage_spec *spec = &from->stages[i];
    struct stage *st = &job->stage[i];
    *st = (struct stage){ .job = (uint32_t)(job - a->job),
                          .place = i,
                          .number = spec->stage,
                          .kind = spec->kind,
                          .mean_us = spec->mean_us,
                          .n_tasks = (uint32_t)spec->n_tasks,
                          .copy_us = spec->copy_us,
                          .setup_us = spec->setup_us,
                          .sigma = spec->sigma,
                          .ready_us = NEVER };
    st->slot_kind = !a->cl->one_kind && spec->kind == SW_REDUCE; /* L8 */
    st->n_parents = spec->n_parents;
    uint32_t *parent = xcalloc(spec->n_parents, sizeof *parent);
    if (spec->n_parents)
        memcpy(parent, spec->parents, spec->n_parents * sizeof *parent);
    st->parent = parent;
    if (spec->tasks)
        load_tasks(a, st, spec->tasks);
    if (a->opt->network.node_rate)
        audit_network_load_bytes(st, a->opt->block_bytes, from, spec);
    if (a->opt->placement != SW_PLACE_TRACE && !a->rules.gangs) /* B4, G1.5 */
        st->has_blocks = spec->kind == SW_MAP || (spec->kind == SW_TASK && !spec->n_parents);
    job->n_tasks += spec->n_tasks;
    /* Stages in the order of their numbers. */
    RESERVE(a->stage_at, a->n_stages + 1, a->cap_stages);
    a->stage_at[a->n_stages++] = st;
}

/* ---- jobs ---------------------------------------------------------------------------------------- */

/* J1, J2: the job that has this id in the system is the latest above. */
static void link_job(struct audit *a, struct job *job, struct sw_text after)
{
    uint32_t i = (uint32_t)(job - a->job),
             first = place_named(&a->jobs_by_id, (struct sw_text){ job->id, strlen(job->id) });
    job->after = after.len ? place_named(&a->jobs_by_id, after) : NONE;
    while (job->after != NONE && a->job[job->after].again != NONE)
        job->after = a->job[job->after].again;
    job->again = NONE;
    if (first == NONE) {
        add_place(&a->jobs_by_id, job->id, i);
        return;
    }
    while (a->job[first].again != NONE)
        first = a->job[first].again;
    a->job[first].again = i;
}

/* J4: without a name it is the pool `default`. */
static uint32_t pool_for(struct audit *a, struct sw_text name)
{
    if (!name.len)
        name = (struct sw_text){ "default", 7 };
    if (audit_load_pool(a, name) == NONE)
        append_pool(a, name);
    return audit_load_pool(a, name);
}

static void load_job(struct audit *a, const struct sw_job *spec)
{
    a->job = xrealloc(a->job, a->n_jobs + 1, sizeof *a->job);
    /* row_us -1: the job follows another (J1.2). */
    struct job *job = &a->job[a->n_jobs++];
    *job = (struct job){ .id = xcopy(spec->job_id.at, spec->job_id.len),
                         .name = hash_of(spec->job_id),
                         .place = spec->place,
                         .line = spec->line,
                         .pool = pool_for(a, spec->pool),
                         .priority = spec->priority,
                         .mapreduce = spec->mapreduce,
                         .row_us = spec->after_job.len ? -1 : spec->submit_us,
                         .think_us = spec->think_us,
                         .width = (int64_t)spec->width,
                         .n_stages = spec->n_stages };
    job->replication = spec->replication ? (uint32_t)spec->replication : a->rules.replication;
    if (job->replication > a->rules.n_hosts) /* B2 */
        job->replication = a->rules.n_hosts;
    job->input_bytes = spec->input_bytes;
    job->task_size[0] = spec->has_task_size[0] ? (int64_t)spec->task_size[0] : 1; /* Z2 */
    job->task_size[1] = (int64_t)spec->task_size[1];
    job->shuffle_bytes = spec->shuffle_bytes;
    /* B2: jobs with one input_id have their blocks in the same places. */
    job->input = spec->input_id.len ? hash_of(spec->input_id) : job->name;
    link_job(a, job, spec->after_job);
    job->stage = xcalloc(spec->n_stages, sizeof *job->stage);
    job->first_stage = a->n_stages;
    for (uint32_t s = 0; s < spec->n_stages; s++)
        load_stage(a, job, s, spec);
    if (!a->trace_path && spec->path)
        a->trace_path = xcopy(spec->path, strlen(spec->path));
}

/* J3: submit times from the first row's on, and think times, are divided by the load. */
static void apply_load(struct audit *a)
{
    int64_t first_us = a->n_jobs ? a->job[0].row_us : 0;
    for (uint32_t j = 0; j < a->n_jobs && a->opt->load != 1.0; j++) {
        struct job *job = &a->job[j];
        job->think_us = llround((double)job->think_us / a->opt->load);
        if (job->row_us >= 0)
            job->row_us = first_us + llround((double)(job->row_us - first_us) / a->opt->load);
    }
}

int audit_load(struct audit *a, const struct sw_audit_input *in, struct sw_err *err)
{
    struct sw_job spec;
    int got;
    load_nodes(a);
    load_pools(a, in->pools);
    while ((got = sw_trace_next(in->trace, &spec, err)) == 1)
        load_job(a, &spec);
    apply_load(a);
    return got;
}

/* S7 */
void audit_load_seed(struct audit *a, uint64_t run)
{
    a->rules.seed = a->opt->seed + (run ? run - 1 : 0);
    set_phases(a);
    audit_vary(a);
}
