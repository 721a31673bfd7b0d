/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rename.h - keyed, stable names in place of a trace's own: the same key gives the same name everywhere.
 *
 * A name is its kind's letter and 16 hexadecimal digits of SipHash-2-4 over the kind and the old name. Two of a million
 * names fall together with a chance of 3e-8 (birthday: n^2 / 2^65). */
#ifndef SLOTWISE_RENAME_H
#define SLOTWISE_RENAME_H
#include "lib/trace/stream/siphash.h"
#include "slotwise/sw_import.h"

struct sw_rename {
    struct siphash_key key;
    char *text;           /* the new names of the row in hand */
    size_t n_text, cap_text;
};
/* Renames what a row says of jobs, users, pools, inputs, nodes and racks. The row's texts last until the next call. */
SW_USE_RESULT int rename_row(struct sw_rename *r, bool is_tasks, void *record, struct sw_err *err);

#endif
