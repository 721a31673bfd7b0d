/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks.c - where the replicas of a stage's blocks lie (B1-B7), and the way back: for each node the
 * tasks that have a block there. */
#include "lib/replay/replay.h"
#include <stdlib.h>
#include <string.h>

/* ---- drawing --------------------------------------------------------------------------------- */

static inline bool among(const uint32_t *host, uint32_t n, uint32_t h)
{
    for (uint32_t i = 0; i < n; i++)
        if (host[i] == h)
            return true;
    return false;
}

/* B2: nodes below M until they are R different ones. */
static inline void draw_uniform(struct sw_chance *c, uint32_t m, uint32_t from, uint32_t to, uint32_t *host)
{
    for (uint32_t k = from; k < to; k++)
        do
            host[k] = (uint32_t)sw_chance_below(c, m);
        while (among(host, k, host[k]));
}

static void draw_beside_second(const struct sw_cluster *cl, struct sw_chance *c, uint32_t *host)
{
    uint32_t rack = cl->node[host[1]].rack, first = cl->rack_first[rack], n = cl->rack_first[rack + 1] - first;
    if (n == 1) {
        draw_uniform(c, cl->n_nodes, 2, 3, host);
        return;
    }
    do
        host[2] = cl->rack_node[first + (uint32_t)sw_chance_below(c, n)];
    while (host[2] == host[1] || host[2] == host[0]);
}

/* B3: one replica anywhere, two together on another rack, the rest anywhere. */
static void draw_hdfs(const struct sw_cluster *cl, struct sw_chance *c, uint32_t n, uint32_t *host)
{
    host[0] = (uint32_t)sw_chance_below(c, cl->n_nodes);
    if (n > 1)
        do
            host[1] = (uint32_t)sw_chance_below(c, cl->n_nodes);
        while (cl->n_racks > 1 ? cl->node[host[1]].rack == cl->node[host[0]].rack : host[1] == host[0]);
    if (n > 2)
        draw_beside_second(cl, c, host);
    draw_uniform(c, cl->n_nodes, n < 3 ? n : 3, n, host);
}

static inline void draw(const struct sw_replay *r, uint64_t file, uint64_t block, uint32_t *host)
{
    struct sw_chance c = sw_chance_task(file, block);
    if (r->opt.placement == SW_PLACE_HDFS)
        draw_hdfs(r->cl, &c, (uint32_t)r->opt.replication, host);
    else
        draw_uniform(&c, r->cl->n_nodes, 0, (uint32_t)r->opt.replication, host);
}

static uint64_t file_of(const struct sw_replay *r, const struct stage *st)
{
    return sw_chance_job(r->opt.seed, SW_CHANCE_PLACEMENT, st->job->input_name);
}

void blocks_draw_one(struct sw_replay *r, const struct stage *st, uint64_t task, uint64_t scan, uint32_t *host)
{
    draw(r, file_of(r, st), task + (scan << 32), host);
}

static size_t n_replicas(const struct stage *st)
{
    const struct blocks *b = &st->blocks;
    return b->per_task ? (size_t)b->per_task * st->n_tasks : b->first[st->n_tasks];
}

/* ---- from the trace -------------------------------------------------------------------------- */

static void room(struct sw_replay *r, size_t n)
{
    if (n <= r->cap_host_buf)
        return;
    r->cap_host_buf = 2 * n + 64;
    r->host_buf = xrealloc(r->host_buf, r->cap_host_buf, sizeof *r->host_buf);
}

/* B5: "n3/7" is executor 7 on node n3. */
static uint32_t find_host(const struct sw_cluster *cl, const char *name, size_t len)
{
    uint32_t host = sw_cluster_find(cl, (struct sw_text){ name, len });
    const char *slash = host == SW_NO_NODE && len ? memrchr(name, '/', len) : NULL;
    return slash ? sw_cluster_find(cl, (struct sw_text){ name, (size_t)(slash - name) }) : host;
}

/* "n3|n17": appends the numbers of those hosts that are in the cluster, each once. */
static size_t read_hosts(struct sw_replay *r, const char *text, size_t n)
{
    size_t start = n;
    while (*text) {
        size_t len = strcspn(text, "|");
        uint32_t host = find_host(r->cl, text, len);
        room(r, n + 1);
        if (host == SW_NO_NODE)
            r->totals.hosts_unknown += len > 0;
        else if (!among(r->host_buf + start, (uint32_t)(n - start), host))
            r->host_buf[n++] = host;
        text += len + (text[len] == '|');
    }
    return n;
}

static void place_from_trace(struct sw_replay *r, struct stage *st)
{
    size_t n = 0;
    st->blocks.first = piece_new(&r->pieces, (st->n_tasks + (size_t)1) * sizeof *st->blocks.first);
    st->blocks.first[0] = 0;
    for (uint32_t t = 0; t < st->n_tasks; t++) {
        if (st->task_hosts && st->task_hosts[t])
            n = read_hosts(r, st->task_hosts[t], n);
        st->blocks.first[t + 1] = (uint32_t)n;
    }
    st->blocks.host = piece_new(&r->pieces, n * sizeof *st->blocks.host);
    if (n)
        memcpy(st->blocks.host, r->host_buf, n * sizeof *st->blocks.host);
}

void blocks_place(struct sw_replay *r, struct stage *st)
{
    if (r->opt.placement == SW_PLACE_TRACE) {
        place_from_trace(r, st);
        return;
    }
    uint64_t file = file_of(r, st);
    st->blocks.per_task = (uint32_t)r->opt.replication;
    st->blocks.host = piece_new(&r->pieces, n_replicas(st) * sizeof *st->blocks.host);
    for (uint32_t t = 0; t < st->n_tasks; t++)
        draw(r, file, t, st->blocks.host + (size_t)t * st->blocks.per_task);
}

void blocks_free(struct sw_replay *r, struct stage *st)
{
    if (st->blocks.host)
        piece_free(&r->pieces, st->blocks.host, n_replicas(st) * sizeof *st->blocks.host);
    piece_free(&r->pieces, st->blocks.first, (st->n_tasks + (size_t)1) * sizeof *st->blocks.first);
    st->blocks = (struct blocks){ 0 };
}

/* ---- the way back ---------------------------------------------------------------------------- */

static size_t places_size(uint32_t n, bool sparse, size_t n_tasks)
{
    return n * sizeof(struct place) + ((sparse ? 2 : 1) * (size_t)n + n_tasks) * sizeof(uint32_t);
}

/* n places and so many tasks, in one piece. sparse: with their ids; else they are all. */
static void places_new(struct sw_replay *r, struct places *p, uint32_t n, bool sparse, size_t n_tasks)
{
    size_t ids = sparse ? n : 0;
    p->n = n;
    p->at = piece_new(&r->pieces, places_size(n, sparse, n_tasks));
    p->end = (uint32_t *)(p->at + n);
    p->id = sparse ? p->end + n : NULL;
    p->task = p->end + n + ids;
}

/* Every place starts at its first task. */
static void places_begin(struct places *p)
{
    for (uint32_t i = 0, begin = 0, end; i < p->n; i++, begin = end) {
        end = p->end[i];
        p->at[i] = (struct place){ begin < end ? p->task[begin] : NONE, begin };
        if (begin < end)
            p->task[end - 1] |= LAST_TASK;
    }
}

/* Many replicas: count them per place, all places in order. */
static void make_counted(struct sw_replay *r, struct places *p, const struct stage *st, const uint32_t *map, uint32_t n_ids, size_t n)
{
    const uint32_t *host = st->blocks.host;
    places_new(r, p, n_ids, false, n);
    for (uint32_t i = 0; i < n_ids; i++)
        p->end[i] = 0;
    for (size_t i = 0; i < n; i++)
        p->end[map ? map[host[i]] : host[i]]++;
    for (uint32_t i = 0, end = 0; i < n_ids; i++) {
        uint32_t tasks = p->end[i];
        p->end[i] = end;
        end += tasks;
    }
    for (uint32_t t = 0; t < st->n_tasks; t++)
        for (const uint32_t *h = blocks_of(st, t), *stop = h + blocks_n(st, t); h < stop; h++)
            p->task[p->end[map ? map[*h] : *h]++] = t;
}

/* A replica of a task at a place. */
struct replica { uint32_t id, task; };

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

/* By id; those of one id stay in the order of their tasks. A digit of six bits at a time, the lowest first; `other` has room for n. */
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

/* Few replicas: sort them, keep only the places that occur. */
static void make_sorted(struct sw_replay *r, struct places *p, const struct stage *st, const uint32_t *map, uint32_t n_ids, size_t n)
{
    struct replica few[2 * 64], *room = n <= 64 ? few : xrealloc(NULL, 2 * n, sizeof *room), *at = room;
    uint32_t n_places = 0;
    size_t i = 0;
    for (uint32_t t = 0; t < st->n_tasks; t++)
        for (const uint32_t *h = blocks_of(st, t), *stop = h + blocks_n(st, t); h < stop; h++)
            at[i++] = (struct replica){ map ? map[*h] : *h, t };
    at = sort_by_id(at, room + n, n, n_ids);
    for (i = 0; i < n; i++)
        n_places += !i || at[i].id != at[i - 1].id;
    places_new(r, p, n_places, true, n);
    uint32_t place = NONE;
    for (i = 0; i < n; i++) {
        if (!i || at[i].id != at[i - 1].id)
            p->id[++place] = at[i].id;
        p->end[place] = (uint32_t)i + 1;
        p->task[i] = at[i].task;
    }
    if (room != few)
        free(room);
}

/* map: NULL for nodes, or the rack of each node. */
void places_make(struct sw_replay *r, struct places *p, const struct stage *st, const uint32_t *map, uint32_t n_ids)
{
    size_t n = n_replicas(st);
    *p = (struct places){ 0 };
    if (n >= n_ids / 4)
        make_counted(r, p, st, map, n_ids, n);
    else
        make_sorted(r, p, st, map, n_ids, n);
    places_begin(p);
}

/* Which half it is in nobody can predict, so the halving is done without branches. */
uint32_t places_search(const struct places *p, uint32_t id)
{
    uint32_t at = 0;
    for (uint32_t n = p->n, half; n > 1; n -= half) {
        half = n / 2;
        at += half & -(uint32_t)(p->id[at + half] <= id);
    }
    return p->n && p->id[at] == id ? at : NONE;
}

void places_free(struct sw_replay *r, struct places *p)
{
    if (p->at)
        piece_free(&r->pieces, p->at, places_size(p->n, p->id != NULL, p->n ? p->end[p->n - 1] : 0));
    *p = (struct places){ 0 };
}
