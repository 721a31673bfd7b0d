/* SPDX-License-Identifier: GPL-3.0-or-later */
/* facts.c - what a log says beside its rows: its settings, its cluster, its damage. */
#include <string.h>
#include "lib/trace/stream/trace_private.h"

/* The names of a log and of its master are among what anonymizing hides, and so are those of pools and users. */
static bool is_hidden(const struct sw_trace *t, const char *key)
{
    bool anonymous = t->source.input && t->source.input->rename;
    return anonymous && (strcmp(key, "application") == 0 || strcmp(key, "master") == 0
                         || strncmp(key, "part_", 5) == 0 || strncmp(key, "at_once_", 8) == 0);
}

void facts_put(const struct sw_trace *t, struct sw_out *out)
{
    const struct source *s = &t->source;
    const char *key;
    char value[200];
    for (size_t i = 0; s->state && s->format->fact
         && s->format->fact(s->state, i, &key, value, sizeof value); i++) {
        if (is_hidden(t, key))
            continue;
        sw_out_str(out, key);
        sw_out_str(out, value);
        sw_out_end_row(out);
    }
}

bool sw_trace_fact(const struct sw_trace *t, const char *wanted, char *value, size_t cap)
{
    const struct source *s = &t->source;
    const char *key;
    for (size_t i = 0; s->state && s->format->fact && s->format->fact(s->state, i, &key, value, cap);
         i++)
        if (strcmp(key, wanted) == 0)
            return true;
    return false;
}

int sw_trace_put_cluster(struct sw_trace *t, bool executors, struct sw_out *out, struct sw_err *err)
{
    const struct source *s = &t->source;
    if (!s->state || !s->format->put_cluster)
        return 0;
    return s->format->put_cluster(s->state, executors, s->input->rename, out, err);
}

const struct sw_damage *sw_trace_damage(const struct sw_trace *t) { return &t->source.side.damage; }
enum sw_usability sw_trace_verdict(const struct sw_trace *t) { return t->verdict; }
