/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader.c - rows one by one, the header, and bad rows set aside. Blocks become chunks, chunks batches of rows
 * (batch.c), and rows are handed out one by one. */
#include "lib/csv/reader.h"
#include "lib/csv/rows.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define CHUNK ((size_t)16 * 1024) /* parsed at once: text and fields stay in the cache */

/* ---- rows from batches ----------------------------------------------------------------------- */

/* The end of the input may complete a row that lacks its line end. */
static int read_block(struct sw_csv *in, struct sw_err *err)
{
    if (sw_csv_block(in, err) != SW_OK)
        return SW_FAIL;
    if (in->ended)
        sw_batch_end(&in->batch);
    return SW_OK;
}

/* Whole lines, where the chunk has any: the row that it cuts off costs more. */
static int parse_chunk(struct sw_csv *in, struct sw_err *err)
{
    size_t left = in->block_len - in->block_at, len = left < CHUNK ? left : CHUNK;
    const char *at = in->block + in->block_at;
    size_t whole = sw_whole_lines(at, len);
    if (whole)
        len = whole;
    in->block_at += len;
    return sw_batch_parse(&in->batch, at, len, sw_csv_path(in), err);
}

/* Until there is a row, or the end. */
static int fill_batch(struct sw_csv *in, struct sw_err *err)
{
    /* The rows handed out are forgotten here, and their fields are good no longer. */
    sw_batch_restart(&in->batch);
    if (in->json)
        return jsonl_next(in, err);
    while (in->batch.n_rows == 0 && !in->ended) {
        int status = in->block_at < in->block_len ? parse_chunk(in, err) : read_block(in, err);
        if (status != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* 1: a row, sound or not; 0: the end; -1: failed. */
static inline int next_mark(struct sw_csv *in, const struct mark **mark, struct sw_err *err)
{
    struct batch *b = &in->batch;
    if (b->at_row == b->n_rows) {
        if (fill_batch(in, err) != SW_OK)
            return SW_FAIL;
        if (b->n_rows == 0)
            return 0;
    }
    *mark = &b->row[b->at_row++];
    in->now = (struct sw_row){ (*mark)->n, b->field + (*mark)->first, (*mark)->line };
    return 1;
}

/* What is wrong with a row, by its fault or its number of fields. */
static int complain(const struct sw_csv *in, const struct mark *mark, struct sw_err *err)
{
    static const char *const what[] = { [FAULT_NUL] = "NUL byte",
                                        [FAULT_STRAY_QUOTE] = "quote in the middle of a field",
                                        [FAULT_OPEN_QUOTE] = "quote not closed" };
    if (mark->fault == FAULT_JSON)
        return sw_err_data(err, sw_csv_path(in), mark->fault_line, NULL, "%s", jsonl_fault(in->json));
    if (mark->fault)
        return sw_err_data(err, sw_csv_path(in), mark->fault_line, NULL, "%s", what[mark->fault]);
    /* The column `file` is ours and not the input's. */
    return sw_err_data(err, sw_csv_path(in), mark->line, NULL, "expected %zu field%s, found %zu",
                       in->header.n - in->has_file, in->header.n - in->has_file == 1 ? "" : "s", mark->n);
}

/* The header itself has any number of fields. */
static inline int check_fields(const struct sw_csv *in, const struct mark *mark, struct sw_err *err)
{
    bool fits = mark->n + in->has_file == in->header.n || in->header.n == 0;
    return fits && !mark->fault ? SW_OK : complain(in, mark, err);
}

/* in->row has the path behind the row's own fields (sw_csv_add_file). */
static void append_file(struct sw_csv *in)
{
    if (in->now.n)
        memcpy(in->row, in->now.field, in->now.n * sizeof *in->row);
    in->now.field = in->row;
    in->now.n++;
}

int sw_csv_next(struct sw_csv *in, struct sw_row *row, struct sw_err *err)
{
    const struct mark *mark;
    int status;
    while ((status = next_mark(in, &mark, err)) > 0) {
        if (check_fields(in, mark, err) == SW_OK)
            break;
        /* A bad row is set aside, or ends the reading. */
        if (sw_csv_reject(in, err) != SW_OK)
            return SW_FAIL;
    }
    /* A header alone is told, since it may be half a file. */
    if (status == 0 && !in->any && in->header.n)
        sw_tell("%s: no rows after the header", sw_csv_path(in));
    if (status <= 0)
        return status;
    in->any = true;
    if (in->has_file)
        append_file(in);
    *row = in->now;
    /* For the files of a series: whether the job stands in another file, too. */
    return in->series && in->series_row(in->series, in, err) != SW_OK ? SW_FAIL : status;
}

const struct sw_row *sw_csv_row(const struct sw_csv *in)
{
    return &in->now;
}

/* ---- bad rows -------------------------------------------------------------------------------- */

/* Without the name of the file. */
static void put_rejected(struct sw_out *out, const struct sw_csv *in, const struct sw_row *row)
{
    size_t most = in->header.n - in->has_file;
    /* A row to which the path has been appended is in in->row, and has one field more than the input had. */
    for (size_t i = 0; i < row->n && (i < most || row->field != in->row); i++)
        sw_out_text(out, row->field[i].at, row->field[i].len);
    sw_out_end_row(out);
}

void sw_csv_tolerate(struct sw_csv *in, struct sw_out *rejects, uint64_t max_bad)
{
    in->tolerant = true;
    in->rejects = rejects;
    in->max_bad = max_bad;
    if (rejects && sw_out_is_empty(rejects))
        /* The first input gives the header of the rejects. */
        put_rejected(rejects, in, &in->header);
}

/* The caller has filled err. SW_FAIL leaves it, 0 clears it. */
int sw_csv_reject(struct sw_csv *in, struct sw_err *err)
{
    if (!in->tolerant)
        return SW_FAIL;
    if (in->n_rejected++ == 0)
        in->first_rejected = in->now.line;
    if (in->rejects)
        put_rejected(in->rejects, in, &in->now);
    if (in->n_rejected > in->max_bad) { /* told behind what is wrong with the row */
        size_t used = err ? strlen(err->text) : 0;
        if (err && in->max_bad)
            snprintf(err->text + used, sizeof err->text - used, " (bad row %" PRIu64 ", at most %" PRIu64 " allowed)",
                     in->n_rejected, in->max_bad);
        return SW_FAIL;
    }
    if (err)
        *err = (struct sw_err){ SW_EXIT_OK, "" };
    return 0;
}

uint64_t sw_csv_n_rejected(const struct sw_csv *in)
{
    return in->n_rejected;
}

/* ---- the header ------------------------------------------------------------------------------ */

/* By length first: what is wanted is that equal names stand together. Of these the first in the file is the first. */
static int compare_names(const void *a, const void *b)
{
    const struct sw_text *x = *(const struct sw_text *const *)a, *y = *(const struct sw_text *const *)b;
    int order = x->len != y->len ? (x->len < y->len ? -1 : 1) : memcmp(x->at, y->at, x->len);
    return order != 0 ? order : (x > y) - (x < y);
}

/* The first column that has the name of one before it, or NULL. */
static int find_repeated(const struct sw_row *row, const struct sw_text **repeated, struct sw_err *err)
{
    const struct sw_text **name = malloc((row->n + 1) * sizeof *name);
    *repeated = NULL;
    if (!name)
        return sw_err_memory(err);
    for (size_t i = 0; i < row->n; i++)
        name[i] = &row->field[i];
    qsort(name, row->n, sizeof *name, compare_names);
    for (size_t i = 1; i < row->n; i++)
        if (sw_text_same(*name[i - 1], *name[i]) && (!*repeated || name[i] < *repeated))
            *repeated = name[i];
    free(name);
    return SW_OK;
}

/* pandas and R write the numbers or names of rows so. */
static bool is_nameless_index(const struct sw_row *row)
{
    return row->n > 1 && row->field[0].len == 0 && row->field[1].len > 0;
}

static int check_names(const struct sw_csv *in, const struct sw_row *row, struct sw_err *err)
{
    const struct sw_text *repeated;
    /* Names up to the first column that has none are looked through. */
    size_t n = is_nameless_index(row) ? 1 : 0;
    while (n < row->n && row->field[n].len > 0)
        n++;
    if (find_repeated(&(struct sw_row){ n, row->field, row->line }, &repeated, err) != SW_OK)
        return SW_FAIL;
    if (repeated)
        return sw_err_data(err, sw_csv_path(in), row->line, NULL, "column '%.*s' appears twice", (int)repeated->len,
                           repeated->at);
    if (n < row->n)
        return sw_err_data(err, sw_csv_path(in), row->line, NULL, "column %zu has no name", n + 1);
    return SW_OK;
}

/* One allocation: the fields, then their text, each ended by a NUL for the sake of messages. */
static int keep_header(struct sw_csv *in, const struct sw_row *row, struct sw_err *err)
{
    size_t size = row->n * (sizeof(struct sw_text) + 1);
    for (size_t i = 0; i < row->n; i++)
        size += row->field[i].len;
    const char *index = is_nameless_index(row) ? "index" : "";
    struct sw_text *field = malloc(size + strlen(index));
    if (!field)
        return sw_err_memory(err);
    if (*index)
        sw_tell("%s: the first column has no name and is called 'index' (pandas: index=False, R: row.names=FALSE)",
                sw_csv_path(in));
    char *to = (char *)(field + row->n);
    for (size_t i = 0; i < row->n; i++) {
        struct sw_text name = i == 0 && *index ? (struct sw_text){ index, strlen(index) } : row->field[i];
        size_t len = name.len;
        field[i] = (struct sw_text){ to, len };
        memcpy(to, name.at, len);
        to[len] = '\0';
        to += len + 1;
    }
    in->header = (struct sw_row){ row->n, field, row->line };
    return SW_OK;
}

static int read_keys(struct sw_csv *in, struct sw_err *err)
{
    struct sw_row row;
    if (jsonl_header(in, &row, err) != SW_OK || check_names(in, &row, err) != SW_OK)
        return SW_FAIL;
    return keep_header(in, &row, err);
}

/* For CSV the header is the first row. */
static int read_header(struct sw_csv *in, struct sw_err *err)
{
    const struct mark *mark;
    int status = next_mark(in, &mark, err);
    if (status < 0)
        return SW_FAIL;
    if (status == 0)
        return sw_err_data(err, sw_csv_path(in), 0, NULL, "empty: no header row");
    if (check_fields(in, mark, err) != SW_OK || check_names(in, &in->now, err) != SW_OK)
        return SW_FAIL;
    return keep_header(in, &in->now, err);
}

/* JSON lines are told here, so that all else reads CSV. */
static int check_foreign(struct sw_csv *in, struct sw_err *err)
{
    const char *at, *what;
    size_t got;
    if (sw_bytes_peek(in->bytes, &at, 4096, &got, err) != SW_OK)
        return SW_FAIL;
    if (sw_bytes_are_json_lines(at, got))
        return jsonl_new(&in->json, err);
    what = sw_bytes_foreign(at, got);
    return what ? sw_err_data(err, sw_csv_path(in), 0, NULL, "%s", what) : SW_OK;
}

/* ---- opening and closing --------------------------------------------------------------------- */

int sw_csv_take(struct sw_csv **out, struct sw_bytes *bytes, struct sw_err *err)
{
    struct sw_csv *in = calloc(1, sizeof *in);
    *out = NULL;
    if (!in) {
        sw_bytes_close(bytes);
        return sw_err_memory(err);
    }
    in->bytes = bytes;
    in->block = malloc(SW_CSV_BLOCK);
    int status = in->block ? sw_batch_init(&in->batch, err) : sw_err_memory(err);
    if (status == SW_OK)
        status = sw_bytes_skip_comments(in->bytes, err);
    if (status == SW_OK)
        status = check_foreign(in, err);
    /* Comments were dropped with their lines, which count. */
    in->batch.line += sw_bytes_dropped_lines(in->bytes);
    in->batch.open.line = in->batch.line;
    if (in->json)
        in->batch.line--; /* of the last line read, and not of the next */
    if (status == SW_OK)
        status = in->json ? read_keys(in, err) : read_header(in, err);
    if (status == SW_OK)
        *out = in;
    else
        /* It closes the bytes, too, which are ours from the start. */
        sw_csv_close(in);
    return status;
}

int sw_csv_open(struct sw_csv **out, const char *path, struct sw_err *err)
{
    struct sw_bytes *bytes;
    *out = NULL;
    if (sw_bytes_open(&bytes, path, err) != SW_OK)
        return SW_FAIL;
    return sw_csv_take(out, bytes, err);
}

/* NULL is fine. */
void sw_csv_close(struct sw_csv *in)
{
    if (!in)
        return;
    sw_bytes_close(in->bytes);
    sw_batch_clear(&in->batch);
    jsonl_free(in->json);
    free((void *)in->header.field);
    free(in->renamed);
    free(in->block);
    free(in->bound);
    free(in->extra);
    free(in->row);
    free(in);
}

int sw_csv_add_file(struct sw_csv *in, struct sw_err *err)
{
    struct sw_row longer = { in->header.n + 1, NULL, in->header.line }, before = in->header;
    const char *path = sw_csv_path(in);
    /* Room for a row with one more field; the row stays there while it is read. */
    if (!(in->row = malloc(longer.n * sizeof *in->row)))
        return sw_err_memory(err);
    memcpy(in->row, before.field, before.n * sizeof *in->row);
    in->row[before.n] = (struct sw_text){ "file", strlen("file") };
    longer.field = in->row;
    if (keep_header(in, &longer, err) != SW_OK)
        return SW_FAIL;
    /* keep_header() has copied its text. */
    free((void *)before.field);
    in->row[before.n] = (struct sw_text){ path, strlen(path) };
    in->has_file = true;
    return SW_OK;
}

const struct sw_row *sw_csv_header(const struct sw_csv *in)
{
    return &in->header;
}

static size_t header_place(const struct sw_csv *in, const char *name)
{
    for (size_t i = 0; i < in->header.n; i++)
        if (sw_text_is(in->header.field[i], name))
            return i;
    return SW_NO_COLUMN;
}

/* A name that the column had before will do, and is told. */
size_t sw_csv_find(const struct sw_csv *in, const char *name)
{
    char other[RENAMED_MOST], where[512];
    size_t at = header_place(in, name);
    for (size_t i = 0; at == SW_NO_COLUMN && renamed_column(name, &i, other);)
        if ((at = header_place(in, other)) != SW_NO_COLUMN) {
            snprintf(where, sizeof where, "%s:%llu:", sw_csv_path(in), (unsigned long long)in->header.line);
            renamed_tell(where, name, other);
        }
    return at;
}

/* pair is cut at its '='. The name in front of it is the header's from then on, in the text of in->renamed. */
static int rename_one(struct sw_csv *in, char *pair, struct sw_err *err)
{
    char *theirs = strchr(pair, '=');
    if (!theirs || theirs == pair || !theirs[1])
        return sw_err_usage(err, "--columns: not COLUMN=NAME,...: '%s'", pair);
    *theirs++ = '\0';
    size_t at = sw_csv_find(in, theirs);
    if (at == SW_NO_COLUMN)
        return sw_csv_no_column(in, theirs, "", err);
    if (sw_csv_find(in, pair) != SW_NO_COLUMN)
        return sw_err_data(err, sw_csv_path(in), in->header.line, pair, "the table has one already");
    ((struct sw_text *)in->header.field)[at] = (struct sw_text){ pair, strlen(pair) };
    return SW_OK;
}

int reader_rename(struct sw_csv *in, const char *pairs, struct sw_err *err)
{
    if (in->json)
        return sw_err_usage(err, "--columns: goes with CSV, not with JSON lines");
    if (!(in->renamed = strdup(pairs)))
        return sw_err_memory(err);
    for (char *pair = in->renamed, *next; pair; pair = next) {
        if ((next = strchr(pair, ',')))
            *next++ = '\0';
        if (rename_one(in, pair, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

const char *reader_nearest(const struct sw_csv *in, const char *name)
{
    const char **names = malloc(in->header.n * sizeof *names);
    for (size_t i = 0; names && i < in->header.n; i++)
        names[i] = in->header.field[i].at; /* NUL behind each */
    const char *near = names ? sw_err_nearest(name, names, in->header.n) : NULL;
    free(names);
    return near;
}

int sw_csv_no_column(const struct sw_csv *in, const char *name, const char *hint, struct sw_err *err)
{
    const char *near = reader_nearest(in, name);
    if (near)
        return sw_err_data(err, sw_csv_path(in), in->header.line, NULL, "no column '%s' (did you mean '%s'?)", name,
                           near);
    return sw_err_data(err, sw_csv_path(in), in->header.line, NULL, "no column '%s'%s", name, hint);
}

const char *sw_csv_path(const struct sw_csv *in)
{
    return sw_bytes_path(in->bytes);
}
