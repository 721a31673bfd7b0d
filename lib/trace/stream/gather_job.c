/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gather_job.c - from gathered rows to a job: its stages in order of number, their parents, its tasks. In four
 * steps: stages are ordered by number, parents become places in that order, cycles are refused, and tasks are put
 * behind one another stage by stage. Nothing here looks at rows: what they say is in struct gather. */
#include <stdlib.h>
#include <string.h>
#include "lib/trace/stream/trace_private.h"
#include "lib/base/grow.h"
#include "lib/csv/text.h"

static struct gather_stage *stage_at(const struct gather *g, uint32_t place) { return &g->stages[g->order[place]]; }

static int stages_by_number(const void *a, const void *b, void *stages)
{
    const struct gather_stage *s = stages;
    uint64_t x = s[*(const uint32_t *)a].number, y = s[*(const uint32_t *)b].number;
    return (x > y) - (x < y);
}

/* order[place] is the stage that stands there. */
static int order_stages(struct gather *g, struct sw_err *err)
{
    if (sw_grow(&g->order, &g->cap_order, g->n_stages, sizeof *g->order, err) != SW_OK)
        return SW_FAIL;
    for (uint32_t i = 0; i < g->n_stages; i++)
        g->order[i] = i;
    if (g->n_stages > 1)
        qsort_r(g->order, g->n_stages, sizeof *g->order, stages_by_number, g->stages);
    for (uint32_t place = 0; place < g->n_stages; place++)
        g->stages[g->order[place]].place = place;
    return SW_OK;
}

/* ---- parents ----------------------------------------------------------------------------------- */

/* One word of `parents`. The stage may stand anywhere in the job, so this waits until all rows are there. */
static int add_parent(struct sw_trace *t, struct gather_stage *s, struct sw_text word, struct sw_err *err)
{
    struct gather *g = t->gather;
    uint64_t number;
    if (sw_num_u64(word.at, word.len, &number) != SW_OK)
        return trace_bad_at(t, SW_FAULT_PARENTS, s->line, "parents", err, "not stage numbers like 0|1: '%.*s'",
                            (int)(s->parents.len > 100 ? 100 : s->parents.len), g->text + s->parents.at);
    uint32_t at = gather_find_stage(g, number);
    if (at == GATHER_NONE)
        return trace_bad_at(t, SW_FAULT_PARENTS, s->line, "parents", err, "job has no stage '%.*s'",
                            (int)(word.len > 100 ? 100 : word.len), word.at);
    if (sw_grow(&g->parents, &g->cap_parents, g->n_parents + 1, sizeof *g->parents, err) != SW_OK)
        return SW_FAIL;
    g->parents[g->n_parents++] = g->stages[at].place;
    return SW_OK;
}

static int compare_u32(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* A parent named twice is one parent. */
static void drop_repeats(struct gather *g, struct gather_stage *s)
{
    size_t n = g->n_parents - s->first_parent, kept = 1;
    if (n == 0)
        return;
    uint32_t *p = g->parents + s->first_parent;
    qsort(p, n, sizeof *p, compare_u32);
    for (size_t i = 1; i < n; i++)
        if (p[i] != p[kept - 1])
            p[kept++] = p[i];
    s->n_parents = (uint32_t)kept;
    g->n_parents = s->first_parent + kept;
}

/* Kahn 1962: take stages whose parents are all taken; a cycle is what is left. child[start[p]..start[p+1]-1]
 * wait for p. left: parents of a stage that are not taken yet. queue: stages that can be taken, in the order in
 * which they were found. */
struct waits { uint32_t *left, *start, *child, *queue; };

static void list_children(struct gather *g, struct waits *w)
{
    uint32_t n = (uint32_t)g->n_stages;
    for (size_t i = 0; i < g->n_parents; i++)
        w->start[g->parents[i] + 1]++;
    for (uint32_t p = 0; p < n; p++)
        w->start[p + 1] += w->start[p];
    memcpy(w->queue, w->start, n * sizeof *w->queue); /* where the next child of p goes, for a moment */
    for (uint32_t p = 0; p < n; p++) {
        const struct gather_stage *s = stage_at(g, p);
        w->left[p] = s->n_parents;
        for (uint32_t k = 0; k < s->n_parents; k++)
            w->child[w->queue[g->parents[s->first_parent + k]]++] = p;
    }
}

/* How many could be taken. */
static uint32_t take_all(uint32_t n, struct waits *w)
{
    uint32_t taken = 0, queued = 0;
    for (uint32_t p = 0; p < n; p++)
        if (w->left[p] == 0)
            w->queue[queued++] = p;
    for (; taken < queued; taken++)
        for (uint32_t i = w->start[w->queue[taken]]; i < w->start[w->queue[taken] + 1]; i++)
            if (--w->left[w->child[i]] == 0)
                w->queue[queued++] = w->child[i];
    return taken;
}

/* Parents are sorted by drop_repeats(), so that the last is the greatest. */
static bool all_behind_parents(struct gather *g)
{
    for (uint32_t p = 0; p < g->n_stages; p++) {
        const struct gather_stage *s = stage_at(g, p);
        if (s->n_parents > 0 && g->parents[s->first_parent + s->n_parents - 1] >= p)
            return false;
    }
    return true;
}

static int check_no_cycle(struct sw_trace *t, struct sw_err *err)
{
    struct gather *g = t->gather;
    uint32_t n = (uint32_t)g->n_stages;
    if (all_behind_parents(g)) /* the usual case: stages numbered in order */
        return SW_OK;
    /* One block: left has n, start n + 1, queue n, and child one entry for each parent. */
    uint32_t *block = calloc(3 * (size_t)n + 1 + g->n_parents, sizeof *block);
    if (!block)
        return sw_err_memory(err);
    struct waits w = { block, block + n, block + 3 * (size_t)n + 1, block + 2 * (size_t)n + 1 };
    list_children(g, &w);
    uint32_t taken = take_all(n, &w), stuck = 0;
    while (stuck + 1 < n && w.left[stuck] == 0)
        stuck++;
    free(block);
    return taken == n ? SW_OK : trace_bad_at(t, SW_FAULT_PARENTS, stage_at(g, stuck)->line, "parents", err, "%s",
                                             "stages wait for each other");
}

/* A stage's parents stand together in g->parents, from first_parent on. */
static int settle_parents(struct sw_trace *t, struct sw_err *err)
{
    struct gather *g = t->gather;
    for (uint32_t p = 0; p < g->n_stages; p++) {
        struct gather_stage *s = stage_at(g, p);
        struct sw_text rest = gather_get(g, s->parents), one;
        s->first_parent = g->n_parents;
        while (text_cut(&rest, '|', &one))
            if (add_parent(t, s, one, err) != SW_OK)
                return SW_FAIL;
        drop_repeats(g, s);
    }
    return check_no_cycle(t, err);
}

/* ---- what is handed out ------------------------------------------------------------------------ */

/* A pointer into g->parents, which grows no more once all parents are settled. */
static struct sw_stage_spec stage_spec(const struct gather *g, const struct gather_stage *s)
{
    return (struct sw_stage_spec){ .stage = s->number, .kind = s->kind, .n_tasks = s->n_tasks, .setup_us = s->setup_us,
                                   .parents = g->n_parents > 0 ? g->parents + s->first_parent : NULL,
                                   .n_parents = s->n_parents };
}

/* One stage of maps, one of reduces, or either; the maps wait for nothing. Its reduces wait for its maps by
 * slow-start, whatever `parents` says (slotwise-csv(5), TRACES). */
static bool is_mapreduce(const struct gather *g)
{
    uint32_t n_of[3] = { 0, 0, 0 };
    for (size_t i = 0; i < g->n_stages; i++) {
        n_of[g->stages[i].kind]++;
        if (g->stages[i].kind == SW_MAP && g->stages[i].n_parents > 0)
            return false;
    }
    return n_of[SW_MAP] <= 1 && n_of[SW_REDUCE] <= 1 && n_of[SW_TASK] == 0;
}

/* Maps at place 0 and reduces at place 1, whatever their numbers; an absent one is an empty stage. */
static void place_mapreduce(struct gather *g)
{
    static const uint32_t maps_place = 0;
    g->stage_specs[0] = (struct sw_stage_spec){ .stage = 0, .kind = SW_MAP };
    g->stage_specs[1] = (struct sw_stage_spec){ .stage = 1, .kind = SW_REDUCE };
    for (size_t i = 0; i < g->n_stages; i++) {
        struct gather_stage *s = &g->stages[i];
        s->place = s->kind == SW_REDUCE;
        g->stage_specs[s->place] = stage_spec(g, s);
    }
    if (g->n_stages == 1) /* the absent stage gets a number of its own */
        g->stage_specs[!g->stages[0].place].stage = g->stages[0].number == 0;
    g->stage_specs[0].parents = NULL;
    g->stage_specs[1].parents = &maps_place;
    g->stage_specs[1].n_parents = 1;
}

/* The order of the struct, by number, no longer holds: tasks find their stage's place through it. */
static int place_stages(struct gather *g, struct sw_job *job, struct sw_err *err)
{
    job->mapreduce = is_mapreduce(g);
    job->n_stages = job->mapreduce ? 2 : (uint32_t)g->n_stages;
    if (sw_grow(&g->stage_specs, &g->cap_stage_specs, job->n_stages, sizeof *g->stage_specs, err) != SW_OK)
        return SW_FAIL;
    if (job->mapreduce)
        place_mapreduce(g);
    else
        for (uint32_t p = 0; p < g->n_stages; p++)
            g->stage_specs[p] = stage_spec(g, stage_at(g, p));
    job->stages = g->stage_specs;
    return SW_OK;
}

/* A counting sort: the tasks of a stage keep the order of the file. */
static int place_tasks(struct gather *g, const struct sw_job *job, struct sw_err *err)
{
    if (sw_grow(&g->task_specs, &g->cap_task_specs, g->n_tasks, sizeof *g->task_specs, err) != SW_OK
        || sw_grow(&g->next, &g->cap_next, job->n_stages, sizeof *g->next, err) != SW_OK)
        return SW_FAIL;
    /* next[p] is where the next task of the stage at place p goes. */
    size_t first = 0;
    for (uint32_t p = 0; p < job->n_stages; p++) {
        g->next[p] = first;
        g->stage_specs[p].tasks = g->task_specs + first;
        first += g->stage_specs[p].n_tasks;
    }
    for (size_t i = 0; i < g->n_tasks; i++) {
        const struct gather_task *task = &g->tasks[i];
        g->task_specs[g->next[g->stages[task->stage].place]++] =
            (struct sw_task_spec){ gather_get(g, task->task_id), task->duration_us, task->copy_us, task->input_bytes,
                                   gather_get(g, task->hosts), task->locality };
    }
    return SW_OK;
}

/* The same columns as a jobs file has, as far as tasks can show them. Columns that later rows repeat were compared
 * with the first row's as they were read (trace_tasks.c). */
static void fill_job(const struct gather *g, struct sw_job *job)
{
    const struct sw_task_row *first = &g->first;
    const uint64_t known = first->known;
    *job = (struct sw_job){ .line = g->line, .path = g->path, .job_id = gather_placed(g, first->job_id),
                            .pool = gather_placed(g, first->pool), .user = gather_placed(g, first->user),
                            .after_job = gather_placed(g, first->after_job),
                            .submit_us = first->submit_us, .think_us = first->think_us,
                            .priority = (enum sw_priority)first->priority, .weight = trace_check_weight(first->weight),
                            .has_wait = { known >> SW_TASK_WAIT_NODE & 1, known >> SW_TASK_WAIT_RACK & 1 },
                            .wait_us = { first->wait_node_us, first->wait_rack_us },
                            .cpus = first->job_cpus, .nodes = first->job_nodes,
                            .limit_us = known >> SW_TASK_LIMIT & 1 ? first->limit_us : -1,
                            .partition = gather_placed(g, first->partition), .qos = gather_placed(g, first->qos),
                            .has_task_size = { known >> SW_TASK_TASK_CPUS & 1, known >> SW_TASK_TASK_MEMORY & 1 },
                            .task_size = { first->task_cpus, first->task_memory }, .replication = first->replication };
    /* A sum that passes the end of its type stays there. */
    for (size_t i = 0; i < g->n_tasks; i++) {
        bool reduce = g->stages[g->tasks[i].stage].kind == SW_REDUCE;
        uint64_t *sum = reduce ? &job->shuffle_bytes : &job->input_bytes;
        if (__builtin_add_overflow(*sum, g->tasks[i].input_bytes, sum))
            *sum = UINT64_MAX;
    }
}

/* An attempt without a time may be followed by one with it, so this is judged when the job's last row has been
 * read. */
static int check_timed(struct sw_trace *t, struct sw_err *err)
{
    const struct gather *g = t->gather;
    for (size_t i = 0; i < g->n_tasks; i++)
        if (!g->tasks[i].timed)
            return trace_bad_at(t, SW_FAULT_MISSING, g->tasks[i].line, "duration_s", err,
                                "is not known of any attempt at the task");
    return SW_OK;
}

int gather_job(struct sw_trace *t, struct sw_job *job, struct sw_err *err)
{
    struct gather *g = t->gather;
    fill_job(g, job); /* first: a check wants the name of a job that fails, too */
    if (check_timed(t, err) != SW_OK || order_stages(g, err) != SW_OK || settle_parents(t, err) != SW_OK)
        return SW_FAIL;
    if (place_stages(g, job, err) != SW_OK || place_tasks(g, job, err) != SW_OK)
        return SW_FAIL;
    /* Rows kept here are in memory; rows that a sink took are named by where they begin among all that it took. A check
     * counts rows and keeps none. */
    if (t->keep_rows || t->keep_extras)
        gather_rows_give(t, job);
    job->first_task_row = t->sink.take ? g->first_sunk : 0;
    job->n_task_rows = t->keep_rows || t->sink.take || t->check ? t->sink.n - g->first_sunk : 0;
    return SW_OK;
}
