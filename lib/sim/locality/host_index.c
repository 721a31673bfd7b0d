/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host_index.c - for each node or rack, the tasks of a stage that have a replica there. */
#include "lib/base/arena.h"
#include "lib/sim/locality/locality.h"
#include <stdlib.h>

/* Records of hosts, ends of their tasks, ids if they are sparse, and the tasks. */
static size_t places_size(uint32_t n, bool sparse, size_t n_tasks)
{
    return n * sizeof(struct host_tasks) + ((sparse ? 2 : 1) * (size_t)n + n_tasks) * sizeof(uint32_t);
}

/* Room for n hosts and so many tasks, in one piece of memory. sparse: with ids; else the hosts are all there are. */
static void places_new(struct sw_replay *r, struct host_index *p, uint32_t n, bool sparse, size_t n_tasks)
{
    *p = (struct host_index){ arena_alloc(&r->arena, places_size(n, sparse, n_tasks)), n, sparse, false };
}

/* Sets every host's cursor to its first task. */
static void places_begin(struct host_index *p)
{
    const uint32_t *ends = host_index_end(p);
    uint32_t *task = host_index_task(p);
    for (uint32_t i = 0, begin = 0, end; i < p->n; i++, begin = end) {
        end = ends[i];
        if (begin < end)
            task[end - 1] |= LAST_TASK_OF_HOST;
        p->at[i] = (struct host_tasks){ begin < end ? task[begin] : NONE, begin };
    }
}

/* What an index is made from. rack_of: each node's rack, for an index of racks; NULL: nodes. */
struct ids { const uint32_t *rack_of; uint32_t n; bool left; };

/* What the index goes by: the host, or its rack. */
static inline uint32_t id_of(const struct ids *ids, uint32_t host)
{
    return ids->rack_of ? ids->rack_of[host] : host;
}

/* The first task from this one on that goes into the index; n_tasks or more: there is none. */
static inline uint32_t task_from(const struct stage *st, const struct ids *ids, uint32_t task)
{
    return ids->left ? unlaunched_from(st, task, PREF) : task;
}

/* Of the tasks that go into the index. */
static size_t n_replicas(const struct stage *st, const struct ids *ids)
{
    size_t n = 0;
    if (!ids->left)
        return replicas_in_all(st);
    for (uint32_t t = task_from(st, ids, 0); t < st->n_tasks; t = task_from(st, ids, t + 1))
        n += replicas_n(st, t);
    return n;
}

/* Sets `end` of each host to where its tasks begin. Putting a task there moves it on, finally to their end. */
static void count_by_host(const struct stage *st, const struct ids *ids, uint32_t *end)
{
    for (uint32_t i = 0; i < ids->n; i++)
        end[i] = 0;
    for (uint32_t t = task_from(st, ids, 0); t < st->n_tasks; t = task_from(st, ids, t + 1))
        for (const uint32_t *h = replicas_of(st, t), *stop = h + replicas_n(st, t); h < stop; h++)
            end[id_of(ids, *h)]++;
    for (uint32_t i = 0, sum = 0; i < ids->n; i++) {
        uint32_t tasks = end[i];
        end[i] = sum;
        sum += tasks;
    }
}

/* Many replicas: count them per host. */
static void make_counted(struct sw_replay *r, struct host_index *p, const struct stage *st, const struct ids *ids,
                         size_t n)
{
    places_new(r, p, ids->n, false, n);
    uint32_t *end = host_index_end(p), *task = host_index_task(p);
    count_by_host(st, ids, end);
    for (uint32_t t = task_from(st, ids, 0); t < st->n_tasks; t = task_from(st, ids, t + 1))
        for (const uint32_t *h = replicas_of(st, t), *stop = h + replicas_n(st, t); h < stop; h++)
            task[end[id_of(ids, *h)]++] = t;
}

/* A replica of a task at a host. */
struct replica { uint32_t id, task; };

/* Few: an insertion sort keeps the order of equals. */
static void insert_by_id(struct replica *at, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct replica x = at[i];
        size_t k = i;
        for (; k > 0 && at[k - 1].id > x.id; k--)
            at[k] = at[k - 1];
        at[k] = x;
    }
}

/* Sorts by id. Replicas of one id keep the order of their tasks. One digit of six bits at a time, the lowest first;
 * `other` has room for n. */
static struct replica *sort_by_id(struct replica *at, struct replica *other, size_t n, uint32_t n_ids)
{
    if (n <= 24) {
        insert_by_id(at, n);
        return at;
    }
    for (int shift = 0; shift < 32 && (n_ids - 1) >> shift; shift += 6) {
        uint32_t end[64] = { 0 }, sum = 0;
        for (size_t i = 0; i < n; i++)
            end[at[i].id >> shift & 63]++;
        for (int d = 0; d < 64; d++) {
            sum += end[d];
            end[d] = sum - end[d];
        }
        for (size_t i = 0; i < n; i++)
            other[end[at[i].id >> shift & 63]++] = at[i];
        struct replica *sorted = other;
        other = at;
        at = sorted;
    }
    return at;
}

/* Few replicas: sort them, and keep only hosts that occur. */
static void make_sorted(struct sw_replay *r, struct host_index *p, const struct stage *st, const struct ids *ids,
                        size_t n)
{
    struct replica few[2 * 64], *buffer = n <= 64 ? few : xrealloc(NULL, 2 * n, sizeof *buffer), *at = buffer;
    uint32_t n_places = 0;
    size_t i = 0;
    for (uint32_t t = task_from(st, ids, 0); t < st->n_tasks; t = task_from(st, ids, t + 1))
        for (const uint32_t *h = replicas_of(st, t), *stop = h + replicas_n(st, t); h < stop; h++)
            at[i++] = (struct replica){ id_of(ids, *h), t };
    at = sort_by_id(at, buffer + n, n, ids->n);
    for (i = 0; i < n; i++)
        n_places += !i || at[i].id != at[i - 1].id;
    places_new(r, p, n_places, true, n);
    uint32_t place = NONE, *id = host_index_ids(p), *end = host_index_end(p), *task = host_index_task(p);
    for (i = 0; i < n; i++) {
        if (!i || at[i].id != at[i - 1].id)
            id[++place] = at[i].id;
        end[place] = (uint32_t)i + 1;
        task[i] = at[i].task;
    }
    if (buffer != few)
        xfree(buffer);
}

/* Many replicas are counted, few are sorted. */
static void make_index(struct sw_replay *r, struct host_index *p, const struct stage *st, const struct ids *ids)
{
    size_t n = n_replicas(st, ids);
    *p = (struct host_index){ 0 };
    if (host_index_is_full(n, ids->n))
        make_counted(r, p, st, ids, n);
    else
        make_sorted(r, p, st, ids, n);
    places_begin(p);
}

/* Few replicas are searched themselves, and large stages use the dense index. Not where the rule never waits, or is one
 * of YARN's: then only the first stage in order is searched. Spark's offers search several small ones a launch. */
void host_index_of_nodes(struct sw_replay *r, struct stage *st)
{
    struct ids nodes = { NULL, r->cl->n_nodes + r->locality.n_nowhere, false };
    bool many = r->queues.delay_clocks, small = many || r->opt.offers != SW_OFFERS_HEARTBEAT;
    if (!(small && few_enter(st)) && !(many && dense_index_enter(r, st)))
        make_index(r, &st->at_node, st, &nodes);
}

/* Most tasks of a stage are launched before its wait for racks begins. They are left out, unless tasks can return. */
void host_index_of_racks(struct sw_replay *r, struct stage *st)
{
    struct ids racks = { r->slots.rack_of, r->cl->n_racks + r->locality.n_nowhere, !r->attempts.can_rerun };
    bool forgotten = !st->replicas.host;
    if (forgotten)
        replicas_redraw(r, st);
    make_index(r, &st->at_rack, st, &racks);
    if (forgotten)
        replicas_drop(r, st);
}

/* The half that it is in is unpredictable, so the search has no branches. */
uint32_t host_index_search(const struct host_index *p, uint32_t id)
{
    const uint32_t *ids = host_index_ids(p);
    uint32_t at = 0;
    for (uint32_t n = p->n, half; n > 1; n -= half) {
        half = n / 2;
        at += half & -(uint32_t)(ids[at + half] <= id);
    }
    return p->n && ids[at] == id ? at : NONE;
}

/* Nothing, where there is no index. */
static void free_places(struct sw_replay *r, struct host_index *p)
{
    if (p->at)
        arena_free(&r->arena, p->at, places_size(p->n, p->sparse, p->n ? host_index_end(p)[p->n - 1] : 0));
    *p = (struct host_index){ 0 };
}

void host_index_free(struct sw_replay *r, struct stage *st)
{
    free_places(r, &st->at_node);
    free_places(r, &st->at_rack);
    if (st->column)
        dense_index_leave(r, st);
}
