/* SPDX-License-Identifier: GPL-3.0-or-later */
/* named.c - the files that the value of an option may name. Nothing says of an option's value whether it is a path.
 * So each is tried, and what is no file has no digest. */
#include "lib/cli/cli.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int visit_word(const char *word, size_t len, named_visit *visit, void *ctx, struct sw_err *err)
{
    char *path = strndup(word, len);
    if (!path)
        return sw_err_memory(err);
    int status = visit(ctx, path, err);
    free(path);
    return status;
}

/* Words as a shell takes them apart where nothing is quoted; else they name no file. */
static int visit_words(const char *at, named_visit *visit, void *ctx, struct sw_err *err)
{
    static const char blanks[] = " \t\n\"'";
    while (*(at += strspn(at, blanks))) {
        size_t len = strcspn(at, blanks);
        if (visit_word(at, len, visit, ctx, err) != SW_OK)
            return SW_FAIL;
        at += len;
    }
    return SW_OK;
}

int named_each(const char *value, bool is_command, named_visit *visit, void *ctx, struct sw_err *err)
{
    size_t len = strcspn(value, ":");
    struct stat st;
    if (is_command)
        return visit_words(value, visit, ctx, err);
    /* PATH:PARAMS, unless a file has that very name. */
    if (value[len] && memchr(value, '/', len) && stat(value, &st) != 0)
        return visit_word(value, len, visit, ctx, err);
    return visit(ctx, value, err);
}
