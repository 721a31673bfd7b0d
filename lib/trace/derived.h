/* SPDX-License-Identifier: GPL-3.0-or-later */
/* derived.h - the columns that an importer derives, for --info. */
#ifndef SLOTWISE_DERIVED_H
#define SLOTWISE_DERIVED_H
#include <stdbool.h>
#include <stddef.h>

/* An importer's derived(), over n pairs of column and rule. */
bool derived_rule(const char *const rule_of[][2], size_t n, size_t i, const char **column, char *rule, size_t cap);

#endif
