/* SPDX-License-Identifier: GPL-3.0-or-later */
/* util.c - memory and failures: this program prints and gives up on the spot. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/naive/naive.h"

void naive_fail(const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    fputs("naive-replay: ", stderr);
    vfprintf(stderr, fmt, args);
    fputc('\n', stderr);
    va_end(args);
    exit(SW_EXIT_FAILED);
}

void naive_fail_err(const struct sw_err *err)
{
    naive_fail("%s", err->text);
}

void *naive_alloc(size_t n, size_t size)
{
    void *at = calloc(n ? n : 1, size);
    if (!at) naive_fail("out of memory");
    return at;
}

void *naive_grow(void *at, size_t n, size_t size)
{
    at = realloc(at, (n ? n : 1) * size);
    if (!at) naive_fail("out of memory");
    return at;
}

char *naive_copy(const char *at, size_t len)
{
    char *copy = naive_alloc(len + 1, 1);
    if (len) memcpy(copy, at, len);
    return copy;
}

int64_t naive_round(double x)
{
    return llround(x);
}
