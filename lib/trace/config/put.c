/* SPDX-License-Identifier: GPL-3.0-or-later */
/* put.c - pools read from configuration files, as rows of the pools record. Names are those of the files unless they
 * are renamed. A value that no file gives is an empty field. */
#include <math.h>
#include <string.h>
#include "lib/csv/text.h"
#include "lib/trace/config/config.h"
#include "lib/trace/import/sw_importer.h"
#include "lib/trace/record/known.h"
#include "lib/trace/record/sw_records.h"

/* Each of these leaves a value that is not given unknown. */
static void set_count(struct sw_pool_row *row, int column, uint64_t *to, uint64_t from)
{
    if (from == CONFIG_NONE)
        return;
    *to = from;
    row->known |= BIT(column);
}

static void set_real(struct sw_pool_row *row, int column, double *to, double from)
{
    if (from < 0)
        return;
    *to = from;
    row->known |= BIT(column);
}

/* settle has cut amounts to whole slots. */
static void set_slots(struct sw_pool_row *row, int column, uint64_t *to, double from)
{
    set_count(row, column, to, from < 0 ? CONFIG_NONE : (uint64_t)from);
}

static void set_time(struct sw_pool_row *row, int column, int64_t *to, int64_t from)
{
    if (from == CONFIG_NEVER)
        return;
    *to = from;
    row->known |= BIT(column);
}

/* `buf` keeps the new name. */
static void set_name(struct sw_pool_row *row, int column, struct sw_text *to, const char *name,
                     const struct sw_rename *rename, char buf[SW_RENAMED_MAX])
{
    if (!name)
        return;
    *to = text_of(name);
    row->known |= BIT(column);
    if (strcmp(name, "default") != 0)
        *to = sw_rename_put(rename, SW_NAMED_POOL, *to, buf);
}

/* ---- rows -------------------------------------------------------------------------------------------------- */

/* All but the names, which renaming needs room for. */
static struct sw_pool_row row_of(const struct pool *p)
{
    struct sw_pool_row row = { .fifo = p->fifo, .priority = p->priority, .known = BIT(SW_POOL_POLICY) };
    set_real(&row, SW_POOL_WEIGHT, &row.weight, p->weight);
    set_count(&row, SW_POOL_MIN_MAPS, &row.min_maps, p->min_maps);
    set_count(&row, SW_POOL_MIN_REDUCES, &row.min_reduces, p->min_reduces);
    set_count(&row, SW_POOL_MAX_MAPS, &row.max_maps, p->max_maps);
    set_count(&row, SW_POOL_MAX_REDUCES, &row.max_reduces, p->max_reduces);
    set_count(&row, SW_POOL_MIN_SHARE, &row.min_share, p->min_share);
    set_count(&row, SW_POOL_MAX_SHARE, &row.max_share, p->max_share);
    set_count(&row, SW_POOL_MAX_JOBS, &row.max_jobs, p->max_jobs);
    set_time(&row, SW_POOL_MIN_TIMEOUT, &row.min_share_timeout_us, p->min_timeout_us);
    set_time(&row, SW_POOL_FAIR_TIMEOUT, &row.fair_share_timeout_us, p->fair_timeout_us);
    set_real(&row, SW_POOL_CAPACITY, &row.capacity, p->capacity);
    set_real(&row, SW_POOL_MAX_CAPACITY, &row.max_capacity, p->max_capacity);
    set_real(&row, SW_POOL_USER_LIMIT, &row.user_limit, p->user_limit);
    set_real(&row, SW_POOL_MIN_USER_LIMIT, &row.min_user_limit, p->min_user_limit);
    row.am_share = isnan(p->am_share) ? 0 : p->am_share;
    row.known |= isnan(p->am_share) ? 0 : BIT(SW_POOL_AM_SHARE);
    set_slots(&row, SW_POOL_QUOTA, &row.quota, p->quota);
    set_slots(&row, SW_POOL_LIMIT, &row.limit, p->limit);
    set_slots(&row, SW_POOL_LENDING, &row.lending_limit, p->lending);
    set_slots(&row, SW_POOL_BORROWING, &row.borrowing_limit, p->borrowing);
    row.known |= p->has_priority ? BIT(SW_POOL_PRIORITY) : 0;
    return row;
}

static void put_pool_row(const struct sw_schema *schema, const struct pool *p, const struct sw_rename *rename,
                         struct sw_out *out)
{
    char name[SW_RENAMED_MAX], parent[SW_RENAMED_MAX];
    struct sw_pool_row row = row_of(p);
    set_name(&row, SW_POOL_NAME, &row.pool, p->name, rename, name);
    set_name(&row, SW_POOL_PARENT, &row.parent, p->parent, rename, parent);
    sw_schema_put(schema, &row, out);
    sw_out_end_row(out);
}

/* Pools of two dialects are no record: YARN's go before MR1's, and these before Spark's. */
enum sw_config_dialect sw_config_of_pools(const struct sw_config *c)
{
    static const enum sw_config_dialect files[] = { SW_CONFIG_YARN, SW_CONFIG_MR1, SW_CONFIG_SPARK };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (c->has_allocations[files[i]])
            return files[i];
    return SW_CONFIG_PROPERTIES;
}

int sw_config_put_pools(struct sw_config *c, const struct sw_rename *rename, struct sw_out *out, struct sw_err *err)
{
    if (config_capacity(c, err) != SW_OK || config_kubernetes_settle(c, err) != SW_OK)
        return SW_FAIL;
    /* The allocation file's defaults hold for pools that it does not name, of which `default` may go without a row.
     * Where they are those of such a pool anyway, no row is written. rules.with_default asks for it in any case. */
    const struct pool *all = &c->undeclared;
    bool limits = all->fifo || all->max_jobs != CONFIG_NONE || all->max_share != CONFIG_NONE
                  || all->min_timeout_us != CONFIG_NEVER || all->fair_timeout_us != CONFIG_NEVER
                  || !isnan(all->am_share);
    bool asked = limits || (c->rules.with_default && c->has_allocations[SW_CONFIG_YARN]);
    bool more = asked && !config_find_pool(c, "default") && !config_find_pool(c, "root.default");
    char name[] = "default";
    struct pool p = *all;
    struct sw_column column[SW_POOL_N_COLUMNS];
    p.name = name;
    /* The columns that a pool has, and no others. */
    uint64_t known = BIT(SW_POOL_NAME) | (more ? row_of(&p).known : 0);
    for (size_t i = 0; i < c->n_pools; i++)
        known |= row_of(&c->pools[i]).known | (c->pools[i].parent ? BIT(SW_POOL_PARENT) : 0);
    const struct sw_schema schema = sw_schema_some(&sw_schema_pools, known, column);
    sw_schema_put_header(&schema, out);
    sw_out_end_row(out);
    for (size_t i = 0; i < c->n_pools; i++)
        put_pool_row(&schema, &c->pools[i], rename, out);
    if (more)
        put_pool_row(&schema, &p, rename, out);
    return SW_OK;
}
