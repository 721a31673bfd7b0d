/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sort.c - sorting by the digits of a key, the last digit first. A pass keeps the order among equal digits, so what the
 * passes before it have sorted stays sorted. Digits that are the same in all keys, as in small numbers,
 * take no pass. */
#include "lib/base/minmax.h"
#include "lib/base/sw_sort.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { DIGIT_BITS = 11, N_VALUES = 1 << DIGIT_BITS, N_DIGITS = 6 };
enum { FEW = 500 }; /* are sorted by comparisons: the counts have more to them */

typedef size_t counts[N_DIGITS][N_VALUES];

#define TOP_BIT (UINT64_C(1) << 63)

/* The bits of positive doubles are in the order of the numbers, those of negative ones in the reverse. */
static uint64_t key_of_real(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits & TOP_BIT ? ~bits : bits ^ TOP_BIT;
}

static double real_of_key(uint64_t key)
{
    uint64_t bits = key & TOP_BIT ? key ^ TOP_BIT : ~key;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* A record need not be aligned for its key. */
static inline uint64_t key_in(const void *at)
{
    uint64_t key;
    memcpy(&key, at, sizeof key);
    return key;
}

static inline void put_key(void *at, uint64_t key)
{
    memcpy(at, &key, sizeof key);
}

static inline size_t digit(uint64_t key, int place)
{
    return key >> (place * DIGIT_BITS) & (N_VALUES - 1);
}

/* All digits are counted in one pass over the keys. */
static void count_digits(const char *key, size_t n, size_t size, counts count)
{
    for (size_t i = 0; i < n; i++, key += size)
        for (int d = 0; d < N_DIGITS; d++)
            count[d][digit(key_in(key), d)]++;
}

/* The counts of a digit become the places where its values begin. */
static void begin_at(size_t *count)
{
    size_t sum = 0;
    for (size_t v = 0; v < N_VALUES; v++) {
        size_t n = count[v];
        count[v] = sum;
        sum += n;
    }
}

static inline void distribute(const char *from, char *to, size_t n, size_t size, size_t key_at, int place, size_t *next)
{
    for (size_t i = 0; i < n; i++, from += size)
        memcpy(to + size * next[digit(key_in(from + key_at), place)]++, from, size);
}

/* Sizes that the compiler knows are copied without a call. */
static void digit_pass(const char *from, char *to, size_t n, size_t size, size_t key_at, int place, size_t *next)
{
    begin_at(next);
    if (size == 8)
        distribute(from, to, n, 8, key_at, place, next);
    else if (size == 12)
        distribute(from, to, n, 12, key_at, place, next);
    else if (size == 16)
        distribute(from, to, n, 16, key_at, place, next);
    else if (size == 24)
        distribute(from, to, n, 24, key_at, place, next);
    else
        distribute(from, to, n, size, key_at, place, next);
}

/* From one array to the other and back, a pass a digit; the result is brought home. */
static void sort_digits(char *at, char *other, size_t n, size_t size, size_t key_at, counts count)
{
    char *from = at, *to = other;
    for (int d = 0; d < N_DIGITS; d++) {
        /* All keys have the same digit. */
        if (count[d][digit(key_in(from + key_at), d)] == n)
            continue;
        digit_pass(from, to, n, size, key_at, d, count[d]);
        char *swap = from;
        from = to;
        to = swap;
    }
    if (from != at)
        memcpy(at, from, n * size);
}

/* Few are put in place one by one. `other` has room for one record. */
static void insert(char *at, char *other, size_t n, size_t size, size_t key_at)
{
    for (size_t i = 1; i < n; i++) {
        const uint64_t key = key_in(at + i * size + key_at);
        size_t to = i;
        while (to > 0 && key_in(at + (to - 1) * size + key_at) > key)
            to--;
        if (to == i)
            continue;
        memcpy(other, at + i * size, size);
        memmove(at + (to + 1) * size, at + to * size, (i - to) * size);
        memcpy(at + to * size, other, size);
    }
}

/* Counts cost more than they bring for a few. */
int sw_sort_records(void *records, size_t n, size_t size, size_t key_at)
{
    enum { VERY_FEW = 64, LARGEST = 64 };
    char one[LARGEST];
    if (n < 2)
        return SW_OK;
    if (n <= VERY_FEW && size <= LARGEST) {
        insert(records, one, n, size, key_at);
        return SW_OK;
    }
    counts *count = calloc(1, sizeof *count);
    char *other = malloc(n * size);
    bool room = count && other;
    if (room) {
        /* Without room nothing was moved. */
        count_digits((const char *)records + key_at, n, size, *count);
        sort_digits(records, other, n, size, key_at, *count);
    }
    free(count);
    free(other);
    return room ? SW_OK : SW_FAIL;
}

/* A signed number with its top bit turned is in order as an unsigned one. */
static void flip_tops(char *key, size_t n, size_t size)
{
    for (size_t i = 0; i < n; i++, key += size)
        put_key(key, key_in(key) ^ TOP_BIT);
}

int sw_sort_records_signed(void *records, size_t n, size_t size, size_t key_at)
{
    if (n < 2)
        return SW_OK;
    flip_tops((char *)records + key_at, n, size);
    const int status = sw_sort_records(records, n, size, key_at);
    flip_tops((char *)records + key_at, n, size);
    return status;
}

static int by_value(const void *a, const void *b)
{
    return ORDER(*(const int64_t *)a, *(const int64_t *)b);
}

/* Without room by comparisons. */
void sw_sort_signed(int64_t *x, size_t n)
{
    if (sw_sort_records_signed(x, n, sizeof *x, 0) != SW_OK)
        qsort(x, n, sizeof *x, by_value);
}

static int by_key_of_real(const void *a, const void *b)
{
    return ORDER(key_of_real(*(const double *)a), key_of_real(*(const double *)b));
}

/* The keys take the place of the numbers, and give it back. */
void sw_sort_reals(double *x, size_t n)
{
    bool sorted = false;
    if (n >= FEW) {
        for (size_t i = 0; i < n; i++)
            put_key(&x[i], key_of_real(x[i]));
        sorted = sw_sort_records(x, n, sizeof *x, 0) == SW_OK;
        for (size_t i = 0; i < n; i++)
            x[i] = real_of_key(key_in(&x[i]));
    }
    if (!sorted && n > 1)
        qsort(x, n, sizeof *x, by_key_of_real);
}
