/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.h - tables without a header that may run on over several files, their lines split into fields. */
#ifndef SLOTWISE_TABLE_H
#define SLOTWISE_TABLE_H
#include "lib/trace/import/sw_importer.h"
#include "lib/trace/parse/lines.h"
#include "slotwise/sw_import.h"

#define TABLE_MAX_FIELDS 24

struct table {
    struct lines lines;
    struct sw_import_side *side;
    struct sw_damage *damage;
    char separator;                /* ' ': runs of blanks and tabs; NUL: lines are not split */
    struct sw_text field[TABLE_MAX_FIELDS];
    size_t n;                      /* more fields than there is room for are counted, not kept */
};
int table_start(struct table *t, struct sw_bytes *in, const struct sw_import_rules *rules, char separator); /* SW_OK */
void table_clear(struct table *t);
/* 1: a line, its fields lasting until the next call; 0: the end of the last file; -1: damaged; -2: failed for good. */
SW_USE_RESULT int table_next(struct table *t, struct sw_err *err);
/* For tables whose rows can only be given once all lines are read: each line goes to `line`, then `start` once. 1:
 * started; else as table_next(), line()'s -1 and -2 included, and the next call goes on. */
SW_USE_RESULT int table_gather(struct table *t, int (*line)(void *, struct sw_err *),
                               int (*start)(void *, struct sw_err *), void *state, struct sw_err *err);
size_t table_split(struct sw_text line, char separator, struct sw_text *field, size_t max);
struct sw_text table_field(const struct table *t, size_t i); /* empty where there is none */
void table_note(struct table *t, enum sw_damage_kind kind);
/* -1 */
int table_bad(struct table *t, const char *column, struct sw_text field, const char *message, struct sw_err *err);
/* A whole number; `missing` where the field is empty. */
SW_USE_RESULT int table_int(struct table *t, size_t i, const char *column, int64_t missing, int64_t *out,
                            struct sw_err *err);

#endif
