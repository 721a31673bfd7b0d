/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read.c - read FILE: every column of a trace turned into its type by the reader that the programs use, nothing
 * written. */
#include <stdio.h>
#include "slotwise/sw_import.h"

int main(int argc, char **argv)
{
    const char *files[] = { argc > 1 ? argv[1] : "-" };
    struct sw_trace_input input = { .files = files, .n_files = 1 };
    struct sw_trace *t;
    struct sw_job job;
    struct sw_err err;
    int got = sw_trace_open(&t, &input, &err) == SW_OK ? 1 : -1;
    while (got == 1)
        got = sw_trace_next(t, &job, &err);
    if (got < 0)
        fprintf(stderr, "read: %s\n", err.text);
    return got < 0;
}
