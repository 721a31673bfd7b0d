/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list.c - "1,2,5" and "0:10:0.5" as lists of numbers. Elements go through the reader of their unit, so each is
 * refused as the option alone would be. */
#include "lib/base/grow.h"
#include "lib/base/sw_opt.h"
#include "lib/base/sw_shown.h"
#include "lib/cli/sw_cli.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Values of a list, and letters of an element. */
#define LIST_MAX 1000000
#define ELEMENT_MAX 63

/* What all functions here work on. cap: room of the list. */
struct making {
    const char *option;
    enum sw_unit unit;
    double min, max;
    struct sw_list *list;
    size_t cap;
    struct sw_err *err;
};

/* One number in its unit; the range is checked when it joins the list. */
static int one(const struct making *m, const char *text, double *out)
{
    int64_t us;
    uint64_t count;
    int status = SW_OK;
    switch (m->unit) {
    case SW_UNIT_REAL: return sw_opt_real(m->option, text, -INFINITY, INFINITY, out, m->err);
    case SW_UNIT_FRACTION: return sw_opt_fraction(m->option, text, -INFINITY, INFINITY, out, m->err);
    case SW_UNIT_SECONDS:
        status = sw_opt_duration(m->option, text, &us, m->err);
        *out = status == SW_OK ? (double)us / SW_US_PER_S : 0;
        break;
    case SW_UNIT_COUNT:
        status = sw_opt_count(m->option, text, 0, UINT64_C(1) << 53, &count, m->err);
        *out = status == SW_OK ? (double)count : 0;
        break;
    }
    return status;
}

static int list_add(struct making *m, const char *text, double x)
{
    if (!(x >= m->min && x <= m->max))
        return sw_err_usage(m->err, "%s: must be at %s %s: '%s'", m->option, x < m->min ? "least" : "most",
                            shown_real(x < m->min ? m->min : m->max).text, text);
    if (m->list->n == LIST_MAX)
        return sw_err_usage(m->err, "%s: more than a million values", m->option);
    if (sw_grow(&m->list->at, &m->cap, m->list->n + 1, sizeof *m->list->at, m->err) != SW_OK)
        return SW_FAIL;
    m->list->at[m->list->n++] = x;
    return SW_OK;
}

/* from + i * step is off by a rounding or two (3 * 0.1 is not 0.3): 15 digits give the number that was meant. */
static double tidy(double x)
{
    char text[SW_NUM_MAX];
    snprintf(text, sizeof text, "%.15g", x);
    return strtod(text, NULL);
}

/* The end is included when a whole number of steps reaches it, to a billionth of a step. */
static int add_range(struct making *m, const char *text, double from, double to, double step)
{
    double n_steps = floor((to - from) / step + 1e-9);
    if (!(step != 0))
        return sw_err_usage(m->err, "%s: the step is 0: '%s'", m->option, text);
    if (n_steps < 0)
        return sw_err_usage(m->err, "%s: the step leads away from the end: '%s'", m->option, text);
    if (n_steps >= LIST_MAX)
        return sw_err_usage(m->err, "%s: more than a million values: '%s'", m->option, text);
    for (double i = 0; i <= n_steps; i++)
        if (list_add(m, text, tidy(from + i * step)) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

/* "3", "50:400" or "0:10:0.5". */
static int add_element(struct making *m, char *text)
{
    char whole[ELEMENT_MAX + 1], *part[3] = { text };
    double value[3];
    size_t n = 1;
    strcpy(whole, text);
    for (char *p = text; (p = strchr(p, ':')); part[n++] = p) {
        *p++ = '\0';
        if (n == 3)
            return sw_err_usage(m->err, "%s: not from:to:step: '%s'", m->option, whole);
    }
    value[2] = 1; /* "50:400" goes in steps of 1 */
    for (size_t i = 0; i < n; i++)
        if (one(m, part[i], &value[i]) != SW_OK)
            return SW_FAIL;
    return n == 1 ? list_add(m, whole, value[0]) : add_range(m, whole, value[0], value[1], value[2]);
}

/* At each turn arg is at an element, and behind it at its comma. */
static int add_all(struct making *m, const char *arg)
{
    char element[ELEMENT_MAX + 1];
    for (;; arg++) {
        size_t len = strcspn(arg, ",");
        if (len == 0)
            return sw_err_usage(m->err, "%s: a value is missing", m->option);
        if (len > ELEMENT_MAX)
            return sw_err_usage(m->err, "%s: not a number: '%.20s...'", m->option, arg);
        memcpy(element, arg, len);
        element[len] = '\0';
        if (add_element(m, element) != SW_OK)
            return SW_FAIL;
        arg += len;
        if (*arg == '\0')
            return SW_OK;
    }
}

int sw_opt_list(const char *option, const char *arg, enum sw_unit unit, double min, double max, struct sw_list *out,
                struct sw_err *err)
{
    struct making m = { option, unit, min, max, out, 0, err };
    *out = (struct sw_list){ 0 };
    if (add_all(&m, arg) == SW_OK)
        return SW_OK;
    free(out->at);
    *out = (struct sw_list){ 0 };
    return SW_FAIL;
}
