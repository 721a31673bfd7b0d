/* SPDX-License-Identifier: GPL-3.0-or-later */
/* put.c - numbers to text, each of which reads back as it was. */
#include "slotwise/sw_num.h"
#include "lib/base/powers.h"
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number of b bits has b log10(2) digits, rounded down, or one more;
 * 1233 / 4096 is log10(2) closely enough up to 64. */
static inline size_t n_digits(uint64_t x)
{
    size_t n = (size_t)(64 - __builtin_clzll(x | 1)) * 1233 >> 12;
    return n + (x >= ten_to[n] || x == 0);
}

static const char pairs[] =
    "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
    "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

/* The last n digits of x, two at a time. */
static inline void put_digits(char *to, size_t n, uint64_t x)
{
    for (; n >= 2; n -= 2, x /= 100)
        memcpy(to + n - 2, pairs + 2 * (x % 100), 2);
    if (n)
        *to = (char)('0' + x % 10);
}

/* Most numbers in a row of results have one or two digits, and are written without a division. */
static inline size_t put_u64(char *buf, uint64_t x)
{
    if (x < 10) {
        *buf = (char)('0' + x);
        return 1;
    }
    if (x < 100) {
        memcpy(buf, pairs + 2 * x, 2);
        return 2;
    }
    size_t n = n_digits(x);
    put_digits(buf, n, x);
    return n;
}

size_t sw_num_put_u64(char *buf, uint64_t x)
{
    return put_u64(buf, x);
}

/* A minus sign where asked for, then x. */
static size_t put_signed(char *buf, bool negative, uint64_t x)
{
    buf[0] = '-';
    return negative + put_u64(buf + negative, x);
}

size_t sw_num_put_i64(char *buf, int64_t x)
{
    return put_signed(buf, x < 0, x < 0 ? 0 - (uint64_t)x : (uint64_t)x);
}

/* x / 10^n_decimals, whose last decimal is not 0. */
static inline size_t put_decimals(char *buf, bool negative, uint64_t x, int n_decimals)
{
    size_t n = put_signed(buf, negative, x / ten_to[n_decimals]);
    if (n_decimals == 0)
        return n;
    buf[n] = '.';
    put_digits(buf + n + 1, (size_t)n_decimals, x % ten_to[n_decimals]);
    return n + 1 + (size_t)n_decimals;
}

/* Takes the zeros off the end of a decimal fraction. */
static int strip_zeros(uint64_t *x, int n_decimals)
{
    /* Eight zeros, four, two, one: at most 15 can stand there. */
    static const struct { uint64_t ten_to; int n; } step[] = { { 100000000, 8 }, { 10000, 4 }, { 100, 2 }, { 10, 1 } };
    for (size_t i = 0; i < sizeof step / sizeof *step; i++)
        if (n_decimals >= step[i].n && *x % step[i].ten_to == 0)
            *x /= step[i].ten_to, n_decimals -= step[i].n;
    return n_decimals;
}

size_t sw_num_put_time(char *buf, int64_t us)
{
    uint64_t size = us < 0 ? 0 - (uint64_t)us : (uint64_t)us, s = size / SW_US_PER_S;
    /* Six decimals in three pairs, without a division of 64 bits. */
    uint32_t part = (uint32_t)(size - s * SW_US_PER_S), high = part / 10000, low = part % 10000;
    size_t n = put_signed(buf, us < 0, s);
    if (part == 0)
        return n;
    buf[n] = '.';
    memcpy(buf + n + 1, pairs + 2 * high, 2);
    memcpy(buf + n + 3, pairs + 2 * (low / 100), 2);
    memcpy(buf + n + 5, pairs + 2 * (low % 100), 2);
    /* Zeros at the end are no digits of a time. */
    for (n += 7; buf[n - 1] == '0'; n--)
        continue;
    return n;
}

/* A number that has a form of at most 15 digits has just one. Its nearest 15-digit decimal is that form with zeros
 * behind it. m / 10^k is correctly rounded for m < 2^53 and k <= 22, so the comparison is exact. */
static bool short_decimal(double x, uint64_t *m, int *n_decimals)
{
    /* k: so many decimals that 15 digits stand in the number. */
    int k = 19;
    while (x * power[k] >= 1e15)
        k--;
    *m = (uint64_t)(x * power[k] + 0.5);
    if ((double)*m / power[k] != x)
        return false;
    *n_decimals = strip_zeros(m, k);
    return true;
}

static bool reads_back(const char *text, double x)
{
    return strtod(text, NULL) == x;
}

/* Below a power of two doubles lie twice as close as above it. So the nearest decimal of 16 digits may miss it, and
 * the one above still reads back: 2^-44 is 5.6843418860808015e-14, and 5.684341886080802e-14 will do. The
 * 46 such powers are far enough from 1 for %g to write them with an exponent. */
static bool one_above(char *text, double x)
{
    int exponent;
    if (fabs(frexp(x, &exponent)) != 0.5)
        return false;
    /* 16 digits, the last of which is raised by one. */
    snprintf(text, SW_NUM_MAX, "%.15e", x);
    char *digit = strchr(text, 'e') - 1;
    while (*digit == '9')
        *digit-- = '0';
    /* All decimals were nines. The number is left to 17 digits. */
    if (*digit == '.')
        return false;
    ++*digit;
    return reads_back(text, x);
}

/* The least precision that reads back as x; 17 digits always do. Above the subnormal numbers 15 digits and fewer
 * are all one, because %g drops the zeros. */
static size_t put_general(char *buf, double x)
{
    char text[SW_NUM_MAX];
    for (int precision = fabs(x) < DBL_MIN ? 1 : 15; precision <= 17; precision++) {
        snprintf(text, sizeof text, "%.*g", precision, x);
        if (reads_back(text, x) || (precision == 16 && one_above(text, x)))
            break;
    }
    size_t len = strlen(text);
    memcpy(buf, text, len);
    return len;
}

/* Apart, so that whole numbers need no memory for it. */
static __attribute__((noinline)) size_t put_fraction(char *buf, double x)
{
    double size = fabs(x);
    bool negative = signbit(x);
    uint64_t m;
    int n_decimals;
    /* %g writes these without an exponent, too. */
    if (size >= 1e-4 && size < 1e15 && short_decimal(size, &m, &n_decimals))
        return put_decimals(buf, negative, m, n_decimals);
    return put_general(buf, x);
}

size_t sw_num_put_real(char *buf, double x)
{
    double size = fabs(x);
    if (size < 1e15 && size == (double)(uint64_t)size)
        return put_signed(buf, signbit(x), (uint64_t)size);
    return put_fraction(buf, x);
}
