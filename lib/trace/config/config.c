/* SPDX-License-Identifier: GPL-3.0-or-later */
/* config.c - what has been read of the configuration files: properties, pools and notes. A note is kept with its
 * place, and told or sorted later; a value that is wrong ends the reading, or with rules.go_on is a note, too. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/trace/config/config.h"
#include "lib/base/grow.h"

int sw_config_new(struct sw_config **out, const struct sw_config_rules *rules, struct sw_err *err)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return sw_err_memory(err);
    (*out)->rules = *rules;
    /* Half of the share, as the Fair Scheduler has it where no file says it. */
    (*out)->threshold = 0.5;
    (*out)->undeclared = config_pool();
    return quantity_choose(&(*out)->resource, rules->resource, err);
}

void sw_config_free(struct sw_config *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->n_properties; i++)
        GROW_FREE(c->properties[i].name, c->properties[i].value);
    for (size_t i = 0; i < c->n_pools; i++)
        GROW_FREE(c->pools[i].name, c->pools[i].parent);
    for (size_t i = 0; i < c->n_notes; i++)
        free(c->notes[i].text);
    for (size_t i = 0; i < c->n_placements; i++)
        GROW_FREE(c->placements[i].queue, c->placements[i].parent_queue);
    for (size_t i = 0; i < c->n_mappings; i++)
        GROW_FREE(c->mappings[i].matches, c->mappings[i].queue);
    for (size_t i = 0; i < c->n_queues; i++)
        free(c->queues[i].path);
    for (size_t i = 0; i < c->n_paths; i++)
        free(c->paths[i]);
    GROW_FREE(c->mappings, c->queues, c->placements, c->properties, c->pools, c->notes, c->paths, c);
}

/* ---- notes ------------------------------------------------------------------------------------------------ */

/* Without memory for a note sw_config_read() or sw_config_lint() fails. */
void config_note(struct sw_config *c, enum sw_config_kind kind, const char *path, uint64_t line, const char *fmt, ...)
{
    char message[512], *text;
    size_t file = 0;
    va_list args;
    va_start(args, fmt);
    vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    while (file < c->n_paths && strcmp(c->paths[file], path) != 0)
        file++;
    /* Line 0: the file as a whole. */
    char number[24] = "";
    if (line > 0)
        snprintf(number, sizeof number, ":%llu", (unsigned long long)line);
    int len = asprintf(&text, "%s%s: %s", strcmp(path, "-") == 0 ? "standard input" : path, number, message);
    if (len < 0) {
        c->no_memory = true;
        return;
    }
    /* place_len is the length of what stands before ": ". */
    if (sw_grow(&c->notes, &c->cap_notes, c->n_notes + 1, sizeof *c->notes, NULL) == SW_OK)
        c->notes[c->n_notes++] = (struct note){ kind, file, (size_t)len - strlen(message) - 2, line, text };
    else {
        c->no_memory = true;
        free(text);
    }
}

/* A name that is near a known one was misspelt. */
void config_note_unknown(struct sw_config *c, const char *path, uint64_t line, const char *what, const char *name,
                         const char *const *known, size_t n)
{
    const char *near = sw_err_nearest(name, known, n);
    if (near)
        config_note(c, SW_CONFIG_MISSPELT, path, line, "no such %s: '%.200s' (did you mean '%s'?)", what, name, near);
    else
        config_note(c, SW_CONFIG_UNKNOWN, path, line, "no such %s: '%.200s'", what, name);
}

size_t sw_config_n_notes(const struct sw_config *c) { return c->n_notes; }
struct sw_config_note sw_config_note(const struct sw_config *c, size_t i)
{
    return (struct sw_config_note){ c->notes[i].kind, c->notes[i].place_len, c->notes[i].text };
}

int config_bad(struct sw_config *c, const char *path, uint64_t line, const char *name, const char *value,
               const char *what, struct sw_err *err)
{
    if (c->rules.go_on) {
        config_note(c, SW_CONFIG_WRONG, path, line, "%.200s: not %s: '%.100s'", name, what, value);
        return SW_OK;
    }
    return sw_err_data(err, path, line, name, "not %s: '%.100s'", what, value);
}

/* ---- properties and pools ---------------------------------------------------------------------------------- */

/* The last of a name counts, as later files and lines go before earlier ones. */
static const struct property *property_named(const struct sw_config *c, const char *name)
{
    for (size_t i = c->n_properties; i-- > 0;)
        if (strcmp(c->properties[i].name, name) == 0)
            return &c->properties[i];
    return NULL;
}

bool config_is_without(const struct sw_config *c, const char *scheduler)
{
    const struct property *class = property_named(c, CONFIG_SCHEDULER);
    return class && !strcasestr(class->value, scheduler);
}

/* Keys of a scheduler that does not run are as none (docs/formats/configurations.md). */
const struct property *config_get(const struct sw_config *c, const char *name)
{
    static const char *const of[][2] = { { "yarn.scheduler.fair.", "FairScheduler" },
                                         { "yarn.scheduler.capacity.", "CapacityScheduler" } };
    for (size_t i = 0; i < 2; i++)
        if (strncmp(name, of[i][0], strlen(of[i][0])) == 0 && config_is_without(c, of[i][1]))
            return NULL;
    return property_named(c, name);
}

bool config_is_true(const struct sw_config *c, const char *name)
{
    const struct property *p = config_get(c, name);
    return p && strcasecmp(p->value, "true") == 0;
}

/* --placement-rules cannot go on without what no log has. */
int config_unlogged(struct sw_text user, const char *what, const char *path, uint64_t line, struct sw_err *err)
{
    return sw_err_data(err, path, line, NULL, "the queue of user '%.*s' follows from %s, which are in no log",
                       (int)(user.len < 100 ? user.len : 100), user.at, what);
}

/* 8 bytes are room for "_dot_" and its NUL. */
void config_clean(struct sw_text user, char *to, size_t cap)
{
    to[0] = '\0';
    for (size_t i = 0, n = 0; i < user.len && n + 8 < cap; i++)
        n += (size_t)snprintf(to + n, 8, "%.*s", user.at[i] == '.' ? 5 : 1,
                              user.at[i] == '.' ? "_dot_" : user.at + i);
}

/* Nothing is given: negative, NaN, CONFIG_NONE or CONFIG_NEVER, as the member's type allows. */
struct pool config_pool(void)
{
    return (struct pool){ .weight = -1, .capacity = -1, .max_capacity = -1, .user_limit = -1, .min_user_limit = -1,
        .am_share = NAN,
        .min_maps = CONFIG_NONE, .min_reduces = CONFIG_NONE, .max_maps = CONFIG_NONE, .max_reduces = CONFIG_NONE,
        .min_share = CONFIG_NONE, .max_share = CONFIG_NONE, .max_jobs = CONFIG_NONE,
        .min_timeout_us = CONFIG_NEVER, .fair_timeout_us = CONFIG_NEVER,
        .quota = -1, .limit = -1, .lending = -1, .borrowing = -1,
        .min = { NAN, NAN, NAN }, .max = { NAN, NAN, NAN }, .percent = NAN };
}

/* name and parent are copied; path lasts as long as c. */
struct pool *config_add_pool(struct sw_config *c, const struct pool *like, const char *name, const char *parent,
                             const char *path, uint64_t line, struct sw_err *err)
{
    if (sw_grow(&c->pools, &c->cap_pools, c->n_pools + 1, sizeof *c->pools, err) != SW_OK)
        return NULL;
    struct pool *p = &c->pools[c->n_pools++];
    *p = *like;
    p->name = strdup(name);
    p->parent = parent ? strdup(parent) : NULL;
    p->path = path;
    p->line = line;
    if (!p->name || (parent && !p->parent)) {
        sw_err_memory(err);
        return NULL;
    }
    return p;
}

/* The first of the name: a second one of the Capacity Scheduler goes by its path. */
const struct pool *config_find_pool(const struct sw_config *c, const char *name)
{
    for (size_t i = 0; i < c->n_pools; i++)
        if (strcmp(c->pools[i].name, name) == 0)
            return &c->pools[i];
    return NULL;
}
