/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns.c - the columns of all records, by name. A name has one type in all records that are read or written by
 * name (docs/formats/README.md), so the first record that has it tells. */
#include "lib/trace/record/sw_records.h"
#include "slotwise/sw_trace.h"
#include <string.h>

const struct sw_column *columns_find(const char *name)
{
    /* Those whose rows other programs are given as tables: slot-stats, slot-plot and their like find columns by
     * name. */
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

/* Of a value of the column: NULL where the column could hold it. */
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
