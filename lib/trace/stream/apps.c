/* SPDX-License-Identifier: GPL-3.0-or-later */
/* apps.c - see apps.h. In three steps: folders are opened up and each file's head is read; files are put together into
 * logs, copies and foreign files left out; logs get their names and their order. What begins a log is told by its head,
 * since logs are renamed and copied. Names only tell rolled logs, and what may be a log that cannot be read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "lib/base/grow.h"
#include "lib/trace/stream/apps.h"

/* ---- files --------------------------------------------------------------------------------------- */

/* `in`: bytes of the path up to the folder that holds all of a rolled log; 0: it is none of that. */
struct file {
    const char *path;
    size_t of, in;               /* of: the place of what was named */
    struct spark_head head;
    uint64_t bytes;
    bool inside, again;          /* inside: in a folder that was named */
    struct sw_err *failed;       /* why it cannot be opened */
};

/* The last part of a path, within it. */
static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool has_start(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

/* The folder eventlog_v2_ID of Spark, or any with the hourly files of Databricks. */
static size_t rolled_in(const char *path, bool inside)
{
    const char *base = base_of(path);
    /* A path without a folder is in none that could hold a rolled log. */
    if (base == path)
        return 0;
    /* The name of the folder is path[from..n-1]. */
    const size_t n = (size_t)(base - path) - 1;
    size_t from = n;
    while (from > 0 && path[from - 1] != '/')
        from--;
    /* Names of Databricks' files say too little where a file was named by itself. */
    const bool hourly = inside && (strcmp(base, "eventlog") == 0 || has_start(base, "eventlog-")
                                   || has_start(base, "eventlog."));
    return hourly || has_start(path + from, "eventlog_v2_") ? n : 0;
}

/* Reads the head of a regular file. Standard input and pipes can be read once only, so they are left alone. */
static int look_into(struct file *f, struct sw_err *err)
{
    struct sw_err why = { 0 };
    struct stat s;
    if (strcmp(f->path, "-") == 0 || stat(f->path, &s) != 0 || !S_ISREG(s.st_mode))
        return SW_OK;
    f->bytes = (uint64_t)s.st_size;
    f->in = rolled_in(f->path, f->inside);
    /* A head that cannot be read is kept and told when the file is opened, for other files may be what was wanted. */
    if (spark_head_read(&f->head, f->path, &why) == SW_OK)
        return SW_OK;
    f->failed = malloc(sizeof *f->failed);
    if (!f->failed)
        return sw_err_memory(err);
    *f->failed = why;
    return SW_OK;
}

/* The files of all that was named, in that order, each with its head. The caller frees `failed` of each. */
static int expand(struct apps *a, struct file **file, size_t *n, const char *const *named, size_t n_named,
                  struct sw_err *err)
{
    size_t cap = 0;
    for (size_t i = 0; i < n_named; i++) {
        if (files_expand(&a->files, named + i, 1, err) != SW_OK
            || sw_grow(file, &cap, a->files.n + 1, sizeof **file, err) != SW_OK)
            return SW_FAIL;
        /* What was named is a folder unless it came back as one file of the same path. */
        const bool folder = a->files.n - *n != 1 || strcmp(a->files.path[*n], named[i]) != 0;
        for (; *n < a->files.n; ++*n) {
            (*file)[*n] = (struct file){ .path = a->files.path[*n], .of = i, .inside = folder };
            if (look_into(&(*file)[*n], err) != SW_OK) {
                ++*n;
                return SW_FAIL;
            }
        }
    }
    return SW_OK;
}

/* ---- logs ---------------------------------------------------------------------------------------- */

static bool goes_with(const struct file *a, const struct file *b) /* of one rolled log */
{
    return a->in > 0 && a->in == b->in && memcmp(a->path, b->path, a->in) == 0;
}

/* A rolled log has files that are no part of it. Else of folders alone: other files lie beside logs, but one that is
 * called like a log is one that cannot be read. */
static bool is_foreign(const struct file *f)
{
    const char *base = base_of(f->path), *end = strrchr(base, '.');
    if (f->in > 0 && (f->bytes == 0 || has_start(base, "appstatus_")))
        return true;
    if (!f->inside || f->head.is_spark || f->failed)
        return false;
    /* What has no head of a log and lies beside logs counts as one only where its name begins as those of logs do. */
    return (end && strcmp(end, ".crc") == 0)
           || !(has_start(base, "application_") || has_start(base, "app-") || has_start(base, "local-"));
}

static bool is_written(const struct file *f) { return !!strstr(base_of(f->path), ".inprogress"); }

/* Files that begin the same application stand together, the one that counts first: whole, then long. */
static int by_application(const void *a, const void *b)
{
    const struct file *x = *(struct file *const *)a, *y = *(struct file *const *)b;
    int order = strcmp(x->head.id, y->head.id);
    /* Id, start and the hash of the head tell logs apart; the rest tells which copy counts. */
    if (order == 0)
        order = (x->head.start_ms > y->head.start_ms) - (x->head.start_ms < y->head.start_ms);
    if (order == 0)
        order = (x->head.sum > y->head.sum) - (x->head.sum < y->head.sum);
    if (order == 0)
        order = is_written(x) - is_written(y);
    if (order == 0)
        order = (x->bytes < y->bytes) - (x->bytes > y->bytes);
    return order != 0 ? order : strcmp(x->path, y->path);
}

/* The message names the first by name, so that it does not depend on the order of the folder. */
static void pass_over(const char *path, size_t *count, const char **first)
{
    ++*count;
    if (!*first || strcmp(base_of(path), base_of(*first)) < 0)
        *first = path;
}

/* The same log twice is not twice as much waiting. */
static int pass_copies(struct apps *a, struct file *f, size_t n, struct sw_err *err)
{
    struct file **at = calloc(n + 1, sizeof *at);
    size_t m = 0;
    if (!at)
        return sw_err_memory(err);
    /* Files of a rolled log are parts of it, never copies. */
    for (size_t i = 0; i < n; i++)
        if (f[i].head.started && f[i].head.id[0] != '\0' && f[i].in == 0)
            at[m++] = &f[i];
    qsort(at, m, sizeof *at, by_application);
    /* `at` is sorted, so that copies stand behind the one that counts. */
    for (size_t i = 1; i < m; i++)
        if (strcmp(at[i]->head.id, at[i - 1]->head.id) == 0 && at[i]->head.sum == at[i - 1]->head.sum) {
            at[i]->again = true;
            pass_over(at[i]->path, &a->n_again, &a->again);
        }
    free(at);
    return SW_OK;
}

/* Puts a file behind the last log, or begins another with it. */
static int add_file(struct apps *a, struct file *f, bool goes_on, struct sw_err *err)
{
    if (!goes_on && sw_grow(&a->log, &a->cap, a->n + 1, sizeof *a->log, err) != SW_OK)
        return SW_FAIL;
    if (!goes_on)
        a->log[a->n++] = (struct apps_log){ .of = f->of, .is_spark = f->head.is_spark };
    struct apps_log *app = &a->log[a->n - 1];
    if (sw_grow(&app->path, &app->cap, app->n + 1, sizeof *app->path, err) != SW_OK)
        return SW_FAIL;
    app->path[app->n++] = f->path;
    app->bytes += f->bytes;
    app->scattered |= app->of != f->of;
    app->rolled |= f->in > 0;
    /* The log fails with its first file that does. */
    if (!app->failed) {
        app->failed = f->failed;
        f->failed = NULL;
    }
    /* The head of a rolled log may stand in a file that is not its first by name. */
    if (app->n == 1 || (!app->head.started && f->head.started))
        app->head = f->head;
    return SW_OK;
}

/* An application is one log; so are files of which at most one begins an application, and so are those of one rolled
 * log. Without any of Spark's, what was named is. */
static int group(struct apps *a, struct file *f, size_t n, struct sw_err *err)
{
    size_t n_logs = 0, n_spark = 0;
    struct file *last = NULL;
    /* How many logs begin: rolled ones by their folders, others by a head that starts an application. */
    for (size_t i = 0; i < n; i++) {
        n_spark += f[i].head.is_spark;
        n_logs += f[i].in > 0 ? i == 0 || !goes_with(&f[i - 1], &f[i]) : f[i].head.started && !f[i].again;
    }
    /* Without any of Spark's one log is made of each thing that was named. With them a file goes on with the log
     * before it only in the same folder, or where there is but one log. */
    for (size_t i = 0; i < n; i++) {
        if (n_spark > 0 && is_foreign(&f[i]))
            pass_over(f[i].path, &a->n_foreign, &a->foreign);
        if (f[i].again || (n_spark > 0 && is_foreign(&f[i])))
            continue;
        const bool both = last && last->head.is_spark && f[i].head.is_spark;
        const bool goes_on = n_spark == 0 ? last && last->of == f[i].of
                                          : both && (n_logs <= 1 || goes_with(last, &f[i]));
        if (add_file(a, &f[i], goes_on, err) != SW_OK)
            return SW_FAIL;
        last = &f[i];
    }
    return SW_OK;
}

/* ---- their names and their order ------------------------------------------------------------------- */

/* With numbers by value: events_2 before events_10. */
static int by_version(const void *a, const void *b) { return strverscmp(*(char *const *)a, *(char *const *)b); }

static int name_all(struct apps *a, const char *const *named, struct sw_err *err)
{
    for (size_t i = 0; i < a->n; i++) {
        struct apps_log *app = &a->log[i];
        const char *base = base_of(app->path[0]);
        /* Logs still stand in the order of what was named, so that only neighbours can share it. */
        const bool alone = (i == 0 || a->log[i - 1].of != app->of) && (i + 1 == a->n || a->log[i + 1].of != app->of);
        app->named = alone && !app->scattered ? named[app->of] : NULL;
        if (app->rolled && has_start(base, "events_")) /* a shell may have listed them */
            qsort(app->path, app->n, sizeof *app->path, by_version);
        /* A log without an id goes by its file's name, up to the first dot. */
        app->name = app->head.id[0] != '\0' ? strdup(app->head.id) : strndup(base, strcspn(base, "."));
        if (!app->name)
            return sw_err_memory(err);
        a->n_spark += app->is_spark;
    }
    return SW_OK;
}

/* What cannot be put on the clock (start_ms 0) comes first. Sizes make the order of equal names the same
 * everywhere. */
static int by_start(const void *a, const void *b)
{
    const struct apps_log *x = a, *y = b;
    if (x->is_spark != y->is_spark)
        return y->is_spark - x->is_spark;
    if (x->head.start_ms != y->head.start_ms)
        return x->head.start_ms < y->head.start_ms ? -1 : 1;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

/* A master that was started again counts its applications from 0. Behind sorting by start the first of a name keeps
 * it, and the second is NAME#2. */
static int number_names(struct apps *a, struct sw_err *err)
{
    for (size_t i = 1; i < a->n; i++) {
        size_t before = 1;
        const size_t len = strlen(a->log[i].name);
        for (size_t j = 0; j < i; j++)
            before += strncmp(a->log[j].name, a->log[i].name, len) == 0
                      && (a->log[j].name[len] == '\0' || a->log[j].name[len] == '#');
        char *plain = a->log[i].name;
        if (before == 1)
            continue;
        if (asprintf(&a->log[i].name, "%s#%zu", plain, before) < 0) {
            a->log[i].name = plain;
            return sw_err_memory(err);
        }
        free(plain);
    }
    return SW_OK;
}

int apps_find(struct apps *a, const char *const *named, size_t n_named, struct sw_err *err)
{
    struct file *file = NULL;
    size_t n = 0;
    *a = (struct apps){ .n = 0 };
    int status = expand(a, &file, &n, named, n_named, err);
    if (status == SW_OK)
        status = pass_copies(a, file, n, err);
    if (status == SW_OK)
        status = group(a, file, n, err);
    if (status == SW_OK)
        status = name_all(a, named, err);
    if (status == SW_OK && a->n_spark > 0) {
        qsort(a->log, a->n, sizeof *a->log, by_start);
        status = number_names(a, err);
    }
    for (size_t i = 0; i < n; i++)
        free(file[i].failed);
    free(file);
    return status;
}

/* One part of the message of apps_passed(), with a semicolon before the second. */
static void put_passed(char *text, size_t cap, size_t n, const char *one, const char *many, const char *first)
{
    const size_t at = strlen(text);
    if (n > 0)
        snprintf(text + at, cap - at, "%s%zu %s passed over (%s%s)", at > 0 ? "; " : "", n, n == 1 ? one : many,
                 base_of(first), n == 1 ? "" : " and others");
}

bool apps_passed(const struct apps *a, char *text, size_t cap)
{
    text[0] = '\0';
    put_passed(text, cap, a->n_foreign, "file beside the logs is", "files beside the logs are", a->foreign);
    put_passed(text, cap, a->n_again, "copy of a log is", "copies of logs are", a->again);
    return text[0] != '\0';
}

void apps_clear(struct apps *a)
{
    for (size_t i = 0; i < a->n; i++) {
        free(a->log[i].path);
        free(a->log[i].failed);
        free(a->log[i].name);
    }
    free(a->log);
    files_clear(&a->files);
    *a = (struct apps){ .n = 0 };
}
