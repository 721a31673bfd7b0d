/* SPDX-License-Identifier: GPL-3.0-or-later */
/* params.c - the parameters behind the name of a part: "10s,20s,half". */
#include "lib/sched/params.h"
#include "slotwise/sw_num.h"
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

int sw_params_time(const char *of, const char *text, int64_t least, int64_t *us, struct sw_err *err)
{
    if (sw_num_duration(text, us) != SW_OK || *us < least)
        return sw_err_usage(err, "--%s: not a time%s (250ms 3s 5m 2h): '%s'", of, least > 0 ? " above 0" : "", text);
    return SW_OK;
}
