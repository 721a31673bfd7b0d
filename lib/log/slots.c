/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slots.c - slots that a log does not tell: as many as were ever taken at once. */
#include <stdlib.h>
#include "lib/log/log.h"

struct change { struct sw_text node; int64_t at_us; int by; };

static int by_node_and_time(const void *a, const void *b)
{
    const struct change *x = a, *y = b;
    int order = log_compare(x->node, y->node);
    if (order != 0)
        return order;
    if (x->at_us != y->at_us)
        return x->at_us < y->at_us ? -1 : 1;
    return x->by - y->by; /* ends before launches */
}

/* Lists the launches and ends of the attempts of a kind that have times. *most is 1 when there are any tasks of the
 * kind. */
static size_t list_changes(const struct sw_log *log, enum slots_kind kind, struct change *c, int64_t *most)
{
    size_t n = 0;
    for (size_t i = 0; i < log->n_attempts; i++) {
        const struct sw_task_row *row = &log->attempts[i].row;
        if (kind != SLOTS_ALL && (row->kind == SW_REDUCE) != (kind == SLOTS_REDUCES))
            continue;
        *most = 1;
        if (!log_has_times(&log->attempts[i]) || row->node.len == 0)
            continue;
        c[n++] = (struct change){ row->node, row->launch_us, 1 };
        c[n++] = (struct change){ row->node, row->finish_us, -1 };
    }
    return n;
}

int slots_most_at_once(const struct sw_log *log, enum slots_kind kind, uint64_t *most_at_once, struct sw_err *err)
{
    struct change *c = calloc(2 * log->n_attempts + 1, sizeof *c);
    int64_t now = 0, most = 0;
    if (!c)
        return sw_err_memory(err);
    size_t n = list_changes(log, kind, c, &most);
    qsort(c, n, sizeof *c, by_node_and_time);
    for (size_t i = 0; i < n; i++) {
        now = i > 0 && log_compare(c[i].node, c[i - 1].node) != 0 ? c[i].by : now + c[i].by;
        most = now > most ? now : most;
    }
    free(c);
    *most_at_once = (uint64_t)most;
    return SW_OK;
}
