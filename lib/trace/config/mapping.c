/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mapping.c - the queue that an application goes into by mapping rules in JSON of YARN 3.4's Capacity Scheduler
 * (MappingRuleCreator, CSMappingPlacementRule, MappingRuleValidationHelper). No log has groups of users or names of
 * applications, so a rule that asks for them ends it. Rules are read once, at the first application. Then each
 * application goes through them in order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/csv/text.h"
#include "lib/trace/config/config.h"
#include "lib/trace/parse/json.h"

#define PREFIX "yarn.scheduler.capacity."
#define FORMAT PREFIX "mapping-rule-format"
/* Paths are as long as c->placed has room for. */
enum { LONGEST = sizeof((struct sw_config *)0)->placed };

/* What the variables of a rule stand for, of one application. `clean`: its user, "." as "_dot_". */
struct variables { struct sw_text user, asked; char clean[LONGEST], preset[LONGEST]; };

/* legacy, or nothing, means queue-mappings. */
const struct property *config_mapping_in_json(const struct sw_config *c)
{
    const struct property *p = config_get(c, FORMAT);
    return p && strcmp(p->value, "legacy") != 0 ? p : NULL;
}

/* ---- queues --------------------------------------------------------------------------------------------------- */

static bool key_is_true(const struct sw_config *c, const char *path, const char *what)
{
    char key[LONGEST + 80];
    snprintf(key, sizeof key, PREFIX "%s.%s", path, what);
    return config_is_true(c, key);
}

/* A leaf is none where YARN may make queues inside of it. */
static int note_queue(struct sw_config *c, const char *path, bool is_leaf, bool makes_leaves, bool makes_all,
                      struct sw_err *err)
{
    if (sw_grow(&c->queues, &c->cap_queues, c->n_queues + 1, sizeof *c->queues, err) != SW_OK)
        return SW_FAIL;
    char *copy = strdup(path);
    if (!copy)
        return sw_err_memory(err);
    c->queues[c->n_queues++] = (struct config_queue){ copy, is_leaf && !makes_leaves && !makes_all,
                                                      makes_leaves || makes_all, makes_all };
    return SW_OK;
}

/* Which queues YARN may make inside of it, by either way of making them. */
static int note_declared(struct sw_config *c, const char *path, bool has_children, struct sw_err *err)
{
    return note_queue(c, path, !has_children, key_is_true(c, path, "auto-create-child-queue.enabled"),
                      key_is_true(c, path, "auto-queue-creation-v2.enabled"), err);
}

/* A pool goes by its last name or by its path. Those above it come before it. at[i]: the place of pool i among the
 * queues. */
static int note_pool(struct sw_config *c, const struct pool *p, size_t *at, struct sw_err *err)
{
    char path[LONGEST];
    bool has_children = false;
    size_t above = 0;
    for (size_t i = 0; i < c->n_pools; i++) {
        has_children |= c->pools[i].parent && strcmp(c->pools[i].parent, p->name) == 0;
        if (p->parent && strcmp(c->pools[i].name, p->parent) == 0)
            above = at[i];
    }
    if (strchr(p->name, '.'))
        snprintf(path, sizeof path, "%s", p->name);
    else
        snprintf(path, sizeof path, "%s.%s", c->queues[above].path, p->name);
    at[p - c->pools] = c->n_queues;
    return note_declared(c, path, has_children, err);
}

/* root stands first, then all pools. */
static int find_queues(struct sw_config *c, struct sw_err *err)
{
    if (config_capacity(c, err) != SW_OK || note_declared(c, "root", true, err) != SW_OK)
        return SW_FAIL;
    size_t *at = calloc(c->n_pools + 1, sizeof *at);
    int status = at ? SW_OK : sw_err_memory(err);
    for (size_t i = 0; i < c->n_pools && status == SW_OK; i++)
        status = note_pool(c, &c->pools[i], at, err);
    free(at);
    return status;
}

static const char *last_name(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

/* By its path, or by a last name that no other has. */
static const struct config_queue *queue_named(const struct sw_config *c, const char *name)
{
    const struct config_queue *found = NULL;
    size_t n = 0;
    for (size_t i = 0; i < c->n_queues; i++) {
        if (strcmp(c->queues[i].path, name) == 0)
            return &c->queues[i];
        if (strcmp(last_name(c->queues[i].path), name) == 0 && n++ == 0)
            found = &c->queues[i];
    }
    return n == 1 ? found : NULL;
}

/* The queue above, in `path`; false: there is none. */
static bool go_up(char *path)
{
    char *dot = strrchr(path, '.');
    if (dot)
        *dot = '\0';
    return dot;
}

/* Whether YARN may make the queue, which is not there; `above` is the one that it is in. */
static bool may_be_made(const struct sw_config *c, const char *path, char above[LONGEST])
{
    char higher[LONGEST];
    snprintf(above, LONGEST, "%s", path);
    if (!go_up(above))
        return false;
    const struct config_queue *parent = queue_named(c, above);
    if (parent)
        return parent->makes_leaves;
    snprintf(higher, sizeof higher, "%s", above);
    const struct config_queue *grandparent = go_up(higher) ? queue_named(c, higher) : NULL;
    return grandparent && grandparent->makes_all;
}

/* "users.joe" is "root.users.joe"; false: its first queue is not there. That queue may go by its last name. */
static bool begin_at_root(const struct sw_config *c, const char *path, char to[LONGEST])
{
    char first[LONGEST];
    size_t n = strcspn(path, ".");
    snprintf(first, sizeof first, "%.*s", (int)n, path);
    const struct config_queue *root = queue_named(c, first);
    return root && snprintf(to, LONGEST, "%s%s", root->path, path + n) < LONGEST;
}

/* ---- rules ---------------------------------------------------------------------------------------------------- */

/* queue: where the policy places; `below`: inside of parentQueue, where that is given. queue NULL: the rule says. */
static const struct { const char *name, *queue; enum mapping_action action; bool below; } policies[] = {
    { "specified", "%specified", MAPPING_PLACE, false }, { "user", "%user", MAPPING_PLACE, true },
    { "primaryGroup", "%primary_group", MAPPING_PLACE, true },
    { "primaryGroupUser", "%primary_group.%user", MAPPING_PLACE, true },
    { "secondaryGroup", "%secondary_group", MAPPING_PLACE, true },
    { "secondaryGroupUser", "%secondary_group.%user", MAPPING_PLACE, true },
    { "applicationName", "%application", MAPPING_PLACE, true },
    { "defaultQueue", "%default", MAPPING_PLACE, false }, { "custom", NULL, MAPPING_PLACE, false },
    { "setDefaultQueue", NULL, MAPPING_SET_DEFAULT, false }, { "reject", "", MAPPING_REJECT, false } };

/* Ends the message of what YARN refuses. */
#define NO_START ", so YARN does not start"

/* The rule's number counts from 1. */
static int bad_rule(const struct sw_config *c, const char *what, struct sw_text text, struct sw_err *err)
{
    char rule[40];
    snprintf(rule, sizeof rule, "mapping rule %zu", c->n_mappings + 1);
    return sw_err_data(err, c->mappings_path, c->mappings_line, rule, "%s: '%.*s'", what,
                       (int)(text.len < 100 ? text.len : 100), text.at ? text.at : "");
}

/* The place of the text among the words; n: it is none. */
static size_t place_among(struct sw_text text, const char *const *words, size_t n)
{
    size_t i = 0;
    while (i < n && !sw_text_is(text, words[i]))
        i++;
    return i;
}

/* As Jackson reads a value into a Rule: null is none, and a number is a text. */
static bool is_value_given(const struct json_node *value) { return value && value->kind != JSON_NULL; }

/* true unless said. */
static int read_create(const struct sw_config *c, const struct json_node *create, bool *to, struct sw_err *err)
{
    bool no = create && (create->kind == JSON_FALSE || sw_text_is(json_text(create), "false"));
    *to = !no;
    if (no || !is_value_given(create) || create->kind == JSON_TRUE || sw_text_is(json_text(create), "true"))
        return SW_OK;
    return bad_rule(c, "create is neither true nor false", json_text(create), err);
}

/* Members that YARN does not know it passes over (Rule.setAdditionalProperty). They are spelt wrong, most likely.
 * So it is an error here, as is a member that stands twice. */
static int check_members(const struct sw_config *c, const struct json_node *rule, struct sw_err *err)
{
    static const char *const members[] = { "type", "matches", "policy", "parentQueue", "customPlacement", "value",
                                           "fallbackResult", "create" };
    bool has[8] = { false };
    if (rule->kind != JSON_OBJECT)
        return bad_rule(c, "it is no object" NO_START, rule->text, err);
    JSON_EACH (m, rule) {
        size_t i = place_among(m->key, members, 8);
        if (i == 8)
            return bad_rule(c, "no such member (type, matches, policy, parentQueue, customPlacement, value, "
                            "fallbackResult, create), so YARN passes it over", m->key, err);
        if (has[i])
            return bad_rule(c, "a member stands twice, and YARN takes the last", m->key, err);
        has[i] = true;
        if (i < 7 && is_value_given(m) && m->kind != JSON_STRING && m->kind != JSON_NUMBER)
            return bad_rule(c, "a member is no text" NO_START, m->key, err);
    }
    return SW_OK;
}

/* Who the rule is about, and what becomes of an application that it cannot place. */
static int read_result(const struct sw_config *c, const struct json_node *rule, struct config_mapping *m,
                       struct sw_err *err)
{
    static const char *const types[] = { "user", "group", "application" };
    static const char *const fallbacks[] = { "skip", "placeDefault", "reject" };
    const struct json_node *fallback = json_get(rule, "fallbackResult");
    size_t type = place_among(json_text(json_get(rule, "type")), types, 3);
    size_t to = is_value_given(fallback) ? place_among(json_text(fallback), fallbacks, 3) : 0;
    if (type == 3)
        return bad_rule(c, "no such type (user, group, application)" NO_START, json_text(json_get(rule, "type")), err);
    if (to == 3)
        return bad_rule(c, "no such fallbackResult (skip, placeDefault, reject)" NO_START, json_text(fallback), err);
    m->type = (enum mapping_type)type;
    m->fallback = (enum mapping_fallback)to;
    if (m->type == MAPPING_OF_GROUP && json_is(json_get(rule, "matches"), "*"))
        return bad_rule(c, "a group is named, never" NO_START, text_of("*"), err);
    return read_create(c, json_get(rule, "create"), &m->create, err);
}

/* Where it places: the parent, if it has one, and the policy's own path behind it. */
static int read_action(const struct sw_config *c, const struct json_node *rule, struct config_mapping *m,
                       struct sw_err *err)
{
    struct sw_text policy = json_text(json_get(rule, "policy")), above = json_text(json_get(rule, "parentQueue"));
    char queue[LONGEST];
    size_t i = 0, n = sizeof policies / sizeof *policies;
    while (i < n && !sw_text_is(policy, policies[i].name))
        i++;
    if (i == n)
        return bad_rule(c, "no such policy (specified, user, primaryGroup, primaryGroupUser, secondaryGroup, "
                        "secondaryGroupUser, applicationName, defaultQueue, custom, setDefaultQueue, reject)" NO_START,
                        policy, err);
    m->action = policies[i].action;
    /* A rule defaultQueue makes no queue. */
    m->create &= !sw_text_is(policy, "defaultQueue");
    const bool sets = m->action == MAPPING_SET_DEFAULT;
    const struct json_node *own = json_get(rule, sets ? "value" : "customPlacement");
    if (!policies[i].queue && !is_value_given(own))
        return bad_rule(c, sets ? "it has no 'value'" NO_START : "it has no 'customPlacement'" NO_START, policy, err);
    struct sw_text last = policies[i].queue ? text_of(policies[i].queue) : json_text(own);
    bool below = policies[i].below && is_value_given(json_get(rule, "parentQueue"));
    if (snprintf(queue, sizeof queue, "%.*s%s%.*s", below ? (int)above.len : 0, above.at, below ? "." : "",
                 (int)last.len, last.at) >= LONGEST)
        return bad_rule(c, "a path is too long", last, err);
    /* String.split leaves empty parts at the end out. */
    for (size_t len = strlen(queue); m->action == MAPPING_PLACE && len > 0 && queue[len - 1] == '.'; len--)
        queue[len - 1] = '\0';
    m->queue = strdup(queue);
    return m->queue ? SW_OK : sw_err_memory(err);
}

static const char *const variables[] = { "%secondary_group", "%primary_group", "%application", "%specified", "%default",
                                         "%user" };
enum { SECONDARY_GROUP, PRIMARY_GROUP, APPLICATION, SPECIFIED, DEFAULT, USER, N_VARIABLES };

static bool takes_jobs(const struct sw_config *c, const char *path)
{
    const struct config_queue *q = queue_named(c, path);
    return q && q->is_leaf;
}

/* MappingRuleValidationContextImpl.validateQueuePath. What stands before the first variable has to be there, or has
 * to be such that YARN may make the rest. */
static bool may_place(const struct sw_config *c, const char *queue)
{
    char known[LONGEST], path[LONGEST], above[LONGEST];
    size_t n = 0; /* what stands before the first variable */
    for (const char *at = queue; *at; at += *at == '.') {
        struct sw_text part = { at, strcspn(at, ".") };
        if (part.len == 0)
            return false;
        if (place_among(part, variables, N_VARIABLES) < N_VARIABLES)
            break;
        at += part.len;
        n = (size_t)(at - queue);
    }
    const bool all = queue[n] == '\0';
    if (n == 0)
        return !all;
    snprintf(known, sizeof known, "%.*s", (int)n, queue);
    if (!begin_at_root(c, known, path))
        return false;
    /* A whole path has to be a leaf, and one that goes on must not be. */
    if (queue_named(c, path))
        return takes_jobs(c, path) == all;
    if (all)
        return may_be_made(c, path, above);
    snprintf(above, sizeof above, "%s", path);
    const struct config_queue *parent = go_up(above) ? queue_named(c, above) : NULL;
    return parent && parent->makes_leaves;
}

/* A part with % that is no variable would be a queue of that name. */
static int check_queue(const struct sw_config *c, const char *queue, struct sw_err *err)
{
    struct sw_text rest = text_of(queue), part;
    if (!may_place(c, queue))
        return bad_rule(c, "there is no such queue, nor may it be made" NO_START, rest, err);
    while (text_cut(&rest, '.', &part))
        if (part.len > 0 && part.at[0] == '%' && place_among(part, variables, N_VARIABLES) == N_VARIABLES)
            return bad_rule(c, "no such variable (%user, %specified, %default, %application, %primary_group, "
                            "%secondary_group), so YARN takes it for a queue's name", part, err);
    return SW_OK;
}

/* m is counted only when all of it is in order, and freed here else. */
static int read_rule(struct sw_config *c, const struct json_node *rule, struct sw_err *err)
{
    struct sw_text matches = json_text(json_get(rule, "matches"));
    if (check_members(c, rule, err) != SW_OK)
        return SW_FAIL;
    if (matches.len == 0)
        return bad_rule(c, "it matches nobody" NO_START, matches, err);
    if (sw_grow(&c->mappings, &c->cap_mappings, c->n_mappings + 1, sizeof *c->mappings, err) != SW_OK)
        return SW_FAIL;
    struct config_mapping *m = &c->mappings[c->n_mappings];
    *m = (struct config_mapping){ .matches = strndup(matches.at, matches.len) };
    int status = m->matches ? SW_OK : sw_err_memory(err);
    if (status == SW_OK)
        status = read_result(c, rule, m, err);
    if (status == SW_OK)
        status = read_action(c, rule, m, err);
    if (status == SW_OK && m->action == MAPPING_PLACE)
        status = check_queue(c, m->queue, err);
    if (status != SW_OK) {
        free(m->matches);
        free(m->queue);
    }
    c->n_mappings += status == SW_OK;
    return status;
}

/* Jackson takes the last of two members of one name. */
static int read_rules(struct sw_config *c, struct sw_text text, const char *path, uint64_t line, struct sw_err *err)
{
    struct json_tree tree = { 0 };
    char why[200];
    if (json_parse(&tree, text, why, sizeof why) != SW_OK) {
        json_clear(&tree);
        return why[0] ? sw_err_data(err, path, line, "mapping rules", "not JSON: %s", why) : sw_err_memory(err);
    }
    const struct json_node *root = tree.node, *rules = json_get(root, "rules");
    size_t n = 0;
    for (const struct json_node *m = json_first(root); rules && m != json_end(root); m = json_after(m))
        n += sw_text_is(m->key, "rules");
    int status = n == 1 && rules->kind == JSON_ARRAY
                     ? SW_OK : sw_err_data(err, path, line, "mapping rules", "%s",
                                           n > 1 ? "'rules' stands twice, and YARN takes the last"
                                                 : "there is no list 'rules'");
    c->mappings_path = path;
    c->mappings_line = line;
    if (status == SW_OK)
        for (const struct json_node *r = json_first(rules); status == SW_OK && r != json_end(rules); r = json_after(r))
            status = read_rule(c, r, err);
    json_clear(&tree);
    return status;
}

/* path: as the property has it, from where the program runs. */
static int read_rule_file(struct sw_config *c, const char *path, struct sw_err *err)
{
    char *text;
    size_t n;
    if (sw_bytes_whole(path, &text, &n, err) != SW_OK)
        return SW_FAIL;
    int status = read_rules(c, (struct sw_text){ text, n }, path, 0, err);
    free(text);
    return status;
}

/* The text in the property goes before a file. */
static int read_mappings(struct sw_config *c, struct sw_err *err)
{
    const struct property *inside = config_get(c, PREFIX "mapping-rule-json"),
                          *file = config_get(c, PREFIX "mapping-rule-json-file"), *json = config_mapping_in_json(c);
    if (strcmp(json->value, "json") != 0)
        return sw_err_set(err, "%s:%llu: %s: neither legacy nor json: '%s'", json->path,
                          (unsigned long long)json->line, json->name, json->value);
    c->mappings_read = true;
    if (find_queues(c, err) != SW_OK)
        return SW_FAIL;
    if (inside && inside->value[0])
        return read_rules(c, text_of(inside->value), inside->path, inside->line, err);
    if (file && file->value[0])
        return read_rule_file(c, file->value, err);
    return sw_err_set(err, "%s:%llu: %s: json, and neither mapping-rule-json nor mapping-rule-json-file has the rules",
                      json->path, (unsigned long long)json->line, json->name);
}

/* ---- one application ------------------------------------------------------------------------------------------ */

/* Ends the run, as no log has it. */
static int want(const struct sw_config *c, const struct variables *v, const char *what, struct sw_err *err)
{
    return config_unlogged(v->user, what, c->mappings_path, c->mappings_line, err);
}

static int stands_for(const struct sw_config *c, size_t variable, const struct variables *v, struct sw_text *value,
                      struct sw_err *err)
{
    switch (variable) {
    case SPECIFIED: *value = v->asked; return SW_OK;
    case DEFAULT: *value = text_of(v->preset); return SW_OK;
    case USER: *value = text_of(v->clean); return SW_OK;
    case APPLICATION: return want(c, v, "names of applications", err);
    default: return want(c, v, "groups", err);
    }
}

static int too_long(const struct sw_config *c, struct sw_text user, struct sw_err *err)
{
    return sw_err_data(err, c->mappings_path, c->mappings_line, NULL, "the queue's path is too long for user '%.*s'",
                       (int)(user.len < 100 ? user.len : 100), user.at);
}

/* whole: a variable stands for a whole queue of a path, else for any part of the text. */
static int put_variables(const struct sw_config *c, const char *text, bool whole, const struct variables *v,
                         char to[LONGEST], struct sw_err *err)
{
    size_t n = 0;
    for (const char *at = text; *at && n + 1 < LONGEST;) {
        size_t i = 0, len = whole ? strcspn(at, ".") : 1;
        while (i < N_VARIABLES && strncmp(at, variables[i], strlen(variables[i])) != 0)
            i++;
        if (i < N_VARIABLES && (!whole || len == strlen(variables[i]))) {
            struct sw_text value = { NULL, 0 };
            if (stands_for(c, i, v, &value, err) != SW_OK)
                return SW_FAIL;
            n += (size_t)snprintf(to + n, LONGEST - n, "%.*s", (int)value.len, value.at ? value.at : "");
            at += strlen(variables[i]);
        } else {
            n += (size_t)snprintf(to + n, LONGEST - n, "%.*s", (int)len, at);
            at += len;
        }
        if (whole && *at == '.' && n + 1 < LONGEST)
            to[n++] = *at++;
    }
    if (n + 1 >= LONGEST)
        return too_long(c, v->user, err);
    to[n] = '\0';
    return SW_OK;
}

/* 1: it is placed, in c->placed; 0: there is no such queue. What YARN makes for it stays. The parent of a queue
 * that YARN makes is made with it. */
static int place_at(struct sw_config *c, const char *queue, bool create, struct sw_err *err)
{
    char path[LONGEST], above[LONGEST];
    size_t n = strlen(queue);
    if (n == 0 || queue[0] == '.' || queue[n - 1] == '.' || strstr(queue, "..") || !begin_at_root(c, queue, path))
        return 0;
    if (!queue_named(c, path)) {
        if (!create || !strchr(queue, '.') || !may_be_made(c, path, above))
            return 0;
        if ((!queue_named(c, above) && note_queue(c, above, false, true, true, err) != SW_OK)
            || note_queue(c, path, true, false, false, err) != SW_OK)
            return -1;
    }
    /* Only a leaf takes applications. */
    if (!takes_jobs(c, path))
        return 0;
    /* The record names a queue by its last name, and the second of a name by its path. */
    const char *name = last_name(path);
    size_t first = 0;
    while (strcmp(last_name(c->queues[first].path), name) != 0)
        first++;
    snprintf(c->placed, sizeof c->placed, "%s", strcmp(c->queues[first].path, path) == 0 ? name : path);
    return 1;
}

/* 1: it holds for the application. -1: what it asks for is in no log. */
static int matches(const struct sw_config *c, const struct config_mapping *m, const struct variables *v,
                   struct sw_err *err)
{
    char text[LONGEST];
    if (m->type != MAPPING_OF_USER)
        return want(c, v, m->type == MAPPING_OF_GROUP ? "groups" : "names of applications", err);
    if (strcmp(m->matches, "*") == 0)
        return 1;
    if (put_variables(c, m->matches, false, v, text, err) != SW_OK)
        return -1;
    return sw_text_is(v->user, text);
}

/* 1: it is placed, 0: it goes on to the next rule, 2: it is refused. setDefaultQueue changes what %default is for
 * the rules behind it. */
static int by_mapping(struct sw_config *c, const struct config_mapping *m, struct variables *v, struct sw_err *err)
{
    char queue[LONGEST];
    int does = matches(c, m, v, err);
    if (does != 1 || m->action == MAPPING_REJECT)
        return does == 1 ? 2 : does;
    if (put_variables(c, m->queue, m->action == MAPPING_PLACE, v, queue, err) != SW_OK)
        return -1;
    if (m->action == MAPPING_SET_DEFAULT) {
        snprintf(v->preset, sizeof v->preset, "%s", queue);
        return 0;
    }
    does = place_at(c, queue, m->create, err);
    if (does != 0 || m->fallback == MAPPING_SKIPS)
        return does;
    /* There is no such queue: the fallback decides. */
    does = m->fallback == MAPPING_REFUSES ? 0 : place_at(c, v->preset, false, err);
    return does == 0 ? 2 : does;
}

/* The queue that was asked for stays unless queue-mappings-override is on; default is no queue asked for. */
int config_mapping_place(struct sw_config *c, struct sw_text user, struct sw_text *queue, struct sw_err *err)
{
    struct variables v = { .user = user, .asked = *queue, .preset = "root.default" };
    if (!c->mappings_read && read_mappings(c, err) != SW_OK)
        return SW_FAIL;
    if (sw_text_is(*queue, "default"))
        v.asked.len = 0;
    if (v.asked.len > 0 && !config_is_true(c, PREFIX "queue-mappings-override.enable"))
        return SW_OK;
    /* Each dot of the name becomes five bytes. */
    if (user.len > sizeof v.clean / 5 - 1)
        return too_long(c, user, err);
    config_clean(user, v.clean, sizeof v.clean);
    int got = 0;
    for (size_t i = 0; i < c->n_mappings && got == 0; i++)
        got = by_mapping(c, &c->mappings[i], &v, err);
    if (got == 1)
        *queue = text_of(c->placed);
    c->n_refused += got == 2;
    return got < 0 ? SW_FAIL : SW_OK;
}
