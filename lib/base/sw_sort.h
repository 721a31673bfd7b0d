/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_sort.h - sorting many numbers, or records by a number in them, faster than by comparisons. */
#ifndef SLOTWISE_SW_SORT_H
#define SLOTWISE_SW_SORT_H
#include "slotwise/sw_err.h"

void sw_sort_reals(double *x, size_t n); /* ascending, -0 before 0; no NaN */

void sw_sort_signed(int64_t *x, size_t n); /* ascending */

/* Sorts n records of `size` bytes by the uint64_t that stands key_at bytes into each; equal keys stay in their order.
 * Fails for want of memory, the records being as they were: qsort() may still do. */
SW_USE_RESULT int sw_sort_records(void *records, size_t n, size_t size, size_t key_at);
/* The same by an int64_t. */
SW_USE_RESULT int sw_sort_records_signed(void *records, size_t n, size_t size, size_t key_at);
#endif
