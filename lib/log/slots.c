/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slots.c - slots that a log does not tell: as many as were ever taken at once. */
#include <stddef.h>
#include <stdlib.h>
#include "lib/log/log.h"
#include "lib/base/sw_sort.h"

/* Twice the time, and 1 for a launch: ends come before launches. */
struct change { uint64_t node; int64_t at; };

/* Lists the launches and ends of the attempts of a kind that have times. *most is 1 when there are any tasks of the
 * kind. */
static int list_changes(const struct sw_log *log, enum slots_kind kind, struct sw_keys *nodes, struct change *c,
                        size_t *n, int64_t *most)
{
    for (size_t i = 0; i < log->n_attempts; i++) {
        const struct sw_log_attempt *a = &log->attempts[i];
        size_t node;
        if (kind != SLOTS_ALL && (a->row->kind == SW_REDUCE) != (kind == SLOTS_REDUCES))
            continue;
        *most = 1;
        if (!log_has_times(a) || a->node.len == 0)
            continue;
        if (sw_keys_add(nodes, a->node.at, a->node.len, &node, NULL) != SW_OK)
            return SW_FAIL;
        c[(*n)++] = (struct change){ node, 2 * a->row->launch_us + 1 };
        c[(*n)++] = (struct change){ node, 2 * a->finish_us };
    }
    return SW_OK;
}

static int find_most(struct change *c, size_t n, int64_t *most)
{
    int64_t now = 0;
    if (sw_sort_records_signed(c, n, sizeof *c, offsetof(struct change, at)) != SW_OK
        || sw_sort_records(c, n, sizeof *c, offsetof(struct change, node)) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && c[i].node != c[i - 1].node)
            now = 0;
        now += c[i].at & 1 ? 1 : -1;
        *most = now > *most ? now : *most;
    }
    return SW_OK;
}

int slots_most_at_once(const struct sw_log *log, enum slots_kind kind, uint64_t *most_at_once, struct sw_err *err)
{
    struct change *c = calloc(2 * log->n_attempts + 1, sizeof *c);
    struct sw_keys *nodes = sw_keys_new();
    int64_t most = 0;
    size_t n = 0;
    const bool room = c && nodes && list_changes(log, kind, nodes, c, &n, &most) == SW_OK
                      && find_most(c, n, &most) == SW_OK;
    sw_keys_free(nodes);
    free(c);
    *most_at_once = (uint64_t)most;
    return room ? SW_OK : sw_err_memory(err);
}
