/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fault.c - what was found: of the first group of checks that finds something, the first row. What is left open:
 * the first of it. */
#include "lib/audit/audit.h"
#include <stdio.h>

/* A fault without a row stands behind all rows. The rule's number goes behind the text, which leaves 64 bytes for
 * it. */
void audit_fault(struct audit *a, enum group group, const struct row *row, const char *rule, const char *fmt, ...)
{
    uint64_t line = row ? row->line : UINT64_MAX;
    va_list args;
    if (a->group && (a->group < group || a->fault_line <= line))
        return;
    a->group = group;
    a->fault_line = line;
    va_start(args, fmt);
    size_t n = (size_t)vsnprintf(a->fault, sizeof a->fault - 64, fmt, args);
    va_end(args);
    if (n > sizeof a->fault - 64)
        n = sizeof a->fault - 64;
    snprintf(a->fault + n, sizeof a->fault - n, " (%s)", rule);
}

void audit_fault_open(struct audit *a, const char *fmt, ...)
{
    va_list args;
    if (a->open[0])
        return;
    va_start(args, fmt);
    vsnprintf(a->open, sizeof a->open, fmt, args);
    va_end(args);
}
