/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recorded.c - see recorded.h. */
#include <stdlib.h>
#include <string.h>
#include "slotwise/sw_stats.h"
#include "tools/replay/recorded.h"

#define KNOWN(row, column) (((row)->known >> (column) & 1) != 0)

/* ---- room ------------------------------------------------------------------------------------ */

static int grow(void *array_ptr, size_t *cap, size_t need, size_t size, struct sw_err *err)
{
    void **array = array_ptr;
    size_t want = *cap < 64 ? 64 : *cap * 2;
    if (need <= *cap)
        return SW_OK;
    void *grown = reallocarray(*array, want, size);
    if (!grown)
        return sw_err_memory(err);
    *array = grown;
    *cap = want;
    return SW_OK;
}

int recorded_keep(struct recorded *r, struct sw_text *text, struct sw_err *err)
{
    struct rec_text *kept = text->len > 0 ? malloc(sizeof *kept + text->len) : NULL;
    if (text->len == 0) {
        text->at = "";
        return SW_OK;
    }
    if (!kept)
        return sw_err_memory(err);
    kept->next = r->texts;
    r->texts = kept;
    text->at = memcpy(kept + 1, text->at, text->len);
    return SW_OK;
}

void recorded_clear(struct recorded *r)
{
    for (struct rec_text *t = r->texts, *next; t; t = next) {
        next = t->next;
        free(t);
    }
    free(r->rows);
    free(r->tasks);
    free(r->jobs);
    sw_names_clear(&r->by_id);
    *r = (struct recorded){ 0 };
}

/* ---- rows ------------------------------------------------------------------------------------ */

static int add_row(struct recorded *r, const struct sw_job *job, const struct sw_task_row *row, struct sw_err *err)
{
    if (grow(&r->rows, &r->cap_rows, r->n_rows + 1, sizeof *r->rows, err) != SW_OK)
        return SW_FAIL;
    struct rec_row *to = &r->rows[r->n_rows++];
    *to = (struct rec_row){ .row = *row, .job = (uint32_t)r->n_jobs };
    to->row.job_id = job->job_id; /* only the first row of a job may have the job's columns */
    to->row.pool = job->pool;
    to->row.user = job->user;
    to->row.submit_us = job->submit_us;
    to->row.priority = (int32_t)job->priority;
    to->row.weight = (double)job->weight / (double)SW_WEIGHT_ONE;
    if (KNOWN(row, SW_TASK_LAUNCH) && !KNOWN(row, SW_TASK_FINISH) && KNOWN(row, SW_TASK_DURATION))
        to->row.finish_us = row->launch_us + row->duration_us; /* still running at the end of the log */
    to->end_us = to->row.finish_us;
    r->timed |= KNOWN(row, SW_TASK_LAUNCH) && KNOWN(row, SW_TASK_FINISH);
    r->placed |= row->node.len > 0;
    for (size_t i = 0; i < sw_schema_tasks.n_columns; i++)
        if (sw_schema_tasks.columns[i].type == SW_TEXT) {
            void *text = (char *)&to->row + sw_schema_tasks.columns[i].offset;
            if (recorded_keep(r, text, err) != SW_OK)
                return SW_FAIL;
        }
    return SW_OK;
}

static int compare_text(struct sw_text a, struct sw_text b)
{
    int order = memcmp(a.at, b.at, a.len < b.len ? a.len : b.len);
    return order != 0 ? order : (a.len > b.len) - (a.len < b.len);
}

static int by_task(const void *a, const void *b)
{
    const struct rec_row *x = a, *y = b;
    if (x->row.stage != y->row.stage)
        return x->row.stage < y->row.stage ? -1 : 1;
    if (x->row.task_id.len != y->row.task_id.len) /* numbers by value */
        return x->row.task_id.len < y->row.task_id.len ? -1 : 1;
    int order = compare_text(x->row.task_id, y->row.task_id);
    return order != 0 ? order : (x->row.launch_us > y->row.launch_us) - (x->row.launch_us < y->row.launch_us);
}

/* ---- tasks and jobs -------------------------------------------------------------------------- */

static bool is_done(const struct rec_row *row)
{
    return !KNOWN(&row->row, SW_TASK_OUTCOME) || row->row.outcome == SW_DONE;
}

static bool has_times(const struct rec_row *row)
{
    return KNOWN(&row->row, SW_TASK_LAUNCH) && row->row.finish_us >= row->row.launch_us;
}

/* Chooses the last attempt that succeeded, else the last that has times. */
static void choose(const struct recorded *r, struct rec_task *task)
{
    task->last = &r->rows[task->first];
    for (uint32_t i = task->first; i < task->first + task->n; i++) {
        const struct rec_row *row = &r->rows[i];
        bool done = has_times(row) && is_done(row);
        if (task->done && !done)
            continue;
        if (done || has_times(row))
            task->last = row;
        task->done |= done;
    }
}

static int add_task(struct recorded *r, uint32_t first, uint32_t n, struct sw_err *err)
{
    if (grow(&r->tasks, &r->cap_tasks, r->n_tasks + 1, sizeof *r->tasks, err) != SW_OK)
        return SW_FAIL;
    r->tasks[r->n_tasks++] = (struct rec_task){ .job = (uint32_t)r->n_jobs, .first = first, .n = n };
    return SW_OK;
}

static int add_tasks(struct recorded *r, size_t first, struct sw_err *err)
{
    qsort(r->rows + first, r->n_rows - first, sizeof *r->rows, by_task);
    for (size_t i = first, next; i < r->n_rows; i = next) {
        const struct sw_task_row *a = &r->rows[i].row;
        for (next = i + 1; next < r->n_rows; next++) {
            const struct sw_task_row *b = &r->rows[next].row;
            if (a->task_id.len == 0 || a->stage != b->stage || compare_text(a->task_id, b->task_id) != 0)
                break;
        }
        if (add_task(r, (uint32_t)i, (uint32_t)(next - i), err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

static int add_job(struct recorded *r, const struct sw_job *from, struct sw_err *err)
{
    size_t first_row = r->n_rows, first_task = r->n_tasks;
    for (size_t i = 0; i < from->n_task_rows; i++)
        if (add_row(r, from, &from->task_rows[i], err) != SW_OK)
            return SW_FAIL;
    if (grow(&r->jobs, &r->cap_jobs, r->n_jobs + 1, sizeof *r->jobs, err) != SW_OK
        || add_tasks(r, first_row, err) != SW_OK)
        return SW_FAIL;
    r->jobs[r->n_jobs++] = (struct rec_job){ .id = r->rows[first_row].row.job_id, .submit_us = from->submit_us,
        .first_task = (uint32_t)first_task, .n_tasks = (uint32_t)(r->n_tasks - first_task), .after = UINT32_MAX,
        .replayed_us = { -1, -1, -1 } };
    return SW_OK;
}

/* The rows do not move any more. */
static void settle_job(struct recorded *r, struct rec_job *job)
{
    job->complete = true;
    job->end_us = job->submit_us;
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++) {
        struct rec_task *task = &r->tasks[i];
        choose(r, task);
        job->complete &= task->done;
        if (has_times(task->last) && task->last->row.finish_us > job->end_us)
            job->end_us = task->last->row.finish_us;
    }
}

static int index_job(struct recorded *r, struct rec_job *job, struct sw_err *err)
{
    if (sw_names_find(&r->by_id, job->id.at, job->id.len))
        return sw_err_set(err, "two jobs have one id: '%.*s'", (int)job->id.len, job->id.at);
    return sw_names_add(&r->by_id, job->id.at, job->id.len, job) == 0 ? SW_OK : sw_err_memory(err);
}

int recorded_read(struct recorded *r, struct sw_trace *t, struct sw_err *err)
{
    struct sw_job job;
    int got;
    if (sw_trace_sort(t, err) != SW_OK)
        return SW_FAIL;
    while ((got = sw_trace_next(t, &job, err)) == 1)
        if (add_job(r, &job, err) != SW_OK)
            return SW_FAIL;
    for (size_t i = 0; got == 0 && i < r->n_jobs; i++) {
        settle_job(r, &r->jobs[i]);
        if (index_job(r, &r->jobs[i], err) != SW_OK)
            return SW_FAIL;
    }
    return got;
}

/* ---- first launches that a log gives ---------------------------------------------------------- */

/* Logs are stamped in milliseconds. */
#define SAME_INSTANT_US (SW_US_PER_S / 1000)

static int64_t end_of_stage(const struct recorded *r, const struct rec_job *job, uint64_t stage)
{
    int64_t end_us = job->submit_us;
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++) {
        const struct rec_row *last = r->tasks[i].last;
        if (last->row.stage == stage && has_times(last) && last->row.finish_us > end_us)
            end_us = last->row.finish_us;
    }
    return end_us;
}

/* When nothing else held the stage back: the submission, or the end of the last of its parents ("0|3"). */
static int64_t open_from(const struct recorded *r, const struct rec_job *job, struct sw_text parents)
{
    int64_t from_us = job->submit_us;
    for (size_t at = 0; at < parents.len; at++) {
        uint64_t stage = 0;
        for (; at < parents.len && parents.at[at] != '|'; at++)
            stage = 10 * stage + (uint64_t)(parents.at[at] - '0');
        int64_t end_us = end_of_stage(r, job, stage);
        from_us = end_us > from_us ? end_us : from_us;
    }
    return from_us;
}

int64_t recorded_ready_us(const struct recorded *r, const struct rec_row *row)
{
    return open_from(r, &r->jobs[row->job], row->row.parents) + (row->row.setup_us > 0 ? row->row.setup_us : 0);
}

static bool is_given(const struct recorded *r, const struct rec_job *job, const struct sw_task_row *first)
{
    int64_t ready_us = open_from(r, job, first->parents) + first->setup_us;
    return first->setup_us > 0 && llabs(first->launch_us - ready_us) <= SAME_INSTANT_US;
}

/* The tasks of a stage stand together (by_task). */
void recorded_count_given(const struct recorded *r, uint64_t *n_stages, uint64_t *n_given)
{
    *n_stages = *n_given = 0;
    for (size_t j = 0; j < r->n_jobs; j++) {
        const struct rec_job *job = &r->jobs[j];
        const struct sw_task_row *first = NULL;
        for (uint32_t i = job->first_task, end = i + job->n_tasks; i < end; i++) {
            for (uint32_t k = r->tasks[i].first; k < r->tasks[i].first + r->tasks[i].n; k++)
                if (has_times(&r->rows[k]) && (!first || r->rows[k].row.launch_us < first->launch_us))
                    first = &r->rows[k].row;
            bool last = i + 1 == end || r->tasks[i + 1].last->row.stage != r->tasks[i].last->row.stage;
            if (!last || !first)
                continue;
            ++*n_stages;
            *n_given += is_given(r, job, first);
            first = NULL;
        }
    }
}

/* ---- slots that a log does not tell ---------------------------------------------------------- */

struct change { struct sw_text node; int64_t at_us; int by; };

static int by_node_and_time(const void *a, const void *b)
{
    const struct change *x = a, *y = b;
    int order = compare_text(x->node, y->node);
    if (order != 0)
        return order;
    if (x->at_us != y->at_us)
        return x->at_us < y->at_us ? -1 : 1;
    return x->by - y->by; /* ends before launches */
}

/* Lists the launches and ends of the attempts of a kind that have times. *most is 1 when there are any tasks of the
 * kind. */
static size_t list_changes(const struct recorded *r, enum rec_kind kind, struct change *c, int64_t *most)
{
    size_t n = 0;
    for (size_t i = 0; i < r->n_rows; i++) {
        const struct sw_task_row *row = &r->rows[i].row;
        if (kind != REC_ALL && (row->kind == SW_REDUCE) != (kind == REC_REDUCES))
            continue;
        *most = 1;
        if (!has_times(&r->rows[i]) || row->node.len == 0)
            continue;
        c[n++] = (struct change){ row->node, row->launch_us, 1 };
        c[n++] = (struct change){ row->node, row->finish_us, -1 };
    }
    return n;
}

int recorded_most_at_once(const struct recorded *r, enum rec_kind kind, uint64_t *most_at_once, struct sw_err *err)
{
    struct change *c = calloc(2 * r->n_rows + 1, sizeof *c);
    int64_t now = 0, most = 0;
    if (!c)
        return sw_err_memory(err);
    size_t n = list_changes(r, kind, c, &most);
    qsort(c, n, sizeof *c, by_node_and_time);
    for (size_t i = 0; i < n; i++) {
        now = i > 0 && compare_text(c[i].node, c[i - 1].node) != 0 ? c[i].by : now + c[i].by;
        most = now > most ? now : most;
    }
    free(c);
    *most_at_once = (uint64_t)most;
    return SW_OK;
}

/* ---- executors ------------------------------------------------------------------------------- */

struct sw_text recorded_host(struct sw_text node)
{
    const char *slash = memrchr(node.at, '/', node.len);
    return (struct sw_text){ node.at, slash ? (size_t)(slash - node.at) : node.len };
}

static bool are_there_at_once(const struct sw_node *a, const struct sw_node *b)
{
    for (uint32_t i = 0; i < a->n_spans; i++)
        for (uint32_t k = 0; k < b->n_spans; k++)
            if (a->span[i].from_us < b->span[k].to_us && b->span[k].from_us < a->span[i].to_us)
                return true;
    return false;
}

bool recorded_tells_executors(const struct recorded *r, const struct sw_cluster *cl)
{
    for (size_t i = 0; i < r->n_tasks; i++)
        if (memchr(r->tasks[i].hosts.at, '/', r->tasks[i].hosts.len))
            return true;
    for (uint32_t i = 0; i < cl->n_nodes; i++) /* those of a host stand together */
        for (uint32_t k = i + 1; k < cl->n_nodes && cl->node[k].home == cl->node[i].home; k++)
            if (are_there_at_once(&cl->node[i], &cl->node[k]))
                return true;
    return false;
}

void recorded_forget_executors(struct recorded *r)
{
    for (size_t i = 0; i < r->n_rows && r->executors; i++)
        r->rows[i].row.node = recorded_host(r->rows[i].row.node);
    r->executors = false;
}

/* ---- from an end to the next launch ---------------------------------------------------------- */

/* open_us: its stage's first launch */
struct turn { struct sw_text node; bool reduce, launch; int64_t at_us, open_us; };

static int by_turn(const void *a, const void *b)
{
    const struct turn *x = a, *y = b;
    int order = compare_text(x->node, y->node);
    if (order != 0 || x->reduce != y->reduce)
        return order != 0 ? order : (int)x->reduce - (int)y->reduce;
    if (x->at_us != y->at_us)
        return x->at_us < y->at_us ? -1 : 1;
    return (int)x->launch - (int)y->launch; /* ends before launches */
}

/* The rows of a stage stand together (by_task). */
static size_t list_turns(const struct recorded *r, struct turn *t)
{
    size_t n = 0;
    for (size_t i = 0, next; i < r->n_rows; i = next) {
        int64_t open_us = SW_TIME_MAX;
        for (next = i; next < r->n_rows && r->rows[next].job == r->rows[i].job
                       && r->rows[next].row.stage == r->rows[i].row.stage; next++)
            if (has_times(&r->rows[next]) && r->rows[next].row.launch_us < open_us)
                open_us = r->rows[next].row.launch_us;
        for (size_t k = i; k < next; k++) {
            const struct sw_task_row *row = &r->rows[k].row;
            if (!has_times(&r->rows[k]) || row->node.len == 0)
                continue;
            t[n++] = (struct turn){ row->node, row->kind == SW_REDUCE, true, row->launch_us, open_us };
            t[n++] = (struct turn){ row->node, row->kind == SW_REDUCE, false, row->finish_us, 0 };
        }
    }
    return n;
}

/* Each launch takes the slot that was freed last. */
static size_t measure_gaps(const struct turn *t, size_t n, int64_t *freed_us, double *gap_s)
{
    size_t n_gaps = 0, n_freed = 0;
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && (t[i].reduce != t[i - 1].reduce || compare_text(t[i].node, t[i - 1].node) != 0))
            n_freed = 0;
        if (!t[i].launch)
            freed_us[n_freed++] = t[i].at_us;
        else if (n_freed > 0 && t[i].open_us < freed_us[--n_freed])
            gap_s[n_gaps++] = (double)(t[i].at_us - freed_us[n_freed]) / (double)SW_US_PER_S;
    }
    return n_gaps;
}

int recorded_gaps(const struct recorded *r, struct rec_gaps *gaps, struct sw_err *err)
{
    struct turn *t = calloc(2 * r->n_rows + 1, sizeof *t);
    int64_t *freed_us = calloc(r->n_rows + 1, sizeof *freed_us);
    double *gap_s = calloc(r->n_rows + 1, sizeof *gap_s);
    uint64_t at_once = 0;
    bool room = t && freed_us && gap_s;
    *gaps = (struct rec_gaps){ 0 };
    if (room) {
        size_t n = list_turns(r, t);
        qsort(t, n, sizeof *t, by_turn);
        gaps->n = measure_gaps(t, n, freed_us, gap_s);
        sw_sort(gap_s, gaps->n);
        for (size_t i = 0; i < gaps->n; i++)
            at_once += gap_s[i] <= 0.5;
    }
    if (gaps->n > 0) {
        gaps->share_at_once = (double)at_once / (double)gaps->n;
        gaps->p50_s = sw_quantile_sorted(gap_s, gaps->n, 0.5);
        gaps->p90_s = sw_quantile_sorted(gap_s, gaps->n, 0.9);
    }
    free(t);
    free(freed_us);
    free(gap_s);
    return room ? SW_OK : sw_err_memory(err);
}
