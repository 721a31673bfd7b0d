/* SPDX-License-Identifier: GPL-3.0-or-later */
/* files.h - the files of a trace: those named, and those in the folders named. */
#ifndef SLOTWISE_FILES_H
#define SLOTWISE_FILES_H
#include "slotwise/sw_err.h"

/* Paths are copies. They last until files_clear(). */
struct files { char **path; size_t n, cap; };
/* A folder stands for the files in it, however deep, in order of name with numbers by their value (events_2 before
 * events_10); the file eventlog, which is still written, stands behind all eventlog-DATE. Left out are empty files and
 * those whose names begin with a dot or an underscore, and in a rolling Spark log (eventlog_v2_...) what is not events_
 * or what a compacted file stands for. A folder without any is an error. */
SW_USE_RESULT int files_expand(struct files *out, const char *const *named, size_t n, struct sw_err *err);
void files_clear(struct files *f);

#endif
