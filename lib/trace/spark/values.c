/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values.c - values of an event as the importer wants them. None of them knows of jobs. */
#include <string.h>
#include "lib/base/grow.h"
#include "lib/trace/spark/spark.h"

#define SKEW_MS 1000 /* events of different threads may be this much out of order without a clock going back */
#define LAST_MS INT64_C(4102444800000) /* the year 2100: what is beyond is no time */

/* 0 and below, and what lies behind 2100, is no time. */
int64_t spark_values_ms(const struct json_node *object, const char *key)
{
    int64_t ms;
    return json_i64(json_get(object, key), &ms) && ms > 0 && ms < LAST_MS ? ms : SPARK_NO_TIME;
}

bool spark_values_true(const struct json_node *object, const char *key)
{
    const struct json_node *at = json_get(object, key);
    return at && at->kind == JSON_TRUE;
}

bool spark_values_is_held(const struct json_node *level)
{
    return spark_values_true(level, "Use Memory") || spark_values_true(level, "Use Disk");
}

/* cap: with the NUL behind it. */
void spark_values_keep_text(char *buf, size_t cap, struct sw_text text)
{
    size_t len = text.len < cap ? text.len : cap - 1;
    memcpy(buf, text.at, len);
    buf[len] = '\0';
}

/* Spark's JavaUtils.timeStringAs(). A unit is a whole word behind the digits; blanks may stand behind it. */
bool spark_values_duration(struct sw_text text, int64_t *us)
{
    static const struct { const char *unit; int64_t us; } units[] = { { "", 1000 }, { "us", 1 }, { "ms", 1000 },
        { "s", SW_US_PER_S }, { "m", 60 * SW_US_PER_S }, { "min", 60 * SW_US_PER_S }, { "h", 3600 * SW_US_PER_S },
        { "d", 86400 * SW_US_PER_S } };
    size_t digits = 0;
    int64_t n;
    while (text.len > 0 && text.at[text.len - 1] == ' ')
        text.len--;
    while (digits < text.len && text.at[digits] >= '0' && text.at[digits] <= '9')
        digits++;
    if (sw_num_i64(text.at, digits, &n) != SW_OK)
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strlen(units[i].unit) == text.len - digits
            && memcmp(units[i].unit, text.at + digits, text.len - digits) == 0)
            return !__builtin_mul_overflow(n, units[i].us, us) && *us <= SW_TIME_MAX;
    return false;
}

/* The name of an executor as a node (--executors). */
int spark_values_node_name(struct spark *s, struct sw_text host, uint32_t executor, struct sw_text *out,
                           struct sw_err *err)
{
    struct sw_text id = nameset_text(&s->executors, executor);
    if (sw_grow(&s->node_text.at, &s->node_text.cap, host.len + 1 + id.len, 1, err) != SW_OK)
        return SW_FAIL;
    memcpy(s->node_text.at, host.at, host.len);
    s->node_text.at[host.len] = '/';
    memcpy(s->node_text.at + host.len + 1, id.at, id.len);
    *out = (struct sw_text){ s->node_text.at, host.len + 1 + id.len };
    return SW_OK;
}

/* The latest time seen never goes back. */
void spark_values_clock(struct spark *s, int64_t ms)
{
    if (ms == SPARK_NO_TIME)
        return;
    if (s->zero_ms == SPARK_NO_TIME)
        s->zero_ms = ms;
    if (s->now_ms != SPARK_NO_TIME && ms < s->now_ms - SKEW_MS)
        spark_values_note(s, SW_DAMAGE_SKEW);
    if (s->now_ms == SPARK_NO_TIME || ms > s->now_ms)
        s->now_ms = ms;
}

/* At the line in hand of the file in hand. */
void spark_values_note(struct spark *s, enum sw_damage_kind kind)
{
    sw_damage_note(s->damage, kind, s->path, s->lines.number);
}
