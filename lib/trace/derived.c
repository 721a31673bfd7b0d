/* SPDX-License-Identifier: GPL-3.0-or-later */
/* derived.c - the columns that an importer derives, from a table of columns and rules. */
#include <stdio.h>
#include "derived.h"

bool derived_rule(const char *const rule_of[][2], size_t n, size_t i, const char **column, char *rule, size_t cap)
{
    if (i >= n)
        return false;
    *column = rule_of[i][0];
    snprintf(rule, cap, "%s", rule_of[i][1]);
    return true;
}
