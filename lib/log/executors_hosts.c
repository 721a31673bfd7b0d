/* SPDX-License-Identifier: GPL-3.0-or-later */
/* executors_hosts.c - of a cluster of executors that of their hosts, for models that offer nodes at heartbeats. */
#include <stdlib.h>
#include "lib/log/log.h"

struct change { uint32_t home; int64_t at_us, slots; };

static int by_host_and_time(const void *a, const void *b)
{
    const struct change *x = a, *y = b;
    if (x->home != y->home)
        return x->home < y->home ? -1 : 1;
    return (x->at_us > y->at_us) - (x->at_us < y->at_us);
}

static size_t list_changes(const struct sw_cluster *cl, struct change *c)
{
    size_t n = 0;
    for (uint32_t i = 0; i < cl->n_nodes; i++)
        for (uint32_t j = 0; j < cl->node[i].n_spans; j++) {
            const struct sw_span *s = &cl->node[i].span[j];
            if (c) {
                c[n] = (struct change){ cl->node[i].home, s->from_us, s->slots[0] };
                c[n + 1] = (struct change){ cl->node[i].home, s->to_us, -(int64_t)s->slots[0] };
            }
            n += 2;
        }
    return n;
}

static struct sw_text text_of(const char *at) { return (struct sw_text){ at, strlen(at) }; }

/* A row for each time that the host has the same slots. */
static size_t list_rows(const struct sw_cluster *cl, const struct change *c, size_t n, struct sw_node_row *row)
{
    size_t n_rows = 0;
    int64_t slots = 0;
    for (size_t i = 0; i < n; i++) {
        const struct sw_node *node = &cl->node[c[i].home];
        const bool last = i + 1 == n || c[i + 1].home != c[i].home;
        slots = last ? 0 : slots + c[i].slots;
        if (slots <= 0 || c[i + 1].at_us == c[i].at_us)
            continue;
        struct sw_node_row *to = &row[n_rows++];
        memcpy(to, sw_schema_cluster.defaults, sizeof *to);
        to->known = UINT64_C(1) << SW_NODE_NAME | UINT64_C(1) << SW_NODE_SLOTS | UINT64_C(1) << SW_NODE_FROM;
        to->node = text_of(node->host ? node->host : node->name);
        to->slots = (uint64_t)slots;
        to->from_us = c[i].at_us;
        if (node->rack_known) {
            to->known |= UINT64_C(1) << SW_NODE_RACK;
            to->rack = text_of(cl->rack_name[node->rack]);
        }
        if (c[i + 1].at_us < SW_TIME_MAX) {
            to->known |= UINT64_C(1) << SW_NODE_TO;
            to->to_us = c[i + 1].at_us;
        }
    }
    return n_rows;
}

int executors_hosts(struct sw_cluster **out, const struct sw_cluster *cl, struct sw_err *err)
{
    const size_t n = list_changes(cl, NULL);
    struct change *c = calloc(n + 1, sizeof *c);
    struct sw_node_row *row = calloc(n + 1, sizeof *row);
    int status = c && row ? SW_OK : sw_err_memory(err);
    if (status == SW_OK) {
        list_changes(cl, c);
        qsort(c, n, sizeof *c, by_host_and_time);
        status = sw_cluster_from(out, row, list_rows(cl, c, n, row), "the cluster's hosts", err);
    }
    free(c);
    free(row);
    return status;
}
