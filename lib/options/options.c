/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.c - the options of a replay as a whole, and each by its name. The table has all that is said of an
 * option; here it is walked, found and set. */
#include "lib/options/special.h"
#include <stdlib.h>
#include <string.h>

/* Zeros first, then each row's default, then what follows from several of them. */
void options_defaults(struct sw_options *opt)
{
    *opt = (struct sw_options){ 0 };
    for (const struct option_row *row = options_table; row->name; row++)
        value_default(row, opt);
    special_settle(opt);
}

int sw_options_new(struct sw_options **out, struct sw_err *err)
{
    *out = malloc(sizeof **out);
    if (!*out)
        return sw_err_memory(err);
    options_defaults(*out);
    return SW_OK;
}

void sw_options_free(struct sw_options *opt)
{
    free(opt);
}

/* Names of the table alone: options of programs are none of a replay. */
static const struct option_row *find_option(const char *name, struct sw_err *err)
{
    const struct option_row *row = value_row(options_table, name);
    const char *names[128], *near;
    size_t n = 0;
    if (row)
        return row;
    for (row = options_table; row->name && n < sizeof names / sizeof *names; row++)
        names[n++] = row->name;
    near = sw_err_nearest(name, names, n);
    if (near)
        sw_err_usage(err, "unknown option '--%s' (did you mean '--%s'?)", name, near);
    else
        sw_err_usage(err, "unknown option '--%s'", name);
    return NULL;
}

/* A value that is refused leaves the options as they were. */
int sw_options_set(struct sw_options *opt, const char *name, const char *value, struct sw_err *err)
{
    const struct option_row *row = find_option(name, err);
    struct sw_options trial = *opt;
    if (!row || (value && value_parse(row, &trial, value, err) != SW_OK))
        return SW_FAIL;
    if (!value)
        value_default(row, &trial);
    special_settle(&trial);
    *opt = trial;
    return SW_OK;
}

/* A value that is `none` and has no default gives an empty text. */
int sw_options_get(const struct sw_options *opt, const char *name, char *value, size_t size, struct sw_err *err)
{
    const struct option_row *row = find_option(name, err);
    char *text = NULL;
    size_t n;
    if (!row)
        return SW_FAIL;
    FILE *to = open_memstream(&text, &n);
    if (!to)
        return sw_err_memory(err);
    /* A row without a default prints nothing for `none`. */
    if (row->initial || value_is_set(row, opt))
        value_put(row, opt, to);
    int status = fclose(to) != 0 ? sw_err_memory(err)
                 : n >= size     ? sw_err_set(err, "the value of '%s' has %zu letters", name, n)
                                 : SW_OK;
    if (status == SW_OK)
        memcpy(value, text, n + 1);
    free(text);
    return status;
}

int sw_options_preset(struct sw_options *opt, const char *name, const struct sw_cluster *cl, struct sw_err *err)
{
    if (preset_check("preset", name, err) != SW_OK)
        return SW_FAIL;
    preset_apply(preset_named(name), opt, cl);
    return SW_OK;
}

/* alone_s is computed under the options `under`; NULL: under these. */
void sw_options_alone(struct sw_options *opt, const struct sw_options *under)
{
    opt->alone = true;
    opt->alone_opt = under;
}

/* The walk stops at the end of the table, so any i may be asked for. */
bool sw_options_at(size_t i, struct sw_option *out)
{
    for (size_t k = 0; k <= i; k++)
        if (!options_table[k].name)
            return false;
    *out = (struct sw_option){ options_table[i].name, options_table[i].help, options_table[i].initial };
    return true;
}
