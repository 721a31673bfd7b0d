/* SPDX-License-Identifier: GPL-3.0-or-later */
/* out_row.h - several fields of a row put one behind the other, each with its comma behind it. What sw_out_u64() and
 * the others ask for each field is asked once. With all columns slot-trace takes 0.86 of the instructions. */
#ifndef SLOTWISE_CSV_OUT_ROW_H
#define SLOTWISE_CSV_OUT_ROW_H
#include "slotwise/sw_csv.h"

/* Where the first goes: there is room for so many numbers or short texts. NULL: they have to be put one by one, as the
 * row has another shape, a label in front, or is the header. */
char *out_row_begin(struct sw_out *out, size_t n_fields);
/* A text that is short and needs no quotes, without its comma. Returns its end; NULL: it is not such a text. */
char *out_row_text(char *to, const char *at, size_t len);
/* So many fields, one at least, end at `to`. */
void out_row_end(struct sw_out *out, const char *to, size_t n_fields);

#endif
