/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.c - the cells of a sweep: their files, and which are whose. A complete file is all that says that a cell is
 * done, so any process may ask. */
#include "tools/sweep/sweep.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *sweep_path(const char *folder, const char *id, const char *ending)
{
    char *path;
    return asprintf(&path, "%s/%s.%s", folder, id, ending) < 0 ? NULL : path;
}

/* After a power failure a file may be there and cut short. Its last byte ends a row. */
bool sweep_is_whole(const char *path)
{
    char last = '\0';
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    off_t end = fd < 0 ? -1 : lseek(fd, -1, SEEK_END);
    bool whole = end >= 0 && pread(fd, &last, 1, end) == 1 && last == '\n';
    if (fd >= 0)
        close(fd);
    return whole;
}

/* program 0: digest_of_program() found none. */
bool sweep_is_of_this_build(const struct sweep *s, size_t place)
{
    return s->program == 0 || !s->made_by || s->made_by[place] == s->program;
}

bool sweep_is_done(const struct sweep *s, size_t place)
{
    char *path = sweep_path(s->folder[0], s->grid.id[place], "csv");
    bool done = path && sweep_is_whole(path) && !(s->again && !sweep_is_of_this_build(s, place));
    free(path);
    return done;
}

/* Shard I of N has the cells I, I + N and so on, counted from 1. */
bool sweep_is_mine(const struct sweep *s, size_t place)
{
    return s->cell ? strcmp(s->cell, s->grid.id[place]) == 0 : place % s->shards == s->shard - 1;
}

const char *sweep_clash(const struct grid_cell *cell, const char *column, size_t len)
{
    for (size_t i = 0; i < cell->n; i++)
        if (strlen(cell->name[i]) == len && memcmp(cell->name[i], column, len) == 0)
            return cell->name[i];
    return NULL;
}
