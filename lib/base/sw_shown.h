/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_shown.h - text from outside on its way to a terminal or a figure: its characters, and which may be shown;
 * numbers as texts. */
#ifndef SLOTWISE_SW_SHOWN_H
#define SLOTWISE_SW_SHOWN_H
#include <stdbool.h>
#include <stddef.h>
#include "slotwise/sw_num.h"

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
/* Numbers as texts, for a message: shown_time(us).text lasts as long as the call that it stands in. */
struct shown_number { char text[SW_NUM_MAX + 1]; };
static inline struct shown_number shown_time(int64_t us)
{
    struct shown_number n;
    n.text[sw_num_put_time(n.text, us)] = '\0';
    return n;
}
static inline struct shown_number shown_real(double x)
{
    struct shown_number n;
    n.text[sw_num_put_real(n.text, x)] = '\0';
    return n;
}
#endif
