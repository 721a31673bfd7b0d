/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_json.h - times and counts of a history that is written in JSON. */
#ifndef SLOTWISE_HISTORY_JSON_H
#define SLOTWISE_HISTORY_JSON_H
#include "lib/trace/jhist/history.h"
#include "lib/trace/parse/json.h"

static inline int64_t time_of(const struct json_node *at, const char *key)
{
    int64_t ms;
    return json_i64_of(at, key, &ms) ? history_ms(ms) : HISTORY_UNKNOWN;
}

static inline int64_t count_of(const struct json_node *at, const char *key)
{
    int64_t n;
    return json_i64_of(at, key, &n) && n >= 0 ? n : HISTORY_UNKNOWN;
}

#endif
