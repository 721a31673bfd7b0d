/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lint.h - what clang's analyzer cannot see from one file alone; tests/check-lint has each file include it first. Calls
 * that report an error give SW_FAIL, and memory is there or the call does not return. */
#ifndef TESTS_LINT_H
#define TESTS_LINT_H
#include "slotwise/sw_err.h"
#include "slotwise/sw_trace.h"
#include <stddef.h>

#define sw_err_set(...) ((void)sw_err_set(__VA_ARGS__), SW_FAIL)
#define sw_err_data(...) ((void)sw_err_data(__VA_ARGS__), SW_FAIL)
#define sw_err_io(...) ((void)sw_err_io(__VA_ARGS__), SW_FAIL)
#define sw_err_usage(...) ((void)sw_err_usage(__VA_ARGS__), SW_FAIL)
#define sw_err_memory(err) ((void)sw_err_memory(err), SW_FAIL)
#define sw_trace_err(...) ((void)sw_trace_err(__VA_ARGS__), SW_FAIL)
void *xcalloc(size_t n, size_t size) __attribute__((returns_nonnull));
void *xrealloc(void *at, size_t n, size_t size) __attribute__((returns_nonnull));
char *xcopy(const char *at, size_t len) __attribute__((returns_nonnull));
#endif
