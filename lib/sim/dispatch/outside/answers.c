/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answers.c - what a process answers, a line of JSON: read, checked and done (docs/formats/decide.md). */
#include "lib/base/memory.h"
#include "lib/sim/dispatch/outside/outside.h"
#include <string.h>

/* Tables of names have numbers from 1 on, as NULL says that there is none. */
static void name_number(struct sw_names *names, const char *at, uint64_t number)
{
    xnames_add(names, at, strlen(at), (void *)(uintptr_t)(number + 1));
}

void answers_start(struct answers *a, const struct sw_replay *r)
{
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        name_number(&a->nodes, r->cl->node[i].name, i);
}

/* W2: jobs that the process knows. */
void answers_news(struct answers *a, const struct sw_moment *m)
{
    for (size_t i = 0; i < m->n_news; i++)
        if (m->news[i].kind == SW_NEWS_CAME)
            name_number(&a->jobs, m->news[i].job_id, m->news[i].job);
        else if (m->news[i].kind == SW_NEWS_LEFT)
            sw_names_remove(&a->jobs, m->news[i].job_id, strlen(m->news[i].job_id));
}

void answers_stop(struct answers *a)
{
    json_clear(&a->tree);
    sw_names_clear(&a->jobs);
    sw_names_clear(&a->nodes);
}

/* ---- reading ------------------------------------------------------------------------------------------------ */

/* The line is an object with these members at most. */
static int parse_answer(struct answers *a, struct sw_text line, const char *const *keys, size_t n, struct sw_err *err)
{
    char why[160], key[80];
    if (json_parse(&a->tree, line, why, sizeof why) != SW_OK)
        return *why ? sw_err_set(err, "no JSON: %s", why) : sw_err_memory(err);
    if (a->tree.node->kind != JSON_OBJECT)
        return sw_err_set(err, "not an object: '%.*s'", line.len < 80 ? (int)line.len : 80, line.at);
    JSON_EACH (c, a->tree.node) {
        size_t k = 0;
        while (k < n && (strlen(keys[k]) != c->key.len || memcmp(keys[k], c->key.at, c->key.len)))
            k++;
        snprintf(key, sizeof key, "%.*s", c->key.len < sizeof key ? (int)c->key.len : (int)sizeof key - 1, c->key.at);
        if (k == n)
            return sw_err_unknown(err, NULL, "unknown member", key, key, keys, n);
    }
    return SW_OK;
}

/* LIST, entry I: not WHAT: 'TEXT' */
static int not_a(const struct json_node *at, const char *what, size_t i, const char *list, struct sw_err *err)
{
    const struct sw_text text = json_text(at);
    return sw_err_set(err, "%s, entry %zu: not %s%s%.*s%s", list, i, what, text.len ? ": '" : "",
                      text.len < 80 ? (int)text.len : 80, text.len ? text.at : "", text.len ? "'" : "");
}

/* The number of what has this name. */
static int find_name(const struct sw_names *names, const struct json_node *at, const char *what, size_t i,
                     const char *list, uint64_t *number, struct sw_err *err)
{
    const struct sw_text text = json_text(at);
    const void *found = at->kind == JSON_STRING ? sw_names_find(names, text.at, text.len) : NULL;
    *number = (uint64_t)(uintptr_t)found - 1;
    return found ? SW_OK : not_a(at, what, i, list, err);
}

/* Not below 0. */
static int whole_number(const struct json_node *at, const char *what, size_t i, const char *list, uint64_t *number,
                        struct sw_err *err)
{
    int64_t n;
    if (at->kind != JSON_NUMBER || !json_i64(at, &n) || n < 0)
        return not_a(at, what, i, list, err);
    *number = (uint64_t)n;
    return SW_OK;
}

struct entry { uint64_t job, stage, task, node, waited_us; };

/* [JOB, STAGE, TASK] and, of a launch, NODE and perhaps what it has waited. */
static int read_entry(const struct answers *a, const struct json_node *at, bool launch, size_t i, struct entry *e,
                      struct sw_err *err)
{
    const char *list = launch ? "launch" : "kill";
    size_t n = at->kind == JSON_ARRAY ? json_count(at) : 0;
    e->waited_us = 0;
    if (launch ? n != 4 && n != 5 : n != 3)
        return not_a(at, launch ? "[JOB, STAGE, TASK, NODE] or [..., WAITED_US]" : "[JOB, STAGE, TASK]", i, list, err);
    const struct json_node *field = json_first(at);
    if (find_name(&a->jobs, field, "a job that is there", i, list, &e->job, err) != SW_OK
        || whole_number(field = json_after(field), "a stage", i, list, &e->stage, err) != SW_OK
        || whole_number(field = json_after(field), "a task", i, list, &e->task, err) != SW_OK)
        return SW_FAIL;
    if (launch && find_name(&a->nodes, field = json_after(field), "a node", i, list, &e->node, err) != SW_OK)
        return SW_FAIL;
    return n == 5 ? whole_number(json_after(field), "a time in microseconds", i, list, &e->waited_us, err) : SW_OK;
}

/* ---- doing -------------------------------------------------------------------------------------------------- */

/* An error says which entry it was. */
static int do_entry(struct sw_moment *m, const struct entry *e, bool launch, size_t i, struct sw_err *err)
{
    struct sw_err why = { .exit = SW_EXIT_OK };
    int status = launch ? sw_decide_launch(m, e->job, e->stage, e->task, e->node, (int64_t)e->waited_us, &why)
                        : sw_decide_kill(m, e->job, e->stage, e->task, &why);
    return status == SW_OK ? SW_OK : sw_err_set(err, "%s, entry %zu: %s", launch ? "launch" : "kill", i, why.text);
}

static int do_all(const struct answers *a, bool launch, struct sw_moment *m, struct sw_err *err)
{
    const struct json_node *list = json_get(a->tree.node, launch ? "launch" : "kill");
    struct entry e;
    size_t i = 0;
    if (list && list->kind != JSON_ARRAY)
        return sw_err_set(err, "%s: not a list", launch ? "launch" : "kill");
    for (const struct json_node *at = json_first(list); at != json_end(list); at = json_after(at), i++)
        if (read_entry(a, at, launch, i, &e, err) != SW_OK || do_entry(m, &e, launch, i, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

/* The first answer: the version of the messages, and whether it kills. */
int answers_hello(struct answers *a, struct sw_text line, bool *kills, struct sw_err *err)
{
    static const char *const keys[] = { "slotwise", "kills" };
    int64_t version;
    if (parse_answer(a, line, keys, 2, err) != SW_OK)
        return SW_FAIL;
    const struct json_node *kill = json_get(a->tree.node, "kills");
    if (!json_i64_of(a->tree.node, "slotwise", &version) || version != DECIDE_VERSION)
        return sw_err_set(err, "the first answer has to be {\"slotwise\":%d}, of the messages that it understands",
                          DECIDE_VERSION);
    if (kill && kill->kind != JSON_TRUE && kill->kind != JSON_FALSE)
        return sw_err_set(err, "kills: not true or false");
    *kills = kill && kill->kind == JSON_TRUE;
    return SW_OK;
}

/* Kills go before launches, for their slots. */
int answers_do(struct answers *a, struct sw_text line, bool kills, struct sw_moment *m, struct sw_err *err)
{
    static const char *const keys[] = { "launch", "kill", "wake_us" };
    if (parse_answer(a, line, keys, 3, err) != SW_OK)
        return SW_FAIL;
    if (!kills && json_get(a->tree.node, "kill"))
        return sw_err_set(err, "kill: only after a first answer with \"kills\":true");
    const struct json_node *wake = json_get(a->tree.node, "wake_us");
    if (wake && wake->kind != JSON_NULL
        && (wake->kind != JSON_NUMBER || !json_i64(wake, &m->wake_us) || m->wake_us <= m->now_us))
        return sw_err_set(err, "wake_us: not a time after now_us, %lld", (long long)m->now_us);
    return do_all(a, false, m, err) == SW_OK ? do_all(a, true, m, err) : SW_FAIL;
}
