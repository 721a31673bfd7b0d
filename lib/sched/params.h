/* SPDX-License-Identifier: GPL-3.0-or-later */
/* params.h - the parameters behind the name of a part, for all axes of the scheduler. */
#ifndef LIB_SCHED_PARAMS_H
#define LIB_SCHED_PARAMS_H
#include <stddef.h>

/* Splits "a,b,c" into at most max fields, copied into buf. Returns their number, or -1 when there are
 * more or they do not fit. */
int sw_params_fields(const char *params, char *buf, size_t cap, char **field, int max);

#endif
