/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sentence.h - text behind text in a buffer of fixed size (sentence.c). */
#ifndef LIB_SIM_OBSERVE_SENTENCE_H
#define LIB_SIM_OBSERVE_SENTENCE_H
#include <stdarg.h>
#include <stddef.h>

/* Puts what vsnprintf() would behind the first `len` bytes of buf[cap]. Returns the new length; what does not fit is
 * cut off, and a NUL follows. */
size_t sentence_put(char *buf, size_t cap, size_t len, const char *fmt, va_list ap);
#endif
