/* SPDX-License-Identifier: GPL-3.0-or-later */
/* temporary.h - files that take their name when they are complete, and vanish when the run does not get there. */
#ifndef SLOTWISE_CSV_TEMPORARY_H
#define SLOTWISE_CSV_TEMPORARY_H
#include "slotwise/sw_err.h"

struct temporary;
/* Makes .NAME.XXXXXX beside `path`, open for writing as *fd. Fails with errno set. */
SW_USE_RESULT int sw_temporary_make(struct temporary **out, const char *path, int *fd);
/* Gives the file its name; fails with errno set, and the temporary is gone. Frees t. */
SW_USE_RESULT int sw_temporary_keep(struct temporary *t);
/* One that a killed run left beside `path`: its path, to be freed, or NULL. */
char *sw_temporary_left_behind(const char *path);
/* planned.c: what the links that begin at the path lead to, which is not there; to be freed. NULL: no memory. */
char *sw_temporary_end_of_links(const char *path);
void sw_temporary_drop(struct temporary *t); /* removes the file, frees t; NULL is fine */

#endif
