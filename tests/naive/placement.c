/* SPDX-License-Identifier: GPL-3.0-or-later */
/* placement.c - B2..B7: where blocks lie; L1: how far a node is from them. */
#include <stdlib.h>
#include <string.h>
#include "tests/naive/naive.h"

static bool among(const int *at, int n, int node)
{
    for (int i = 0; i < n; i++)
        if (at[i] == node) return true;
    return false;
}

static bool same_rack(const struct run *r, int a, int b)
{
    return !strcmp(r->node[a].rack, r->node[b].rack);
}

/* R3: hosts, in the order of their first rows; without --offers spark each node is one. */
static bool at_home(const struct run *r, int node)
{
    return r->o.offers == BY_HEARTBEAT || r->node[node].home == node;
}

static int count_hosts(const struct run *r)
{
    int n = 0;
    for (int i = 0; i < r->n_nodes; i++) n += at_home(r, i);
    return n;
}

static int draw_any(const struct run *r, struct sw_chance *c)
{
    int nth = (int)sw_chance_below(c, (uint64_t)count_hosts(r));
    for (int i = 0; i < r->n_nodes; i++)
        if (at_home(r, i) && nth-- == 0) return i;
    return -1;
}

/* B2: nodes below(M) until R different ones are found. */
static void draw_uniform(const struct run *r, struct sw_chance *c, struct task *t, int replicas)
{
    t->n_replicas = 0;
    while (t->n_replicas < replicas) {
        int node = draw_any(r, c);
        if (!among(t->replica, t->n_replicas, node)) t->replica[t->n_replicas++] = node;
    }
}

static bool one_rack(const struct run *r)
{
    for (int i = 1; i < r->n_nodes; i++)
        if (!same_rack(r, 0, i)) return false;
    return true;
}

/* B3: drawn below(M) until its rack differs from the first's (with one rack: until the node differs). */
static int draw_second(const struct run *r, struct sw_chance *c, int first)
{
    for (;;) {
        int node = draw_any(r, c);
        if (one_rack(r) ? node != first : !same_rack(r, node, first)) return node;
    }
}

/* B3: drawn below(size of the second's rack) among its nodes in cluster order. */
static int draw_in_rack(const struct run *r, struct sw_chance *c, int second, int size)
{
    int nth = (int)sw_chance_below(c, (uint64_t)size);
    for (int i = 0; i < r->n_nodes; i++)
        if (at_home(r, i) && same_rack(r, i, second) && nth-- == 0) return i;
    return -1;
}

/* B3: "until it differs from both (a rack of one node: below(M) until it differs from both)". */
static int draw_third(const struct run *r, struct sw_chance *c, const int *so_far)
{
    int size = 0, node;
    for (int i = 0; i < r->n_nodes; i++) size += at_home(r, i) && same_rack(r, i, so_far[1]);
    do node = size == 1 ? draw_any(r, c) : draw_in_rack(r, c, so_far[1], size);
    while (among(so_far, 2, node));
    return node;
}

static void draw_hdfs(const struct run *r, struct sw_chance *c, struct task *t, int replicas)
{
    if (replicas > 0) t->replica[0] = draw_any(r, c);
    if (replicas > 1) t->replica[1] = draw_second(r, c, t->replica[0]);
    if (replicas > 2) t->replica[2] = draw_third(r, c, t->replica);
    t->n_replicas = replicas < 3 ? replicas : 3;
    while (t->n_replicas < replicas) { /* "further ones below(M) until they differ from all" */
        int node = draw_any(r, c);
        if (!among(t->replica, t->n_replicas, node)) t->replica[t->n_replicas++] = node;
    }
}

static bool is_a_node(const struct run *r, const char *name, size_t len)
{
    for (int i = 0; i < r->n_nodes; i++)
        if (strlen(r->node[i].name) == len && !memcmp(r->node[i].name, name, len)) return true;
    return false;
}

/* B5: what stands before the last slash, of a host that is no node. */
static size_t without_executor(const struct run *r, const char *name, size_t len)
{
    size_t cut = len;
    if (is_a_node(r, name, len)) return len;
    while (cut > 0 && name[cut - 1] != '/') cut--;
    return cut > 0 ? cut - 1 : len;
}

/* B5: the preferred hosts that the row names; those not in the cluster are ignored. */
static void take_hosts(const struct run *r, struct task *t)
{
    const char *at = t->hosts;
    while (at && *at) {
        size_t given = strcspn(at, "|"), len = without_executor(r, at, given);
        for (int i = 0; i < r->n_nodes; i++) {
            if (strlen(r->node[i].name) != len || memcmp(r->node[i].name, at, len)) continue;
            if (among(t->replica, t->n_replicas, i)) continue;
            t->replica = naive_grow(t->replica, (size_t)t->n_replicas + 1, sizeof *t->replica);
            t->replica[t->n_replicas++] = i;
        }
        at += given + (at[given] == '|');
    }
}

static int node_named(const struct run *r, const char *name, size_t len)
{
    for (int i = 0; i < r->n_nodes; i++)
        if (strlen(r->node[i].name) == len && !memcmp(r->node[i].name, name, len)) return i;
    return -1;
}

static int home_named(const struct run *r, const char *name, size_t len)
{
    for (int i = 0; i < r->n_nodes; i++)
        if (at_home(r, i) && strlen(r->node[i].host) == len && !memcmp(r->node[i].host, name, len)) return i;
    return -1;
}

static void add_place(int **places, int *n, int place)
{
    if (among(*places, *n, place)) return;
    *places = naive_grow(*places, (size_t)*n + 1, sizeof **places);
    (*places)[(*n)++] = place;
}

static void ask(struct task *t, const char *host, size_t len)
{
    t->asked = naive_grow(t->asked, (size_t)t->n_asked + 1, sizeof *t->asked);
    t->asked[t->n_asked++] = naive_copy(host, len);
}

/* R3: of one wish. */
static void take_wish(const struct run *r, struct task *t, const char *at, size_t len)
{
    int node = node_named(r, at, len), home = -1;
    size_t cut = len;
    if (node >= 0 && strcmp(r->node[node].host, r->node[node].name)) {
        add_place(&t->executor, &t->n_executors, node);
        home = r->node[node].home;
    }
    if (home < 0) home = home_named(r, at, len);
    while (cut > 0 && at[cut - 1] != '/') cut--;
    if (home < 0 && cut > 0) home = home_named(r, at, cut - 1);
    if (home < 0) ask(t, at, len);
    else ask(t, r->node[home].host, strlen(r->node[home].host));
    if (home < 0) t->n_absent++;
    else add_place(&t->replica, &t->n_replicas, home);
}

static void take_wishes(const struct run *r, struct task *t)
{
    for (const char *at = t->hosts; at && *at;) {
        size_t len = strcspn(at, "|");
        if (len > 0) take_wish(r, t, at, len);
        at += len + (at[len] == '|');
    }
}

/* B4: stages of kind `map`, and of kind `task` when they have no parents; B5: what the trace names, but for reduces. */
static bool has_blocks(const struct run *r, const struct stage *s)
{
    if (r->o.placement == TRACE) return s->kind != SW_REDUCE;
    return s->kind == SW_MAP || (s->kind == SW_TASK && s->n_parents == 0);
}

static struct sw_chance stream(const struct run *r, const struct job *j, uint64_t block)
{
    const char *name = j->input[0] ? j->input : j->id; /* B2 */
    return sw_chance_start(r->o.seed, SW_CHANCE_PLACEMENT, sw_chance_name(name, strlen(name)), block);
}

static int replicas_of(const struct run *r, const struct job *j)
{
    int hosts = count_hosts(r);
    return j->replication < (uint64_t)hosts ? (int)j->replication : hosts; /* B2: cut to M */
}

static void place_task(const struct run *r, const struct job *j, struct task *t, int block)
{
    struct sw_chance c = stream(r, j, (uint64_t)block);
    if (r->o.placement == TRACE) {
        if (r->o.offers == BY_HEARTBEAT) take_hosts(r, t);
        else take_wishes(r, t);
        return;
    }
    t->replica = naive_alloc((size_t)r->n_nodes, sizeof *t->replica);
    if (r->o.placement == HDFS) draw_hdfs(r, &c, t, replicas_of(r, j));
    else draw_uniform(r, &c, t, replicas_of(r, j));
    for (int i = 0; i < t->n_replicas && r->o.offers == BY_SPARK; i++)
        ask(t, r->node[t->replica[i]].host, strlen(r->node[t->replica[i]].host));
}

void placement_of_job(const struct run *r, struct job *j)
{
    if (r->o.width) return; /* G1.5 */
    for (int s = 0; s < j->n_stages; s++)
        for (int t = 0; t < j->stage[s].n_tasks; t++)
            if (has_blocks(r, &j->stage[s])) place_task(r, j, &j->stage[s].task[t], t);
}

/* B6: each unlaunched task draws anew from (seed, placement, name, i + 2^32 scan). */
void placement_redraw(const struct run *r, struct stage *s)
{
    for (int t = 0; t < s->n_tasks; t++) {
        if (s->task[t].launched || s->task[t].n_replicas == 0) continue;
        struct sw_chance c = stream(r, &r->job[s->job], (uint64_t)t + (r->n_scans << 32));
        draw_uniform(r, &c, &s->task[t], replicas_of(r, &r->job[s->job]));
    }
}

/* L1 */
enum sw_locality locality_of(const struct run *r, const struct task *t, int node)
{
    if (t->n_replicas == 0) return SW_AT_NONE;
    for (int i = 0; i < t->n_replicas; i++)
        if (t->replica[i] == node) return SW_AT_NODE;
    for (int i = 0; i < t->n_replicas && !r->o.no_rack_level; i++)
        if (same_rack(r, t->replica[i], node)) return SW_AT_RACK;
    return SW_AT_ANY;
}
