/* SPDX-License-Identifier: GPL-3.0-or-later */
/* placement.c - the queue that an application goes into by the placement rules of YARN 3.3: queuePlacementPolicy of an
 * allocation file (QueuePlacementPolicy, UserPlacementRule and the like), else yarn.scheduler.capacity.queue-mappings
 * (UserGroupMappingPlacementRule) or mapping rules in JSON (mapping.c). No log has the groups of its users, so a rule
 * that asks for them ends it. By rules of the allocation file an application goes through them until one places it;
 * of the mappings the first that holds decides. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/csv/text.h"
#include "lib/trace/config/config.h"

#define MAPPINGS "yarn.scheduler.capacity.queue-mappings"

/* ---- the rules of an allocation file ------------------------------------------------------------------------- */

/* BY_NOTHING: no rule of YARN's. */
static enum placed_by rule_named(const char *name)
{
    static const struct { const char *name; enum placed_by by; } rules[] = {
        { "specified", BY_SPECIFIED }, { "user", BY_USER }, { "nestedUserQueue", BY_USER }, { "default", BY_DEFAULT },
        { "primaryGroup", BY_GROUP }, { "secondaryGroupExistingQueue", BY_GROUP }, { "reject", BY_REJECT } };
    for (size_t i = 0; name && i < sizeof rules / sizeof *rules; i++)
        if (strcmp(rules[i].name, name) == 0)
            return rules[i].by;
    return BY_NOTHING;
}

/* Rules `default` have the queue default unless they name one. */
static char *copy_queue(const struct xml_element *e)
{
    return strdup(e->queue && e->queue[0] ? e->queue : "default");
}

/* Unless said the queue is made. */
static bool creates(const struct xml_element *e) { return !e->create || strcmp(e->create, "false") != 0; }

/* A rule of which YARN would make no policy is noted, and is none. */
static int add_rule(struct sw_config *c, const struct xml *x, const struct xml_element *e, const char *path,
                    struct sw_err *err)
{
    const struct xml_element *parent = xml_child(x, e, "rule");
    struct config_placement p = { .by = rule_named(e->label), .parent = parent ? rule_named(parent->label) : BY_NOTHING,
                                  .create = creates(e), .parent_creates = parent && creates(parent), .path = path,
                                  .line = e->line };
    const bool is_nested = p.by == BY_USER && strcmp(e->label, "nestedUserQueue") == 0;
    if (p.by == BY_NOTHING || (parent && (p.parent == BY_NOTHING || p.parent == BY_REJECT || p.parent == BY_USER))
        || (is_nested && !parent) || (p.by == BY_DEFAULT && parent)) {
        config_note(c, SW_CONFIG_WRONG, path, e->line, "queuePlacementPolicy: no such rule, so YARN does not start: "
                    "'%.100s'", e->label ? e->label : "");
        return SW_OK;
    }
    p.queue = copy_queue(e);
    p.parent_queue = copy_queue(parent ? parent : e);
    if (!p.queue || !p.parent_queue
        || sw_grow(&c->placements, &c->cap_placements, c->n_placements + 1, sizeof *c->placements, err) != SW_OK) {
        free(p.queue);
        free(p.parent_queue);
        return sw_err_memory(err);
    }
    c->placements[c->n_placements++] = p;
    return SW_OK;
}

int config_placement_read(struct sw_config *c, const struct xml *x, const struct xml_element *policy, const char *path,
                          struct sw_err *err)
{
    for (uint32_t i = policy->first; i != XML_NONE; i = x->at[i].next)
        if (strcmp(x->at[i].name, "rule") == 0 && add_rule(c, x, &x->at[i], path, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

/* ---- one application ------------------------------------------------------------------------------------------ */

/* In c->placed. With root in front, once. */
static void put_path(struct sw_config *c, struct sw_text name)
{
    bool has_root = text_begins(name, "root") && (name.len == 4 || name.at[4] == '.');
    snprintf(c->placed, sizeof c->placed, "%s%.*s", has_root ? "" : "root.", (int)name.len, name.at);
}

/* root.default is always there. */
static bool is_there(const struct sw_config *c, const char *path)
{
    return config_find_pool(c, path) || strcmp(path, "root.default") == 0;
}

/* FSLeafQueue: no queue is inside of it, nor is it to have any. */
static bool is_leaf_queue(const struct sw_config *c, const char *path)
{
    const struct pool *found = config_find_pool(c, path);
    for (size_t i = 0; i < c->n_pools; i++)
        if (c->pools[i].parent && strcmp(c->pools[i].parent, path) == 0)
            return false;
    return found ? !found->is_parent : strcmp(path, "root.default") == 0;
}

/* default is what a log has for no queue. */
static bool names_one(struct sw_text queue)
{
    return queue.len > 0 && !sw_text_is(queue, "default");
}

/* 1: it is placed, 0: it goes on to the next rule. -1: it asks for groups. */
static int by_rule(struct sw_config *c, const struct config_placement *p, struct sw_text user, struct sw_text queue,
                   struct sw_err *err)
{
    size_t n;
    if (p->by == BY_GROUP || p->parent == BY_GROUP)
        return config_unlogged(user, "groups", p->path, p->line, err);
    if ((p->by == BY_SPECIFIED || p->parent == BY_SPECIFIED) && !names_one(queue))
        return 0;
    if (p->parent == BY_SPECIFIED)
        put_path(c, queue);
    else if (p->parent == BY_DEFAULT)
        put_path(c, text_of(p->parent_queue));
    /* A nested rule passes on where its parent's queue is a leaf, or is not there and may not be made. */
    if (p->parent && (is_leaf_queue(c, c->placed) || (!p->parent_creates && !is_there(c, c->placed))))
        return 0;
    switch (p->by) {
    case BY_SPECIFIED: put_path(c, queue); break;
    case BY_USER:
        if (!p->parent)
            put_path(c, text_of("root"));
        n = strlen(c->placed); /* inside of that queue */
        if (n + 1 < sizeof c->placed)
            c->placed[n++] = '.';
        config_clean(user, c->placed + n, sizeof c->placed - n);
        break;
    default: put_path(c, text_of(p->queue)); break;
    }
    /* The queue is there, or may be made. */
    return p->create || is_there(c, c->placed);
}

/* reject ends the rules, and so does their end: then the application is refused. */
static int by_policy(struct sw_config *c, struct sw_text user, struct sw_text *queue, struct sw_err *err)
{
    for (size_t i = 0; i < c->n_placements && c->placements[i].by != BY_REJECT; i++) {
        int placed = by_rule(c, &c->placements[i], user, *queue, err);
        if (placed == 1)
            *queue = text_of(c->placed);
        if (placed != 0)
            return placed == 1 ? SW_OK : SW_FAIL;
    }
    c->n_refused++;
    return SW_OK;
}

/* Blanks around a part are none of it. */
static struct sw_text trimmed(const char *at, size_t n) { return text_trimmed((struct sw_text){ at, n }, " \t\r\n"); }

/* "u:joe:root.etl,u:%user:%user,g:staff:web": the first that holds for the user. Queues go by their last name. */
static int by_mappings(struct sw_config *c, struct sw_text user, struct sw_text *queue, struct sw_err *err)
{
    const struct property *p = config_get(c, MAPPINGS);
    for (const char *at = p->value, *end; *at; at = *end ? end + 1 : end) {
        end = at + strcspn(at, ",");
        const char *first = memchr(at, ':', (size_t)(end - at)), *last = memrchr(at, ':', (size_t)(end - at));
        if (trimmed(at, (size_t)(end - at)).len == 0)
            continue;
        if (!first || first == last)
            return sw_err_set(err, "%s:%llu: queue-mappings: not u:USER:QUEUE or g:GROUP:QUEUE: '%.*s'", p->path,
                              (unsigned long long)p->line, (int)(end - at < 100 ? end - at : 100), at);
        struct sw_text source = trimmed(first + 1, (size_t)(last - first - 1));
        struct sw_text to = trimmed(last + 1, (size_t)(end - last - 1));
        const char *dot = memrchr(to.at, '.', to.len);
        struct sw_text name = dot ? (struct sw_text){ dot + 1, (size_t)(to.at + to.len - dot - 1) } : to;
        bool all = sw_text_is(source, "%user"), by_user = sw_text_is(trimmed(at, (size_t)(first - at)), "u");
        if (by_user && !all && (source.len != user.len || memcmp(source.at, user.at, user.len) != 0))
            continue;
        if (!by_user || memmem(to.at, to.len, "_group", 6))
            return config_unlogged(user, "groups", p->path, p->line, err);
        if (all && sw_text_is(name, "%user"))
            name = user;
        if (!names_one(*queue) || config_is_true(c, MAPPINGS "-override.enable"))
            *queue = name;
        return SW_OK;
    }
    return SW_OK;
}

/* Without a user no rule is asked: the job is counted and keeps its queue. */
int sw_config_place(struct sw_config *c, struct sw_text user, struct sw_text *queue, struct sw_err *err)
{
    if (user.len == 0) {
        c->n_without_user++;
        return SW_OK;
    }
    if (c->n_placements)
        return by_policy(c, user, queue, err);
    return config_mapping_in_json(c) ? config_mapping_place(c, user, queue, err) : by_mappings(c, user, queue, err);
}

bool sw_config_places(const struct sw_config *c)
{
    return c->n_placements > 0 || config_get(c, MAPPINGS) || config_mapping_in_json(c);
}

/* For the message of slot-trace. */
void sw_config_placed(const struct sw_config *c, uint64_t *refused, uint64_t *without_user)
{
    *refused = c->n_refused;
    *without_user = c->n_without_user;
}
