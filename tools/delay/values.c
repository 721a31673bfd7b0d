/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values.c - the values of slot-delay's parameters as typed: lists, ranges, and multiples of the nodes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tools/delay/delay.h"

/* After a failure v has what it had. */
int values_add(struct values *v, const struct sw_list *list, bool relative, struct sw_err *err)
{
    double *at = realloc(v->at, (v->n + list->n) * sizeof *at);
    v->at = at ? at : v->at;
    bool *flags = realloc(v->relative, (v->n + list->n) * sizeof *flags);
    v->relative = flags ? flags : v->relative;
    if (!at || !flags)
        return sw_err_memory(err);
    for (size_t i = 0; i < list->n; i++, v->n++)
        v->at[v->n] = list->at[i], v->relative[v->n] = relative;
    return SW_OK;
}

void values_clear(struct values *v)
{
    free(v->at);
    free(v->relative);
    *v = (struct values){ 0, NULL, NULL };
}

/* option is with its hyphens, for the message. */
static int add_list(struct values *v, const char *option, const char *arg, enum sw_unit unit, double min, double max,
                    bool relative, struct sw_err *err)
{
    struct sw_list list;
    if (sw_opt_list(option, arg, unit, min, max, &list, err) != SW_OK)
        return SW_FAIL;
    int status = values_add(v, &list, relative, err);
    free(list.at);
    return status;
}

/* Reads "40", "0.23x" or "0.1x:1x:0.1x": counts, or multiples of the node count. */
static int add_skips(struct values *v, const char *option, char *piece, double max, struct sw_err *err)
{
    /* Each part of a range may carry the x; one makes all of it relative. */
    bool relative = strchr(piece, 'x');
    char *to = piece, typed[64];
    snprintf(typed, sizeof typed, "%s", piece);
    for (const char *from = piece; *from != '\0'; from++)
        /* An x within a number stays, and is then no number. */
        if (*from != 'x' || (from[1] != '\0' && from[1] != ':'))
            *to++ = *from;
    *to = '\0';
    int status = add_list(v, option, piece, relative ? SW_UNIT_REAL : SW_UNIT_COUNT, 0, max, relative, err);
    return status != SW_OK && relative ? sw_err_usage(err, "%s: not a multiple of the nodes: '%s'", option, typed)
                                       : status;
}

/* The row's member says which parameter it is. */
int values_parse(const struct option_row *of, void *to, const char *arg, struct sw_err *err)
{
    static const enum sw_unit units[] = { [SW_PARAM_COUNT] = SW_UNIT_COUNT, [SW_PARAM_FRACTION] = SW_UNIT_FRACTION,
                                          [SW_PARAM_SECONDS] = SW_UNIT_SECONDS, [SW_PARAM_REAL] = SW_UNIT_REAL };
    struct values *v = (void *)((char *)to + of->offset);
    const struct sw_param_row *row = &sw_params[v - ((struct formula_config *)to)->given];
    char option[64];
    snprintf(option, sizeof option, "--%s", row->option);
    /* An option that is given again takes the place of the first. */
    values_clear(v);
    if (row->unit == SW_PARAM_SKIPS) {
        char *copy = strdup(arg), *rest = copy, *piece;
        int status = !copy ? sw_err_memory(err) : SW_OK;
        while (status == SW_OK && (piece = strsep(&rest, ",")))
            status = add_skips(v, option, piece, row->max, err);
        free(copy);
        return status;
    }
    return add_list(v, option, arg, units[row->unit], row->min, row->max, false, err);
}
