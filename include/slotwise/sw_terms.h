/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_terms.h - the field's closed lists of words, shared by records, scheduler and replay. */
#ifndef SLOTWISE_SW_TERMS_H
#define SLOTWISE_SW_TERMS_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum sw_priority { SW_VERY_HIGH, SW_HIGH, SW_NORMAL, SW_LOW, SW_VERY_LOW };
extern const char *const sw_priority_words[]; /* NULL-terminated */
enum sw_kind { SW_MAP, SW_REDUCE, SW_TASK };   /* SW_TASK: for clusters with one kind of slot */
extern const char *const sw_kind_words[];      /* "map" "reduce" "task" */
enum sw_locality { SW_AT_NODE, SW_AT_RACK, SW_AT_ANY, SW_AT_NONE, SW_AT_PROCESS };
extern const char *const sw_locality_words[];  /* "node" "rack" "any" "none" "process" */
enum sw_outcome { SW_DONE, SW_KILLED, SW_FAILED, SW_SUPERSEDED, SW_EVICTED, SW_LOST, SW_RUNNING, SW_SUSPENDED };
extern const char *const sw_outcome_words[];

/* Weights are whole millionths inside, so that ratios compare exactly: weight 1 is 1000000. */
#define SW_WEIGHT_ONE INT64_C(1000000)

#ifdef __cplusplus
}
#endif
#endif
