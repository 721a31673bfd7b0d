/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_admission.h - queues that admit so many jobs at a time, as parallel databases have them: what --admission says
 * (section 19 of docs/model.md). */
#ifndef SLOTWISE_SW_ADMISSION_H
#define SLOTWISE_SW_ADMISSION_H
#include "slotwise/sw_err.h"
#include <stddef.h>
#include <stdint.h>

#define SW_ADMISSION_QUEUES 16
#define SW_ADMISSION_NAME 128
#define SW_ADMISSION_ENDS (-1)     /* a job that has run too long ends */
struct sw_admission_queue {
    char name[SW_ADMISSION_NAME];  /* a pool's, or "*": of all pools that have none of their own */
    int64_t places;                /* V1 */
    int64_t queued;                /* V2; -1: any number */
    int64_t wait_us, run_us;       /* V3, V4; -1: for ever */
    int64_t short_us, pass_us;     /* V5, V6; -1: no job is short, none passes */
    int hop;                       /* V4: the queue's number; SW_ADMISSION_ENDS */
};
struct sw_admission {
    uint32_t n;                    /* 0: J5 holds */
    struct sw_admission_queue queue[SW_ADMISSION_QUEUES];
};
/* "etl=2,run=10m:long;long=1;*=5,short=20s", or "none". */
SW_USE_RESULT int sw_admission_parse(const char *spec, struct sw_admission *out, struct sw_err *err);
/* The queue of a pool; -1: it has none. */
int sw_admission_queue_of(const struct sw_admission *rule, const char *pool, size_t len);
#endif
