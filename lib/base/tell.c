/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tell.c - what a user should know and is no error: the library hands it to the program. Programs set the teller
 * once, before there are threads. */
#include "slotwise/sw_err.h"
#include <stdarg.h>
#include <stdio.h>

static sw_teller *teller;
static void *teller_context;

void sw_tell_to(sw_teller *called, void *context)
{
    teller = called;
    teller_context = context;
}

void sw_tell(const char *fmt, ...)
{
    char text[512];
    va_list args;
    if (!teller)
        return;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    teller(teller_context, text);
}
