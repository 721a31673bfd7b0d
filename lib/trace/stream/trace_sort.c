/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_sort.c - the whole trace in memory, by submit_s; ties keep the order of the file.
 *
 * A job with after_job has no submit of its own: it stands right behind the job it names, and so do those that
 * name it in turn. When the name stands before it several times the last counts; when it stands only behind, the
 * first. Jobs whose name is not there, and those that name each other, come last: who replays them will say.
 *
 * A job of a jobs file is kept as its row, packed, and made again each time that it is given; others as they are.
 * sw_trace_hold() is the same without an order: then the jobs can be read several times, and by several threads. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/base/sw_chance.h"
#include "lib/base/sw_sort.h"
#include "lib/trace/stream/trace_private.h"

/* Places are 32 bits, which halves the lists of find_chains(). */
#define NONE UINT32_MAX
/* Memory is taken by the MiB and given back all at once. */
#define CHUNK ((size_t)1 << 20)

struct chunk { struct chunk *before; size_t used, cap; _Alignas(16) char at[]; };
struct kept { int64_t submit_us; const char *at; }; /* a struct sw_job or, of rows, see keep_row() */
struct sorted {
    struct chunk *chunk;
    struct kept *kept;       /* in the order in which they are given */
    size_t n, cap, next, n_extras;
    bool borrowed;           /* of another trace */
    bool rows, with_rows;    /* packed rows of a jobs file; which are given with their jobs */
    bool in_order, chained;  /* by submit_s as they stand; some have an after_job */
    bool no_tasks;           /* of jobs whose rows are elsewhere */
    struct sw_texts texts;   /* of task rows */
};

/* Of what is in hand bytes may be given back, by s->chunk->used. */
static char *take_bytes(struct sorted *s, size_t size)
{
    if (!s->chunk || s->chunk->cap < s->chunk->used + size) {
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

/* Structs want 16 bytes; packed rows need no such thing. */
static void *take_aligned(struct sorted *s, size_t size)
{
    if (s->chunk)
        s->chunk->used = (s->chunk->used + 15) & ~(size_t)15;
    return take_bytes(s, (size + 15) & ~(size_t)15);
}

/* A trace that shares another's jobs frees its own struct alone. */
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
    sw_texts_clear(&s->texts);
    free(s->kept);
    free(s);
}

/* ---- copies ------------------------------------------------------------------------------------ */

/* *out is any pointer. A copy of nothing has an address, too. */
static int keep_copy(struct sorted *s, const void *at, size_t size, void *out)
{
    void *copy = take_aligned(s, size > 0 ? size : 1);
    if (!copy)
        return SW_FAIL;
    if (size > 0)
        memcpy(copy, at, size);
    *(void **)out = copy;
    return SW_OK;
}

static int keep_text_copy(struct sorted *s, struct sw_text *text)
{
    return text->len == 0 ? SW_OK : keep_copy(s, text->at, text->len, &text->at);
}

/* The texts of each task are copied one by one, as they lie in the gatherer's buffer. */
static int keep_tasks(struct sorted *s, struct sw_stage_spec *stage)
{
    struct sw_task_spec *tasks;
    if (!stage->tasks)
        return SW_OK;
    if (keep_copy(s, stage->tasks, stage->n_tasks * sizeof *tasks, &tasks) != SW_OK)
        return SW_FAIL;
    for (uint64_t i = 0; i < stage->n_tasks; i++)
        if (keep_text_copy(s, &tasks[i].task_id) != SW_OK || keep_text_copy(s, &tasks[i].hosts) != SW_OK)
            return SW_FAIL;
    stage->tasks = tasks;
    return SW_OK;
}

/* The parents are places in the job, so they stay right in the copy. */
static int keep_stages(struct sorted *s, struct sw_job *job)
{
    struct sw_stage_spec *stages;
    if (keep_copy(s, job->stages, job->n_stages * sizeof *stages, &stages) != SW_OK)
        return SW_FAIL;
    for (uint32_t i = 0; i < job->n_stages; i++) {
        if (s->no_tasks)
            stages[i].tasks = NULL;
        if (keep_copy(s, stages[i].parents, stages[i].n_parents * sizeof(uint32_t), &stages[i].parents) != SW_OK
            || keep_tasks(s, &stages[i]) != SW_OK)
            return SW_FAIL;
    }
    job->stages = stages;
    return SW_OK;
}

/* A file names few nodes, pools and tasks, in each of its rows: a text that repeats is one copy. before: the row
 * before it, or NULL. */
static int keep_row_texts(struct sorted *s, const struct sw_task_row *before, struct sw_task_row *row)
{
    for (size_t i = 0; i < sw_schema_tasks.n_columns; i++) {
        const size_t at = sw_schema_tasks.columns[i].offset;
        if (sw_schema_tasks.columns[i].type != SW_TEXT)
            continue;
        struct sw_text *text = (struct sw_text *)(void *)((char *)row + at);
        const struct sw_text *last = before ? (const struct sw_text *)(const void *)((const char *)before + at) : text;
        if (last != text && sw_text_same(*last, *text))
            text->at = last->at;
        else if (text->len > 0 && !(text->at = sw_texts_keep(&s->texts, text->at, text->len)))
            return SW_FAIL;
    }
    return SW_OK;
}

/* n in all: so many for each row of the job. */
static int keep_extras(struct sorted *s, struct sw_job *job, size_t n)
{
    struct sw_text *extras;
    if (keep_copy(s, job->extras, n * sizeof *extras, &extras) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < n; i++)
        if (keep_text_copy(s, &extras[i]) != SW_OK)
            return SW_FAIL;
    job->extras = extras;
    return SW_OK;
}

/* What sw_trace_keep_rows() asked for. */
static int keep_task_rows(struct sorted *s, struct sw_job *job)
{
    struct sw_task_row *rows;
    if (!job->task_rows)
        return SW_OK;
    if (keep_copy(s, job->task_rows, job->n_task_rows * sizeof *rows, &rows) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < job->n_task_rows; i++)
        if (keep_row_texts(s, i > 0 ? &rows[i - 1] : NULL, &rows[i]) != SW_OK)
            return SW_FAIL;
    job->task_rows = rows;
    return keep_extras(s, job, job->n_task_rows * job->n_extras);
}

/* A copy of a job with all that it points to. What the trace lends until its next call has to be copied; `path`
 * lasts as long as the trace. */
static int keep_whole(struct sorted *s, const struct sw_job *from, const char **at)
{
    struct sw_job *job;
    if (keep_copy(s, from, sizeof *job, &job) != SW_OK)
        return SW_FAIL;
    *at = (const char *)job;
    return keep_text_copy(s, &job->job_id) == SW_OK && keep_text_copy(s, &job->pool) == SW_OK
        && keep_text_copy(s, &job->user) == SW_OK && keep_text_copy(s, &job->after_job) == SW_OK
        && keep_text_copy(s, &job->input_id) == SW_OK && keep_text_copy(s, &job->partition) == SW_OK
        && keep_text_copy(s, &job->qos) == SW_OK && keep_stages(s, job) == SW_OK ? keep_task_rows(s, job) : SW_FAIL;
}

/* The row, its line and its file, and what the file has besides. */
static int keep_row(struct sorted *s, const struct sw_trace *t, const struct sw_job *job, const char **at)
{
    enum { MOST_LINE = 10 };
    size_t most = packed_most(&sw_schema_jobs, &t->job_row) + sizeof job->path + MOST_LINE;
    for (size_t i = 0; s->with_rows && i < s->n_extras; i++)
        most += MOST_LINE + job->extras[i].len;
    char *to = take_bytes(s, most), *from = to;
    if (!to)
        return SW_FAIL;
    memcpy(to, &job->path, sizeof job->path);
    to = packed_put_u64(packed_put(&sw_schema_jobs, &t->job_row, to + sizeof job->path), job->line);
    for (size_t i = 0; s->with_rows && i < s->n_extras; i++)
        to = packed_put_text(to, job->extras[i]);
    /* The bound was taken, and what is over goes back, so that the next row follows directly. */
    s->chunk->used -= most - (size_t)(to - from);
    *at = from;
    return SW_OK;
}

/* The job of a row is the trace's own until the next one. The order of the parts is that of keep_row(). */
static int unpack_row(const struct sorted *s, struct sw_trace *t, const char *at, struct sw_job *job,
                      struct sw_err *err)
{
    const char *path;
    uint64_t line;
    memcpy(&path, at, sizeof path);
    at = packed_get_u64(packed_get(&sw_schema_jobs, at + sizeof path, &t->job_row), &line);
    trace_jobs_fill(t, &t->job_row, job);
    job->path = path;
    job->line = line;
    job->n_extras = s->n_extras;
    if (s->with_rows) {
        if (sw_grow(&t->extras, &t->cap_extras, s->n_extras, sizeof *t->extras, err) != SW_OK)
            return SW_FAIL;
        for (size_t i = 0; i < s->n_extras; i++)
            at = packed_get_text(at, &t->extras[i]);
        job->job_row = &t->job_row;
        job->extras = t->extras;
    }
    /* A jobs file names no hosts, so a gang can be made from the row each time. */
    return t->gangs ? gangs_make(t, job, err) : SW_OK;
}

/* Whether any job follows another, and whether they stand in order, decides what order_jobs() has to do. */
static int keep_job(struct sorted *s, const struct sw_trace *t, const struct sw_job *job, struct sw_err *err)
{
    if (s->n >= NONE)
        return sw_err_set(err, "too many jobs to sort");
    if (sw_grow(&s->kept, &s->cap, s->n + 1, sizeof *s->kept, err) != SW_OK)
        return SW_FAIL;
    struct kept *k = &s->kept[s->n];
    k->submit_us = job->submit_us;
    if ((s->rows ? keep_row(s, t, job, &k->at) : keep_whole(s, job, &k->at)) != SW_OK)
        return sw_err_memory(err);
    s->chained |= job->after_job.len > 0;
    s->in_order &= s->n == 0 || k->submit_us >= k[-1].submit_us;
    s->n++;
    return SW_OK;
}

/* ---- order -------------------------------------------------------------------------------------- */

/* Jobs by name (chained by hash) and the jobs behind each one, both as lists through arrays. */
struct links {
    struct named { struct sw_text id, after; } *named;
    uint32_t *block, *bucket, *chain, *child, *sibling, *stack;
    size_t mask;
    struct kept *to;         /* in the order found */
    size_t n;
};

static int links_new(struct links *l, size_t n, struct sw_err *err)
{
    size_t buckets = 16;
    while (buckets < n)
        buckets *= 2;
    /* All lists in one block, each entry NONE at first. */
    l->block = malloc((buckets + 4 * n) * sizeof *l->block);
    l->named = malloc((n + 1) * sizeof *l->named);
    l->to = malloc((n + 1) * sizeof *l->to);
    if (!l->block || !l->named || !l->to)
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

static uint64_t name_hash(struct sw_text id) { return sw_chance_name(id.at, id.len); }

/* The names of a job and of the one that it follows, unpacked from its row where jobs are kept so. */
static struct named named(const struct sorted *s, size_t i)
{
    if (!s->rows) {
        const struct sw_job *job = (const struct sw_job *)(const void *)s->kept[i].at;
        return (struct named){ job->job_id, job->after_job };
    }
    struct sw_job_row row;
    packed_get(&sw_schema_jobs, s->kept[i].at + sizeof(const char *), &row);
    return (struct named){ row.job_id, row.after_job };
}

/* Each chain runs from the first of the file to the last. Backwards, since each entry is put in front of its chain. */
static void list_names(const struct sorted *s, struct links *l)
{
    for (size_t i = s->n; i-- > 0;) {
        l->named[i] = named(s, i);
        uint32_t *b = &l->bucket[name_hash(l->named[i].id) & l->mask];
        l->chain[i] = *b;
        *b = (uint32_t)i;
    }
}

/* The last before place i, else the first behind it. */
static uint32_t find_before(const struct links *l, size_t i)
{
    struct sw_text id = l->named[i].after;
    uint32_t best = NONE;
    for (uint32_t at = l->bucket[name_hash(id) & l->mask]; at != NONE; at = l->chain[at]) {
        if (!sw_text_same(l->named[at].id, id))
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
        uint32_t before = l->named[i].after.len > 0 ? find_before(l, i) : NONE;
        if (before == NONE)
            continue;
        l->sibling[i] = l->child[before];
        l->child[before] = (uint32_t)i;
    }
}

/* Ties keep the order of the file. */
static int by_submit_and_place(const void *a, const void *b, void *all)
{
    const uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    const int64_t x = ((const struct kept *)all)[i].submit_us, y = ((const struct kept *)all)[k].submit_us;
    return x != y ? (x > y) - (x < y) : (i > k) - (i < k);
}

static void put_next(const struct sorted *s, struct links *l, uint32_t i)
{
    l->to[l->n++] = s->kept[i];
    s->kept[i].at = NULL; /* taken */
}

/* A job, its children, theirs: depth first, so that a chain of jobs stands together. */
static void put_tree(const struct sorted *s, struct links *l, uint32_t root)
{
    size_t deep = 0;
    l->stack[deep++] = root;
    while (deep > 0) {
        uint32_t at = l->stack[deep - 1], down = l->child[at];
        put_next(s, l, at);
        if (at != root && l->sibling[at] != NONE)
            l->stack[deep - 1] = l->sibling[at];
        else
            deep--;
        if (down != NONE)
            l->stack[deep++] = down;
    }
}

/* Jobs that follow none are the roots. Those that were never reached name a job that is not there, or each other. */
static void put_all(const struct sorted *s, struct links *l)
{
    uint32_t *roots = l->chain; /* names are no longer looked up */
    size_t n_roots = 0;
    for (uint32_t i = 0; i < s->n; i++)
        if (l->named[i].after.len == 0)
            roots[n_roots++] = i;
    qsort_r(roots, n_roots, sizeof *roots, by_submit_and_place, s->kept);
    for (size_t i = 0; i < n_roots; i++)
        put_tree(s, l, roots[i]);
    for (uint32_t i = 0; i < s->n; i++)
        if (s->kept[i].at)
            put_next(s, l, i);
}

/* On success s->kept is the new order, and what was read is freed with the links. */
static int find_chains(struct sorted *s, struct sw_err *err)
{
    struct links l = { NULL };
    int status = links_new(&l, s->n, err);
    if (status == SW_OK) {
        list_names(s, &l);
        list_children(s, &l);
        put_all(s, &l);
        struct kept *as_read = s->kept;
        s->kept = l.to;
        l.to = as_read;
    }
    free(l.block);
    free(l.named);
    free(l.to);
    return status;
}

static int order_jobs(struct sorted *s, struct sw_err *err)
{
    if (s->chained)
        return find_chains(s, err);
    if (s->in_order)
        return SW_OK;
    return sw_sort_records_signed(s->kept, s->n, sizeof *s->kept, offsetof(struct kept, submit_us)) == SW_OK
        ? SW_OK : sw_err_memory(err);
}

/* Which form jobs are kept in depends on the source: rows of a jobs file are packed, all else is copied whole. */
static int load(struct sw_trace *t, struct sorted *s, struct sw_err *err)
{
    struct sw_job job;
    int got;
    s->in_order = true;
    s->no_tasks = t->sink.take;
    s->rows = !t->is_tasks && !t->from.next;
    s->with_rows = t->keep_rows;
    s->n_extras = t->source.n_extras;
    while ((got = trace_next_unsorted(t, &job, err)) == 1)
        if (keep_job(s, t, &job, err) != SW_OK)
            return SW_FAIL;
    /* Names of rows are needed no more for comparison, only their copies. */
    sw_texts_forget(&s->texts);
    return got;
}

/* The whole input, sorted or not, in the place of what the trace read from. */
static int load_all(struct sw_trace *t, bool sort, struct sw_err *err)
{
    struct sorted *s = calloc(1, sizeof *s);
    if (!s)
        return sw_err_memory(err);
    if (load(t, s, err) != SW_OK || (sort && order_jobs(s, err) != SW_OK)) {
        trace_sort_free(s);
        return SW_FAIL;
    }
    /* Once, so that the jobs can be read again. Those of rows are made when they are given. */
    for (size_t i = 0; i < s->n && t->from_first && !s->rows; i++)
        trace_origin_shift(t, (struct sw_job *)(void *)s->kept[i].at);
    t->from_first &= s->rows;
    t->sorted = s;
    return SW_OK;
}

int sw_trace_sort(struct sw_trace *t, struct sw_err *err)
{
    /* From here on an earlier submission is no fault: sorting mends it. */
    t->any_order = true;
    return load_all(t, true, err);
}

int sw_trace_hold(struct sw_trace *t, struct sw_err *err) { return t->sorted ? SW_OK : load_all(t, false, err); }

/* The copy of the struct borrows its jobs, and its place in them is its own. */
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
    t->gangs = held->gangs;
    t->from_first = held->from_first;
    t->source.path = held->source.path;
    return SW_OK;
}

int trace_sort_next(struct sw_trace *t, struct sw_job *job, struct sw_err *err)
{
    struct sorted *s = t->sorted;
    if (s->next >= s->n)
        return 0;
    const char *at = s->kept[s->next].at;
    if (!s->rows)
        *job = *(const struct sw_job *)(const void *)at;
    /* The place in the order in which jobs are given, not that in the file. */
    else if (unpack_row(s, t, at, job, err) != SW_OK)
        return SW_FAIL;
    job->place = s->next++;
    return 1;
}
