/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scratch.h - a directory of its own for a test program, and small files in it. */
#ifndef SLOTWISE_TESTS_SCRATCH_H
#define SLOTWISE_TESTS_SCRATCH_H
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char scratch[] = "/tmp/slotwise-test.XXXXXX";

static inline void scratch_write(const char *name, const void *at, size_t len)
{
    FILE *f = fopen(name, "wb");
    if (!f || fwrite(at, 1, len, f) != len || fclose(f) != 0) abort();
}

/* The whole file, with a NUL behind it; the caller frees it. NULL: there is none. */
static inline char *scratch_read(const char *name)
{
    FILE *f = fopen(name, "rb");
    if (!f) return NULL;
    char *text = NULL;
    size_t len = 0, cap = 0;
    do {
        text = realloc(text, cap += 65536);
        if (!text) abort();
        len += fread(text + len, 1, cap - len - 1, f);
    } while (len == cap - 1);
    text[len] = '\0';
    fclose(f);
    return text;
}

/* Files in the directory, hidden ones too. */
static inline int scratch_count(void)
{
    int n = 0;
    DIR *dir = opendir(".");
    for (struct dirent *e; (e = readdir(dir));) n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(dir);
    return n;
}

static inline int scratch_empty(void **state)
{
    (void)state;
    DIR *dir = opendir(".");
    for (struct dirent *e; (e = readdir(dir));)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0) remove(e->d_name);
    closedir(dir);
    return 0;
}

static inline int scratch_enter(void **state)
{
    (void)state;
    return mkdtemp(scratch) && chdir(scratch) == 0 ? 0 : -1;
}

static inline int scratch_leave(void **state)
{
    scratch_empty(state);
    return chdir("/") == 0 && rmdir(scratch) == 0 ? 0 : -1;
}
#endif
