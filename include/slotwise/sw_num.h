/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_num.h - the one place where text becomes a number and a number becomes text.
 *
 * Readers take text by address and length (it need not end in NUL), skip nothing, and accept the
 * whole text or fail: "12 " and "" are not numbers. They return SW_OK or SW_FAIL and write *out
 * only on success. Writers put no NUL and return the length; SW_NUM_MAX bytes are always enough. */
#ifndef SLOTWISE_SW_NUM_H
#define SLOTWISE_SW_NUM_H
#include <stdbool.h>
#include "slotwise/sw_err.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SW_US_PER_S INT64_C(1000000)
#define SW_TIME_MAX (INT64_MAX / 4) /* microseconds; sums of a few times cannot overflow */
#define SW_NUM_MAX 40

/* Decimal seconds with an optional sign to whole microseconds: "12.5" gives 12500000. An exponent
 * ("1e3") is accepted. More than 6 decimals are rounded half away from zero. Beyond SW_TIME_MAX: fails. */
SW_USE_RESULT int sw_num_time(const char *text, size_t len, int64_t *us);
SW_USE_RESULT int sw_num_real(const char *text, size_t len, double *out); /* finite; correctly rounded */
SW_USE_RESULT int sw_num_i64(const char *text, size_t len, int64_t *out);
SW_USE_RESULT int sw_num_u64(const char *text, size_t len, uint64_t *out); /* digits only; also "1e6" when whole */

/* Whether the text is written as a number at all, of whatever size: tells "not a number" from "out of range". */
bool sw_num_is_number(const char *text, size_t len);

/* Options. Units after the number: us ms s m h d; a bare number is seconds: "250ms" "3s" "1.5h" "3". */
SW_USE_RESULT int sw_num_duration(const char *text, int64_t *us);
/* K M G T (powers of 1024), an optional B: "64M" gives 67108864. */
SW_USE_RESULT int sw_num_size(const char *text, uint64_t *bytes);
/* "95%" or "0.95" gives 0.95; not limited to 0..1. */
SW_USE_RESULT int sw_num_fraction(const char *text, double *out);

/* llround(x) without a call, for |x| below 2^62. What is cut off is exact: from 2^53 on there is none. */
static inline int64_t sw_num_round(double x)
{
    int64_t whole = (int64_t)x;
    double rest = x - (double)whole;
    return whole + (rest >= 0.5) - (rest <= -0.5);
}

size_t sw_num_put_time(char *buf, int64_t us);   /* shortest decimal seconds: "12.5", "0", "-3" */
size_t sw_num_put_real(char *buf, double x);     /* shortest text that reads back exactly; "0.1", "1e+300" */
size_t sw_num_put_i64(char *buf, int64_t x);
size_t sw_num_put_u64(char *buf, uint64_t x);

#ifdef __cplusplus
}
#endif
#endif
