/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kube.h - objects of Kubernetes as kubectl prints them (-o json, -o yaml) or as people write them. Of one resource
 * quantities are slots.
 *
 *   objects.c    files to objects
 *   quantity.c   500m, 4Gi and the like; the resource and its unit
 *   pods.c       what pods, Workloads and PodGroups say of a job
 *   importer.c   jobs to rows */
#ifndef SLOTWISE_KUBE_H
#define SLOTWISE_KUBE_H
#include "lib/trace/parse/json.h"
#include "slotwise/sw_terms.h"

/* ---- quantity.c ------------------------------------------------------------------------------------ */
/* resource.Quantity of apimachinery: a number, with m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei or an exponent. */
SW_USE_RESULT bool quantity_read(struct sw_text text, double *out);
#define KUBE_UNLIMITED (-1) /* KAI's UnlimitedResourceQuantity */
struct kube_resource {
    char name[254];
    double unit;          /* of a slot */
    bool chosen;          /* by the user; else the first that is met */
    bool found;           /* the one chosen was met */
    bool several;         /* none was chosen, and there are several: */
    char met[400];        /* their names */
};
/* NAME or NAME:UNIT. NULL: none is chosen. */
SW_USE_RESULT int quantity_choose(struct kube_resource *r, const char *text, struct sw_err *err);
/* Whether it is the one looked at: `gpu` is any name that ends in /gpu. */
bool quantity_is(struct kube_resource *r, struct sw_text name);
/* Several are there, and none was chosen; or the one chosen is not there. */
SW_USE_RESULT int quantity_check(const struct kube_resource *r, struct sw_err *err);
/* Of a ResourceList, in slots; false: it is not there, or no quantity. */
bool quantity_of(struct kube_resource *r, const struct json_node *list, double *slots);

/* ---- objects.c ------------------------------------------------------------------------------------- */
bool objects_sniff(const char *at, size_t n);
typedef int kube_each(void *context, const struct json_node *object, uint64_t line, struct sw_err *err);
/* Each object, those of lists one by one. `line` is where what kubectl printed of it begins. Stays the caller's. */
SW_USE_RESULT int objects_read(struct sw_bytes *in, kube_each *each, void *context, struct sw_err *err);
/* Names with dots between them; NULL where there is no such member. */
const struct json_node *objects_get(const struct json_node *object, const char *path);
struct sw_text objects_text(const struct json_node *object, const char *path);
/* A name that may hold dots, of metadata.labels or annotations. */
struct sw_text objects_label(const struct json_node *object, const char *name);
struct sw_text objects_annotation(const struct json_node *object, const char *name);
/* kind is that, and apiVersion begins with the group. */
bool objects_is(const struct json_node *object, const char *group, const char *kind);
/* Microseconds since 1970, or KUBE_NO_TIME. */
#define KUBE_NO_TIME INT64_MIN
int64_t objects_time(struct sw_text text);

/* ---- pods.c ---------------------------------------------------------------------------------------- */
enum kube_state { KUBE_WAITS, KUBE_RUNS, KUBE_ENDED, KUBE_NO_END };
/* Texts last as long as the object. */
struct kube_run {
    struct sw_text space, name;       /* of the object */
    struct sw_text queue;             /* as the object names it; `local`: a LocalQueue of its namespace */
    struct sw_text group, owner;      /* of a pod: its PodGroup or Workload in its namespace; the uid of its owner */
    struct sw_text node;
    int64_t submit_us, start_us, end_us, limit_us; /* KUBE_NO_TIME: not known; limit -1 */
    enum kube_state state;
    enum sw_outcome outcome;
    double slots;                     /* of a Workload: of all of its pods */
    int64_t priority;
    bool local, evicted;              /* evicted: of a Workload, it has run before and lost its place */
};
/* SW_FAIL: no name, or no creationTimestamp. */
SW_USE_RESULT int pods_pod(const struct json_node *object, struct kube_resource *r, struct kube_run *to,
                           struct sw_err *err);
SW_USE_RESULT int pods_workload(const struct json_node *object, struct kube_resource *r, struct kube_run *to,
                                struct sw_err *err);
/* A PodGroup of KAI or Volcano: its queue, and when it was made. */
SW_USE_RESULT int pods_group(const struct json_node *object, struct kube_run *to, struct sw_err *err);

#endif
