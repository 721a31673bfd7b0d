/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_input.h - a trace given as text, for the tests of sw_trace and its importers. */
#ifndef SLOTWISE_TRACE_INPUT_H
#define SLOTWISE_TRACE_INPUT_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <sys/mman.h>
#include <unistd.h>
#include "slotwise/sw_import.h"

/* A file in memory that sw_bytes_open() can open by name; close(*fd) ends it. */
static inline void input_file(const void *bytes, size_t len, char *path, size_t cap, int *fd)
{
    *fd = memfd_create("trace", 0);
    assert_true(*fd >= 0);
    assert_int_equal(write(*fd, bytes, len), (ssize_t)len);
    snprintf(path, cap, "/proc/self/fd/%d", *fd);
}

struct opened { struct sw_trace *t; struct sw_err err; struct sw_trace_input input; const char *path; char name[64];
    int fd; };

/* Opens text of `len` bytes; o->t is NULL when that failed. */
static inline void open_bytes(struct opened *o, const char *text, size_t len)
{
    o->err = (struct sw_err){ SW_EXIT_OK, "" };
    input_file(text, len, o->name, sizeof o->name, &o->fd);
    o->path = o->name;
    o->input.files = &o->path;
    o->input.n_files = 1;
    if (sw_trace_open(&o->t, &o->input, &o->err) != SW_OK)
        o->t = NULL;
}

static inline void open_text(struct opened *o, const char *text)
{
    *o = (struct opened){ .input.rules = SW_IMPORT_RULES_DEFAULT };
    open_bytes(o, text, strlen(text));
}

static inline void shut(struct opened *o)
{
    sw_trace_free(o->t);
    close(o->fd);
}

/* The trace is bad: the message of the first failure ends in `message`, whatever the file is called. */
static inline void assert_bad(const char *text, const char *message)
{
    struct opened o;
    struct sw_job job;
    int got = SW_FAIL;
    open_text(&o, text);
    while (o.t != NULL && (got = sw_trace_next(o.t, &job, &o.err)) == 1)
        ;
    assert_int_equal(got, SW_FAIL);
    const char *at = strchr(o.err.text, ':');
    assert_non_null(at);
    assert_string_equal(at + 1, message);
    assert_int_equal(o.err.exit, SW_EXIT_FAILED);
    shut(&o);
}

static inline bool text_is(struct sw_text text, const char *expected)
{
    return text.len == strlen(expected) && memcmp(text.at, expected, text.len) == 0;
}
#endif
