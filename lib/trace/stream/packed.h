/* SPDX-License-Identifier: GPL-3.0-or-later */
/* packed.h - records of a schema in few bytes, while many of them wait: what is not as in the schema's defaults. */
#ifndef SLOTWISE_PACKED_H
#define SLOTWISE_PACKED_H
#include "slotwise/sw_csv.h"

/* Numbers of seven bits a byte, the lowest first; texts behind their length. */
size_t packed_most(const struct sw_schema *schema, const void *record); /* bytes that packed_put() may need */
char *packed_put_u64(char *to, uint64_t x);
char *packed_put_text(char *to, struct sw_text text);
const char *packed_get_u64(const char *at, uint64_t *x);
const char *packed_get_text(const char *at, struct sw_text *text); /* lies where it is packed */
/* Each gives where it ended. */
char *packed_put(const struct sw_schema *schema, const void *record, char *to);
const char *packed_get(const struct sw_schema *schema, const char *at, void *record);
#endif
