/* SPDX-License-Identifier: GPL-3.0-or-later */
/* million.h - weights, fractions and scores are whole millionths inside, so that they add up and compare exactly.
 *
 * SW_WEIGHT_ONE, SW_SCORE_ONE and SW_US_PER_S are the same number with a unit: they say more where one of them fits. */
#ifndef LIB_BASE_MILLION_H
#define LIB_BASE_MILLION_H
#include <stdint.h>

#define MILLION INT64_C(1000000)

#endif
