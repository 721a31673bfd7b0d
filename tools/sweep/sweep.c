/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.c - the cells of a sweep: their files, and which are whose. */
#include "tools/sweep/sweep.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *sweep_path(const char *folder, const char *id, const char *ending)
{
    char *path;
    return asprintf(&path, "%s/%s.%s", folder, id, ending) < 0 ? NULL : path;
}

bool sweep_is_done(const struct sweep *s, size_t place)
{
    char *path = sweep_path(s->folder[0], s->grid.id[place], "csv");
    bool done = path && access(path, F_OK) == 0;
    free(path);
    return done;
}

bool sweep_is_mine(const struct sweep *s, size_t place)
{
    return s->cell ? strcmp(s->cell, s->grid.id[place]) == 0 : place % s->shards == s->shard - 1;
}
