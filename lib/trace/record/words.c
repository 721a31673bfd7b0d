/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.c - the closed lists of words that the record types use, in the order of their enums. */
#include "slotwise/sw_import.h"

const char *const sw_priority_words[] = { "very_high", "high", "normal", "low", "very_low", NULL };
const char *const sw_kind_words[] = { "map", "reduce", "task", NULL };
const char *const sw_locality_words[] = { "node", "rack", "any", "none", "process", NULL };
const char *const sw_outcome_words[] = { "done", "killed", "failed", "superseded", "evicted", "lost", "running",
                                         "suspended", NULL };
const char *const sw_by_words[] = { "account", "partition", "qos", "user", "account/user", NULL };
