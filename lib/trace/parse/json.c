/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.c - JSON laid down as nodes in one array: plain text by json_plain.c, all other by yajl's events. Both lay
 * the same tree: a node, its first child right behind it, and `span` nodes until what stands behind. json_parse()
 * tries the quick way first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>
#include "lib/trace/parse/json.h"
#include "lib/base/grow.h"
#include "lib/base/memory.h"

/* ---- building: texts are places in tree->text until the last one is there, since the buffer may move ------- */

/* A copy in tree->text. That memory ran out is kept apart from what is wrong with the text, as it has no words. */
static bool parse_json_put_text(struct json_tree *t, const void *at, size_t len, struct sw_text *out)
{
    if (sw_grow(&t->text, &t->cap_text, t->n_text + len + 1, 1, NULL) != SW_OK)
        return !(t->failed_memory = true);
    memcpy(t->text + t->n_text, at, len);
    for (char *nul = t->text + t->n_text; (nul = memchr(nul, '\0', (size_t)(t->text + t->n_text + len - nul)));)
        *nul = ' '; /* "\u0000" is JSON, and would be no CSV */
    *out = (struct sw_text){ (const char *)(uintptr_t)t->n_text, len };
    t->n_text += len;
    return true;
}

/* The name that on_key() has left goes to this node: yajl tells a member's name before its value. */
static bool push_node(struct json_tree *t, enum json_kind kind, const void *text, size_t len)
{
    struct json_node node = { .kind = kind, .span = 1, .key = t->key };
    t->key = (struct sw_text){ NULL, 0 };
    if (!parse_json_put_text(t, text, len, &node.text))
        return false;
    t->too_large = t->n == JSON_MOST;
    if (t->too_large)
        return false;
    if (sw_grow(&t->node, &t->cap, t->n + 1, sizeof *t->node, NULL) != SW_OK)
        return !(t->failed_memory = true);
    t->node[t->n++] = node;
    return true;
}

/* A container's span is known when it is closed; until then its place waits in `open`. */
static bool open_node(struct json_tree *t, enum json_kind kind)
{
    if (sw_grow(&t->open, &t->cap_open, t->depth + 1, sizeof *t->open, NULL) != SW_OK)
        return !(t->failed_memory = true);
    t->open[t->depth++] = (uint32_t)t->n;
    return push_node(t, kind, "", 0);
}

static int close_node(void *tree)
{
    struct json_tree *t = tree;
    uint32_t at = t->open[--t->depth];
    t->node[at].span = (uint32_t)t->n - at;
    return 1;
}

/* yajl's callbacks: 0 ends the parsing, 1 goes on. */
static int on_null(void *t) { return push_node(t, JSON_NULL, "", 0); }
static int on_boolean(void *t, int x) { return push_node(t, x ? JSON_TRUE : JSON_FALSE, "", 0); }
static int on_number(void *t, const char *at, size_t len) { return push_node(t, JSON_NUMBER, at, len); }
static int on_string(void *t, const unsigned char *at, size_t len) { return push_node(t, JSON_STRING, at, len); }
static int on_key(void *t, const unsigned char *at, size_t len)
{
    return parse_json_put_text(t, at, len, &((struct json_tree *)t)->key);
}
static int on_map(void *t) { return open_node(t, JSON_OBJECT); }
static int on_array(void *t) { return open_node(t, JSON_ARRAY); }

static const yajl_callbacks callbacks = { .yajl_null = on_null, .yajl_boolean = on_boolean, .yajl_number = on_number,
    .yajl_string = on_string, .yajl_start_map = on_map, .yajl_map_key = on_key, .yajl_end_map = close_node,
    .yajl_start_array = on_array, .yajl_end_array = close_node };

/* yajl's own words, of which the first line says it all: "lexical error: invalid char in json text.". */
static void explain(yajl_handle h, struct sw_text text, char *why, size_t cap)
{
    unsigned char *words = yajl_get_error(h, 0, (const unsigned char *)text.at, text.len);
    snprintf(why, cap, "%s", words ? (const char *)words : "not valid");
    yajl_free_error(h, words);
    why[strcspn(why, "\n")] = '\0';
    size_t len = strlen(why);
    if (len > 0 && why[len - 1] == '.')
        why[len - 1] = '\0';
}

/* yajl's memory, under the guard of memory_guard(), which ends the parsing where there is none. */
static void *parse_json_take(void *ctx, size_t size) { (void)ctx; return xrealloc(NULL, size, 1); }
static void *take_more(void *ctx, void *at, size_t size) { (void)ctx; return xrealloc(at, size, 1); }
static void give_back(void *ctx, void *at) { (void)ctx; xfree(at); }

struct parsing { struct json_tree *t; struct sw_text text; char *why; size_t cap; };

/* yajl does not ask whether it got the memory that it asked for, so it asks under a guard. */
static int run_yajl(void *parsing)
{
    const struct parsing *p = parsing;
    yajl_alloc_funcs memory = { parse_json_take, take_more, give_back, NULL };
    yajl_handle h = yajl_alloc(&callbacks, &memory, p->t);
    yajl_config(h, yajl_dont_validate_strings, 1); /* names in other encodings pass as they are */
    /* yajl_parse() alone would take a text that ends midway for a beginning. */
    bool ok = yajl_parse(h, (const unsigned char *)p->text.at, p->text.len) == yajl_status_ok
              && yajl_complete_parse(h) == yajl_status_ok;
    if (p->t->too_large)
        snprintf(p->why, p->cap, "more than %zu values in one", JSON_MOST);
    else if (!ok && !p->t->failed_memory)
        explain(h, p->text, p->why, p->cap);
    yajl_free(h);
    return ok ? SW_OK : SW_FAIL;
}

/* Every member is wanted. */
int json_parse(struct json_tree *t, struct sw_text text, char *why, size_t cap)
{
    return json_parse_without(t, text, NULL, why, cap);
}

int json_parse_without(struct json_tree *t, struct sw_text text, const struct sw_text *unread, char *why, size_t cap)
{
    why[0] = '\0';
    return json_plain_parse(t, text, unread) ? SW_OK : json_parse_any(t, text, why, cap);
}

int json_parse_any(struct json_tree *t, struct sw_text text, char *why, size_t cap)
{
    struct memory memory = { NULL };
    /* The arrays stay for the next text: reading a log line by line takes memory once. */
    t->n = t->n_text = t->depth = 0;
    t->key = (struct sw_text){ NULL, 0 };
    t->failed_memory = t->too_large = false;
    why[0] = '\0';
    int status = memory_guard(&memory, run_yajl, &(struct parsing){ t, text, why, cap }, NULL);
    memory_clear(&memory);
    /* The texts do not move any more: places in them become addresses. */
    for (size_t i = 0; i < t->n; i++) {
        t->node[i].text.at = t->text + (uintptr_t)t->node[i].text.at;
        t->node[i].key.at = t->text + (uintptr_t)t->node[i].key.at;
    }
    return status;
}

void json_clear(struct json_tree *t)
{
    free(t->node);
    free(t->text);
    free(t->open);
}

/* ---- reading ------------------------------------------------------------------------------------- */

const struct json_node *json_get(const struct json_node *at, const char *key)
{
    if (!at || at->kind != JSON_OBJECT)
        return NULL;
    /* A linear search: objects of logs have few members, and most are asked for by a handful of names. */
    size_t len = strlen(key);
    JSON_EACH (c, at)
        if (c->key.len == len && memcmp(c->key.at, key, len) == 0)
            return c;
    return NULL;
}

size_t json_count(const struct json_node *at)
{
    size_t n = 0;
    JSON_EACH (c, at)
        n++;
    return n;
}

/* Histories of Hadoop write a value that may be null as an object of one member: {"string": "NODE_LOCAL"}. */
const struct json_node *json_inside(const struct json_node *at)
{
    return at && at->kind == JSON_OBJECT && json_count(at) == 1 ? json_first(at) : at;
}

struct sw_text json_text(const struct json_node *at)
{
    if (!at || (at->kind != JSON_STRING && at->kind != JSON_NUMBER))
        return (struct sw_text){ "", 0 };
    return at->text;
}

struct sw_text json_text_of(const struct json_node *object, const char *key)
{
    return json_text(json_inside(json_get(object, key)));
}

/* Numbers stand in the tree as they were written. */
bool json_i64(const struct json_node *at, int64_t *out)
{
    return lines_whole(json_text(at), out);
}

bool json_i64_of(const struct json_node *object, const char *key, int64_t *out)
{
    return json_i64(json_inside(json_get(object, key)), out);
}

bool json_is(const struct json_node *at, const char *text)
{
    return sw_text_is(json_text(at), text);
}
