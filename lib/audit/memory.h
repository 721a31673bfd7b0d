/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.h - what an audit allocates, chained, so that it ends in an error where there is no more memory.
 *
 * A block that cannot be had ends the audit at once (audit_memory_end), wherever that is. All blocks of it and all
 * tables of names go together when it is over, so nothing below sw_audit_log frees on its way out. */
#ifndef LIB_AUDIT_MEMORY_H
#define LIB_AUDIT_MEMORY_H
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include "slotwise/sw_names.h"

struct audit_block;
struct audit_memory {
    jmp_buf out;               /* of audit_memory_end */
    struct audit_block *first;
    struct sw_names **names;
    size_t n_names;
};

/* The blocks of this thread belong to it from now on; NULL: to none. */
void audit_memory_use(struct audit_memory *memory);
void audit_memory_clear(struct audit_memory *memory);

/* Zeroed. Never NULL: an audit that is out of memory ends. */
void *audit_memory_alloc(size_t n, size_t size);
void *audit_memory_grow(void *at, size_t n, size_t size);
void audit_memory_free(void *at);     /* NULL: nothing */
/* The text has to last. What stands in the table is the place and one more. */
void audit_memory_add_name(struct sw_names *names, const char *at, size_t len, uint32_t place);

#endif
