/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_attempts.c - the attempts record that slot-replay writes, read back as a recorded log.
 *
 * Its rows stand in the order of their ends, so all are read before the first is given. A job was submitted when its
 * first task became ready. Which nodes a task preferred is told only where a column `hosts` was added. */
#include <stdlib.h>
#include <string.h>
#include "lib/trace/import/hosts.h"
#include "lib/trace/import/held.h"
#include "lib/base/grow.h"
#include "lib/base/minmax.h"
#include "lib/base/sw_names.h"
#include "lib/base/sw_sort.h"
#include "lib/trace/parse/lines.h"
#include "lib/trace/record/known.h"
#include "lib/trace/stream/trace_private.h"

struct attempt {
    uint64_t known;
    struct sw_text job_id, pool, task_id, node, rack, killed_for, hosts;
    uint64_t stage, number;
    int32_t kind, locality, outcome;
    int64_t ready_us, launch_us, compute_us, finish_us;
};
/* Places in columns[], and bits of `known`. */
enum { JOB, POOL, STAGE, TASK, NUMBER, KIND, NODE, RACK, LOCALITY, READY, LAUNCH, COMPUTE, FINISH, OUTCOME, KILLED_FOR,
       HOSTS, N_COLUMNS };
#define AT(member) offsetof(struct attempt, member)
static const struct sw_column columns[] = {
    { "job_id", SW_TEXT, SW_NEEDED | SW_NOT_EMPTY, AT(job_id), NULL },
    { "pool", SW_TEXT, 0, AT(pool), NULL },
    { "stage", SW_COUNT, SW_NEEDED, AT(stage), NULL },
    { "task_id", SW_TEXT, SW_NEEDED | SW_NOT_EMPTY, AT(task_id), NULL },
    { "attempt", SW_COUNT, SW_NEEDED, AT(number), NULL },
    { "kind", SW_WORD, SW_NEEDED, AT(kind), NULL, sw_kind_words },
    { "node", SW_TEXT, SW_NEEDED, AT(node), NULL },
    { "rack", SW_TEXT, 0, AT(rack), NULL },
    { "locality", SW_WORD, SW_NEEDED, AT(locality), NULL, sw_locality_words },
    { "ready_s", SW_TIME, SW_NEEDED | SW_NOT_EMPTY | SW_NOT_NEGATIVE, AT(ready_us), NULL },
    { "launch_s", SW_TIME, SW_NEEDED | SW_NOT_EMPTY | SW_NOT_NEGATIVE, AT(launch_us), NULL },
    { "compute_s", SW_TIME, SW_NOT_NEGATIVE, AT(compute_us), NULL },
    { "finish_s", SW_TIME, SW_NEEDED | SW_NOT_NEGATIVE, AT(finish_us), NULL },
    { "outcome", SW_WORD, SW_NEEDED, AT(outcome), NULL, sw_outcome_words },
    { "killed_for", SW_TEXT, 0, AT(killed_for), NULL },
    { "hosts", SW_TEXT, 0, AT(hosts), NULL },
};
_Static_assert(sizeof columns / sizeof *columns == N_COLUMNS, "one row per column number");
/* Texts are empty unless given, and the pool is the default one. */
static const struct attempt defaults = { .pool = { "default", 7 } };
static const struct sw_schema schema = { "attempts", columns, N_COLUMNS, sizeof(struct attempt), &defaults };

/* A row while it waits for its turn; texts as numbers. It has few bytes, as many of them wait. */
struct kept {
    int64_t launch_us, compute_us, finish_us;
    uint64_t stage, number, line;
    uint32_t job, pool, task_id, node, rack, hosts;
    uint16_t known;
    uint8_t kind, locality, outcome;
};
_Static_assert(N_COLUMNS <= 16, "`known` has a bit for each column");
/* maps_end_us: when the last done map ended, from which on reduces copy (L4). */
struct one_job { int64_t submit_us, maps_end_us; };
/* For sorting: a key, and which row it is of. */
struct turn { uint64_t key; uint32_t row; };
struct attempts {
    struct sw_csv *in;
    struct sw_hosts *hosts;     /* NULL: not wanted */
    struct kept *rows;          /* once all are there, the last is given first, and its room given back */
    struct one_job *jobs;
    struct sw_keys *ids, *texts; /* of jobs; of all else */
    uint32_t *noted;            /* of each text, as a node: 1 + the rack that was noted last with it */
    size_t n_noted, cap_noted;
    size_t n_rows, cap_rows, n_jobs, cap_jobs;
    int64_t last_us;            /* of the log */
    uint64_t line;              /* of the row that was given */
    bool read;
};

/* The header of no other record has both. */
static bool attempts_sniff(const char *at, size_t n)
{
    size_t len = lines_first(at, n).len;
    return memmem(at, len, ",ready_s,", 9) && memmem(at, len, ",killed_for", 11);
}

static void attempts_close(void *state)
{
    struct attempts *s = state;
    sw_csv_close(s->in);
    sw_keys_free(s->ids);
    sw_keys_free(s->texts);
    free(s->rows);
    free(s->jobs);
    free(s->noted);
}

static int attempts_open(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, struct sw_err *err)
{
    struct attempts *s = state;
    s->hosts = rules->hosts;
    /* Before any row the header is the line. */
    s->line = 1;
    if (!(s->ids = sw_keys_new()) || !(s->texts = sw_keys_new()))
        return sw_err_memory(err);
    if (sw_csv_take(&s->in, in, err) != SW_OK)
        return SW_FAIL;
    if (sw_csv_find(s->in, "run") != SW_NO_COLUMN)
        return sw_err_data(err, sw_csv_path(s->in), sw_csv_header(s->in)->line, "run",
                           "attempts of several runs: one at a time is a log");
    return sw_csv_bind(s->in, &schema, err);
}

/* ---- reading all of it ------------------------------------------------------------------------ */

/* A job's submission is its earliest ready_s, whichever row has it. */
static int note_job(struct attempts *s, const struct attempt *a, uint32_t *number, struct sw_err *err)
{
    if (nameset_add(s->ids, a->job_id, number, err) != SW_OK)
        return SW_FAIL;
    if (*number == s->n_jobs) {
        if (sw_grow(&s->jobs, &s->cap_jobs, s->n_jobs + 1, sizeof *s->jobs, err) != SW_OK)
            return SW_FAIL;
        s->jobs[s->n_jobs++] = (struct one_job){ a->ready_us, 0 };
    }
    struct one_job *job = &s->jobs[*number];
    job->submit_us = a->ready_us < job->submit_us ? a->ready_us : job->submit_us;
    if (a->kind == SW_MAP && a->outcome == SW_DONE && a->finish_us > job->maps_end_us)
        job->maps_end_us = a->finish_us;
    return SW_OK;
}

/* Most rows name a node with the rack that was noted before: that needs no look at the table of hosts. */
static int note_host(struct attempts *s, uint32_t node, uint32_t rack, struct sw_err *err)
{
    if (sw_grow(&s->noted, &s->cap_noted, s->texts->n, sizeof *s->noted, err) != SW_OK)
        return SW_FAIL;
    while (s->n_noted < s->texts->n)
        s->noted[s->n_noted++] = 0;
    if (s->noted[node] == rack + 1)
        return SW_OK;
    s->noted[node] = rack + 1;
    return hosts_note(s->hosts, nameset_text(s->texts, node), nameset_text(s->texts, rack), err);
}

/* Most rows have the text of the row before, which is then not looked up. */
static int keep_repeated(struct attempts *s, struct sw_text text, uint32_t before, uint32_t *place, struct sw_err *err)
{
    *place = before;
    return s->n_rows > 0 && sw_text_same(text, nameset_text(s->texts, before)) ? SW_OK
        : nameset_add(s->texts, text, place, err);
}

/* A row is checked by itself: its times are in order, and it is of a kind that can be put together. */
static int attempts_add(struct attempts *s, const struct attempt *a, struct sw_err *err)
{
    struct kept k = {
        .launch_us = a->launch_us, .compute_us = a->compute_us, .finish_us = a->finish_us,
        .stage = a->stage, .number = a->number, .line = sw_csv_row(s->in)->line, .known = (uint16_t)a->known,
        .kind = (uint8_t)a->kind, .locality = (uint8_t)a->locality, .outcome = (uint8_t)a->outcome,
    };
    const struct kept *last = s->n_rows > 0 ? &s->rows[s->n_rows - 1] : &k;
    const uint32_t pool = last->pool, hosts = last->hosts;
    int64_t end_us = a->known & BIT(FINISH) ? a->finish_us : INT64_MAX;
    uint64_t line = sw_csv_row(s->in)->line;
    if (a->launch_us < a->ready_us || end_us < a->launch_us)
        return sw_err_data(err, sw_csv_path(s->in), line, "launch_s", "not from ready_s to finish_s");
    if (a->known & BIT(COMPUTE) && (a->compute_us < a->launch_us || end_us < a->compute_us))
        return sw_err_data(err, sw_csv_path(s->in), line, "compute_s", "not from launch_s to finish_s");
    /* A suspended task has a row for each part of its time; a recorded attempt has one time. */
    if (a->outcome == SW_SUSPENDED)
        return sw_err_data(err, sw_csv_path(s->in), line, "outcome",
                           "suspended: the parts of a task's time are not put together");
    if (s->n_rows >= UINT32_MAX)
        return sw_err_set(err, "too many attempts");
    if (sw_grow(&s->rows, &s->cap_rows, s->n_rows + 1, sizeof *s->rows, err) != SW_OK
        || note_job(s, a, &k.job, err) != SW_OK || keep_repeated(s, a->pool, pool, &k.pool, err) != SW_OK
        || nameset_add(s->texts, a->task_id, &k.task_id, err) != SW_OK
        || nameset_add(s->texts, a->node, &k.node, err) != SW_OK
        || nameset_add(s->texts, a->rack, &k.rack, err) != SW_OK
        || keep_repeated(s, a->hosts, hosts, &k.hosts, err) != SW_OK)
        return SW_FAIL;
    if (s->hosts && note_host(s, k.node, k.rack, err) != SW_OK)
        return SW_FAIL;
    /* The latest time of any row is the end of the log. */
    s->last_us = a->launch_us > s->last_us ? a->launch_us : s->last_us;
    s->last_us = a->finish_us > s->last_us ? a->finish_us : s->last_us;
    s->rows[s->n_rows++] = k;
    return SW_OK;
}

/* ---- their order: by job, stage, task and attempt ------------------------------------------------ */

enum key { OF_NUMBER, OF_TASK, OF_STAGE, OF_JOB, N_KEYS }; /* the last is the first to be compared */

/* Numbers by value: a shorter one is less. */
static int by_length_and_bytes(const void *a, const void *b, void *texts)
{
    const struct sw_text p = nameset_text(texts, *(const uint32_t *)a), q = nameset_text(texts, *(const uint32_t *)b);
    return p.len != q.len ? ORDER(p.len, q.len) : memcmp(p.at, q.at, p.len);
}

/* rank[i]: which of the n in their order i is, jobs by submission, texts by length and then by bytes. NULL: no
 * memory. */
static uint32_t *ranks_of(const struct attempts *s, bool jobs)
{
    const size_t n = jobs ? s->n_jobs : s->texts->n;
    uint32_t *order = malloc((n + 1) * sizeof *order), *rank = malloc((n + 1) * sizeof *rank);
    for (uint32_t i = 0; order && i < n; i++)
        order[i] = i;
    if (order && n > 0 && jobs)
        held_order(order, n, s->jobs, sizeof *s->jobs);
    else if (order && n > 0)
        qsort_r(order, n, sizeof *order, by_length_and_bytes, s->texts);
    for (uint32_t i = 0; order && rank && i < n; i++)
        rank[order[i]] = i;
    if (!order) {
        free(rank);
        rank = NULL;
    }
    free(order);
    return rank;
}

/* Ranks stand for names, so that comparing is a matter of numbers. */
static uint64_t key_of(const struct kept *k, enum key key, const uint32_t *job, const uint32_t *task)
{
    switch (key) {
    case OF_NUMBER: return k->number;
    case OF_TASK: return task[k->task_id];
    case OF_STAGE: return k->stage;
    default: return job[k->job];
    }
}

/* The bits that each key takes in one number. Ranks are below the number of names. */
static void measure_keys(const struct attempts *s, int width[N_KEYS])
{
    uint64_t bits[N_KEYS] = { [OF_TASK] = s->texts->n, [OF_JOB] = s->n_jobs };
    for (size_t i = 0; i < s->n_rows; i++) {
        bits[OF_NUMBER] |= s->rows[i].number;
        bits[OF_STAGE] |= s->rows[i].stage;
    }
    for (enum key key = OF_NUMBER; key < N_KEYS; key++)
        width[key] = 64 - __builtin_clzll(bits[key] | 1);
}

/* By the keys that fit into one number together, most often all. Ties keep the order of the log. All keys in one
 * number sort at once. Where they need more than 64 bits the sort is repeated, from the last key to the first,
 * which keeps ties. */
static int order_rows(const struct attempts *s, struct turn *order)
{
    uint32_t *job = ranks_of(s, true), *task = ranks_of(s, false);
    int status = job && task ? SW_OK : SW_FAIL, width[N_KEYS];
    measure_keys(s, width);
    for (uint32_t i = 0; i < s->n_rows; i++)
        order[i].row = i;
    for (enum key from = OF_NUMBER, to; status == SW_OK && from < N_KEYS; from = to) {
        int bits = width[from];
        for (to = from + 1; to < N_KEYS && bits + width[to] <= 64; to++)
            bits += width[to];
        for (size_t i = 0; i < s->n_rows; i++) {
            const struct kept *row = &s->rows[order[i].row];
            order[i].key = key_of(row, to - 1, job, task);
            for (enum key key = to - 1; key > from; key--)
                order[i].key = order[i].key << width[key - 1] | key_of(row, key - 1, job, task);
        }
        status = sw_sort_records(order, s->n_rows, sizeof *order, offsetof(struct turn, key));
    }
    free(job);
    free(task);
    return status;
}

/* Brings each row to its place, the first to the end. A key is then whether the turn's row is there. Rows move
 * along the cycles of the permutation, so that no second array of them is needed. */
static void permute_rows(struct attempts *s, struct turn *order)
{
    enum { DONE = 1 };
    const size_t n = s->n_rows;
    for (size_t i = 0; i < n; i++)
        order[i].key = 0;
    for (size_t first = 0; first < n; first++) {
        const struct kept moved = s->rows[first];
        size_t to = first;
        while (order[n - 1 - to].key != DONE) {
            const size_t from = order[n - 1 - to].row;
            order[n - 1 - to].key = DONE;
            s->rows[to] = from == first ? moved : s->rows[from];
            to = from;
        }
    }
}

/* Memory for the order is given back before the first row is given. */
static int sort_rows(struct attempts *s, struct sw_err *err)
{
    struct turn *order = malloc((s->n_rows + 1) * sizeof *order);
    const bool room = order && order_rows(s, order) == SW_OK;
    if (room)
        permute_rows(s, order);
    free(order);
    return room ? SW_OK : sw_err_memory(err);
}

/* A row that is there twice would take a second slot. */
static int refuse_twice(const struct attempts *s, struct sw_err *err)
{
    /* Equal rows stand side by side. */
    for (size_t i = s->n_rows; i-- > 1;) {
        const struct kept *a = &s->rows[i], *b = &s->rows[i - 1];
        if (b->known & BIT(NUMBER) && a->number == b->number && a->task_id == b->task_id && a->stage == b->stage
            && a->kind == b->kind && a->job == b->job)
            return sw_err_data(err, sw_csv_path(s->in), b->line, "attempt", "that of line %llu is there again",
                               (unsigned long long)a->line);
    }
    return SW_OK;
}

/* All at once, at the first call for a row. */
static int read_attempts(struct attempts *s, struct sw_err *err)
{
    struct attempt a;
    int got;
    while ((got = sw_csv_read(s->in, &a, err)) == 1)
        if (attempts_add(s, &a, err) != SW_OK)
            return SW_FAIL;
    s->read = true;
    if (got == 0 && sort_rows(s, err) == SW_OK)
        return refuse_twice(s, err);
    return SW_FAIL;
}

/* ---- giving it -------------------------------------------------------------------------------- */

/* A reduce copies once all of its input is there, and then computes. Without compute_s neither is known. */
static void give_reduce(const struct kept *a, const struct one_job *job, struct sw_task_row *row)
{
    /* What it waited for its job's maps is no copying. */
    int64_t from_us = max_i64(a->launch_us, job->maps_end_us);
    if (!(a->known & BIT(COMPUTE)))
        return;
    known_time(row, SW_TASK_COPY, &row->copy_us, max_i64(a->compute_us - from_us, 0));
    if (a->known & BIT(FINISH))
        known_time(row, SW_TASK_DURATION, &row->duration_us, a->finish_us - a->compute_us);
}

/* What still ran at the end of the log has lasted until the log's last time. */
static void fill_row(const struct attempts *s, const struct kept *a, struct sw_task_row *row)
{
    *row = *(const struct sw_task_row *)sw_schema_tasks.defaults;
    row->known = BIT(SW_TASK_JOB) | BIT(SW_TASK_SUBMIT) | BIT(SW_TASK_POOL) | BIT(SW_TASK_STAGE) | BIT(SW_TASK_KIND)
        | BIT(SW_TASK_ID) | BIT(SW_TASK_NODE) | BIT(SW_TASK_LOCALITY) | BIT(SW_TASK_LAUNCH) | BIT(SW_TASK_OUTCOME);
    row->job_id = nameset_text(s->ids, a->job);
    row->submit_us = s->jobs[a->job].submit_us;
    row->pool = nameset_text(s->texts, a->pool);
    row->stage = a->stage;
    row->kind = a->kind;
    row->task_id = nameset_text(s->texts, a->task_id);
    row->node = nameset_text(s->texts, a->node);
    known_text(row, SW_TASK_RACK, &row->rack, nameset_text(s->texts, a->rack));
    known_text(row, SW_TASK_HOSTS, &row->hosts, nameset_text(s->texts, a->hosts));
    row->locality = a->locality;
    row->launch_us = a->launch_us;
    row->outcome = a->outcome;
    if (a->known & BIT(FINISH))
        known_time(row, SW_TASK_FINISH, &row->finish_us, a->finish_us);
    else
        known_time(row, SW_TASK_DURATION, &row->duration_us, s->last_us - a->launch_us);
    if (a->kind == SW_REDUCE)
        give_reduce(a, &s->jobs[a->job], row);
}

static int attempts_next(void *state, void *record, struct sw_err *err)
{
    enum { AT_ONCE = 1 << 14 };
    struct attempts *s = state;
    if (!s->read && read_attempts(s, err) != SW_OK)
        return -2;
    if (s->n_rows == 0)
        return 0;
    const struct kept *a = &s->rows[--s->n_rows];
    s->line = a->line;
    fill_row(s, a, record);
    if (s->n_rows % AT_ONCE == 0) /* the texts of those that were given stay */
        grow_fit(&s->rows, s->n_rows, sizeof *s->rows);
    return 1;
}

static uint64_t attempts_line(const void *state) { return ((const struct attempts *)state)->line; }

static const char *const derived[][2] = {
    { "submit_s", "when the first task of the job became ready" },
    { "copy_s", "of a reduce: compute_s - the later of its launch and the end of its job's last map" },
    { NULL, NULL }
};

const struct sw_importer sw_import_attempts = { .name = "attempts",
    .summary = "CSV, the attempts that slot-replay wrote (slotwise-csv(5))", .is_tasks = true, .sniff = attempts_sniff,
    .size = sizeof(struct attempts), .open = attempts_open, .next = attempts_next, .line = attempts_line,
    .close = attempts_close, .derived = derived };
