/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pods.c - what pods, Kueue's Workloads and the PodGroups of KAI and Volcano say of a job: when it came, when it ran,
 * for which queue, and how much of the resource it holds. */
#include "lib/base/minmax.h"
#include "lib/trace/kube/kube.h"

/* The second where the first is empty. */
static struct sw_text first_of(struct sw_text a, struct sw_text b) { return a.len > 0 ? a : b; }

static int pods_begin(const struct json_node *object, struct kube_run *to, struct sw_err *err)
{
    *to = (struct kube_run){ .space = objects_text(object, "metadata.namespace"),
                             .name = objects_text(object, "metadata.name"),
                             .submit_us = objects_time(objects_text(object, "metadata.creationTimestamp")),
                             .start_us = KUBE_NO_TIME, .end_us = KUBE_NO_TIME, .limit_us = -1 };
    if (to->name.len == 0)
        return sw_err_set(err, "metadata.name: is missing");
    if (to->submit_us == KUBE_NO_TIME)
        return sw_err_set(err, "metadata.creationTimestamp: is missing: not of objects as kubectl get prints them");
    /* Of several owners the first with a uid. */
    JSON_EACH (c, objects_get(object, "metadata.ownerReferences"))
        to->owner = first_of(to->owner, json_text_of(c, "uid"));
    if (!json_i64(objects_get(object, "spec.priority"), &to->priority))
        to->priority = 0;
    return SW_OK;
}

/* When the condition became True; KUBE_NO_TIME: it is not. found: the condition itself, or NULL where it is of no
 * interest. */
static int64_t condition_us(const struct json_node *object, const char *type, const struct json_node **found)
{
    JSON_EACH (c, objects_get(object, "status.conditions"))
        if (json_is(json_get(c, "type"), type) && json_is(json_get(c, "status"), "True")) {
            if (found)
                *found = c;
            return objects_time(json_text_of(c, "lastTransitionTime"));
        }
    return KUBE_NO_TIME;
}

/* ---- how much a pod asks for ------------------------------------------------------------------------- */

/* Requests, which are the limits where they are not said. */
static double asks(const struct json_node *container, struct kube_resource *r)
{
    double slots = 0;
    if (!quantity_of(r, objects_get(container, "resources.requests"), &slots)
        && !quantity_of(r, objects_get(container, "resources.limits"), &slots))
        return 0;
    return slots;
}

/* PodRequests of k8s.io/component-helpers/resource: containers and sidecars together, or one init container beside the
 * sidecars before it, if that asks for more; and the overhead. */
static double pod_asks(const struct json_node *spec, struct kube_resource *r)
{
    const struct json_node *containers = json_get(spec, "containers"), *inits = json_get(spec, "initContainers");
    double sum = 0, sidecars = 0, most = 0, overhead = 0;
    JSON_EACH (c, containers)
        sum += asks(c, r);
    JSON_EACH (c, inits) {
        double one = asks(c, r);
        if (json_is(json_get(c, "restartPolicy"), "Always"))
            sidecars += one;
        /* A sidecar runs on beside what follows it; an init container ends before the others begin. */
        most = one + sidecars > most && !json_is(json_get(c, "restartPolicy"), "Always") ? one + sidecars : most;
    }
    if (!quantity_of(r, json_get(spec, "overhead"), &overhead))
        overhead = 0;
    return (sum + sidecars > most ? sum + sidecars : most) + overhead;
}

/* ---- pods -------------------------------------------------------------------------------------------- */

/* A pod that was pushed aside has the condition DisruptionTarget, or is Evicted. Without an end of its containers
 * it ended when it was pushed aside. */
static void find_pod_times(const struct json_node *object, struct kube_run *to)
{
    struct sw_text phase = objects_text(object, "status.phase");
    int64_t bound_us = condition_us(object, "PodScheduled", NULL),
            aside_us = condition_us(object, "DisruptionTarget", NULL);
    to->start_us = bound_us != KUBE_NO_TIME ? bound_us : objects_time(objects_text(object, "status.startTime"));
    int64_t end_us = KUBE_NO_TIME;
    JSON_EACH (c, objects_get(object, "status.containerStatuses"))
        end_us = max_i64(end_us, objects_time(objects_text(c, "state.terminated.finishedAt")));
    to->end_us = end_us;
    if (!sw_text_is(phase, "Succeeded") && !sw_text_is(phase, "Failed")) {
        to->state = to->start_us == KUBE_NO_TIME ? KUBE_WAITS : KUBE_RUNS;
        return;
    }
    bool pushed = aside_us != KUBE_NO_TIME || sw_text_is(objects_text(object, "status.reason"), "Evicted")
        || sw_text_is(objects_text(object, "status.reason"), "Preempting");
    to->outcome = sw_text_is(phase, "Succeeded") ? SW_DONE : pushed ? SW_EVICTED : SW_FAILED;
    to->end_us = to->end_us == KUBE_NO_TIME ? aside_us : to->end_us;
    to->state = to->end_us == KUBE_NO_TIME || to->start_us == KUBE_NO_TIME ? KUBE_NO_END : KUBE_ENDED;
    if (to->state == KUBE_ENDED && to->end_us < to->start_us) /* seconds, of two clocks */
        to->end_us = to->start_us;
}

/* In seconds; what is no count above 0 sets none. */
static void find_limit(const struct json_node *at, struct kube_run *to)
{
    int64_t s;
    if (at && json_i64(at, &s) && s > 0 && s < INT64_MAX / SW_US_PER_S)
        to->limit_us = s * SW_US_PER_S;
}

int pods_pod(const struct json_node *object, struct kube_resource *r, struct kube_run *to, struct sw_err *err)
{
    double part;
    if (pods_begin(object, to, err) != SW_OK)
        return SW_FAIL;
    find_pod_times(object, to);
    /* The queue and the group in the words of Kueue, KAI and Volcano. */
    struct sw_text kueue = objects_label(object, "kueue.x-k8s.io/queue-name"),
                   kai = first_of(objects_label(object, "kai.scheduler/queue"), objects_label(object, "runai/queue"));
    to->local = kueue.len > 0;
    to->queue = first_of(first_of(kueue, kai), objects_annotation(object, "scheduling.volcano.sh/queue-name"));
    to->group = first_of(first_of(objects_annotation(object, "kueue.x-k8s.io/workload"),
                                  objects_label(object, "kueue.x-k8s.io/pod-group-name")),
                         first_of(objects_annotation(object, "pod-group-name"),
                                  first_of(objects_annotation(object, "scheduling.k8s.io/group-name"),
                                           objects_annotation(object, "scheduling.volcano.sh/group-name"))));
    find_limit(objects_get(object, "spec.activeDeadlineSeconds"), to);
    to->node = objects_text(object, "spec.nodeName");
    to->slots = pod_asks(json_get(object, "spec"), r);
    struct sw_text fraction = objects_annotation(object, "gpu-fraction"); /* KAI: a part of one GPU */
    if (fraction.len > 0 && quantity_is(r, (struct sw_text){ "gpu", 3 }) && quantity_read(fraction, &part))
        to->slots = part / r->unit;
    return SW_OK;
}

/* ---- Workloads ---------------------------------------------------------------------------------------- */

/* What was admitted says it, else what was asked for. */
static void find_workload_size(const struct json_node *object, struct kube_resource *r, struct kube_run *to)
{
    const struct json_node *sets = objects_get(object, "spec.podSets"),
                           *given = objects_get(object, "status.admission.podSetAssignments");
    double slots, asked = 0, admitted = 0;
    bool any = false;
    int64_t count;
    /* count is 1 unless said. */
    JSON_EACH (c, sets) {
        count = 1;
        if (json_get(c, "count") && !json_i64(json_get(c, "count"), &count))
            count = 1;
        asked += (double)count * pod_asks(objects_get(c, "template.spec"), r);
    }
    JSON_EACH (c, given)
        if (quantity_of(r, json_get(c, "resourceUsage"), &slots)) {
            admitted += slots;
            any = true;
        }
    to->slots = any ? admitted : asked;
}

/* Quota is held from its reservation to the end (QuotaReserved, Finished). */
int pods_workload(const struct json_node *object, struct kube_resource *r, struct kube_run *to, struct sw_err *err)
{
    const struct json_node *finished = NULL;
    if (pods_begin(object, to, err) != SW_OK)
        return SW_FAIL;
    int64_t end_us = condition_us(object, "Finished", &finished);
    to->start_us = condition_us(object, "QuotaReserved", NULL);
    if (to->start_us == KUBE_NO_TIME)
        to->start_us = condition_us(object, "Admitted", NULL);
    to->end_us = end_us;
    to->state = finished ? to->start_us == KUBE_NO_TIME || end_us < to->start_us ? KUBE_NO_END : KUBE_ENDED
                         : to->start_us == KUBE_NO_TIME ? KUBE_WAITS : KUBE_RUNS;
    to->outcome = finished && json_is(json_get(finished, "reason"), "Failed") ? SW_FAILED : SW_DONE;
    /* Its earlier run is not in the object, only that there was one. */
    to->evicted = condition_us(object, "Evicted", NULL) != KUBE_NO_TIME;
    /* A Workload that was admitted names its ClusterQueue; before that it has its LocalQueue's name. */
    to->queue = objects_text(object, "status.admission.clusterQueue");
    if (to->queue.len == 0) {
        to->queue = objects_text(object, "spec.queueName");
        to->local = true;
    }
    find_limit(objects_get(object, "spec.maximumExecutionTimeSeconds"), to);
    find_workload_size(object, r, to);
    return SW_OK;
}

/* Its pods say all else. */
int pods_group(const struct json_node *object, struct kube_run *to, struct sw_err *err)
{
    if (pods_begin(object, to, err) != SW_OK)
        return SW_FAIL;
    to->queue = objects_text(object, "spec.queue");
    return SW_OK;
}
