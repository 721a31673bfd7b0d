/* SPDX-License-Identifier: GPL-3.0-or-later */
/* num.c - text to numbers.
 *
 * All readers share one scan of the decimal grammar  [+-] digits [. digits] [e [+-] digits]  (digits on one side
 * of the point suffice). What is short is put together from a 64-bit integer; the rest goes digit by digit, or
 * for reals through strtod(). */
#include "slotwise/sw_num.h"
#include "lib/base/powers.h"
#include <endian.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MANTISSA_DIGITS 19          /* any 19 digits fit in 64 bits */
#define EXPONENT_MAX INT64_C(1000000000)

struct decimal {
    bool negative;
    const char *at, *end;  /* the digits, with at most one point among them */
    uint64_t mantissa;     /* all digits as one number; meaningless when n_digits > MANTISSA_DIGITS */
    int64_t n_digits, n_decimals;
    int64_t exponent;      /* as written after the 'e' */
};

static inline bool is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

static inline uint64_t eight_bytes(const char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return le64toh(word); /* the first byte lowest */
}

#define ZEROS UINT64_C(0x3030303030303030)

/* Eight digits in one go: every byte is '0' + 0..9 when adding 6 does not carry into its upper half; then pairs,
 * fours and the eight are put together by multiplication, the first digit in the lowest byte. */
static inline bool eight_digits(uint64_t x, uint64_t *value)
{
    const uint64_t high = UINT64_C(0xf0f0f0f0f0f0f0f0);
    if ((x & high) != ZEROS || ((x + UINT64_C(0x0606060606060606)) & high) != ZEROS)
        return false;
    x = (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) * 2561 >> 8;           /* 2561 = 10 * 256 + 1 */
    x = (x & UINT64_C(0x00ff00ff00ff00ff)) * 6553601 >> 16;       /* 100 * 2^16 + 1 */
    *value = (x & UINT64_C(0x0000ffff0000ffff)) * UINT64_C(42949672960001) >> 32; /* 10000 * 2^32 + 1 */
    return true;
}

/* Where there are more than 19 digits the mantissa wraps, which n_digits tells. */
static inline const char *scan_digits(const char *at, const char *end, uint64_t *mantissa)
{
    uint64_t m = *mantissa, eight;
    for (; end - at >= 8 && eight_digits(eight_bytes(at), &eight); at += 8)
        m = m * 100000000 + eight;
    for (; at < end && is_digit(*at); at++)
        m = m * 10 + (uint64_t)(*at - '0');
    *mantissa = m;
    return at;
}

/* "e-12" up to the end. Exponents past a billion are as good as a billion. */
static bool scan_exponent(const char *at, const char *end, int64_t *exponent)
{
    int64_t value = 0;
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+'))
        at++;
    if (at == end)
        return false;
    for (; at < end && is_digit(*at); at++)
        if (value < EXPONENT_MAX)
            value = value * 10 + (*at - '0');
    *exponent = negative ? -value : value;
    return at == end;
}

static inline bool scan_decimal(const char *text, size_t len, struct decimal *d)
{
    if (len == 0)
        return false; /* and then text may be NULL */
    const char *at = text, *end = text + len;
    d->negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+'))
        at++;
    d->at = at;
    d->mantissa = 0;
    d->exponent = 0;
    at = scan_digits(at, end, &d->mantissa);
    d->n_digits = at - d->at;
    d->n_decimals = 0;
    if (at < end && *at == '.') {
        const char *point = ++at;
        at = scan_digits(at, end, &d->mantissa);
        d->n_decimals = at - point;
        d->n_digits += d->n_decimals;
    }
    d->end = at;
    if (d->n_digits == 0)
        return false;
    return at == end || ((*at == 'e' || *at == 'E') && scan_exponent(at + 1, end, &d->exponent));
}

/* The grammar only: the number may be out of any range. */
bool sw_num_is_number(const char *text, size_t len)
{
    struct decimal d;
    return scan_decimal(text, len, &d);
}

/* value * 10 + digit, unless that passes max. */
static bool shift_in(uint64_t *value, uint64_t digit, uint64_t max)
{
    if (*value > (max - digit) / 10)
        return false;
    *value = *value * 10 + digit;
    return true;
}

/* |d| * 10^shift as a whole number, rounded half away from zero: the first digit that is dropped decides.
 * *exact tells whether nothing but zeros was dropped. Fails past max. */
static bool scaled_slowly(const struct decimal *d, int shift, uint64_t max, uint64_t *out, bool *exact)
{
    /* keep: so many digits stand before the point of the result. */
    int64_t keep = d->n_digits - d->n_decimals + d->exponent + shift, place = 0;
    uint64_t value = 0, round_up = 0;
    *exact = true;
    for (const char *p = d->at; p < d->end; p++) {
        if (*p == '.')
            continue;
        uint64_t digit = (uint64_t)(*p - '0');
        if (place < keep && !shift_in(&value, digit, max))
            return false;
        if (place == keep)
            round_up = digit >= 5;
        if (place >= keep && digit)
            *exact = false;
        place++;
    }
    for (; place < keep && value; place++)
        if (!shift_in(&value, 0, max))
            return false;
    *out = value + round_up;
    return *out <= max;
}

/* The number times 10^shift. Decimals beyond the shift, exponents and long mantissas take the slow way. */
static inline bool scaled(const struct decimal *d, int shift, uint64_t max, uint64_t *out, bool *exact)
{
    int64_t zeros = shift - d->n_decimals;
    if (d->n_digits > MANTISSA_DIGITS || d->exponent || zeros < 0)
        return scaled_slowly(d, shift, max, out, exact);
    *exact = true;
    return !__builtin_mul_overflow(d->mantissa, ten_to[zeros], out) && *out <= max;
}

/* The first, and the last, n of eight bytes as the last n of eight digits, zeros before them; n is from 1 to 8. */
static inline bool first_digits(uint64_t word, size_t n, uint64_t *value)
{
    return eight_digits(word << (64 - 8 * n) | ZEROS >> 8 >> (8 * n - 8), value);
}

static inline bool last_digits(uint64_t word, size_t n, uint64_t *value)
{
    return eight_digits((word >> (64 - 8 * n)) << (64 - 8 * n) | ZEROS >> 8 >> (8 * n - 8), value);
}

/* Where the first point is, 8 for none: of the bytes that become 0,
 * the lowest is the lowest to borrow into its top bit. */
static inline size_t find_point(uint64_t word)
{
    uint64_t x = word ^ UINT64_C(0x2e2e2e2e2e2e2e2e),
        zero = (x - UINT64_C(0x0101010101010101)) & ~x & UINT64_C(0x8080808080808080);
    return zero ? (size_t)__builtin_ctzll(zero) / 8 : 8;
}

/* "42011.390956": 8 bytes or more are two words that overlap, one up to the point and one that ends with
 * the last decimal. */
static inline bool around_point(const char *text, size_t len, uint64_t *mantissa, size_t *n_decimals)
{
    uint64_t word = eight_bytes(text), decimals;
    size_t n = find_point(word), left = len - n - 1;
    if (n - 1 >= 7 || left - 1 >= 6)
        /* The point must have 1 to 7 digits before it and 1 to 6 behind. */
        return false;
    if (!first_digits(word, n, mantissa) || !last_digits(eight_bytes(text + len - 8), left, &decimals))
        return false;
    *mantissa = *mantissa * ten_to[left] + decimals;
    *n_decimals = left;
    return true;
}

/* Not inlined: most fields are whole numbers of a few digits. */
static __attribute__((noinline)) bool not_so_short(const char *text, size_t len, uint64_t *mantissa, size_t *n_decimals)
{
    const char *end = text + len, *at;
    if (len >= 8 && around_point(text, len, mantissa, n_decimals))
        return true;
    *mantissa = *n_decimals = 0;
    /* Up to 18 characters, so that the digits fit in 64 bits. */
    if (len - 1 >= 18)
        return false;
    at = scan_digits(text, end, mantissa);
    if (at == end)
        return true;
    if (*at != '.' || at == text)
        return false;
    *n_decimals = (size_t)(end - at - 1);
    return *n_decimals - 1 < 6 && scan_digits(at + 1, end, mantissa) == end;
}

/* What nearly all fields look like: at most 18 digits, nothing else but a point before up to six of them; many are
 * whole numbers of a few digits. */
static inline bool quickly(const char *text, size_t len, uint64_t *mantissa, size_t *n_decimals)
{
    uint64_t m = 0;
    size_t i = 0;
    /* len - 1: an empty text is too long here. */
    if (len - 1 < 8)
        while (is_digit(text[i])) {
            m = m * 10 + (uint64_t)(text[i] - '0');
            if (++i < len)
                continue;
            *mantissa = m;
            *n_decimals = 0;
            return true;
        }
    return not_so_short(text, len, mantissa, n_decimals);
}

/* Exponents, signs, and more than six decimals, which are rounded half away from zero. */
static int time_slowly(const char *text, size_t len, int64_t *us)
{
    struct decimal d;
    uint64_t size;
    bool exact;
    if (!scan_decimal(text, len, &d) || !scaled(&d, 6, SW_TIME_MAX, &size, &exact))
        return SW_FAIL;
    *us = d.negative ? -(int64_t)size : (int64_t)size;
    return SW_OK;
}

int sw_num_time(const char *text, size_t len, int64_t *us)
{
    uint64_t mantissa;
    size_t n_decimals;
    if (!quickly(text, len, &mantissa, &n_decimals))
        return time_slowly(text, len, us);
    /* The product would pass the last time that a file can have. */
    if (mantissa > SW_TIME_MAX / ten_to[6 - n_decimals])
        return SW_FAIL;
    *us = (int64_t)(mantissa * ten_to[6 - n_decimals]);
    return SW_OK;
}

static int u64_slowly(const char *text, size_t len, uint64_t *out)
{
    struct decimal d;
    uint64_t size;
    bool exact;
    if (!scan_decimal(text, len, &d) || !scaled(&d, 0, UINT64_MAX, &size, &exact))
        return SW_FAIL;
    /* -3 is no count, -0 is 0. */
    if (!exact || (d.negative && size))
        return SW_FAIL;
    *out = size;
    return SW_OK;
}

int sw_num_u64(const char *text, size_t len, uint64_t *out)
{
    uint64_t digits = 0;
    if (len - 1 >= 18 || scan_digits(text, text + len, &digits) != text + len)
        return u64_slowly(text, len, out);
    *out = digits;
    return SW_OK;
}

int sw_num_i64(const char *text, size_t len, int64_t *out)
{
    struct decimal d;
    uint64_t size, max = INT64_MAX;
    bool exact;
    /* The least number is one further from 0 than the greatest. */
    if (!scan_decimal(text, len, &d) || !scaled(&d, 0, max + d.negative, &size, &exact) || !exact)
        return SW_FAIL;
    *out = d.negative ? (int64_t)(0 - size) : (int64_t)size;
    return SW_OK;
}

/* ---- reals ----------------------------------------------------------------------------------- */

/* Clinger's fast path: an integer below 2^53 and a power of ten up to 10^22 are exact doubles, so one
 * multiplication or division rounds once, correctly. */
static inline bool real_quickly(const struct decimal *d, double *out)
{
    int64_t exponent = d->exponent - d->n_decimals;
    if (d->n_digits > MANTISSA_DIGITS || d->mantissa > UINT64_C(1) << 53)
        return false;
    if (exponent < -22 || exponent > 22)
        return false;
    double x = (double)d->mantissa;
    x = exponent < 0 ? x / power[-exponent] : x * power[exponent];
    *out = d->negative ? -x : x;
    return true;
}

/* strtod() wants a NUL at the end. What it takes beyond our grammar was refused by scan_decimal(). */
static int real_slowly(const char *text, size_t len, double *out)
{
    char small[64], *copy = len < sizeof small ? small : malloc(len + 1);
    if (!copy)
        return SW_FAIL;
    memcpy(copy, text, len);
    copy[len] = '\0';
    double x = strtod(copy, NULL);
    if (copy != small)
        free(copy);
    if (!isfinite(x))
        return SW_FAIL;
    *out = x;
    return SW_OK;
}

/* Apart, so that the rest needs no memory for it. */
static __attribute__((noinline)) int real_of_any_form(const char *text, size_t len, double *out)
{
    struct decimal d;
    if (!scan_decimal(text, len, &d))
        return SW_FAIL;
    if (real_quickly(&d, out))
        return SW_OK;
    return real_slowly(text, len, out);
}

int sw_num_real(const char *text, size_t len, double *out)
{
    uint64_t mantissa;
    size_t n_decimals;
    /* Above 2^53 a mantissa may be no exact double. */
    if (!quickly(text, len, &mantissa, &n_decimals) || mantissa > UINT64_C(1) << 53)
        return real_of_any_form(text, len, out);
    *out = (double)mantissa / power[n_decimals];
    return SW_OK;
}
