/* SPDX-License-Identifier: GPL-3.0-or-later */
/* labels.c - values between commas, in double quotes where they hold one, and names given to them or made of
 * others. --label, --base of slot-stats and --set of slot-sweep take such values. */
#include "lib/cli/sw_cli.h"
#include <stdlib.h>
#include <string.h>

/* Such names are columns that no CSV needs to quote. */
bool sw_opt_is_name(const char *text, size_t len)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    return len > 0 && strspn(text, letters) >= len;
}

/* Copies what stands between quotes; returns the place behind the closing one, or NULL. */
static const char *unquote(const char *at, char **to)
{
    for (at++; *at; *(*to)++ = *at++)
        /* Two quotes are one. */
        if (*at == '"' && *++at != '"')
            return at;
    return NULL;
}

char *sw_opt_value(const char *option, const char **at, struct sw_err *err)
{
    char *value = malloc(strlen(*at) + 1), *to = value;
    const char *from = *at;
    if (!value) {
        sw_err_memory(err);
        return NULL;
    }
    if (*from == '"')
        from = unquote(from, &to);
    else
        while (*from && *from != ',')
            *to++ = *from++;
    *to = '\0';
    /* A value ends at a comma or with the text. */
    if (from && (*from == ',' || !*from)) {
        *at = *from ? from + 1 : NULL;
        return value;
    }
    sw_err_usage(err, from ? "%s: text behind a closing quote: '%s'" : "%s: a quote is not closed: '%s'", option, *at);
    free(value);
    return NULL;
}

/* `at` is at the value, and behind its comma when it was added. */
static int labels_add(const char *option, struct sw_labels *labels, const char *name, size_t len, const char **at,
                      struct sw_err *err)
{
    char **names = realloc(labels->name, (labels->n + 1) * sizeof *names);
    /* Both arrays are kept even if the second one cannot grow. */
    if (names)
        labels->name = names;
    char **values = realloc(labels->value, (labels->n + 1) * sizeof *values);
    if (values)
        labels->value = values;
    if (!names || !values)
        return sw_err_memory(err);
    for (size_t i = 0; i < labels->n; i++)
        if (strlen(labels->name[i]) == len && memcmp(labels->name[i], name, len) == 0)
            return sw_err_usage(err, "%s: '%s' is given twice", option, labels->name[i]);
    char *value = sw_opt_value(option, at, err);
    if (!value)
        return SW_FAIL;
    values[labels->n] = value;
    names[labels->n] = strndup(name, len);
    if (names[labels->n]) {
        labels->n++;
        return SW_OK;
    }
    free(value);
    return sw_err_memory(err);
}

int sw_opt_labels(const char *option, const char *arg, struct sw_labels *out, struct sw_err *err)
{
    for (const char *at = arg; at;) {
        size_t len = strcspn(at, "=,");
        if (at[len] != '=')
            return sw_err_usage(err, "%s: not NAME=VALUE: '%.*s' (a value with a comma goes in double quotes)", option,
                                (int)len, at);
        if (!sw_opt_is_name(at, len))
            return sw_err_usage(err, "%s: not a name of letters, digits and '_': '%.*s'", option, (int)len, at);
        const char *name = at;
        at += len + 1;
        if (labels_add(option, out, name, len, &at, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

void sw_labels_clear(struct sw_labels *labels)
{
    for (size_t i = 0; i < labels->n; i++) {
        free(labels->name[i]);
        free(labels->value[i]);
    }
    free(labels->name);
    free(labels->value);
    *labels = (struct sw_labels){ 0 };
}

/* The mark goes before the unit: mean_response_lo_s. */
void sw_cli_column(char *name, size_t cap, const char *before, const char *column, const char *mark)
{
    static const char *const units[] = { "_bytes", "_per_h", "_per_s", "_us", "_s" };
    size_t len = strlen(column), cut = len;
    for (size_t i = 0; i < sizeof units / sizeof *units && cut == len; i++) {
        size_t u = strlen(units[i]);
        if (len > u && strcmp(column + len - u, units[i]) == 0)
            cut = len - u;
    }
    snprintf(name, cap, "%s%.*s%s%s", before, (int)cut, column, mark, column + cut);
}
