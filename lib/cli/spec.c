/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spec.c - "name:a,b,c", cut at its commas. */
#include "lib/cli/sw_cli.h"
#include <stdlib.h>
#include <string.h>

static size_t count_params(const char *params)
{
    size_t n = 1;
    for (; *params; params++)
        n += *params == ',';
    return n;
}

/* Cuts the copy at its commas. */
static void cut_params(struct sw_spec *spec, char *params)
{
    while (params) {
        spec->param[spec->n++] = params;
        params = strchr(params, ',');
        if (params)
            *params++ = '\0';
    }
}

int sw_opt_spec(const char *option, const char *arg, struct sw_spec *out, struct sw_err *err)
{
    const char *colon = strchr(arg, ':');
    *out = (struct sw_spec){ .name = strdup(arg) };
    if (!out->name)
        return sw_err_memory(err);
    if (arg == colon || *arg == '\0') {
        sw_spec_clear(out);
        return sw_err_usage(err, "%s: the name is missing: '%s'", option, arg);
    }
    if (!colon)
        return SW_OK;
    out->name[colon - arg] = '\0';
    if (colon[1] == '\0')
        return SW_OK;
    out->param = calloc(count_params(colon + 1), sizeof *out->param);
    if (!out->param) {
        sw_spec_clear(out);
        return sw_err_memory(err);
    }
    cut_params(out, out->name + (colon + 1 - arg));
    return SW_OK;
}

void sw_spec_clear(struct sw_spec *spec)
{
    free(spec->name);
    free(spec->param);
    *spec = (struct sw_spec){ 0 };
}
