/* SPDX-License-Identifier: GPL-3.0-or-later */
/* files.c - folders opened up into the files in them. A folder is read in the order of versionsort, in which
 * numbers go by their value. Two sorts of logs need more: what Spark has compacted is left out, and what Databricks
 * still writes comes last. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "lib/csv/sw_output.h"
#include "lib/trace/stream/files.h"
#include "lib/base/grow.h"
#include "slotwise/sw_csv.h"

/* Folders within folders: more are an error. Links that lead round are seen by sw_path_leads_back(). */
#define DEEPEST 32

static int add_copy(struct files *f, const char *path, struct sw_err *err)
{
    if (sw_grow(&f->path, &f->cap, f->n + 1, sizeof *f->path, err) != SW_OK)
        return SW_FAIL;
    char *copy = strdup(path);
    if (!copy)
        return sw_err_memory(err);
    f->path[f->n++] = copy;
    return SW_OK;
}

/* ---- a rolling Spark log: eventlog_v2_ID/{appstatus_ID, events_1_ID, events_2_ID.zstd, events_2_ID.compact} ------ */

/* The number of an events file, or -1. */
static long events_number(const char *name)
{
    return strncmp(name, "events_", 7) == 0 ? strtol(name + 7, NULL, 10) : -1;
}
static bool is_compact(const char *name) { return strstr(name, ".compact"); }

/* A compacted file stands for all up to its number (Spark 3.0, EventLogFileCompactor). */
static long last_compacted(struct dirent *const *entry, int n)
{
    long last = -1;
    for (int i = 0; i < n; i++)
        if (is_compact(entry[i]->d_name) && events_number(entry[i]->d_name) > last)
            last = events_number(entry[i]->d_name);
    return last;
}

/* Names that begin with a dot or an underscore are never data. Of a rolling log the events behind the last
 * compacted number count, and the compacted file itself. */
static bool is_wanted(const char *name, bool rolling, long compacted)
{
    long number = events_number(name);
    if (name[0] == '.' || name[0] == '_')
        return false;
    return !rolling || (number >= 0 && (number > compacted || (number == compacted && is_compact(name))));
}

/* ---- folders ------------------------------------------------------------------------------------- */

static int add_path(struct files *f, const char *path, unsigned depth, struct sw_err *err);

static int add_entry(struct files *f, const char *folder, const char *name, unsigned depth, struct sw_err *err)
{
    char *path;
    if (asprintf(&path, "%s/%s", folder, name) < 0)
        return sw_err_memory(err);
    int status = add_path(f, path, depth, err);
    free(path);
    return status;
}

static int add_folder(struct files *f, const char *folder, unsigned depth, struct sw_err *err)
{
    struct dirent **entry;
    int n = depth > DEEPEST ? (errno = ELOOP, -1) : scandir(folder, &entry, NULL, versionsort), status = SW_OK;
    if (n < 0)
        return sw_err_io(err, folder, "cannot read the folder");
    /* Databricks: eventlog-2024-01-31--09-00.gz, eventlog-2024-01-31--10-00.gz, eventlog. What is still written has no
     * date and comes last, by exchanges with its neighbours. */
    for (int i = 0; i + 1 < n; i++) {
        const char *name = entry[i]->d_name;
        bool current = strcmp(name, "eventlog") == 0 || strncmp(name, "eventlog.", 9) == 0;
        if (!current || strncmp(entry[i + 1]->d_name, "eventlog-", 9) != 0)
            continue;
        struct dirent *moved = entry[i];
        entry[i] = entry[i + 1];
        entry[i + 1] = moved;
    }
    /* The folder's name says that it is a rolling log; its files alone would not. */
    const char *slash = strrchr(folder, '/');
    bool rolling = strncmp(slash ? slash + 1 : folder, "eventlog_v2_", 12) == 0;
    long compacted = rolling ? last_compacted(entry, n) : -1;
    /* Each entry is freed, also behind a failure. */
    for (int i = 0; i < n; i++) {
        if (status == SW_OK && is_wanted(entry[i]->d_name, rolling, compacted))
            status = add_entry(f, folder, entry[i]->d_name, depth, err);
        free(entry[i]);
    }
    free(entry);
    return status;
}

/* depth 0: the path was named. Such a one is taken as it is, whether or not it is there: opening it will say. */
static int add_path(struct files *f, const char *path, unsigned depth, struct sw_err *err)
{
    struct stat s;
    bool there = strcmp(path, "-") != 0 && stat(path, &s) == 0;
    if (depth > 0 && there && S_ISDIR(s.st_mode) && sw_path_leads_back(path)) {
        sw_tell("%s: left out, as it leads back to a folder that holds it", path);
        return SW_OK;
    }
    if (there && S_ISDIR(s.st_mode))
        return add_folder(f, path, depth + 1, err);
    /* The output of this run may lie in the folder that is read. */
    if (depth > 0 && there && sw_out_is_planned(-1, path)) {
        sw_tell("%s: left out, as it is what this run writes", path);
        return SW_OK;
    }
    /* An empty file in a folder gives nothing. One that was named is opened all the same. */
    return depth > 0 && there && s.st_size == 0 ? SW_OK : add_copy(f, path, err);
}

/* "eventlog_v2_x/" is the folder of that name. */
static int add_named(struct files *f, const char *name, struct sw_err *err)
{
    size_t n = f->n, len = strlen(name);
    char *path = strdup(name);
    if (!path)
        return sw_err_memory(err);
    /* asprintf() of add_entry() puts its own slash. */
    while (len > 1 && path[len - 1] == '/')
        path[--len] = '\0';
    int status = add_path(f, path, 0, err);
    if (status == SW_OK && f->n == n)
        status = sw_err_data(err, path, 0, NULL, "no files in this folder");
    free(path);
    return status;
}

int files_expand(struct files *f, const char *const *named, size_t n, struct sw_err *err)
{
    for (size_t i = 0; i < n; i++)
        if (add_named(f, named[i], err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

void files_clear(struct files *f)
{
    for (size_t i = 0; i < f->n; i++)
        free(f->path[i]);
    free(f->path);
    *f = (struct files){ NULL, 0, 0 };
}
