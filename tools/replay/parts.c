/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts.c - the named parts of a scheduler, for --help-all. The lists come from the registries, so --help-all shows a
 * new part without a change here. */
#include "lib/cli/cli.h"
#include "tools/replay/replay.h"

enum { NAME_AT = 2, TEXT_AT = 29 };

/* "name:PARAMS" in its column, and the summary beside it, or below a long name. Parameters in brackets have their own
 * colon. */
static void put_part(FILE *to, const char *name, const char *params, const char *summary)
{
    int n = fprintf(to, "%*s%s%s%s", NAME_AT, "", name, params ? params[0] == '[' ? "" : ":" : "",
                    params ? params : "");
    if (n + 2 > TEXT_AT)
        fputc('\n', to), n = 0;
    fprintf(to, "%*s", TEXT_AT - n, "");
    help_put_wrapped(to, summary, TEXT_AT, TEXT_AT);
}

#define PUT(to, title, list) \
    do { \
        fprintf(to, "%s\n", title); \
        for (size_t i = 0; list[i]; i++) \
            put_part(to, list[i]->name, list[i]->params, list[i]->summary); \
        fputc('\n', to); \
    } while (0)

void parts_put(FILE *to)
{
    PUT(to, "Rules of --order:", sw_orders);
    PUT(to, "Rules of --delay:", sw_delays);
    PUT(to, "Policies of --global:", sw_globals);
    PUT(to, "Rules of --preempt:", sw_preempts);
    PUT(to, "Rules of --admit:", sw_admits);
    PUT(to, "Rules of --evict:", sw_evicts);
    PUT(to, "Rules of --speculate:", sw_speculates);
    fprintf(to, "Presets:\n");
    for (const struct preset *p = presets; p->name; p++)
        put_part(to, p->name, NULL, p->summary);
}
