/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units.c - numbers with a unit behind them, as options take them: 250ms, 64M, 95%. A unit is letters at the
 * end, or %. Without one the number is seconds, bytes or a share. */
#include "slotwise/sw_num.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

/* factor: how many of the smallest unit. */
struct unit { const char *name; double factor; };

/* The length of what stands before the letters at the end. */
static size_t number_length(const char *text)
{
    size_t len = strlen(text);
    while (len && isalpha((unsigned char)text[len - 1]))
        len--;
    return len;
}

static const struct unit *unit_find(const struct unit *units, const char *name)
{
    for (; units->name; units++)
        if (strcmp(units->name, name) == 0)
            return units;
    return NULL;
}

/* The text's number times its unit, rounded to a whole number of at most `max`. */
static int whole_of(const char *text, size_t len, double factor, double max, double *out)
{
    double x;
    if (sw_num_real(text, len, &x) != SW_OK)
        return SW_FAIL;
    x = round(x * factor);
    if (!(fabs(x) <= max))
        return SW_FAIL;
    *out = x;
    return SW_OK;
}

int sw_num_duration(const char *text, int64_t *us)
{
    static const struct unit units[] = { { "us", 1 }, { "ms", 1e3 }, { "m", 60e6 }, { "h", 3600e6 },
                                         { "d", 86400e6 }, { NULL, 0 } };
    size_t len = number_length(text);
    double x;
    /* Seconds are read as decimals, exactly to a microsecond. */
    if (text[len] == '\0' || strcmp(text + len, "s") == 0)
        return sw_num_time(text, len, us);
    const struct unit *unit = unit_find(units, text + len);
    if (!unit || whole_of(text, len, unit->factor, (double)SW_TIME_MAX / 2, &x) != SW_OK)
        return SW_FAIL;
    *us = (int64_t)x;
    return SW_OK;
}

int sw_num_size(const char *text, uint64_t *bytes)
{
    static const struct unit units[] = {
        { "K", 0x1p10 }, { "KB", 0x1p10 }, { "KiB", 0x1p10 }, { "M", 0x1p20 }, { "MB", 0x1p20 }, { "MiB", 0x1p20 },
        { "G", 0x1p30 }, { "GB", 0x1p30 }, { "GiB", 0x1p30 }, { "T", 0x1p40 }, { "TB", 0x1p40 }, { "TiB", 0x1p40 },
        { NULL, 0 } };
    size_t len = number_length(text);
    double x;
    if (text[len] == '\0' || strcmp(text + len, "B") == 0)
        return sw_num_u64(text, len, bytes);
    const struct unit *unit = unit_find(units, text + len);
    if (!unit || whole_of(text, len, unit->factor, 0x1p63, &x) != SW_OK || x < 0)
        return SW_FAIL;
    *bytes = (uint64_t)x;
    return SW_OK;
}

/* 95 / 100 is one correctly rounded division, so "95%" and "0.95" give the same double. */
int sw_num_fraction(const char *text, double *out)
{
    size_t len = strlen(text);
    double percent;
    if (!len || text[len - 1] != '%')
        return sw_num_real(text, len, out);
    if (sw_num_real(text, len - 1, &percent) != SW_OK)
        return SW_FAIL;
    *out = percent / 100;
    return SW_OK;
}
