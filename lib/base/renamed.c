/* SPDX-License-Identifier: GPL-3.0-or-later */
/* renamed.c - names of before and of now. */
#include "lib/base/renamed.h"
#include "slotwise/sw_err.h"
#include <string.h>

struct renamed { const char *before, *now; };
static const struct renamed words[] = { { "off", "any" } };

bool renamed_word(const char *option, const char *word, const char *now)
{
    if (strcmp(word, now) == 0)
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].before, word) == 0 && strcmp(words[i].now, now) == 0) {
            sw_tell("%s: '%s' is '%s' now, and the old word goes with the release after this", option, word, now);
            return true;
        }
    return false;
}
