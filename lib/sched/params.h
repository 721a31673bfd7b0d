/* SPDX-License-Identifier: GPL-3.0-or-later */
/* params.h - the parameters behind the name of a part, for all axes of the scheduler. */
#ifndef LIB_SCHED_PARAMS_H
#define LIB_SCHED_PARAMS_H
#include <stddef.h>
#include <stdint.h>
#include "slotwise/sw_err.h"

/* Splits "a,b,c" into at most max fields, copied into buf. Returns their number, or -1 when there are
 * more or they do not fit. */
int sw_params_fields(const char *params, char *buf, size_t cap, char **field, int max);

/* A time of `least` or more. `of` begins the message, as in "delay: wait: not a time: '3x'". */
SW_USE_RESULT int sw_params_time(const char *of, const char *text, int64_t least, int64_t *us, struct sw_err *err);

#endif
