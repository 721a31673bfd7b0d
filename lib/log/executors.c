/* SPDX-License-Identifier: GPL-3.0-or-later */
/* executors.c - Spark's executors as nodes, host/ID, and whether that can matter. */
#include <stdlib.h>
#include <string.h>
#include "lib/log/log.h"

struct sw_text executors_host(struct sw_text node)
{
    const char *slash = memrchr(node.at, '/', node.len);
    return (struct sw_text){ node.at, slash ? (size_t)(slash - node.at) : node.len };
}

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
    log->executors = false;
    return SW_OK;
}

struct sw_text executors_recorded(const struct sw_log *log, const struct sw_log_attempt *a)
{
    const char **of = log->own->executors;
    return sw_log_text(of ? of[a - log->attempts] : a->node);
}
