/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_from.h - jobs made of others that were read: for what keeps a log in memory. */
#ifndef SLOTWISE_TRACE_FROM_H
#define SLOTWISE_TRACE_FROM_H
#include "slotwise/sw_trace.h"

/* As sw_trace_from(), but for what the rows were checked for when they were read: only the order of submissions is.
 * A parent may stand behind its child, and a job says itself where it stands. end() takes ctx when the trace is freed,
 * and also when this fails. */
SW_USE_RESULT int trace_from_read(struct sw_trace **out, sw_trace_next_job *next, void (*end)(void *ctx), void *ctx,
                                  const char *name, struct sw_err *err);
#endif
