/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_shown.h - text from outside on its way to a terminal or a figure: its characters, and which may be shown. */
#ifndef SLOTWISE_SW_SHOWN_H
#define SLOTWISE_SW_SHOWN_H
#include <stdbool.h>
#include <stddef.h>

/* The bytes of the UTF-8 character that begins here, at most left; 0: it is none (RFC 3629). */
size_t sw_shown_length(const char *at, size_t left);
/* A control character of n bytes: U+0000 to U+001F, U+007F to U+009F. */
bool sw_shown_is_control(const char *at, size_t n);
bool sw_shown_turns(const char *text, size_t n); /* so many bytes turn the direction of what follows */
/* Whether what begins here is not to be shown: a control character, or a single byte that an 8-bit terminal takes for
 * one. n: its bytes, 1 at least. */
bool sw_shown_hides(const char *at, size_t left, size_t *n);
/* What is not to be shown becomes '?', byte by byte. */
void sw_shown_clean(char *text, size_t len);
#endif
