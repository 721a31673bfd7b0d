/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wishes.c - what tasks prefer: hosts, which the core's places of blocks stand for, and executors on them (R2, R3). */
#include "lib/sim/locality/locality.h"
#include "lib/sim/dispatch/spark/spark.h"
#include <stdlib.h>
#include <string.h>

/* ---- hosts ----------------------------------------------------------------------------------------- */

/* Hosts as the nodes of a cluster of their own, from which B2 and B3 draw. Texts stay the cluster's. */
static struct sw_cluster *hosts_as_nodes(const struct sw_cluster *cl, uint32_t *home)
{
    struct sw_cluster *hosts = xcalloc(1, sizeof *hosts);
    hosts->node = xcalloc(cl->n_hosts, sizeof *hosts->node);
    hosts->n_racks = cl->n_racks;
    hosts->rack_first = xcalloc(cl->n_racks + (size_t)2, sizeof *hosts->rack_first);
    hosts->rack_node = xcalloc(cl->n_hosts, sizeof *hosts->rack_node);
    for (uint32_t i = 0; i < cl->n_nodes; i++)
        if (cl->node[i].home == i) {
            home[hosts->n_nodes] = i;
            hosts->rack_first[cl->node[i].rack + 2]++;
            hosts->node[hosts->n_nodes++].rack = cl->node[i].rack;
        }
    for (uint32_t k = 2; k <= hosts->n_racks; k++)
        hosts->rack_first[k] += hosts->rack_first[k - 1];
    for (uint32_t i = 0; i < hosts->n_nodes; i++)
        hosts->rack_node[hosts->rack_first[hosts->node[i].rack + 1]++] = i;
    return hosts;
}

/* R20: of its name. */
static void keep_hash(struct spark *sp, uint32_t host, const char *name, size_t len)
{
    RESERVE(sp->hash[HOSTS], host + 1, sp->cap_hashes);
    sp->hash[HOSTS][host] = scala_hash(name, len);
}

/* The number of a host that is none of the cluster's. They come behind the node that stands for all of them. */
static uint32_t stranger(const struct sw_replay *r, struct spark *sp, const char *name, size_t len)
{
    uintptr_t host = (uintptr_t)sw_names_find(&sp->strangers, name, len);
    if (!host) {
        host = r->cl->n_nodes + 1 + sp->strangers.n;
        keep_hash(sp, (uint32_t)host, name, len);
        sp->stranger_name = xrealloc(sp->stranger_name, sp->strangers.n + 1, sizeof *sp->stranger_name);
        sp->stranger_name[sp->strangers.n] = xcopy(name, len);
        xnames_add(&sp->strangers, sp->stranger_name[sp->strangers.n], len, (void *)host);
    }
    return (uint32_t)host;
}

/* What stands behind the last slash; NULL: it is not a number of at most 9 digits. */
static const char *executor_number(const char *name)
{
    const char *slash = strrchr(name, '/');
    size_t len = slash ? strspn(slash + 1, "0123456789") : 0;
    return len && len <= 9 && !slash[1 + len] ? slash + 1 : NULL;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* R20: whether all nodes have such numbers, no two the same. */
static bool have_numbers(const struct sw_cluster *cl)
{
    const char **number = xcalloc(cl->n_nodes, sizeof *number);
    bool all = true;
    for (uint32_t i = 0; i < cl->n_nodes && all; i++) {
        number[i] = executor_number(cl->node[i].name);
        all = number[i];
    }
    if (all)
        qsort(number, cl->n_nodes, sizeof *number, by_text);
    for (uint32_t i = 1; i < cl->n_nodes && all; i++)
        all = strcmp(number[i - 1], number[i]) != 0;
    xfree(number);
    return all;
}

/* R20.3: an executor's key is the number in its name, if all have one; else its place in cluster order. */
static void keep_executors(const struct sw_cluster *cl, struct spark *sp)
{
    bool numbers = have_numbers(cl);
    sp->hash[EXECUTORS] = xcalloc(cl->n_nodes, sizeof *sp->hash[EXECUTORS]);
    for (uint32_t i = 0; i < cl->n_nodes; i++) {
        char place[SW_NUM_MAX + 1] = "";
        sw_num_put_u64(place, i);
        const char *id = numbers ? executor_number(cl->node[i].name) : place;
        sp->hash[EXECUTORS][i] = scala_hash(id, strlen(id));
    }
}

/* R20 */
static void keep_hashes(const struct sw_replay *r, struct spark *sp)
{
    const struct sw_cluster *cl = r->cl;
    sp->has_lists = sp->keeps_keys = cl->changes;
    for (uint32_t i = 0; i < cl->n_nodes; i++)
        sp->has_lists |= r->slots.rack_of[i] < cl->n_racks;
    if (!sp->has_lists)
        return;
    keep_executors(cl, sp);
    for (uint32_t i = 0; i < cl->n_nodes; i++) {
        const char *host = cl->node[i].host ? cl->node[i].host : cl->node[i].name;
        keep_hash(sp, i, host, strlen(host));
    }
    sp->hash[RACKS] = xcalloc(cl->n_racks, sizeof *sp->hash[RACKS]);
    for (uint32_t i = 0; i < cl->n_racks; i++)
        sp->hash[RACKS][i] = scala_hash(cl->rack_name[i], strlen(cl->rack_name[i]));
}

/* R2, R3: hosts in the place of nodes. The node behind the last stands for those that are never alive. */
void wishes_start(struct sw_replay *r, struct spark *sp)
{
    const struct sw_cluster *cl = r->cl;
    r->locality.n_nowhere = 1;
    sp->racks_known = !r->opt.no_rack_level;
    for (uint32_t i = 0; i < cl->n_nodes; i++) {
        bool known = cl->node[i].rack_known && !r->opt.no_rack_level;
        r->slots.rack_of[i] = known ? cl->node[i].rack : cl->n_racks;
        sp->racks_known &= known;
    }
    r->slots.rack_of[cl->n_nodes] = cl->n_racks;
    keep_hashes(r, sp);
    if (cl->n_hosts == cl->n_nodes)
        return;
    r->locality.home = xcalloc(cl->n_hosts, sizeof *r->locality.home);
    r->locality.hosts = hosts_as_nodes(cl, r->locality.home);
}

/* ---- from the trace ---------------------------------------------------------------------------------- */

/* The home of the host of that name; SW_NO_NODE. */
static uint32_t find_home(const struct sw_cluster *cl, const char *name, size_t len)
{
    if (!cl->has_hosts)
        return sw_cluster_find(cl, (struct sw_text){ name, len });
    for (uint32_t i = 0; i < cl->n_nodes; i++) {
        const char *host = cl->node[i].host ? cl->node[i].host : cl->node[i].name;
        if (cl->node[i].home == i && !strncmp(host, name, len) && !host[len])
            return i;
    }
    return SW_NO_NODE;
}

/* Once, though the row may name it twice. */
static void add_wish(struct spark_set *s, uint32_t task, uint32_t node)
{
    for (uint32_t i = s->n_wishes; i-- > 0 && s->wish[i].task == task;)
        if (s->wish[i].node == node)
            return;
    PUSH(s->wish, s->n_wishes, s->cap_wishes, (struct spark_wish){ task, node });
}

/* R3, of one wish: the home of the host that it is for, or SW_NO_NODE. */
static uint32_t read_wish(const struct sw_replay *r, struct spark_set *s, uint32_t task, const char *name, size_t len)
{
    const struct sw_cluster *cl = r->cl;
    uint32_t node = sw_cluster_find(cl, (struct sw_text){ name, len }), home;
    const char *slash = memrchr(name, '/', len);
    if (node != SW_NO_NODE && cl->node[node].host && strcmp(cl->node[node].host, cl->node[node].name)) {
        add_wish(s, task, node);
        return cl->node[node].home;
    }
    home = find_home(cl, name, len);
    return home == SW_NO_NODE && slash ? find_home(cl, name, (size_t)(slash - name)) : home;
}

/* The same, with the node that stands for all hosts that are never alive. */
static uint32_t keep_wish(struct sw_replay *r, struct spark *sp, struct spark_set *s, uint32_t task, const char *name,
                          size_t len)
{
    uint32_t home = read_wish(r, s, task, name, len);
    bool is_stranger = home == SW_NO_NODE;
    r->totals.hosts_unknown += is_stranger;
    if (sp->has_lists) {
        PUSH(s->asked, s->n_asked, s->cap_asked,
             (struct spark_entry){ task, is_stranger ? stranger(r, sp, name, len) : home });
    }
    return is_stranger ? r->cl->n_nodes : home;
}

/* R3: a row's wishes, between bars. Each host counts once. */
size_t wishes_read(struct sw_replay *r, void *own, struct stage *st, uint32_t task, size_t n)
{
    struct spark *sp = own;
    struct spark_set *s = spark_set_of(sp, st);
    size_t start = n, k;
    for (const char *text = st->rows->hosts[task]; *text;) {
        size_t len = strcspn(text, "|");
        RESERVE(r->locality.host_buf, n + 1, r->locality.cap_host_buf);
        uint32_t *host = r->locality.host_buf;
        uint32_t home = len ? keep_wish(r, sp, s, task, text, len) : NONE;
        for (k = start; k < n && host[k] != home; k++)
            ;
        if (len && k == n)
            host[n++] = home;
        text += len + (text[len] == '|');
    }
    return n;
}

/* By executor, then by task. */
static int by_node(const void *a, const void *b)
{
    const struct spark_wish *x = a, *y = b;
    return ORDER(x->node, y->node) ?: ORDER(x->task, y->task);
}

/* For pick_executor(). */
void wishes_index(struct spark_set *s)
{
    if (!s->n_wishes)
        return;
    s->at_node = xrealloc(s->at_node, s->n_wishes, sizeof *s->at_node);
    memcpy(s->at_node, s->wish, s->n_wishes * sizeof *s->wish);
    qsort(s->at_node, s->n_wishes, sizeof *s->at_node, by_node);
}

/* ---- of a task --------------------------------------------------------------------------------------- */

/* They stand together, as tasks are read in order. */
uint32_t wishes_of_task(const struct spark_set *s, uint32_t task, uint32_t *n)
{
    uint32_t first = (uint32_t)FIRST_NOT(i, 0, s->n_wishes, s->wish[i].task < task);
    for (*n = 0; first + *n < s->n_wishes && s->wish[first + *n].task == task; (*n)++)
        ;
    return first;
}

bool wishes_has_executor(const struct spark_set *s, uint32_t task, uint32_t node)
{
    uint32_t n, from = wishes_of_task(s, task, &n);
    for (uint32_t i = from; i < from + n; i++)
        if (s->wish[i].node == node)
            return true;
    return false;
}

/* R12: a host that it prefers has a rack that is known. */
bool wishes_has_rack(const struct sw_replay *r, const struct spark *sp, const struct stage *st, uint32_t task)
{
    if (!unlaunched_is_of_class(st, task, PREF))
        return false;
    if (st->replicas.per_task && sp->racks_known)
        return true;
    const uint32_t *host = replicas_of(st, task);
    for (uint32_t k = 0; k < replicas_n(st, task); k++)
        if (r->slots.rack_of[host[k]] < r->cl->n_racks)
            return true;
    return false;
}

/* The task begins (by 1) or ceases (-1) to wait. */
void wishes_count(const struct sw_replay *r, const struct spark *sp, struct spark_set *s, uint32_t task, int by)
{
    uint32_t n = 0;
    if (s->n_wishes)
        wishes_of_task(s, task, &n);
    if (n)
        s->n_executor += (uint32_t)by;
    if (wishes_has_rack(r, sp, s->stage, task))
        s->n_rack += (uint32_t)by;
}
