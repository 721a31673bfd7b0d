/* SPDX-License-Identifier: GPL-3.0-or-later */
/* importer.c - what kubectl prints of pods, Workloads and PodGroups as jobs. A job is a Workload, else the pods of a
 * PodGroup, else a pod. Each slot that it holds is a task. Objects of all files are read first, in any order. Then
 * pods find their jobs (kube_settle()), and only then rows can be given. docs/formats/kubernetes.md says which
 * field is what. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/base/minmax.h"
#include "lib/trace/import/held.h"
#include "lib/trace/import/hosts.h"
#include "lib/trace/import/jobids.h"
#include "lib/trace/kube/kube.h"
#include "lib/trace/record/known.h"
#include "lib/trace/stream/trace_private.h"

/* More slots of a pod or a Workload, each of which is a row, are an error; a node has no more than these. */
#define MOST_SLOTS 1000000
#define NODE_COLUMNS (BIT(SW_NODE_NAME) | BIT(SW_NODE_SLOTS))
/* What a job was made of: job.of. */
enum { OF_WORKLOAD, OF_GROUP, OF_POD };
enum { NO_RESOURCE, NOT_STARTED, NO_END, ROUNDED, EVICTED_BEFORE, NO_LOCAL, PRIORITIES, UNSCHEDULABLE, NODES, OTHERS,
       N_COUNTS }; /* of what is left out */

struct job {
    int64_t submit_us, limit_us;
    uint32_t id, pool, user;
    int of;
    struct kube_run run;           /* OF_WORKLOAD: its times; its texts are gone */
    uint64_t slots, line;
};
/* What a pod holds on its node, of a Workload a part of it. */
struct piece {
    uint32_t job, node, name;      /* node NAMESET_NONE: not known */
    int64_t start_us, end_us;
    enum kube_state state;
    enum sw_outcome outcome;
    uint64_t slots, line;
};
struct kube {
    struct sw_bytes *bytes;
    const struct sw_import_rules *rules;
    struct kube_resource resource;
    /* Texts are kept once and last as long as the state, so that places and addresses in it may be stored. */
    struct sw_keys texts;          /* all that lasts */
    struct sw_names local, group, workload, owner; /* LocalQueues; PodGroups; Workloads by name, and by owner */
    struct job *job; size_t n, cap;
    struct piece *piece; size_t n_pieces, cap_pieces;
    struct { uint32_t name; uint64_t slots; } *node; size_t n_nodes, cap_nodes;
    struct kube_run *pod; size_t n_pods, cap_pods; /* texts are in texts */
    uint64_t *pod_line; size_t cap_pod_line;
    uint64_t count[N_COUNTS];
    int64_t last_us, priority;
    size_t *first; uint32_t *order; size_t n_order; /* pieces of a job from first[job] on, to first[job + 1] */
    bool settled, begun;
    /* what is given: */
    size_t place, at;
    uint64_t unit, of_job, line, cpus, nodes;
    struct sw_text job_id;
    char task[300], extra[3][SW_NUM_MAX];
    int64_t limit_us;
};

/* ---- names ------------------------------------------------------------------------------------------- */

/* The text becomes a copy, which lasts. */
static int kube_keep(struct kube *k, struct sw_text *text, struct sw_err *err)
{
    size_t number;
    if (sw_keys_add(&k->texts, text->at, text->len, &number, NULL) != SW_OK)
        return sw_err_memory(err);
    text->at = sw_keys_text(&k->texts, number, &text->len);
    return SW_OK;
}

/* "namespace/name", which is kept. A path longer than the buffer is cut. */
static int keep_path(struct kube *k, struct sw_text space, struct sw_text name, struct sw_text *out, struct sw_err *err)
{
    char buf[520];
    int len = snprintf(buf, sizeof buf, "%.*s%s%.*s", (int)space.len, space.at, space.len ? "/" : "", (int)name.len,
                       name.at);
    *out = (struct sw_text){ buf, (size_t)len < sizeof buf ? (size_t)len : sizeof buf - 1 };
    return kube_keep(k, out, err);
}

/* Values are places, from 1 on. So 0 can mean that there is none. The first of a name stays. */
static int name_place(struct sw_names *names, struct sw_text key, uintptr_t value, struct sw_err *err)
{
    if (key.len == 0 || sw_names_find(names, key.at, key.len))
        return SW_OK;
    return sw_names_add(names, key.at, key.len, (void *)value) == 0 ? SW_OK : sw_err_memory(err); /* NOLINT */
}

/* 0: it is not there. */
static uintptr_t kube_find(const struct sw_names *names, struct sw_text key)
{
    return key.len ? (uintptr_t)sw_names_find(names, key.at, key.len) : 0;
}

/* ---- objects ----------------------------------------------------------------------------------------- */

/* Pods find a Workload by its name or its owner's uid, a PodGroup by its name. Its place among the jobs is k->n -
 * 1, and the names hold k->n. */
static int kube_add_job(struct kube *k, const struct kube_run *run, int of, uint64_t line, struct sw_err *err)
{
    struct sw_text path;
    if (sw_grow(&k->job, &k->cap, k->n + 1, sizeof *k->job, err) != SW_OK
        || keep_path(k, run->space, run->name, &path, err) != SW_OK)
        return SW_FAIL;
    /* slots and pool are settled when all objects are there. */
    struct job *job = &k->job[k->n++];
    *job = (struct job){ .submit_us = run->submit_us, .limit_us = run->limit_us, .of = of, .run = *run, .line = line };
    if (nameset_add(&k->texts, path, &job->id, err) != SW_OK
        || nameset_add(&k->texts, run->space, &job->user, err) != SW_OK)
        return SW_FAIL;
    if (of == OF_WORKLOAD && (name_place(&k->workload, path, k->n, err) != SW_OK
                              || name_place(&k->owner, run->owner, k->n, err) != SW_OK))
        return SW_FAIL;
    return of == OF_GROUP ? name_place(&k->group, path, k->n, err) : SW_OK;
}

/* allocatable is what pods may have of it. Adding 10^-9 keeps rounding from cutting a whole quotient. */
static int kube_add_node(struct kube *k, const struct json_node *object, struct sw_err *err)
{
    double slots;
    struct sw_text text = objects_text(object, "metadata.name");
    /* A node that is unschedulable takes no pods. */
    const struct json_node *off = objects_get(object, "spec.unschedulable");
    if (off && off->kind == JSON_TRUE) {
        k->count[UNSCHEDULABLE]++;
        return SW_OK;
    }
    /* Which resource counts is known only where it was chosen: a node lists several. */
    if (!k->resource.chosen) {
        k->count[NODES]++;
        return SW_OK;
    }
    if (!quantity_of(&k->resource, objects_get(object, "status.allocatable"), &slots) || slots < 1)
        return SW_OK;
    if (sw_grow(&k->node, &k->cap_nodes, k->n_nodes + 1, sizeof *k->node, err) != SW_OK)
        return SW_FAIL;
    k->node[k->n_nodes].slots = (uint64_t)fmin(slots + 1e-9, MOST_SLOTS);
    return nameset_add(&k->texts, text, &k->node[k->n_nodes++].name, err);
}

/* An object of a kind that is not read is counted, but for queues, which --record pools reads. */
static int take_object(void *context, const struct json_node *object, uint64_t line, struct sw_err *err)
{
    struct kube *k = context;
    struct kube_run run;
    struct sw_err why = { 0 };
    bool pod = objects_is(object, "", "Pod"),
         workload = objects_is(object, "kueue.x-k8s.io", "Workload"),
         group = json_is(json_get(object, "kind"), "PodGroup");
    if (objects_is(object, "kueue.x-k8s.io", "LocalQueue")) {
        struct sw_text path, space = objects_text(object, "metadata.namespace"),
                       local = objects_text(object, "metadata.name"), queue = objects_text(object, "spec.clusterQueue");
        uint32_t number;
        if (keep_path(k, space, local, &path, err) != SW_OK || nameset_add(&k->texts, queue, &number, err) != SW_OK)
            return SW_FAIL;
        return name_place(&k->local, path, (uintptr_t)number + 1, err);
    }
    if (json_is(json_get(object, "kind"), "Node"))
        return kube_add_node(k, object, err);
    if (!pod && !workload && !group) {
        k->count[OTHERS] += !objects_is(object, "kueue.x-k8s.io", "ClusterQueue")
            && !objects_is(object, "kueue.x-k8s.io", "Cohort") && !json_is(json_get(object, "kind"), "Queue");
        return SW_OK;
    }
    int status = pod ? pods_pod(object, &k->resource, &run, &why)
        : workload ? pods_workload(object, &k->resource, &run, &why) : pods_group(object, &run, &why);
    if (status != SW_OK)
        return sw_err_data(err, sw_bytes_path(k->bytes), line, NULL, "%s", why.text);
    /* Texts outlive the object. The log ends with its latest time. */
    struct sw_text *const texts[] = { &run.space, &run.name, &run.queue, &run.group, &run.owner, &run.node };
    const int64_t times[] = { run.submit_us, run.start_us, run.end_us };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (kube_keep(k, texts[i], err) != SW_OK)
            return SW_FAIL;
    /* What still runs has lasted until then. */
    for (size_t i = 0; i < 3; i++)
        k->last_us = times[i] > k->last_us ? times[i] : k->last_us;
    if (!pod)
        return kube_add_job(k, &run, workload ? OF_WORKLOAD : OF_GROUP, line, err);
    if (sw_grow(&k->pod, &k->cap_pods, k->n_pods + 1, sizeof *k->pod, err) != SW_OK
        || sw_grow(&k->pod_line, &k->cap_pod_line, k->n_pods + 1, sizeof *k->pod_line, err) != SW_OK)
        return SW_FAIL;
    k->pod_line[k->n_pods] = line;
    k->pod[k->n_pods++] = run;
    return SW_OK;
}

/* ---- pods find their jobs ---------------------------------------------------------------------------- */

/* A LocalQueue stands for its ClusterQueue; where it is not among the objects, it goes by its own name. Without a
 * queue it is the default pool. */
static int pool_of(struct kube *k, const struct kube_run *run, uint32_t *pool, struct sw_err *err)
{
    struct sw_text path, queue = run->queue;
    if (run->local) {
        if (keep_path(k, run->space, run->queue, &path, err) != SW_OK)
            return SW_FAIL;
        uintptr_t number = kube_find(&k->local, path);
        if (number) {
            *pool = (uint32_t)(number - 1);
            return SW_OK;
        }
        k->count[NO_LOCAL] += queue.len > 0;
    }
    return nameset_add(&k->texts, queue.len ? queue : (struct sw_text){ "default", 7 }, pool, err);
}

/* The Workload of its group's name, else its owner's, else the PodGroup; else a job is made of it. The order is
 * that of docs/formats/kubernetes.md, from the job that knows most. */
static int job_of_pod(struct kube *k, const struct kube_run *pod, uint64_t line, size_t *job, struct sw_err *err)
{
    struct sw_text path = { "", 0 };
    uintptr_t found = 0;
    if (pod->group.len && keep_path(k, pod->space, pod->group, &path, err) != SW_OK)
        return SW_FAIL;
    found = kube_find(&k->workload, path);
    found = found ? found : kube_find(&k->owner, pod->owner);
    found = found ? found : kube_find(&k->group, path);
    if (!found) {
        /* The run is copied, as k->pod is not to change. */
        struct kube_run run = *pod;
        run.name = pod->group.len ? pod->group : pod->name; /* its PodGroup is not among the objects */
        if (kube_add_job(k, &run, pod->group.len ? OF_GROUP : OF_POD, line, err) != SW_OK)
            return SW_FAIL;
        found = k->n;
    }
    *job = found - 1;
    return SW_OK;
}

/* Slots that a pod or a Workload holds, rounded up. */
static int slots_of_run(struct kube *k, const struct kube_run *run, uint64_t line, uint64_t *slots, struct sw_err *err)
{
    /* A slot is whole: a part of one takes all of it, and is counted. */
    double whole = ceil(run->slots - 1e-9);
    if (whole > MOST_SLOTS)
        return sw_err_data(err, sw_bytes_path(k->bytes), line, NULL, "%.*s asks for %.0f slots of %s: --resource "
                           "NAME:UNIT says how much a slot is, such as memory:4Gi", (int)run->name.len, run->name.at,
                           whole, k->resource.name);
    k->count[ROUNDED] += whole - run->slots > 1e-9;
    *slots = whole > 0 ? (uint64_t)whole : 0;
    return SW_OK;
}

/* Its task goes by the pod's name, but in a Workload. A Workload's pods may come and go while it holds its quota,
 * so its tasks are numbered. */
static int add_piece(struct kube *k, size_t job, const struct kube_run *times, const struct kube_run *pod,
                     uint64_t slots, uint64_t line, struct sw_err *err)
{
    struct piece *p;
    if (sw_grow(&k->piece, &k->cap_pieces, k->n_pieces + 1, sizeof *k->piece, err) != SW_OK)
        return SW_FAIL;
    p = &k->piece[k->n_pieces++];
    *p = (struct piece){ .job = (uint32_t)job, .node = NAMESET_NONE, .name = NAMESET_NONE, .start_us = times->start_us,
                         .end_us = times->end_us, .state = times->state, .outcome = times->outcome, .slots = slots,
                         .line = line };
    if (pod && pod->node.len && nameset_add(&k->texts, pod->node, &p->node, err) != SW_OK)
        return SW_FAIL;
    return pod && k->job[job].of != OF_WORKLOAD ? nameset_add(&k->texts, pod->name, &p->name, err) : SW_OK;
}

/* Of a Workload's slots those that its pods hold lie on their nodes. What pods hold beyond their Workload is not
 * counted twice. */
static int settle_pods(struct kube *k, uint64_t *held, struct sw_err *err)
{
    for (size_t i = 0; i < k->n_pods; i++) {
        const struct kube_run *pod = &k->pod[i];
        uint64_t slots, line = k->pod_line[i];
        size_t at;
        if (slots_of_run(k, pod, line, &slots, err) != SW_OK)
            return SW_FAIL;
        if (slots == 0) {
            k->count[NO_RESOURCE]++;
            continue;
        }
        if (job_of_pod(k, pod, line, &at, err) != SW_OK)
            return SW_FAIL;
        struct job *job = &k->job[at];
        if (job->of == OF_WORKLOAD) {
            uint64_t left = job->slots - held[at];
            slots = slots < left ? slots : left;
            held[at] += slots;
            if (slots > 0 && add_piece(k, at, &job->run, pod, slots, line, err) != SW_OK)
                return SW_FAIL;
            continue;
        }
        /* A PodGroup that names no queue is in that of its first pod that does. */
        if (job->run.queue.len == 0) {
            job->run.queue = pod->queue;
            job->run.local = pod->local;
        }
        job->limit_us = job->limit_us < 0 ? pod->limit_us : job->limit_us;
        job->slots += slots;
        k->count[PRIORITIES] += pod->priority != 0;
        if (add_piece(k, at, pod, pod, slots, line, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* Before pods, which are told by these sizes how much of a Workload is still to be placed. */
static int settle_workloads(struct kube *k, size_t n, struct sw_err *err)
{
    for (size_t i = 0; i < n; i++) {
        struct job *job = &k->job[i];
        if (job->of != OF_WORKLOAD)
            continue;
        if (slots_of_run(k, &job->run, job->line, &job->slots, err) != SW_OK)
            return SW_FAIL;
        k->count[NO_RESOURCE] += job->slots == 0;
        k->count[EVICTED_BEFORE] += job->run.evicted;
        k->count[PRIORITIES] += job->run.priority != 0;
    }
    return SW_OK;
}

/* Ties go by where the objects stand. */
static int by_job_and_start(const void *a, const void *b)
{
    const struct piece *x = a, *y = b;
    int order = ORDER(x->job, y->job);
    if (!order)
        order = ORDER(x->start_us, y->start_us);
    return order ? order : ORDER(x->line, y->line);
}

/* Pieces with rows stand by job and start, jobs that have some by submission. k->first has one entry more than
 * there are jobs, so that job's pieces end where the next one's begin. */
static int settle_order(struct kube *k, struct sw_err *err)
{
    size_t n = 0;
    for (size_t i = 0; i < k->n_pieces; i++) {
        const struct piece *p = &k->piece[i];
        k->count[NOT_STARTED] += p->state == KUBE_WAITS && !k->rules->waiting;
        k->count[NO_END] += p->state == KUBE_NO_END;
        /* What has a row: what ran, and with rules.waiting what waits. */
        if (p->state == KUBE_ENDED || p->state == KUBE_RUNS || (p->state == KUBE_WAITS && k->rules->waiting))
            k->piece[n++] = *p;
    }
    k->n_pieces = n;
    if (n > 0)
        qsort(k->piece, n, sizeof *k->piece, by_job_and_start);
    k->first = calloc(k->n + 2, sizeof *k->first);
    k->order = calloc(k->n + 1, sizeof *k->order);
    if (!k->first || !k->order)
        return sw_err_memory(err);
    for (size_t i = 0, at = 0; i <= k->n; i++) {
        while (at < n && k->piece[at].job < i)
            at++;
        k->first[i] = at;
    }
    for (size_t i = 0; i < k->n; i++)
        if (k->first[i] < k->first[i + 1])
            k->order[k->n_order++] = (uint32_t)i;
    held_order(k->order, k->n_order, k->job, sizeof *k->job);
    return SW_OK;
}

/* What no pod of a Workload holds is one more piece, on no node. Pools come last, as a job made of a pod has its
 * queue from there. */
static int kube_settle(struct kube *k, struct sw_err *err)
{
    size_t n = k->n;
    uint64_t *held = calloc(n + k->n_pods + 1, sizeof *held);
    if (!held)
        return sw_err_memory(err);
    int status = settle_workloads(k, n, err) == SW_OK ? settle_pods(k, held, err) : SW_FAIL;
    for (size_t i = 0; i < n && status == SW_OK; i++)
        if (k->job[i].of == OF_WORKLOAD && held[i] < k->job[i].slots)
            status = add_piece(k, i, &k->job[i].run, NULL, k->job[i].slots - held[i], k->job[i].line, err);
    for (size_t i = 0; i < k->n && status == SW_OK; i++)
        status = pool_of(k, &k->job[i].run, &k->job[i].pool, err);
    free(held);
    k->settled = true;
    return status == SW_OK ? settle_order(k, err) : SW_FAIL;
}

/* ---- files ------------------------------------------------------------------------------------------- */

/* Whether the resource is there is known when all is read (quantity_check()). */
static int kube_open(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, struct sw_err *err)
{
    struct kube *k = state;
    k->bytes = in;
    k->rules = rules;
    k->last_us = KUBE_NO_TIME;
    return quantity_choose(&k->resource, rules->resource, err);
}

static void kube_close(void *state)
{
    struct kube *k = state;
    sw_bytes_close(k->bytes);
    sw_keys_clear(&k->texts);
    sw_names_clear(&k->local);
    sw_names_clear(&k->group);
    sw_names_clear(&k->workload);
    sw_names_clear(&k->owner);
    GROW_FREE(k->job, k->piece, k->node, k->pod, k->pod_line, k->first, k->order);
}

/* Files add up: queues in one, pods in another. So one settling sees the objects of all of them. */
static int read_files(struct kube *k, struct sw_err *err)
{
    struct sw_import_side *side = k->rules->side;
    for (;;) {
        struct sw_bytes *next;
        if (objects_read(k->bytes, take_object, k, err) != SW_OK)
            return -2;
        int got = side->next_file(side->context, &next, err);
        if (got < 0)
            return -2;
        if (got == 0)
            break;
        sw_bytes_close(k->bytes);
        k->bytes = next;
    }
    return quantity_check(&k->resource, err) == SW_OK ? kube_settle(k, err) == SW_OK ? SW_OK : -2 : -2;
}

/* ---- rows -------------------------------------------------------------------------------------------- */

/* A node counts once, and a piece without one as a node. k->cpus and k->nodes are those of the whole job: all that
 * its pieces hold. */
static int start_job(struct kube *k, uint32_t job, struct sw_err *err)
{
    struct sw_import_side *side = k->rules->side;
    k->job_id = nameset_text(&k->texts, k->job[job].id);
    k->limit_us = k->job[job].limit_us;
    k->of_job = 0;
    k->unit = 0;
    k->at = k->first[job];
    k->cpus = k->nodes = 0;
    for (size_t i = k->first[job]; i < k->first[job + 1]; i++) {
        bool before = false;
        for (size_t j = k->first[job]; j < i && !before; j++)
            before = k->piece[i].node != NAMESET_NONE && k->piece[j].node == k->piece[i].node;
        k->nodes += !before;
        k->cpus += k->piece[i].slots;
    }
    /* Two objects of one name, in two files say, are two jobs. */
    return jobids_take(side->job_ids, k->job_id, &side->damage, sw_bytes_path(k->bytes), k->job[job].line, &k->job_id,
                       err);
}

/* The pod's name, or a number; behind it, for each further slot, that slot's. */
static struct sw_text task_id(struct kube *k, const struct piece *p)
{
    struct sw_text pod = nameset_text(&k->texts, p->name);
    int len = p->name == NAMESET_NONE ? snprintf(k->task, sizeof k->task, "%llu", (unsigned long long)k->of_job)
        : k->unit == 0 ? snprintf(k->task, sizeof k->task, "%.*s", (int)pod.len, pod.at)
                       : snprintf(k->task, sizeof k->task, "%.*s.%llu", (int)pod.len, pod.at,
                                  (unsigned long long)k->unit);
    return (struct sw_text){ k->task, (size_t)len };
}

/* A piece that runs has lasted until the latest time of all objects. */
static void fill_times(const struct kube *k, const struct piece *p, struct sw_task_row *row)
{
    if (p->state == KUBE_WAITS) {
        row->known |= BIT(SW_TASK_DURATION); /* 0: it is not known */
        return;
    }
    row->launch_us = p->start_us;
    row->outcome = p->state == KUBE_RUNS ? (int32_t)SW_RUNNING : (int32_t)p->outcome;
    row->finish_us = p->end_us;
    int64_t end_us = p->state == KUBE_RUNS ? k->last_us : p->end_us;
    row->duration_us = end_us > p->start_us ? end_us - p->start_us : 0;
    row->known |= BIT(SW_TASK_LAUNCH) | BIT(SW_TASK_OUTCOME) | BIT(SW_TASK_DURATION)
        | (p->state == KUBE_RUNS ? 0 : BIT(SW_TASK_FINISH));
}

/* The job's own columns stand in its first row alone. */
static void kube_fill(struct kube *k, const struct job *job, const struct piece *p, struct sw_task_row *row)
{
    *row = *(const struct sw_task_row *)sw_schema_tasks.defaults;
    row->job_id = k->job_id;
    row->submit_us = job->submit_us;
    row->task_id = task_id(k, p);
    row->kind = SW_TASK;
    row->known = BIT(SW_TASK_JOB) | BIT(SW_TASK_SUBMIT) | BIT(SW_TASK_ID) | BIT(SW_TASK_KIND);
    known_text(row, SW_TASK_POOL, &row->pool, nameset_text(&k->texts, job->pool));
    known_text(row, SW_TASK_USER, &row->user, nameset_text(&k->texts, job->user));
    known_text(row, SW_TASK_NODE, &row->node, nameset_text(&k->texts, p->node));
    fill_times(k, p, row);
    /* Later rows leave them empty. */
    if (k->of_job > 0)
        return;
    row->job_cpus = k->cpus;
    row->job_nodes = k->nodes;
    row->limit_us = job->limit_us;
    row->known |= BIT(SW_TASK_CPUS) | BIT(SW_TASK_NODES) | (job->limit_us < 0 ? 0 : BIT(SW_TASK_LIMIT));
}

/* One slot of a piece, then the next slot, piece, job. */
static int kube_next(void *state, void *record, struct sw_err *err)
{
    struct kube *k = state;
    if (!k->settled && read_files(k, err) != SW_OK)
        return -2;
    if (k->place == k->n_order)
        return 0;
    uint32_t job = k->order[k->place];
    if (!k->begun && start_job(k, job, err) != SW_OK)
        return -2;
    k->begun = true;
    const struct piece *p = &k->piece[k->at];
    k->line = p->line;
    kube_fill(k, &k->job[job], p, record);
    if (k->rules->hosts && p->node != NAMESET_NONE
        && hosts_note(k->rules->hosts, nameset_text(&k->texts, p->node), (struct sw_text){ "", 0 }, err) != SW_OK)
        return -2;
    k->of_job++;
    if (++k->unit == p->slots) {
        k->unit = 0;
        k->at++;
    }
    if (k->at == k->first[job + 1] && k->unit == 0) {
        k->place++;
        k->begun = false;
    }
    return 1;
}

/* The line of the object that the row's piece is of. */
static uint64_t kube_line(const void *state) { return ((const struct kube *)state)->line; }
static struct sw_text kube_raw(const void *state) { return ((const struct kube *)state)->job_id; }

/* ---- what the log holds besides ------------------------------------------------------------------------ */

/* One row for all of what was left out, in the order of the enum of counts. */
static void kube_facts(const void *state, struct sw_facts *to)
{
    static const char *const words[N_COUNTS] = { "%llu that ask for none of it", "%llu that have not started",
        "%llu whose end is not known", "%llu rounded up to whole slots", "earlier runs of %llu evicted Workloads",
        "LocalQueues of %llu, which stand for themselves", "priorities of %llu", "%llu nodes that take no pods",
        "%llu nodes, since --resource does not say of what", "%llu objects of other kinds" };
    const struct kube *k = state;
    char text[sizeof to->at->value] = "";
    size_t n = 0;
    sw_facts_add(to, "resource", "%s", k->resource.name);
    for (size_t i = 0; i < N_COUNTS; i++)
        if (k->count[i] > 0 && n < sizeof text) {
            n += (size_t)snprintf(text + n, sizeof text - n, "%s", n ? ", " : "");
            if (n < sizeof text)
                n += (size_t)snprintf(text + n, sizeof text - n, words[i], (unsigned long long)k->count[i]);
        }
    if (n > 0)
        sw_facts_add(to, "left_out", "%s", text);
}

/* A node has as many slots as its allocatable. */
static int nodes(void *state, const struct sw_nodes_to *to, struct sw_err *err)
{
    struct kube *k = state;
    for (size_t i = 0; i < k->n_nodes; i++) {
        char renamed[SW_RENAMED_MAX];
        struct sw_node_row row = sw_hosts_node_row(to, nameset_text(&k->texts, k->node[i].name), k->node[i].slots,
                                                   renamed);
        if (to->take(to->context, &row, err) != SW_OK)
            return -1;
    }
    return k->n_nodes > 0;
}

/* Known only with the rows of a job. */
static const char *const extra_names[] = { "job_cpus", "job_nodes", "limit_s", NULL };

static struct sw_text extra(const void *state, size_t i)
{
    struct kube *k = (struct kube *)state; /* the text's room */
    size_t n = i == 0 ? sw_num_put_u64(k->extra[i], k->cpus) : i == 1 ? sw_num_put_u64(k->extra[i], k->nodes)
        : k->limit_us >= 0 ? sw_num_put_time(k->extra[i], k->limit_us) : 0;
    return (struct sw_text){ k->extra[i], n };
}

/* For --info: what stands in the columns that no object has by that name. */
static const char *const derived[][2] = {
    { "job_id", "the Workload, else the PodGroup, else the pod: NAMESPACE/NAME" },
    { "pool", "the ClusterQueue or Queue" }, { "user", "the namespace" },
    { "submit_s", "creationTimestamp, from the first job's on" },
    { "launch_s", "QuotaReserved of a Workload, PodScheduled of a pod" },
    { "task_id", "a slot of the resource is a task" }, { NULL, NULL } };

const struct sw_importer sw_import_kubernetes = { .name = "kubernetes",
    .summary = "pods, Workloads, PodGroups and nodes as kubectl get -o json or -o yaml prints them", .is_tasks = true,
    .sniff = objects_sniff, .size = sizeof(struct kube), .open = kube_open, .next = kube_next, .line = kube_line,
    .raw = kube_raw, .close = kube_close, .derived = derived, .from_first = true, .no_locality = true,
    .facts = kube_facts, .nodes = nodes, .node_columns = NODE_COLUMNS, .extra_names = extra_names, .extra = extra,
    .is_log = true };
