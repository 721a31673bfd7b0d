/* SPDX-License-Identifier: GPL-3.0-or-later */
/* params.c - the parameters behind the name of a part: "10s,20s,half". */
#include "lib/sched/params.h"
#include <string.h>

int sw_params_fields(const char *params, char *buf, size_t cap, char **field, int max)
{
    size_t len = strlen(params);
    int n = 0;
    if (len >= cap)
        return -1;
    memcpy(buf, params, len + 1);
    for (char *at = buf; at; ) {
        if (n == max)
            return -1;
        field[n++] = at;
        at = strchr(at, ',');
        if (at)
            *at++ = '\0';
    }
    return n;
}
