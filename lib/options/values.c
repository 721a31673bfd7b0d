/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values.c - the value of an option, read and shown as its row says. `at` is always the member in the struct that
 * the row is of: struct sw_options, or a program's own. */
#include "lib/base/sw_opt.h"
#include "lib/options/options.h"
#include <string.h>

const struct option_row *value_row(const struct option_row *table, const char *name)
{
    while (table->name && strcmp(table->name, name))
        table++;
    return table->name ? table : NULL;
}

/* A whole number, into a member of any size. */
static void store(const struct option_row *row, void *at, uint64_t n)
{
    if (row->size == sizeof(bool))
        *(bool *)at = n != 0;
    else if (row->size == sizeof(uint32_t))
        *(uint32_t *)at = (uint32_t)n;
    else
        *(uint64_t *)at = n;
}

static int parse_millionths(const struct option_row *row, const char *arg, int64_t *out, struct sw_err *err)
{
    double share;
    if (sw_opt_fraction(row->name, arg, (double)row->least / 1e6, (double)row->most / 1e6, &share, err) != SW_OK)
        return SW_FAIL;
    /* The share is at least 0, so adding a half rounds. */
    *out = (int64_t)(share * 1e6 + 0.5);
    return SW_OK;
}

static int value_parse_word(const struct option_row *row, const char *arg, void *at, struct sw_err *err)
{
    size_t i;
    if (sw_opt_word(row->name, arg, row->words, &i, err) != SW_OK)
        return SW_FAIL;
    store(row, at, i);
    return SW_OK;
}

static int value_parse_count(const struct option_row *row, const char *arg, void *at, struct sw_err *err)
{
    uint64_t n;
    if (sw_opt_count(row->name, arg, (uint64_t)row->least, (uint64_t)row->most, &n, err) != SW_OK)
        return SW_FAIL;
    store(row, at, n);
    return SW_OK;
}

/* least is 0 or 1 microsecond, so one message is enough. */
static int parse_time(const struct option_row *row, const char *arg, int64_t *us, struct sw_err *err)
{
    if (sw_opt_duration(row->name, arg, us, err) != SW_OK)
        return SW_FAIL;
    return *us >= row->least ? SW_OK : sw_err_usage(err, "--%s: not above 0: '%s'", row->name, arg);
}

/* most 0: there is no greatest. */
static int parse_size(const struct option_row *row, const char *arg, uint64_t *bytes, struct sw_err *err)
{
    if (sw_opt_size(row->name, arg, bytes, err) != SW_OK)
        return SW_FAIL;
    if (*bytes < (uint64_t)row->least)
        return sw_err_usage(err, "--%s: must be above 0: '%s'", row->name, arg);
    return !row->most || *bytes <= (uint64_t)row->most
               ? SW_OK
               : sw_err_usage(err, "--%s: more than %lldT: '%s'", row->name, (long long)(row->most >> 40), arg);
}

/* The word for `none` goes before the form of the type, so "all" and "none" need no function of their own. */
int value_parse(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    void *at = (char *)to + row->offset;
    /* given is one more than the offset, so that 0 is none. */
    if (row->given)
        *((bool *)to + row->given - 1) = true;
    if (row->none_word && arg && !strcmp(arg, row->none_word)) {
        memcpy(at, &row->none, sizeof row->none);
        return SW_OK;
    }
    switch (row->type) {
    case OPTION_OWN: case OPTION_RULE: break;
    case OPTION_WORD: return value_parse_word(row, arg, at, err);
    case OPTION_YES_NO: return sw_opt_yesno(row->name, arg, at, err);
    /* A flag without a value is yes. */
    case OPTION_FLAG: *(bool *)at = true; return arg ? sw_opt_yesno(row->name, arg, at, err) : SW_OK;
    case OPTION_TEXT: *(const char **)at = arg; return SW_OK;
    case OPTION_COUNT: return value_parse_count(row, arg, at, err);
    case OPTION_TIME: return parse_time(row, arg, at, err);
    case OPTION_SIZE: return parse_size(row, arg, at, err);
    case OPTION_REAL: return sw_opt_real(row->name, arg, row->least_real, row->most_real, at, err);
    case OPTION_SHARE: return sw_opt_fraction(row->name, arg, row->least_real, row->most_real, at, err);
    case OPTION_MILLIONTHS: return parse_millionths(row, arg, at, err);
    }
    return row->parse(row, to, arg, err);
}

/* A default is typed in the table, so it is read as a command line is. */
void value_default(const struct option_row *row, void *to)
{
    if (row->initial)
        (void)!value_parse(row, to, row->initial, NULL);
    else
        /* As many bytes as the member has: `none` is as wide as the widest. */
        memcpy((char *)to + row->offset, &row->none, row->size < sizeof row->none ? row->size : sizeof row->none);
}

/* ---- printing ---------------------------------------------------------------------------------------- */

/* A number of any size, or the bits of a double. */
static int64_t whole_value(const struct option_row *row, const void *at)
{
    if (row->size == sizeof(bool))
        return *(const bool *)at;
    if (row->size == sizeof(unsigned))
        return *(const unsigned *)at;
    int64_t n;
    memcpy(&n, at, sizeof n);
    return n;
}

/* `none` has a word, or is printed as the type's value. */
void value_put(const struct option_row *row, const void *of, FILE *to)
{
    const void *at = (const char *)of + row->offset;
    char text[SW_NUM_MAX + 1] = "";
    if (row->none_word && whole_value(row, at) == row->none) {
        fputs(row->none_word, to);
        return;
    }
    switch (row->type) {
    case OPTION_OWN: row->put(of, to); return;
    case OPTION_RULE: fputs(at, to); return;
    case OPTION_WORD: fputs(row->words[whole_value(row, at)], to); return;
    case OPTION_YES_NO: case OPTION_FLAG: fputs(*(const bool *)at ? "yes" : "no", to); return;
    case OPTION_TEXT: fputs(*(const char *const *)at, to); return;
    case OPTION_COUNT: case OPTION_SIZE: sw_num_put_u64(text, (uint64_t)whole_value(row, at)); break;
    case OPTION_TIME: strcpy(text + sw_num_put_time(text, whole_value(row, at)), "s"); break;
    case OPTION_REAL: case OPTION_SHARE: sw_num_put_real(text, *(const double *)at); break;
    case OPTION_MILLIONTHS: sw_num_put_real(text, (double)whole_value(row, at) / 1e6); break;
    }
    fputs(text, to);
}

/* A rule is set when its text is not its default's. */
bool value_is_set(const struct option_row *row, const void *of)
{
    const void *at = (const char *)of + row->offset;
    return row->type == OPTION_RULE ? strcmp(at, row->initial) != 0 : whole_value(row, at) != row->none;
}

/* Idle options are left out, as they would not say anything. */
bool value_is_said(const struct option_row *row, const struct option_case *c)
{
    bool always = row->initial && !(row->flags & OPTION_UNSAID);
    return !(row->idle && row->idle(c)) && (always || value_is_set(row, c->opt));
}

/* ---- --help-all ---------------------------------------------------------------------------------------- */

/* OPTION_WORD has its words, OPTION_FLAG and OPTION_OWN their row's arg or nothing. */
static const char *const labels[] = {
    [OPTION_RULE] = "RULE", [OPTION_YES_NO] = "yes|no", [OPTION_TEXT] = "FILE", [OPTION_COUNT] = "COUNT",
    [OPTION_TIME] = "TIME", [OPTION_SIZE] = "SIZE", [OPTION_REAL] = "X", [OPTION_SHARE] = "SHARE",
    [OPTION_MILLIONTHS] = "SHARE",
};

const char *value_label(const struct option_row *row, char *buf, size_t cap)
{
    size_t n = 0;
    if (row->arg || (row->type != OPTION_WORD && !row->none_word))
        return row->arg ? row->arg : labels[row->type];
    if (row->none_word)
        snprintf(buf, cap, "%s|%s", labels[row->type], row->none_word);
    for (size_t i = 0; row->words && row->words[i] && n < cap; i++)
        n += (size_t)snprintf(buf + n, cap - n, "%s%s", i ? "|" : "", row->words[i]);
    return buf;
}

const char *value_help(const struct option_row *row, char *buf, size_t cap)
{
    /* A help that speaks of the default says it better. */
    if (!row->initial || strstr(row->help, "(default"))
        return row->help;
    snprintf(buf, cap, "%s (default %s)", row->help, row->initial);
    return buf;
}
