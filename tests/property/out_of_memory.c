/* SPDX-License-Identifier: GPL-3.0-or-later */
/* out_of_memory.c - for LD_PRELOAD: the allocation number $OUT_OF_MEMORY_AT fails, whoever asks, and so does every one
 * after it when $OUT_OF_MEMORY_FOR_GOOD is set. How many were asked for is written to the file $OUT_OF_MEMORY_COUNT at
 * the end.
 *
 * It stands before glibc, whose own functions have second names. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static uint64_t n_asked, fails_at;
static int known, for_good;

static int fails(void)
{
    if (!known) {
        const char *at = getenv("OUT_OF_MEMORY_AT");
        fails_at = at ? strtoull(at, NULL, 10) : UINT64_MAX;
        for_good = getenv("OUT_OF_MEMORY_FOR_GOOD") != NULL;
        known = 1;
    }
    n_asked++;
    if (n_asked != fails_at && !(for_good && n_asked > fails_at))
        return 0;
    errno = ENOMEM;
    return 1;
}

static void __attribute__((destructor)) write_count(void)
{
    const char *path = getenv("OUT_OF_MEMORY_COUNT");
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (fd < 0)
        return;
    dprintf(fd, "%llu\n", (unsigned long long)n_asked);
    close(fd);
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
    return fails() ? NULL : __libc_realloc(p, size);
}

void *reallocarray(void *p, size_t n, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(p, bytes);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}
