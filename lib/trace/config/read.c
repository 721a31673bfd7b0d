/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read.c - configuration files told apart, properties gathered, notes taken. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "config.h"
#include "lib/trace/lines.h"
#include "lib/trace/trace_private.h"

int sw_config_new(struct sw_config **out, const struct sw_config_rules *rules, struct sw_err *err)
{
    *out = calloc(1, sizeof **out);
    if (*out == NULL)
        return sw_err_memory(err);
    (*out)->rules = *rules;
    (*out)->min_timeout_us = (*out)->fair_timeout_us = CONFIG_NEVER;
    (*out)->undeclared = config_pool();
    return SW_OK;
}

void sw_config_free(struct sw_config *c)
{
    if (c == NULL)
        return;
    for (size_t i = 0; i < c->n_properties; i++) {
        free(c->properties[i].name);
        free(c->properties[i].value);
        free(c->properties[i].path);
    }
    for (size_t i = 0; i < c->n_pools; i++) {
        free(c->pools[i].name);
        free(c->pools[i].parent);
    }
    for (size_t i = 0; i < c->n_notes; i++)
        free(c->notes[i].text);
    free(c->properties);
    free(c->pools);
    free(c->notes);
    free(c);
}

/* ---- notes ------------------------------------------------------------------------------------------------ */

void config_note(struct sw_config *c, bool unknown, const char *path, uint64_t line, const char *fmt, ...)
{
    char message[512], *text;
    va_list args;
    va_start(args, fmt);
    vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    if (asprintf(&text, "%s:%llu: %s", strcmp(path, "-") == 0 ? "standard input" : path, (unsigned long long)line, message) < 0) {
        c->no_memory = true;
        return;
    }
    if (trace_grow(&c->notes, &c->cap_notes, c->n_notes + 1, sizeof *c->notes, NULL) == SW_OK)
        c->notes[c->n_notes++] = (struct note){ unknown, text };
    else {
        c->no_memory = true;
        free(text);
    }
}

void config_note_unknown(struct sw_config *c, const char *path, uint64_t line, const char *what, const char *name,
                         const char *const *known, size_t n)
{
    const char *near = sw_err_nearest(name, known, n);
    if (near != NULL)
        config_note(c, true, path, line, "no such %s: '%.200s' (did you mean '%s'?)", what, name, near);
    else
        config_note(c, true, path, line, "no such %s: '%.200s'", what, name);
}

size_t sw_config_n_notes(const struct sw_config *c) { return c->n_notes; }
struct sw_config_note sw_config_note(const struct sw_config *c, size_t i)
{
    return (struct sw_config_note){ c->notes[i].unknown, c->notes[i].text };
}

int config_bad(const char *path, uint64_t line, const char *name, const char *value, const char *what, struct sw_err *err)
{
    return sw_err_data(err, path, line, name, "not %s: '%.100s'", what, value);
}

/* ---- what was read ---------------------------------------------------------------------------------------- */

const struct property *config_get(const struct sw_config *c, const char *name)
{
    for (size_t i = c->n_properties; i-- > 0;)
        if (strcmp(c->properties[i].name, name) == 0)
            return &c->properties[i];
    return NULL;
}

static int add_property(struct sw_config *c, const char *name, const char *value, const char *path, uint64_t line, struct sw_err *err)
{
    if (trace_grow(&c->properties, &c->cap_properties, c->n_properties + 1, sizeof *c->properties, err) != SW_OK)
        return SW_FAIL;
    struct property *p = &c->properties[c->n_properties++];
    *p = (struct property){ strdup(name), strdup(value), strdup(path), line };
    if (p->name == NULL || p->value == NULL || p->path == NULL)
        return sw_err_memory(err);
    config_judge(c, p);
    return SW_OK;
}

struct pool config_pool(void)
{
    return (struct pool){ .weight = -1, .capacity = -1, .max_capacity = -1, .user_limit = -1,
        .min_maps = CONFIG_NONE, .min_reduces = CONFIG_NONE, .max_maps = CONFIG_NONE, .max_reduces = CONFIG_NONE,
        .min_share = CONFIG_NONE, .max_share = CONFIG_NONE, .max_jobs = CONFIG_NONE,
        .min_timeout_us = CONFIG_NEVER, .fair_timeout_us = CONFIG_NEVER };
}

struct pool *config_add_pool(struct sw_config *c, const char *name, const char *parent, struct sw_err *err)
{
    if (trace_grow(&c->pools, &c->cap_pools, c->n_pools + 1, sizeof *c->pools, err) != SW_OK)
        return NULL;
    struct pool *p = &c->pools[c->n_pools++];
    *p = config_pool();
    p->name = strdup(name);
    p->parent = parent != NULL ? strdup(parent) : NULL;
    if (p->name == NULL || (parent != NULL && p->parent == NULL)) {
        sw_err_memory(err);
        return NULL;
    }
    return p;
}

/* ---- files ------------------------------------------------------------------------------------------------ */

/* <configuration><property><name>key</name><value>...</value></property>, also inside further <configuration>. */
static int read_properties(struct sw_config *c, const struct xml *x, const struct xml_element *root, const char *path, struct sw_err *err)
{
    for (uint32_t i = root->first; i != XML_NONE; i = x->at[i].next) {
        const struct xml_element *e = &x->at[i], *name = xml_child(x, e, "name"), *value = xml_child(x, e, "value");
        if (strcmp(e->name, "configuration") == 0 && read_properties(c, x, e, path, err) != SW_OK)
            return SW_FAIL;
        if (strcmp(e->name, "property") != 0)
            continue;
        if (name == NULL || name->text[0] == '\0')
            return sw_err_data(err, path, e->line, NULL, "property without a name");
        if (add_property(c, name->text, value != NULL ? value->text : "", path, name->line, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

static int read_xml(struct sw_config *c, struct sw_bytes *in, const char *path, enum sw_dialect dialect, struct sw_err *err)
{
    struct xml x = { NULL, 0, 0 };
    int status = xml_read(&x, in, err);
    const char *root = status == SW_OK ? x.at[0].name : "";
    if (status == SW_OK && strcmp(root, "configuration") == 0)
        status = read_properties(c, &x, &x.at[0], path, err);
    else if (status == SW_OK && strcmp(root, "allocations") == 0)
        status = config_allocations(c, &x, path, dialect, err);
    else if (status == SW_OK)
        status = sw_err_data(err, path, x.at[0].line, NULL, "neither <configuration> nor <allocations>: '%.60s'", root);
    xml_clear(&x);
    return status;
}

/* spark-defaults.conf, a file of Java properties: key and value between blanks, or key=value; # begins a comment. */
static int read_pair(struct sw_config *c, struct lines *in, const char *path, struct sw_err *err)
{
    struct sw_text line = in->line;
    char *text = strndup(line.at, line.len);
    if (text == NULL)
        return sw_err_memory(err);
    char *name = text + strspn(text, " \t"), *end = name + strcspn(name, " \t=:"), *value = end + strspn(end, " \t=:");
    int status = SW_OK;
    for (size_t len = strlen(value); len > 0 && (value[len - 1] == ' ' || value[len - 1] == '\t');)
        value[--len] = '\0';
    *end = '\0';
    if (name[0] != '\0' && name[0] != '#' && name[0] != '!')
        status = add_property(c, name, value, path, in->number, err);
    free(text);
    return status;
}

static int read_pairs(struct sw_config *c, struct sw_bytes *in, const char *path, struct sw_err *err)
{
    struct lines lines = { .bytes = in };
    int got, status = SW_OK;
    while (status == SW_OK && (got = lines_next(&lines, err)) != 0)
        status = got == 1 ? read_pair(c, &lines, path, err) : SW_FAIL;
    lines_clear(&lines);
    return status;
}

int sw_config_read(struct sw_config *c, const char *path, enum sw_dialect dialect, struct sw_err *err)
{
    struct sw_bytes *in;
    const char *at;
    size_t n, i = 0;
    if (sw_bytes_open(&in, path, err) != SW_OK)
        return SW_FAIL;
    if (sw_bytes_peek(in, &at, 4096, &n, err) != SW_OK) {
        sw_bytes_close(in);
        return SW_FAIL;
    }
    while (i < n && (strchr(" \t\r\n\xef\xbb\xbf", at[i]) != NULL && at[i] != '\0'))
        i++;
    bool is_xml = i < n && at[i] == '<';
    int status = is_xml ? read_xml(c, in, path, dialect, err) : read_pairs(c, in, path, err);
    if (is_xml)
        sw_bytes_close(in);
    return status == SW_OK && c->no_memory ? sw_err_memory(err) : status;
}
