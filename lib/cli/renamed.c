/* SPDX-License-Identifier: GPL-3.0-or-later */
/* renamed.c - options by the names that they had before: taken with a warning for one release (docs/formats). */
#include "lib/cli/cli.h"
#include <string.h>

/* Of programs that have the new name and no option of the old one. A letter stands for itself, in one program. */
static const struct { const char *before, *now, *program; } renamed[] = {
    { "emit", "record", NULL }, { "emit", "dialect", NULL }, { "to", "record", NULL }, { "to", "dialect", NULL },
    { "jobs", "parallel", NULL }, { "pools", "pool-names", NULL }, { "width", "job-nodes", NULL },
    { "slots", "slots-per-node", NULL }, { "slots", "total-slots", NULL },
    { "b", "busy", "slot-advise rates" }, { "c", "cluster", "slot-advise rates" },
};

static const struct argp_option *renamed_find(const struct argp_option *table, const char *name)
{
    bool letter = strlen(name) == 1;
    for (; table->name || table->key || table->doc || table->group; table++)
        if (letter ? table->key == *name : table->name && strcmp(table->name, name) == 0)
            return table;
    return NULL;
}

const struct argp_option *renamed_next(size_t *i, const struct argp_option *table, const char *program,
                                       const char **before)
{
    while (*i < sizeof renamed / sizeof *renamed) {
        size_t at = (*i)++;
        if (renamed[at].program && strcmp(renamed[at].program, program) != 0)
            continue;
        *before = renamed[at].before;
        const struct argp_option *now = renamed_find(table, renamed[at].now);
        bool taken = now && renamed_find(table, *before);
        for (size_t k = 0; k < at && now && !taken; k++)
            taken =
                !renamed[k].program && strcmp(renamed[k].before, *before) == 0 && renamed_find(table, renamed[k].now);
        if (now && !taken)
            return now;
    }
    return NULL;
}
