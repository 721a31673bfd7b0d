/* SPDX-License-Identifier: GPL-3.0-or-later */
/* told.c - what the library tells is said once. Columns that a record does not have are told, or refused. The
 * library tells by sw_tell(); this is the program's side of it. */
#include "lib/cli/cli.h"
#include "lib/csv/sw_table.h"
#include "lib/trace/import/sw_importer.h"
#include "lib/trace/record/sw_records.h"
#include "slotwise/sw_trace.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Words of other systems, and what they are here. */
static const struct { const char *name, *meant; } others[] = {
    { "queue", "pool" }, { "machine", "node" } };
/* What a task takes beside its slot: all tasks are alike. */
static const char *const sizes[] = { "memory", "memory_mb", "mem", "mem_mb", "vcores", "cpus", "cores", "gpus", NULL };

/* What has been told, the latest first. There are few. */
struct told { struct told *next; char text[]; };
static struct told *first;
static pthread_mutex_t telling = PTHREAD_MUTEX_INITIALIZER;
static bool refused;

static void forget_told(void)
{
    for (struct told *next; first; first = next) {
        next = first->next;
        free(first);
    }
}

/* Cells of a sweep and runs of a replay read a file many times over. */
static bool is_new(const char *text)
{
    pthread_mutex_lock(&telling);
    struct told *t = first;
    while (t && strcmp(t->text, text) != 0)
        t = t->next;
    bool found = t;
    if (!found && (t = malloc(sizeof *t + strlen(text) + 1))) {
        /* The list goes at exit, so that nothing is lost in a leak check. */
        if (!first)
            atexit(forget_told);
        strcpy(t->text, text);
        t->next = first;
        first = t;
    }
    pthread_mutex_unlock(&telling);
    return !found;
}

/* A record of jobs, tasks or attempts. */
static bool is_of_a_trace(const struct sw_schema *schema)
{
    return schema && sw_schema_has(schema, "job_id");
}

/* NULL: nothing near. For columns of other systems it is ours. */
static const char *meant(const struct sw_schema *schema, const char *name, const char *likely)
{
    for (size_t i = 0; !likely && i < sizeof others / sizeof *others; i++)
        if (schema && strcmp(name, others[i].name) == 0 && sw_schema_has(schema, others[i].meant))
            likely = others[i].meant;
    return likely;
}

/* "host" where "hosts" is absent. */
static bool is_the_plural(const char *one, const char *many)
{
    size_t n = strlen(one);
    return many && strncmp(one, many, n) == 0 && strcmp(many + n, "s") == 0;
}

/* Of another record: not misspelt, but for one that is nearly of this. */
static bool is_of_another(const char *name, const char *likely)
{
    return !is_the_plural(name, likely) && (columns_find(name) || sw_import_has_column(name));
}

static bool is_size(const char *name)
{
    for (size_t i = 0; sizes[i]; i++)
        if (strcmp(name, sizes[i]) == 0)
            return true;
    return false;
}

/* What is to be said of it; not all columns are worth a word. */
static void describe(struct sw_err *said, const struct sw_csv *in, const char *name, const char *likely)
{
    const struct sw_schema *schema = sw_csv_schema(in);
    const char *path = sw_csv_path(in);
    uint64_t line = sw_csv_header(in)->line;
    /* Columns of tasks in a record of jobs have no effect, and that is worth a word. */
    if (is_of_a_trace(schema) && sw_schema_has(&sw_schema_tasks, name))
        sw_err_data(said, path, line, NULL, "column '%s' is not used: the record %s has none", name, schema->name);
    else if (!is_of_another(name, likely) && (likely = meant(schema, name, likely)))
        sw_err_data(said, path, line, NULL, "no such column '%s' (did you mean '%s'?)", name, likely);
    else if (is_of_a_trace(schema) && is_size(name))
        sw_err_data(said, path, line, NULL, "no such column '%s': each task takes one slot", name);
    /* --strict */
    else if (refused && !is_of_another(name, likely))
        sw_err_data(said, path, line, NULL, "no such column '%s' (--strict)", name);
}

/* A column that the schema does not have: told once, or refused by --strict. */
static int watch(const struct sw_csv *in, const char *name, const char *likely, struct sw_err *err)
{
    struct sw_err said = { SW_EXIT_OK, "" };
    describe(&said, in, name, likely);
    if (said.text[0] && refused) {
        *err = said;
        return SW_FAIL;
    }
    if (said.text[0])
        sw_tell("%s", said.text);
    return SW_OK;
}

/* context is the program's struct sw_cli. */
static void told_tell(void *context, const char *text)
{
    if (is_new(text))
        sw_cli_warn(context, "%s", text);
}

void sw_cli_refuse_unknown(void)
{
    refused = true;
}

void sw_cli_listen(const struct sw_cli *cli)
{
    sw_tell_to(told_tell, (void *)cli);
    sw_csv_watch(watch);
}
