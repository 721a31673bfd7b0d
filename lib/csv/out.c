/* SPDX-License-Identifier: GPL-3.0-or-later */
/* out.c - buffered CSV output to standard output, to a file that takes its name at the end, or to a device. Errors
 * are kept until the end: a failed write makes all later ones do nothing, and sw_out_close() says why. */
#include "lib/base/grow.h"
#include "lib/base/sw_shown.h"
#include "lib/csv/rows.h"
#include "lib/csv/text.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Rows go into the buffer and are written when it is full. */
#define BUFFER ((size_t)64 * 1024)

struct sw_out {
    int fd;
    char *path;                  /* for messages */
    struct temporary *temporary; /* NULL: written directly */
    int failed;                  /* errno of the first write that failed */
    bool begun;                  /* anything was written */
    size_t n_fields;             /* in the row so far */
    size_t n_labels;             /* columns in front */
    const char *const *label_names, *const *label_values;
    bool headed;                 /* the first row is complete */
    struct sw_err refusal;       /* why what was written is held back; SW_EXIT_OK: it is not */
    struct sw_shape shape;
    struct rows *rows;           /* of another shape than CSV as it is put; NULL: of that */
    bool rows_come;              /* whole rows are put as bytes */
    bool blank;                  /* the row so far would look like an empty line */
    bool pretty;                 /* rows are held and laid out at the end */
    char *held;
    size_t n_held, cap_held;
    size_t n;
    char buffer[BUFFER];
};

/* ---- opening --------------------------------------------------------------------------------- */

/* The names by which standard output may be given. */
static bool is_standard_output(const char *path)
{
    return !path || strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0 || strcmp(path, "/dev/fd/1") == 0
           || strcmp(path, "/proc/self/fd/1") == 0;
}

/* Devices, FIFOs and descriptors that the shell passes are there to be written to, not replaced. */
static bool is_special(const char *path)
{
    struct stat st;
    if (strncmp(path, "/dev/fd/", 8) == 0 || strncmp(path, "/proc/self/fd/", 14) == 0)
        return true;
    if (strcmp(path, "/dev/stderr") == 0)
        return true;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

/* NULL: nothing, or not a file of which anything could be left. */
char *sw_out_left_behind(const char *path)
{
    return is_standard_output(path) || is_special(path) ? NULL : sw_temporary_left_behind(path);
}

/* fd and path are set, and temporary for a file that is to take its name at the end. */
static int open_file(struct sw_out *out, const char *path, struct sw_err *err)
{
    int status = SW_OK;
    if (is_standard_output(path))
        out->fd = STDOUT_FILENO;
    else if (is_special(path))
        status = (out->fd = open(path, O_WRONLY | O_CLOEXEC | O_APPEND)) >= 0 ? SW_OK : SW_FAIL;
    else
        status = sw_temporary_make(&out->temporary, path, &out->fd);
    if (status != SW_OK)
        return sw_err_io(err, path, "cannot create");
    out->path = strdup(out->fd == STDOUT_FILENO ? "standard output" : path);
    return out->path ? SW_OK : sw_err_memory(err);
}

int sw_out_open(struct sw_out **out, const char *path, struct sw_err *err)
{
    *out = malloc(sizeof **out);
    if (!*out)
        return sw_err_memory(err);
    /* The buffer needs no zeros. */
    memset(*out, 0, offsetof(struct sw_out, buffer));
    (*out)->fd = -1;
    (*out)->blank = true;
    if (open_file(*out, path, err) == SW_OK)
        return SW_OK;
    sw_out_abandon(*out);
    *out = NULL;
    return SW_FAIL;
}

/* ---- closing --------------------------------------------------------------------------------- */

static void write_bytes(struct sw_out *out, const char *at, size_t len);

static void free_out(struct sw_out *out)
{
    rows_free(out->rows);
    free(out->held);
    free(out->path);
    free(out);
}

/* Standard output stays open: it is not ours alone, and sw_cli_finish() closes it. */
static int close_file(struct sw_out *out)
{
    if (out->fd > STDOUT_FILENO && close(out->fd) != 0 && !out->failed)
        out->failed = errno;
    out->fd = -1;
    return out->failed ? SW_FAIL : SW_OK;
}

/* As they are, or laid out. */
static void let_go_held(struct sw_out *out, bool laid_out)
{
    sw_out_flush(out);
    size_t len = out->n_held;
    char *text = laid_out ? pretty_table(out->held, out->n_held, &len) : out->held;
    out->pretty = false;
    if (text)
        write_bytes(out, text, len);
    else if (laid_out && !out->failed)
        out->failed = ENOMEM;
    if (laid_out)
        free(text);
    out->n_held = 0;
}

int sw_out_close(struct sw_out *out, struct sw_err *err)
{
    if (!out)
        return SW_OK;
    if (out->rows) {
        /* While rows of another shape are written, they are rows like any other. */
        struct rows *r = out->rows;
        out->rows = NULL;
        out->n_labels = out->n_fields = 0;
        rows_close(r, out);
        rows_free(r);
    }
    if (out->pretty && !out->failed)
        let_go_held(out, true);
    sw_out_flush(out);
    /* The file takes its name only if all of it was written. */
    if (close_file(out) == SW_OK && out->temporary) {
        if (sw_temporary_keep(out->temporary) != SW_OK)
            out->failed = errno;
        out->temporary = NULL;
    }
    sw_temporary_drop(out->temporary);
    /* sw_err_io() tells errno, which is 0 here if nothing failed. */
    errno = out->failed;
    int status = out->failed ? sw_err_io(err, out->path, NULL) : SW_OK;
    /* What was refused is a usage error, and it is why writing failed. */
    if (out->refusal.exit != SW_EXIT_OK && err)
        *err = out->refusal;
    free_out(out);
    return status;
}

void sw_out_abandon(struct sw_out *out)
{
    if (!out)
        return;
    (void)close_file(out);
    sw_temporary_drop(out->temporary);
    free_out(out);
}

/* For callers that have a status of their own. */
int sw_out_end(struct sw_out *out, int status, struct sw_err *err)
{
    if (status == SW_OK)
        return sw_out_close(out, err);
    sw_out_abandon(out);
    return status;
}

int sw_out_failed(const struct sw_out *out)
{
    return out->failed;
}

bool sw_out_is_empty(const struct sw_out *out)
{
    return !out->begun;
}

/* ---- bytes ----------------------------------------------------------------------------------- */

/* Kept until the whole table is there to be laid out. */
static void hold(struct sw_out *out, const char *at, size_t len)
{
    if (out->failed || len == 0)
        return;
    if (sw_grow(&out->held, &out->cap_held, out->n_held + len, 1, NULL) != SW_OK) {
        out->failed = ENOMEM;
        return;
    }
    memcpy(out->held + out->n_held, at, len);
    out->n_held += len;
}

/* A short write goes on with the rest. The first errno stays. */
static void write_bytes(struct sw_out *out, const char *at, size_t len)
{
    if (out->pretty) {
        hold(out, at, len);
        return;
    }
    while (len && !out->failed) {
        ssize_t n = write(out->fd, at, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            out->failed = errno;
        else
            at += n, len -= (size_t)n;
    }
}

void sw_out_flush(struct sw_out *out)
{
    write_bytes(out, out->buffer, out->n);
    out->n = 0;
}

/* Room for len bytes, which is at most BUFFER. */
static inline char *room(struct sw_out *out, size_t len)
{
    if (BUFFER - out->n < len)
        sw_out_flush(out);
    out->begun = true;
    return out->buffer + out->n;
}

/* What is larger than the buffer goes past it. */
static void put_bytes(struct sw_out *out, const void *at, size_t len)
{
    if (len > BUFFER) {
        sw_out_flush(out);
        write_bytes(out, at, len);
        out->begun = true;
        return;
    }
    if (len)
        memcpy(room(out, len), at, len);
    out->n += len;
}

/* Nothing that was written before goes out either. The first reason stands. */
static SW_PRINTF(2, 3) void out_refuse(struct sw_out *out, const char *fmt, ...)
{
    char text[512];
    va_list args;
    va_start(args, fmt);
    /* The text may have its `--` in front or not; it is put in one way. */
    vsnprintf(text, sizeof text, fmt + 2 * (strncmp(fmt, "--", 2) == 0), args);
    va_end(args);
    if (out->refusal.exit == SW_EXIT_OK)
        sw_err_usage(&out->refusal, "--%s", text);
    out->failed = EINVAL;
    out->n_labels = 0;
}

void sw_out_no_memory(struct sw_out *out)
{
    if (!out->failed)
        out->failed = ENOMEM;
}

/* Text that stands where a row would begin. */
static void check_is_row(struct sw_out *out)
{
    if (out->n_fields > 0 || out->rows_come)
        return;
    /* Labels and shapes need rows, and this is none. */
    if (out->n_labels)
        out_refuse(out, "--label: only for rows, and this output has none");
    else if (out->rows)
        out_refuse(out, "--format: only for rows, and this output has none");
}

void sw_out_bytes(struct sw_out *out, const void *at, size_t len)
{
    check_is_row(out);
    put_bytes(out, at, len);
}

/* Straight into the buffer where it fits. to_read: without control characters, but for the newline that ends the
 * format. */
static void put_formatted(struct sw_out *out, bool to_read, const char *fmt, va_list args)
{
    va_list again;
    char *text = NULL;
    check_is_row(out);
    if (out->pretty && out->n_fields == 0)
        let_go_held(out, false); /* text, which is laid out as it is */
    va_copy(again, args);
    int len = vsnprintf(out->buffer + out->n, BUFFER - out->n, fmt, args);
    /* The newline at the end of the format stays a newline. */
    size_t kept = to_read && *fmt && fmt[strlen(fmt) - 1] == '\n', n = len > 0 ? (size_t)len - kept : 0;
    /* It fitted into the buffer, where it was put already. */
    if (len >= 0 && (size_t)len < BUFFER - out->n) {
        if (to_read)
            sw_shown_clean(out->buffer + out->n, n);
        out->n += (size_t)len;
        out->begun = true;
    /* It did not: it is put again, to memory of its own. */
    } else if (len >= 0 && vasprintf(&text, fmt, again) >= 0) {
        if (to_read)
            sw_shown_clean(text, n);
        put_bytes(out, text, (size_t)len);
        free(text);
    } else if (!out->failed) {
        out->failed = ENOMEM;
    }
    va_end(again);
}

void sw_out_printf(struct sw_out *out, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    put_formatted(out, false, fmt, args);
    va_end(args);
}

void sw_out_sentence(struct sw_out *out, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    put_formatted(out, true, fmt, args);
    va_end(args);
}

/* ---- fields ---------------------------------------------------------------------------------- */

/* Before the first row. */
void sw_out_pretty(struct sw_out *out)
{
    out->pretty = true;
}

void sw_out_label(struct sw_out *out, size_t n, const char *const *names, const char *const *values)
{
    out->n_labels = n;
    out->label_names = names;
    out->label_values = values;
}

/* Columns of --label come first: in the header their names, then their values. */
static __attribute__((noinline)) void put_labels(struct sw_out *out)
{
    size_t n = out->n_labels;
    const char *const *text = out->headed || !out->label_names ? out->label_values : out->label_names;
    out->n_labels = 0;
    for (size_t i = 0; i < n; i++)
        sw_out_field(out, text[i], strlen(text[i]));
    out->n_labels = n;
}

/* The comma before a field, and room for a number or a short text behind it. */
static inline char *begin_field(struct sw_out *out)
{
    if (out->n_labels && out->n_fields == 0)
        put_labels(out);
    char *to = room(out, SW_NUM_MAX + 1);
    if (out->n_fields++ == 0)
        return to;
    out->n++;
    out->blank = false;
    *to = ',';
    return to + 1;
}

/* A number is never empty. */
static inline void end_number(struct sw_out *out, size_t len)
{
    out->n += len;
    out->blank = false;
}

#ifdef __SSE2__
/* Commas, quotes and line ends in the first n of 16 bytes. */
static inline bool has_syntax(const char *at, size_t n)
{
    __m128i v = _mm_loadu_si128((const __m128i *)at);
    __m128i ends = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\n')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\r')));
    __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8(',')), _mm_cmpeq_epi8(v, _mm_set1_epi8('"')));
    return _mm_movemask_epi8(_mm_or_si128(ends, marks)) & ((1 << n) - 1);
}
#endif

/* Commas, quotes and line ends; blanks at either end, which a reader may drop. Long texts are looked at 16 bytes at a
 * time, the last 16 once more: put_text() takes 0.75 of the instructions for the rows of --decisions. */
static bool must_quote(const char *at, size_t len)
{
    static const bool is_syntax[256] = { [','] = true, ['"'] = true, ['\n'] = true, ['\r'] = true };
    size_t i = 0;
    if (text_is_blank(at[0]) || text_is_blank(at[len - 1]))
        return true;
#ifdef __SSE2__
    for (; i + 16 <= len; i += 16)
        if (has_syntax(at + i, 16))
            return true;
    if (len >= 16)
        return has_syntax(at + len - 16, 16);
#endif
    for (; i < len; i++)
        if (is_syntax[(unsigned char)at[i]])
            return true;
    return false;
}

char *out_row_text(char *to, const char *at, size_t len)
{
    if (len == 0)
        return to;
#ifdef __SSE2__
    if (len > 16 || text_is_blank(at[0]) || text_is_blank(at[len - 1]))
        return NULL;
    /* Two copies that may overlap need no loop. */
    if (len >= 8) {
        memcpy(to, at, 8);
        memcpy(to + len - 8, at + len - 8, 8);
    } else if (len >= 4) {
        memcpy(to, at, 4);
        memcpy(to + len - 4, at + len - 4, 4);
    } else { /* the first, the middle and the last are all */
        to[0] = at[0];
        to[len / 2] = at[len / 2];
        to[len - 1] = at[len - 1];
    }
    return has_syntax(to, len) ? NULL : to + len;
#else
    (void)to, (void)at;
    return NULL;
#endif
}

/* A first field that would make the file look like a comment or another format (comment.c, foreign.c). */
static bool misleads(const char *at, size_t len)
{
    return strchr("#/<{[\xef", at[0]) || memchr(at, ';', len) || memchr(at, '\t', len);
}

/* A quote in the text is doubled (RFC 4180). */
static void put_quoted(struct sw_out *out, const char *at, size_t len)
{
    put_bytes(out, "\"", 1);
    for (const char *end = at + len, *quote; at < end; at = quote) {
        quote = memchr(at, '"', (size_t)(end - at));
        quote = quote ? quote + 1 : end;
        put_bytes(out, at, (size_t)(quote - at));
        if (quote[-1] == '"')
            put_bytes(out, "\"", 1);
    }
    put_bytes(out, "\"", 1);
}

/* A column that has the name of a label would stand twice in the header. */
static void check_column(struct sw_out *out, const char *at, size_t len)
{
    for (size_t i = 0; i < out->n_labels; i++)
        if (strlen(out->label_names[i]) == len && memcmp(out->label_names[i], at, len) == 0) {
            out_refuse(out, "--label: the output has a column '%s' of its own", out->label_names[i]);
            return;
        }
}

/* Not inlined: most outputs are plain CSV, which pays nothing for it. */
static __attribute__((noinline)) void put_shaped(struct sw_out *out, enum field_kind kind, const char *at, size_t len)
{
    if (out->n_labels && out->n_fields == 0)
        put_labels(out);
    if (out->n_labels && !out->headed && out->label_names)
        check_column(out, at, len);
    out->n_fields++;
    out->begun = true;
    rows_add(out->rows, kind, at, len);
}

/* rows_end() writes by the calls of `out`, which shape nothing for so long. */
static void end_shaped(struct sw_out *out)
{
    struct rows *r = out->rows;
    size_t n_labels = out->n_labels;
    out->rows = NULL;
    out->n_labels = out->n_fields = 0;
    rows_end(r, out);
    out->rows = r;
    out->n_labels = n_labels;
    out->headed = true;
}

static void put_text(struct sw_out *out, const char *at, size_t len)
{
    /* The first field of the header, which foreign.c would see first. */
    bool first = !out->headed && out->n_fields == 0;
    char *to = begin_field(out);
    if (len == 0)
        return;
    if (out->n_labels && !out->headed && out->label_names)
        check_column(out, at, len);
    out->blank = false;
    if (!first && out_row_text(to, at, len))
        out->n += len;
    else if (must_quote(at, len) || (first && misleads(at, len)))
        put_quoted(out, at, len);
    else if (len <= SW_NUM_MAX)
        memcpy(to, at, len), out->n += len;
    else
        put_bytes(out, at, len);
}

/* Text of the run's own: in JSON always a text. */
void sw_out_text(struct sw_out *out, const char *at, size_t len)
{
    if (out->rows)
        put_shaped(out, FIELD_TEXT, at, len);
    else
        put_text(out, at, len);
}

void sw_out_field(struct sw_out *out, const char *at, size_t len)
{
    if (out->rows)
        put_shaped(out, FIELD_EITHER, at, len);
    else
        put_text(out, at, len);
}

void sw_out_str(struct sw_out *out, const char *text)
{
    sw_out_text(out, text, text ? strlen(text) : 0);
}

/* Behind its comma, or in a row of another shape. */
#define PUT_NUMBER(out, put, x) \
    do { \
        if ((out)->rows) { \
            char text[SW_NUM_MAX]; \
            put_shaped(out, FIELD_NUMBER, text, put(text, x)); \
        } else { \
            char *to = begin_field(out); \
            end_number(out, put(to, x)); \
        } \
    } while (0)

void sw_out_time(struct sw_out *out, int64_t us)
{
    PUT_NUMBER(out, sw_num_put_time, us);
}

void sw_out_real(struct sw_out *out, double x)
{
    if (isnan(x))
        sw_out_empty(out);
    else
        PUT_NUMBER(out, sw_num_put_real, x);
}

void sw_out_i64(struct sw_out *out, int64_t x)
{
    PUT_NUMBER(out, sw_num_put_i64, x);
}

void sw_out_u64(struct sw_out *out, uint64_t x)
{
    PUT_NUMBER(out, sw_num_put_u64, x);
}

/* An empty field stands for what is not known. */
void sw_out_empty(struct sw_out *out)
{
    if (out->rows)
        put_shaped(out, FIELD_EMPTY, "", 0);
    else
        begin_field(out);
}

/* A row of one empty field is written "", lest it be taken for a blank line. */
void sw_out_end_row(struct sw_out *out)
{
    if (out->rows) {
        end_shaped(out);
        return;
    }
    if (out->n_fields == 1 && out->blank)
        put_bytes(out, "\"\"", 2);
    put_bytes(out, "\n", 1);
    out->n_fields = 0;
    out->blank = true;
    out->headed = true;
}

/* ---- several fields -------------------------------------------------------------------------- */

/* See rows.h. */
char *out_row_begin(struct sw_out *out, size_t n_fields)
{
    if (out->rows || !out->headed || (out->n_labels && out->n_fields == 0))
        return NULL;
    char *to = room(out, n_fields * (SW_NUM_MAX + 1) + 1);
    /* The comma before the first field, unless the row begins here. */
    *to = ',';
    return to + (out->n_fields > 0);
}

void out_row_end(struct sw_out *out, const char *to, size_t n_fields)
{
    /* to - 1: behind the last field stands a comma, which is the next one's. */
    out->n = (size_t)(to - 1 - out->buffer);
    out->n_fields += n_fields;
    out->blank = false;
}

/* names ends with NULL. */
void sw_out_header(struct sw_out *out, const char *const *names)
{
    for (; *names; names++)
        sw_out_str(out, *names);
    sw_out_end_row(out);
}

/* ---- shape ----------------------------------------------------------------------------------- */

/* What rows.c puts with while out->rows is away (end_shaped). */
static const struct rows_sink sink = { sw_out_text, sw_out_end_row, put_bytes, out_refuse, sw_out_no_memory };

int sw_out_shape(struct sw_out *out, const struct sw_shape *shape, struct sw_err *err)
{
    /* Plain CSV needs no rows held. */
    if (shape->format == SW_FORMAT_CSV && shape->n_columns == 0 && shape->n_sort == 0 && shape->digits == 0)
        return SW_OK;
    out->shape = *shape;
    out->rows = rows_new(&out->shape, &sink);
    return out->rows ? SW_OK : sw_err_memory(err);
}

int sw_out_rows_of(struct sw_out *out, const struct sw_out *other, struct sw_err *err)
{
    if (sw_out_shape(out, &other->shape, err) != SW_OK)
        return SW_FAIL;
    return out->rows && rows_take_names(out->rows, other->rows) != SW_OK ? sw_err_memory(err) : SW_OK;
}

void sw_out_rows_come(struct sw_out *out)
{
    out->n_labels = 0;
    out->rows_come = true;
}

/* CSV has it behind #, JSON lines as an object with the key #. */
void sw_out_comment(struct sw_out *out, const char *text)
{
    char *line = malloc(JSON_MOST(strlen(text)) + 8), *to = line;
    if (!line) {
        sw_out_no_memory(out);
        return;
    }
    if (out->shape.format == SW_FORMAT_JSONL) {
        to = stpcpy(to, "{\"#\":");
        to += json_put_text(to, text, strlen(text));
        *to++ = '}';
    } else {
        /* A line end would end the comment. */
        to = stpcpy(to, "# ");
        for (; *text; text++)
            *to++ = (unsigned char)*text < ' ' ? ' ' : *text;
    }
    *to++ = '\n';
    put_bytes(out, line, (size_t)(to - line));
    free(line);
}
