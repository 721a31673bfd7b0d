/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nodes.c - the cluster as the options or the cluster file describe it (B1). It is read once, row by row or from
 * memory, and finished when all rows are there: hosts, racks and sums. */
#include "lib/base/sw_chance.h"
#include "lib/cluster/cluster.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Nodes by name. A name of up to eight bytes is its own key, and as good as its hash. */
struct index {
    pthread_mutex_t making;
    atomic_bool made;
    struct sw_names longer;
    struct short_name { uint64_t key; uint32_t node; } *at; /* key 0: free */
    size_t cap;                  /* a power of two, at least twice the nodes */
};
enum { SHORT = sizeof(uint64_t) };

/* The index is empty until a node is asked for by name (sw_cluster_find). */
static struct sw_cluster *cluster_new(uint32_t nodes)
{
    struct sw_cluster *cl = xcalloc(1, sizeof *cl);
    cl->node = xcalloc(nodes, sizeof *cl->node);
    struct index *index = cl->index = xcalloc(1, sizeof *index);
    pthread_mutex_init(&index->making, NULL);
    return cl;
}

/* A node counts with the most slots that it ever has, so the sum is that of a cluster with all nodes there at once. */
static void count_slots(struct sw_cluster *cl, const struct sw_node *node)
{
    for (int kind = 0; kind < 2; kind++) {
        uint32_t most = 0;
        for (uint32_t k = 0; k < node->n_spans; k++)
            most = node->span[k].slots[kind] > most ? node->span[k].slots[kind] : most;
        cl->total_slots[kind] += most;
    }
    /* Whether nodes come, go or change (B8). */
    cl->changes |= node->n_spans > 1 || node->span[0].from_us > 0 || node->span[0].to_us < SW_TIME_MAX;
}

static void add_span(struct sw_node *node, struct sw_span span)
{
    node->span = xrealloc(node->span, node->n_spans + 1, sizeof *node->span);
    node->span[node->n_spans++] = span;
}

/* Without the column, each node is a host of its own. */
static const char *host_of(const struct sw_node *node)
{
    return node->host ? node->host : node->name;
}

/* R2: home is the first node of the host, in cluster order. Without the column host each node is its own. */
static void find_homes(struct sw_cluster *cl)
{
    struct sw_names hosts = { 0 };
    for (uint32_t i = 0; i < cl->n_nodes; i++) {
        const char *name = host_of(&cl->node[i]);
        size_t len = cl->has_hosts ? strlen(name) : 0;
        uintptr_t known = cl->has_hosts ? (uintptr_t)sw_names_find(&hosts, name, len) : 0;
        cl->node[i].home = known ? (uint32_t)known - 1 : i;
        cl->n_hosts += !known;
        if (cl->has_hosts && !known)
            xnames_add(&hosts, name, len, (void *)(uintptr_t)(i + 1));
    }
    sw_names_clear(&hosts);
}

/* Groups the nodes by rack, and adds up their slots. */
static void finish(struct sw_cluster *cl)
{
    /* A counting sort by rack: rack_first[k] ends as the place of rack k's first node in rack_node[]. */
    cl->rack_first = xcalloc(cl->n_racks + 2, sizeof *cl->rack_first);
    cl->rack_node = xcalloc(cl->n_nodes, sizeof *cl->rack_node);
    find_homes(cl);
    for (uint32_t i = 0; i < cl->n_nodes; i++) {
        cl->rack_first[cl->node[i].rack + 2]++;
        count_slots(cl, &cl->node[i]);
    }
    for (uint32_t k = 2; k <= cl->n_racks; k++)
        cl->rack_first[k] += cl->rack_first[k - 1];
    for (uint32_t i = 0; i < cl->n_nodes; i++)
        cl->rack_node[cl->rack_first[cl->node[i].rack + 1]++] = i;
}

/* n1, r1: what --nodes and --racks make. */
static char *numbered(char letter, uint64_t number)
{
    char buf[1 + SW_NUM_MAX] = { letter };
    return xcopy(buf, 1 + sw_num_put_u64(buf + 1, number));
}

/* What nodes_guard() hands on to make_numbered(), and where the cluster comes back. */
struct making {
    struct sw_cluster *cl;
    uint64_t nodes, racks, slots[2];
    bool one_kind;
};

static int make_numbered(void *making)
{
    struct making *m = making;
    struct sw_cluster *cl = cluster_new((uint32_t)m->nodes);
    cl->one_kind = m->one_kind;
    cl->n_nodes = (uint32_t)m->nodes;
    cl->n_racks = (uint32_t)m->racks;
    cl->rack_name = xcalloc(m->racks, sizeof *cl->rack_name);
    for (uint64_t k = 0; k < m->racks; k++)
        cl->rack_name[k] = numbered('r', k + 1);
    /* Racks are as alike in size as can be, each of nodes that follow one another. */
    for (uint64_t i = 0; i < m->nodes; i++) {
        /* A size that is not given has no limit; --disk and --node-memory may set one for all (A6, Z1). */
        cl->node[i] = (struct sw_node){ .name = numbered('n', i + 1),
                                        .rack = (uint32_t)(i * m->racks / m->nodes),
                                        .rack_known = true,
                                        .disk_bytes = SW_NO_DISK_LIMIT,
                                        .size = { SW_NO_DISK_LIMIT, SW_NO_DISK_LIMIT } };
        add_span(&cl->node[i], (struct sw_span){ 0, SW_TIME_MAX, { (uint32_t)m->slots[0], (uint32_t)m->slots[1] }, 1.0,
                                                 false, 0 });
    }
    finish(cl);
    m->cl = cl;
    return SW_OK;
}

/* The blocks of what was made are the caller's one by one: sw_cluster_free() frees each. */
int nodes_guard(int read(void *of), void *of, struct sw_err *err)
{
    struct memory memory = { NULL };
    int status = memory_guard(&memory, read, of, err);
    if (status == SW_OK)
        memory_release(&memory);
    else
        memory_clear(&memory);
    return status;
}

int sw_cluster_make(struct sw_cluster **out, uint64_t nodes, uint64_t racks, uint64_t map_slots,
                    uint64_t reduce_slots, bool one_kind, struct sw_err *err)
{
    struct making m = { NULL, nodes, racks, { map_slots, reduce_slots }, one_kind };
    *out = NULL;
    if (nodes < 1 || nodes > SW_NODES_MOST)
        return sw_err_usage(err, "--nodes: out of range, 1 to %d: '%llu'", SW_NODES_MOST, (unsigned long long)nodes);
    if (racks < 1)
        return sw_err_usage(err, "--racks: out of range, at least 1: '0'");
    if (racks > nodes)
        return sw_err_usage(err, "--racks: more racks than nodes: '%llu'", (unsigned long long)racks);
    if (map_slots > UINT16_MAX || reduce_slots > UINT16_MAX)
        return sw_err_usage(err, "--slots-per-node: more than %d slots on a node", UINT16_MAX);
    int status = nodes_guard(make_numbered, &m, err);
    *out = status == SW_OK ? m.cl : NULL;
    return status;
}

/* B1: nodes whose rack is empty stand in default-rack together. The racks are numbered as they first come. */
static uint32_t rack_named(struct sw_cluster *cl, struct sw_names *racks, struct sw_text name)
{
    if (!name.len)
        name = (struct sw_text){ "default-rack", 12 };
    uintptr_t known = (uintptr_t)sw_names_find(racks, name.at, name.len);
    if (known)
        return (uint32_t)known - 1;
    cl->rack_name = xrealloc(cl->rack_name, cl->n_racks + 1, sizeof *cl->rack_name);
    cl->rack_name[cl->n_racks] = xcopy(name.at, name.len);
    xnames_add(racks, cl->rack_name[cl->n_racks], name.len, (void *)(uintptr_t)(cl->n_racks + 1));
    return cl->n_racks++;
}

/* Rows come from a cluster CSV or, without one, from memory. */
struct reading {
    struct sw_cluster *cl;
    struct sw_csv *in;               /* NULL: */
    const struct sw_node_row *row;
    size_t n_rows;
    const char *path;                /* and the line of the row in hand, for messages */
    uint64_t line;
    struct sw_err *err;
};

/* 1: a row; 0: the end. */
static int next_row(struct reading *rd, struct sw_node_row *row)
{
    /* line counts the rows of memory, too. */
    if (!rd->in && rd->line == rd->n_rows)
        return 0;
    if (!rd->in) {
        *row = rd->row[rd->line++];
        return row->node.len ? 1 : sw_err_data(rd->err, rd->path, rd->line, "node", "is empty");
    }
    int got = sw_csv_read(rd->in, row, rd->err);
    rd->line = got == 1 ? sw_csv_row(rd->in)->line : 0;
    return got;
}

#define SIZE_MOST (UINT64_C(1) << 50)
/* What a row may not say, whatever the others do. */
static int check_node_row(const struct reading *rd, const struct sw_node_row *row, struct sw_err *err)
{
    const char *path = rd->path;
    uint64_t line = rd->line, size[2] = { row->cpus, row->memory };
    if (row->speed <= 0)
        return sw_err_data(err, path, line, "speed", "is not above 0");
    if (row->to_us <= row->from_us)
        return sw_err_data(err, path, line, "to_s", "is not after from_s");
    for (int i = 0; i < 2; i++)
        if (size[i] > SIZE_MOST && size[i] != SW_NO_DISK_LIMIT)
            return sw_err_data(err, path, line, i ? "memory" : "cpus", "out of range, at most 2^50");
    if (row->map_slots > UINT16_MAX || row->reduce_slots > UINT16_MAX || row->slots > UINT16_MAX)
        return sw_err_data(err, path, line, "slots", "more than %d slots on a node", UINT16_MAX);
    return SW_OK;
}

/* A6, Z1: one row of a node is enough to give its room. Rows that differ in it are an error. */
static int set_one(const struct reading *rd, const struct sw_node *node, const char *column, uint64_t given,
                   uint64_t *room, struct sw_err *err)
{
    if (given == SW_NO_DISK_LIMIT || given == *room)
        return SW_OK;
    if (*room != SW_NO_DISK_LIMIT)
        return sw_err_data(err, rd->path, rd->line, column, "node '%s' has %llu by a row above", node->name,
                           (unsigned long long)*room);
    *room = given;
    return SW_OK;
}

/* The node is there: its row has been added. */
static int set_room(const struct reading *rd, const struct sw_node_row *row, struct sw_names *seen, struct sw_err *err)
{
    struct sw_node *node = &rd->cl->node[(uintptr_t)sw_names_find(seen, row->node.at, row->node.len) - 1];
    if (set_one(rd, node, "disk_bytes", row->disk_bytes, &node->disk_bytes, err) != SW_OK
        || set_one(rd, node, "cpus", row->cpus, &node->size[0], err) != SW_OK)
        return SW_FAIL;
    return set_one(rd, node, "memory", row->memory, &node->size[1], err);
}

static void add_node_row(struct sw_cluster *cl, const struct sw_node_row *row, struct sw_names *racks,
                         struct sw_names *seen, uint64_t line)
{
    /* Values are places plus one, for 0 is not found. */
    uintptr_t known = (uintptr_t)sw_names_find(seen, row->node.at, row->node.len);
    uint32_t n = known ? (uint32_t)known - 1 : cl->n_nodes;
    if (!known) {
        /* Room doubles at each power of two. */
        if (!(n & (n - 1)))
            cl->node = xrealloc(cl->node, n ? 2 * n : 1, sizeof *cl->node);
        cl->node[n] = (struct sw_node){ .name = xcopy(row->node.at, row->node.len),
                                        .host = row->host.len ? xcopy(row->host.at, row->host.len) : NULL,
                                        .rack = rack_named(cl, racks, row->rack),
                                        .rack_known = row->rack.len > 0,
                                        .disk_bytes = SW_NO_DISK_LIMIT,
                                        .size = { SW_NO_DISK_LIMIT, SW_NO_DISK_LIMIT } };
        cl->n_nodes++;
        cl->has_hosts |= row->host.len > 0;
        xnames_add(seen, cl->node[n].name, row->node.len, (void *)(uintptr_t)(n + 1));
    }
    /* What a row says of the node itself, its first row says; times, slots and speed are each row's own. */
    add_span(&cl->node[n], (struct sw_span){ row->from_us,
                                             row->to_us,
                                             { (uint32_t)(cl->one_kind ? row->slots : row->map_slots),
                                               (uint32_t)(cl->one_kind ? 0 : row->reduce_slots) },
                                             row->speed,
                                             row->leaves == SW_LEAVES_IDLE,
                                             line });
    cl->keeps |= row->leaves == SW_LEAVES_IDLE;
}

static int span_by_time(const void *a, const void *b)
{
    const struct sw_span *x = a, *y = b;
    return (x->from_us > y->from_us) - (x->from_us < y->from_us);
}

/* The spans of a node are sorted, and no two of them overlap. */
static int check_spans(const struct reading *rd, struct sw_err *err)
{
    for (uint32_t i = 0; i < rd->cl->n_nodes; i++) {
        struct sw_node *node = &rd->cl->node[i];
        qsort(node->span, node->n_spans, sizeof *node->span, span_by_time);
        for (uint32_t k = 1; k < node->n_spans; k++)
            if (node->span[k].from_us < node->span[k - 1].to_us)
                return sw_err_data(err, rd->path, node->span[k].line, "from_s",
                                   "node '%s' is up already (line %llu)", node->name,
                                   (unsigned long long)node->span[k - 1].line);
    }
    return SW_OK;
}

/* A reading that fails leaves all to nodes_guard(), which frees what was made. */
static int read_node_rows(struct reading *rd, struct sw_names *racks, struct sw_names *seen, struct sw_err *err)
{
    struct sw_node_row row;
    int got;
    while ((got = next_row(rd, &row)) == 1) {
        if (check_node_row(rd, &row, err) != SW_OK)
            return SW_FAIL;
        add_node_row(rd->cl, &row, racks, seen, rd->line);
        if (set_room(rd, &row, seen, err) != SW_OK)
            return SW_FAIL;
    }
    if (got == 0 && !rd->cl->n_nodes)
        return sw_err_data(err, rd->path, 0, NULL, "no nodes");
    return got ? got : check_spans(rd, err);
}

/* R2: "nodes of one host have one rack" */
static int check_hosts(const struct reading *rd, struct sw_err *err)
{
    const struct sw_cluster *cl = rd->cl;
    for (uint32_t i = 0; i < cl->n_nodes; i++) {
        const struct sw_node *node = &cl->node[i], *home = &cl->node[node->home];
        if (node->rack != home->rack || node->rack_known != home->rack_known)
            return sw_err_data(err, rd->path, node->span[0].line, "host", "nodes of host '%s' are in two racks",
                               host_of(node));
    }
    return SW_OK;
}

/* The header decides between one kind of slot and two. */
static int check_columns(struct sw_cluster *cl, struct sw_csv *in, struct sw_err *err)
{
    const bool two_kinds = sw_csv_find(in, "map_slots") != SW_NO_COLUMN;
    cl->one_kind = sw_csv_find(in, "slots") != SW_NO_COLUMN;
    if (cl->one_kind == two_kinds)
        return sw_err_data(err, sw_csv_path(in), sw_csv_header(in)->line, two_kinds ? "slots" : "map_slots",
                           two_kinds ? "either slots, or map_slots and reduce_slots"
                                     : "the column is missing (or slots, for one kind of slot)");
    return sw_csv_bind(in, &sw_schema_cluster, err);
}

static int read_nodes(struct reading *rd)
{
    struct sw_names racks = { 0 }, seen = { 0 };
    if (read_node_rows(rd, &racks, &seen, rd->err) != SW_OK)
        return SW_FAIL;
    sw_names_clear(&racks);
    /* The names stay with the cluster; the tables that found them go. */
    sw_names_clear(&seen);
    /* Homes, racks and sums need all rows. */
    finish(rd->cl);
    if (!rd->cl->total_slots[0] && !rd->cl->total_slots[1])
        return sw_err_data(rd->err, rd->path, 0, NULL, "no node has a slot");
    return check_hosts(rd, rd->err);
}

static int read_cluster_file(void *reading)
{
    struct reading *rd = reading;
    rd->cl = cluster_new(1);
    return check_columns(rd->cl, rd->in, rd->err) == SW_OK ? read_nodes(rd) : SW_FAIL;
}

/* Closes the file, also when it fails. */
int sw_cluster_read(struct sw_cluster **out, struct sw_csv *in, struct sw_err *err)
{
    struct reading rd = { .in = in, .path = sw_csv_path(in), .err = err };
    int status = nodes_guard(read_cluster_file, &rd, err);
    sw_csv_close(in);
    *out = status == SW_OK ? rd.cl : NULL;
    return status;
}

/* A row has slots, or map_slots and reduce_slots. */
static int take_rows(void *reading)
{
    struct reading *rd = reading;
    rd->cl = cluster_new(1);
    rd->cl->one_kind = rd->n_rows > 0 && (rd->row->known >> SW_NODE_SLOTS & 1) != 0;
    return read_nodes(rd);
}

int sw_cluster_from(struct sw_cluster **out, const struct sw_node_row *rows, size_t n, const char *name,
                    struct sw_err *err)
{
    struct reading rd = { .row = rows, .n_rows = n, .path = name, .err = err };
    int status = nodes_guard(take_rows, &rd, err);
    *out = status == SW_OK ? rd.cl : NULL;
    return status;
}

int64_t nodes_slots_at(const struct sw_cluster *cl, int kind, int64_t at_us)
{
    int64_t n = 0;
    for (uint32_t i = 0; i < cl->n_nodes; i++)
        for (uint32_t k = 0; k < cl->node[i].n_spans; k++)
            if (cl->node[i].span[k].from_us <= at_us && at_us < cl->node[i].span[k].to_us)
                n += cl->node[i].span[k].slots[kind];
    return n;
}

/* Partitions and QOS of site.c. */
static void free_site(struct sw_cluster *cl)
{
    for (uint32_t i = 0; i < cl->n_partitions; i++) {
        xfree(cl->partition[i].name);
        xfree(cl->partition[i].has);
    }
    for (uint32_t i = 0; i < cl->n_qos; i++) {
        xfree(cl->qos[i].name);
        xfree(cl->qos[i].names);
        xfree(cl->qos[i].preempts);
    }
    xfree(cl->partition);
    xfree(cl->qos);
}

void sw_cluster_free(struct sw_cluster *cl)
{
    if (!cl)
        return;
    for (uint32_t i = 0; i < cl->n_nodes; i++) {
        xfree(cl->node[i].name);
        xfree(cl->node[i].host);
        xfree(cl->node[i].span);
        xfree(cl->node[i].plain);
    }
    for (uint32_t k = 0; k < cl->n_racks; k++)
        xfree(cl->rack_name[k]);
    free_site(cl);
    struct index *index = cl->index;
    sw_names_clear(&index->longer);
    free(index->at);
    pthread_mutex_destroy(&index->making);
    xfree(index);
    xfree(cl->node);
    xfree(cl->rack_name);
    xfree(cl->rack_first);
    xfree(cl->rack_node);
    xfree(cl);
}

/* The bytes of a name of up to eight as a number. */
static uint64_t key_of(struct sw_text name)
{
    uint64_t key = 0;
    for (size_t i = 0; i < name.len; i++)
        key |= (uint64_t)(unsigned char)name.at[i] << (8 * i);
    return key;
}

/* Of the key, or where it would be. */
static inline struct short_name *short_place(const struct index *index, uint64_t key)
{
    size_t i = sw_mix64(key) & (index->cap - 1);
    while (index->at[i].key && index->at[i].key != key)
        i = (i + 1) & (index->cap - 1);
    return &index->at[i];
}

/* Names that are too long for a key go into the hash of names. */
static bool fill_index(struct index *index, const struct sw_cluster *cl)
{
    /* Half of the places stay empty, so that a search ends soon. */
    for (index->cap = 2; index->cap < 2 * (size_t)cl->n_nodes;)
        index->cap *= 2;
    if (!(index->at = calloc(index->cap, sizeof *index->at)))
        return false;
    for (uint32_t i = 0; i < cl->n_nodes; i++) {
        /* An empty name has len - 1 greater than SHORT, and stands with the long ones. */
        const struct sw_text name = { cl->node[i].name, strlen(cl->node[i].name) };
        if (name.len - 1 < SHORT)
            *short_place(index, key_of(name)) = (struct short_name){ key_of(name), i };
        else if (sw_names_add(&index->longer, name.at, name.len, &cl->node[i]))
            return false;
    }
    return true;
}

/* Threads of a sweep may ask at once: one makes it. False: no memory. */
static bool make_index(struct index *index, const struct sw_cluster *cl)
{
    pthread_mutex_lock(&index->making);
    if (!index->made) {
        index->made = fill_index(index, cl);
        if (!index->made) {
            sw_names_clear(&index->longer);
            free(index->at);
            index->at = NULL;
        }
    }
    pthread_mutex_unlock(&index->making);
    return index->made;
}

/* Most replays never ask for a node by its name, so the index is made when the first does. When there is no memory for
 * it, the search goes without. */
uint32_t sw_cluster_find(const struct sw_cluster *cl, struct sw_text name)
{
    struct index *index = cl->index;
    if (!atomic_load_explicit(&index->made, memory_order_acquire) && !make_index(index, cl)) {
        uint32_t i = 0;
        while (i < cl->n_nodes && !sw_text_is(name, cl->node[i].name))
            i++;
        return i < cl->n_nodes ? i : SW_NO_NODE;
    }
    /* A name that ends in a NUL would have the key of a shorter one. */
    if (name.len - 1 < SHORT && name.at[name.len - 1] != '\0') {
        const struct short_name *found = short_place(index, key_of(name));
        return found->key ? found->node : SW_NO_NODE;
    }
    const struct sw_node *nd = sw_names_find(&index->longer, name.at, name.len);
    return nd ? (uint32_t)(nd - cl->node) : SW_NO_NODE;
}

uint32_t nodes_find_host(const struct sw_cluster *cl, struct sw_text name)
{
    const uint32_t host = sw_cluster_find(cl, name);
    const char *slash = host == SW_NO_NODE && name.len ? memrchr(name.at, '/', name.len) : NULL;
    return slash ? sw_cluster_find(cl, (struct sw_text){ name.at, (size_t)(slash - name.at) }) : host;
}
