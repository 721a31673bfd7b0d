/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_sort.c - the whole trace in memory, by submit_s; ties keep the order of the file.
 *
 * A job with after_job has no submit of its own: it stands right behind the job it names, and so do those that
 * name it in turn. When the name stands before it several times the last counts; when it stands only behind, the
 * first. Jobs whose name is not there, and those that name each other, come last: who replays them will say. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/base/sw_chance.h"
#include "lib/base/sw_names.h"
#include "lib/trace/stream/trace_private.h"

#define NONE UINT32_MAX
#define CHUNK ((size_t)1 << 20)

struct chunk { struct chunk *before; size_t used, cap; _Alignas(16) char at[]; };
struct sorted {
    struct chunk *chunk;
    struct sw_job *jobs;     /* in the order of the file */
    size_t n, cap, next;
    uint32_t *order;         /* order[0..n-1], places in jobs[]; NULL: as they are */
    bool borrowed;           /* of another trace */
    bool rows_only;
    struct sw_names texts;   /* of task rows; while they are read */
};

static void *take(struct sorted *s, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if (!s->chunk || s->chunk->cap - s->chunk->used < size) {
        size_t cap = size > CHUNK ? size : CHUNK;
        struct chunk *c = malloc(sizeof *c + cap);
        if (!c)
            return NULL;
        *c = (struct chunk){ .before = s->chunk, .cap = cap };
        s->chunk = c;
    }
    s->chunk->used += size;
    return s->chunk->at + s->chunk->used - size;
}

void trace_sort_free(struct sorted *s)
{
    if (!s)
        return;
    if (s->borrowed) {
        free(s);
        return;
    }
    for (struct chunk *c = s->chunk, *before; c; c = before) {
        before = c->before;
        free(c);
    }
    sw_names_clear(&s->texts);
    free(s->jobs);
    free(s->order);
    free(s);
}

/* ---- copies ------------------------------------------------------------------------------------ */

static int keep(struct sorted *s, const void *at, size_t size, void *out)
{
    void *copy = take(s, size > 0 ? size : 1);
    if (!copy)
        return SW_FAIL;
    if (size > 0)
        memcpy(copy, at, size);
    *(void **)out = copy;
    return SW_OK;
}

static int keep_text(struct sorted *s, struct sw_text *text)
{
    return text->len == 0 ? SW_OK : keep(s, text->at, text->len, &text->at);
}

/* A log names few nodes, pools and tasks, in each of its rows. Names of which there is no end are not looked for. */
static int keep_text_once(struct sorted *s, struct sw_text *text)
{
    enum { MOST = 1 << 16 };
    const uint64_t hash = sw_chance_name(text->at, text->len);
    const char *known = text->len > 0 ? sw_names_find_hashed(&s->texts, hash, text->at, text->len) : text->at;
    if (known) {
        text->at = known;
        return SW_OK;
    }
    if (keep_text(s, text) != SW_OK)
        return SW_FAIL;
    return s->texts.n < MOST && sw_names_add_hashed(&s->texts, hash, text->at, text->len, (void *)(uintptr_t)text->at)
           ? SW_FAIL : SW_OK;
}

static int keep_tasks(struct sorted *s, struct sw_stage_spec *stage)
{
    struct sw_task_spec *tasks;
    if (!stage->tasks)
        return SW_OK;
    if (keep(s, stage->tasks, stage->n_tasks * sizeof *tasks, &tasks) != SW_OK)
        return SW_FAIL;
    for (uint64_t i = 0; i < stage->n_tasks; i++)
        if (keep_text(s, &tasks[i].task_id) != SW_OK || keep_text(s, &tasks[i].hosts) != SW_OK)
            return SW_FAIL;
    stage->tasks = tasks;
    return SW_OK;
}

static int keep_stages(struct sorted *s, struct sw_job *job)
{
    struct sw_stage_spec *stages;
    if (keep(s, job->stages, job->n_stages * sizeof *stages, &stages) != SW_OK)
        return SW_FAIL;
    const bool tasks = !s->rows_only || !job->task_rows;
    for (uint32_t i = 0; i < job->n_stages; i++) {
        if (!tasks)
            stages[i].tasks = NULL;
        if (keep(s, stages[i].parents, stages[i].n_parents * sizeof(uint32_t), &stages[i].parents) != SW_OK
            || keep_tasks(s, &stages[i]) != SW_OK)
            return SW_FAIL;
    }
    job->stages = stages;
    return SW_OK;
}

static int keep_texts(struct sorted *s, const struct sw_schema *schema, void *record)
{
    for (size_t i = 0; i < schema->n_columns; i++)
        if (schema->columns[i].type == SW_TEXT
            && keep_text(s, (struct sw_text *)(void *)((char *)record + schema->columns[i].offset)) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

static bool same_text(struct sw_text a, struct sw_text b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

/* before: the row before it; NULL: none */
static int keep_row_texts(struct sorted *s, const struct sw_task_row *before, struct sw_task_row *row)
{
    for (size_t i = 0; i < sw_schema_tasks.n_columns; i++) {
        const size_t at = sw_schema_tasks.columns[i].offset;
        if (sw_schema_tasks.columns[i].type != SW_TEXT)
            continue;
        struct sw_text *text = (struct sw_text *)(void *)((char *)row + at);
        const struct sw_text *last = before ? (const struct sw_text *)(const void *)((const char *)before + at) : text;
        if (last != text && same_text(*last, *text))
            text->at = last->at;
        else if (keep_text_once(s, text) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

static int keep_extras(struct sorted *s, struct sw_job *job, size_t n)
{
    struct sw_text *extras;
    if (keep(s, job->extras, n * sizeof *extras, &extras) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < n; i++)
        if (keep_text(s, &extras[i]) != SW_OK)
            return SW_FAIL;
    job->extras = extras;
    return SW_OK;
}

/* What sw_trace_keep_rows() asked for. */
static int keep_rows(struct sorted *s, struct sw_job *job)
{
    struct sw_job_row *row;
    struct sw_task_row *rows;
    if (job->job_row) {
        if (keep(s, job->job_row, sizeof *row, &row) != SW_OK || keep_texts(s, &sw_schema_jobs, row) != SW_OK)
            return SW_FAIL;
        job->job_row = row;
        return keep_extras(s, job, job->n_extras);
    }
    if (!job->task_rows)
        return SW_OK;
    if (keep(s, job->task_rows, job->n_task_rows * sizeof *rows, &rows) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < job->n_task_rows; i++)
        if (keep_row_texts(s, i > 0 ? &rows[i - 1] : NULL, &rows[i]) != SW_OK)
            return SW_FAIL;
    job->task_rows = rows;
    return keep_extras(s, job, job->n_task_rows * job->n_extras);
}

static int keep_job(struct sorted *s, const struct sw_job *from, struct sw_err *err)
{
    if (s->n >= NONE)
        return sw_err_set(err, "too many jobs to sort");
    if (sw_grow(&s->jobs, &s->cap, s->n + 1, sizeof *s->jobs, err) != SW_OK)
        return SW_FAIL;
    struct sw_job *job = &s->jobs[s->n];
    *job = *from;
    if (keep_text(s, &job->job_id) != SW_OK || keep_text(s, &job->pool) != SW_OK
        || keep_text(s, &job->user) != SW_OK || keep_text(s, &job->after_job) != SW_OK
        || keep_text(s, &job->input_id) != SW_OK || keep_text(s, &job->partition) != SW_OK
        || keep_text(s, &job->qos) != SW_OK || keep_stages(s, job) != SW_OK || keep_rows(s, job) != SW_OK)
        return sw_err_memory(err);
    s->n++;
    return SW_OK;
}

/* ---- order -------------------------------------------------------------------------------------- */

/* Jobs by name (chained by hash) and the jobs behind each one, both as lists through arrays. */
struct links { uint32_t *block, *bucket, *chain, *child, *sibling, *stack; size_t mask; };

static int links_new(struct links *l, size_t n, struct sw_err *err)
{
    size_t buckets = 16;
    while (buckets < n)
        buckets *= 2;
    l->block = malloc((buckets + 4 * n) * sizeof *l->block);
    if (!l->block)
        return sw_err_memory(err);
    memset(l->block, 0xff, (buckets + 4 * n) * sizeof *l->block);
    l->mask = buckets - 1;
    l->bucket = l->block;
    l->chain = l->bucket + buckets;
    l->child = l->chain + n;
    l->sibling = l->child + n;
    l->stack = l->sibling + n;
    return SW_OK;
}

static uint64_t name(struct sw_text id) { return sw_chance_name(id.at, id.len); }

/* Each chain runs from the first of the file to the last. */
static void list_names(const struct sorted *s, struct links *l)
{
    for (size_t i = s->n; i-- > 0;) {
        uint32_t *b = &l->bucket[name(s->jobs[i].job_id) & l->mask];
        l->chain[i] = *b;
        *b = (uint32_t)i;
    }
}

static uint32_t find_before(const struct sorted *s, const struct links *l, size_t i)
{
    struct sw_text id = s->jobs[i].after_job;
    uint32_t best = NONE;
    for (uint32_t at = l->bucket[name(id) & l->mask]; at != NONE; at = l->chain[at]) {
        if (!sw_text_same(s->jobs[at].job_id, id))
            continue;
        if (at >= i && best != NONE)
            break;
        best = at;
    }
    return best;
}

/* Each list of children runs from the first of the file to the last. */
static void list_children(const struct sorted *s, struct links *l)
{
    for (size_t i = s->n; i-- > 0;) {
        uint32_t before = s->jobs[i].after_job.len > 0 ? find_before(s, l, i) : NONE;
        if (before == NONE)
            continue;
        l->sibling[i] = l->child[before];
        l->child[before] = (uint32_t)i;
    }
}

static int by_submit(const void *a, const void *b, void *jobs)
{
    const struct sw_job *x = (const struct sw_job *)jobs + *(const uint32_t *)a;
    const struct sw_job *y = (const struct sw_job *)jobs + *(const uint32_t *)b;
    if (x->submit_us != y->submit_us)
        return x->submit_us < y->submit_us ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* A job, its children, theirs: depth first, so that a chain of jobs stands together. */
static size_t put_tree(struct sorted *s, struct links *l, uint32_t root, size_t n)
{
    size_t deep = 0;
    l->stack[deep++] = root;
    while (deep > 0) {
        uint32_t at = l->stack[deep - 1], down = l->child[at];
        s->order[n++] = at;
        s->jobs[at].place = UINT64_MAX; /* taken */
        if (at != root && l->sibling[at] != NONE)
            l->stack[deep - 1] = l->sibling[at];
        else
            deep--;
        if (down != NONE)
            l->stack[deep++] = down;
    }
    return n;
}

static void put_all(struct sorted *s, struct links *l)
{
    uint32_t *roots = l->chain; /* names are no longer looked up */
    size_t n_roots = 0, n = 0;
    for (uint32_t i = 0; i < s->n; i++)
        if (s->jobs[i].after_job.len == 0)
            roots[n_roots++] = i;
    qsort_r(roots, n_roots, sizeof *roots, by_submit, s->jobs);
    for (size_t i = 0; i < n_roots; i++)
        n = put_tree(s, l, roots[i], n);
    for (uint32_t i = 0; i < s->n; i++)
        if (s->jobs[i].place != UINT64_MAX)
            s->order[n++] = i;
}

static int find_order(struct sorted *s, struct sw_err *err)
{
    struct links l = { NULL };
    s->order = malloc((s->n + 1) * sizeof *s->order);
    if (!s->order)
        return sw_err_memory(err);
    if (links_new(&l, s->n, err) != SW_OK)
        return SW_FAIL;
    list_names(s, &l);
    list_children(s, &l);
    put_all(s, &l);
    free(l.block);
    return SW_OK;
}

static int load(struct sw_trace *t, struct sorted *s, struct sw_err *err)
{
    struct sw_job job;
    int got;
    s->rows_only = t->rows_only;
    while ((got = trace_next_unsorted(t, &job, err)) == 1)
        if (keep_job(s, &job, err) != SW_OK)
            return SW_FAIL;
    sw_names_clear(&s->texts);
    return got;
}

/* Once, so that the jobs can be read again. */
static void shift_all(struct sw_trace *t, struct sorted *s)
{
    for (size_t i = 0; i < s->n && t->from_first; i++)
        trace_origin_shift(t, &s->jobs[s->order ? s->order[i] : i]);
    t->from_first = false;
}

int sw_trace_sort(struct sw_trace *t, struct sw_err *err)
{
    struct sorted *s = calloc(1, sizeof *s);
    if (!s)
        return sw_err_memory(err);
    t->any_order = true;
    if (load(t, s, err) != SW_OK || find_order(s, err) != SW_OK) {
        trace_sort_free(s);
        return SW_FAIL;
    }
    shift_all(t, s);
    t->sorted = s;
    return SW_OK;
}

int sw_trace_hold(struct sw_trace *t, struct sw_err *err)
{
    struct sorted *s = calloc(1, sizeof *s);
    if (!s)
        return sw_err_memory(err);
    if (load(t, s, err) != SW_OK) {
        trace_sort_free(s);
        return SW_FAIL;
    }
    shift_all(t, s);
    t->sorted = s;
    return SW_OK;
}

int sw_trace_share(struct sw_trace **out, const struct sw_trace *held, struct sw_err *err)
{
    struct sw_trace *t = calloc(1, sizeof *t);
    struct sorted *s = malloc(sizeof *s);
    *out = t;
    if (!t || !s) {
        free(t);
        free(s);
        return sw_err_memory(err);
    }
    *s = *held->sorted;
    s->next = 0;
    s->borrowed = true;
    t->sorted = s;
    t->is_tasks = held->is_tasks;
    t->source.path = held->source.path;
    return SW_OK;
}

bool trace_sort_next(struct sorted *s, struct sw_job *job)
{
    if (s->next >= s->n)
        return false;
    *job = s->jobs[s->order ? s->order[s->next] : s->next];
    job->place = s->next++;
    return true;
}
