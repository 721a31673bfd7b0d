/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_err.h - how a failure travels: a status that is returned, and a struct that says why.
 *
 * The library never prints and never ends the process; that is the tool's part. A function that can
 * fail returns SW_OK (0) or SW_FAIL (-1) and fills in the struct sw_err it was handed. */
#ifndef SLOTWISE_SW_ERR_H
#define SLOTWISE_SW_ERR_H
#include <stdarg.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SW_USE_RESULT __attribute__((warn_unused_result))
#define SW_PRINTF(fmt, first) __attribute__((format(printf, fmt, first)))

enum { SW_OK = 0, SW_FAIL = -1 };

enum sw_exit {
    SW_EXIT_OK = 0,     /* the output is complete */
    SW_EXIT_FAILED = 1, /* input, arithmetic or output failed */
    SW_EXIT_USAGE = 2   /* the command line was not understood */
};

#define SW_ERR_MOST_OPTIONS 6
struct sw_err {
    enum sw_exit exit; /* the exit status this failure deserves; SW_EXIT_OK: no failure */
    char text[1024];   /* lower case, no full stop, no program name, no line end */
    uint32_t n_options;                          /* names of options in the text, */
    uint16_t option_at[SW_ERR_MOST_OPTIONS];     /* and where they begin */
};

/* Input, arithmetic or output failed. Always returns SW_FAIL, so that a caller can
 * `return sw_err_set(...)`; a NULL err is allowed and keeps nothing. */
int sw_err_set(struct sw_err *err, const char *fmt, ...) SW_PRINTF(2, 3);
/* "FILE:LINE: COLUMN: message"; line 0 and column NULL are left out. path "-" reads "standard input". */
int sw_err_data(struct sw_err *err, const char *path, uint64_t line, const char *column,
                const char *fmt, ...) SW_PRINTF(5, 6);
/* "FILE: message: strerror(errno)". */
int sw_err_io(struct sw_err *err, const char *path, const char *doing);
/* A setting was not understood: "delay: message". fmt writes the names of options as a command line does, "--delay" or
 * "--%s". The text has them bare, and option_at says where, for those who write them in a way of their own. */
int sw_err_usage(struct sw_err *err, const char *fmt, ...) SW_PRINTF(2, 3);
/* The text as a command line says it, "--delay: message" or "-y: message", in buf (cut to cap). Returns buf. */
const char *sw_err_for_command_line(const struct sw_err *err, char *buf, size_t cap);
/* Out of memory. */
int sw_err_memory(struct sw_err *err);

/* "did you mean 'fair'?": the entry of names[0..n-1] nearest to `typed`, NULL when none is near
 * (edit distance over a third of its length). */
const char *sw_err_nearest(const char *typed, const char *const *names, size_t n);
/* A letter more, less, wrong or changed with the next, of a name of four letters or more. */
bool sw_err_is_slip(const char *typed, const char *name);
/* " fifo, fair, hfs" in buf (cut to cap), for "(one of%s)". Returns buf. */
const char *sw_names_listed(const char *const *names, size_t n, char *buf, size_t cap);
/* "--order: unknown rule: 'fars' (did you mean 'fair'?)" or "(one of ...)": an option without its dashes or NULL, what
 * is unknown, `spec` that was given and `typed`, the name in it. Returns SW_FAIL, a usage error. */
int sw_err_unknown(struct sw_err *err, const char *option, const char *what, const char *spec, const char *typed,
                   const char *const *names, size_t n);

/* What a user should know and is no error goes to the teller, which a program sets before it has threads. */
typedef void sw_teller(void *context, const char *text);
void sw_tell_to(sw_teller *teller, void *context);
void sw_tell(const char *fmt, ...) SW_PRINTF(1, 2);

#ifdef __cplusplus
}
#endif
#endif
