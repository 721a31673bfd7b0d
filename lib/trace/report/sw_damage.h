/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_damage.h - what makes recorded logs lie: a counter for each kind with the place of the first, and the verdict.
 *
 * An importer of a log (sw_import.h) counts what is wrong with it with sw_damage_note(); it goes on in any case.
 * `slot-trace --check` prints the counters. */
#ifndef SLOTWISE_SW_DAMAGE_H
#define SLOTWISE_SW_DAMAGE_H
#include "slotwise/sw_err.h"

enum sw_damage_kind {
    SW_DAMAGE_UNREADABLE,    /* text that is not JSON, or whatever the format is made of */
    SW_DAMAGE_CUT_SHORT,     /* the last line or the compressed data ends midway, or the log lacks its end */
    SW_DAMAGE_NO_END,        /* starts without ends */
    SW_DAMAGE_NO_START,      /* ends without starts */
    SW_DAMAGE_NEGATIVE,      /* ends before it starts */
    SW_DAMAGE_BEFORE_STAGE,  /* a task before its stage or job */
    SW_DAMAGE_REPEATED,      /* an attempt that starts or ends twice */
    SW_DAMAGE_NO_RACK,       /* a host without a rack, where racks are given */
    SW_DAMAGE_SKEW,          /* the clock goes back */
    SW_DAMAGE_COUNT,         /* a count that disagrees with the job's or stage's own total */
    SW_DAMAGE_MISSING,       /* a record that lacks a field it cannot do without */
    SW_DAMAGE_REPEATED_JOB,  /* a job of an id that was there before */
    SW_DAMAGE_COMPACTED,     /* a file that its writer has thinned out: what had ended is missing */
    SW_DAMAGE_N_KINDS
};
extern const char *const sw_damage_words[]; /* the rows of --check, in the order of the enum; NULL-terminated */

struct sw_damage {           /* all zero: nothing seen */
    struct sw_damage_count { uint64_t n, line; char *path; } kind[SW_DAMAGE_N_KINDS];
};
void sw_damage_note(struct sw_damage *d, enum sw_damage_kind kind, const char *path, uint64_t line);
/* Notes it, and says of the column what is wrong: -1, for a row that is passed over. */
int sw_damage_bad(struct sw_damage *d, enum sw_damage_kind kind, const char *path, uint64_t line, const char *column,
                  const char *message, struct sw_err *err);
uint64_t sw_damage_total(const struct sw_damage *d); /* without hosts that the racks given do not have */
void sw_damage_clear(struct sw_damage *d);

/* No fault: usable. Up to SW_DAMAGE_BEARABLE of the rows that a log gives: usable with care. More, or nothing usable in
 * it at all: too damaged. */
#define SW_DAMAGE_BEARABLE 0.05
enum sw_usability { SW_USABLE, SW_USABLE_WITH_CARE, SW_TOO_DAMAGED };
extern const char *const sw_usability_words[]; /* "usable" "usable with care" "too damaged" */
enum sw_usability sw_damage_verdict(uint64_t n_faults, uint64_t n_records, uint64_t n_jobs);
#endif
