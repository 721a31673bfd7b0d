/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_bad.c - notes what is wrong with a row and where it stands. The fault is kept beside the message: a check
 * counts kinds of fault, and source_reject() sets a row aside only where there is one. An error without a fault,
 * out of memory say, ends the reading. */
#include <stdio.h>
#include "lib/trace/stream/trace_private.h"

/* A job of a tasks file is judged when the row behind it has been read, perhaps in the next file. */
static const char *path_of_job(const struct sw_trace *t) { return t->gather ? t->gather->path : t->source.path; }

int trace_bad_at(struct sw_trace *t, enum sw_fault fault, uint64_t line, const char *column, struct sw_err *err,
                 const char *fmt, ...)
{
    char text[512];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    t->fault = fault;
    t->fault_at = (struct trace_at){ path_of_job(t), line, column };
    return sw_err_data(err, path_of_job(t), line, column, "%s", text);
}

/* Always of the row that the source has just read, so of the file that is open now. */
int trace_bad(struct sw_trace *t, enum sw_fault fault, const char *column, struct sw_err *err, const char *message)
{
    uint64_t line = source_line(t);
    t->fault = fault;
    t->fault_at = (struct trace_at){ t->source.path, line, column };
    return sw_err_data(err, t->source.path, line, column, "%s", message);
}
