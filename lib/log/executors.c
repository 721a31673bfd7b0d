/* SPDX-License-Identifier: GPL-3.0-or-later */
/* executors.c - Spark's executors as nodes, host/ID, and whether that can matter. Their number is behind the last
 * slash. Models without Spark's offers know hosts alone. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/minmax.h"
#include "lib/log/log.h"

struct sw_text executors_host(struct sw_text node)
{
    const char *slash = memrchr(node.at, '/', node.len);
    return (struct sw_text){ node.at, slash ? (size_t)(slash - node.at) : node.len };
}

/* Executors that followed one another on a host are as one. */
static bool are_there_at_once(const struct sw_node *a, const struct sw_node *b)
{
    for (uint32_t i = 0; i < a->n_spans; i++)
        for (uint32_t k = 0; k < b->n_spans; k++)
            if (a->span[i].from_us < b->span[k].to_us && b->span[k].from_us < a->span[i].to_us)
                return true;
    return false;
}

bool executors_matter(const struct sw_log *log, const struct sw_cluster *cl)
{
    for (size_t i = 0; i < log->n_tasks; i++)
        if (memchr(log->tasks[i].hosts.at, '/', log->tasks[i].hosts.len))
            return true;
    for (uint32_t i = 0; i < cl->n_nodes; i++) /* those of a host stand together */
        for (uint32_t k = i + 1; k < cl->n_nodes && cl->node[k].home == cl->node[i].home; k++)
            if (are_there_at_once(&cl->node[i], &cl->node[k]))
                return true;
    return false;
}

/* A node in a log becomes its host. Attempts keep what was read, for measures that need it. */
int executors_forget(struct sw_log *log, struct sw_err *err)
{
    if (!log->executors)
        return SW_OK;
    if (!(log->own->executors = malloc((log->n_attempts + 1) * sizeof *log->own->executors)))
        return sw_err_memory(err);
    for (size_t i = 0; i < log->n_attempts; i++) {
        struct sw_log_attempt *a = &log->attempts[i];
        const struct sw_text host = executors_host(sw_log_text(a->node));
        const char *last = i > 0 ? a[-1].node : NULL;
        const bool again = last && sw_text_same(sw_log_text(last), host);
        log->own->executors[i] = a->node;
        if (!(a->node = again ? last : sw_texts_keep(&log->own->texts, host.at, host.len)))
            return sw_err_memory(err);
    }
    /* It was made with the executors' names. */
    nodewise_clear(log);
    log->executors = false;
    return SW_OK;
}

struct sw_text executors_recorded(const struct sw_log *log, const struct sw_log_attempt *a)
{
    const char **of = log->own->executors;
    return sw_log_text(of ? of[a - log->attempts] : a->node);
}

/* ---- what dynamic allocation let go ----------------------------------------------------------------- */

/* Some task could have been launched before, and was after. */
static bool task_waits(const struct sw_log *log, int64_t at_us)
{
    for (size_t i = 0; i < log->n_attempts; i++)
        if (log_has_times(&log->attempts[i]) && setups_ready_us(log, &log->attempts[i]) < at_us
            && log->attempts[i].launch_us > at_us)
            return true;
    return false;
}

/* B20: a row that ends because nothing was left to run. */
static bool went_idle(const struct sw_node_row *row)
{
    return (row->known >> SW_NODE_TO & 1) != 0 && (row->known >> SW_NODE_LEAVES & 1) != 0
           && row->leaves == SW_LEAVES_IDLE;
}

int executors_keep(const struct sw_log *log, struct sw_cluster **out, uint64_t *n, struct sw_err *err)
{
    const size_t n_rows = log->own->n_nodes;
    struct sw_node_row *row = calloc(n_rows + 1, sizeof *row);
    int status = row ? SW_OK : sw_err_memory(err);
    *out = NULL;
    *n = 0;
    /* Without an end the row lasts for good; that is what defaults have. */
    for (size_t i = 0; i < n_rows && status == SW_OK; i++) {
        row[i] = log->own->nodes[i];
        if (!went_idle(&row[i]) || !task_waits(log, row[i].to_us))
            continue;
        row[i].known &= ~(UINT64_C(1) << SW_NODE_TO);
        row[i].to_us = ((const struct sw_node_row *)sw_schema_cluster.defaults)->to_us;
        ++*n;
    }
    if (status == SW_OK && *n > 0)
        status = sw_cluster_from(out, row, n_rows, "the log's cluster", err);
    free(row);
    return status;
}

/* ---- hosts alone: for models that offer nodes at heartbeats ---------------------------------------- */

struct change { uint32_t home; int64_t at_us, slots; };

static int by_host_and_time(const void *a, const void *b)
{
    const struct change *x = a, *y = b;
    return ORDER(x->home, y->home) ?: ORDER(x->at_us, y->at_us);
}

/* c NULL: they are counted alone. Two for each span: slots come, slots go. */
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

static struct sw_text node_text(const char *at) { return (struct sw_text){ at, strlen(at) }; }

/* A row for each time that the host has the same slots. Slots of executors add up over the host. The last change of
 * a host has no row of its own. */
static size_t list_rows(const struct sw_cluster *cl, const struct change *c, size_t n, struct sw_node_row *row)
{
    size_t n_rows = 0;
    int64_t slots = 0;
    for (size_t i = 0; i < n; i++) {
        const struct sw_node *node = &cl->node[c[i].home];
        const bool last = i + 1 == n || c[i + 1].home != c[i].home;
        /* Behind its last change a host has no slots, and c[i + 1] is another's. */
        slots = last ? 0 : slots + c[i].slots;
        if (slots <= 0 || c[i + 1].at_us == c[i].at_us)
            continue;
        struct sw_node_row *to = &row[n_rows++];
        memcpy(to, sw_schema_cluster.defaults, sizeof *to);
        /* The bits say which fields the row gives; all others are defaults. */
        to->known = UINT64_C(1) << SW_NODE_NAME | UINT64_C(1) << SW_NODE_SLOTS | UINT64_C(1) << SW_NODE_FROM;
        to->node = node_text(node->host ? node->host : node->name);
        to->slots = (uint64_t)slots;
        to->from_us = c[i].at_us;
        if (node->rack_known) {
            to->known |= UINT64_C(1) << SW_NODE_RACK;
            to->rack = node_text(cl->rack_name[node->rack]);
        }
        if (c[i + 1].at_us < SW_TIME_MAX) {
            to->known |= UINT64_C(1) << SW_NODE_TO;
            to->to_us = c[i + 1].at_us;
        }
    }
    return n_rows;
}

/* Two passes: how many changes there are, and the changes. */
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
