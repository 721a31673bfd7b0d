/* SPDX-License-Identifier: GPL-3.0-or-later */
/* capacity.c - yarn.scheduler.capacity.root.ads.capacity and its like, as pools of the order `capacity`.
 *
 * A queue goes by its last name, as applications name it, and by its path where two have the same. Capacities are parts
 * of the parent's; the record has parts of the cluster. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/trace/config/config.h"

#define PREFIX "yarn.scheduler.capacity."
#define DEEPEST 32

struct queue { char path[512]; double capacity, max_capacity; };

static const struct property *get(const struct sw_config *c, const char *queue, const char *what)
{
    char key[640];
    snprintf(key, sizeof key, PREFIX "%s.%s", queue, what);
    return config_get(c, key);
}

/* A part of the parent's, in percent; weights (3w) and resources ([memory=...]) are other modes. */
static int read_part(struct sw_config *c, const struct property *p, double parents, double otherwise, double *to,
                     struct sw_err *err)
{
    double x;
    *to = otherwise;
    if (!p || strcmp(p->value, "-1") == 0)
        return SW_OK;
    if (p->value[0] == '[') {
        config_note(c, SW_CONFIG_LEFT_OUT, p->path, p->line,
                    "%.200s: resources in place of a percentage, left out: '%.60s'", p->name, p->value);
        return SW_OK;
    }
    size_t len = strlen(p->value);
    if (sw_num_real(p->value, len - (len > 0 && p->value[len - 1] == '%'), &x) != SW_OK || x < 0 || x > 100)
        return config_bad(c, p->path, p->line, p->name, p->value, "a percentage", err);
    *to = parents * x / 100;
    return SW_OK;
}

/* "3w": of what the parent has, 3 among the weights of its children. */
static bool is_weight(const struct property *p, double *weight)
{
    size_t len = p ? strlen(p->value) : 0;
    return len > 1 && p->value[len - 1] == 'w' && sw_num_real(p->value, len - 1, weight) == SW_OK && *weight >= 0;
}

static int read_factor(struct sw_config *c, const struct property *p, double *to, struct sw_err *err)
{
    if (!p || (sw_num_real(p->value, strlen(p->value), to) == SW_OK && (*to >= 0 || *to == -1)))
        return SW_OK; /* -1: no limit, as where there is none */
    return config_bad(c, p->path, p->line, p->name, p->value, "a factor", err);
}

/* For sw_config_lint(): how the file writes the capacity, and where. */
static void set_written(struct pool *p, const struct property *part, const struct property *most)
{
    if (most)
        p->max_line = most->line;
    p->mode = CAPACITY_PERCENT; /* without any it is 0 % */
    p->percent = 0;
    if (!part)
        return;
    size_t len = strlen(part->value);
    p->path = part->path;
    p->line = part->line;
    p->mode = part->value[0] == '[' ? CAPACITY_RESOURCES : p->weight >= 0 ? CAPACITY_WEIGHT : CAPACITY_PERCENT;
    if (p->mode == CAPACITY_PERCENT
        && sw_num_real(part->value, len - (len > 0 && part->value[len - 1] == '%'), &p->percent) != SW_OK)
        p->percent = NAN; /* noted as wrong */
}

static int fill(struct sw_config *c, size_t at, struct queue *q, const struct queue *parent, struct sw_err *err)
{
    const struct property *policy = get(c, q->path, "ordering-policy"), *own = get(c, q->path, "max-parallel-apps"),
                          *jobs = own ? own : config_get(c, PREFIX "max-parallel-apps"),
                          *part = get(c, q->path, "capacity"), *least = get(c, q->path, "minimum-user-limit-percent");
    struct pool *p = &c->pools[at];
    double percent = 100;
    p->user_limit = 1;
    p->fifo = !policy || strcmp(policy->value, "fair") != 0;
    if (is_weight(part, &p->weight))
        q->capacity = parent->capacity;
    else if (read_part(c, part, parent->capacity, 0, &q->capacity, err) != SW_OK)
        return SW_FAIL;
    if (read_part(c, get(c, q->path, "maximum-capacity"), parent->max_capacity, parent->max_capacity, &q->max_capacity,
                  err) != SW_OK
        || read_factor(c, get(c, q->path, "user-limit-factor"), &p->user_limit, err) != SW_OK)
        return SW_FAIL;
    if (jobs && sw_num_u64(jobs->value, strlen(jobs->value), &p->max_jobs) != SW_OK)
        return config_bad(c, jobs->path, jobs->line, jobs->name, jobs->value, "a count", err);
    if (least && (sw_num_real(least->value, strlen(least->value), &percent) != SW_OK || percent < 0 || percent > 100))
        return config_bad(c, least->path, least->line, least->name, least->value, "a percentage", err);
    if (percent < 100)
        p->min_user_limit = percent / 100;
    set_written(p, part, get(c, q->path, "maximum-capacity"));
    p->capacity = q->capacity;
    p->max_capacity = q->max_capacity;
    return SW_OK;
}

static bool is_named(const struct sw_config *c, const char *name)
{
    for (size_t i = 0; i < c->n_pools; i++)
        if (strcmp(c->pools[i].name, name) == 0)
            return true;
    return false;
}

static int add_queues(struct sw_config *c, const struct queue *above, const char *parent, unsigned depth,
                      struct sw_err *err);

static int add_queue(struct sw_config *c, const struct queue *above, const char *parent, const char *name,
                     const struct property *list, unsigned depth, struct sw_err *err)
{
    struct queue q;
    char own[512];
    if ((size_t)snprintf(q.path, sizeof q.path, "%s.%s", above->path, name) >= sizeof q.path)
        return sw_err_set(err, "name of a queue is too long: '%.60s'", name);
    snprintf(own, sizeof own, "%s", is_named(c, name) ? q.path : name);
    if (!config_add_pool(c, own, parent, list->path, list->line, err)
        || fill(c, c->n_pools - 1, &q, above, err) != SW_OK)
        return SW_FAIL;
    return add_queues(c, &q, own, depth + 1, err);
}

/* yarn.scheduler.capacity.root.queues: ads,web */
static int add_queues(struct sw_config *c, const struct queue *above, const char *parent, unsigned depth,
                      struct sw_err *err)
{
    const struct property *list = get(c, above->path, "queues");
    int status = SW_OK;
    char *text = list ? strdup(list->value) : NULL, *rest = NULL;
    if (!list)
        return SW_OK;
    if (!text)
        return sw_err_memory(err);
    if (depth > DEEPEST)
        status = sw_err_data(err, list->path, list->line, list->name, "queues are nested too deeply");
    for (char *name = strtok_r(text, ", \t\r\n", &rest); status == SW_OK && name;
         name = strtok_r(NULL, ", \t\r\n", &rest))
        status = add_queue(c, above, parent, name, list, depth, err);
    free(text);
    return status;
}

int config_capacity(struct sw_config *c, struct sw_err *err)
{
    struct queue root = { "root", 1, 1 };
    if (c->capacity_done)
        return SW_OK;
    c->capacity_done = true;
    return add_queues(c, &root, NULL, 0, err);
}
