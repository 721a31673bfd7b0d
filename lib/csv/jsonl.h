/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jsonl.h - JSON lines as rows: an object a line, of numbers and texts. The keys of the first are the columns. */
#ifndef SLOTWISE_CSV_JSONL_H
#define SLOTWISE_CSV_JSONL_H
#include "lib/csv/reader.h"

struct jsonl;
SW_USE_RESULT int jsonl_new(struct jsonl **out, struct sw_err *err);
void jsonl_free(struct jsonl *j);
/* Reads the first object and leaves it to be the first row, too. *row lasts until the next call. */
SW_USE_RESULT int jsonl_header(struct sw_csv *in, struct sw_row *row, struct sw_err *err);
/* The next row into the batch, sound or not; at the end there is none. */
SW_USE_RESULT int jsonl_next(struct sw_csv *in, struct sw_err *err);
/* What is wrong with the row that was read last. */
const char *jsonl_fault(const struct jsonl *j);
#endif
