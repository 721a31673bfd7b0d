/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.c - blocks in a chain; memory.h. */
#include "lib/audit/memory.h"
#include <stdlib.h>

/* Before each block, as aligned as malloc makes it. */
struct audit_block { _Alignas(max_align_t) struct audit_block *previous; struct audit_block *next; };

static _Thread_local struct audit_memory *used;

void audit_memory_use(struct audit_memory *memory)
{
    used = memory;
}

static _Noreturn void audit_memory_end(void)
{
    longjmp(used->out, 1);
}

static void *chain(struct audit_block *block)
{
    block->previous = NULL;
    block->next = used->first;
    if (used->first)
        used->first->previous = block;
    used->first = block;
    return block + 1;
}

static void unchain(struct audit_block *block)
{
    if (block->previous)
        block->previous->next = block->next;
    else
        used->first = block->next;
    if (block->next)
        block->next->previous = block->previous;
}

/* With its head. */
static size_t whole_size(size_t n, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(n ? n : 1, size, &bytes)
        || __builtin_add_overflow(bytes, sizeof(struct audit_block), &bytes))
        audit_memory_end();
    return bytes;
}

void *audit_memory_alloc(size_t n, size_t size)
{
    struct audit_block *block = calloc(1, whole_size(n, size));
    if (!block)
        audit_memory_end();
    return chain(block);
}

void *audit_memory_grow(void *at, size_t n, size_t size)
{
    size_t bytes = whole_size(n, size);
    struct audit_block *was = at ? (struct audit_block *)at - 1 : NULL, *block;
    if (was)
        unchain(was);
    block = realloc(was, bytes);
    if (block)
        return chain(block);
    if (was)
        chain(was);
    audit_memory_end();
}

void audit_memory_free(void *at)
{
    if (!at)
        return;
    unchain((struct audit_block *)at - 1);
    free((struct audit_block *)at - 1);
}

void audit_memory_add_name(struct sw_names *names, const char *at, size_t len, uint32_t place)
{
    if (!names->cap) {
        used->names = audit_memory_grow(used->names, used->n_names + 1, sizeof(struct sw_names *));
        used->names[used->n_names++] = names;
    }
    if (sw_names_add(names, at, len, (void *)(uintptr_t)(place + 1)))
        audit_memory_end();
}

/* Tables of names may lie in blocks. */
void audit_memory_clear(struct audit_memory *memory)
{
    for (size_t i = 0; i < memory->n_names; i++)
        sw_names_clear(memory->names[i]);
    for (struct audit_block *block = memory->first, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    *memory = (struct audit_memory){ .first = NULL };
}
