/* SPDX-License-Identifier: GPL-3.0-or-later */
/* err.c - filling in a struct sw_err, and finding the name that was probably meant. What fills one in
 * takes NULL, too: then only the status tells. */
#include "lib/base/minmax.h"
#include "lib/base/sw_names.h"
#include "lib/base/sw_shown.h"
#include "slotwise/sw_err.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define NAME_MAX_LEN 63 /* longer names are not compared: they are not typed by hand */

/* What does not fit is cut. */
static void err_append(struct sw_err *err, const char *fmt, va_list args)
{
    size_t used = strlen(err->text);
    vsnprintf(err->text + used, sizeof err->text - used, fmt, args);
}

static void SW_PRINTF(2, 3) err_add(struct sw_err *err, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    err_append(err, fmt, args);
    va_end(args);
}

/* The text is begun again. */
static void err_start(struct sw_err *err, enum sw_exit status)
{
    err->exit = status;
    err->text[0] = '\0';
    err->n_options = 0;
}

int sw_err_set(struct sw_err *err, const char *fmt, ...)
{
    if (!err)
        return SW_FAIL;
    va_list args;
    va_start(args, fmt);
    err_start(err, SW_EXIT_FAILED);
    err_append(err, fmt, args);
    va_end(args);
    return SW_FAIL;
}

/* Asked of the format, and not of what it quotes. `--%s` is a name that is put in. */
static bool begins_option(const char *at)
{
    return at[0] == '-' && at[1] == '-' && (islower((unsigned char)at[2]) || at[2] == '%');
}

/* Without the dashes before options' names, and notes where these are: behind what fmt says up to there. */
static void append_bare(struct sw_err *err, const char *fmt, va_list args)
{
    char bare[512];
    size_t n = 0;
    while (*fmt && n + 1 < sizeof bare) {
        /* The text so far is formatted to learn where the name begins in it. */
        va_list so_far;
        bare[n] = '\0';
        va_copy(so_far, args);
        int at = begins_option(fmt) ? vsnprintf(NULL, 0, bare, so_far) : -1;
        va_end(so_far);
        if (at < 0 || err->n_options == SW_ERR_MOST_OPTIONS) {
            bare[n++] = *fmt++;
            continue;
        }
        err->option_at[err->n_options++] = (uint16_t)min_size((size_t)at, sizeof err->text - 1);
        fmt += 2;
    }
    bare[n] = '\0';
    err_append(err, bare, args);
}

/* An option of one letter has one dash, others have two. */
const char *sw_err_for_command_line(const struct sw_err *err, char *buf, size_t cap)
{
    size_t n = 0, option = 0;
    for (size_t i = 0; err->text[i] && n + 1 < cap; i++) {
        for (; option < err->n_options && err->option_at[option] == i; option++)
            for (int dash = isalnum((unsigned char)err->text[i + 1]) ? 0 : 1; dash < 2 && n + 1 < cap; dash++)
                buf[n++] = '-';
        if (n + 1 < cap)
            buf[n++] = err->text[i];
    }
    buf[n] = '\0';
    sw_shown_clean(buf, n); /* what is quoted comes from outside */
    return buf;
}

int sw_err_usage(struct sw_err *err, const char *fmt, ...)
{
    if (!err)
        return SW_FAIL;
    va_list args;
    va_start(args, fmt);
    err_start(err, SW_EXIT_USAGE);
    append_bare(err, fmt, args);
    va_end(args);
    return SW_FAIL;
}

/* NULL and "-" are standard input. */
static void err_add_path(struct sw_err *err, const char *path)
{
    err_add(err, "%s", !path || strcmp(path, "-") == 0 ? "standard input" : path);
}

int sw_err_data(struct sw_err *err, const char *path, uint64_t line, const char *column, const char *fmt, ...)
{
    if (!err)
        return SW_FAIL;
    va_list args;
    va_start(args, fmt);
    err_start(err, SW_EXIT_FAILED);
    err_add_path(err, path);
    if (line)
        err_add(err, ":%" PRIu64, line);
    err_add(err, ": ");
    if (column)
        err_add(err, "%s: ", column);
    err_append(err, fmt, args);
    va_end(args);
    return SW_FAIL;
}

int sw_err_io(struct sw_err *err, const char *path, const char *doing)
{
    /* errno, before anything can change it. */
    int number = errno;
    if (!err)
        return SW_FAIL;
    err_start(err, SW_EXIT_FAILED);
    err_add_path(err, path);
    err_add(err, ": ");
    if (doing)
        err_add(err, "%s: ", doing);
    /* The system writes "No space left on device"; our messages begin in lower case. "RPC ..." stays. */
    const char *why = strerror(number);
    bool word = isupper((unsigned char)why[0]) && !isupper((unsigned char)why[1]);
    err_add(err, "%c%s", word ? tolower((unsigned char)why[0]) : why[0], why + 1);
    return SW_FAIL;
}

int sw_err_memory(struct sw_err *err)
{
    return sw_err_set(err, "out of memory");
}

/* ---- the nearest name ------------------------------------------------------------------------ */

/* One edit, in names of four letters and more: shorter ones differ by one often enough on purpose. */
bool sw_err_is_slip(const char *typed, const char *name)
{
    size_t n_typed = strlen(typed), n_name = strlen(name);
    return n_typed > 3 && n_name > 3 && n_typed <= NAME_MAX_LEN && n_name <= NAME_MAX_LEN
           && names_distance(typed, n_typed, name, n_name, false) == 1;
}

const char *sw_err_nearest(const char *typed, const char *const *names, size_t n)
{
    const char *best = NULL;
    /* A third of its letters may be wrong. */
    size_t len = strlen(typed), best_edits = len / 3 + 1;
    if (len > NAME_MAX_LEN)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        size_t name_len = strlen(names[i]);
        if (name_len > NAME_MAX_LEN)
            continue;
        size_t edits = names_distance(typed, len, names[i], name_len, false);
        if (edits < best_edits)
            best = names[i], best_edits = edits;
    }
    return best;
}

/* " a, b": a blank stands before each, for "one of:". */
const char *sw_names_listed(const char *const *names, size_t n, char *buf, size_t cap)
{
    size_t at = 0;
    buf[0] = '\0';
    for (size_t i = 0; i < n && at < cap; i++)
        at += (size_t)snprintf(buf + at, cap - at, "%s %s", i ? "," : "", names[i]);
    return buf;
}

/* Those that begin with what was typed, where some do: "spark" stands for no preset and begins five. */
int sw_err_unknown(struct sw_err *err, const char *option, const char *what, const char *spec, const char *typed,
                   const char *const *names, size_t n)
{
    /* alike: those that begin with what was typed. */
    char list[512], told[600];
    const char *near = sw_err_nearest(typed, names, n), *alike[n + 1];
    size_t n_alike = 0;
    for (size_t i = 0; i < n && typed[0]; i++)
        if (strncmp(names[i], typed, strlen(typed)) == 0)
            alike[n_alike++] = names[i];
    sw_names_listed(n_alike ? alike : names, n_alike ? n_alike : n, list, sizeof list);
    if (n_alike == 1 || (n_alike == 0 && near))
        snprintf(told, sizeof told, "did you mean '%s'?", n_alike ? alike[0] : near);
    else
        snprintf(told, sizeof told, "one of%s", list);
    return option ? sw_err_usage(err, "--%s: %s: '%s' (%s)", option, what, spec, told)
                  : sw_err_usage(err, "%s: '%s' (%s)", what, spec, told);
}
