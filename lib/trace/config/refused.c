/* SPDX-License-Identifier: GPL-3.0-or-later */
/* refused.c - what YARN refuses, or reads and does not heed: read from Hadoop 3.3.6. Each is noted by readers and lint
 * alike. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "lib/trace/config/config.h"

#define PREFIX "yarn.scheduler.capacity."

/* ---- allocation files (AllocationFileQueueParser) ------------------------------------------------------------ */

/* "If configuring root queue, no other queues can be placed alongside it." In any case of letters. */
void config_refused_root(struct sw_config *c, const struct xml *x, const char *path)
{
    const struct xml_element *root = NULL;
    size_t n = 0;
    for (uint32_t i = x->at[0].first; i != XML_NONE; i = x->at[i].next) {
        const struct xml_element *e = &x->at[i];
        if (strcmp(e->name, "pool") != 0 && strcmp(e->name, "queue") != 0)
            continue;
        n++;
        if (e->label && strcasecmp(e->label, "root") == 0)
            root = e;
    }
    if (root && n > 1)
        config_note(c, SW_CONFIG_WRONG, path, root->line, "queue 'root' has others beside it: YARN refuses the file");
}

/* loadQueue; FairSharePolicy of weight 0. strtod() stops at what is no number, which readers have noted. */
void config_refused_queue(struct sw_config *c, const struct xml *x, const struct xml_element *e, const char *path)
{
    if (strchr(e->label, '.'))
        config_note(c, SW_CONFIG_WRONG, path, e->line, "queue '%.100s': a dot in its name: YARN refuses the file",
                    e->label);
    for (uint32_t i = e->first; i != XML_NONE; i = x->at[i].next) {
        const struct xml_element *of = &x->at[i];
        bool part = strcmp(of->name, "maxAMShare") == 0 || strcmp(of->name, "fairSharePreemptionThreshold") == 0;
        if (part && strtod(of->text, NULL) > 1)
            config_note(c, SW_CONFIG_DOUBTFUL, path, of->line,
                        "%s: YARN takes %.60s for 1: it is a part, no percentage",
                        of->name, of->text);
        if (strcmp(of->name, "maxAMShare") == 0 && (xml_child(x, e, "queue") || xml_child(x, e, "pool")))
            config_note(c, SW_CONFIG_WRONG, path, of->line,
                        "maxAMShare: in a queue with others inside YARN refuses the file");
        if (strcmp(of->name, "weight") == 0 && of->text[0] && strtod(of->text, NULL) == 0)
            config_note(c, SW_CONFIG_DOUBTFUL, path, of->line,
                        "queue '%.100s': of weight 0 it has its minimum, and what "
                        "the others leave", e->label);
    }
}

/* FairSchedulerConfiguration.parseOldStyleResource. With = or % it is another way of writing, in which one of them
 * may be missing. */
void config_refused_resources(struct sw_config *c, const struct xml_element *e, const char *path, bool memory,
                              bool cores)
{
    if (memory != cores && !strpbrk(e->text, "=%"))
        config_note(c, SW_CONFIG_WRONG, path, e->line, "%s: without %s YARN refuses the file: '%.100s'", e->name,
                    memory ? "vcores" : "mb", e->text);
}

/* Hadoop's Configuration follows it among properties; from 3.3.5 on not in allocation files. */
void config_refused_include(struct sw_config *c, const char *path, uint64_t line)
{
    config_note(c, SW_CONFIG_DOUBTFUL, path, line,
                "xi:include: is not followed here: give the file that it names, too");
}

/* ---- the Capacity Scheduler ---------------------------------------------------------------------------------- */

/* Words stand between commas and blanks. */
static bool is_in_list(const char *list, const char *word, size_t len)
{
    for (; *list; list += strcspn(list, ", \t\r\n")) {
        list += strspn(list, ", \t\r\n");
        if (strcspn(list, ", \t\r\n") == len && strncmp(list, word, len) == 0)
            return true;
    }
    return false;
}

/* The path is "root.a.b", and each part of it stands in the list of the one before. */
static bool is_declared(const struct sw_config *c, const char *path)
{
    char key[640];
    for (const char *dot = path; (dot = strchr(dot, '.')); dot++) {
        snprintf(key, sizeof key, PREFIX "%.*s.queues", (int)(dot - path), path);
        const struct property *list = config_get(c, key);
        if (!list || !is_in_list(list->value, dot + 1, strcspn(dot + 1, ".")))
            return false;
    }
    return true;
}

/* The queue of a property of one; "": it is none's. Labels of nodes have keys of their own below a queue. */
static void queue_of(const struct property *p, char *path, size_t cap)
{
    const char *tail;
    path[0] = '\0';
    if (strncmp(p->name, PREFIX "root.", sizeof PREFIX "root." - 1) != 0 || strstr(p->name, "accessible-node-labels"))
        return;
    const char *from = p->name + sizeof PREFIX - 1;
    if (config_keys_capacity_knows(p->name, &tail) && tail > from)
        snprintf(path, cap, "%.*s", (int)(tail - 1 - from), from);
}

/* It was added, but not to the list. Each such queue is told once, at its first key. */
static void judge_forgotten(struct sw_config *c)
{
    char path[512], before[512];
    for (size_t i = 0; i < c->n_properties; i++) {
        const struct property *p = &c->properties[i];
        queue_of(p, path, sizeof path);
        bool known = !path[0] || !config_get(c, p->name) || is_declared(c, path);
        for (size_t k = 0; !known && k < i; k++) {
            queue_of(&c->properties[k], before, sizeof before);
            known = strcmp(before, path) == 0;
        }
        if (!known)
            config_note(c, SW_CONFIG_DOUBTFUL, p->path, p->line, "queue '%.100s' stands in no list of queues: what is "
                        "said of it has no effect", path);
    }
}

/* By its path, or by its last name alone. A path that does not begin at root is looked for by its last name. */
static bool names_queue(const struct sw_config *c, const char *name, size_t len)
{
    char path[512];
    snprintf(path, sizeof path, "%.*s", (int)len, name);
    if (strncmp(path, "root.", 5) == 0)
        return is_declared(c, path);
    for (size_t i = 0; i < c->n_pools; i++) {
        const char *pool = c->pools[i].name, *dot = strrchr(pool, '.');
        if (strcmp(dot ? dot + 1 : pool, strrchr(path, '.') ? strrchr(path, '.') + 1 : path) == 0)
            return true;
    }
    return false;
}

/* "u:joe:etl,g:staff:web": UserGroupMappingPlacementRule.initialize. A target with a part like %user is made then.
 * Spaces belong to none of the parts. */
static void judge_mappings(struct sw_config *c)
{
    const struct property *p = config_get(c, PREFIX "queue-mappings");
    for (const char *at = p ? p->value : ""; *at; ) {
        at += strspn(at, ", \t\r\n");
        size_t len = strcspn(at, ",");
        const char *last = len ? memrchr(at, ':', len) : NULL;
        size_t of_name = last ? len - (size_t)(last + 1 - at) : 0;
        while (of_name && strchr(" \t\r\n", last[of_name]))
            of_name--;
        if (of_name && !memchr(last, '%', of_name + 1) && !names_queue(c, last + 1, of_name))
            config_note(c, SW_CONFIG_WRONG, p->path, p->line, "%s: no such queue, so YARN does not start: '%.*s'",
                        p->name, (int)(len < 100 ? len : 100), at);
        at += len;
    }
}

/* CapacitySchedulerQueueManager.parseQueue; a queue without a capacity has 0 %. Without any key of a queue nothing
 * is said. */
void config_refused_capacity(struct sw_config *c)
{
    const struct property *first = NULL;
    for (size_t i = 0; i < c->n_properties && !first; i++)
        if (strncmp(c->properties[i].name, PREFIX "root.", sizeof PREFIX "root." - 1) == 0)
            first = config_get(c, c->properties[i].name);
    if (!first)
        return;
    if (!config_get(c, PREFIX "root.queues")) {
        config_note(c, SW_CONFIG_WRONG, first->path, first->line,
                    "without " PREFIX "root.queues YARN does not start");
        return;
    }
    for (size_t i = 0; i < c->n_pools; i++) {
        const struct pool *p = &c->pools[i];
        if (p->mode == CAPACITY_PERCENT && p->is_silent)
            config_note(c, SW_CONFIG_DOUBTFUL, p->path, p->line, "queue '%.100s': no capacity is said, which is 0 %%",
                        p->name);
    }
    judge_forgotten(c);
    judge_mappings(c);
}
