/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_table.h - what programs ask of the tables that they read, beside their rows: columns that are misspelt or have no
 * effect, bad rows, several files as one. */
#ifndef SLOTWISE_SW_TABLE_H
#define SLOTWISE_SW_TABLE_H
#include "slotwise/sw_csv.h"

/* SW_FAIL: "no column 'x'", and the one that was probably meant, else the hint. */
int sw_csv_no_column(const struct sw_csv *in, const char *name, const char *hint, struct sw_err *err);

/* For programs, before there are threads: called for each column that the schema of an input does not have. `likely` is
 * the column that was probably meant and is not there, or NULL. SW_FAIL ends the reading. */
typedef int sw_csv_watcher(const struct sw_csv *in, const char *name, const char *likely, struct sw_err *err);
void sw_csv_watch(sw_csv_watcher *watcher);
/* A column that may be missing: SW_NO_COLUMN. One that is a slip from its name goes to the watcher. */
int sw_csv_find_optional(const struct sw_csv *in, const char *name, size_t *at, struct sw_err *err);
/* Tells that a column has no effect, where the input has it. */
void sw_csv_not_used(const struct sw_csv *in, const char *name, const char *why);
const struct sw_schema *sw_csv_schema(const struct sw_csv *in); /* NULL: not bound yet */
bool sw_schema_has(const struct sw_schema *schema, const char *name);
/* What R, pandas and databases write for it. */
bool sw_csv_is_unknown(struct sw_text field);

/* A caller that finds the row just read bad for a reason of its own fills err and asks: 0: set aside, go on
 * (err is cleared); -1: stop, err says why. */
SW_USE_RESULT int sw_csv_reject(struct sw_csv *in, struct sw_err *err);

/* Several files that are read as one table. Where a column is named `file`, as one that rows are told apart by, each
 * file has a last column of that name: its path. Two files with the same jobs, which nothing tells apart, are told. */
struct sw_series;
SW_USE_RESULT int sw_series_new(struct sw_series **out, struct sw_err *err);
void sw_series_by(struct sw_series *s, const char *columns); /* "scheduler,file"; before the first file */
SW_USE_RESULT int sw_series_add(struct sw_series *s, struct sw_csv *in, struct sw_err *err); /* before its first row */
void sw_series_free(struct sw_series *s); /* NULL is fine */
#endif
