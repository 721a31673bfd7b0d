/* SPDX-License-Identifier: GPL-3.0-or-later */
/* renamed.h - words of options that were others before. The old ones are taken for one release, and
 * told (docs/formats). */
#ifndef LIB_BASE_RENAMED_H
#define LIB_BASE_RENAMED_H
#include <stdbool.h>

/* Whether `word`, of a list that this option takes, is `now` or what that was called before. */
bool renamed_word(const char *option, const char *word, const char *now);
#endif
