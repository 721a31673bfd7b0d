/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nodewise.c - the attempts of a log by their nodes, so that what is asked of a node needs room for its own alone. */
#include <stdlib.h>
#include "lib/log/log.h"

/* The number of each attempt's node, from 1 on; 0: it has no node, or no launch. */
static int number_nodes(const struct sw_log *log, struct sw_keys *nodes, uint32_t *number)
{
    for (size_t i = 0; i < log->n_attempts; i++) {
        const struct sw_log_attempt *a = &log->attempts[i];
        const struct sw_text name = sw_log_text(a->node);
        size_t node;
        if (!a->has_launch || name.len == 0)
            continue;
        if (sw_keys_add(nodes, name.at, name.len, &node, NULL) != SW_OK)
            return SW_FAIL;
        number[i] = (uint32_t)node + 1;
    }
    return SW_OK;
}

static int list_all(struct nodewise *by, const uint32_t *number, size_t n)
{
    by->from = calloc(by->n_nodes + 2, sizeof *by->from);
    by->at = malloc((n + 1) * sizeof *by->at);
    if (!by->from || !by->at)
        return SW_FAIL;
    for (size_t i = 0; i < n; i++)
        if (number[i] > 0)
            by->from[number[i]]++;
    size_t at = 0;
    for (size_t k = 1; k <= by->n_nodes; k++) { /* from[k] moves on to where node k begins, and then to its end */
        const size_t of = by->from[k];
        by->most = of > by->most ? of : by->most;
        by->from[k] = at;
        at += of;
    }
    for (size_t i = 0; i < n; i++)
        if (number[i] > 0)
            by->at[by->from[number[i]]++] = (uint32_t)i;
    return SW_OK;
}

int nodewise_list(const struct sw_log *log, struct nodewise *by, struct sw_err *err)
{
    uint32_t *number = calloc(log->n_attempts + 1, sizeof *number);
    struct sw_keys *nodes = sw_keys_new();
    *by = (struct nodewise){ NULL };
    int status = number && nodes ? number_nodes(log, nodes, number) : SW_FAIL;
    if (status == SW_OK) {
        by->n_nodes = sw_keys_count(nodes);
        status = list_all(by, number, log->n_attempts);
    }
    sw_keys_free(nodes);
    free(number);
    if (status == SW_OK)
        return SW_OK;
    nodewise_clear(by);
    return sw_err_memory(err);
}

void nodewise_clear(struct nodewise *by)
{
    free(by->at);
    free(by->from);
}
