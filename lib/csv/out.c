/* SPDX-License-Identifier: GPL-3.0-or-later */
/* out.c - buffered CSV output to standard output, to a file that takes its name at the end, or to a device. */
#include "slotwise/sw_csv.h"
#include "lib/csv/temporary.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    bool refused;                /* labels do not go with what was written, which is held back */
    const char *clash;           /* the label that is a column too; NULL: there are no columns */
    bool blank;                  /* the row so far would look like an empty line */
    size_t n;
    char buffer[BUFFER];
};

/* ---- opening --------------------------------------------------------------------------------- */

static bool is_standard_output(const char *path)
{
    return !path || strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0 || strcmp(path, "/dev/fd/1") == 0 ||
           strcmp(path, "/proc/self/fd/1") == 0;
}

/* Devices, FIFOs and descriptors that the shell passes are there to be written to, not replaced. */
static bool is_special(const char *path)
{
    struct stat st;
    if (strncmp(path, "/dev/fd/", 8) == 0 || strncmp(path, "/proc/self/fd/", 14) == 0) return true;
    if (strcmp(path, "/dev/stderr") == 0) return true;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

static int open_file(struct sw_out *out, const char *path, struct sw_err *err)
{
    int status = SW_OK;
    if (is_standard_output(path)) out->fd = STDOUT_FILENO;
    else if (is_special(path)) status = (out->fd = open(path, O_WRONLY | O_CLOEXEC | O_APPEND)) >= 0 ? SW_OK : SW_FAIL;
    else status = sw_temporary_make(&out->temporary, path, &out->fd);
    if (status != SW_OK) return sw_err_io(err, path, "cannot create");
    out->path = strdup(out->fd == STDOUT_FILENO ? "standard output" : path);
    return out->path ? SW_OK : sw_err_memory(err);
}

int sw_out_open(struct sw_out **out, const char *path, struct sw_err *err)
{
    *out = malloc(sizeof **out);
    if (!*out) return sw_err_memory(err);
    memset(*out, 0, offsetof(struct sw_out, buffer));
    (*out)->fd = -1;
    (*out)->blank = true;
    if (open_file(*out, path, err) == SW_OK) return SW_OK;
    sw_out_abandon(*out);
    *out = NULL;
    return SW_FAIL;
}

/* ---- closing --------------------------------------------------------------------------------- */

static void release(struct sw_out *out)
{
    free(out->path);
    free(out);
}

/* Standard output stays open: it is not ours alone, and sw_cli_finish() closes it. */
static int close_file(struct sw_out *out)
{
    if (out->fd > STDOUT_FILENO && close(out->fd) != 0 && !out->failed) out->failed = errno;
    out->fd = -1;
    return out->failed ? SW_FAIL : SW_OK;
}

int sw_out_close(struct sw_out *out, struct sw_err *err)
{
    if (!out) return SW_OK;
    sw_out_flush(out);
    if (close_file(out) == SW_OK && out->temporary) {
        if (sw_temporary_keep(out->temporary) != SW_OK) out->failed = errno;
        out->temporary = NULL;
    }
    sw_temporary_drop(out->temporary);
    errno = out->failed;
    int status = out->failed ? sw_err_io(err, out->path, NULL) : SW_OK;
    if (out->refused && out->clash)
        status = sw_err_usage(err, "--label: the output has a column '%s' of its own", out->clash);
    else if (out->refused) status = sw_err_usage(err, "--label: only for rows, and this output has none");
    release(out);
    return status;
}

void sw_out_abandon(struct sw_out *out)
{
    if (!out) return;
    (void)close_file(out);
    sw_temporary_drop(out->temporary);
    release(out);
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

static void write_all(struct sw_out *out, const char *at, size_t len)
{
    while (len && !out->failed) {
        ssize_t n = write(out->fd, at, len);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) out->failed = errno;
        else at += n, len -= (size_t)n;
    }
}

void sw_out_flush(struct sw_out *out)
{
    write_all(out, out->buffer, out->n);
    out->n = 0;
}

/* Room for len bytes, which is at most BUFFER. */
static inline char *room(struct sw_out *out, size_t len)
{
    if (BUFFER - out->n < len) sw_out_flush(out);
    out->begun = true;
    return out->buffer + out->n;
}

static void put_bytes(struct sw_out *out, const void *at, size_t len)
{
    if (len > BUFFER) {
        sw_out_flush(out);
        write_all(out, at, len);
        out->begun = true;
        return;
    }
    if (len) memcpy(room(out, len), at, len);
    out->n += len;
}

/* Nothing that was written before goes out either. */
static void refuse_labels(struct sw_out *out, const char *clash)
{
    out->refused = true;
    out->clash = clash;
    out->failed = EINVAL;
    out->n_labels = 0;
}

/* Text that stands where a row would begin. */
static void check_is_row(struct sw_out *out)
{
    if (out->n_labels && out->n_fields == 0) refuse_labels(out, NULL);
}

void sw_out_bytes(struct sw_out *out, const void *at, size_t len)
{
    check_is_row(out);
    put_bytes(out, at, len);
}

/* Straight into the buffer where it fits. */
void sw_out_printf(struct sw_out *out, const char *fmt, ...)
{
    va_list args, again;
    char *text = NULL;
    check_is_row(out);
    va_start(args, fmt);
    va_copy(again, args);
    int len = vsnprintf(out->buffer + out->n, BUFFER - out->n, fmt, args);
    if (len >= 0 && (size_t)len < BUFFER - out->n) {
        out->n += (size_t)len;
        out->begun = true;
    } else if (len >= 0 && vasprintf(&text, fmt, again) >= 0) {
        put_bytes(out, text, (size_t)len);
        free(text);
    } else if (!out->failed) {
        out->failed = ENOMEM;
    }
    va_end(again);
    va_end(args);
}

/* ---- fields ---------------------------------------------------------------------------------- */

void sw_out_label(struct sw_out *out, size_t n, const char *const *names, const char *const *values)
{
    out->n_labels = n;
    out->label_names = names;
    out->label_values = values;
}

/* The header, and only it, is put while nothing has begun. */
static __attribute__((noinline)) void put_labels(struct sw_out *out)
{
    size_t n = out->n_labels;
    const char *const *text = out->begun || !out->label_names ? out->label_values : out->label_names;
    out->n_labels = 0;
    for (size_t i = 0; i < n; i++) sw_out_str(out, text[i]);
    out->n_labels = n;
}

/* The comma before a field, and room for a number or a short text behind it. */
static inline char *begin_field(struct sw_out *out)
{
    if (out->n_labels && out->n_fields == 0) put_labels(out);
    char *to = room(out, SW_NUM_MAX + 1);
    if (out->n_fields++ == 0) return to;
    out->n++;
    out->blank = false;
    *to = ',';
    return to + 1;
}

static inline void end_number(struct sw_out *out, size_t len)
{
    out->n += len;
    out->blank = false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Commas, quotes and line ends; blanks at either end, which a reader may drop. */
static bool must_quote(const char *at, size_t len)
{
    static const bool is_syntax[256] = { [','] = true, ['"'] = true, ['\n'] = true, ['\r'] = true };
    if (is_blank(at[0]) || is_blank(at[len - 1])) return true;
    for (size_t i = 0; i < len; i++)
        if (is_syntax[(unsigned char)at[i]]) return true;
    return false;
}

/* A first field that would make the file look like a comment or another format (comment.c, foreign.c). */
static bool misleads(const char *at, size_t len)
{
    return strchr("#/<{[", at[0]) != NULL || memchr(at, ';', len) != NULL || memchr(at, '\t', len) != NULL;
}

static void put_quoted(struct sw_out *out, const char *at, size_t len)
{
    put_bytes(out, "\"", 1);
    for (const char *end = at + len, *quote; at < end; at = quote) {
        quote = memchr(at, '"', (size_t)(end - at));
        quote = quote ? quote + 1 : end;
        put_bytes(out, at, (size_t)(quote - at));
        if (quote[-1] == '"') put_bytes(out, "\"", 1);
    }
    put_bytes(out, "\"", 1);
}

static void check_column(struct sw_out *out, const char *at, size_t len)
{
    for (size_t i = 0; i < out->n_labels; i++)
        if (strlen(out->label_names[i]) == len && memcmp(out->label_names[i], at, len) == 0) {
            refuse_labels(out, out->label_names[i]);
            return;
        }
}

void sw_out_text(struct sw_out *out, const char *at, size_t len)
{
    bool first = !out->begun;
    char *to = begin_field(out);
    if (len == 0) return;
    if (out->n_labels && !out->headed && out->label_names) check_column(out, at, len);
    out->blank = false;
    if (must_quote(at, len) || (first && misleads(at, len))) put_quoted(out, at, len);
    else if (len <= SW_NUM_MAX) memcpy(to, at, len), out->n += len;
    else put_bytes(out, at, len);
}

void sw_out_str(struct sw_out *out, const char *text)
{
    sw_out_text(out, text, text ? strlen(text) : 0);
}

void sw_out_time(struct sw_out *out, int64_t us)
{
    char *to = begin_field(out);
    end_number(out, sw_num_put_time(to, us));
}

void sw_out_real(struct sw_out *out, double x)
{
    char *to = begin_field(out);
    if (!isnan(x)) end_number(out, sw_num_put_real(to, x));
}

void sw_out_i64(struct sw_out *out, int64_t x)
{
    char *to = begin_field(out);
    end_number(out, sw_num_put_i64(to, x));
}

void sw_out_u64(struct sw_out *out, uint64_t x)
{
    char *to = begin_field(out);
    end_number(out, sw_num_put_u64(to, x));
}

void sw_out_empty(struct sw_out *out)
{
    begin_field(out);
}

/* A row of one empty field is written "", lest it be taken for a blank line. */
void sw_out_end_row(struct sw_out *out)
{
    if (out->n_fields == 1 && out->blank) put_bytes(out, "\"\"", 2);
    put_bytes(out, "\n", 1);
    out->n_fields = 0;
    out->blank = true;
    out->headed = true;
}

void sw_out_header(struct sw_out *out, const char *const *names)
{
    for (; *names; names++) sw_out_str(out, *names);
    sw_out_end_row(out);
}
