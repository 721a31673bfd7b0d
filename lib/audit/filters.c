/* SPDX-License-Identifier: GPL-3.0-or-later */
/* filters.c - the filters of an allocator (M6, M7): nodes that a pool has declined and is not offered for a time. */
#include "lib/audit/allocate.h"

bool audit_filters_hold(const struct allocation *g, uint32_t pool, uint32_t node, int64_t slots)
{
    for (size_t i = 0; i < g->n_filters; i++)
        if (g->filter[i].pool == pool && g->filter[i].node == node && slots <= g->filter[i].slots
            && g->at_us <= g->filter[i].until_us)
            return true;
    return false;
}

void audit_filters_add(const struct rules *rules, struct allocation *g, const struct allocator_offer *offer,
                       int64_t slots)
{
    size_t kept = 0;
    if (!rules->filter_us)
        return;
    for (size_t i = 0; i < g->n_filters; i++)
        if (g->filter[i].until_us >= g->at_us)
            g->filter[kept++] = g->filter[i];
    g->n_filters = kept;
    RESERVE(g->filter, g->n_filters + 1, g->cap_filters);
    g->filter[g->n_filters++] = (struct allocator_filter){ offer->pool, offer->node, slots,
                                                           g->at_us + max_i64(rules->filter_us, rules->offer_us) };
}

int64_t audit_filters_first_end(const struct allocation *g)
{
    int64_t first_us = NEVER;
    for (size_t i = 0; i < g->n_filters; i++)
        if (g->filter[i].until_us >= g->at_us)
            first_us = min_i64(first_us, g->filter[i].until_us);
    return first_us;
}

/* M7 */
void audit_filters_revive(struct audit *a, uint32_t pool)
{
    struct allocation *g = a->allocation;
    size_t kept = 0;
    if (!g)
        return;
    for (size_t i = 0; i < g->n_filters; i++)
        if (g->filter[i].pool != pool)
            g->filter[kept++] = g->filter[i];
    g->n_filters = kept;
    g->revived = true;
}
