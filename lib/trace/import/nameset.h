/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nameset.h - a set of the names of a trace. */
#ifndef LIB_TRACE_IMPORT_NAMESET_H
#define LIB_TRACE_IMPORT_NAMESET_H
#include "slotwise/sw_csv.h"
#include "lib/base/sw_names.h"

#define NAMESET_NONE UINT32_MAX

/* Adds it if it is not there; its place (may be NULL). */
SW_USE_RESULT static inline int nameset_add(struct sw_keys *s, struct sw_text text, uint32_t *place, struct sw_err *err)
{
    size_t number = 0;
    int status = sw_keys_add(s, text.at, text.len, &number, NULL);
    if (place)
        *place = (uint32_t)number;
    return status == SW_OK ? SW_OK : sw_err_memory(err);
}

static inline uint32_t nameset_find(const struct sw_keys *s, struct sw_text text) /* its place, or NAMESET_NONE */
{
    return (uint32_t)sw_keys_find(s, text.at, text.len);
}

static inline struct sw_text nameset_text(const struct sw_keys *s, size_t place) /* of NAMESET_NONE: "" */
{
    if (place == NAMESET_NONE)
        return (struct sw_text){ "", 0 };
    return (struct sw_text){ s->name[place].at, s->name[place].len };
}

#endif
