/* SPDX-License-Identifier: GPL-3.0-or-later */
/* importers.c - the formats that traces come in. A new one is a file import_x.c and a line here. The first whose
 * sniff() says yes has the file, so the order matters. */
#include <string.h>
#include "lib/trace/stream/trace_private.h"

extern const struct sw_importer sw_import_swim;
extern const struct sw_importer sw_import_spark;
extern const struct sw_importer sw_import_rumen;
extern const struct sw_importer sw_import_jhist;
extern const struct sw_importer sw_import_sls;
extern const struct sw_importer sw_import_google2011;
extern const struct sw_importer sw_import_alibaba2017, sw_import_alibaba2018;
extern const struct sw_importer sw_import_attempts;
extern const struct sw_importer sw_import_sacct, sw_import_sacct_json, sw_import_philly, sw_import_yarn;
extern const struct sw_importer sw_import_pbs, sw_import_sge, sw_import_lsf, sw_import_condor;
extern const struct sw_importer sw_import_kubernetes;
extern const struct sw_importer sw_import_swf;

/* The two CSV records are told apart by their header; sw_csv reads them. */
static const struct sw_importer jobs = { "jobs", "CSV, a row a job (slotwise-csv(5))", false };
static const struct sw_importer tasks = { "tasks", "CSV, a row a task or attempt (slotwise-csv(5))", true };

const struct sw_importer *const sw_importers[] = { &jobs, &tasks, &sw_import_swim, &sw_import_spark, &sw_import_rumen,
    &sw_import_jhist, &sw_import_sls, &sw_import_google2011, &sw_import_alibaba2017, &sw_import_alibaba2018,
    &sw_import_attempts,
    &sw_import_sacct_json, &sw_import_sacct, &sw_import_philly, &sw_import_yarn,
    &sw_import_pbs, &sw_import_sge, &sw_import_lsf, &sw_import_condor,
    &sw_import_kubernetes,
    &sw_import_swf, NULL };

/* In the header of a CSV such a column is known, though no record has it. */
bool sw_import_has_column(const char *name)
{
    for (size_t i = 0; sw_importers[i]; i++)
        for (size_t k = 0; sw_importers[i]->extra_names && sw_importers[i]->extra_names[k]; k++)
            if (strcmp(sw_importers[i]->extra_names[k], name) == 0)
                return true;
    return false;
}

const struct sw_importer *sw_importer_find(const char *name)
{
    for (size_t i = 0; sw_importers[i]; i++)
        if (strcmp(sw_importers[i]->name, name) == 0)
            return sw_importers[i];
    return NULL;
}
