/* SPDX-License-Identifier: GPL-3.0-or-later */
/* capacity.c - yarn.scheduler.capacity.root.ads.capacity and its like, as pools of the order `capacity`.
 *
 * A queue goes by its last name, as applications name it, and by its path where two have the same. Capacities are parts
 * of the parent's; the record has parts of the cluster. In place of percentages there may be weights, and
 * resources, which are parts of what the queues at the top have together. Properties of all files are gathered
 * first, so this is done once, when pools or options are asked for. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/csv/text.h"
#include "lib/trace/config/config.h"

#define PREFIX "yarn.scheduler.capacity."
/* Queues inside of queues: more is an error. */
#define DEEPEST 32

/* of_weights, of_memory: what its children have together. capacity and max_capacity are parts of the cluster, as
 * the record wants them. */
struct queue { char path[512]; double capacity, max_capacity, of_weights, of_memory; };

/* The property of a queue, by its path: root.ads. */
static const struct property *get(const struct sw_config *c, const char *queue, const char *what)
{
    char key[640];
    snprintf(key, sizeof key, PREFIX "%s.%s", queue, what);
    return config_get(c, key);
}

/* "[memory=40960,vcores=40]": in MB, as YARN writes it; other resources are passed over. */
static bool is_memory(const struct property *p, double *memory)
{
    const char *at = p && p->value[0] == '[' ? strstr(p->value, "memory") : NULL;
    const char *number = at ? at + strcspn(at, "=") + 1 : NULL;
    size_t len = number && number[-1] ? strcspn(number, ",]") : 0;
    return len > 0 && number[len] && sw_num_real(number, len, memory) == SW_OK;
}

/* A part of the parent's, in percent; weights (3w) and resources ([memory=...]) are other modes. parents: the part
 * of the cluster that the parent has. otherwise: what holds where nothing is said. */
static int read_part(struct sw_config *c, const struct property *p, double parents, double otherwise, double *to,
                     struct sw_err *err)
{
    double x;
    /* -1 is as not said. */
    *to = otherwise;
    if (!p || strcmp(p->value, "-1") == 0)
        return SW_OK;
    if (is_memory(p, &x) && c->capacity_memory > 0) {
        *to = x < c->capacity_memory ? x / c->capacity_memory : 1;
        return SW_OK;
    }
    if (p->value[0] == '[')
        return config_bad(c, p->path, p->line, p->name, p->value, "memory in MB, as each queue at the top has to say",
                          err);
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

/* *to stays where the property is not there. */
static int read_factor(struct sw_config *c, const struct property *p, double *to, struct sw_err *err)
{
    if (!p || (sw_num_real(p->value, strlen(p->value), to) == SW_OK && (*to >= 0 || *to == -1)))
        return SW_OK; /* -1: no limit, as where there is none */
    return config_bad(c, p->path, p->line, p->name, p->value, "a factor", err);
}

/* Of the queue itself, or of all; jobs are in queues without others inside. */
static int read_masters(struct sw_config *c, const struct queue *q, double *to, struct sw_err *err)
{
    const struct property *own = get(c, q->path, "maximum-am-resource-percent"),
                          *p = own ? own : config_get(c, PREFIX "maximum-am-resource-percent");
    if (!p || get(c, q->path, "queues"))
        return SW_OK;
    if (sw_num_real(p->value, strlen(p->value), to) != SW_OK || *to < 0) {
        /* NaN is not given. */
        *to = NAN;
        return config_bad(c, p->path, p->line, p->name, p->value, "a part", err);
    }
    if (*to > 1) {
        *to = -1;
        config_note(c, SW_CONFIG_DOUBTFUL, p->path, p->line,
                    "%.200s: it is a part, no percentage: %.60s limits nothing", p->name, p->value);
    }
    return SW_OK;
}

/* For sw_config_lint(): how the file writes the capacity, and where. The parts of the cluster are in capacity and
 * max_capacity; lint wants the numbers of the file. */
static void set_written(struct pool *p, const struct property *part, const struct property *most)
{
    if (most)
        p->max_line = most->line;
    p->mode = CAPACITY_PERCENT; /* without any it is 0 % */
    p->percent = 0;
    p->is_silent = !part;
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

/* Those of queues with children say who of them goes first. The order inside a queue is fifo but for fair. */
static const char *const policies[] = { "fifo", "fair", "fifo-with-partitions", "fifo-for-pending-apps", "utilization",
                                        "priority-utilization", NULL };

/* All that the properties say of one queue. q: what its children will need of it. */
static int fill_pool(struct sw_config *c, size_t at, struct queue *q, const struct queue *parent, struct sw_err *err)
{
    const struct property *policy = get(c, q->path, "ordering-policy"), *own = get(c, q->path, "max-parallel-apps"),
                          *jobs = own ? own : config_get(c, PREFIX "max-parallel-apps"),
                          *part = get(c, q->path, "capacity"), *least = get(c, q->path, "minimum-user-limit-percent");
    struct pool *p = &c->pools[at];
    double percent = 100;
    p->user_limit = 1;
    p->fifo = !policy || strcmp(policy->value, "fair") != 0;
    if (policy && !text_is_among(text_of(policy->value), policies)
        && config_bad(c, policy->path, policy->line, policy->name, policy->value, "fifo or fair", err) != SW_OK)
        return SW_FAIL;
    /* A weight is a part of what the parent has, by the sum of its children's weights. */
    if (is_weight(part, &p->weight))
        q->capacity = p->weight > 0 ? parent->capacity * p->weight / parent->of_weights : 0;
    else if (read_part(c, part, parent->capacity, 0, &q->capacity, err) != SW_OK)
        return SW_FAIL;
    if (read_part(c, get(c, q->path, "maximum-capacity"), parent->max_capacity, parent->max_capacity, &q->max_capacity,
                  err) != SW_OK
        || read_factor(c, get(c, q->path, "user-limit-factor"), &p->user_limit, err) != SW_OK
        || read_masters(c, q, &p->am_share, err) != SW_OK)
        return SW_FAIL;
    if (jobs && sw_num_u64(jobs->value, strlen(jobs->value), &p->max_jobs) != SW_OK)
        return config_bad(c, jobs->path, jobs->line, jobs->name, jobs->value, "a count", err);
    if (least && (sw_num_real(least->value, strlen(least->value), &percent) != SW_OK || percent < 0 || percent > 100))
        return config_bad(c, least->path, least->line, least->name, least->value, "a percentage", err);
    /* 100 % is no limit. */
    if (percent < 100)
        p->min_user_limit = percent / 100;
    set_written(p, part, get(c, q->path, "maximum-capacity"));
    p->weight = -1; /* it is in the capacity */
    p->capacity = q->capacity;
    p->max_capacity = q->max_capacity;
    return SW_OK;
}

static int add_queues(struct sw_config *c, struct queue *above, const char *parent, unsigned depth,
                      struct sw_err *err);

/* The queue, then those inside of it. list: where its name stands. */
static int add_queue(struct sw_config *c, const struct queue *above, const char *parent, const char *name,
                     const struct property *list, unsigned depth, struct sw_err *err)
{
    struct queue q = { .of_weights = 0 };
    char own[512];
    if ((size_t)snprintf(q.path, sizeof q.path, "%s.%s", above->path, name) >= sizeof q.path)
        return sw_err_set(err, "name of a queue is too long: '%.60s'", name);
    bool second = config_find_pool(c, name);
    snprintf(own, sizeof own, "%s", second ? q.path : name);
    if (second)
        config_note(c, SW_CONFIG_DOUBTFUL, list->path, list->line,
                    "queue '%.200s': another has the name '%.100s', and is the "
                    "one that a log means by it", q.path, name);
    const struct pool plain = config_pool();
    if (!config_add_pool(c, &plain, own, parent, list->path, list->line, err)
        || fill_pool(c, c->n_pools - 1, &q, above, err) != SW_OK)
        return SW_FAIL;
    return add_queues(c, &q, own, depth + 1, err);
}

/* Sums are needed before the first of the children is read, as each is a part of them. */
static void add_to_parent(const struct sw_config *c, struct queue *above, const char *name)
{
    char path[512];
    double x;
    if ((size_t)snprintf(path, sizeof path, "%s.%s", above->path, name) >= sizeof path)
        return; /* which is told when it is read */
    const struct property *part = get(c, path, "capacity");
    if (is_weight(part, &x))
        above->of_weights += x;
    above->of_memory = is_memory(part, &x) ? above->of_memory + x : NAN;
}

/* yarn.scheduler.capacity.root.queues: ads,web. The list is gone through twice: for the sums, then for the queues. */
static int add_queues(struct sw_config *c, struct queue *above, const char *parent, unsigned depth,
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
    for (char *name = strtok_r(text, ", \t\r\n", &rest); name; name = strtok_r(NULL, ", \t\r\n", &rest))
        add_to_parent(c, above, name);
    if (depth == 0)
        /* Resources are parts of what the queues at the top have together (docs/formats/configurations.md). */
        c->capacity_memory = above->of_memory;
    /* strtok_r() has cut it. */
    strcpy(text, list->value);
    for (char *name = strtok_r(text, ", \t\r\n", &rest); status == SW_OK && name;
         name = strtok_r(NULL, ", \t\r\n", &rest))
        status = add_queue(c, above, parent, name, list, depth, err);
    free(text);
    return status;
}

/* Both schedulers' pools would stand side by side otherwise. */
void config_capacity_alone(struct sw_config *c)
{
    if (!c->has_allocations[SW_CONFIG_YARN] || !config_is_without(c, "FairScheduler"))
        return;
    const struct property *class = config_get(c, CONFIG_SCHEDULER);
    for (size_t i = 0; i < c->n_pools; i++) {
        free(c->pools[i].name);
        free(c->pools[i].parent);
    }
    c->n_pools = 0;
    c->has_allocations[SW_CONFIG_YARN] = false;
    config_note(c, SW_CONFIG_DOUBTFUL, class->path, class->line, "%s: the allocation file has no effect: '%.100s'",
                class->name, class->value);
}

/* From here on properties are not turned into pools again. */
int config_capacity(struct sw_config *c, struct sw_err *err)
{
    struct queue root = { "root", 1, 1, 0, 0 };
    if (c->capacity_done)
        return SW_OK;
    c->capacity_done = true;
    config_capacity_alone(c);
    if (add_queues(c, &root, NULL, 0, err) != SW_OK)
        return SW_FAIL;
    config_refused_capacity(c);
    return SW_OK;
}
