/* SPDX-License-Identifier: GPL-3.0-or-later */
/* derived.c - the columns that an importer derives, from a table of columns and rules. */
#include <stdio.h>
#include "lib/trace/import/derived.h"

bool derived_rule(const char *const rule_of[][2], size_t n, size_t i, const char **column, char *rule, size_t cap)
{
    if (i >= n)
        return false;
    *column = rule_of[i][0];
    snprintf(rule, cap, "%s", rule_of[i][1]);
    return true;
}

struct sw_text derived_nodes(uint64_t of, uint64_t n, char at[24])
{
    return (struct sw_text){ at, of > 0 ? sw_num_put_u64(at, n / of + (n % of > 0)) : 0 };
}
