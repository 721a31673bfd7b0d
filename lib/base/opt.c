/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opt.c - the value of one option. What is wrong with it is told with the option's name and the text that was
 * given. */
#include "lib/base/sw_opt.h"
#include "slotwise/sw_num.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A bare name is marked as an option's: a command line gives it dashes. */
static int SW_PRINTF(3, 4) refuse(const char *option, struct sw_err *err, const char *fmt, ...)
{
    char text[sizeof err->text];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return sw_err_usage(err, *option == '-' ? "%s: %s" : "--%s: %s", option, text);
}

static int refuse_value(const char *option, const char *what, const char *arg, struct sw_err *err)
{
    return refuse(option, err, "%s: '%s'", what, arg);
}

static bool is_number(const char *arg)
{
    return sw_num_is_number(arg, strlen(arg));
}

int sw_opt_duration(const char *option, const char *arg, int64_t *us, struct sw_err *err)
{
    int64_t got;
    if (sw_num_duration(arg, &got) != SW_OK)
        /* A number that is refused is out of range; all else is none. */
        return refuse_value(option, is_number(arg) ? "out of range" : "not a duration (250ms 3s 5m 2h)", arg, err);
    if (got < 0)
        return refuse_value(option, "is negative", arg, err);
    *us = got;
    return SW_OK;
}

int sw_opt_size(const char *option, const char *arg, uint64_t *bytes, struct sw_err *err)
{
    if (sw_num_size(arg, bytes) == SW_OK)
        return SW_OK;
    return refuse_value(option, "not a size (64K 128M 1G)", arg, err);
}

/* min and max are in the message of the one that is passed. */
int sw_opt_count(const char *option, const char *arg, uint64_t min, uint64_t max, uint64_t *out, struct sw_err *err)
{
    uint64_t got;
    if (sw_num_u64(arg, strlen(arg), &got) != SW_OK)
        return refuse_value(option, "not a count", arg, err);
    if (got < min)
        return refuse(option, err, "must be at least %" PRIu64 ": '%s'", min, arg);
    if (got > max)
        return refuse(option, err, "must be at most %" PRIu64 ": '%s'", max, arg);
    *out = got;
    return SW_OK;
}

/* Says which end of min..max x is past. */
static int check_range(const char *option, const char *arg, double x, double min, double max, struct sw_err *err)
{
    char bound[SW_NUM_MAX + 1];
    if (x >= min && x <= max)
        return SW_OK;
    bound[sw_num_put_real(bound, x < min ? min : max)] = '\0';
    return refuse(option, err, "must be at %s %s: '%s'", x < min ? "least" : "most", bound, arg);
}

int sw_opt_real(const char *option, const char *arg, double min, double max, double *out, struct sw_err *err)
{
    double got;
    if (sw_num_real(arg, strlen(arg), &got) != SW_OK)
        return refuse_value(option, is_number(arg) ? "out of range" : "not a number", arg, err);
    if (check_range(option, arg, got, min, max, err) != SW_OK)
        return SW_FAIL;
    *out = got;
    return SW_OK;
}

int sw_opt_fraction(const char *option, const char *arg, double min, double max, double *out, struct sw_err *err)
{
    double got;
    if (sw_num_fraction(arg, &got) != SW_OK)
        return refuse_value(option, "not a fraction (0.95 or 95%)", arg, err);
    if (check_range(option, arg, got, min, max, err) != SW_OK)
        return SW_FAIL;
    *out = got;
    return SW_OK;
}

int sw_opt_yesno(const char *option, const char *arg, bool *out, struct sw_err *err)
{
    bool yes = strcmp(arg, "yes") == 0;
    if (!yes && strcmp(arg, "no") != 0)
        return refuse_value(option, "neither yes nor no", arg, err);
    *out = yes;
    return SW_OK;
}

int sw_opt_word(const char *option, const char *arg, const char *const *words, size_t *out, struct sw_err *err)
{
    size_t n = 0;
    for (; words[n]; n++)
        if (strcmp(words[n], arg) == 0) {
            *out = n;
            return SW_OK;
        }
    /* An option's name stands in front already where it has its dashes. */
    char what[128];
    snprintf(what, sizeof what, "%s%sunknown word", *option == '-' ? option : "", *option == '-' ? ": " : "");
    return sw_err_unknown(err, *option == '-' ? NULL : option, what, arg, arg, words, n);
}
