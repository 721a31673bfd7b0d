/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planned.c - the files that this run writes: none is an input, or another output. Programs say before they read
 * anything what they will write (sw_out_plan), and inputs are compared with that. */
#include "lib/base/grow.h"
#include "lib/csv/rows.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What the links that begin at the path lead to, which is not there. NULL: no memory. */
char *sw_temporary_end_of_links(const char *path)
{
    char *at = strdup(path), to[PATH_MAX];
    ssize_t n;
    /* 40 links are as many as Linux follows. */
    for (int i = 0; at && i < 40 && (n = readlink(at, to, sizeof to - 1)) > 0; i++) {
        const char *slash = strrchr(at, '/');
        int folder = slash && to[0] != '/' ? (int)(slash + 1 - at) : 0;
        char *next = NULL;
        if (asprintf(&next, "%.*s%.*s", folder, at, (int)n, to) < 0)
            next = NULL;
        free(at);
        at = next;
    }
    return at;
}

/* A file that is there, or the name that it will have in a folder. */
struct place { dev_t dev; ino_t ino; char *name; };
struct places { struct place *at; size_t n, cap; };
/* What the run will write; what it has read. They last until the process ends. */
static struct places planned, spared;

/* A file is one by device and number; one that is not there yet by its folder and its name. */
static bool is_listed(const struct places *list, const struct place *p)
{
    for (size_t i = 0; i < list->n; i++) {
        const struct place *x = &list->at[i];
        if (x->dev == p->dev && x->ino == p->ino
            && (x->name && p->name ? !strcmp(x->name, p->name) : x->name == p->name))
            return true;
    }
    return false;
}

/* p->name is the list's from here on. */
static int add_place(struct places *list, const struct place *p, struct sw_err *err)
{
    if (sw_grow(&list->at, &list->cap, list->n + 1, sizeof *list->at, err) != SW_OK)
        return SW_FAIL;
    list->at[list->n++] = *p;
    return SW_OK;
}

/* False: a device or a pipe, which nothing overwrites, or a path that leads nowhere. */
static bool find_path(const char *path, int standard_fd, struct place *p)
{
    struct stat st;
    bool standard = strcmp(path, "-") == 0, there = (standard ? fstat(standard_fd, &st) : stat(path, &st)) == 0;
    if (there) {
        /* A file that is there, by device and number. */
        *p = (struct place){ st.st_dev, st.st_ino, NULL };
        return S_ISREG(st.st_mode) || S_ISDIR(st.st_mode);
    }
    /* One that is not there yet, by its folder and the name that it will have. */
    char *end = standard ? NULL : sw_temporary_end_of_links(path), *slash = end ? strrchr(end, '/') : NULL;
    char *name = end ? strdup(slash ? slash + 1 : end) : NULL;
    if (slash)
        slash[1] = '\0';
    there = name && stat(slash ? end : ".", &st) == 0;
    free(end);
    *p = (struct place){ st.st_dev, st.st_ino, name };
    if (!there)
        free(name);
    return there;
}

int sw_out_plan(const char *path, struct sw_err *err)
{
    struct place p;
    /* What nothing overwrites may be read and written at once. */
    if (!find_path(path, STDOUT_FILENO, &p)) {
        if (strcmp(path, "-") != 0)
            return SW_OK;
        p = (struct place){ 0, 0, NULL }; /* a pipe: two outputs would mix */
    }
    bool twice = is_listed(&planned, &p), read = is_listed(&spared, &p);
    if (!twice && !read)
        return add_place(&planned, &p, err);
    free(p.name);
    if (twice && strcmp(path, "-") == 0)
        return sw_err_usage(err, "two outputs go to the standard output: give a file to one of them");
    return sw_err_usage(err, twice ? "two outputs have one file: '%s'" : "would overwrite its own input: '%s'", path);
}

/* A file that has been read. "-" is standard input. */
int sw_out_spare(const char *path, struct sw_err *err)
{
    struct place p;
    if (!find_path(path, STDIN_FILENO, &p))
        return SW_OK;
    return add_place(&spared, &p, err);
}

/* Only files that are there can be inputs. */
bool sw_out_is_planned(int fd, const char *path)
{
    struct stat st;
    return planned.n && (fd >= 0 ? fstat(fd, &st) : stat(path, &st)) == 0
           && is_listed(&planned, &(struct place){ st.st_dev, st.st_ino, NULL });
}

/* Both paths without links. */
bool sw_path_leads_back(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *held = slash ? strndup(path, (size_t)(slash - path)) : NULL;
    char *from = held ? realpath(held, NULL) : NULL, *to = from ? realpath(path, NULL) : NULL;
    size_t n = to ? strlen(to) : 0;
    const bool back = to && strncmp(from, to, n) == 0 && (n == 1 || from[n] == '/' || from[n] == '\0');
    free(held);
    free(from);
    free(to);
    return back;
}
