/* SPDX-License-Identifier: GPL-3.0-or-later */
/* objects.c - the objects of a file, whether JSON or YAML, alone or in lists. A file of objects is JSON or YAML by
 * its first byte; both come as the same trees (parse/json.h, parse/yaml.h). */
#include <stdio.h>
#include <string.h>
#include "lib/trace/kube/kube.h"
#include "lib/trace/parse/yaml.h"
#include "lib/trace/sacct/sacct.h"

/* ---- what it looks like ---------------------------------------------------------------------------- */

/* YAML that begins with a brace or a bracket would be taken for JSON. */
static bool looks_like_json(const char *at, size_t n)
{
    char first = lines_first_byte(at, n);
    return first == '{' || first == '[';
}

/* Some line begins with the key. */
static bool has_line(const char *at, size_t n, const char *key)
{
    size_t len = strlen(key);
    for (const char *end = at + n; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if ((size_t)(end - at) > len && memcmp(at, key, len) == 0)
            return true;
        if (!stop)
            return false;
        at = stop + 1;
    }
    return false;
}

/* The key stands at the beginning of a line in YAML, behind a dash in a list without a kind. */
bool objects_sniff(const char *at, size_t n)
{
    static const char *const members[] = { "\"apiVersion\"", NULL };
    return looks_like_json(at, n) ? json_stream_sniff(at, n, members)
                          : has_line(at, n, "apiVersion:") || has_line(at, n, "- apiVersion:");
}

/* ---- members --------------------------------------------------------------------------------------- */

/* A name of a path is at most 63 bytes. */
const struct json_node *objects_get(const struct json_node *object, const char *path)
{
    while (object && *path) {
        char key[64];
        size_t n = strcspn(path, ".");
        snprintf(key, sizeof key, "%.*s", (int)n, path);
        object = json_get(object, key);
        path += n + (path[n] == '.');
    }
    return object;
}

struct sw_text objects_text(const struct json_node *object, const char *path)
{
    return json_text(objects_get(object, path));
}

/* Names of labels hold dots, so they are no path. */
struct sw_text objects_label(const struct json_node *object, const char *name)
{
    return json_text(json_get(objects_get(object, "metadata.labels"), name));
}

struct sw_text objects_annotation(const struct json_node *object, const char *name)
{
    return json_text(json_get(objects_get(object, "metadata.annotations"), name));
}

/* An empty group is any version of any group. */
bool objects_is(const struct json_node *object, const char *group, const char *kind)
{
    struct sw_text version = objects_text(object, "apiVersion");
    size_t n = strlen(group);
    return json_is(json_get(object, "kind"), kind) && version.len > n && memcmp(version.at, group, n) == 0
        && (n == 0 || version.at[n] == '/');
}

/* 2026-03-01T10:00:00Z. A fraction or a zone behind the seconds is not read. */
int64_t objects_time(struct sw_text text)
{
    int64_t us;
    bool epoch;
    if (text.len < 20 || !sacct_values_time((struct sw_text){ text.at, 19 }, NULL, &us, &epoch) || us == SACCT_UNKNOWN)
        return KUBE_NO_TIME;
    return us;
}

/* ---- files ----------------------------------------------------------------------------------------- */

struct reading { kube_each *each; void *context; const char *path; };

/* Lists inside of lists are opened up, too. An array of objects is a list without a kind. */
static int each_object(void *context, const struct json_node *object, uint64_t line, struct sw_err *err)
{
    const struct reading *r = context;
    const struct json_node *items = json_get(object, "items"), *kind = json_get(object, "kind");
    if (object->kind == JSON_NULL) /* an empty document */
        return SW_OK;
    if (object->kind == JSON_ARRAY)
        items = object;
    if (items && items->kind == JSON_ARRAY) {
        JSON_EACH (c, items)
            if (each_object(context, c, line, err) != SW_OK)
                return SW_FAIL;
        return SW_OK;
    }
    if (!kind || kind->kind != JSON_STRING || !json_get(object, "apiVersion"))
        return sw_err_data(err, r->path, line, NULL, "not an object of Kubernetes: no kind and apiVersion");
    return r->each(r->context, object, line, err);
}

/* -1 of the stream, damage, is an error here: an object left out would change others. */
static int read_json(struct sw_bytes *in, struct reading *r, struct sw_err *err)
{
    struct json_stream s = { .bytes = in };
    int got, status = SW_OK;
    while (status == SW_OK && (got = json_stream_next(&s, err)) != 0)
        status = got == 1 ? each_object(r, s.tree.node, s.line, err) : SW_FAIL;
    s.bytes = NULL; /* the caller's */
    json_stream_clear(&s);
    return status;
}

int objects_read(struct sw_bytes *in, kube_each *each, void *context, struct sw_err *err)
{
    struct reading r = { each, context, sw_bytes_path(in) };
    const char *at;
    size_t n;
    if (sw_bytes_peek(in, &at, 4096, &n, err) != SW_OK)
        return SW_FAIL;
    return looks_like_json(at, n) ? read_json(in, &r, err) : yaml_read(in, each_object, &r, err);
}
