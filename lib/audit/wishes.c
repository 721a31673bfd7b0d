/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wishes.c - hosts and executors that tasks prefer under Spark's offers, and how near to a task an executor is (R2, R3,
 * R11, R18). */
#include "lib/audit/audit.h"
#include <string.h>

/* ---- R3: what tasks prefer ----------------------------------------------------------------------- */

/* R2: hosts, as the first node of each, in cluster order and by rack. */
void audit_wishes_load_hosts(struct audit *a)
{
    const struct sw_cluster *cl = a->cl;
    a->home = xcalloc(cl->n_hosts, sizeof *a->home);
    a->home_of_rack = xcalloc(cl->n_hosts, sizeof *a->home_of_rack);
    a->homes_before = xcalloc(cl->n_racks + UINT64_C(2), sizeof *a->homes_before);
    for (uint32_t i = 0; i < cl->n_nodes; i++) {
        const struct sw_node *node = &cl->node[i];
        const char *host = node->host ? node->host : node->name;
        if (node->home != i)
            continue;
        a->home[a->n_homes++] = i;
        a->homes_before[node->rack + 2]++;
        xnames_add(&a->homes_by_name, host, strlen(host), (void *)(uintptr_t)(i + 1));
    }
    /* A counting sort by rack: homes_before[r] ends as the number of hosts in racks before r. */
    for (uint32_t k = 2; k <= cl->n_racks; k++)
        a->homes_before[k] += a->homes_before[k - 1];
    for (uint32_t i = 0; i < a->n_homes; i++)
        a->home_of_rack[a->homes_before[cl->node[a->home[i]].rack + 1]++] = a->home[i];
}

static uint32_t host_named(const struct sw_names *names, struct sw_text name)
{
    return (uint32_t)(uintptr_t)sw_names_find(names, name.at, name.len) - 1; /* NONE */
}

/* A node that stands among those from `from` on is not added again. */
static void add_once(uint32_t **at, uint32_t from, uint32_t *to, uint32_t node)
{
    for (uint32_t i = from; i < *to; i++)
        if ((*at)[i] == node)
            return;
    *at = xrealloc(*at, *to + UINT64_C(1), sizeof **at);
    (*at)[(*to)++] = node;
}

/* A node on a host of another name, and its host; a host; what stands before the last slash; a host that never is. */
static void load_wish(struct audit *a, struct stage *st, struct sw_text wish, uint32_t task)
{
    uint32_t node = host_named(&a->nodes_by_name, wish), home = NONE;
    const char *host = node == NONE ? NULL : a->cl->node[node].host;
    if (host && strcmp(host, a->cl->node[node].name)) {
        add_once(&st->executor, st->executor_first[task], &st->executor_first[task + 1], node);
        home = a->cl->node[node].home;
    }
    if (home == NONE)
        home = host_named(&a->homes_by_name, wish);
    while (wish.len && wish.at[wish.len - 1] != '/')
        wish.len--;
    if (home == NONE && wish.len)
        home = host_named(&a->homes_by_name, (struct sw_text){ wish.at, wish.len - 1 });
    if (home == NONE)
        bit_set(st->absent, task, true);
    else
        add_once(&st->host, st->host_first[task], &st->host_first[task + 1], home);
}

void audit_wishes_load(struct audit *a, struct stage *st, struct sw_text wishes, uint32_t task)
{
    /* The first task of the stage. */
    if (!st->executor_first) {
        st->executor_first = xcalloc(st->n_tasks + UINT64_C(1), sizeof *st->executor_first);
        st->absent = xcalloc(st->n_tasks / 64 + 1, sizeof *st->absent);
    }
    st->host_first[task + 1] = st->host_first[task];
    st->executor_first[task + 1] = st->executor_first[task];
    for (size_t at = 0; at < wishes.len; ) {
        const char *bar = memchr(wishes.at + at, '|', wishes.len - at);
        size_t len = bar ? (size_t)(bar - wishes.at) - at : wishes.len - at;
        if (len)
            load_wish(a, st, (struct sw_text){ wishes.at + at, len }, task);
        at += len + 1;
    }
}

/* Only a task without wishes has no preference. */
static bool prefers(const struct stage *st, uint32_t task)
{
    if (!st->host_first)
        return st->has_blocks;
    return st->host_first[task] < st->host_first[task + 1] || (st->absent && bit_get(st->absent, task));
}

/* ---- R11, R18: how near ---------------------------------------------------------------------------- */

static bool rack_known(const struct audit *a, uint32_t node)
{
    return a->cl->node[node].rack_known && !a->opt->no_rack_level;
}

/* R3: whether the task prefers this very executor. */
static bool executor(const struct stage *st, uint32_t task, uint32_t node)
{
    for (uint32_t i = st->executor_first ? st->executor_first[task] : 0;
         st->executor_first && i < st->executor_first[task + 1]; i++)
        if (st->executor[i] == node)
            return true;
    return false;
}

enum sw_locality audit_wishes_distance(struct audit *a, const struct stage *st, uint32_t task, uint32_t node)
{
    uint32_t n;
    /* R2: the host is compared by its first node. */
    const uint32_t *host = audit_place_hosts(a, st, task, &n);
    enum sw_locality at = SW_AT_ANY;
    if (!prefers(st, task))
        return SW_AT_NONE;
    if (executor(st, task, node))
        return SW_AT_PROCESS;
    for (uint32_t i = 0; i < n; i++)
        if (host[i] == a->cl->node[node].home)
            return SW_AT_NODE;
        else if (rack_known(a, node) && rack_known(a, host[i])
                 && a->cl->node[host[i]].rack == a->cl->node[node].rack)
            at = SW_AT_RACK;
    return at;
}
