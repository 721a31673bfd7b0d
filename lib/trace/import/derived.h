/* SPDX-License-Identifier: GPL-3.0-or-later */
/* derived.h - the columns that an importer derives, for --info. */
#ifndef SLOTWISE_DERIVED_H
#define SLOTWISE_DERIVED_H
#include <stdbool.h>
#include <stddef.h>
#include "slotwise/sw_csv.h"

/* An importer's derived(), over n pairs of column and rule. */
bool derived_rule(const char *const rule_of[][2], size_t n, size_t i, const char **column, char *rule, size_t cap);
/* ceil(n / of) as text in at[]; empty where `of` is 0. */
struct sw_text derived_nodes(uint64_t of, uint64_t n, char at[24]);

#endif
