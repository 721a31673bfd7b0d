/* SPDX-License-Identifier: GPL-3.0-or-later */
/* renamed.c - options by the names that they had before: taken with a warning for one release (docs/formats). */
#include "lib/cli/cli.h"
#include "lib/options/options.h"
#include <string.h>

/* Of programs that have the new name and no option of the old one. A letter stands for itself, in one program. */
static const struct { const char *before, *now, *program; } renamed[] = {
    { "emit", "record", NULL }, { "emit", "dialect", NULL }, { "to", "record", NULL }, { "to", "dialect", NULL },
    { "jobs", "parallel", NULL }, { "pools", "pool-names", NULL }, { "width", "job-nodes", NULL },
    { "slots", "slots-per-node", NULL }, { "slots", "total-slots", NULL },
    { "b", "busy", "slot-advise rates" }, { "c", "cluster", "slot-advise rates" },
};

/* A name of one letter is a short option. */
static const struct option_row *renamed_find(const struct option_row *table, const char *name)
{
    for (; name[1] == '\0' && table->name; table++)
        if (table->letter == *name)
            return table;
    return value_row(table, name);
}

/* program: its whole name, "slot-advise rates". */
const struct option_row *renamed_next(size_t *i, const struct option_row *table, const char *program,
                                      const char **before)
{
    while (*i < sizeof renamed / sizeof *renamed) {
        size_t at = (*i)++;
        if (renamed[at].program && strcmp(renamed[at].program, program) != 0)
            continue;
        *before = renamed[at].before;
        const struct option_row *now = renamed_find(table, renamed[at].now);
        /* An option that has the old name now keeps it. */
        bool taken = now && renamed_find(table, *before);
        /* The first of several new names of an old one is taken. */
        for (size_t k = 0; k < at && now && !taken; k++)
            taken =
                !renamed[k].program && strcmp(renamed[k].before, *before) == 0 && renamed_find(table, renamed[k].now);
        if (now && !taken)
            return now;
    }
    return NULL;
}
