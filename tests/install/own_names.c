/* SPDX-License-Identifier: GPL-3.0-or-later */
/* own_names.c - a program may have functions of its own by names that the library uses inside. check-install links it
 * with the program in README.md, and with shares.cc. */
#include <stdio.h>
#include <stdlib.h>

void *xcalloc(size_t n, size_t size);
void heap_push(int *heap, size_t *n, int value);
int check_own_names(void);

void *xcalloc(size_t n, size_t size)
{
    (void)n;
    (void)size;
    fputs("the library took the program's xcalloc\n", stderr);
    exit(3);
}

void heap_push(int *heap, size_t *n, int value)
{
    heap[(*n)++] = value;
}

int check_own_names(void)
{
    int heap[1];
    size_t n = 0;
    heap_push(heap, &n, 7);
    return n == 1 && heap[0] == 7;
}
