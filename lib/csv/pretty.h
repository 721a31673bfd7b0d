/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pretty.h - rows laid out for people to read. */
#ifndef SLOTWISE_CSV_PRETTY_H
#define SLOTWISE_CSV_PRETTY_H
#include <stddef.h>

/* The CSV as a table of aligned columns, numbers to four digits, long texts folded; one that is wider than 100 columns
 * stands on its side, a line for each of its columns, where that is narrower. What is no CSV table comes back as it is.
 * The caller frees it; NULL: no memory. */
char *pretty_table(const char *csv, size_t n, size_t *len);

#endif
