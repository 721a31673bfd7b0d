/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.c - the columns of all records, by name. */
#include "lib/trace/record/sw_records.h"
#include "slotwise/sw_trace.h"
#include <string.h>

const struct sw_column *columns_find(const char *name)
{
    static const struct sw_schema *const records[] = { &sw_schema_jobs, &sw_schema_tasks, &sw_schema_pools,
        &sw_schema_cluster, &sw_schema_results, &sw_schema_attempts, &sw_schema_timeline, &sw_schema_timeline_slots };
    for (size_t i = 0; i < sizeof records / sizeof *records; i++)
        for (size_t k = 0; k < records[i]->n_columns; k++)
            if (strcmp(records[i]->columns[k].name, name) == 0)
                return &records[i]->columns[k];
    return NULL;
}

bool columns_is_text(const char *name)
{
    const struct sw_column *column = columns_find(name);
    return column && (column->type == SW_TEXT || column->type == SW_WORD);
}

const char *columns_complaint(const char *name, double x)
{
    const double most_s = (double)SW_TIME_MAX / (double)SW_US_PER_S;
    if (!(x < 0 || x > most_s)) /* no look-up for each value */
        return NULL;
    const struct sw_column *column = columns_find(name);
    if (!column || (column->type != SW_TIME && column->type != SW_COUNT))
        return NULL;
    return x < 0 ? "is negative" : column->type == SW_TIME || x >= 0x1p64 ? "out of range" : NULL;
}
