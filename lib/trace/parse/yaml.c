/* SPDX-License-Identifier: GPL-3.0-or-later */
/* yaml.c - see yaml.h: libyaml's events as JSON. JSON is built as text and parsed as such: one tree serves both,
 * and what a tree has is decided in one place. */
#include <stdlib.h>
#include <string.h>
#include <yaml.h>
#include "lib/base/grow.h"
#include "lib/trace/parse/yaml.h"

/* Deeper documents are refused, which the fixed array of `open` wants. */
#define DEEPEST 200

struct builder {
    char *text;
    size_t n, cap;
    struct { bool object; uint64_t n; } open[DEEPEST]; /* what is not closed yet, and how many parts it has */
    size_t depth;
};

static int yaml_put(struct builder *b, const char *at, size_t len, struct sw_err *err)
{
    if (sw_grow(&b->text, &b->cap, b->n + len + 1, 1, err) != SW_OK)
        return SW_FAIL;
    memcpy(b->text + b->n, at, len);
    b->n += len;
    return SW_OK;
}

/* What stands in front of the next value. Parts of an object are names and values by turns, so that a colon stands
 * behind each odd one. */
static int separate(struct builder *b, struct sw_err *err)
{
    if (b->depth == 0)
        return SW_OK;
    uint64_t n = b->open[b->depth - 1].n++;
    if (n == 0)
        return SW_OK;
    return yaml_put(b, b->open[b->depth - 1].object && n % 2 == 1 ? ":" : ",", 1, err);
}

/* Escapes are \u00XX for all that JSON asks to be escaped; other bytes pass as they are. */
static int yaml_put_text(struct builder *b, const char *at, size_t len, struct sw_err *err)
{
    static const char hex[] = "0123456789abcdef";
    int status = yaml_put(b, "\"", 1, err);
    for (size_t i = 0; i < len && status == SW_OK; i++) {
        unsigned char c = (unsigned char)at[i];
        char escape[7] = { '\\', 'u', '0', '0', hex[c >> 4], hex[c & 15], '\0' };
        if (c < 0x20 || c == '"' || c == '\\')
            status = yaml_put(b, escape, 6, err);
        else
            status = yaml_put(b, at + i, 1, err);
    }
    return status == SW_OK ? yaml_put(b, "\"", 1, err) : SW_FAIL;
}

/* The next value is a key: the object has an even number of parts so far. */
static bool is_key(const struct builder *b)
{
    return b->depth > 0 && b->open[b->depth - 1].object && b->open[b->depth - 1].n % 2 == 0;
}

/* A number stays a text: json_i64() reads it, and names like 1e3 stay names. */
static int on_scalar(struct builder *b, const yaml_event_t *e, struct sw_err *err)
{
    static const char *const words[][2] = { { "", "null" }, { "~", "null" }, { "null", "null" }, { "true", "true" },
                                            { "false", "false" } };
    const char *at = (const char *)e->data.scalar.value;
    /* Quoted words are texts, and so is a word that is a key. */
    bool plain = e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && !is_key(b);
    if (separate(b, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; plain && i < sizeof words / sizeof *words; i++)
        if (strcmp(at, words[i][0]) == 0)
            return yaml_put(b, words[i][1], strlen(words[i][1]), err);
    return yaml_put_text(b, at, e->data.scalar.length, err);
}

static int fail(const yaml_event_t *e, struct sw_bytes *in, const char *what, struct sw_err *err)
{
    return sw_err_data(err, sw_bytes_path(in), e->start_mark.line + 1, NULL, "%s", what);
}

static int on_open(struct builder *b, const yaml_event_t *e, bool object, struct sw_bytes *in, struct sw_err *err)
{
    /* JSON has texts as names only. */
    if (is_key(b))
        return fail(e, in, "YAML: a key is one word here", err);
    if (b->depth == DEEPEST)
        return fail(e, in, "YAML: nested too deeply", err);
    if (separate(b, err) != SW_OK || yaml_put(b, object ? "{" : "[", 1, err) != SW_OK)
        return SW_FAIL;
    b->open[b->depth].object = object;
    b->open[b->depth++].n = 0;
    return SW_OK;
}

static int put_event(struct builder *b, const yaml_event_t *e, struct sw_bytes *in, struct sw_err *err)
{
    switch (e->type) {
    case YAML_SCALAR_EVENT: return on_scalar(b, e, err);
    case YAML_MAPPING_START_EVENT: return on_open(b, e, true, in, err);
    case YAML_SEQUENCE_START_EVENT: return on_open(b, e, false, in, err);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT: return yaml_put(b, b->open[--b->depth].object ? "}" : "]", 1, err);
    /* An alias would have to be copied in, and a chain of them grows without end. */
    case YAML_ALIAS_EVENT: return fail(e, in, "YAML: aliases are not read", err);
    /* Streams, documents and what else libyaml tells have no part in JSON. */
    default: return SW_OK;
    }
}

/* ---- documents --------------------------------------------------------------------------------------------- */

/* What libyaml's reader is given; `failed`: err says why already. */
struct feed { struct sw_bytes *in; struct sw_err *err; bool failed; };

static int on_read(void *context, unsigned char *buf, size_t size, size_t *got)
{
    struct feed *f = context;
    f->failed = sw_bytes_read(f->in, buf, size, got, f->err) != SW_OK;
    return !f->failed;
}

/* The JSON that was made of it, read as a tree. */
static int give_document(const struct builder *b, struct json_tree *tree, struct sw_bytes *in, uint64_t line,
                         int (*each)(void *, const struct json_node *, uint64_t, struct sw_err *), void *context,
                         struct sw_err *err)
{
    char why[200];
    if (json_parse(tree, (struct sw_text){ b->text, b->n }, why, sizeof why) == SW_OK)
        return each(context, tree->node, line, err);
    return why[0] ? sw_err_data(err, sw_bytes_path(in), line, NULL, "YAML: %s", why) : sw_err_memory(err);
}

static int not_yaml(const yaml_parser_t *p, const struct feed *f, struct sw_err *err)
{
    /* The input's own failure has its words already. */
    if (f->failed)
        return SW_FAIL;
    if (p->error == YAML_MEMORY_ERROR)
        return sw_err_memory(err);
    return sw_err_data(err, sw_bytes_path(f->in), p->problem_mark.line + 1, NULL, "not YAML: %s",
                       p->problem ? p->problem : "not valid");
}

int yaml_read(struct sw_bytes *in, int (*each)(void *, const struct json_node *, uint64_t, struct sw_err *),
              void *context, struct sw_err *err)
{
    struct feed f = { in, err, false };
    struct builder b = { 0 };
    struct json_tree tree = { 0 };
    yaml_parser_t p;
    uint64_t line = 1;
    int status = SW_OK;
    bool more = true;
    if (!yaml_parser_initialize(&p))
        return sw_err_memory(err);
    yaml_parser_set_input(&p, on_read, &f);
    while (status == SW_OK && more) {
        yaml_event_t e;
        if (!yaml_parser_parse(&p, &e)) {
            status = not_yaml(&p, &f, err);
            break;
        }
        /* libyaml counts lines from 0. */
        if (e.type == YAML_DOCUMENT_START_EVENT) {
            b.n = 0;
            line = e.end_mark.line + 1;
        }
        status = e.type == YAML_DOCUMENT_END_EVENT ? give_document(&b, &tree, in, line, each, context, err)
                                                   : put_event(&b, &e, in, err);
        more = e.type != YAML_STREAM_END_EVENT;
        yaml_event_delete(&e);
    }
    yaml_parser_delete(&p);
    json_clear(&tree);
    free(b.text);
    return status;
}
