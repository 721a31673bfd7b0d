/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spec.c - "name:a,b,c", cut at its commas. */
#include "tests/naive/naive.h"
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
static void cut_params(struct spec *spec, char *params)
{
    while (params) {
        spec->param[spec->n++] = params;
        params = strchr(params, ',');
        if (params)
            *params++ = '\0';
    }
}

int spec_read(const char *option, const char *arg, struct spec *out, struct sw_err *err)
{
    const char *colon = strchr(arg, ':');
    *out = (struct spec){ .name = strdup(arg) };
    if (!out->name)
        return sw_err_memory(err);
    if (arg == colon || *arg == '\0') {
        spec_clear(out);
        return sw_err_usage(err, "%s: the name is missing: '%s'", option, arg);
    }
    if (!colon)
        return SW_OK;
    out->name[colon - arg] = '\0';
    if (colon[1] == '\0')
        return SW_OK;
    out->param = calloc(count_params(colon + 1), sizeof *out->param);
    if (!out->param) {
        spec_clear(out);
        return sw_err_memory(err);
    }
    cut_params(out, out->name + (colon + 1 - arg));
    return SW_OK;
}

void spec_clear(struct spec *spec)
{
    free(spec->name);
    free(spec->param);
    *spec = (struct spec){ 0 };
}
