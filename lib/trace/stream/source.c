/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source.c - where the rows of a trace come from: CSV or an importer, one file behind the other. A source has one
 * file open at a time, as a reader of CSV (`csv`) or as the state of an importer (`state`); one of them is NULL.
 * All else of the stream asks source_read() for rows and source_reject() what becomes of a bad one. Only this file
 * knows whether a row came out of a table or out of a log. */
#include <stdlib.h>
#include <string.h>
#include "lib/csv/reader.h"
#include "lib/csv/text.h"
#include "lib/trace/stream/trace_private.h"

/* ---- opening ------------------------------------------------------------------------------------ */

/* A check wants to see negative and empty fields with their line, so the reader must let them pass. */
static int relax(struct source *s, struct sw_err *err)
{
    size_t size = s->schema.n_columns * sizeof *s->relaxed;
    if (!s->relaxed && !(s->relaxed = malloc(size)))
        return sw_err_memory(err);
    memcpy(s->relaxed, s->schema.columns, size);
    /* SW_CARRIED goes, too: a check writes no rows, so no column has to be an extra beside its place in the record. */
    for (size_t i = 0; i < s->schema.n_columns; i++)
        s->relaxed[i].flags &= SW_NEEDED;
    s->schema.columns = s->relaxed;
    return SW_OK;
}

int source_bind(struct sw_trace *t, struct sw_err *err)
{
    struct source *s = &t->source;
    /* A format that was named decides. Else the header tells which record it is: a name or a time of each task
     * makes a tasks file. */
    bool is_tasks = s->format ? s->format->is_tasks : sw_csv_find(s->csv, "task_id") != SW_NO_COLUMN
                                                        || sw_csv_find(s->csv, "duration_s") != SW_NO_COLUMN;
    s->format = sw_importer_find(is_tasks ? "tasks" : "jobs");
    t->is_tasks = is_tasks;
    s->schema = is_tasks ? sw_schema_tasks : sw_schema_jobs;
    if (t->check && relax(s, err) != SW_OK)
        return SW_FAIL;
    return sw_csv_bind(s->csv, &s->schema, err);
}

/* The first importer of the list that knows the first 4096 bytes. None is no error: then it is CSV. */
static int sniff(struct source *s, struct sw_bytes *in, struct sw_err *err)
{
    const char *at;
    size_t got;
    if (sw_bytes_peek(in, &at, 4096, &got, err) != SW_OK)
        return SW_FAIL;
    s->format = NULL;
    for (size_t i = 0; sw_importers[i] && !s->format; i++)
        if (sw_importers[i]->sniff && sw_importers[i]->sniff(at, got))
            s->format = sw_importers[i];
    return SW_OK;
}

/* CSV without a caller's input is sw_trace_take()'s, which binds the reader itself. */
static int open_csv(struct sw_trace *t, struct sw_bytes *in, struct sw_err *err)
{
    struct source *s = &t->source;
    const struct sw_trace_input *input = s->input;
    if (sw_csv_take(&s->csv, in, err) != SW_OK)
        return SW_FAIL;
    if (input->columns && reader_rename(s->csv, input->columns, err) != SW_OK)
        return SW_FAIL;
    /* A check counts all bad rows and never stops for them. Else the limit is the whole trace's: earlier files have
     * used up a part of it. */
    if (input->check)
        sw_csv_tolerate(s->csv, NULL, UINT64_MAX);
    else if (input->tolerate)
        sw_csv_tolerate(s->csv, input->rejects, input->max_bad - s->n_rejected);
    return source_bind(t, err);
}

/* `in` is the source's from here on, also when this fails. */
static int open_bytes(struct sw_trace *t, struct sw_bytes *in, struct sw_err *err)
{
    struct source *s = &t->source;
    if (s->input->from)
        s->format = s->input->from;
    else if (sniff(s, in, err) != SW_OK) {
        sw_bytes_close(in);
        return SW_FAIL;
    }
    /* The formats jobs and tasks have no open(): their rows are read by lib/csv. */
    if (!s->format || !s->format->open)
        return open_csv(t, in, err);
    /* Each format says how large its state is and starts from zeros. */
    s->state = calloc(1, s->format->size);
    if (!s->state) {
        sw_bytes_close(in);
        return sw_err_memory(err);
    }
    return s->format->open(s->state, in, &s->rules, err);
}

/* ---- logs that go on in the next file ------------------------------------------------------------- */

/* The next file, if it was not opened before to see whether the log goes on in it. Comments in front of the data
 * are dropped here, before any format looks at the first bytes. */
static int open_next_bytes(struct source *s, struct sw_bytes **in, struct sw_err *err)
{
    /* A file whose head could not be read is an error only now, when its turn has come: rows before it have been
     * given. */
    const struct sw_err *failed = s->file[s->next_file].app->failed;
    *in = s->held;
    s->held = NULL;
    if (*in)
        return SW_OK;
    if (failed) {
        *err = *failed;
        return SW_FAIL;
    }
    if (sw_bytes_open(in, s->file[s->next_file].path, err) != SW_OK)
        return SW_FAIL;
    if (sw_bytes_skip_comments(*in, err) == SW_OK)
        return SW_OK;
    sw_bytes_close(*in);
    return SW_FAIL;
}

/* Of several logs the next file's. */
static void tell_log(struct source *s)
{
    const struct source_file *f = &s->file[s->next_file];
    /* A log that stands alone has no name: its jobs and executors go without a prefix, unless `apart` asks for it. */
    s->side.log = (s->apps.n > 1 || s->rules.apart) && f->app->is_spark ? f->app->name : NULL;
    s->side.begins = s->side.log && f->begins;
}

/* The side's next_file(): a file of another format is left for source_open_next(). */
static int next_file(void *context, struct sw_bytes **in, struct sw_err *err)
{
    struct source *s = context;
    const struct sw_importer *format = s->format;
    /* 0: the importer is at the end of its log. */
    if (s->next_file >= s->n_files)
        return 0;
    if (open_next_bytes(s, in, err) != SW_OK)
        return -1;
    /* sniff() sets the source's format, but the log that is open is still of the old one. */
    int status = s->input->from ? SW_OK : sniff(s, *in, err);
    bool goes_on = s->format == format;
    s->format = format;
    if (status == SW_OK && goes_on) {
        tell_log(s);
        s->path = s->file[s->next_file++].path;
        return 1;
    }
    s->held = *in;
    return status == SW_OK ? 0 : -1;
}

/* Times of several logs count from the start of the first. The files of all logs become one list, in the
 * order of reading. */
static int list_files(struct source *s, struct sw_err *err)
{
    size_t n = 0;
    for (size_t i = 0; i < s->apps.n; i++)
        n += s->apps.log[i].n;
    /* One more than there are, so that no file at all is no allocation of 0 bytes. */
    if (!(s->file = calloc(n + 1, sizeof *s->file)))
        return sw_err_memory(err);
    for (size_t i = 0; i < s->apps.n; i++) {
        const struct apps_log *app = &s->apps.log[i];
        if (app->head.start_ms > 0 && (s->side.zero_ms == 0 || app->head.start_ms < s->side.zero_ms))
            s->side.zero_ms = app->head.start_ms;
        for (size_t j = 0; j < app->n; j++)
            s->file[s->n_files++] = (struct source_file){ app->path[j], app, j == 0 };
    }
    return SW_OK;
}

size_t source_logs(const struct sw_trace *t) { return t->source.apps.n_spark; }

int source_open_first(struct sw_trace *t, const struct sw_trace_input *input, struct sw_err *err)
{
    struct source *s = &t->source;
    s->given = *input;
    s->input = &s->given;
    /* The rules are copied, so that the importer finds its side in them and the caller's stay as they are. */
    s->rules = input->rules;
    s->rules.side = &s->side;
    s->side = (struct sw_import_side){ .job_ids = &s->job_ids, .check = input->check, .next_file = next_file,
                                       .context = s };
    if (apps_find(&s->apps, input->files, input->n_files, err) != SW_OK || list_files(s, err) != SW_OK)
        return SW_FAIL;
    /* Applications overlap in time and are read one behind the other: the order of submit_s says nothing there. */
    t->any_order = s->apps.n_spark > 1;
    return source_open_next(t, err);
}

/* ---- the columns beyond the schema must be the same in every file --------------------------------- */

/* Of a table what its header has beyond the schema; of a log what its format declares. */
static size_t n_extras(const struct source *s)
{
    size_t n = 0;
    if (s->csv)
        return sw_csv_n_extras(s->csv);
    while (s->format->extra_names && s->format->extra_names[n])
        n++;
    return n;
}

static struct sw_text extra_name(const struct source *s, size_t i)
{
    if (s->csv)
        return sw_csv_extra_name(s->csv, i);
    return text_of(s->format->extra_names[i]);
}

/* A column that both records carry passes when rows of one sort are written as the other (record/convert.c). */
int source_keep_extra_names(struct sw_trace *t, struct sw_err *err)
{
    struct source *s = &t->source;
    const struct sw_schema *other = t->is_tasks ? &sw_schema_jobs : &sw_schema_tasks;
    s->n_extras = n_extras(s);
    s->extra_names = calloc(s->n_extras + 1, sizeof *s->extra_names);
    s->extra_carried = calloc(s->n_extras + 1, sizeof *s->extra_carried);
    if (!s->extra_names || !s->extra_carried)
        return sw_err_memory(err);
    for (size_t i = 0; i < s->n_extras; i++) {
        struct sw_text name = extra_name(s, i);
        char *copy = strndup(name.at, name.len);
        if (!copy)
            return sw_err_memory(err);
        s->extra_names[i] = (struct sw_text){ copy, name.len };
        for (size_t k = 0; k < other->n_columns; k++)
            s->extra_carried[i] |= other->columns[k].flags & SW_CARRIED && sw_text_is(name, other->columns[k].name);
    }
    return SW_OK;
}

/* Columns that our own formats add to the record are known, as are all of an importer that makes its own rows. */
size_t source_next_unknown(const struct sw_trace *t, size_t i)
{
    const struct source *s = &t->source;
    while (i < s->n_extras && (s->format->open || sw_schema_has(&s->schema, s->extra_names[i].at)
                                || sw_import_has_column(s->extra_names[i].at)))
        i++;
    return i;
}

static bool same_extras(const struct source *s)
{
    if (n_extras(s) != s->n_extras)
        return false;
    for (size_t i = 0; i < s->n_extras; i++)
        if (!sw_text_same(extra_name(s, i), s->extra_names[i]))
            return false;
    return true;
}

/* Behind the first file each has to give the same record with the same extras: readers of the trace asked for them
 * once. */
int source_open_next(struct sw_trace *t, struct sw_err *err)
{
    struct source *s = &t->source;
    bool first = s->next_file == 0, was_tasks = t->is_tasks;
    struct sw_bytes *in;
    if (open_next_bytes(s, &in, err) != SW_OK)
        return SW_FAIL;
    tell_log(s);
    s->path = s->file[s->next_file++].path;
    if (open_bytes(t, in, err) != SW_OK)
        return SW_FAIL;
    t->is_tasks = s->format->is_tasks;
    if (first)
        return source_keep_extra_names(t, err);
    if (t->is_tasks != was_tasks)
        return sw_err_data(err, s->path, 0, NULL, "gives %s, the files before it %s", t->is_tasks ? "tasks" : "jobs",
                           t->is_tasks ? "jobs" : "tasks");
    if (!same_extras(s))
        return sw_err_data(err, s->path, s->csv ? sw_csv_header(s->csv)->line : 1, NULL,
                           "columns differ from those of '%s'", s->file[0].path);
    return SW_OK;
}

/* Rows that the reader has set aside are counted here, as the reader goes. */
static void close_file(struct source *s)
{
    if (s->csv)
        s->n_rejected += sw_csv_n_rejected(s->csv);
    sw_csv_close(s->csv);
    if (s->state)
        s->format->close(s->state);
    free(s->state);
    s->csv = NULL;
    s->state = NULL;
}

void source_close(struct source *s)
{
    close_file(s);
    for (size_t i = 0; s->extra_names && i < s->n_extras; i++)
        free((char *)s->extra_names[i].at);
    free(s->extra_names);
    free(s->extra_carried);
    free(s->relaxed);
    sw_bytes_close(s->held);
    sw_damage_clear(&s->side.damage);
    jobids_clear(&s->job_ids);
    free(s->file);
    free(s->facts);
    apps_clear(&s->apps);
}

/* ---- rows ----------------------------------------------------------------------------------------- */

/* A row of a table, or the end. Without a check the reader itself counts or refuses what it cannot read. */
static int read_csv(struct sw_trace *t, void *record, struct sw_err *err)
{
    struct source *s = &t->source;
    if (!t->check)
        return sw_csv_read(s->csv, record, err);
    const uint64_t before = sw_csv_n_rejected(s->csv);
    const int got = sw_csv_read(s->csv, record, err);
    /* In a check the reader sets unreadable rows aside by itself. */
    uint64_t *count = &t->n_faults[SW_FAULT_UNREADABLE], n = sw_csv_n_rejected(s->csv) - before;
    if (n > 0 && *count == 0)
        t->first_fault[SW_FAULT_UNREADABLE] = (struct trace_at){ s->path, s->csv->first_rejected, NULL };
    *count += n;
    return got;
}

/* -1 is one bad row, and the importer goes on behind it; -2 ends the reading. */
static int read_import(struct sw_trace *t, void *record, struct sw_err *err)
{
    const struct source *s = &t->source;
    int got;
    while ((got = s->format->next(s->state, record, err)) == -1) {
        t->fault = SW_FAULT_UNREADABLE;
        t->fault_at = (struct trace_at){ s->path, source_line(t), NULL };
        if (source_reject(t, err) != 0)
            return SW_FAIL;
    }
    return got < 0 ? SW_FAIL : got;
}

/* --placement-rules: the pool follows from the user's own name, so this comes before anonymizing. */
static int place_row(const struct sw_trace *t, void *record, struct sw_err *err)
{
    const struct sw_trace_input *in = t->source.input;
    struct sw_task_row *task = record;
    struct sw_job_row *job = record;
    return t->is_tasks ? in->place(in->places, task->user, &task->pool, err)
                       : in->place(in->places, job->user, &job->pool, err);
}

int source_read(struct sw_trace *t, void *record, struct sw_err *err)
{
    struct source *s = &t->source;
    for (;;) {
        int got = s->csv ? read_csv(t, record, err) : read_import(t, record, err);
        if (got == 1 && s->input && s->input->place && place_row(t, record, err) != SW_OK)
            return SW_FAIL;
        if (got == 1 && s->input && s->input->rename)
            return rename_row(s->input->rename, t->is_tasks, record, err) == SW_OK ? 1 : SW_FAIL;
        /* 0 is the end of this file alone. The next one is opened here, so that callers see one sequence of rows. */
        if (got != 0 || !s->input || s->next_file >= s->n_files)
            return got;
        close_file(s);
        if (source_open_next(t, err) != SW_OK)
            return SW_FAIL;
    }
}

uint64_t source_line(const struct sw_trace *t)
{
    const struct source *s = &t->source;
    return s->csv ? sw_csv_row(s->csv)->line : s->format->line(s->state);
}

/* Of the extras only these two are names; the record has them renamed. source_extra() gives the renamed value in
 * place of the field as it was read. NULL: the field stands for itself. */
static const struct sw_text *renamed_extra(const struct sw_trace *t, size_t i)
{
    if (!t->source.input || !t->source.input->rename)
        return NULL;
    const struct sw_text *partition = t->is_tasks ? &t->gather->row.partition : &t->job_row.partition;
    const struct sw_text *qos = t->is_tasks ? &t->gather->row.qos : &t->job_row.qos;
    return sw_text_is(t->source.extra_names[i], "partition") ? partition
        : sw_text_is(t->source.extra_names[i], "qos")        ? qos
                                                             : NULL;
}

/* Numbers, and the words of spark/rows.c. The words are those of columns that the importers add. None of them
 * identifies anything. */
static bool names_nobody(struct sw_text text)
{
    static const char *const words[] = { "yes", "no", "none", "known", "unknown", "shuffle", "driver", NULL };
    double number;
    return text_is_among(text, words) || text.len == 0 || sw_num_real(text.at, text.len, &number) == SW_OK;
}

/* What a CSV has in the column of a format may still be somebody's name, which anonymizing leaves out. */
struct sw_text source_extra(const struct sw_trace *t, size_t i)
{
    const struct source *s = &t->source;
    const struct sw_text *renamed = renamed_extra(t, i);
    if (renamed)
        return *renamed;
    /* An importer's extra was made by the importer and may be told as it is. */
    if (!s->csv)
        return s->format->extra(s->state, i);
    struct sw_text text = sw_csv_extra(s->csv, i);
    return s->input && s->input->rename && !names_nobody(text) ? (struct sw_text){ "", 0 } : text;
}

/* ---- bad rows ------------------------------------------------------------------------------------- */

/* A log's own damage is counted by its importer already. */
static int count_fault(struct sw_trace *t, struct sw_err *err)
{
    bool counted = t->fault == SW_FAULT_UNREADABLE && !t->source.csv && t->source.format->is_log;
    if (!counted && t->n_faults[t->fault]++ == 0)
        t->first_fault[t->fault] = t->fault_at;
    t->fault = SW_FAULT_NONE;
    *err = (struct sw_err){ SW_EXIT_OK, "" };
    return SW_OK;
}

/* Three answers: a check counts, CSV leaves it to its reader, and a log passes over what it cannot use. */
int source_reject(struct sw_trace *t, struct sw_err *err)
{
    struct source *s = &t->source;
    if (t->fault == SW_FAULT_NONE) /* out of memory, say: not the row's fault */
        return SW_FAIL;
    if (t->check)
        return count_fault(t, err);
    bool passed_over = !s->csv && s->format->is_log && t->fault != SW_FAULT_ORDER; /* --sort helps there */
    t->fault = SW_FAULT_NONE;
    if (s->csv)
        return sw_csv_reject(s->csv, err);
    /* Unless bad rows are tolerated a log's bad rows are passed over in any number, while a row of another format
     * ends the run. */
    if (!s->input->tolerate ? !passed_over : s->n_rejected >= s->input->max_bad)
        return SW_FAIL;
    s->n_rejected++;
    /* A format that keeps no bytes of its rows leaves an empty line. */
    if (s->input->rejects) {
        struct sw_text raw = s->format->raw ? s->format->raw(s->state) : text_of("");
        sw_out_bytes(s->input->rejects, raw.at, raw.len);
        sw_out_bytes(s->input->rejects, "\n", 1);
    }
    *err = (struct sw_err){ SW_EXIT_OK, "" };
    return SW_OK;
}
