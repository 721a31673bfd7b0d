/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain.h - assignments that need no flow (plain.c). */
#ifndef LIB_SCHED_GLOBAL_PLAIN_H
#define LIB_SCHED_GLOBAL_PLAIN_H
#include "lib/sched/global/sw_assign.h"

/* PLAIN_NOT: the problem is of another kind. PLAIN_NONE: it is of the kind, and has no such assignment. */
enum plain { PLAIN_FAILED = -1, PLAIN_NOT, PLAIN_NONE, PLAIN_DONE };
/* With one free slot. */
enum plain plain_one_slot(const struct sw_assign *p, struct sw_placing **out, size_t *n);
/* Each job launches exactly so many tasks, of which none has waited longer than another: those that cost nothing. */
enum plain plain_at_home(const struct sw_assign *p, struct sw_placing **out, size_t *n);

#endif
