/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_records.h - the columns of the records that slot-replay writes, and writing a record by its columns. */
#ifndef SLOTWISE_SW_RECORDS_H
#define SLOTWISE_SW_RECORDS_H
#include "slotwise/sw_trace.h"

/* The columns of the records that slot-replay writes, for writers and for the man page. */
extern const struct sw_schema sw_schema_results, sw_schema_attempts, sw_schema_timeline, sw_schema_summary,
    sw_schema_links, sw_schema_waits;
extern const struct sw_schema sw_schema_timeline_slots, sw_schema_decisions; /* timeline for one kind of slot */

/* ---- writing a record ------------------------------------------------------------------------- */
/* The names of all columns, and the row of a record: what its `known` says is not known is left empty. Neither
 * ends the row, so that more columns can follow. */
void sw_schema_put_header(const struct sw_schema *schema, struct sw_out *out);
void sw_schema_put(const struct sw_schema *schema, const void *record, struct sw_out *out);
/* The schema, of which the columns with a bit in `which` are written, and no others; column[] has room for all. */
struct sw_schema sw_schema_some(const struct sw_schema *of, uint64_t which, struct sw_column *column);
/* Whether the trace has columns beyond its own record that pass into this one (convert.c). Out of tasks its rows are
 * kept for that. */
bool convert_carries(const struct sw_trace *t, const struct sw_schema *to);
/* ---- columns.c: of any record ------------------------------------------------------------------ */
/* The column of this name that some record has, or NULL; whether it holds texts. */
const struct sw_column *columns_find(const char *name);
bool columns_is_text(const char *name);
/* What is wrong with a number in a column of this name: times and counts are not negative, and time ends. NULL:
 * nothing. */
const char *columns_complaint(const char *name, double x);
#endif
