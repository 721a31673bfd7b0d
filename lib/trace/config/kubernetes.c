/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kubernetes.c - queues of Kueue (ClusterQueue, Cohort), KAI and Volcano (Queue) as pools of the order `quota`.
 *
 * Sources: apis/kueue/v1beta1 and v1beta2 of kubernetes-sigs/kueue, pkg/apis/scheduling/v2 of KAI-Scheduler,
 * pkg/apis/scheduling/v1beta1 of volcano-sh/apis. Objects are read first, in any order. What a cohort has in all,
 * and who is named alone, is settled behind the last file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/csv/text.h"
#include "lib/trace/config/config.h"

/* A quota without a limit, where --total-slots is not given. */
#define UNLIMITED_SLOTS 1000000000.0 /* more than any cluster has */

/* What has no counterpart, and of how many objects. */
struct without { char what[200]; uint64_t n; };
struct kubernetes {
    struct sw_config *c;
    const char *path;
    struct without *without;
    size_t n_without, cap_without;
    uint64_t n_flavors;          /* queues in which several flavors were added up */
};

/* One note for each kind of omission, with the number of objects. */
static int note_without(struct kubernetes *k, struct sw_err *err, const char *fmt, ...) SW_PRINTF(3, 4);
static int note_without(struct kubernetes *k, struct sw_err *err, const char *fmt, ...)
{
    struct without now = { .n = 1 };
    va_list args;
    va_start(args, fmt);
    vsnprintf(now.what, sizeof now.what, fmt, args);
    va_end(args);
    for (size_t i = 0; i < k->n_without; i++)
        if (strcmp(k->without[i].what, now.what) == 0) {
            k->without[i].n++;
            return SW_OK;
        }
    if (sw_grow(&k->without, &k->cap_without, k->n_without + 1, sizeof *k->without, err) != SW_OK)
        return SW_FAIL;
    k->without[k->n_without++] = now;
    return SW_OK;
}

/* Members of spec that are not among those read. null is as not there. */
static int note_members(struct kubernetes *k, const struct json_node *object, const char *kind,
                        const char *const *read, struct sw_err *err)
{
    JSON_EACH (c, json_get(object, "spec")) {
        if (!text_is_among(c->key, read) && c->kind != JSON_NULL
            && note_without(k, err, "%s: spec.%.*s", kind, (int)c->key.len, c->key.at) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* A ClusterQueue and a cohort may have the same name. */
static struct pool *queue_named(struct sw_config *c, const char *name, enum pool_of of)
{
    for (size_t i = 0; i < c->n_pools; i++)
        if (strcmp(c->pools[i].name, name) == 0 && c->pools[i].of == of)
            return &c->pools[i];
    return NULL;
}

/* A name is there once for a kind. What it is inside of may come later. Jobs of a queue go in fifo order
 * (docs/formats/kubernetes.md). */
static int add_queue(struct kubernetes *k, const struct json_node *object, struct sw_text parent, enum pool_of of,
                     uint64_t line, struct pool **to, struct sw_err *err)
{
    char name[254], above[254];
    struct sw_text text = objects_text(object, "metadata.name");
    if (text.len == 0 || text.len >= sizeof name || parent.len >= sizeof above)
        return sw_err_data(err, k->path, line, "metadata.name", "is missing, or too long");
    snprintf(name, sizeof name, "%.*s", (int)text.len, text.at);
    snprintf(above, sizeof above, "%.*s", (int)parent.len, parent.at);
    if (queue_named(k->c, name, of))
        return sw_err_data(err, k->path, line, "metadata.name", "is there twice: '%s'", name);
    struct pool queue = config_pool();
    queue.of = of;
    queue.fifo = true;
    *to = config_add_pool(k->c, &queue, name, parent.len ? above : NULL, k->path, line, err);
    return *to ? SW_OK : SW_FAIL;
}

/* Line of the object. */
static int bad_amount(struct kubernetes *k, const struct pool *p, const char *what, struct sw_text text,
                      struct sw_err *err)
{
    return sw_err_data(err, k->path, p->line, what, "of '%s': not an amount: '%.*s'", p->name, (int)text.len, text.at);
}

/* Empty leaves the weight as it is. */
static int take_weight(struct kubernetes *k, struct pool *p, const char *what, struct sw_text text, struct sw_err *err)
{
    if (text.len == 0)
        return SW_OK;
    return quantity_read(text, &p->weight) && p->weight >= 0 ? SW_OK : bad_amount(k, p, what, text, err);
}

/* ---- Kueue -------------------------------------------------------------------------------------------- */

/* Of several flavors the sum; where one has no limit, there is none. first: of the first flavor, which has nothing
 * to add to. */
static int add_amount(struct kubernetes *k, const struct pool *p, const struct json_node *resource, const char *what,
                      bool first, double *sum, struct sw_err *err)
{
    const struct json_node *at = json_get(resource, what);
    double x;
    if (!at || at->kind == JSON_NULL) {
        *sum = -1;
        return SW_OK;
    }
    if (!quantity_read(json_text(at), &x) || x < 0)
        return bad_amount(k, p, what, json_text(at), err);
    if (first || *sum >= 0)
        *sum = (first ? 0 : *sum) + x / k->c->resource.unit;
    return SW_OK;
}

/* spec.resourceGroups[].flavors[].resources[]. Each group names resources, and each of its flavors has amounts of
 * them. */
static int read_groups(struct kubernetes *k, struct pool *p, const struct json_node *object, struct sw_err *err)
{
    uint64_t n = 0;
    JSON_EACH (g, objects_get(object, "spec.resourceGroups")) {
        JSON_EACH (f, json_get(g, "flavors")) {
            JSON_EACH (r, json_get(f, "resources")) {
                if (!quantity_is(&k->c->resource, json_text_of(r, "name")))
                    continue;
                if (add_amount(k, p, r, "nominalQuota", n == 0, &p->quota, err) != SW_OK
                    || add_amount(k, p, r, "borrowingLimit", n == 0, &p->borrowing, err) != SW_OK
                    || add_amount(k, p, r, "lendingLimit", n == 0, &p->lending, err) != SW_OK)
                    return SW_FAIL;
                n++;
            }
        }
    }
    /* A queue that has none of the resource has a quota of 0, not none. */
    if (n == 0)
        p->quota = 0;
    k->n_flavors += n > 1;
    return SW_OK;
}

/* v1beta1 writes cohort, v1beta2 cohortName; parent and parentName of a cohort. What the newer name says goes
 * before the older one's. */
static int read_kueue(struct kubernetes *k, const struct json_node *object, uint64_t line, struct sw_err *err)
{
    static const char *const read_of_queue[] = { "cohort", "cohortName", "resourceGroups", "fairSharing",
                                                 "namespaceSelector", NULL },
                             *const read_of_cohort[] = { "parent", "parentName", "resourceGroups", "fairSharing",
                                                         NULL };
    bool cohort = json_is(json_get(object, "kind"), "Cohort");
    struct sw_text old = objects_text(object, cohort ? "spec.parent" : "spec.cohort"),
                   parent = objects_text(object, cohort ? "spec.parentName" : "spec.cohortName");
    struct pool *p;
    if (add_queue(k, object, parent.len ? parent : old, cohort ? POOL_COHORT : POOL_CLUSTER_QUEUE, line, &p, err)
            != SW_OK
        || read_groups(k, p, object, err) != SW_OK
        || take_weight(k, p, "spec.fairSharing.weight", objects_text(object, "spec.fairSharing.weight"), err) != SW_OK)
        return SW_FAIL;
    return note_members(k, object, cohort ? "Cohort" : "ClusterQueue", cohort ? read_of_cohort : read_of_queue, err);
}

/* ---- KAI ---------------------------------------------------------------------------------------------- */

/* The part of spec.resources, and how much of it is one of the resource's own units: GPUs, thousandths of a CPU, 10^6
 * bytes. */
static const struct json_node *kai_resource(struct kubernetes *k, const struct json_node *object, double *each)
{
    static const struct { const char *name; double each; } parts[] = { { "gpu", 1 }, { "cpu", 1e-3 },
                                                                       { "memory", 1e6 } };
    const struct json_node *found = NULL;
    for (size_t i = 0; i < 3; i++) {
        const struct json_node *part = json_get(objects_get(object, "spec.resources"), parts[i].name);
        if (part && quantity_is(&k->c->resource, text_of(parts[i].name))) {
            found = part;
            *each = parts[i].each;
        }
    }
    return found;
}

/* otherwise: what holds where it is not said. INFINITY: no limit. */
static int kai_amount(struct kubernetes *k, const struct pool *p, const struct json_node *part, const char *what,
                      double each, double otherwise, double *to, struct sw_err *err)
{
    struct sw_text text = json_text(json_get(part, what));
    *to = otherwise;
    if (text.len == 0)
        return SW_OK;
    if (!quantity_read(text, to) || (*to < 0 && *to != KUBE_UNLIMITED))
        return bad_amount(k, p, what, text, err);
    *to = *to < 0 ? INFINITY : *to * each / k->c->resource.unit;
    return SW_OK;
}

/* What is not said is 0 (getQueueQuota of queue_info.go), the priority 100 (DefaultQueuePriority). The weight, too,
 * is 0 unless said. */
static int read_kai(struct kubernetes *k, const struct json_node *object, uint64_t line, struct sw_err *err)
{
    static const char *const read[] = { "parentQueue", "resources", "priority", "displayName", NULL };
    struct pool *p;
    double each = 1;
    const struct json_node *part = kai_resource(k, object, &each), *priority = objects_get(object, "spec.priority");
    if (add_queue(k, object, objects_text(object, "spec.parentQueue"), POOL_QUEUE, line, &p, err) != SW_OK
        || kai_amount(k, p, part, "quota", each, 0, &p->quota, err) != SW_OK
        || kai_amount(k, p, part, "limit", each, 0, &p->limit, err) != SW_OK
        || kai_amount(k, p, part, "lendingLimit", each, -1, &p->lending, err) != SW_OK)
        return SW_FAIL;
    p->weight = 0;
    /* A negative limit is none (put.c). */
    p->limit = isinf(p->limit) ? -1 : p->limit;
    p->has_priority = true;
    p->priority = 100;
    if (priority && priority->kind != JSON_NULL && !json_i64(priority, &p->priority))
        return bad_amount(k, p, "spec.priority", json_text(priority), err);
    if (take_weight(k, p, "overQuotaWeight", json_text(json_get(part, "overQuotaWeight")), err) != SW_OK)
        return SW_FAIL;
    return note_members(k, object, "Queue", read, err);
}

/* ---- Volcano ------------------------------------------------------------------------------------------- */

/* deserved is the quota. A guarantee is a part of it that is not lent. So what is lent is at most the rest. */
static int read_volcano(struct kubernetes *k, const struct json_node *object, uint64_t line, struct sw_err *err)
{
    static const char *const read[] = { "weight", "capability", "deserved", "guarantee", "parent", "priority", NULL };
    const struct json_node *priority = objects_get(object, "spec.priority");
    struct kube_resource *resource = &k->c->resource;
    struct pool *p;
    double kept;
    if (add_queue(k, object, objects_text(object, "spec.parent"), POOL_QUEUE, line, &p, err) != SW_OK
        || take_weight(k, p, "spec.weight", objects_text(object, "spec.weight"), err) != SW_OK)
        return SW_FAIL;
    if (!quantity_of(resource, objects_get(object, "spec.deserved"), &p->quota))
        p->quota = 0;
    if (!quantity_of(resource, objects_get(object, "spec.capability"), &p->limit))
        p->limit = -1;
    if (quantity_of(resource, objects_get(object, "spec.guarantee.resource"), &kept)) {
        p->quota = p->quota > kept ? p->quota : kept;
        p->lending = p->quota - kept;
    }
    p->has_priority = priority && priority->kind != JSON_NULL;
    if (p->has_priority && !json_i64(priority, &p->priority))
        return bad_amount(k, p, "spec.priority", json_text(priority), err);
    return note_members(k, object, "Queue", read, err);
}

/* ---- files --------------------------------------------------------------------------------------------- */

static int on_queue_object(void *context, const struct json_node *object, uint64_t line, struct sw_err *err)
{
    static const char *const of_jobs[] = { "Pod", "Workload", "PodGroup", "Node", "LocalQueue", NULL };
    struct kubernetes *k = context;
    struct sw_text kind = json_text_of(object, "kind");
    if (objects_is(object, "kueue.x-k8s.io", "ClusterQueue") || objects_is(object, "kueue.x-k8s.io", "Cohort"))
        return read_kueue(k, object, line, err);
    if (objects_is(object, "scheduling.run.ai", "Queue"))
        return read_kai(k, object, line, err);
    if (objects_is(object, "scheduling.volcano.sh", "Queue"))
        return read_volcano(k, object, line, err);
    if (text_is_among(kind, of_jobs)) /* slot-trace reads them as jobs and nodes */
        return SW_OK;
    return note_without(k, err, "%.*s", (int)kind.len, kind.at);
}

/* `in` stays the caller's. */
int config_kubernetes(struct sw_config *c, struct sw_bytes *in, const char *path, struct sw_err *err)
{
    struct kubernetes k = { .c = c, .path = path };
    int status = objects_read(in, on_queue_object, &k, err);
    for (size_t i = 0; i < k.n_without && status == SW_OK; i++)
        config_note(c, SW_CONFIG_LEFT_OUT, path, 0, "%s: no counterpart here, left out (%llu object%s)",
                    k.without[i].what, (unsigned long long)k.without[i].n, k.without[i].n == 1 ? "" : "s");
    if (k.n_flavors > 0 && status == SW_OK)
        config_note(c, SW_CONFIG_LEFT_OUT, path, 0, "flavors of %s are added up (%llu queue%s)", c->resource.name,
                    (unsigned long long)k.n_flavors, k.n_flavors == 1 ? "" : "s");
    free(k.without);
    return status;
}

/* ---- behind the last file -------------------------------------------------------------------------------- */

/* A cohort or a parent queue that is named alone has no quota of its own, and weight 1. A parent queue has no quota
 * unless it is said, a cohort 0. */
static int add_missing(struct sw_config *c, struct sw_err *err)
{
    for (size_t i = 0; i < c->n_pools; i++) {
        if (c->pools[i].of == POOL_OF_OTHERS || !c->pools[i].parent)
            continue;
        enum pool_of of = c->pools[i].of == POOL_QUEUE ? POOL_QUEUE : POOL_COHORT;
        if (queue_named(c, c->pools[i].parent, of))
            continue;
        struct pool p = config_pool();
        p.of = of;
        p.fifo = true;
        p.quota = of == POOL_COHORT ? 0 : -1;
        if (!config_add_pool(c, &p, c->pools[i].parent, NULL, c->pools[i].path, c->pools[i].line, err))
            return SW_FAIL;
    }
    return SW_OK;
}

/* A cohort's quota is on top of what those inside of it have (nominalQuota of CohortSpec); a pool's is all of it.
 * depth ends a cohort that is inside of itself. */
static double cohort_quota(const struct sw_config *c, const struct pool *p, int depth)
{
    double sum = p->quota > 0 ? p->quota : 0;
    for (size_t i = 0; i < c->n_pools && p->of == POOL_COHORT && depth < 64; i++)
        if (c->pools[i].parent && (c->pools[i].of == POOL_COHORT || c->pools[i].of == POOL_CLUSTER_QUEUE)
            && strcmp(c->pools[i].parent, p->name) == 0)
            sum += cohort_quota(c, &c->pools[i], depth + 1);
    return sum;
}

/* A queue without a cohort, and a cohort without one above, neither lends nor borrows. All sums are found before
 * any quota is changed. */
static int settle_kueue(struct sw_config *c, struct sw_err *err)
{
    double *quota = calloc(c->n_pools + 1, sizeof *quota);
    if (!quota)
        return sw_err_memory(err);
    for (size_t i = 0; i < c->n_pools; i++)
        quota[i] = cohort_quota(c, &c->pools[i], 0);
    for (size_t i = 0; i < c->n_pools; i++) {
        struct pool *p = &c->pools[i];
        if (p->of != POOL_COHORT && p->of != POOL_CLUSTER_QUEUE)
            continue;
        p->quota = quota[i];
        if (!p->parent)
            p->lending = p->borrowing = 0;
    }
    free(quota);
    return SW_OK;
}

/* True: something was cut off. What is not given is negative, and stays. Adding 10^-9 keeps
 * rounding from cutting a whole quotient. */
static bool make_whole(double *x)
{
    double whole = *x < 0 ? *x : floor(*x + 1e-9);
    bool cut = *x >= 0 && *x - whole > 1e-9;
    *x = whole;
    return cut;
}

/* In this order: the resource, parents, sums, then whole slots. */
int config_kubernetes_settle(struct sw_config *c, struct sw_err *err)
{
    uint64_t n_cut = 0, n_unlimited = 0;
    if (quantity_check(&c->resource, err) != SW_OK || add_missing(c, err) != SW_OK
        || settle_kueue(c, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < c->n_pools; i++) {
        struct pool *p = &c->pools[i];
        if (isinf(p->quota)) {
            p->quota = c->rules.total_slots ? (double)c->rules.total_slots : UNLIMITED_SLOTS;
            n_unlimited++;
        }
        bool cut = make_whole(&p->quota);
        cut |= make_whole(&p->limit);
        cut |= make_whole(&p->lending);
        n_cut += cut | make_whole(&p->borrowing);
    }
    /* Objects with resources were read, and no queue among them. */
    if (c->n_pools == 0 && c->resource.met[0])
        config_note(c, SW_CONFIG_DOUBTFUL, c->paths[0], 0, "no queue among the objects");
    if (n_cut)
        config_note(c, SW_CONFIG_DOUBTFUL, c->paths[0], 0, "amounts of %llu queue%s are cut to whole slots (--resource "
                    "NAME:UNIT takes a smaller unit)", (unsigned long long)n_cut, n_cut == 1 ? "" : "s");
    if (n_unlimited)
        config_note(c, SW_CONFIG_DOUBTFUL, c->paths[0], 0, "quotas of %llu queue%s without a limit are %.0f slots "
                    "(--total-slots)", (unsigned long long)n_unlimited, n_unlimited == 1 ? "" : "s",
                    c->rules.total_slots ? (double)c->rules.total_slots : UNLIMITED_SLOTS);
    return SW_OK;
}
