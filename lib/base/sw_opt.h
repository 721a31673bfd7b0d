/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_opt.h - values of options: each fails with sw_err_usage() and names the option. */
#ifndef SLOTWISE_SW_OPT_H
#define SLOTWISE_SW_OPT_H
#include "slotwise/sw_num.h"

/* Option values; `option` is the name for messages, "--slots" or, as a library has it, "slots". All fail with
 * sw_err_usage(). */
SW_USE_RESULT int sw_opt_duration(const char *option, const char *arg, int64_t *us, struct sw_err *err); /* >= 0 */
SW_USE_RESULT int sw_opt_size(const char *option, const char *arg, uint64_t *bytes, struct sw_err *err);
SW_USE_RESULT int sw_opt_count(const char *option, const char *arg, uint64_t min, uint64_t max, uint64_t *out,
                               struct sw_err *err);
SW_USE_RESULT int sw_opt_real(const char *option, const char *arg, double min, double max, double *out,
                              struct sw_err *err);
/* 95% or 0.95 */
SW_USE_RESULT int sw_opt_fraction(const char *option, const char *arg, double min, double max, double *out,
                                  struct sw_err *err);
SW_USE_RESULT int sw_opt_yesno(const char *option, const char *arg, bool *out, struct sw_err *err); /* yes no */
/* The index in a NULL-terminated list of words; an unknown word names the nearest. */
SW_USE_RESULT int sw_opt_word(const char *option, const char *arg, const char *const *words, size_t *out,
                              struct sw_err *err);
#endif
