/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read.c - configuration files told apart, their properties gathered. The first byte that is no blank tells XML; a
 * line with a key of Kubernetes tells its objects; all else are pairs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/trace/config/config.h"
#include "lib/base/grow.h"
#include "lib/trace/parse/lines.h"

/* It is judged as it is read, so that notes come in the order of the lines. */
static int add_property(struct sw_config *c, const char *name, const char *value, const char *path, uint64_t line,
                        struct sw_err *err)
{
    if (sw_grow(&c->properties, &c->cap_properties, c->n_properties + 1, sizeof *c->properties, err) != SW_OK)
        return SW_FAIL;
    struct property *p = &c->properties[c->n_properties];
    *p = (struct property){ strdup(name), strdup(value), path, line };
    if (!p->name || !p->value) {
        free(p->name);
        free(p->value);
        return sw_err_memory(err);
    }
    c->n_properties++;
    config_keys_judge(c, p);
    return SW_OK;
}

/* ---- files ------------------------------------------------------------------------------------------------ */

/* <configuration><property><name>key</name><value>...</value></property>, also inside further <configuration>. The
 * place of a property is the line of its name. */
static int read_properties(struct sw_config *c, const struct xml *x, const struct xml_element *root, const char *path,
                           struct sw_err *err)
{
    for (uint32_t i = root->first; i != XML_NONE; i = x->at[i].next) {
        const struct xml_element *e = &x->at[i], *name = xml_child(x, e, "name"), *value = xml_child(x, e, "value");
        if (strcmp(e->name, "configuration") == 0 && read_properties(c, x, e, path, err) != SW_OK)
            return SW_FAIL;
        if (strcmp(e->name, "xi:include") == 0)
            config_refused_include(c, path, e->line);
        if (strcmp(e->name, "property") != 0)
            continue;
        if (!name || name->text[0] == '\0') {
            if (!c->rules.go_on)
                return sw_err_data(err, path, e->line, NULL, "property without a name");
            config_note(c, SW_CONFIG_WRONG, path, e->line, "property without a name");
            continue;
        }
        if (add_property(c, name->text, value ? value->text : "", path, name->line, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* The root says which of both files it is. */
static int read_xml(struct sw_config *c, struct sw_bytes *in, const char *path, enum sw_config_dialect dialect,
                    struct sw_err *err)
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

/* spark-defaults.conf, a file of Java properties: key and value between blanks, or key=value; # begins a comment. A
 * key without a value has an empty one. */
static int read_pair(struct sw_config *c, struct lines *in, const char *path, struct sw_err *err)
{
    struct sw_text line = in->line;
    char *text = strndup(line.at, line.len);
    if (!text)
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

/* The copy lasts as long as c. */
static const char *keep_path(struct sw_config *c, const char *path, struct sw_err *err)
{
    if (sw_grow(&c->paths, &c->cap_paths, c->n_paths + 1, sizeof *c->paths, err) != SW_OK)
        return NULL;
    char *copy = strdup(path);
    if (!copy)
        sw_err_memory(err);
    else
        c->paths[c->n_paths++] = copy;
    return copy;
}

int sw_config_read(struct sw_config *c, const char *named, enum sw_config_dialect dialect, struct sw_err *err)
{
    const char *path = keep_path(c, named, err);
    struct sw_bytes *in;
    const char *at;
    size_t n, i = 0;
    if (!path || sw_bytes_open(&in, path, err) != SW_OK)
        return SW_FAIL;
    int peeked = sw_bytes_peek(in, &at, 4096, &n, err);
    if (peeked != SW_OK || n == 0) {
        sw_bytes_close(in);
        return peeked != SW_OK ? SW_FAIL : sw_err_data(err, path, 0, NULL, "empty: no configuration");
    }
    /* A byte order mark is passed over, too. */
    while (i < n && (strchr(" \t\r\n\xef\xbb\xbf", at[i]) && at[i] != '\0'))
        i++;
    bool is_xml = i < n && at[i] == '<';
    bool is_kubernetes = dialect == SW_CONFIG_KUBERNETES || (dialect == SW_CONFIG_AUTO && objects_sniff(at, n));
    int status = is_xml          ? read_xml(c, in, path, dialect, err)
                 : is_kubernetes ? config_kubernetes(c, in, path, err)
                                 : read_pairs(c, in, path, err);
    /* read_pairs() has closed its own. */
    if (is_xml || is_kubernetes)
        sw_bytes_close(in);
    return status == SW_OK && c->no_memory ? sw_err_memory(err) : status;
}
