/* SPDX-License-Identifier: GPL-3.0-or-later */
/* renamed.h - columns by the names that they had before: taken with a warning for one release (docs/formats). */
#ifndef LIB_CSV_RENAMED_H
#define LIB_CSV_RENAMED_H
#include <stdbool.h>
#include <stddef.h>

enum { RENAMED_MOST = 128 };
/* The next name, from *i (0 at first) on, by which a column that is asked for as `name` may be in a table: its name of
 * before, or, where that is asked for, the one of now. false: there are no more. */
bool renamed_column(const char *name, size_t *i, char other[RENAMED_MOST]);
/* Says that column `name` was taken to be `other`. `where` "file.csv:" or "--columns:". */
void renamed_tell(const char *where, const char *name, const char *other);

#endif
