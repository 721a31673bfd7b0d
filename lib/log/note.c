/* SPDX-License-Identifier: GPL-3.0-or-later */
/* note.c - what had to be assumed or left out, in words. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "lib/log/log.h"

/* At most SW_LOG_NOTE bytes with the end; what comes later is cut first. */
void note_add(char note[SW_LOG_NOTE], const char *fmt, ...)
{
    size_t at = strlen(note);
    va_list args;
    if (at > 0 && at + 3 < SW_LOG_NOTE) {
        strcpy(note + at, "; ");
        at += 2;
    }
    va_start(args, fmt);
    vsnprintf(note + at, SW_LOG_NOTE - at, fmt, args);
    va_end(args);
}
