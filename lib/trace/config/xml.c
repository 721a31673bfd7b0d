/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xml.c - expat's events as a tree. Elements stand in one array, in the order of their starts; children and
 * siblings are places in it. */
#include <expat.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/trace/config/xml.h"

/* Deeper nesting, or a longer text of an element, is no file of these. */
#define DEEPEST 64

#define LONGEST ((size_t)64 * 1024) /* text of an element */

struct builder {
    struct xml *x;
    XML_Parser parser;
    uint32_t open[DEEPEST];
    size_t len[DEEPEST], cap[DEEPEST]; /* of the text of each */
    size_t depth;
    bool no_memory, too_deep, too_long;
};

/* expat may call once more after it was stopped. */
static bool is_stopped(const struct builder *b)
{
    return b->no_memory || b->too_deep || b->too_long;
}

static void stop(struct builder *b, bool *why)
{
    *why = true;
    XML_StopParser(b->parser, XML_FALSE);
}

/* Where an attribute of this name is kept; NULL: it is not. */
static char **attribute(struct xml_element *e, const char *name)
{
    const struct { const char *name; char **to; } known[] = { { "name", &e->label }, { "create", &e->create },
        { "queue", &e->queue }, { "type", &e->type } };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0)
            return known[i].to;
    return NULL;
}

/* The element is at the end of the array and the last of its parent's children. */
static void XMLCALL on_start(void *data, const char *name, const char **attributes)
{
    struct builder *b = data;
    struct xml *x = b->x;
    if (b->depth == DEEPEST) {
        stop(b, &b->too_deep);
        return;
    }
    if (sw_grow(&x->at, &x->cap, x->n + 1, sizeof *x->at, NULL) != SW_OK) {
        stop(b, &b->no_memory);
        return;
    }
    struct xml_element *e = &x->at[x->n++];
    *e = (struct xml_element){ .name = strdup(name), .text = strdup(""), .line = XML_GetCurrentLineNumber(b->parser),
                               .first = XML_NONE, .next = XML_NONE, .last = XML_NONE };
    bool kept = e->name && e->text;
    for (char **to; attributes[0]; attributes += 2)
        if ((to = attribute(e, attributes[0])))
            kept = (*to = strdup(attributes[1])) && kept;
    if (!kept)
        stop(b, &b->no_memory);
    struct xml_element *parent = b->depth > 0 ? &x->at[b->open[b->depth - 1]] : NULL;
    if (parent) {
        *(parent->first == XML_NONE ? &parent->first : &x->at[parent->last].next) = (uint32_t)x->n - 1;
        parent->last = (uint32_t)x->n - 1;
    }
    b->len[b->depth] = 0;
    b->cap[b->depth] = 1; /* strdup("") */
    b->open[b->depth++] = (uint32_t)x->n - 1;
}

/* Text comes in pieces. That of children is theirs. */
static void XMLCALL on_text(void *data, const char *at, int len)
{
    struct builder *b = data;
    if (b->depth == 0 || is_stopped(b))
        return;
    struct xml_element *e = &b->x->at[b->open[b->depth - 1]];
    size_t *old = &b->len[b->depth - 1];
    if (*old + (size_t)len > LONGEST) {
        stop(b, &b->too_long);
        return;
    }
    if (sw_grow(&e->text, &b->cap[b->depth - 1], *old + (size_t)len + 1, 1, NULL) != SW_OK) {
        stop(b, &b->no_memory);
        return;
    }
    memcpy(e->text + *old, at, (size_t)len);
    e->text[*old += (size_t)len] = '\0';
}

/* Blanks at both ends are left out. */
static void XMLCALL on_end(void *data, const char *name)
{
    struct builder *b = data;
    (void)name;
    if (is_stopped(b)) /* expat ends an element without content all the same */
        return;
    char *text = b->x->at[b->open[--b->depth]].text;
    size_t len = strlen(text), from = strspn(text, " \t\r\n");
    while (len > from && strchr(" \t\r\n", text[len - 1]))
        len--;
    memmove(text, text + from, len - from);
    text[len - from] = '\0';
}

/* Bytes go straight into expat's own buffer. */
static int feed(struct builder *b, struct sw_bytes *in, struct sw_err *err)
{
    size_t got = 1;
    while (got > 0) {
        void *buf = XML_GetBuffer(b->parser, 1 << 16);
        if (!buf)
            return sw_err_memory(err);
        if (sw_bytes_read(in, buf, 1 << 16, &got, err) != SW_OK)
            return SW_FAIL;
        if (XML_ParseBuffer(b->parser, (int)got, got == 0) != XML_STATUS_OK) {
            if (b->no_memory)
                return sw_err_memory(err);
            const char *why = b->too_deep   ? "nested too deeply"
                              : b->too_long ? "text of more than 64 KiB"
                                            : XML_ErrorString(XML_GetErrorCode(b->parser));
            return sw_err_data(err, sw_bytes_path(in), XML_GetCurrentLineNumber(b->parser), NULL, "not XML: %s", why);
        }
    }
    return SW_OK;
}

/* `in` stays the caller's. xml_clear() also after a failure. */
int xml_read(struct xml *x, struct sw_bytes *in, struct sw_err *err)
{
    struct builder b = { .x = x, .parser = XML_ParserCreate(NULL) };
    if (!b.parser)
        return sw_err_memory(err);
    XML_SetUserData(b.parser, &b);
    XML_SetElementHandler(b.parser, on_start, on_end);
    XML_SetCharacterDataHandler(b.parser, on_text);
    int status = feed(&b, in, err);
    XML_ParserFree(b.parser);
    return status;
}

void xml_clear(struct xml *x)
{
    for (size_t i = 0; i < x->n; i++)
        GROW_FREE(x->at[i].name, x->at[i].text, x->at[i].label, x->at[i].create, x->at[i].queue, x->at[i].type);
    free(x->at);
    *x = (struct xml){ NULL, 0, 0 };
}

const struct xml_element *xml_child(const struct xml *x, const struct xml_element *parent, const char *name)
{
    for (uint32_t i = parent->first; i != XML_NONE; i = x->at[i].next)
        if (strcmp(x->at[i].name, name) == 0)
            return &x->at[i];
    return NULL;
}
