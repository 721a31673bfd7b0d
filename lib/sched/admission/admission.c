/* SPDX-License-Identifier: GPL-3.0-or-later */
/* admission.c - the queues that --admission names: their places, time-outs and hops (V1 to V6). */
#include "lib/sched/admission/sw_admission.h"
#include "slotwise/sw_num.h"
#include <string.h>

/* A piece of the option's text. */
struct piece { const char *at; size_t len; };

static bool is_word(struct piece p, const char *word) { return p.len == strlen(word) && !memcmp(p.at, word, p.len); }

/* Up to `end` or the end of the text; *rest: what comes after. */
static struct piece cut(struct piece *rest, char end)
{
    const char *found = rest->len ? memchr(rest->at, end, rest->len) : NULL;
    struct piece p = { rest->at, found ? (size_t)(found - rest->at) : rest->len };
    rest->at += p.len + !!found;
    rest->len -= p.len + !!found;
    return p;
}

/* V3 to V6: a duration above 0. */
static int read_setting_time(struct piece name, struct piece value, int64_t *out, struct sw_err *err)
{
    char text[64];
    if (value.len == 0 || value.len >= sizeof text)
        return sw_err_usage(err, "--admission: %.*s: not a time: '%.*s'", (int)name.len, name.at, (int)value.len,
                            value.at);
    memcpy(text, value.at, value.len);
    text[value.len] = '\0';
    if (sw_num_duration(text, out) != SW_OK || *out <= 0)
        return sw_err_usage(err, "--admission: %.*s: not a time above 0: '%s'", (int)name.len, name.at, text);
    return SW_OK;
}

/* V1, V2. */
static int read_count(const char *what, struct piece value, int64_t least, int64_t *out, struct sw_err *err)
{
    if (sw_num_i64(value.at, value.len, out) != SW_OK || *out < least || *out > INT32_MAX)
        return sw_err_usage(err, "--admission: %s: not a whole number from %lld to %d: '%.*s'", what, (long long)least,
                            INT32_MAX, (int)value.len, value.at);
    return SW_OK;
}

/* What a setting writes, so that it is not given twice. */
static int64_t *member_of(struct sw_admission_queue *q, struct piece name)
{
    const struct { const char *word; int64_t *at; } known[] = {
        { "run", &q->run_us }, { "wait", &q->wait_us }, { "queued", &q->queued }, { "short", &q->short_us },
        { "pass", &q->pass_us },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is_word(name, known[i].word))
            return known[i].at;
    return NULL;
}

/* With the nearest of the words, or all of them. */
static int unknown_setting(const struct sw_admission_queue *q, struct piece name, struct sw_err *err)
{
    static const char *const words[] = { "run", "wait", "queued", "short", "pass" };
    char text[32];
    size_t n = name.len < sizeof text ? name.len : sizeof text - 1;
    memcpy(text, name.at, n);
    text[n] = '\0';
    const char *near = sw_err_nearest(text, words, sizeof words / sizeof *words);
    return near ? sw_err_usage(err, "--admission: queue '%s': unknown setting: '%s' (did you mean '%s'?)", q->name,
                               text, near)
                : sw_err_usage(err, "--admission: queue '%s': unknown setting: '%s' (run, wait, queued, short or pass)",
                               q->name, text);
}

/* *hop: the text behind the colon of run. */
static int read_setting(struct sw_admission_queue *q, struct piece setting, struct piece *hop, struct sw_err *err)
{
    struct piece value = setting, name = cut(&value, '=');
    int64_t *at = member_of(q, name);
    if (!at)
        return unknown_setting(q, name, err);
    if (*at >= 0)
        return sw_err_usage(err, "--admission: queue '%s' says %.*s twice", q->name, (int)name.len, name.at);
    if (at == &q->queued)
        return read_count("queued", value, 0, at, err);
    if (at != &q->run_us)
        return read_setting_time(name, value, at, err);
    bool hops = value.len && memchr(value.at, ':', value.len);
    struct piece time = cut(&value, ':');
    if (hops && !value.len)
        return sw_err_usage(err, "--admission: queue '%s' hops to a queue without a name", q->name);
    *hop = value;
    return read_setting_time(name, time, at, err);
}

/* V1: QUEUE=N, and its settings. */
static int read_queue(struct sw_admission *rule, struct piece text, struct piece *hop, struct sw_err *err)
{
    struct sw_admission_queue *q = &rule->queue[rule->n];
    struct piece rest = text, head = cut(&rest, ','), name;
    bool says_n = head.len && memchr(head.at, '=', head.len);
    name = cut(&head, '=');
    *q = (struct sw_admission_queue){ .queued = -1, .wait_us = -1, .run_us = -1, .short_us = -1, .pass_us = -1,
                                      .hop = SW_ADMISSION_ENDS };
    if (!says_n || !name.len || name.len >= sizeof q->name)
        return sw_err_usage(err, "--admission: not QUEUE=N with a name of 1 to %d letters: '%.*s'",
                            SW_ADMISSION_NAME - 1, (int)text.len, text.at);
    memcpy(q->name, name.at, name.len);
    for (uint32_t i = 0; i < rule->n; i++)
        if (!strcmp(rule->queue[i].name, q->name))
            return sw_err_usage(err, "--admission: queue '%s' appears twice", q->name);
    if (read_count("N of QUEUE=N", head, 1, &q->places, err) != SW_OK)
        return SW_FAIL;
    while (rest.len)
        if (read_setting(q, cut(&rest, ','), hop, err) != SW_OK)
            return SW_FAIL;
    rule->n++;
    return SW_OK;
}

/* V4: the queue that a job hops to, which may stand behind this one. */
static int find_hop(struct sw_admission *rule, uint32_t from, struct piece name, struct sw_err *err)
{
    struct sw_admission_queue *q = &rule->queue[from];
    for (uint32_t i = 0; i < rule->n; i++)
        if (is_word(name, rule->queue[i].name))
            q->hop = (int)i;
    if (q->hop == SW_ADMISSION_ENDS)
        return sw_err_usage(err, "--admission: queue '%s' hops to '%.*s', which is no queue", q->name, (int)name.len,
                            name.at);
    return SW_OK;
}

/* V4.4: more hops than there are queues. */
static int check_ways(const struct sw_admission *rule, struct sw_err *err)
{
    for (uint32_t i = 0; i < rule->n; i++) {
        int at = (int)i;
        for (uint32_t hops = 0; at != SW_ADMISSION_ENDS; hops++) {
            if (hops == rule->n)
                return sw_err_usage(err, "--admission: hops from queue '%s' lead back to a queue", rule->queue[i].name);
            at = rule->queue[at].hop;
        }
    }
    return SW_OK;
}

int sw_admission_parse(const char *spec, struct sw_admission *out, struct sw_err *err)
{
    struct piece rest = { spec, strlen(spec) }, hop[SW_ADMISSION_QUEUES] = { { NULL, 0 } };
    *out = (struct sw_admission){ .n = 0 };
    if (is_word(rest, "none"))
        return SW_OK;
    if (rest.len && strchr(",;", spec[rest.len - 1]))
        return sw_err_usage(err, "--admission: ends with '%s'", spec + rest.len - 1);
    do {
        if (out->n == SW_ADMISSION_QUEUES)
            return sw_err_usage(err, "--admission: more than %d queues", SW_ADMISSION_QUEUES);
        if (read_queue(out, cut(&rest, ';'), &hop[out->n], err) != SW_OK)
            return SW_FAIL;
    } while (rest.len);
    for (uint32_t i = 0; i < out->n; i++)
        if (hop[i].len && find_hop(out, i, hop[i], err) != SW_OK)
            return SW_FAIL;
    return check_ways(out, err);
}

/* V1: the pool's own queue, else that of all others. */
int sw_admission_queue_of(const struct sw_admission *rule, const char *pool, size_t len)
{
    int of_others = -1;
    for (uint32_t i = 0; i < rule->n; i++) {
        if (is_word((struct piece){ pool, len }, rule->queue[i].name))
            return (int)i;
        if (!strcmp(rule->queue[i].name, "*"))
            of_others = (int)i;
    }
    return of_others;
}
